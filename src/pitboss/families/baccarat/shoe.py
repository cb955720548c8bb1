"""The shoe: cut, build and burn (3.5, 7.5), each card out of it, and its end (3.8(e), 7.8(e))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.families.baccarat.rules import BaccaratRules, Phase
from pitboss.hands.baccarat import burn_value
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.layout import EVERYONE
from pitboss.table.shuffling import insert_cutting_card, make_cut, offer_cut

PLAYERS_HAND, BANKERS_HAND = "Player's Hand", "Banker's Hand"


def cut_and_build(dealer: Dealer, rules: BaccaratRules, order: Sequence[int]) -> None:
    """The stack is offered in this order, cut, and goes into the shoe; the first card and as
    many more as it counts are burned, shown to all."""
    cites = rules.cites
    cutter = offer_cut(
        dealer,
        order,
        offer=cites.offer_cut,
        cut=cites.cut,
        behind=cites.build,
        margin=rules.cut_at_least,
    )
    entitled = order[order.index(cutter) + 1 :] if cutter else []
    dealer.remember(
        replace(
            dealer.state,
            cutter=cutter,
            entitled=tuple(entitled),
            cutting_card_out=False,
            last_hand=False,
            both_stayed=False,
        )
    )

    dealer.phase = Phase.CUT
    build(dealer, rules)
    first = dealer.burn(rules.discards, cite=cites.build, seen=EVERYONE)
    for _ in range(burn_value(first)):
        dealer.burn(rules.discards, cite=cites.build, seen=EVERYONE)
    dealer.phase = None


def build(dealer: Dealer, rules: BaccaratRules) -> None:
    """One cutting card near the back, the other at the very end; then into the shoe.

    Doubt: the text has no upper bound; we allow up to half of the stack."""
    cite = rules.cites.build
    least, most = rules.cutting_card_from_back, dealer.remaining // 2
    insert_cutting_card(dealer, least, most, cite=cite)
    dealer.phase = Phase.BURN
    dealer.act("place the second cutting card at the end of the stack", cite=cite)
    dealer.act("insert the stack into the dealing shoe", cite=cite)


def recut(dealer: Dealer, rules: BaccaratRules) -> None:
    """A casino supervisor requires a recut, by the last cutter or the next person entitled.

    Doubt: once the cutting cards are in, the stack is built anew after the recut."""
    cites, state = rules.cites, dealer.state
    dealer.act("the casino supervisor requires a recut", cite=cites.recut)
    cutter, entitled = state.cutter, state.entitled
    if rules.recut_by == "next":
        # After the last participant it is the dealer who cuts.
        cutter, entitled = (entitled[0], entitled[1:]) if entitled else (0, ())
    make_cut(dealer, cutter, cite=cites.recut, margin=rules.cut_at_least)
    dealer.remember(replace(state, cutter=cutter, entitled=entitled))
    if dealer.phase is Phase.BURN:
        build(dealer, rules)


def draw(
    dealer: Dealer, rules: BaccaratRules, place: str, *, cite: str, seen: int = EVERYONE
) -> int:
    """The next card of a hand; before it, perhaps, the cutting card."""
    if not dealer.remaining:
        too_few_cards(dealer, rules)
    watch_cutting_card(dealer, rules)
    return dealer.draw(place, cite=cite, seen=seen)


def watch_cutting_card(dealer: Dealer, rules: BaccaratRules) -> None:
    """The cutting card comes out before the next card: it is put aside and play goes on."""
    if dealer.cutting_card_reached and not dealer.state.cutting_card_out:
        cite = rules.cites.cutting_card
        dealer.act("remove the cutting card and place it to the side", cite=cite)
        dealer.remember(replace(dealer.state, cutting_card_out=True))


def too_few_cards(dealer: Dealer, rules: BaccaratRules) -> NoReturn:
    """The round cannot be finished: it is void, and all cards are reshuffled."""
    cite = rules.cites.irregular
    dealer.note("too few cards are left to finish the round: it is void", cite=cite)
    dealer.return_all(cite=cite)
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def end_of_hand(dealer: Dealer, rules: BaccaratRules) -> None:
    """After the hand in which the cutting card came out there is one more; then a reshuffle.

    Doubt: with the cutting card before the first card of a round, that round is the hand in
    which it appears, and one more follows, as the text says and custom often does not."""
    state = dealer.state
    if rules.continuous_shuffler:
        dealer.new_shoe(full_shoe(rules.decks))
    elif state.last_hand:
        dealer.note("no more cards until the reshuffle", cite=rules.cites.cutting_card)
        dealer.next_procedure = "shuffle"
    elif state.cutting_card_out:
        dealer.announce("Last hand", cite=rules.cites.cutting_card)
        dealer.remember(replace(state, last_hand=True))
