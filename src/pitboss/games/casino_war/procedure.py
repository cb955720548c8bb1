"""N.J.A.C. 19:47-22 (13:69F-22), Casino War: the sections that state a procedure, in order.

No text of this subchapter was available to us but its titles: what follows is general knowledge,
and sections are cited whole."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.games.casino_war.hands import compare
from pitboss.games.casino_war.rules import CasinoWarRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.layout import NOBODY
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.shuffling import clockwise_from, insert_about_a_quarter_from_the_back, offer_cut
from pitboss.table.window import Window

WAR, SURRENDER = "war", "surrender"


class PositionSkipped(Exception):  # an irregularity of the original deal
    """The dealer passed over the position whose card was due."""


def open_the_table(dealer: Dealer, rules: CasinoWarRules) -> None:
    """22.4 Opening of the table for gaming."""
    dealer.act("sort and inspect the cards", cite="22.4")
    dealer.act("the floorperson verifies the inspection", cite="22.4")
    dealer.act("spread the cards face up by deck, suit and sequence", cite="22.4")
    # After the first player's inspection: face down, washed, stacked.
    dealer.act("turn the cards face down, wash and stack them", cite="22.4")
    dealer.remember(replace(dealer.state, begun=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: CasinoWarRules) -> None:
    """22.5 Shuffle and cut of the cards, and 22.7, the burn card."""
    dealer.new_shoe(full_shoe(rules.decks))
    dealer.next_procedure = "round"
    if rules.automated_shuffler:
        dealer.act("shuffle the cards in the automated card shuffling device", cite="22.5")
    else:
        dealer.act("shuffle the cards", cite="22.5")
    # A player cuts: the one farthest to the dealer's right first, or when the game is just
    # beginning the first player at the table; then clockwise; else the dealer.
    seats = dealer.table.seats
    first = max(seats) if dealer.state.begun else seats[0]
    offer_cut(
        dealer, clockwise_from(first, seats), offer="22.5", cut="22.5", margin=rules.cut_at_least
    )
    dealer.remember(replace(dealer.state, begun=True))
    # The cutting card goes in about one quarter of the way from the back.
    # Doubt: "about": we allow from a fifth to three tenths of the stack.
    insert_about_a_quarter_from_the_back(dealer, cite="22.5")
    # The first card of a new shoe is burned, and not shown to anyone.
    dealer.burn("discard rack", cite="22.7", seen=NOBODY)


def play_a_round(dealer: Dealer, rules: CasinoWarRules) -> None:
    """22.6, 22.7 and 22.8: one round of play, with the wars in it."""
    InitialWagers(dealer, ("initial", "tie"), cite="22.6", required=True).take_wagers()
    cards, dealers = original_deal(dealer)
    settle_original_deal(dealer, rules, cards, dealers)
    tied = [seat for seat in cards if compare(cards[seat], dealers) == 0]
    at_war = choose_war_or_surrender(dealer, rules, tied)
    if at_war:
        go_to_war(dealer, rules, at_war)
    conclude(dealer)


def conclude(dealer: Dealer) -> None:
    """22.8: the cards are picked up; once the cutting card is out, a reshuffle follows."""
    dealer.act("pick up all cards and place them in the discard rack", cite="22.8")
    if dealer.cutting_card_reached:
        dealer.note("the cutting card is reached: reshuffle", cite="22.5")
        dealer.next_procedure = "shuffle"


class InitialWagers(Window):
    """22.6 Wagers: an initial wager, and with it a tie wager, before any card."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        if kind.key == "tie" and not self.dealer.find(seat, "initial"):
            return Refusal(f"p{seat} has no initial wager", "22.6")
        return bounds

    def why_not_close(self) -> Refusal | None:
        for seat in self.dealer.players_with_wagers():
            if not self.dealer.find(seat, "initial"):
                return Refusal(f"p{seat} has a tie wager without an initial wager", "22.6")
        return None


def draw(dealer: Dealer, place: str, *, seat: int = 0, seen: int = -1) -> int:
    """The next card; if there is none, what is still undecided is void."""
    if not dealer.remaining:
        too_few_cards(dealer)
    return dealer.draw(place, cite="22.7", seat=seat, seen=seen)


