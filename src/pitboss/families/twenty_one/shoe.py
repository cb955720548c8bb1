"""The cards at the games of twenty-one: opening, shuffle, cut, burn, each card out of the shoe,
and what happens when there are too few."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.irregular import Exposed, void_round
from pitboss.families.twenty_one.play import Cites, Play
from pitboss.table.dealer import Dealer
from pitboss.table.layout import EVERYONE, NOBODY
from pitboss.table.shuffling import clockwise_from, insert_cutting_card, offer_cut


def open_the_table(dealer: Dealer, cites: Cites) -> None:
    """The decks are checked, shown to the first player, and mixed."""
    cite = cites.opening
    dealer.act("sort and inspect the cards", cite=cite)
    dealer.act("the floorperson verifies the inspection", cite=cite)
    dealer.act("spread the cards face up by deck, suit and sequence", cite=cite)
    dealer.act("turn the cards face down, wash and stack them", cite=cite)
    dealer.remember(replace(dealer.state, begun=False, box=0, reader_out=False))
    dealer.next_procedure = "shuffle"


def cutters(seats: Sequence[int], *, begun: bool, box: int) -> list[int]:
    """To whom the cut is offered: at the start the first player at the table; else the player
    on whose box the cutting card came out; else the one farthest to the dealer's right; then
    clockwise."""
    first = (box or max(seats)) if begun else seats[0]
    return clockwise_from(first, seats)


def cut_and_insert(
    dealer: Dealer, cites: Cites, order: Sequence[int], *, margin: int, insert: bool = True
) -> int:
    """The stack is cut and aligned with the mark on the shoe, and the cutting card put at least
    about a quarter from the back, unless it is not to go in again. Returns who cut.

    Doubt: "about" a quarter at least: we allow from a fifth to a half of the stack."""
    cutter = offer_cut(dealer, order, offer=cites.offer_cut, cut=cites.cut, margin=margin)
    dealer.phase = None
    dealer.act("align the stack with the mark on the shoe", cite=cites.insert)
    if insert:
        stack = dealer.remaining
        insert_cutting_card(dealer, -(-stack // 5), stack // 2, cite=cites.insert)
    return cutter


def draw(
    dealer: Dealer, play: Play, place: str, *, cite: str, seat: int = 0, seen: int = EVERYONE
) -> int:
    """The next card: one that was exposed in error, or from the shoe, where the discards are
    shuffled if it is empty."""
    if play.exposed >= 0:
        return take_exposed(dealer, play, place, seat=seat)
    if not dealer.remaining:
        shuffle_discards(dealer, play)
    if play.cut_at < 0 and dealer.cutting_card_reached:
        play.cut_at = seat
    try:
        return dealer.draw(place, cite=cite, seat=seat, seen=seen)
    except Exposed as exposed:
        play.exposed = exposed.card
        return take_exposed(dealer, play, place, seat=seat)


def take_exposed(dealer: Dealer, play: Play, place: str, *, seat: int) -> int:
    """A card exposed in error is dealt as though it were the next card from the shoe."""
    card, play.exposed = play.exposed, -1
    dealer.reveal(card, place, cite=play.cites.exposed, seat=seat)
    return card


def shuffle_discards(dealer: Dealer, play: Play) -> None:
    """Too few cards: those in the discard rack are shuffled and cut, the first is burned, and
    the round goes on. If there are none, it cannot."""
    cite = play.cites.too_few
    counts = list(play.complete.counts)
    for card in play.cards_on_the_table():
        counts[card] -= 1
    left = sum(counts)
    if left < 2:
        dealer.note("no cards are left to complete the round: it is void", cite=cite)
        void_round(dealer, cite)
    dealer.act("shuffle the cards in the discard rack", cite=cite)
    dealer.load(
        Shoe(tuple(counts), left, 0, play.complete.most), "the shuffled discards", cite=cite
    )
    seats = dealer.table.seats
    margin = min(play.cut_at_least, left // 2)
    offer_cut(dealer, clockwise_from(max(seats), seats), offer=cite, cut=cite, margin=margin)
    dealer.burn("discard rack", cite=cite, seen=NOBODY)
    play.reshuffle = True
