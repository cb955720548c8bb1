"""Spanish 21's wagers as functions of the cards that are left: what counting them is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.analysis.exposure.countable import Countable
from pitboss.analysis.exposure.counting import NotCounted
from pitboss.analysis.study import Scenario
from pitboss.families.twenty_one.no_tens import shoe_without_tens
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.countable import (
    BY_CARD,
    LEAST_CARDS,
    MakeRun,
    cards_a_round,
    first_cards,
    insurance_wager,
    kernel_deal,
)
from pitboss.studies.families.twenty_one.kernel_run import (
    Dealing,
    KernelRun,
    KernelTable,
    SideRows,
    Wagers,
)

from .exact import evaluate, game_of, solve, table_rules
from .kernel import match_rows
from .ways import BEST


def counted(rules: Spanish21Rules, scenario: Scenario) -> list[Countable]:
    """Returns the wager of a scenario."""
    if rules.continuous_shuffler:
        raise NotCounted("the cards of every round go back at once: there is nothing to count")
    shoe = tuple(shoe_without_tens(rules.decks).counts[:52])
    cut = sum(shoe) // 4
    match scenario.wager:
        case "insurance":
            run = _run(rules, None)(None, sum(shoe) - cut)
            odds = rules.law.paytable("insurance").rows[0][1]
            return [insurance_wager(odds, rules.decks, shoe, cards_a_round(run))]
        case "match-the-dealer":
            side = match_rows(rules)
            made = _run(rules, side)
            return [
                first_cards(
                    scenario.wager,
                    side,
                    rules.decks,
                    shoe,
                    made,
                    cutting_card=cut,
                    suits_alike=True,
                )
            ]
    return [main_wager(rules, shoe, cut)]


def _run(rules: Spanish21Rules, sides: SideRows | None) -> MakeRun:
    """Returns what makes the kernel, played by the best strategy for a full shoe."""
    strategy = BEST.of(BEST.table_of(rules)).strategy

    def make(wagers: Wagers | None, cut_at: int) -> KernelRun:
        table = KernelTable(table_rules(rules), strategy, wagers, sides)
        return KernelRun(table, Dealing(cut_at=cut_at))

    return make


def main_wager(rules: Spanish21Rules, shoe: tuple[int, ...], cut: int) -> Countable:
    """Returns the main wager, worth what the best strategy for the cards left is worth."""

    def worth(left: Sequence[int]) -> Fraction:
        game = game_of(rules, left)
        return evaluate(game, solve(game))

    return Countable(
        "initial",
        rules.decks,
        BY_CARD,
        shoe,
        worth,
        kernel_deal(_run(rules, None), sum(shoe), rules.decks),
        cut,
        LEAST_CARDS,
        looks=0,
        suits_alike=True,
        notes=(
            "no bound of perfect counting: the worth of what is left takes more than a second a "
            "look; --situations 400 would take about ten minutes",
            "a true count is that of 52 cards",
        ),
    )
