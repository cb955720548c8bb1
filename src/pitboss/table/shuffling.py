"""Cutting the cards: what the card games' sections on the shuffle have in common."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER

ACCEPT, REFUSE = "accept the cut", "refuse the cut"
CUTTING_CARD = "insert-cutting-card"


def clockwise_from(seat: int, seats: Sequence[int]) -> list[int]:
    """The seats in clockwise order, beginning with `seat`."""
    ordered = sorted(seats)
    return [s for s in ordered if s >= seat] + [s for s in ordered if s < seat]


def offer_cut(
    dealer: Dealer,
    order: Sequence[int],
    *,
    offer: str,
    cut: str,
    margin: int,
    refused: str = "",
    behind: str = "",
) -> int:
    """Offer the stack to each in turn until one accepts, else the dealer cuts; the cutting
    card goes in at least `margin` cards from either end. Returns the seat that cut. `refused`
    is the paragraph of the offers after a refusal, and `behind` that of what make_cut() does
    last, where they have paragraphs of their own."""
    cutter, cite = DEALER, offer
    for seat in order:
        if dealer.choose(seat, (ACCEPT, REFUSE), cite=cite, what="the cut") == ACCEPT:
            cutter = seat
            break
        cite = refused or offer
    make_cut(dealer, cutter, cite=cut, margin=margin, behind=behind)
    return cutter


def make_cut(dealer: Dealer, cutter: int, *, cite: str, margin: int, behind: str = "") -> None:
    """The cutting card goes in, and what lies in front of it goes to the back, which the text
    may say in a paragraph of its own (`behind`)."""
    dealer.number(cutter, "cut", margin, dealer.remaining - margin, cite=cite)
    dealer.act("place the cards in front of the cutting card at the back", cite=behind or cite)


def insert_cutting_card(dealer: Dealer, at_least: int, at_most: int, *, cite: str) -> None:
    """The dealer puts the cutting card in, so many cards from the back."""
    dealer.cutting_card = dealer.number(DEALER, CUTTING_CARD, at_least, at_most, cite=cite)


def insert_about_a_quarter_from_the_back(dealer: Dealer, *, cite: str) -> None:
    """From a fifth to three tenths of the stack is taken to be about a quarter."""
    stack = dealer.remaining
    insert_cutting_card(dealer, stack // 5, stack * 3 // 10, cite=cite)


def next_to_cut(seats: Sequence[int], last: int) -> int:
    """The next person entitled to cut after `last`: the next seat clockwise."""
    if not seats:
        return DEALER
    order = clockwise_from(last, seats)
    return order[1] if last in seats and len(order) > 1 else order[0]
