"""Keno as machine code: a selection is one fair number below the number of all selections, taken
apart block by block as `games.keno.selection` does."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.simulation.kernels import mix
from pitboss.compiled import compiled
from pitboss.games.keno.selection import BLOCK, BLOCKS, SELECTIONS, divisions, sets_of_block

Array = Any
# A random word below this many times SELECTIONS is fair; above it, another word is taken.
TIMES = (1 << 64) // SELECTIONS
FAIR = TIMES * SELECTIONS
WORD = 64
SHIFT = 46


class Tables(NamedTuple):
    """`guide[index >> SHIFT]` is a division (of the twenty among the blocks) at or before that of
    the index, and `starts` the first index of each. Of every division `counts` has the number of
    sets of each block but the first, `shares` one divided by it, and `first` the place in `sets`
    at which the sets of its blocks begin."""

    guide: Array
    starts: Array
    counts: Array
    shares: Array
    first: Array
    sets: Array


def tables() -> Tables:
    divided, below = divisions()
    starts = np.array([*below, np.iinfo(np.int64).max], dtype=np.int64)
    marks = np.arange((SELECTIONS >> SHIFT) + 1, dtype=np.int64) << SHIFT
    guide = (np.searchsorted(starts, marks, side="right") - 1).astype(np.int64)
    sizes = np.array([len(sets) for sets in sets_of_block()], dtype=np.int64)
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    divisions_by_block = np.array(divided, dtype=np.int64)
    counts = sizes[divisions_by_block]
    held = np.array([each for sets in sets_of_block() for each in sets], dtype=np.uint16)
    first = begins[divisions_by_block]
    return Tables(guide, starts, counts, 1.0 / counts, first, held)


@compiled
def select(index: Any, made: Tables) -> tuple[Any, Any]:
    """The selection of that number: numbers 1 to 64 as the bits of a word, 65 to 80 as those of
    another.

    What is divided is below 2**55, so that a product with a rounded share is off by one at the
    most, and that is put right."""
    division = made.guide[np.uint64(index >> SHIFT)]
    while index >= made.starts[np.uint64(division + 1)]:
        division += 1
    left = index - made.starts[np.uint64(division)]
    low = np.uint64(0)
    high = np.uint64(0)
    for step in range(BLOCKS - 1):
        block = BLOCKS - 1 - step
        count = made.counts[division, block]
        quotient = np.int64(np.float64(left) * made.shares[division, block])
        place = left - quotient * count
        if place < 0:
            quotient -= 1
            place += count
        elif place >= count:
            quotient += 1
            place -= count
        left = quotient
        held = np.uint64(made.sets[np.uint64(made.first[division, block] + place)])
        if step == 0:
            high = held
        else:
            low |= held << np.uint64(BLOCK * block)
    low |= np.uint64(made.sets[np.uint64(made.first[division, 0] + left)])
    return low, high


@compiled
def next_index(state: Any) -> tuple[Any, Any]:
    """A fair number of a selection, and the state after it."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    selections = np.uint64(SELECTIONS)
    while True:
        state += golden
        word = mix(state)
        if word < np.uint64(FAIR):
            for _ in range(TIMES - 1):
                word -= selections if word >= selections else np.uint64(0)
            return np.int64(word), state


@compiled
def keno_kernel(
    made: Tables, lows: Array, highs: Array, strides: Array, key: Any, games: int, counts: Array
) -> None:
    """Selects for so many games and counts the states of a ticket's groups: the sum, over the
    groups, of the numbers caught times the group's stride."""
    state = np.uint64(key)
    groups = lows.shape[0]
    for _ in range(games):
        index, state = next_index(state)
        low, high = select(index, made)
        number = np.int64(0)
        for group in range(groups):
            caught = (low & lows[group]).bit_count() + (high & highs[group]).bit_count()
            number += np.int64(caught) * strides[group]
        counts[number] += 1


def words_of(numbers: int) -> tuple[int, int]:
    """A set of numbers (number n is bit n) as the two words of a selection."""
    shifted = numbers >> 1
    return shifted & ((1 << WORD) - 1), shifted >> WORD


def indices(key: int, games: int) -> npt.NDArray[np.uint64]:
    """The numbers of the selections of all games of a chunk, as the kernel draws them."""
    drawn = np.zeros(games, dtype=np.uint64)
    state = key
    mask = (1 << 64) - 1
    with np.errstate(over="ignore"):
        for game in range(games):
            while True:
                state = (state + 0x9E3779B97F4A7C15) & mask
                word = int(mix(np.uint64(state)))
                if word < FAIR:
                    break
            drawn[game] = word % SELECTIONS
    return drawn
