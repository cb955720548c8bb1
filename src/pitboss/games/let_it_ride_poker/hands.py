"""What a hand pays at let it ride poker: integers in, integers out.

The rankings of 18.3 are `pitboss.hands.poker.five_card_value`, which other games share."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    FIVE_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    five_card_value,
    three_card_value,
)

# 18.10(h): the lowest hand that is a pair of tens or better.
PAIR_OF_TENS = five_card_value(parse_cards("Tc Td 2h 3h 4h"))
ACE_KING_QUEEN_SUITED = three_card_value(*parse_cards("As Ks Qs"))

# The rows of `payout_row` as the pay tables call them; what is lower than a pair of tens is
# one row, and the others are the categories of 18.3(b).
PAYOUT_ROWS = ("lose", "pair of tens or better", *FIVE_CARD_CATEGORIES[2:])
# The rows of `three_card_row`: the categories of three cards, and a suited ace, king, queen.
THREE_CARD_ROWS = (*THREE_CARD_CATEGORIES, "ace-king-queen suited")


@compiled
def payout_row(value: int) -> int:
    """The row of the payout table, an index into `PAYOUT_ROWS`, of a five-card value."""
    if value < PAIR_OF_TENS:
        return 0
    return value >> CATEGORY_SHIFT


@compiled
def three_card_row(value: int) -> int:
    """The row of the three-card bonus table, an index into `THREE_CARD_ROWS`."""
    if value >= ACE_KING_QUEEN_SUITED:
        return 6
    return value >> CATEGORY_SHIFT


def hand_name(value: int) -> str:
    """What the dealer calls a hand; a pair that pays is told from one that does not."""
    row = payout_row(value)
    return PAYOUT_ROWS[row] if row else "lower than a pair of tens"


__all__ = [
    "PAYOUT_ROWS", "THREE_CARD_ROWS", "five_card_value", "hand_name", "payout_row",
    "three_card_row", "three_card_value",
]  # fmt: skip
