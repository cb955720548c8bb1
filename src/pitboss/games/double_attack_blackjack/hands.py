"""What hands are at double attack blackjack: integers in, integers out."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import TWENTY_ONE, point_count, two_cards, with_card

NO_ROW = -1
# 26.12: the dealer stands on a soft 17.
SOFT_17_DRAWS = False

# Rows of the pay table `bust_it`, and the ranks of six, eight and nine.
_ONE_SUIT, _ONE_COLOUR, _THIRD_SIX, _THIRD_PICTURE = 0, 1, 2, 6
_SIX, _EIGHT, _NINE = 4, 6, 7


@compiled
def is_red(card: int) -> bool:
    """Diamonds and hearts."""
    return 1 <= card & 3 <= 2


@compiled
def bust_it_row(first: int, second: int, third: int) -> int:
    """26.6: the row of the dealer's three cards; no row unless the third goes over 21. A third
    card below six, or an ace, cannot do that to a dealer who had to draw."""
    if point_count(with_card(two_cards(first, second), third)) <= TWENTY_ONE:
        return NO_ROW
    if first >> 2 == second >> 2 == third >> 2 == _EIGHT:
        if first == second == third:
            return _ONE_SUIT
        if is_red(first) == is_red(second) == is_red(third):
            return _ONE_COLOUR
    rank = third >> 2
    return _THIRD_SIX + rank - _SIX if rank <= _NINE else _THIRD_PICTURE


@compiled
def compare(player: int, dealer: int) -> int:
    """1 if the hand wins, 0 if it pushes, -1 if it loses; it is not over 21."""
    if dealer > TWENTY_ONE or player > dealer:
        return 1
    return 0 if player == dealer else -1
