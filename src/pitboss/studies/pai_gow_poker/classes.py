"""Hands up to the names of suits. A hand is a board of bits: sixteen for each suit, of which
thirteen are ranks, and JOKER_BIT. Hands of n cards without the joker that differ by the names of
suits only have one number, from 0 to the number of such classes less one."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.hands.poker import JOKER

Array = Any

JOKER_PLACE = 62
JOKER_BIT = 1 << JOKER_PLACE
RANKS = 13
_SUIT_BITS = 16
_RANK_MASK = (1 << RANKS) - 1
# A suit's ranks as a number: how many they are, above; which of the sets of so many, below.
_SIZE_SHIFT = 11
_PLACE_MASK = (1 << _SIZE_SHIFT) - 1
CARDS_MOST = 7


class Numbering(NamedTuple):
    """`keys` by the set of ranks; `offsets` by the numbers of cards in the four suits, most first;
    `sets` is how many sets of so many ranks there are."""

    keys: Array
    offsets: Array
    sets: Array


@compiled(inline=True)
def board_bit(card: int) -> int:
    """The bit of a card."""
    if card == JOKER:
        return JOKER_BIT
    return 1 << (_SUIT_BITS * (card & 3) + (card >> 2))


@compiled(inline=True)
def _two(a: int, b: int) -> int:
    """Numbers pairs a >= b."""
    return (a * (a + 1) >> 1) + b


@compiled(inline=True)
def _three(a: int, b: int, c: int) -> int:
    """Numbers triples a >= b >= c."""
    return a * (a + 1) * (a + 2) // 6 + (b * (b + 1) >> 1) + c


@compiled(inline=True)
def class_of(numbering: Any, board: int) -> Any:
    """The number of the class of a hand, whose joker is left out of account."""
    keys = numbering.keys
    a: Any = np.int64(keys[board & _RANK_MASK])
    b: Any = np.int64(keys[board >> _SUIT_BITS & _RANK_MASK])
    c: Any = np.int64(keys[board >> 2 * _SUIT_BITS & _RANK_MASK])
    d: Any = np.int64(keys[board >> 3 * _SUIT_BITS & _RANK_MASK])
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    first = a >> _SIZE_SHIFT
    second = b >> _SIZE_SHIFT
    third = c >> _SIZE_SHIFT
    fourth = d >> _SIZE_SHIFT
    offset = numbering.offsets[first << 9 | second << 6 | third << 3 | fourth]
    a &= _PLACE_MASK
    b &= _PLACE_MASK
    c &= _PLACE_MASK
    d &= _PLACE_MASK
    sets = numbering.sets
    if first == second:
        if second == third:
            if third == fourth:
                return offset + a * (a + 1) * (a + 2) * (a + 3) // (2 * 3 * 4) + _three(b, c, d)
            return offset + _three(a, b, c) * sets[fourth] + d
        if third == fourth:
            count = sets[third]
            return offset + _two(a, b) * (count * (count + 1) >> 1) + _two(c, d)
        return offset + (_two(a, b) * sets[third] + c) * sets[fourth] + d
    if second == third:
        count = sets[second]
        if third == fourth:
            return offset + a * (count * (count + 1) * (count + 2) // 6) + _three(b, c, d)
        return offset + (a * (count * (count + 1) >> 1) + _two(b, c)) * sets[fourth] + d
    if third == fourth:
        count = sets[third]
        return offset + (a * sets[second] + b) * (count * (count + 1) >> 1) + _two(c, d)
    return offset + ((a * sets[second] + b) * sets[third] + c) * sets[fourth] + d


@cache
def numbering() -> tuple[Numbering, tuple[int, ...]]:
    """The tables, and how many classes there are of 0, 1, ... 7 cards."""
    keys = np.zeros(1 << RANKS, dtype=np.int32)
    seen = [0] * (RANKS + 1)
    for ranks in range(1 << RANKS):
        size = ranks.bit_count()
        keys[ranks] = size << _SIZE_SHIFT | seen[size] & _PLACE_MASK
        seen[size] += 1
    sets = np.array([comb(RANKS, size) for size in range(CARDS_MOST + 1)], dtype=np.int64)
    offsets = np.zeros(1 << 12, dtype=np.int64)
    totals = []
    for cards in range(CARDS_MOST + 1):
        total = 0
        for shape in _shapes(cards):
            first, second, third, fourth = shape
            offsets[first << 9 | second << 6 | third << 3 | fourth] = total
            size = 1
            for count in sorted(set(shape)):
                size *= comb(comb(RANKS, count) + shape.count(count) - 1, shape.count(count))
            total += size
        totals.append(total)
    return Numbering(keys, offsets, sets), tuple(totals)


def _shapes(cards: int) -> list[tuple[int, int, int, int]]:
    return [
        (a, b, c, cards - a - b - c)
        for a in range(cards + 1)
        for b in range(min(a, cards - a) + 1)
        for c in range(min(b, cards - a - b) + 1)
        if cards - a - b - c <= c
    ]


@compiled(allocates=True)
def count_classes(numbering: Any, cards: int, boards: Array, sizes: Array) -> None:
    """Walks through all hands of so many of 52 cards: how many hands each class has, and one of
    them."""
    places = np.arange(CARDS_MOST)
    while cards:
        board = 0
        for at in range(cards):
            board |= board_bit(places[at])
        number = class_of(numbering, board)
        sizes[number] += 1
        boards[number] = board
        last = cards - 1
        while last >= 0 and places[last] == JOKER - cards + last:
            last -= 1
        if last < 0:
            return
        places[last] += 1
        for at in range(last + 1, cards):
            places[at] = places[at - 1] + 1
    sizes[0] = 1


@cache
def classes(cards: int) -> tuple[Array, Array]:
    """For every class of hands of so many cards without joker: one of its hands, and how many
    hands it has."""
    tables, totals = numbering()
    boards = np.zeros(totals[cards], dtype=np.int64)
    sizes = np.zeros(totals[cards], dtype=np.int64)
    jit(count_classes)(tables, cards, boards, sizes)
    return boards, sizes
