"""What a hand is at Boston 5 stud poker: integers in, integers out. 24.5: five cards in the
ordinary order; the first three, for the bonus, in that of subchapter 20."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    FIVE_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    five_card_value,
    three_card_value,
)

FIVE_ROWS = FIVE_CARD_CATEGORIES
THREE_ROWS = THREE_CARD_CATEGORIES


@compiled
def hand_row(value: int) -> int:
    """The row of a ledger that a hand (of five, or of three) belongs to: its category."""
    return value >> CATEGORY_SHIFT


__all__ = ["FIVE_ROWS", "THREE_ROWS", "five_card_value", "hand_row", "three_card_value"]
