"""Total-dependent play: what to do by the hand's total, soft or hard, by the pair, and by what
the dealer shows. The best such strategy, and those that people follow without working it out.

The best one is found for hands that are not split: every entry of the table does what gains most
on average over the hands of that total as they come about under the table itself (a table for
which no entry wants to change). Split hands follow the same table, as in `exact`."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from pitboss.compiled import jit

from ..table_rules import TableRules
from .compositions import TOTAL_MAX, VALUES, Ints, compositions
from .dealer import Floats
from .paths import DOUBLE, DRAW, STAND
from .settling import SUMS, Entries, Hands, Sums, settle
from .shoes import Start, shoe_of
from .solve import (
    against_blackjack,
    blackjack_value,
    bust_penalty,
    first_chances,
    payments,
    split_worth,
    stand_or_double,
    starts_of,
    surrendered,
    two_cards,
)
from .strategy import Strategy, may_double, nothing, start_row, starts_number

TOTALS = TOTAL_MAX + 1
# A table that has not settled after so many rounds of changes would go round in circles.
CHANGES_MAX = 50

# The lowest totals there are, two twos and two aces.
LEAST_HARD, LEAST_SOFT = 4, 12
# Totals, hard and soft, from which on one usually stands against a card.
LIKELY_STANDS = {
    1: (17, 19), 2: (13, 18), 3: (13, 18), 4: (12, 18), 5: (12, 18), 6: (12, 18),
    9: (17, 19), 10: (17, 19),
}  # fmt: skip
# Pairs that are usually split against a card, beside aces and eights.
LIKELY_SPLITS = {
    2: (2, 3, 6, 7, 9), 3: (2, 3, 6, 7, 9), 4: (2, 3, 6, 7, 9), 5: (2, 3, 4, 6, 7, 9),
    6: (2, 3, 4, 6, 7, 9), 7: (2, 3, 7), 8: (9,), 9: (9,),
}  # fmt: skip

Bools = npt.NDArray[np.bool_]


class Totals(NamedTuple):
    """By the dealer's start; then by softness (0 hard, 1 soft) and total, or by a pair's value.
    A pair that is neither split nor surrendered is played by its total."""

    draws: Bools
    doubles: Bools
    surrenders: Bools
    splits: Bools
    pair_surrenders: Bools


def no_totals(starts: int) -> Totals:
    by_total, by_pair = (starts, 2, TOTALS), (starts, VALUES)
    shapes = (by_total, by_total, by_total, by_pair, by_pair)
    return Totals(*(np.zeros(shape, dtype=bool) for shape in shapes))


def strategy_of(totals: Totals, rules: TableRules) -> Strategy:
    """The table as a strategy under these rules: what they do not permit is not done."""
    table = compositions()
    found = nothing(rules)
    soft = table.soft.astype(np.int64)
    found.draws[:] = totals.draws[:, soft, table.total] & (table.total < TOTAL_MAX)
    found.doubles[:] = totals.doubles[:, soft, table.total] & may_double(rules)
    if rules.surrenders_first:
        found.surrenders[:] = totals.surrenders[:, soft, table.total] & (table.cards == 2)
        found.surrenders[:, table.row_of(1, 10)] = False
    for value in range(1, VALUES + 1):
        pair = table.row_of(value, value)
        if rules.hands_max >= 2:
            found.splits[:, value - 1] = totals.splits[:, value - 1]
        if rules.surrenders_first:
            found.surrenders[:, pair] = totals.pair_surrenders[:, value - 1]
    return found


# -- the best table --------------------------------------------------------------------------


class TotalsSolution(NamedTuple):
    """A table, and what it is worth to the player, per unit of the initial wager."""

    totals: Totals
    value: float


def best_totals(rules: TableRules, shoe: Ints | None = None) -> Totals:
    """The best total-dependent strategy, off the top of the shoe."""
    return solve_totals(rules, shoe).totals


def solve_totals(rules: TableRules, shoe: Ints | None = None) -> TotalsSolution:
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    found = no_totals(starts_number(rules))
    strategy = nothing(rules)
    value = 0.0
    for start in starts_of(rules, shoe):
        if start.is_blackjack:
            value += float(start.chance * against_blackjack(rules, start))
        else:
            one = _Start(rules, start, found, strategy)
            value += float(start.chance) * one.solve()
    return TotalsSolution(found, value)


class _Start:
    """The table's entries for one start of the dealer's, being found."""

    def __init__(self, rules: TableRules, start: Start, found: Totals, strategy: Strategy) -> None:
        self.rules, self.start, self.strategy = rules, start, strategy
        self.index = start_row(start.cards)
        self.entries = Totals(*(part[self.index] for part in found))
        self.one = stand_or_double(rules, start)
        self.chance, self.blackjack = first_chances(start)
        size = len(compositions().cards)
        self.follow = np.zeros(size + 1)
        self.given_up = np.zeros(size)
        if rules.surrenders_first:
            self.given_up[two_cards().hands] = 1 + surrendered(rules, self.blackjack)

    def solve(self) -> float:
        """Settles hands and pairs in turn, until neither changes; what the start is worth."""
        self._begin()
        splits = np.empty(0)
        acted: tuple[Ints, ...] = ()
        for _ in range(CHANGES_MAX):
            before = self._pairs()
            self._settle()
            actions = self._split_actions()
            if not acted or not all(map(np.array_equal, actions, acted)):
                paid = payments(self.rules)
                splits = split_worth(self.rules, self.start, paid, *actions)
                acted = actions
            value = self._choose_pairs(splits)
            if before == self._pairs():
                return value
        raise AssertionError("a table of totals that does not settle")

    def _pairs(self) -> tuple[bytes, bytes]:
        return self.entries.splits.tobytes(), self.entries.pair_surrenders.tobytes()

    def _begin(self) -> None:
        """What usually comes of it: a beginning that has fewer changes ahead of it."""
        shown = sum(self.start.cards)
        hard, soft = LIKELY_STANDS.get(shown, (17, 18))
        self.entries.draws[0, LEAST_HARD:hard] = True
        self.entries.draws[1, LEAST_SOFT:soft] = True
        if self.rules.hands_max >= 2:
            for value in (1, 8, *LIKELY_SPLITS.get(shown, ())):
                self.entries.splits[value - 1] = True

    def _settle(self) -> None:
        """Changes entries until none wants to be otherwise. Pairs that are split or surrendered
        are not among the hands of their total."""
        table, two, one = compositions(), two_cards(), self.one
        first = self.chance.copy()
        first[two.blackjack] = 0
        first[two.pairs[self.entries.splits | self.entries.pair_surrenders]] = 0
        chances = np.zeros(len(table.cards))
        chances[two.hands] = first
        doubles = may_double(self.rules)
        hands = Hands(_entry(), doubles, one.stand, one.double, self.given_up, chances)
        entries = Entries(*(part.reshape(-1) for part in self.entries[:3]))
        draw, in_order = np.empty((2, len(chances)))
        by_entry, reach = np.empty((SUMS, 2 * TOTALS)), np.empty_like(table.cards)
        sums = Sums(self.follow, draw, in_order, reach, by_entry)
        surrenders = self.rules.surrenders_first
        settling: Any = jit(settle)
        if not settling(self.start.shoe, table, hands, entries, sums, CHANGES_MAX, surrenders):
            raise AssertionError("a table of totals that does not settle")

    def _doubled(self) -> Bools:
        """Which first two cards are doubled, by the places of `two_cards`."""
        hands = two_cards().hands
        by_entry = self.entries.doubles.reshape(-1)[_entry()[hands]]
        doubled: Bools = by_entry & may_double(self.rules)[hands]
        return doubled

    def _split_actions(self) -> tuple[Ints, Ints]:
        """As `Strategy.split_actions`."""
        two = two_cards()
        found = np.where(self.entries.draws.reshape(-1), DRAW, STAND)[_entry()]
        found[_fewer_than_two()] = DRAW
        if self.rules.double_after_split:
            found[two.hands[self._doubled()]] = DOUBLE
        aces = found.copy()
        if self.rules.aces_one_card:
            aces[two.hands] = STAND
        return found, aces

    def _penalty(self, kind: int) -> float:
        """What `bust_penalty` says of the table."""
        if self.rules.dealer_looks:
            return 0.0
        table, at = compositions(), _entry()
        draws, doubles = (part.reshape(-1)[at] for part in self.entries[:2])
        self.strategy.draws[self.index] = draws & (table.total < TOTAL_MAX)
        self.strategy.doubles[self.index] = doubles & may_double(self.rules)
        return float(bust_penalty(self.rules, self.start, self.strategy, self.index, kind))

    def _choose_pairs(self, splits: Floats) -> float:
        """Splits and surrenders pairs where that is better than playing their total; what the
        start is worth then."""
        rules, two = self.rules, two_cards()
        gains = np.where(self._doubled(), self.one.double[two.hands], self.follow[two.hands])
        pairs = two.pairs
        if rules.surrenders_first:
            by_total = self.entries.surrenders.reshape(-1)[_entry()[two.hands]]
            by_total[pairs] = self.given_up[two.hands[pairs]] > gains[pairs]
            self.entries.pair_surrenders[:] = by_total[pairs]
            gains = np.where(by_total, self.given_up[two.hands], gains)
        worth = self.chance * (gains - 1)
        worth[two.blackjack] = self.chance[two.blackjack] * float(
            blackjack_value(rules, self.start)
        )
        apart = splits - (self.chance * self.blackjack)[pairs]
        self.entries.splits[:] = False
        for kind in np.flatnonzero((apart > worth[pairs]) & (self.chance[pairs] > 0)).tolist():
            split = apart[kind] - self._penalty(kind)
            if split > worth[pairs[kind]]:
                worth[pairs[kind]] = split
                self.entries.splits[kind] = True
                self.entries.pair_surrenders[kind] = False
        return float(worth.sum())


@cache
def _entry() -> Ints:
    """The place of every hand's entry: hard totals, then soft ones."""
    table = compositions()
    return cast(Ints, table.soft * TOTALS + table.total)


@cache
def _fewer_than_two() -> Ints:
    return cast(Ints, np.flatnonzero(compositions().cards < 2))
