"""Hands on the table: dealt, turned up, forfeited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import EVERYONE, NOBODY

# The cards by seat, in the order in which they are dealt to; under seat 0 the dealer's, or those
# that all share.
Hands = dict[int, list[int]]

# One card in the order of the deal: whose it is, the hand that it joins, how that is called, and
# who sees the card.
Turn = tuple[int, list[int], str, int]

DEALERS_HAND = "dealer's hand"


def place_of(seat: int, other: str = DEALERS_HAND) -> str:
    return f"hand of p{seat}" if seat else other


def empty_hands(dealer: Dealer) -> Hands:
    """Of each bettor from the far left clockwise, the dealer's last."""
    return {seat: [] for seat in (*dealer.players_with_wagers(), DEALER)}


def order_of_deal(
    dealer: Dealer, hands: Hands, cards: int, *, in_stacks: bool, other: str = DEALERS_HAND
) -> list[Turn]:
    """So many cards to each hand, face down: one at a time around the table, or in stacks."""
    around = [
        (seat, held, place_of(seat, other), dealer.table.eyes(seat) if seat else NOBODY)
        for seat, held in hands.items()
    ]
    if in_stacks:
        return [turn for turn in around for _ in range(cards)]
    return around * cards


def face_up(turn: Turn) -> Turn:
    return (*turn[:3], EVERYONE)


def deal(dealer: Dealer, order: Sequence[Turn], *, cite: str) -> None:
    draw = dealer.draw
    for seat, cards, place, seen in order:
        cards.append(draw(place, cite=cite, seen=seen, seat=seat))


def show(dealer: Dealer, seat: int, cards: Iterable[int], *, cite: str) -> None:
    """From now on everybody sees these cards."""
    place = place_of(seat)
    for card in cards:
        dealer.reveal(card, place, cite=cite, seat=seat)


def collect_forfeited(
    dealer: Dealer, folded: Sequence[int], *, side_wagers: bool, cite: str
) -> None:
    """A fold forfeits the ante, with `side_wagers` every other wager, and then the cards. (Where
    a side wager is not forfeited, the cards stay for it.)"""
    for seat in folded:
        for wager in dealer.wagers_of(seat):
            if wager.kind == "ante" or side_wagers:
                dealer.collect(wager, cite=cite)
    if any(not dealer.wagers_of(seat) for seat in folded):
        dealer.act("place the forfeited cards in the discard rack", cite=cite)
