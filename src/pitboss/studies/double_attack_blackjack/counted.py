"""Double attack blackjack's wagers as functions of the cards that are left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exposure.countable import Countable, Settled, deal_first_cards
from pitboss.analysis.study import Scenario
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.families.twenty_one.no_tens import shoe_without_tens
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.countable import (
    BY_CARD,
    BY_VALUE,
    LEAST_CARDS,
    FirstCards,
    cards_a_round,
    insurance_wager,
    kernel_deal,
)
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.kernel_run import (
    Dealing,
    KernelRun,
    KernelTable,
    Wagers,
)
from pitboss.studies.families.twenty_one.side_wagers import rows_of

from .exact import PICTURES, solve, solve_shoe, table_rules
from .kernel import Attack, by_up

LOOKS = 80


def counted(rules: DoubleAttackRules, scenario: Scenario) -> list[Countable]:
    """Returns the wager of a scenario."""
    table = table_rules(rules)
    strategy = solve(table).played

    def make(wagers: Wagers | None, cut_at: int) -> KernelRun:
        machine = KernelTable(table, strategy, wagers or Attack(strategy))
        return KernelRun(machine, Dealing(cut_at=cut_at))

    shoe = tuple(shoe_without_tens(rules.decks).counts[:52])
    cut = sum(shoe) // 4
    if scenario.wager != "initial":
        cards_each = cards_a_round(make(None, sum(shoe) - cut))
        if scenario.wager == "insurance":
            odds = rules.law.paytable("insurance").rows[0][1]
            return [insurance_wager(odds, rules.decks, shoe, cards_each)]
        return [bust_it(rules, shoe, cut, cards_each)]

    def worth(left: Sequence[int]) -> Fraction:
        return solve_shoe(table, np.array(left, dtype=np.int64)).value

    by_value = tuple(int(held) for held in shoe_of(rules.decks, tens=PICTURES))
    return [
        Countable(
            "initial",
            rules.decks,
            BY_VALUE,
            by_value,
            worth,
            kernel_deal(make, sum(shoe), rules.decks, by_up(strategy)),
            cut,
            LEAST_CARDS,
            looks=LOOKS,
            notes=("a true count is that of 52 cards",),
        )
    ]


def bust_it(
    rules: DoubleAttackRules, shoe: tuple[int, ...], cut: int, cards_each: float
) -> Countable:
    """Returns the wager on the dealer's first three cards."""

    def row_of(first: int, second: int, third: int, blackjack: bool) -> int:
        draws = dealer_draws(two_cards(first, second), SOFT_17_DRAWS)
        return bust_it_row(first, second, third) if draws else NO_ROW

    table = FirstCards(rows_of(rules.bust_it, row_of))
    nets = table.nets / table.unit

    def settle(
        dealt: npt.NDArray[np.int64],
    ) -> Settled:
        found = nets[dealt[:, 0], dealt[:, 1], dealt[:, 2]]
        return np.ones(len(found), dtype=bool), found

    return Countable(
        "bust-it",
        rules.decks,
        BY_CARD,
        shoe,
        table.worth,
        deal_first_cards(shoe, 3, settle, cards_a_round=cards_each),
        cut,
        LEAST_CARDS,
        suits_alike=True,
        notes=("a true count is that of 52 cards",),
    )
