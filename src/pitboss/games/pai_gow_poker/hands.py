"""Seven cards made into two hands (11.3, 11.9), and the first three of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from pitboss.equipment.cards import DECK, JOKER
from pitboss.families.pai_gow.hands import SetHand, Setter, number_of
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.hands.pai_gow import high_key, is_foul, low_key
from pitboss.hands.poker import ACE, CATEGORY_SHIFT, THREE_CARD_CATEGORIES, three_card_value

HIGH_CARDS, LOW_CARDS, CARDS = 5, 2, 7
# Best first, but for hands without a pair.
THREE_CARD_ROWS = tuple(reversed(THREE_CARD_CATEGORIES[1:]))
COMPLETED = frozenset({"straight", "flush", "straight flush"})


def setter(way: HouseWay, *, lowest_wheel: bool) -> Setter:
    """How hands of cards are set and ranked under these rules."""

    def as_set(high: Sequence[int], low: Sequence[int], rule: int = 0) -> SetHand:
        higher, lower = high_key(high, lowest_wheel), low_key(*low)
        return SetHand(tuple(high), tuple(low), higher, lower, is_foul(higher, lower), rule)

    def with_low(cards: Sequence[int], low: Sequence[int]) -> SetHand:
        return as_set(in_order(card for card in cards if card not in low), low)

    def by_house_way(cards: Sequence[int]) -> SetHand:
        high, low, rule = way.set_cards(cards, lowest_wheel)
        return as_set(in_order(high), in_order(low), number_of(way, rule))

    return Setter(with_low, by_house_way, lows)


def in_order(cards: Iterable[int]) -> list[int]:
    """The higher card first, the joker before all."""
    return sorted(cards, reverse=True)


def lows(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Every two of the seven cards, the higher first."""
    return list(combinations(in_order(cards), LOW_CARDS))


def three_card_row(cards: Sequence[int]) -> str:
    """The row of three cards in a table for them, or an empty string.

    Doubt: no text says what the joker is among three cards. It is an ace, or the card that
    completes a straight, a flush or both (11.3(c))."""
    natural = [card for card in cards if card != JOKER]
    if len(natural) == len(cards):
        return _three(cards)
    best = ""
    for stands_for in DECK:
        row = _three((*natural, stands_for)) if stands_for not in natural else ""
        fits = row in COMPLETED or stands_for >> 2 == ACE
        if fits and row and (not best or _better(row, best)):
            best = row
    return best


def _better(row: str, best: str) -> bool:
    return THREE_CARD_ROWS.index(row) < THREE_CARD_ROWS.index(best)


def _three(cards: Sequence[int]) -> str:
    row = THREE_CARD_CATEGORIES[three_card_value(*cards) >> CATEGORY_SHIFT]
    return row if row in THREE_CARD_ROWS else ""


def majority(cards: Sequence[int]) -> str:
    """The colour of most of the cards; an empty string if there are as many of either."""
    reds = sum(card != JOKER and card & 3 in (1, 2) for card in cards)
    blacks = sum(card != JOKER and card & 3 in (0, 3) for card in cards)
    return "" if reds == blacks else "red" if reds > blacks else "black"
