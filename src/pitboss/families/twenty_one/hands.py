"""The point count of a hand at the games of twenty-one: integers in, integers out.

A hand is one integer: twice its hard total (every ace counted 1), plus 1 if it has an ace."""

from __future__ import annotations

from pitboss.compiled import compiled

NO_CARDS = 0
TWENTY_ONE = 21

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
def is_ace(card: int) -> bool:
    return card >> 2 == _ACE_RANK


@compiled
def is_ten_value(card: int) -> bool:
    """Ten, jack, queen or king."""
    return _TEN_RANK <= card >> 2 < _ACE_RANK


@compiled
def with_card(hand: int, card: int) -> int:
    """The hand with one card more."""
    if card >> 2 == _ACE_RANK:
        return (hand + 2) | 1
    return hand + 2 * card_value(card)


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
    return count < 17 or (soft_17_draws and count == 17 and is_soft(hand))
