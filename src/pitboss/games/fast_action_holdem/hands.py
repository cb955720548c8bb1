"""Four cards and what is made of them: naturals (21.1), the dealer's house ways (21.8(i)), and a
player's choice by a table of values. Integers in, integers out."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.poker import CATEGORY_SHIFT, MULTI_DECK_CATEGORIES, multi_deck_value

TEN, JACK, ACE = 8, 9, 12
HAND_CARDS, KEPT, COMMUNITY = 4, 2, 5
WAYS = 14

# The six pairs of four cards, as places; pair k and pair 5 - k are the two of a split.
PAIR_PLACES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
PAIRS = len(PAIR_PLACES)

# What a player does: 0 to 5 sets that pair, SPLIT + k splits with pair k in front.
SPLIT, DISCONTINUE = 6, 12

__all__ = ["hand_name", "multi_deck_value"]


@compiled
def is_natural(a: int, b: int, c: int, d: int) -> bool:
    """21.1: four cards of one rank."""
    return a >> 2 == b >> 2 == c >> 2 == d >> 2


@compiled
def house_way(first: int, second: int) -> int:
    """21.8(i): the first of the fourteen house ways that these two cards are."""
    suited = first & 3 == second & 3
    high, low = first >> 2, second >> 2
    if high < low:
        high, low = low, high
    running = high - low == 1
    if high == low:
        way = 1 if suited else 2
    elif high == ACE and suited and low >= TEN:
        way = 3
    elif suited and running and low >= TEN:
        way = 4
    elif high == ACE and low >= TEN:
        way = 5
    elif running and low >= JACK:
        way = 6
    elif high == ACE and suited:
        way = 7
    elif suited and low >= TEN:
        way = 8
    elif low >= JACK:
        way = 9
    elif high == ACE:
        way = 10
    elif suited and running:
        way = 11
    elif suited:
        way = 12
    elif running:
        way = 13
    else:
        way = 14
    return way


@compiled
def way_order(first: int, second: int) -> int:
    """Larger for what the dealer prefers: by house way, then by the higher and lower card."""
    high, low = first >> 2, second >> 2
    if high < low:
        high, low = low, high
    return (WAYS + 1 - house_way(first, second)) << 8 | high << 4 | low


@compiled
def dealer_keeps(a: int, b: int, c: int, d: int) -> int:
    """21.8(i): which of the six pairs the dealer keeps; the first dealt among equals."""
    best = 0
    order = way_order(a, b)
    for pair in range(1, 6):
        if pair == 1:
            other = way_order(a, c)
        elif pair == 2:
            other = way_order(a, d)
        elif pair == 3:
            other = way_order(b, c)
        elif pair == 4:
            other = way_order(b, d)
        else:
            other = way_order(c, d)
        if other > order:
            best = pair
            order = other
    return best


@compiled
def two_card_class(first: int, second: int) -> int:
    """The same for pairs of cards that differ only in which suits they are: higher rank, lower
    rank, and whether they are suited."""
    high, low = first >> 2, second >> 2
    if high < low:
        high, low = low, high
    return (high * 13 + low) * 2 + (1 if first & 3 == second & 3 else 0)


@compiled
def player_does(cards: Sequence[int], values: Sequence[int], splits: int, least: int) -> int:
    """What a player does who goes by `values` of two cards (by class), in parts of a wager:
    sets the best pair; splits, with `splits`, where two hands are worth more than that; and
    discontinues where nothing is worth `least`."""
    a, b, c, d = cards[0], cards[1], cards[2], cards[3]
    ab, cd = values[two_card_class(a, b)], values[two_card_class(c, d)]
    ac, bd = values[two_card_class(a, c)], values[two_card_class(b, d)]
    ad, bc = values[two_card_class(a, d)], values[two_card_class(b, c)]
    best, does = ab, 0
    if ac > best:
        best, does = ac, 1
    if ad > best:
        best, does = ad, 2
    if bc > best:
        best, does = bc, 3
    if bd > best:
        best, does = bd, 4
    if cd > best:
        best, does = cd, 5
    if splits:
        if ab + cd > best:
            best, does = ab + cd, SPLIT
        if ac + bd > best:
            best, does = ac + bd, SPLIT + 1
        if ad + bc > best:
            best, does = ad + bc, SPLIT + 2
    return does if best >= least else DISCONTINUE


def hand_name(value: int) -> str:
    """The name of a five-card hand of this value (21.3(b))."""
    return MULTI_DECK_CATEGORIES[value >> CATEGORY_SHIFT]


def pair_of(cards: Sequence[int], pair: int) -> tuple[int, int]:
    first, second = PAIR_PLACES[pair]
    return cards[first], cards[second]
