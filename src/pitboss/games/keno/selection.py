"""15.5(d)2: twenty of eighty numbers, every set of twenty as likely as any other.

All sets are numbered from 0; whoever draws one of these numbers fairly selects fairly, and the one
number says which set it was. Eighty numbers are five blocks of sixteen. Sets are ordered first by
how many numbers they have in each block, then by which: an order that a machine takes apart
quickly (studies/keno/kernel.py has it as machine code)."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate, product
from math import comb, prod

NUMBERS = 80
SELECTED = 20
BLOCK = 16
BLOCKS = NUMBERS // BLOCK
SELECTIONS = comb(NUMBERS, SELECTED)


@cache
def sets_of_block() -> tuple[tuple[int, ...], ...]:
    """By size, the sets of numbers of a block, as bits, in increasing order."""
    by_size: list[list[int]] = [[] for _ in range(BLOCK + 1)]
    for held in range(1 << BLOCK):
        by_size[held.bit_count()].append(held)
    return tuple(map(tuple, by_size))


@cache
def divisions() -> tuple[list[tuple[int, ...]], list[int]]:
    """How the twenty may be divided among the blocks, in order, and the number of the first
    selection of each division."""
    sizes = range(BLOCK + 1)
    found = [
        (*first, SELECTED - sum(first))
        for first in product(sizes, repeat=BLOCKS - 1)
        if 0 <= SELECTED - sum(first) <= BLOCK
    ]
    counts = [prod(comb(BLOCK, size) for size in division) for division in found]
    return found, list(accumulate(counts, initial=0))[:-1]


def selection_of(index: int) -> int:
    """The set of that number, as bits: number n is bit n."""
    assert 0 <= index < SELECTIONS
    found, starts = divisions()
    which = bisect_right(starts, index) - 1
    left, drawn = index - starts[which], 0
    for block in reversed(range(BLOCKS)):
        sets = sets_of_block()[found[which][block]]
        left, place = divmod(left, len(sets))
        drawn |= sets[place] << (BLOCK * block + 1)
    return drawn
