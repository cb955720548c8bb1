"""What hands are at blackjack switch: integers in, integers out."""

from __future__ import annotations

from pitboss.compiled import compiled

NO_ROW = -1
# 2A.12(b): the dealer draws on a soft 17.
SOFT_17_DRAWS = True

# What is done with the four cards of a spot, as bits: second cards exchanged, hands surrendered.
SWITCHES, FIRST_UP, SECOND_UP = 1, 2, 4

# Rows of the pay table of the match wager, by the number of pairs among four cards.
_FOUR_OF_A_KIND, _TWO_PAIR, _THREE_OF_A_KIND, _PAIR = 0, 1, 2, 3


@compiled
def match_row(first: int, second: int, third: int, fourth: int) -> int:
    """2A.6: the best class in four cards, by rank. Of the six pairs that four cards form, four
    of a kind match in all, three of a kind in three, two pair in two."""
    a, b, c, d = first >> 2, second >> 2, third >> 2, fourth >> 2
    equal = 0
    equal += 1 if a == b else 0
    equal += 1 if a == c else 0
    equal += 1 if a == d else 0
    equal += 1 if b == c else 0
    equal += 1 if b == d else 0
    equal += 1 if c == d else 0
    if equal == 6:
        return _FOUR_OF_A_KIND
    if equal == 3:
        return _THREE_OF_A_KIND
    if equal == 2:
        return _TWO_PAIR
    return _PAIR if equal == 1 else NO_ROW


@compiled
def compare(player: int, dealer: int, push_total: int) -> int:
    """2A.5: 1 if the hand wins, 0 if it pushes, -1 if it loses. It is no blackjack and not over
    21; against the dealer's 22 it pushes."""
    if dealer == push_total or player == dealer:
        return 0
    return 1 if dealer > push_total or player > dealer else -1
