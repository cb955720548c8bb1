"""Blackjack's wagers as functions of the cards that are left: what counting them is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.analysis.exposure.countable import Countable
from pitboss.analysis.exposure.counting import NotCounted
from pitboss.analysis.study import Scenario
from pitboss.games.blackjack.rules import CONTINUOUS, BlackjackRules
from pitboss.studies.families.twenty_one.countable import (
    BY_VALUE,
    LEAST_CARDS,
    MakeRun,
    cards_a_round,
    first_cards,
    insurance_wager,
    kernel_deal,
)
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import evaluate, solve
from pitboss.studies.families.twenty_one.kernel_run import (
    Dealing,
    KernelRun,
    KernelTable,
    SideRows,
    Wagers,
)
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .kernel_sides import SIDES, side_rows
from .table import table_rules
from .ways import BEST

# Looks at what is left that a bound of perfect counting takes: each is a strategy of its own.
LOOKS = 160


def counted(rules: BlackjackRules, scenario: Scenario) -> list[Countable]:
    """Returns the wager of a scenario."""
    if rules.dealing == CONTINUOUS:
        raise NotCounted("the cards of every round go back at once: there is nothing to count")
    wager, shoe = scenario.wager, (rules.decks,) * 52
    if wager == "insurance":
        run = _run(rules, None)(None, 52 * rules.decks - rules.cutting_card)
        odds = rules.law.paytable("insurance").rows[0][1]
        return [insurance_wager(odds, rules.decks, shoe, cards_a_round(run))]
    if wager == "initial":
        return [main_wager(rules)]
    if wager in SIDES or wager == "optional-bonus":
        side = side_rows(rules, wager)
        made = _run(rules, side)
        # The queen of hearts is not like the others.
        alike = wager != "twenty-point-bonus"
        return [first_cards(
            wager, side, rules.decks, shoe, made, cutting_card=rules.cutting_card,
            suits_alike=alike,
        )]  # fmt: skip
    raise NotCounted(
        f"{wager} is not decided by the first cards alone: what it is worth by the cards left "
        "would be a simulation for every one of them"
    )


def _run(rules: BlackjackRules, sides: SideRows | None) -> MakeRun:
    """Returns what makes the kernel, played by the best strategy for a full shoe."""
    table = table_rules(rules)
    strategy = BEST.of(table).strategy

    def make(wagers: Wagers | None, cut_at: int) -> KernelRun:
        return KernelRun(KernelTable(table, strategy, wagers, sides), Dealing(cut_at=cut_at))

    return make


def studied(rules: BlackjackRules) -> TableRules:
    """Returns the rules, without what has no bearing on the main wager."""
    return table_rules(rules)._replace(
        insurance=Fraction(0), even_money=False, insures_at_turn=False
    )


def main_wager(rules: BlackjackRules) -> Countable:
    """Returns the main wager: worth what the best strategy for the cards left is worth, and dealt
    by the strategy for a full shoe."""
    table = studied(rules)

    def worth(left: Sequence[int]) -> Fraction:
        shoe = np.array(left, dtype=np.int64)
        return evaluate(table, solve(table, shoe).strategy, shoe)

    def quick(left: Sequence[int]) -> float:
        return solve(table, np.array(left, dtype=np.int64)).value

    shoe = tuple(int(held) for held in shoe_of(rules.decks))
    return Countable(
        "initial", rules.decks, BY_VALUE, shoe, worth,
        kernel_deal(_run(rules, None), sum(shoe), rules.decks), rules.cutting_card, LEAST_CARDS,
        quick, LOOKS,
        notes=(
            "effects of removal and bound: with the best strategy for the cards that are left; the "
            "count: played by the strategy for a full shoe",
        ),
    )  # fmt: skip
