"""A bank that stands against two wagers, exactly: both hands of the other side come from the 28
tiles that the bank does not hold, so pairs of hands without a tile in common are counted, by
inclusion and exclusion over the tiles that they would share. Tiles of one rank are alike."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.hands.tiles import TILES
from pitboss.studies.families.pai_gow.results import bank_place, bank_places
from pitboss.studies.pai_gow.exact import COPIES, DEALS, IN_A_HAND, RANKS, kinds

Array = Any

# Deals of three hands.
DEALS_OF_TWO = DEALS * comb(TILES - 2 * IN_A_HAND, IN_A_HAND)
WON, PUSHED, LOST = range(3)
_STEPS = 3  # none, one or two tiles of a rank


class Parts(NamedTuple):
    """Every hand with every part of it: the number of the hand's kind, that of the part, and for up
    to four ranks, rank * 9 + tiles in the part * 3 + tiles beside it (-1: no more ranks). `sets`
    has for each part how many tiles of each rank it has, `sizes` how many tiles."""

    hands: Array
    parts: Array
    codes: Array
    sets: Array
    sizes: Array


@cache
def parts() -> Parts:
    numbers: dict[tuple[int, ...], int] = {}
    hands, found, codes = [], [], []
    for number, held in enumerate(kinds(False).counts.tolist()):
        ranks = [rank for rank in range(RANKS) if held[rank]]
        for taken in product(*(range(held[rank] + 1) for rank in ranks)):
            part = [0] * RANKS
            code = [-1] * IN_A_HAND
            for at, (rank, count) in enumerate(zip(ranks, taken, strict=True)):
                part[rank] = count
                code[at] = (rank * _STEPS + count) * _STEPS + held[rank] - count
            hands.append(number)
            found.append(numbers.setdefault(tuple(part), len(numbers)))
            codes.append(code)
    sets = np.array(list(numbers), dtype=np.int64)
    return Parts(
        np.array(hands), np.array(found), np.array(codes), sets, sets.sum(axis=1).astype(np.int64)
    )


@compiled(allocates=True)
def count_pairs(
    parts: Any,
    copies: Array,
    choose: Array,
    counts: Array,
    sizes: Array,
    mine: Array,
    theirs: Array,
    found: Array,
) -> None:
    """Adds up, over every hand of the bank's, the pairs of hands by the result of each."""
    left = np.zeros(len(copies), dtype=np.int64)
    results = np.zeros(len(theirs), dtype=np.int64)
    held = np.zeros((len(parts.sizes), 3), dtype=np.int64)
    for bank in range(len(sizes)):
        for rank in range(len(copies)):
            left[rank] = copies[rank] - counts[bank, rank]
        for hand in range(len(theirs)):
            up = (theirs[hand, 0] > mine[bank, 0]) + (theirs[hand, 1] > mine[bank, 1])
            results[hand] = up
        held[:] = 0
        for at in range(len(parts.hands)):
            ways = 1
            for code in parts.codes[at]:
                if code < 0 or ways == 0:
                    break
                rank = code // 9
                rest = left[rank] - code // 3 % 3
                ways *= choose[rest, code % 3] if rest >= 0 else 0
            held[parts.parts[at], results[parts.hands[at]]] += ways
        for part in range(len(parts.sizes)):
            ways = sizes[bank]
            for rank in range(len(copies)):
                if parts.sets[part, rank]:
                    ways *= choose[left[rank], parts.sets[part, rank]]
            if parts.sizes[part] & 1:
                ways = -ways
            for first in range(3):
                for second in range(3):
                    found[first, second] += ways * held[part, first] * held[part, second]


def deals_by_result(chosen: Array, house: Array, zero_is_copy: bool) -> list[int]:
    """How many deals to a bank and two others come to each of `bank_cells(rules, 2)`."""
    every = kinds(zero_is_copy)
    at = np.arange(len(every.ranks))
    choose = np.array([[comb(copies, held) for held in range(_STEPS)] for copies in range(_STEPS)])
    found = np.zeros((3, 3), dtype=np.int64)
    jit(count_pairs)(
        parts(),
        np.array(COPIES),
        choose,
        every.counts,
        every.sizes,
        every.keys[at, chosen],
        every.keys[at, house],
        found,
    )
    assert int(found.sum()) == DEALS_OF_TWO
    deals = [0] * bank_places(2)
    for first, second in product(range(3), repeat=2):
        # A hand that is higher in neither is won by the bank, in both lost.
        won, lost = (first, second).count(WON), (first, second).count(LOST)
        deals[bank_place(2, won, lost)] += int(found[first, second])
    return deals
