"""The ranking of 27.3 by look-up, for the kernel: the best four of five and of six cards.

A hand's ranks find their place as in hands/poker, by the sum of its cards' keys; at that place
stands the value that the ranks have by themselves. Four cards of a suit are the only other thing
that counts, and the higher of the two values is the hand's."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled
from pitboss.hands.poker import (
    COLUMN_MASK,
    COLUMN_SHIFT,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_FLAGS,
    rank_hands,
)
from pitboss.hands.poker_batch import four_card_values, tables

Array = Any

# Four more of a suit set the highest bit of its nibble in a sum of keys.
SUIT_START = 0x4444


class FourCardTables(NamedTuple):
    """`flushes` is by the ranks of one suit, four or more of them."""

    keys: Array
    suit_masks: Array
    flushes: Array
    five_offsets: Array
    five_values: Array
    six_offsets: Array
    six_values: Array


@compiled(inline=True)
def best_four(t: FourCardTables, offsets: Array, values: Array, cards: Any) -> Any:
    """Returns the value of five cards or of six, of which `offsets` and `values` are the tables."""
    key = SUIT_START
    for card in cards:
        key += t.keys[card]
    at = offsets[key >> ROW_SHIFT & ROW_MASK] + (key >> COLUMN_SHIFT & COLUMN_MASK)
    value: Any = np.int64(values[at])
    flag = key & SUIT_FLAGS
    if flag:
        suit = (flag >> 7 & 1) + (flag >> 11 & 1) * 2 + (flag >> 15 & 1) * 3
        held = 0
        for card in cards:
            held |= t.suit_masks[card]
        value = max(value, np.int64(t.flushes[held >> 16 * suit & 0x1FFF]))
    return value


@cache
def four_card_tables() -> FourCardTables:
    """Returns the tables; do not write to them."""
    t = tables()
    return FourCardTables(
        t.keys,
        t.suit_masks,
        _flushes(),
        t.five_offsets,
        _values_by_rank(t.keys, t.five_offsets, t.five_values, 5),
        t.six_offsets,
        _values_by_rank(t.keys, t.six_offsets, t.six_values, 6),
    )


def _values_by_rank(keys: Array, offsets: Array, places: Array, cards: int) -> Array:
    """Returns the values of all hands of so many cards by their ranks, where `places` has those of
    five-card poker."""
    # Suits in turn: cards of one rank differ, and no suit is there four times.
    hands = np.array(
        [[rank << 2 | k & 3 for k, rank in enumerate(hand)] for hand in rank_hands(cards)],
        dtype=np.uint8,
    )
    key = keys[hands].sum(axis=1)
    at = offsets[key >> ROW_SHIFT & ROW_MASK] + (key >> COLUMN_SHIFT & COLUMN_MASK)
    values = np.zeros(len(places), dtype=np.int32)
    values[at] = four_card_values(hands)
    return values


def _flushes() -> Array:
    """Returns the value of every set of four to six ranks of one suit."""
    values = np.zeros(1 << 13, dtype=np.int32)
    for cards in (4, 5, 6):
        ranks = np.array(list(combinations(range(13), cards)), dtype=np.int64)
        values[(1 << ranks).sum(axis=1)] = four_card_values((ranks << 2).astype(np.uint8))
    return values
