"""What a table of Spanish 21, double attack blackjack or blackjack switch remembers, its shuffle,
and the end of its rounds."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.play import Cites, Phase, Play
from pitboss.families.twenty_one.settlement import burn_exposed
from pitboss.families.twenty_one.shoe import cut_and_insert, cutters
from pitboss.table.dealer import Dealer
from pitboss.table.layout import NOBODY


class ShoeState(msgspec.Struct, frozen=True):
    """`begun`: a shoe has been cut before at this table; `box`: the box on which the cutting card
    came out, 0 for the dealer's hand; `reader_out`: the card reader device has failed."""

    begun: bool = False
    box: Annotated[int, msgspec.Meta(ge=0)] = 0
    reader_out: bool = False


def shuffle_cut_and_burn(
    dealer: Dealer, cites: Cites, complete: Shoe, *, margin: int, device: bool
) -> None:
    """All cards together, shuffled by hand or by a device, cut, and the first one burned."""
    dealer.new_shoe(complete)
    dealer.next_procedure = "round"
    if device:
        dealer.phase = Phase.DEVICE
        dealer.act("shuffle the cards in the automated card shuffling device", cite=cites.shuffle)
    else:
        dealer.act("shuffle the cards", cite=cites.shuffle)
    state = dealer.state
    order = cutters(dealer.table.seats, begun=state.begun, box=state.box)
    cut_and_insert(dealer, cites, order, margin=margin)
    dealer.remember(replace(state, begun=True, box=0))
    dealer.burn("discard rack", cite=cites.burn, seen=NOBODY)


def conclude(dealer: Dealer, play: Play) -> None:
    """The cards are picked up; once the cutting card is out, or the discards had to be shuffled,
    a shuffle follows."""
    dealer.phase = None
    if play.exposed >= 0:
        burn_exposed(dealer, play)
    dealer.act("pick up the cards from the right, the dealer's hand last", cite=play.cites.pick_up)
    if dealer.cutting_card_reached or play.reshuffle:
        dealer.note("the cutting card is out: shuffle", cite=play.cites.cutting_card)
        dealer.remember(replace(dealer.state, box=max(play.cut_at, 0)))
        dealer.next_procedure = "shuffle"
