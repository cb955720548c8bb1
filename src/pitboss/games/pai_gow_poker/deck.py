"""11.5, 11.6: the deck of 52 cards and a joker is opened, shuffled and cut."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.pai_gow.bank import bank_of
from pitboss.families.pai_gow.rules import Phase
from pitboss.games.pai_gow_poker.rules import PaiGowPokerRules
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.shuffling import make_cut, offer_cut

CUTTING_CARD_AWAY = "place the cutting card in the discard rack"
CUTTING_CARD_IN = "insert the cutting card four cards from the bottom of the deck"


def full_deck() -> Shoe:
    return full_shoe(1, jokers=1)


def open_the_table(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.5 Opening of the table for gaming; of two decks each by itself (d)."""
    dealer.phase = Phase.OPENING
    decks = ["the cards"]
    if dealer.state.deck_removed:
        decks = ["the new deck"]
    elif rules.two_decks:
        decks = ["the first deck", "the second deck"]
    for cards in decks:
        dealer.act(f"sort and inspect {cards}", cite="11.5(a)")
        dealer.act("the floorperson verifies the inspection", cite="11.5(a)")
        dealer.act("make sure that one joker only is used", cite="11.5(a)")
        dealer.act(
            f"spread {cards} face up by suit and in sequence, with the joker", cite="11.5(b)"
        )
        dealer.act(f"turn {cards} face down, wash and stack them", cite="11.5(c)")
    if len(decks) > 1:
        dealer.note("each deck is prepared separately", cite="11.5(d)")
    dealer.remember(replace(dealer.state, begun=False, offered=0, deck=0, deck_removed=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.6 Shuffle and cut of the cards, before play and after each round."""
    dealer.phase = Phase.SHUFFLE
    dealer.new_shoe(full_deck())
    dealer.next_procedure = "round"
    if rules.two_decks:
        number = 2 if dealer.state.deck == 1 else 1
        dealer.act(f"put deck {number}, which the device has shuffled, in play", cite="11.2(b)4")
        dealer.remember(replace(dealer.state, deck=number))
    elif rules.automated_shuffler:
        dealer.act("shuffle the cards in the automated card shuffling device", cite="11.6(a)")
    else:
        dealer.act("shuffle the cards and place them in a single stack", cite="11.6(a)")
        # (b)2 After a manual shuffle the cards are cut.
        cut(dealer, rules)
    dealer.remember(replace(dealer.state, begun=True))


def cut(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.6(c) to (e)."""
    dealer.phase = Phase.CUT
    dealer.act("place the stack on top of the cover card", cite="11.6(c)")
    order, cite = order_of_cut(dealer)
    bank = bank_of(dealer)
    offered = 0 if bank or not order else order[0]
    cutter = offer_cut(
        dealer, order, offer=cite, cut="11.6(e)", margin=rules.cut_at_least, behind="11.6(e)"
    )
    dealer.remember(replace(dealer.state, cutter=cutter, offered=offered))
    after_the_cut(dealer, rules)


def after_the_cut(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.6(e): the cover card goes to the bottom, the cutting card to the rack or back in."""
    dealer.act("place the cover card on the bottom of the stack", cite="11.6(e)")
    text = CUTTING_CARD_IN if rules.cutting_card_reused else CUTTING_CARD_AWAY
    dealer.act(text, cite="11.6(e)")


def order_of_cut(dealer: Dealer) -> tuple[list[int], str]:
    """11.6(d): who is offered the cut, in turn, and the paragraph by which."""
    seats, state = sorted(dealer.table.seats), dealer.state
    bank = bank_of(dealer)
    if not state.begun:
        first, cite = min(seats), "11.6(d)1"
    elif bank:
        first, cite = bank, "11.6(d)2"
    else:
        # Counterclockwise from the far right, and on by one in consecutive rounds without a bank.
        later = [seat for seat in seats if seat > state.offered]
        first, cite = min(later or seats), "11.6(d)3"
    return [s for s in seats if s >= first] + [s for s in seats if s < first], cite


def recut(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.6(f): by whoever cut last, or by the next one entitled."""
    cutter = dealer.state.cutter
    if rules.recut_by == "next":
        order = sorted(dealer.table.seats)
        cutter = min((s for s in order if s > cutter), default=min(order, default=DEALER))
    elif cutter not in dealer.table.seats:
        cutter = DEALER
    make_cut(dealer, cutter, cite="11.6(f)", margin=rules.cut_at_least, behind="11.6(e)")
    dealer.remember(replace(dealer.state, cutter=cutter))
    after_the_cut(dealer, rules)
