"""Blackjack switch's wagers as functions of the cards that are left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exposure.countable import Countable, Settled, deal_first_cards
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import RANKS
from pitboss.games.blackjack_switch.hands import match_row
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.families.twenty_one.countable import (
    BY_VALUE,
    LEAST_CARDS,
    MakeRun,
    cards_a_round,
    insurance_wager,
    kernel_deal,
)
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, Wagers
from pitboss.studies.families.twenty_one.side_wagers import row_cell

from .exact import estimate, solve, table_rules
from .kernel import SwitchKernelTable
from .ways import BEST

HAND = 4


def counted(rules: SwitchRules, scenario: Scenario) -> list[Countable]:
    """Returns the wager of a scenario."""
    table = table_rules(rules)

    def make(wagers: Wagers | None, cut_at: int) -> KernelRun:
        player = BEST.of(BEST.table_of(rules))
        return KernelRun(SwitchKernelTable(table, player, wagers), Dealing(cut_at=cut_at), "spots")

    shoe, cut = (rules.decks,) * 52, 13 * rules.decks
    if scenario.wager == "first and second":
        return [two_hands(rules, make, cut)]
    cards_each = cards_a_round(make(None, sum(shoe) - cut))
    if scenario.wager == "insurance":
        odds = rules.law.paytable("insurance").rows[0][1]
        return [insurance_wager(odds, rules.decks, shoe, cards_each)]
    return [match_wager(rules, cards_each, cut)]


def two_hands(rules: SwitchRules, make: MakeRun, cut: int) -> Countable:
    """Returns both hands together, per unit of their two wagers: worth what the best strategy for
    the cards left is worth, within 1e-11."""
    table = table_rules(rules)

    def worth(left: Sequence[int]) -> Fraction:
        return Fraction(estimate(solve(table, np.array(left, dtype=np.int64))))

    shoe = tuple(int(held) for held in shoe_of(rules.decks))
    return Countable(
        "first and second",
        rules.decks,
        BY_VALUE,
        shoe,
        worth,
        kernel_deal(make, sum(shoe), rules.decks),
        cut,
        LEAST_CARDS,
        looks=0,
        notes=(
            "effects of removal in floating point, within 1e-11",
            "no bound of perfect counting: the worth of what is left takes two seconds a look; "
            "--situations 400 would take about a quarter of an hour",
        ),
    )


def match_wager(rules: SwitchRules, cards_each: float, cut: int) -> Countable:
    """Returns the wager on the ranks of the first four cards."""
    ranks = range(len(RANKS))
    nets = {
        hand: row_cell(rules.match, int(match_row(*(rank << 2 for rank in hand)))).net
        for hand in combinations_with_replacement(ranks, HAND)
    }

    def worth(left: Sequence[int]) -> Fraction:
        won = sum(
            net * prod(comb(left[rank], hand.count(rank)) for rank in set(hand))
            for hand, net in nets.items()
        )
        return Fraction(won, comb(sum(left), HAND))

    table = np.zeros((len(ranks),) * HAND)
    for hand in product(ranks, repeat=HAND):
        table[hand] = float(nets[tuple(sorted(hand))])

    def settle(
        dealt: npt.NDArray[np.int64],
    ) -> Settled:
        found = table[tuple((dealt >> 2).T)]
        return np.ones(len(found), dtype=bool), found

    return Countable(
        "match",
        rules.decks,
        tuple((rank,) for rank in ranks),
        (4 * rules.decks,) * len(ranks),
        worth,
        deal_first_cards((rules.decks,) * 52, HAND, settle, cards_a_round=cards_each),
        cut,
        LEAST_CARDS,
        looks=400,
    )
