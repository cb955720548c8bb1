"""What three cards are at three card poker: integers in, integers out.

The ranking of 20.3 itself is `pitboss.hands.poker.three_card_value`, which other games share."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import CATEGORY_SHIFT, THREE_CARD_CATEGORIES, three_card_value

# 20.11(a)1: the lowest hand that is "queen high or better".
QUEEN_HIGH = three_card_value(*parse_cards("Qc 3d 2h"))
ACE_KING_QUEEN_SUITED = three_card_value(*parse_cards("As Ks Qs"))

# What the ledgers call the rows of `ledger_row`, which are the categories of 20.3(b) and, for
# a ledger that pays it apart, the highest straight flush.
LEDGER_ROWS = (*THREE_CARD_CATEGORIES, "ace-king-queen suited")


@compiled
def qualifies(value: int) -> bool:
    """20.11(a)1: whether the dealer's hand is queen high or better."""
    return value >= QUEEN_HIGH


@compiled
def ledger_row(value: int) -> int:
    """The row of a ledger that a hand belongs to, an index into `LEDGER_ROWS`."""
    if value >= ACE_KING_QUEEN_SUITED:
        return 6
    return value >> CATEGORY_SHIFT


def category_name(value: int) -> str:
    return THREE_CARD_CATEGORIES[value >> CATEGORY_SHIFT]


def arranged(cards: list[int]) -> list[int]:
    """20.10(b): the cards laid so as to form the hand: a pair before the odd card, otherwise
    from the highest card down; in 3-2-A the ace is the lowest."""
    ranks = [card >> 2 for card in cards]
    ordered = sorted(cards, key=lambda card: (ranks.count(card >> 2), card), reverse=True)
    if [card >> 2 for card in ordered] == [12, 1, 0]:
        return [*ordered[1:], ordered[0]]
    return ordered


__all__ = [
    "LEDGER_ROWS",
    "arranged",
    "category_name",
    "ledger_row",
    "qualifies",
    "three_card_value",
]
