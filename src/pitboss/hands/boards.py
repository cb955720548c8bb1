"""The up-cards of stud (14.9, 14.13, 14.13A) as integers: who acts first, who makes the forced bet.

A board is one to four up-cards. Pairs, two pair, three and four of a kind count; straights and
flushes are no hands before the showdown. The higher integer acts first. `value >> BOARD_SHIFT` is
the category; below it stand the matched ranks and then the others, each a mask of 13 bits, which
compare card by card from the highest. Boards of unequal numbers of cards (a card dealt face down
after an exposed hole card, 14.15(l)) compare in the same way: no card is below any card.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.low import ace_low
from pitboss.hands.poker import ACE, rank_slices

BOARD_CATEGORIES = ("high card", "pair", "two pair", "three of a kind", "four of a kind")
LOW_BOARD_CATEGORIES = tuple(reversed(BOARD_CATEGORIES))

BOARD_RANKS = 13
BOARD_SHIFT = 2 * BOARD_RANKS
_UNIT = 1 << BOARD_SHIFT
_TOP = 5 * _UNIT - 1


@compiled
def _board_of_slices(once: int, twice: int, three: int, four: int) -> int:
    if four:
        return 4 * _UNIT | four << BOARD_RANKS
    if three:
        return 3 * _UNIT | three << BOARD_RANKS | once ^ three
    pairs = twice.bit_count()
    return pairs * _UNIT | twice << BOARD_RANKS | once ^ twice


@compiled
def high_board_value(cards: Sequence[int]) -> int:
    """The board of a high or high-low game: the best acts first."""
    slices = rank_slices(cards)
    return _board_of_slices(slices[0], slices[1], slices[2], slices[3])


@compiled
def low_board_value(cards: Sequence[int]) -> int:
    """The board of a low game, the ace low: the lowest acts first, so it is the highest value."""
    slices = rank_slices(cards)
    return _TOP - _board_of_slices(
        ace_low(slices[0]), ace_low(slices[1]), ace_low(slices[2]), ace_low(slices[3])
    )


@compiled
def forced_bet_value(card: int, low_game: bool, by_suit: bool) -> int:
    """Of the first up-cards the one with the highest value makes the forced bet: the lowest card
    of a high or high-low game, the ace high; the highest of a low game, the ace low. `by_suit`
    parts equal ranks (clubs lowest, then diamonds, hearts, spades); otherwise they are equal."""
    rank = card >> 2
    if low_game:
        rank = 0 if rank == ACE else rank + 1
    place = rank << 2
    if by_suit:
        place |= card & 3
    return place if low_game else (ACE << 2 | 3) - place
