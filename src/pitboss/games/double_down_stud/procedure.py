"""N.J.A.C. 19:47-17 (13:69F-17), Double Down Stud: the sections that state a procedure, in
order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.families.one_deck_poker import cards
from pitboss.families.one_deck_poker.deck import (
    COVER_CARD_AWAY,
    ONE_DECK,
    TWO_DECKS,
    open_decks,
    shuffle,
)
from pitboss.families.one_deck_poker.rules import HAND, Phase
from pitboss.games.double_down_stud.hands import LOSE, PUSH, five_card_value, hand_name, payout_row
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import NOBODY, PayoutLimit
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.shuffling import offer_cut
from pitboss.table.window import Window

COMMON_CARDS_SHOWN = 3


def open_the_table(dealer: Dealer, rules: DoubleDownStudRules) -> None:
    """17.3 Opening of the table for gaming."""
    # (d) Two decks are opened separately.
    open_decks(dealer, rules.deck.cites, TWO_DECKS if rules.deck.two_decks else ONE_DECK)
    dealer.remember(replace(dealer.state, begun=False, offered=0, deck=0))


def shuffle_and_cut(dealer: Dealer, rules: DoubleDownStudRules) -> None:
    """17.4 Shuffle and cut of the cards, before play and after every round."""
    # (a) Shuffled by hand or by a device; with two decks (17.2(b)) while the other is in play.
    shuffle(dealer, rules.deck)
    # (b) A cut, unless the device inserts the cards directly into the dealing shoe.
    if rules.cut:
        dealer.phase = Phase.CUT
        offer_the_cut(dealer, rules)
        place_the_deck(dealer, rules)
    else:
        dealer.note("the device has inserted the cards into the dealing shoe", cite="17.4(b)1")


def offer_the_cut(dealer: Dealer, rules: DoubleDownStudRules) -> None:
    """17.4(c) to (e)."""
    seats, state = dealer.table.seats, dealer.state
    # (d) First to the first player at the table; then to the one at the dealer's far right,
    # and from round to round on counterclockwise.
    if not state.begun:
        first, offered = seats[0], 0
    else:
        first = offered = next_counterclockwise(seats, state.offered)
    # (c) The stack on the cover card; if no player accepts, the dealer cuts.
    dealer.act(f"place the stack on top of the {rules.cutting_card} cover card", cite="17.4(c)")
    cutter = offer_cut(
        dealer,
        counterclockwise_from(first, seats),
        offer="17.4(d)",
        cut="17.4(e)",
        margin=rules.deck.cut_at_least,
    )
    # (e) The cover card goes to the discard rack.
    dealer.act(COVER_CARD_AWAY, cite="17.4(e)")
    dealer.remember(replace(state, begun=True, offered=offered, cutter=cutter))


def counterclockwise_from(seat: int, seats: Sequence[int]) -> list[int]:
    ordered = sorted(seats, reverse=True)
    return [s for s in ordered if s <= seat] + [s for s in ordered if s > seat]


def next_counterclockwise(seats: Sequence[int], last: int) -> int:
    """The seat after `last`; the far right where there is none, or after nobody (0)."""
    return max((seat for seat in seats if seat < last), default=max(seats))


def place_the_deck(dealer: Dealer, rules: DoubleDownStudRules) -> None:
    """17.8(a): where the cards are dealt from."""
    cite = rules.deck.dealt.placed
    if rules.deck.dealing == HAND:
        dealer.act("place the deck in the dealing hand", cite=cite)
    else:
        dealer.act("place the deck in the dealing shoe", cite=cite)


def play_a_round(dealer: Dealer, rules: DoubleDownStudRules) -> None:
    """17.6 and 17.8, then 17.9: one round of play."""
    # 17.6(b) All wagers before "No more bets", but for the double down wagers.
    dealer.take_wagers("original", cite="17.6(b)", required=True)
    dealer.phase = Phase.DEALING
    hands, common = deal_the_cards(dealer, rules)
    complete_the_round(dealer, rules, hands, common)


class DoubleDownWagers(Window):
    """Doubt: 17.1 is missing. We take the wager to be equal to the original one."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        original = self.dealer.find(seat, "original")
        if original is None:
            return Refusal(f"p{seat} has no original wager", "17.8(c)")
        return Bounds(original.cents, original.cents, 1, "17.8(c)")


def deal_the_cards(
    dealer: Dealer, rules: DoubleDownStudRules
) -> tuple[dict[int, int], tuple[int, ...]]:
    """17.8 Procedure for dealing the cards: the card of each seat, and the four common ones."""
    # (a) Announced before any card is dealt.
    dealer.announce("No more bets", cite=rules.deck.dealt.announced)
    # (b) One card face up to each player from the far left clockwise; then, in front of the
    # table inventory, one face down and three face up.
    hands = {
        seat: dealer.draw(cards.place_of(seat), cite="17.8(b)", seat=seat)
        for seat in dealer.players_with_wagers()
    }
    hole = dealer.draw("hole card", cite="17.8(b)", seen=NOBODY)
    shown = [dealer.draw("common cards", cite="17.8(b)") for _ in range(COMMON_CARDS_SHOWN)]

    # (c) Each player may place a double down wager.
    dealer.phase = Phase.DOUBLE_DOWN
    DoubleDownWagers(dealer, ("double-down",), cite="17.8(c)").take_wagers()
    # (d) Again announced; then the hole card is turned over.
    dealer.announce("No more bets", cite="17.8(d)")
    dealer.phase = Phase.REVEAL
    dealer.act("turn over the hole card", cite="17.8(d)")
    dealer.reveal(hole, "hole card", cite="17.8(d)")
    return hands, (hole, *shown)


def complete_the_round(
    dealer: Dealer, rules: DoubleDownStudRules, hands: dict[int, int], common: tuple[int, ...]
) -> None:
    """17.9 Procedure for completion of each round of play, and 17.10, the payout odds."""
    dealer.phase = Phase.SETTLEMENT
    rows = {}
    for seat in sorted(hands, reverse=True):
        value = five_card_value((hands[seat], *common))
        rows[seat] = payout_row(value)
        dealer.note(f"hand: {hand_name(value)}", cite="17.5(b)", seat=seat)
    # (a) Losing wagers are collected, then the hands that lost.
    # Doubt: in what order. We take that of payment, from the far right.
    losing = [seat for seat, row in rows.items() if row == LOSE]
    for seat in losing:
        for wager in dealer.wagers_of(seat):
            dealer.collect(wager, cite="17.9(a)")
    if losing:
        dealer.act("collect the losing hands", cite="17.9(a)")
    # (b) A push is neither collected nor paid; its cards are collected.
    pushing = [seat for seat, row in rows.items() if row == PUSH]
    for seat in pushing:
        for wager in dealer.wagers_of(seat):
            dealer.give_back(wager, cite="17.9(b)")
    if pushing:
        dealer.act("collect the cards of the pushing hands", cite="17.9(b)")
    # (c) Winning wagers are paid from the far right; 17.10(c) limits what a hand is paid.
    # Doubt: both wagers of a hand together are under the limit.
    for seat, row in rows.items():
        limit = PayoutLimit(rules.payout_limit_cents, "17.10(c)")
        for wager in dealer.wagers_of(seat):
            odds = rules.payout[row]
            assert odds is not None
            dealer.pay(wager, odds, cite="17.10(b)", limit=limit)
    dealer.act("collect all cards and place them in the discard rack", cite="17.9(c)")
    dealer.next_procedure = "shuffle"
