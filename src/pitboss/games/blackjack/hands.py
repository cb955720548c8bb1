"""What first cards are for the wagers beside the hand (2.17 to 2.26): integers in, integers
out. A function ending in `_row` gives the row of the wager's pay table, or LOSES."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import (
    card_value,
    is_ace,
    is_blackjack,
    matched_cards,
    matched_ranks,
)

LOSES = -1

_SEVEN_RANK = 5
_QUEEN_OF_HEARTS = 42
_QUEEN_RANK, _KING_RANK = 10, 11


@compiled
def count_with_low_aces(first: int, second: int) -> int:
    """2.2(b): for the over and under 13 wagers an ace counts 1."""
    total = 0
    for card in (first, second):
        total += 1 if is_ace(card) else card_value(card)
    return total


@compiled
def over_13_row(first: int, second: int) -> int:
    return 0 if count_with_low_aces(first, second) > 13 else LOSES


@compiled
def under_13_row(first: int, second: int) -> int:
    return 0 if count_with_low_aces(first, second) < 13 else LOSES


@compiled
def same_suit_row(first: int, second: int) -> int:
    """Rows: king and queen of one suit, any two cards of one suit."""
    if first & 3 != second & 3:
        return LOSES
    low, high = min(first >> 2, second >> 2), max(first >> 2, second >> 2)
    return 0 if low == _QUEEN_RANK and high == _KING_RANK else 1


@compiled
def is_seven(card: int) -> bool:
    return card >> 2 == _SEVEN_RANK


@compiled
def sevens_row(sevens: int, one_suit: bool) -> int:
    """Rows: three sevens of one suit, three sevens, two of one suit, two, one."""
    if sevens == 0:
        return LOSES
    if sevens == 1:
        return 4
    row = 0 if sevens == 3 else 2
    return row if one_suit else row + 1


@compiled
def progressive_row(aces: int, one_suit: bool) -> int:
    """Rows: four aces of one suit, four aces, three of one suit, three, two of one suit, two,
    one."""
    if aces == 0:
        return LOSES
    if aces == 1:
        return 6
    row = 2 * (4 - aces)
    return row if one_suit else row + 1


@compiled
def match_row(first: int, second: int, dealers: int) -> int:
    """Rows: two suited, one suited and one off-suit, two off-suit, one suited, one off-suit."""
    suited = matched_cards(first, second, dealers)
    matches = matched_ranks(first, second, dealers)
    if matches == 2:
        return 2 - suited
    if matches == 1:
        return 4 - suited
    return LOSES


@compiled
def twenty_point_row(first: int, second: int, dealer_blackjack: bool) -> int:
    """Rows: two queens of hearts with a dealer blackjack, two queens of hearts, two identical
    cards, two of one suit, any first two cards with a count of 20."""
    if card_value(first) + card_value(second) != 20:
        return LOSES
    if first == second:
        if first == _QUEEN_OF_HEARTS:
            return 0 if dealer_blackjack else 1
        return 2
    return 3 if first & 3 == second & 3 else 4


@compiled
def in_between_row(first: int, second: int, dealers: int) -> int:
    """Rows: three of a kind, then the dealer's card between the two: a spread of one rank, two,
    three, four or more."""
    low, high = min(first >> 2, second >> 2), max(first >> 2, second >> 2)
    middle = dealers >> 2
    if low == middle == high:
        return 0
    if low < middle < high:
        return min(high - low - 1, 4)
    return LOSES


@compiled
def optional_bonus_bits(first: int, second: int) -> int:
    """2.25: everything that the first two cards are, as bits in the order of the rows:
    identical pair, suited blackjack, blackjack, pair, suited."""
    suited = first & 3 == second & 3
    found = 0
    if first == second:
        found |= 1
    if is_blackjack(first, second):
        found |= 6 if suited else 4
    if first >> 2 == second >> 2:
        found |= 8
    if suited:
        found |= 16
    return found