def too_few_cards(dealer: Dealer) -> NoReturn:
    """22.10: the round (or the war) cannot be finished: it is void, and all is reshuffled."""
    dealer.note("too few cards are left: what is undecided is void", cite="22.10")
    dealer.return_all(cite="22.10")
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def original_deal(dealer: Dealer) -> tuple[dict[int, int], int]:
    """22.7: one card face up to each position with a wager from the dealer's left, then one to
    the dealer."""
    dealer.announce("No more bets", cite="22.7")
    cards: dict[int, int] = {}
    for seat in dealer.players_with_wagers():
        try:
            cards[seat] = draw(dealer, f"hand of p{seat}", seat=seat)
        except PositionSkipped:
            # 22.10: the hand of a position that was passed over is dead.
            dealer.return_all(seat=seat, cite="22.10")
    if not cards:
        conclude(dealer)
        raise RoundConcluded
    return cards, draw(dealer, "dealer's hand")


def settle_original_deal(
    dealer: Dealer, rules: CasinoWarRules, cards: dict[int, int], dealers: int
) -> None:
    """22.8: losers are collected and winners paid; a tie wager wins on a tie hand. The initial
    wager of a tie hand stays."""
    results = {seat: compare(cards[seat], dealers) for seat in sorted(cards, reverse=True)}
    with dealer.in_any_order():
        for seat, result in results.items():
            if result == 0:
                dealer.announce(f"p{seat}: tie hand", cite="22.3")
            for wager in dealer.wagers_of(seat):
                lost = result != 0 if wager.kind == "tie" else result < 0
                if lost:
                    dealer.collect(wager, cite="22.8")
    with dealer.in_any_order():
        for seat, result in results.items():
            for wager in dealer.wagers_of(seat):
                if wager.kind == "tie":
                    dealer.pay(wager, rules.tie, cite="22.9")
                elif result > 0:
                    dealer.pay(wager, rules.initial, cite="22.9")


def choose_war_or_surrender(dealer: Dealer, rules: CasinoWarRules, tied: list[int]) -> list[int]:
    """22.8: each player with a tie hand, from the dealer's left, surrenders half of the initial
    wager or goes to war. Returns those who are at war."""
    at_war = []
    for seat in tied:
        initial = dealer.find(seat, "initial")
        assert initial is not None
        choice = dealer.choose(seat, (WAR, SURRENDER), cite="22.8", what="war or surrender")
        if choice == SURRENDER:
            dealer.collect(initial, cite="22.8", cents=rules.surrender.of(initial.cents))
            dealer.give_back(initial, cite="22.8", result="returned")
        else:
            # 22.6: a war wager equals the initial wager.
            dealer.place_wager(seat, "war", initial.cents, cite="22.6")
            at_war.append(seat)
    return at_war


class TieWagersAtWar(Window):
    """22.6: with a war wager, a tie wager on the war deal."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        at_war = self.dealer.find(seat, "war") is not None
        return bounds if at_war else Refusal(f"p{seat} is not at war", "22.6")


def go_to_war(dealer: Dealer, rules: CasinoWarRules, at_war: list[int]) -> None:
    """22.7 and 22.8: the war deal, with one card of the dealer's for all wars."""
    TieWagersAtWar(dealer, ("tie",), cite="22.6").take_wagers()
    for _ in range(rules.burn_before_war):
        draw(dealer, "burned cards", seen=NOBODY)
    cards = {seat: draw(dealer, f"war card of p{seat}", seat=seat) for seat in at_war}
    for _ in range(rules.burn_dealer):
        draw(dealer, "burned cards", seen=NOBODY)
    dealers = draw(dealer, "dealer's war card")
    settle_war(dealer, rules, cards, dealers)


def settle_war(dealer: Dealer, rules: CasinoWarRules, cards: dict[int, int], dealers: int) -> None:
    """22.8 and 22.9: a war lost takes both wagers; otherwise the initial wager is returned and
    the war wager paid, at odds of its own when the war is tied. There is no second war."""
    results = {seat: compare(cards[seat], dealers) for seat in sorted(cards, reverse=True)}
    with dealer.in_any_order():
        for seat, result in results.items():
            for wager in dealer.wagers_of(seat):
                if result < 0 or (wager.kind == "tie" and result != 0):
                    dealer.collect(wager, cite="22.8")
    with dealer.in_any_order():
        for seat, result in results.items():
            for wager in dealer.wagers_of(seat):
                if wager.kind == "initial":
                    dealer.give_back(wager, cite="22.8", result="returned")
                elif wager.kind == "tie":
                    dealer.pay(wager, rules.tie, cite="22.9")
                else:
                    dealer.pay(wager, rules.war_tie if result == 0 else rules.war, cite="22.9")
