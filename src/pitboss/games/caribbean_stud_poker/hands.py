"""What five cards are at Caribbean stud poker: integers in, integers out.

The ranking of 16.5 itself is `pitboss.hands.poker.five_card_value`, which other games share."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import CATEGORY_SHIFT, FIVE_CARD_CATEGORIES, five_card_value

# 16.10: the lowest hand with an ace and a king.
ACE_KING = five_card_value(parse_cards("As Kd 4h 3c 2s"))

# What the pay tables call the rows of `hand_row`.
NOTHING = "less than ace-king"
ROWS = (NOTHING, "ace-king", *FIVE_CARD_CATEGORIES[1:])
STRAIGHT_FLUSH_ROW = ROWS.index("straight flush")
ROYAL_FLUSH_ROW = ROWS.index("royal flush")


@compiled
def qualifies(value: int) -> bool:
    """Whether the dealer's hand is ace-king or better."""
    return value >= ACE_KING


@compiled
def hand_row(value: int) -> int:
    """The row of the pay tables that a hand belongs to, an index into `ROWS`."""
    if value < ACE_KING:
        return 0
    return (value >> CATEGORY_SHIFT) + 1


def hand_name(value: int) -> str:
    return ROWS[hand_row(value)]


__all__ = ["ACE_KING", "ROWS", "five_card_value", "hand_name", "hand_row", "qualifies"]
