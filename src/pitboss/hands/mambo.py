"""Mambo stud's hands (14.3, 14.13A) as integers: three cards of a player's three and the common
one; the higher integer is the better hand, `value >> CATEGORY_SHIFT` the category.

Doubt: 14.3 of the regulation was not read. An ace also completes 3-2-A, the lowest straight, as it
completes the lowest straight of the other rankings."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.low import NO_LOW, ace_low, lower_is_better, lowest_ranks
from pitboss.hands.poker import ACE, CATEGORY_UNIT, THREE_CARD_CATEGORIES, three_card_value

MAMBO_HIGH_CATEGORIES = (*THREE_CARD_CATEGORIES, "high mambo")
MAMBO_LOW_CATEGORIES = ("no low", "low", "low mambo")

_STRAIGHT_FLUSH_OF_ACE = 5 * CATEGORY_UNIT | ACE << 8
_HIGH_MAMBO = 6 * CATEGORY_UNIT
_LOW = 1 * CATEGORY_UNIT
_LOW_MAMBO = 2 * CATEGORY_UNIT
_SIX_AND_LOWER = 0x3F
_ACE_TWO_THREE = 0x7


@compiled
def mambo_high_value(cards: Sequence[int]) -> int:
    """14.3: the best three of three or four cards; suited A-K-Q is the high mambo."""
    best = three_card_value(cards[0], cards[1], cards[2])
    if len(cards) == 4:
        best = max(
            best,
            three_card_value(cards[0], cards[1], cards[3]),
            three_card_value(cards[0], cards[2], cards[3]),
            three_card_value(cards[1], cards[2], cards[3]),
        )
    return _HIGH_MAMBO if best == _STRAIGHT_FLUSH_OF_ACE else best


@compiled
def mambo_low_value(cards: Sequence[int]) -> int:
    """14.3: the lowest three different ranks of three or four cards, six or lower, else NO_LOW;
    the ace is low, and A-2-3 is the low mambo."""
    ranks = 0
    for card in cards:
        ranks |= 1 << (card >> 2)
    ranks = ace_low(ranks) & _SIX_AND_LOWER
    if ranks.bit_count() < 3:
        return NO_LOW
    ranks = lowest_ranks(ranks, 3)
    if ranks == _ACE_TWO_THREE:
        return _LOW_MAMBO
    return _LOW | lower_is_better(ranks)
