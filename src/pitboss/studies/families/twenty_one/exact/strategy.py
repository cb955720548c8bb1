"""A way to play blackjack, as the analysis and the kernel read it: what to do with every hand
against every start of the dealer's."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..table_rules import TableRules
from .compositions import VALUES, Ints, compositions
from .paths import DOUBLE, DRAW, SET_ASIDE, STAND

Bools = npt.NDArray[np.bool_]


class Strategy(msgspec.Struct):
    """Rows are the dealer's starts in order: cards 1 (ace) to 10, or where both cards are face
    up the pairs (1, 1), (1, 2) ... (10, 10). Columns are hands as `compositions()` lists them,
    or the ten values of a pair. A hand is surrendered first of all, then split, then doubled,
    then drawn to or stood on. `insures[hand]`: insurance with this hand. `rescues`, where rules
    have it: hands that are given up rather than stood on when they were doubled (rescued, or
    surrendered) or are a split ace with its one card; `splits_once`: starts against which pairs
    are split only once; `attacks`: first cards of the dealer's against which a double attack
    wager is made."""

    draws: Bools
    doubles: Bools
    splits: Bools
    surrenders: Bools
    insures: Bools
    rescues: Bools | None = None
    splits_once: Bools | None = None
    attacks: frozenset[int] = frozenset()

    def splits_pair(self, start: int, kind: int) -> bool:
        """Whether a pair of the value in this column is split: a surrender comes first."""
        pair = compositions().row_of(kind + 1, kind + 1)
        return bool(self.splits[start, kind] and not self.surrenders[start, pair])

    def actions(self, start: int) -> Ints:
        """For the first two cards and all that follows; what is settled otherwise is set
        aside."""
        table = compositions()
        found = self._on(start, self.doubles[start])
        for value in range(1, VALUES + 1):
            if self.splits[start, value - 1]:
                found[table.row_of(value, value)] = SET_ASIDE
        found[self.surrenders[start]] = SET_ASIDE
        found[table.row_of(1, 10)] = SET_ASIDE
        return found

    def split_actions(self, start: int, rules: TableRules) -> tuple[Ints, Ints]:
        """For a hand that begins with a card that was split, and with an ace that was."""
        table = compositions()
        doubles = self.doubles[start] & rules.double_after_split
        found = self._on(start, doubles)
        aces = found.copy()
        if rules.aces_one_card:
            aces[table.cards == 2] = STAND
        return found, aces

    def _on(self, start: int, doubles: Bools) -> Ints:
        table = compositions()
        found = np.where(self.draws[start], DRAW, STAND)
        found[doubles] = DOUBLE
        found[table.cards < 2] = DRAW
        return found


def starts_number(rules: TableRules) -> int:
    return 55 if rules.face_up else VALUES


def start_row(cards: tuple[int, ...]) -> int:
    """The row of what the dealer shows."""
    if len(cards) == 1:
        return cards[0] - 1
    low, high = min(cards), max(cards)
    return (low - 1) * VALUES - (low - 1) * (low - 2) // 2 + high - low


def nothing(rules: TableRules) -> Strategy:
    """Stands on everything."""
    table, starts = compositions(), starts_number(rules)
    hands = len(table.hard)

    def none(*shape: int) -> Bools:
        return np.zeros(shape, dtype=bool)

    return Strategy(
        draws=none(starts, hands),
        doubles=none(starts, hands),
        splits=none(starts, VALUES),
        surrenders=none(starts, hands),
        insures=none(hands),
    )


@cache
def two_card_hands() -> list[tuple[int, int, int]]:
    """The 55 first two cards: the hand, and its two values, lower first."""
    table = compositions()
    return [
        (table.row_of(low, high), low, high)
        for low in range(1, VALUES + 1)
        for high in range(low, VALUES + 1)
    ]


@lru_cache(maxsize=64)
def may_double(rules: TableRules) -> Any:
    """Which hands the rules allow to double, by hand."""
    table = compositions()
    allowed = np.array([rules.may_double(total) for total in range(22)])
    cards = table.cards >= 2 if rules.doubles_later else table.cards == 2
    return cards & allowed[table.total]
