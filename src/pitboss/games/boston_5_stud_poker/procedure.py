"""N.J.A.C. 19:47-24 (13:69F-24), Boston 5 Stud Poker: the sections that state a procedure, in
order. Their text was not available to us: the steps are those of public descriptions of the game
under the titles of the subchapter, and sections are cited without paragraphs."""

from __future__ import annotations

from pitboss.families.one_deck_poker import cards, deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.boston_5_stud_poker.hands import (
    FIVE_ROWS,
    THREE_ROWS,
    five_card_value,
    hand_row,
    three_card_value,
)
from pitboss.games.boston_5_stud_poker.rules import BONUS, BostonStudRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

SECOND, FOLD = "second", "fold"
FIRST_CARDS, LAST_CARDS = 3, 2


def open_the_table(dealer: Dealer, rules: BostonStudRules) -> None:
    """24.3 Opening of the table for gaming."""
    deck.open_the_table(dealer, rules.deck)


def shuffle(dealer: Dealer, rules: BostonStudRules) -> None:
    """24.4 Shuffle of the cards, before play and after every round; its title has no cut."""
    deck.shuffle_and_cut(dealer, rules.deck)


def play_a_round(dealer: Dealer, rules: BostonStudRules) -> None:
    """24.6, then 24.7, 24.8 or 24.9, then 24.10: one round of play."""
    FirstWagers(dealer, ("ante", "first", BONUS), cite="24.6", required=True).take_wagers()
    dealer.phase = Phase.DEALING
    dealer.announce("No more bets", cite=rules.deck.dealt.announced)
    hands = cards.empty_hands(dealer)
    deal_cards(dealer, rules, hands, FIRST_CARDS)
    settle_bonus(dealer, rules, hands)
    take_second_wagers(dealer, hands)
    complete_the_round(dealer, rules, hands)


class FirstWagers(Window):
    """24.6 Wagers: an ante with a first wager of exactly twice as much; with both, if the
    player likes, a three-card bonus wager."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        ante, first = self.dealer.find(seat, "ante"), self.dealer.find(seat, "first")
        if kind.key == "ante":
            if first is not None:
                return Refusal(f"the first wager of p{seat} is twice the ante as it is", "24.6")
            return bounds
        if ante is None:
            return Refusal(f"p{seat} has no ante wager", "24.6")
        if kind.key == "first":
            twice = self.dealer.rules.first_on(ante.cents)
            return Bounds(twice, twice, 1, "24.6")
        if first is None:
            return Refusal(f"p{seat} has no first wager", "24.6")
        return bounds

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        if wager.kind == "ante" and self.dealer.find(wager.seat, "first"):
            return "the first wager is twice the ante as it is"
        if wager.kind == "first" and self.dealer.find(wager.seat, BONUS):
            return "the three-card bonus wager goes with a first wager"
        return ""

    def why_not_close(self) -> Refusal | None:
        for seat in self.dealer.players_with_wagers():
            if self.dealer.find(seat, "first") is None:
                return Refusal(f"p{seat} has no first wager", "24.6")
        return None


def deal_cards(dealer: Dealer, rules: BostonStudRules, hands: cards.Hands, count: int) -> None:
    """24.7, 24.8 or 24.9: face down, from the far left clockwise and to the dealer last: one at
    a time, or from an automated shoe in stacks."""
    order = cards.order_of_deal(dealer, hands, count, in_stacks=rules.deck.in_stacks)
    cards.deal(dealer, order, cite=rules.deck.dealt.dealt)


def settle_bonus(dealer: Dealer, rules: BostonStudRules, hands: cards.Hands) -> None:
    """24.10: the three-card bonus, before anything else. Losing wagers are collected, then
    winning hands are shown and paid, from the far right."""
    dealer.phase = Phase.BONUS
    wagers = [wager for wager in reversed(dealer.in_order()) if wager.kind == BONUS]
    won = []
    for wager in wagers:
        row = hand_row(three_card_value(*hands[wager.seat]))
        odds = rules.three_card_ledger[row]
        if odds is None:
            dealer.collect(wager, cite="24.10")
        else:
            won.append((wager, odds, THREE_ROWS[row]))
    for wager, odds, name in won:
        dealer.act(f"turn up the {cards.place_of(wager.seat)}: {name}", cite="24.10")
        cards.show(dealer, wager.seat, hands[wager.seat], cite="24.10")
        dealer.pay(wager, odds, cite="24.11")


def take_second_wagers(dealer: Dealer, hands: cards.Hands) -> None:
    """24.10: from the far left clockwise, a second wager equal to the first, or a fold, which
    loses ante and first wager."""
    dealer.phase = Phase.DECISIONS
    for seat in dealer.players_with_wagers():
        first = dealer.find(seat, "first")
        assert first is not None
        if dealer.choose(seat, (SECOND, FOLD), cite="24.10", what="second or fold") == SECOND:
            dealer.place_wager(seat, "second", first.cents, cite="24.10")
            continue
        for wager in dealer.wagers_of(seat):
            dealer.collect(wager, cite="24.10")
        del hands[seat]
        dealer.act(f"collect the cards of p{seat} and place them in the discard rack", cite="24.10")


def complete_the_round(dealer: Dealer, rules: BostonStudRules, hands: cards.Hands) -> None:
    """24.10 Completion of each round of play; collection and payment of wagers."""
    # Two more cards to each player who is still in, and to the dealer.
    live = dealer.players_with_wagers(reverse=True)
    if live:
        dealer.phase = Phase.LAST_CARDS
        deal_cards(dealer, rules, hands, LAST_CARDS)
    deck.put_away_the_stub(dealer, rules.deck)
    if live:
        dealer.act("turn up the dealer's cards", cite="24.10")
        dealer.phase = Phase.REVEAL
        cards.show(dealer, DEALER, hands[DEALER], cite="24.10")
        dealers_row = hand_row(five_card_value(hands[DEALER]))
        dealer.announce(f"Dealer has {FIVE_ROWS[dealers_row]}", cite="24.10")
        for seat in live:
            dealer.act(f"turn up the {cards.place_of(seat)}", cite="24.10")
            cards.show(dealer, seat, hands[seat], cite="24.10")
        dealer.phase = Phase.SETTLEMENT
        settle(dealer, rules, hands, live)
    dealer.act("collect all cards in order and place them in the discard rack", cite="24.10")
    deck.to_the_shuffle(dealer)


def settle(dealer: Dealer, rules: BostonStudRules, hands: cards.Hands, live: list[int]) -> None:
    """24.10 and 24.11: `live` hands from the far right; losers first, then winners."""
    dealers_value = five_card_value(hands[DEALER])
    values = {seat: five_card_value(hands[seat]) for seat in live}
    antes = {seat: dealer.staked(seat, "ante") for seat in live}
    for seat in live:
        if values[seat] < dealers_value:
            for wager in dealer.wagers_of(seat):
                dealer.collect(wager, cite="24.10")
    for seat in live:
        for wager in dealer.wagers_of(seat):
            if values[seat] == dealers_value:
                dealer.give_back(wager, cite="24.5")
            elif wager.kind == "ante":
                # The ante wins nothing: it goes back.
                dealer.give_back(wager, cite="24.11")
            else:
                odds = rules.first if wager.kind == "first" else rules.second
                dealer.pay(wager, odds, cite="24.11")
        # The bonus is paid win or lose.
        bonus = rules.ante_bonus_ledger[hand_row(values[seat])]
        if bonus is not None:
            dealer.bonus(seat, "ante-bonus", antes[seat], bonus, cite="24.11")
