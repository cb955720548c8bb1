"""What hands are at Spanish 21: integers in, integers out. Results that have odds are row numbers
of the pay tables in 19_spanish_21.toml."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import (
    SIX_SEVEN_EIGHT_ROW,
    THREE_SEVENS_ROW,
    many_cards_row,
    matched_cards,
    matched_ranks,
    suited_row,
)

NO_ROW = -1
# 19.12: the dealer stands on a soft 17.
SOFT_17_DRAWS = False

# Ranks of three cards as a set of bits: 6, 7 and 8; 7 alone.
_RANKS_678, _RANKS_777 = 0b1110000, 0b0100000
_SEVEN = 5
_SPADES = 3


@compiled
def one_suit(first: int, second: int, third: int) -> bool:
    return first & 3 == second & 3 == third & 3


@compiled
def bonus_row(count: int, first: int, second: int, third: int) -> int:
    """19.5(f): the row of a hand of 21, by its number of cards and its first three; no row for
    an ordinary one. The order of the cards does not matter."""
    if count >= 5:
        return many_cards_row(count)
    ranks = (1 << (first >> 2)) | (1 << (second >> 2)) | (1 << (third >> 2))
    if count != 3 or ranks not in (_RANKS_678, _RANKS_777):
        return NO_ROW
    row = SIX_SEVEN_EIGHT_ROW if ranks == _RANKS_678 else THREE_SEVENS_ROW
    return suited_row(row, one_suit(first, second, third), first & 3 == _SPADES)


@compiled
def is_super_bonus(first: int, second: int, third: int, dealers: int) -> bool:
    """19.5(g): three sevens of one suit against a seven of the dealer's."""
    sevens = first >> 2 == second >> 2 == third >> 2 == dealers >> 2 == _SEVEN
    return sevens and one_suit(first, second, third)


@compiled
def match_row(first: int, second: int, dealers: int) -> int:
    """19.6: how the player's two cards match the dealer's first card, by rank and suit."""
    suited = matched_cards(first, second, dealers)
    matched = matched_ranks(first, second, dealers)
    if matched == 2:
        # Two suited, one of each, two off-suit.
        return 0 if suited == 2 else 1 if suited == 1 else 3
    if matched == 1:
        return 2 if suited == 1 else 4
    return NO_ROW


@compiled
def compare(player: int, dealer: int) -> int:
    """1 if the hand wins, 0 if it pushes, -1 if it loses; neither is a blackjack, and the hand
    is not over 21. A player's 21 wins against any total."""
    if player == 21 or dealer > 21 or player > dealer:
        return 1
    return 0 if player == dealer else -1
