"""Whole arrays of poker hands at once, by compiled kernels; the rankings of `hands.poker`.

Each function takes an array of shape (hands, cards) and gives one int32 value per hand, equal to
what the plain function gives for that row. Cards of type uint8 in C order are read in place;
anything else is copied into that form first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit
from pitboss.hands import poker
from pitboss.hands.poker import (
    COLUMN_MASK,
    COLUMN_SHIFT,
    JOKER,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_FLAGS,
    SUIT_START,
    PokerTables,
    five_cards,
    four_card_value,
    six_cards,
)

Cards = npt.NDArray[np.uint8]
SignedCards = npt.NDArray[np.int8]
Values = npt.NDArray[np.int32]

_DECK = 52
# A number that is no card has a key of its own bit, above those of the suits. The bit is tested
# together with the flushes, so that checking the input costs nothing.
_NO_CARD = 1 << 16
_NO_CARD_FLAGS = 7 << 16
_SEVEN = np.uint64(7)
_BLOCK = 256


@lru_cache(maxsize=1)
def tables() -> PokerTables:
    """The lookup tables as numpy arrays, for kernels; do not write to them."""
    keys = np.full(256, _NO_CARD, dtype=np.int64)
    keys[:_DECK] = poker.card_keys()
    suit_masks = np.zeros(256, dtype=np.int64)
    suit_masks[:_DECK] = poker.card_suit_masks()
    stored = [np.array(numbers, dtype=np.uint16) for numbers in poker.stored_arrays()]
    return PokerTables(keys, suit_masks, *stored)


def four_card_values(cards: npt.ArrayLike) -> Values:
    """27.3: values of the best four of four, five or six cards."""
    return _run(_four_card_kernel, _hands(cards, (4, 5, 6), JOKER - 1))


def five_card_values(cards: npt.ArrayLike) -> Values:
    """Values of the best five of five, six or seven cards of one deck, in the ordinary order."""
    hands = _hands(cards, (5, 6, 7), None)
    values = np.empty(len(hands), dtype=np.int32)
    if hands.shape[1] == 7:
        pending = np.empty(_BLOCK + 1, dtype=np.uint64)
        sound = jit(_seven_card_kernel)(tables(), hands.reshape(-1), pending, values)
    elif hands.shape[1] == 6:
        sound = jit(_six_card_kernel)(tables(), hands, values)
    else:
        sound = jit(_five_card_kernel)(tables(), hands, values)
    if not sound:
        raise ValueError(f"a card is a number from 0 to {JOKER - 1}")
    return values


def _hands(cards: npt.ArrayLike, sizes: tuple[int, ...], highest: int | None) -> Cards:
    """The hands as bytes; refused if of the wrong shape or, unless None, above `highest`."""
    given = np.asarray(cards)
    if given.ndim != 2 or given.shape[1] not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        raise ValueError(f"hands of {wanted} cards expected, not an array of shape {given.shape}")
    if given.dtype != np.uint8:
        if given.size and (given.dtype.kind not in "iu" or given.min() < 0 or given.max() > JOKER):
            raise ValueError(f"a card is a number from 0 to {JOKER}")
        given = given.astype(np.uint8)
    if highest is not None and given.size and given.max() > highest:
        raise ValueError(f"a card is a number from 0 to {highest}")
    return np.ascontiguousarray(given)


def _run(kernel: Any, hands: Cards) -> Values:
    # Signed cards: in numba an unsigned card would turn every number it meets into a float.
    values = np.empty(len(hands), dtype=np.int32)
    jit(kernel)(hands.view(np.int8), values)
    return values


@compiled
def _four_card_kernel(hands: SignedCards, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = four_card_value(hands[i])


@compiled
def _five_card_kernel(t: PokerTables, hands: Cards, values: Values) -> bool:
    sound = True
    for i in range(hands.shape[0]):
        row = hands[i]
        sound &= max(row[0], row[1], row[2], row[3], row[4]) < JOKER
        values[i] = five_cards(t, row[0], row[1], row[2], row[3], row[4])
    return sound


@compiled
def _six_card_kernel(t: PokerTables, hands: Cards, values: Values) -> bool:
    sound = True
    for i in range(hands.shape[0]):
        row = hands[i]
        sound &= max(row[0], row[1], row[2], row[3], row[4], row[5]) < JOKER
        values[i] = six_cards(t, row[0], row[1], row[2], row[3], row[4], row[5])
    return sound


@compiled
def _seven_card_kernel(
    t: PokerTables, cards: Cards, pending: npt.NDArray[np.uint64], values: Values
) -> bool:
    """`seven_cards` for every seven cards, in blocks: flushes wait for the end of their block.

    About one hand in 33 is a flush, which no processor foresees; a branch for it would cost a
    fifth of the time. So every hand is looked up by rank, the places of flushes are noted
    without a branch, and their values are then written over. One flat array of cards, with
    unsigned counters, spares the registers that strides and tests for negative indices need.
    """
    keys = t.keys
    suit_masks = t.suit_masks
    offsets = t.seven_offsets
    table = t.seven_values
    flushes = t.flushes
    sound = True
    hands = np.uint64(values.shape[0])
    block = np.uint64(pending.shape[0] - 1)
    start = np.uint64(0)
    while start < hands:
        stop = min(start + block, hands)
        noted = np.uint64(0)
        for i in range(start, stop):
            key = SUIT_START
            for k in range(_SEVEN):
                key += keys[cards[i * _SEVEN + k]]
            offset = offsets[key >> ROW_SHIFT & ROW_MASK]
            values[i] = table[offset + (key >> COLUMN_SHIFT & COLUMN_MASK)]
            pending[noted] = i
            noted += np.uint64(key & (SUIT_FLAGS | _NO_CARD_FLAGS) != 0)
        for j in range(noted):
            i = pending[j]
            key = SUIT_START
            held = 0
            for k in range(_SEVEN):
                key += keys[cards[i * _SEVEN + k]]
                held |= suit_masks[cards[i * _SEVEN + k]]
            sound &= key & _NO_CARD_FLAGS == 0
            flag = key & SUIT_FLAGS
            suit = (flag >> 7 & 1) + (flag >> 11 & 1) * 2 + (flag >> 15 & 1) * 3
            values[i] = flushes[held >> 16 * suit & 0x1FFF]
        start = stop
    return sound
