"""What a hand is at four-card poker: integers in, integers out.

The ranking of 27.3 itself is `pitboss.hands.poker.four_card_value`: the best four cards."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import CATEGORY_SHIFT, FOUR_CARD_CATEGORIES, four_card_value

PAIR_OF_ACES = four_card_value(parse_cards("As Ad 3h 2c"))
TWO_PAIR = FOUR_CARD_CATEGORIES.index("two pair") << CATEGORY_SHIFT

# What the ledgers call the rows of `hand_row`.
ROWS = (*FOUR_CARD_CATEGORIES[:2], "pair of aces", *FOUR_CARD_CATEGORIES[2:])


@compiled
def hand_row(value: int) -> int:
    """The row of a ledger that a hand belongs to, an index into `ROWS`."""
    if value < PAIR_OF_ACES:
        return value >> CATEGORY_SHIFT
    return (value >> CATEGORY_SHIFT) + 1


def hand_name(value: int) -> str:
    return ROWS[hand_row(value)]


__all__ = ["PAIR_OF_ACES", "ROWS", "four_card_value", "hand_name", "hand_row"]
