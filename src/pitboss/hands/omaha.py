"""Omaha's hands (14.11): exactly two of the four hole cards and exactly three of the board.

Values are those of `five_card_value` and of `eight_or_better_value`; high and low may use different
hole cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.low import EIGHT_AND_LOWER, NO_LOW, ace_low, eight_or_better_of_ranks
from pitboss.hands.poker import PokerTables, five_cards, tables


@compiled
def omaha_high(t: PokerTables, hole: Sequence[int], board: Sequence[int]) -> int:
    """The best hand of two of the hole cards and three of the three to five on the board."""
    best = 0
    for i in range(len(hole)):
        for j in range(i):
            for x in range(len(board)):
                for y in range(x):
                    for z in range(y):
                        value = five_cards(t, hole[i], hole[j], board[x], board[y], board[z])
                        best = max(best, value)
    return best


@compiled
def omaha_low_value(hole: Sequence[int], board: Sequence[int]) -> int:
    """Eight or better of two of the hole cards and three of the board, or NO_LOW."""
    best = NO_LOW
    ranks = 0
    for card in board:
        ranks |= 1 << (card >> 2)
    if (ace_low(ranks) & EIGHT_AND_LOWER).bit_count() < 3:  # nobody has a low on such a board
        return NO_LOW
    for i in range(len(hole)):
        for j in range(i):
            pair = 1 << (hole[i] >> 2) | 1 << (hole[j] >> 2)
            for x in range(len(board)):
                for y in range(x):
                    for z in range(y):
                        three = 1 << (board[x] >> 2) | 1 << (board[y] >> 2) | 1 << (board[z] >> 2)
                        best = max(best, eight_or_better_of_ranks(ace_low(pair | three)))
    return best


def omaha_high_value(hole: Sequence[int], board: Sequence[int]) -> int:
    """`omaha_high` with the stored tables, for plain Python."""
    return omaha_high(tables(), hole, board)
