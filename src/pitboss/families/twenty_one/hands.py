"""The point count of a hand at the games of twenty-one: integers in, integers out.

A hand is one integer: twice its hard total (every ace counted 1), plus 1 if it has an ace."""

from __future__ import annotations

from pitboss.compiled import compiled

NO_CARDS = 0
TWENTY_ONE = 21
# The lowest total on which the dealer stands.
DEALER_STANDS_ON = 17

# Rows of the bonuses for a hand of 21, in the order of 19.5(f): five cards, six, seven or more;
# then 6-7-8 and 7-7-7, each of mixed suits, of one suit, and of spades.
FIVE_CARDS_ROW, SIX_SEVEN_EIGHT_ROW, THREE_SEVENS_ROW = 0, 3, 6
_CARDS_FEWEST, _CARDS_MOST = 5, 7

_ACE_RANK = 12
_TEN_RANK = 8


@compiled
def card_value(card: int) -> int:
    """2 to 10 at face, jack, queen and king 10, ace 11."""
    rank = card >> 2
    if rank == _ACE_RANK:
        return 11
    return rank + 2 if rank < _TEN_RANK else 10


@compiled
def low_value(card: int) -> int:
    """As `card_value`, but that an ace is 1."""
    return 1 if card >> 2 == _ACE_RANK else card_value(card)


@compiled
def is_ace(card: int) -> bool:
    return card >> 2 == _ACE_RANK


@compiled
def is_ten_value(card: int) -> bool:
    """Ten, jack, queen or king."""
    return _TEN_RANK <= card >> 2 < _ACE_RANK


@compiled
def with_value(hand: int, value: int) -> int:
    """The hand with one card more, of this value: 1 for an ace."""
    return (hand + 2) | 1 if value == 1 else hand + 2 * value


@compiled
def with_card(hand: int, card: int) -> int:
    """The hand with one card more."""
    return with_value(hand, low_value(card))


@compiled
def is_soft(hand: int) -> bool:
    """Whether an ace of the hand is counted 11."""
    return hand & 1 == 1 and hand >> 1 <= TWENTY_ONE - 10


@compiled
def point_count(hand: int) -> int:
    """The total: an ace is 11 unless the hand would exceed 21, then 1."""
    return (hand >> 1) + 10 if is_soft(hand) else hand >> 1


@compiled
def two_cards(first: int, second: int) -> int:
    return with_card(with_card(NO_CARDS, first), second)


@compiled
def is_blackjack(first: int, second: int) -> bool:
    """An ace with a ten-value card as first two cards (the caller knows of splits)."""
    return point_count(two_cards(first, second)) == TWENTY_ONE


@compiled
def dealer_draws(hand: int, soft_17_draws: bool) -> bool:
    """Draw to 16, stand on 17 to 21; on soft 17 as the licensee or the text has it."""
    count = point_count(hand)
    if count == DEALER_STANDS_ON:
        return soft_17_draws and is_soft(hand)
    return count < DEALER_STANDS_ON


@compiled
def matched_ranks(first: int, second: int, dealers: int) -> int:
    """How many of a player's two cards have the rank of the dealer's first card."""
    rank = dealers >> 2
    return (1 if first >> 2 == rank else 0) + (1 if second >> 2 == rank else 0)


@compiled
def matched_cards(first: int, second: int, dealers: int) -> int:
    """How many of a player's two cards have the rank and the suit of the dealer's first card."""
    return (1 if first == dealers else 0) + (1 if second == dealers else 0)


@compiled
def many_cards_row(count: int) -> int:
    """The row of the bonuses for a 21 of so many cards, five or more."""
    return FIVE_CARDS_ROW + min(count, _CARDS_MOST) - _CARDS_FEWEST


@compiled
def suited_row(row: int, one_suit: bool, spades: bool) -> int:
    """The row of 6-7-8 or 7-7-7, whose row for mixed suits this is, by its suits."""
    if not one_suit:
        return row
    return row + 2 if spades else row + 1
