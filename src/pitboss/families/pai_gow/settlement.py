"""Comparing the hands, and what follows for the wagers (10.7, 11.9; with a bank 10.8, 11.10)."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.families.pai_gow.bank import bank_of
from pitboss.families.pai_gow.hands import (
    Dealt,
    SetHand,
    Setter,
    hand_to_beat,
    place_of,
    result_of,
    turn_over,
    turn_over_by_house_way,
)
from pitboss.families.pai_gow.rules import MAIN, BankedRules, Phase
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import Wager


def turn_over_the_bank(
    dealer: Dealer, rules: BankedRules, setter: Setter, dealt: Dealt, done: dict[int, SetHand]
) -> None:
    """Once all are set: the dealer's hand by the house way, and the bank's as its player set it."""
    dealer.phase = Phase.REVEAL
    bank = bank_of(dealer)
    if DEALER in dealt.hands:
        cards = dealt.hands[DEALER]
        done[DEALER] = turn_over_by_house_way(dealer, rules, setter, DEALER, cards)
    if not bank:
        return
    if dealer.state.co_bank:
        done[bank] = turn_over_by_house_way(dealer, rules, setter, bank, dealt.hands[bank])
    else:
        dealer.act(f"turn over the hands of the bank, p{bank}", cite=rules.cites.bank)
        turn_over(dealer, bank, done[bank], cite=rules.cites.bank)
        if done[bank].foul:
            dealer.note("the bank has set a foul", cite=rules.cites.bank, seat=bank)


def settle(
    dealer: Dealer,
    rules: BankedRules,
    done: dict[int, SetHand],
    *,
    all_push: str = "",
    beside: Callable[[int], None] | None = None,
) -> None:
    """From the dealer's right counterclockwise each hand is turned over and compared; losing wagers
    are collected. Then the winners are paid in the same direction, and the vigorish is taken.
    `all_push`: the section by which no wager against the dealer is decided; `beside`: what else is
    settled with a player's hand."""
    bank = bank_of(dealer)
    to_beat = hand_to_beat(rules, done[bank])
    winners: list[Wager] = []
    for seat in sorted(seat for seat in done if seat != bank):
        hand = done[seat]
        if seat:
            dealer.act(f"turn over the hands of p{seat}", cite=rules.cites.completion)
            turn_over(dealer, seat, hand, cite=rules.cites.completion)
        result = "pushes" if all_push else result_of(dealer, rules, seat, hand, to_beat)
        who = f"p{seat}" if seat else "The dealer"
        cite = all_push or (rules.cites.bank if bank else rules.cites.completion)
        dealer.announce(f"{who} {result}", cite=cite)
        dealer.phase = Phase.SETTLEMENT
        wager = dealer.find(seat, MAIN)
        assert wager is not None, f"{place_of(seat)} has no wager"
        if result == "wins":
            winners.append(wager)
        elif result == "loses":
            dealer.collect(wager, cite=cite)
        else:
            dealer.give_back(wager, cite=cite)
        if seat and beside is not None:
            beside(seat)
    if bank and beside is not None:
        beside(bank)
    pay(dealer, rules, winners)


def pay(dealer: Dealer, rules: BankedRules, winners: list[Wager]) -> None:
    """1 to 1, less the vigorish; by a bank out of what it collected, and then out of its chips.
    The house pays no vigorish when it wins against a bank."""
    bank = bank_of(dealer)
    cite = rules.cites.bank if bank else rules.cites.completion
    vigorish = rules.bank_vigorish if bank else rules.vigorish
    for wager in winners:
        line = dealer.pay(wager, rules.main, cite=cite)
        if wager.seat and vigorish is not None:
            charged = vigorish.of(line.pays)
            dealer.charge(wager.seat, charged, cite=rules.cites.completion, line=line)
    if bank:
        # What is left over is the bank's, less the vigorish on it; or nothing is.
        dealer.close_bank(rules.bank_vigorish, cite=rules.cites.bank)
