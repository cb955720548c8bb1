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
from pitboss.hands.build_tables import rank_hands
from pitboss.hands.poker import COLUMN_MASK, COLUMN_SHIFT, ROW_MASK, ROW_SHIFT, SUIT_FLAGS
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


@compiled
def flush_in(flushes: Array, key: int, held: int) -> Any:
    """The value of the suit of which a hand has four cards or more; `key` is the sum of its
    keys and `held` all its cards as bits."""
    flag = key & SUIT_FLAGS
    suit = (flag >> 7 & 1) + (flag >> 11 & 1) * 2 + (flag >> 15 & 1) * 3
    return np.int64(flushes[held >> 16 * suit & 0x1FFF])


@compiled(inline=True)
def players_value(t: FourCardTables, deck: Array) -> Any:
    """The best four of five cards, at the even places of the deck."""
    keys, masks = t.keys, t.suit_masks
    a, b, c, d, e = deck[0], deck[2], deck[4], deck[6], deck[8]
    key = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    at = t.five_offsets[key >> ROW_SHIFT & ROW_MASK] + (key >> COLUMN_SHIFT & COLUMN_MASK)
    value: Any = np.int64(t.five_values[at])
    if key & SUIT_FLAGS:
        held = masks[a] | masks[b] | masks[c] | masks[d] | masks[e]
        value = max(value, flush_in(t.flushes, key, held))
    return value


@compiled(inline=True)
def dealers_value(t: FourCardTables, deck: Array) -> Any:
    """The best four of six cards, at the odd places of the deck and the last."""
    keys, masks = t.keys, t.suit_masks
    a, b, c, d, e, f = deck[1], deck[3], deck[5], deck[7], deck[9], deck[10]
    key = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
    at = t.six_offsets[key >> ROW_SHIFT & ROW_MASK] + (key >> COLUMN_SHIFT & COLUMN_MASK)
    value: Any = np.int64(t.six_values[at])
    if key & SUIT_FLAGS:
        held = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f]
        value = max(value, flush_in(t.flushes, key, held))
    return value


@cache
def four_card_tables() -> FourCardTables:
    """The tables; do not write to them."""
    t = tables()
    return FourCardTables(
        t.keys, t.suit_masks, _flushes(),
        t.five_offsets, _values_by_rank(t.keys, t.five_offsets, t.five_values, 5),
        t.six_offsets, _values_by_rank(t.keys, t.six_offsets, t.six_values, 6),
    )  # fmt: skip


def _values_by_rank(keys: Array, offsets: Array, places: Array, cards: int) -> Array:
    """The values of all hands of so many cards by their ranks, where `places` has those of
    five-card poker."""
    # Suits in turn: cards of one rank differ, and no suit is there four times.
    hands = np.array([[rank << 2 | k & 3 for k, rank in enumerate(hand)]
                      for hand in rank_hands(cards)], dtype=np.uint8)  # fmt: skip
    key = keys[hands].sum(axis=1)
    at = offsets[key >> ROW_SHIFT & ROW_MASK] + (key >> COLUMN_SHIFT & COLUMN_MASK)
    values = np.zeros(len(places), dtype=np.int32)
    values[at] = four_card_values(hands)
    return values


def _flushes() -> Array:
    """The value of every set of four to six ranks of one suit."""
    values = np.zeros(1 << 13, dtype=np.int32)
    for cards in (4, 5, 6):
        ranks = np.array(list(combinations(range(13), cards)), dtype=np.int64)
        values[(1 << ranks).sum(axis=1)] = four_card_values((ranks << 2).astype(np.uint8))
    return values
