"""Rankings that no study asks for in bulk, for whole arrays of hands: so that all hands there are
can be counted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    COLUMN_MASK,
    COLUMN_SHIFT,
    FIVE_CARD_CATEGORIES,
    JOKER,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_FLAGS,
    SUIT_START,
    PokerTables,
    multi_deck_value,
    pai_gow_high_value,
    pai_gow_low_value,
    three_card_joker_value,
    three_card_value,
)
from pitboss.hands.poker_batch import Cards, SignedCards, Values, _hands, _run, tables

_DECK = 52


def three_card_values(cards: npt.ArrayLike, *, joker: bool = False) -> Values:
    """20.3: values of three-card hands; with `joker` the deck holds the joker."""
    hands = _hands(cards, (3,), JOKER if joker else JOKER - 1)
    return _run(_three_card_joker_kernel if joker else _three_card_kernel, hands)


def pai_gow_high_values(cards: npt.ArrayLike, *, wheel_second: bool = True) -> Values:
    """11.3: values of the best five of five to seven cards with the joker; 11.3(d) if False."""
    hands = _hands(cards, (5, 6, 7), JOKER)
    values = np.empty(len(hands), dtype=np.int32)
    jit(_pai_gow_high_kernel)(hands.view(np.int8), wheel_second, values)
    return values


def pai_gow_low_values(cards: npt.ArrayLike) -> Values:
    """11.3: values of two-card hands, where the joker is an ace."""
    return _run(_pai_gow_low_kernel, _hands(cards, (2,), JOKER))


def multi_deck_values(cards: npt.ArrayLike) -> Values:
    """21.3: values of the best five of five to seven cards from several decks."""
    return _run(_multi_deck_kernel, _hands(cards, (5, 6, 7), JOKER - 1))


def all_three_card_hands() -> Cards:
    """All 22,100 hands of three cards, in the order of `itertools.combinations(range(52), 3)`."""
    deck = np.arange(_DECK)
    first, second, third = np.meshgrid(deck, deck, deck, indexing="ij")
    kept = (first < second) & (second < third)
    return np.stack([first[kept], second[kept], third[kept]], axis=1).astype(np.uint8)


def all_three_card_values() -> Values:
    """The values of `all_three_card_hands`, in the same order."""
    return three_card_values(all_three_card_hands())


def count_all_seven_card_hands() -> npt.NDArray[np.int64]:
    """How many of the 133,784,560 seven-card hands fall into each category, worst first."""
    counts = np.zeros(len(FIVE_CARD_CATEGORIES), dtype=np.int64)
    jit(_count_seven_kernel)(tables(), counts)
    return counts


@compiled
def _three_card_kernel(hands: SignedCards, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = three_card_value(hands[i, 0], hands[i, 1], hands[i, 2])


@compiled
def _three_card_joker_kernel(hands: SignedCards, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = three_card_joker_value(hands[i, 0], hands[i, 1], hands[i, 2])


@compiled
def _pai_gow_high_kernel(hands: SignedCards, wheel_second: bool, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = pai_gow_high_value(hands[i], wheel_second)


@compiled
def _pai_gow_low_kernel(hands: SignedCards, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = pai_gow_low_value(hands[i, 0], hands[i, 1])


@compiled
def _multi_deck_kernel(hands: SignedCards, values: Values) -> None:
    for i in range(hands.shape[0]):
        values[i] = multi_deck_value(hands[i])


@compiled
def _count_seven_kernel(t: PokerTables, counts: npt.NDArray[np.int64]) -> None:
    """Every seven-card hand once: the first six cards' sums are carried down the loops."""
    keys = t.keys
    masks = t.suit_masks
    for a in range(6, _DECK):
        for b in range(5, a):
            for c in range(4, b):
                key3 = SUIT_START + keys[a] + keys[b] + keys[c]
                held3 = masks[a] | masks[b] | masks[c]
                for d in range(3, c):
                    for e in range(2, d):
                        key5 = key3 + keys[d] + keys[e]
                        held5 = held3 | masks[d] | masks[e]
                        for f in range(1, e):
                            key6 = key5 + keys[f]
                            held6 = held5 | masks[f]
                            for g in range(f):
                                key = key6 + keys[g]
                                flag = key & SUIT_FLAGS
                                if flag:
                                    suit = (flag >> 7 & 1) + (flag >> 11 & 1) * 2
                                    suit += (flag >> 15 & 1) * 3
                                    value = t.flushes[(held6 | masks[g]) >> 16 * suit & 0x1FFF]
                                else:
                                    offset = t.seven_offsets[key >> ROW_SHIFT & ROW_MASK]
                                    column = key >> COLUMN_SHIFT & COLUMN_MASK
                                    value = t.seven_values[offset + column]
                                counts[value >> CATEGORY_SHIFT] += 1
