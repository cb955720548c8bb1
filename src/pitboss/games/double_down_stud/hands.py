"""What a hand comes to at double down stud: integers in, integers out.

The rankings of 17.5 are `pitboss.hands.poker.five_card_value`, which other games share."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import CATEGORY_SHIFT, FIVE_CARD_CATEGORIES, five_card_value

# 17.9: what is lower than a pair of sixes loses; from a pair of jacks on a hand wins.
PAIR_OF_SIXES = five_card_value(parse_cards("6c 6d 2h 3h 4h"))
PAIR_OF_JACKS = five_card_value(parse_cards("Jc Jd 2h 3h 4h"))

# The rows of `payout_row`, as the pay table calls those that it pays.
PAYOUT_ROWS = ("lose", "pair of jacks or better", *FIVE_CARD_CATEGORIES[2:], "push")
LOSE, PUSH = 0, 10


@compiled
def payout_row(value: int) -> int:
    """An index into `PAYOUT_ROWS`, of a five-card value."""
    if value < PAIR_OF_SIXES:
        return LOSE
    if value < PAIR_OF_JACKS:
        return PUSH
    return value >> CATEGORY_SHIFT


def hand_name(value: int) -> str:
    row = payout_row(value)
    if row == LOSE:
        return "pair of fives or less"
    return "pair of sixes to tens" if row == PUSH else PAYOUT_ROWS[row]


__all__ = ["LOSE", "PAYOUT_ROWS", "PUSH", "five_card_value", "hand_name", "payout_row"]
