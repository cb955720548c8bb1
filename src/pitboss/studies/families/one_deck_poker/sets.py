"""Sets of cards by number, and how often each row of a pay table follows when four cards of a
hand of five are known.

A set is numbered by its cards in rising order, the sum of choose(card, place): cards 0, 1, 2 are
set 0 of three cards."""

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
    """Returns the number of the set a < b < c among all sets of three."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@compiled
def place_of_four(a: int, b: int, c: int, d: int) -> int:
    """Returns the number of the set a < b < c < d among all sets of four."""
    return place_of_three(a, b, c) + d * (d - 1) * (d - 2) * (d - 3) // 24


@compiled
def three_in_any_order(a: int, b: int, c: int) -> int:
    """Returns `place_of_three` of three different numbers."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return place_of_three(a, b, c)


@compiled
def four_in_any_order(a: int, b: int, c: int, d: int) -> int:
    """Returns `place_of_four` of four different numbers."""
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
    """Adds one, for every hand of five from `deck`, to the row that it makes, `rows[value]`, at
    each of the five sets of four within it. Sets are numbered by places in the deck."""
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


def all_sets(size: int, count: int) -> npt.NDArray[np.int64]:
    """Returns all sets of `count` places among `size`, by their number."""
    if count == 0:
        return np.zeros((1, 0), dtype=np.int64)
    smaller = all_sets(size, count - 1)
    parts = []
    for highest in range(count - 1, size):
        below = smaller[: comb(highest, count - 1)]
        parts.append(np.column_stack([below, np.full(len(below), highest)]))
    return np.concatenate(parts)


def rows_by_value(row_of: Callable[[int], int]) -> npt.NDArray[np.int8]:
    """Returns a game's row of every five-card value, as an array."""
    return np.array([row_of(value) for value in range(VALUES)], dtype=np.int8)


def fifth_cards(
    row_of: Callable[[int], int], rows: int, deck: Sequence[int]
) -> npt.NDArray[np.int64]:
    """Returns, for every set of four cards of a deck, how many fifth cards make each row."""
    counts = np.zeros((comb(len(deck), 4), rows), dtype=np.int64)
    places = np.array(sorted(deck), dtype=np.int64)
    jit(count_fifth_cards)(tables(), places, rows_by_value(row_of), counts)
    return counts


def smaller_sets(size: int, count: int) -> npt.NDArray[np.int64]:
    """Returns, for every set of `count` places among `size`, the numbers of the sets that are left
    when its first, second, ... or last is taken away."""
    sets = all_sets(size, count)
    choose = np.array([[comb(n, k) for n in range(size)] for k in range(count)], dtype=np.int64)
    found = np.zeros_like(sets)
    for gone in range(count):
        for place, column in enumerate(np.delete(sets, gone, axis=1).T):
            found[:, gone] += choose[place + 1][column]
    return found


def count_rows(rows: npt.NDArray[Any], many: int) -> list[int]:
    """Returns how many hands there are in each of so many rows."""
    found: list[int] = np.bincount(rows, minlength=many).tolist()
    return found
