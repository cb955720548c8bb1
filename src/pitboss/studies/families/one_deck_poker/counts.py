"""How often each row of a pay table follows when four cards of a five-card hand are known.

Games in which one card is still to come (let it ride, double down stud) decide by this table:
for every set of four cards, how many fifth cards make a hand of each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit
from pitboss.hands.poker import five_cards
from pitboss.hands.poker_batch import tables

Array = Any
VALUES = 10 << 12


@compiled
def place_of_three(a: int, b: int, c: int) -> int:
    """The number of the set a < b < c among all sets of three."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@compiled
def place_of_four(a: int, b: int, c: int, d: int) -> int:
    """The number of the set a < b < c < d among all sets of four."""
    return place_of_three(a, b, c) + d * (d - 1) * (d - 2) * (d - 3) // 24


@compiled
def three_in_any_order(a: int, b: int, c: int) -> int:
    """`place_of_three` of three different numbers."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return place_of_three(a, b, c)


@compiled
def four_in_any_order(a: int, b: int, c: int, d: int) -> int:
    """`place_of_four` of four different numbers."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return place_of_four(a, b, c, d)


@compiled
def count_fifth_cards(t: Any, deck: Array, rows: Array, counts: Array) -> None:
    """Every hand of five from `deck` adds one to the row it makes, `rows[value]`, at each of
    the five sets of four within it. Sets are numbered by places in the deck."""
    size = deck.shape[0]
    for e in range(4, size):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        value = five_cards(t, deck[a], deck[b], deck[c], deck[d], deck[e])
                        row = rows[value]
                        counts[place_of_four(a, b, c, d), row] += 1
                        counts[place_of_four(a, b, c, e), row] += 1
                        counts[place_of_four(a, b, d, e), row] += 1
                        counts[place_of_four(a, c, d, e), row] += 1
                        counts[place_of_four(b, c, d, e), row] += 1


@compiled
def list_fours(size: int, fours: Array, threes: Array) -> None:
    """For every set of four: its places in the deck, and the numbers of the sets of three
    that are left when its first, second, third or last is taken away."""
    for d in range(3, size):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    at = place_of_four(a, b, c, d)
                    fours[at, 0] = a
                    fours[at, 1] = b
                    fours[at, 2] = c
                    fours[at, 3] = d
                    threes[at, 0] = place_of_three(b, c, d)
                    threes[at, 1] = place_of_three(a, c, d)
                    threes[at, 2] = place_of_three(a, b, d)
                    threes[at, 3] = place_of_three(a, b, c)


def rows_by_value(row_of: Callable[[int], int]) -> npt.NDArray[np.int8]:
    """A game's row of every five-card value, as kernels take it."""
    return np.array([row_of(value) for value in range(VALUES)], dtype=np.int8)


class FourCards:
    """All sets of four cards of a deck: `cards`, their sets of three (`threes`, by which card
    is taken away), and `counts[set, row]` of the fifth cards that make each row."""

    def __init__(
        self, row_of: Callable[[int], int], rows: int, deck: Sequence[int] = range(52)
    ) -> None:
        self.deck = np.array(deck, dtype=np.int64)
        size = len(self.deck)
        self.fifth_cards = size - 4
        sets = comb(size, 4)
        self.counts = np.zeros((sets, rows), dtype=np.int64)
        jit(count_fifth_cards)(tables(), self.deck, rows_by_value(row_of), self.counts)
        places = np.zeros((sets, 4), dtype=np.int64)
        self.threes = np.zeros((sets, 4), dtype=np.int64)
        jit(list_fours)(size, places, self.threes)
        self.cards = self.deck[places]


def all_threes(deck: Sequence[int] = range(52)) -> npt.NDArray[np.int64]:
    """The cards of every set of three, by number."""
    found = [
        (deck[a], deck[b], deck[c])
        for c in range(2, len(deck))
        for b in range(1, c)
        for a in range(b)
    ]
    return np.array(found, dtype=np.int64)
