"""N.J.A.C. 19:47-18 (13:69F-18), Let It Ride Poker: the sections that state a procedure, in
order."""

from __future__ import annotations

from pitboss.families.one_deck_poker import cards, deck
from pitboss.families.one_deck_poker.rules import HAND, MANUAL_SHOE, Phase
from pitboss.games.let_it_ride_poker.hands import (
    five_card_value,
    hand_name,
    payout_row,
    three_card_row,
    three_card_value,
)
from pitboss.games.let_it_ride_poker.rules import LetItRideRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import PayoutLimit
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

BETS = ("bet-one", "bet-two", "bet-three")
LET_IT_RIDE, WITHDRAW = "let it ride", "withdraw"
# The community cards stand under seat 0, from the dealer's left.
COMMUNITY, COMMUNITY_CARDS = 0, "community cards"
CARDS_IN_A_HAND = 3
# Where the cards are dealt one at a time, each round has two paragraphs: to the players, and to
# the community area.
PARAGRAPHS = {
    MANUAL_SHOE: (("18.7(c)1", "18.7(c)2"), ("18.7(c)3", "18.7(c)4"), ("18.7(c)5", "18.7(c)6")),
    HAND: (("18.8(c)1", "18.8(c)2"), ("18.8(c)3", "18.8(c)4"), ("18.8(c)5", "18.8(c)6")),
}


def open_the_table(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.4 Opening of the table for gaming."""
    deck.open_the_table(dealer, rules.deck)


def shuffle_and_cut(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.5 Shuffle and cut of the cards, before play and after every round. (b) No cut after an
    automated shuffle; (c)1 otherwise by the dealer, at least ten cards from the top."""
    deck.shuffle_and_cut(dealer, rules.deck)


def play_a_round(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.6 and 18.6A, then 18.7, 18.8 or 18.9, then 18.10: one round of play."""
    ThreeWagers(dealer, rules.wagers, cite="18.6(c)", required=True).take_wagers()
    dealer.phase = Phase.DEALING
    hands = deal_the_cards(dealer, rules)
    complete_the_round(dealer, rules, hands)


class ThreeWagers(Window):
    """18.6 Wagers, 18.6A Optional bonus wager (and 18.6B): before "No more bets"."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        others = [self.dealer.find(seat, bet) for bet in BETS if bet != kind.key]
        if kind.key not in BETS:
            # 18.6A(b) Only a player who has placed the three wagers.
            if not all(others):
                return Refusal(f"p{seat} has not placed the three wagers", kind.cite)
            if kind.key == "bonus":
                chip = self.dealer.rules.bonus_cents
                return Bounds(chip, chip, chip, kind.cite)
            return bounds
        # 18.6(d) Three wagers, equal to each other: the first one placed sets the amount.
        for other in others:
            if other is not None:
                return Bounds(other.cents, other.cents, 1, "18.6(d)")
        return bounds

    def why_not_close(self) -> Refusal | None:
        for seat in self.dealer.players_with_wagers():
            if not all(self.dealer.find(seat, bet) for bet in BETS):
                return Refusal(f"p{seat} must place three equal wagers", "18.6(d)")
        return None


def collect_bonus_wagers(dealer: Dealer, *, cite: str) -> None:
    """18.7(b), 18.8(b)3 and 18.9(b)2 alike: the chips leave the wagering devices and are
    counted before any card is dealt."""
    chips = [wager for wager in dealer.in_order() if wager.kind == "bonus"]
    if not chips:
        return
    for wager in chips:
        dealer.collect(wager, cite=cite)
    dealer.act(
        f"verify on the layout that {len(chips)} chips are as many as the devices accepted",
        cite=cite,
    )
    dealer.act("place the bonus chips in the table inventory container", cite=cite)


def deal_the_cards(dealer: Dealer, rules: LetItRideRules) -> cards.Hands:
    """18.7, 18.8 or 18.9 Procedures for dealing the cards from a manual dealing shoe, from the
    hand or from an automated dealing shoe."""
    dealt = rules.deck.dealt
    # (b) Announced before any card is dealt; bonus wagers are collected and counted.
    dealer.announce("No more bets", cite=dealt.announced)
    collect_bonus_wagers(dealer, cite=dealt.announced)
    # (c) Face down, from the far left clockwise to each player, then to the community area.
    hands = cards.empty_hands(dealer)
    if rules.deck.in_stacks:
        deal_stacks(dealer, hands)
    else:
        around = cards.order_of_deal(dealer, hands, 1, in_stacks=False, other=COMMUNITY_CARDS)
        for to_players, to_community in PARAGRAPHS[rules.deck.dealing]:
            cards.deal(dealer, around[:-1], cite=to_players)
            # Each community card is placed to the right of those before it.
            cards.deal(dealer, around[-1:], cite=to_community)
    # (d) The stub goes to the discard rack unseen, (e) after it has been counted if that is due.
    deck.put_away_the_stub(dealer, rules.deck)
    return hands


def deal_stacks(dealer: Dealer, hands: cards.Hands) -> None:
    """18.9(c): a stack of three to each player, and one to the community area.

    Doubt: the cards of a stack are recorded from the top down."""
    order = cards.order_of_deal(
        dealer, hands, CARDS_IN_A_HAND, in_stacks=True, other=COMMUNITY_CARDS
    )
    cards.deal(dealer, order, cite="18.9(c)")
    # Spread so that the top card lies at the dealer's right and the bottom card at the left.
    dealer.act("spread the community stack, its top card to the dealer's right", cite="18.9(c)")
    hands[COMMUNITY].reverse()


def complete_the_round(dealer: Dealer, rules: LetItRideRules, hands: cards.Hands) -> None:
    """18.10 Procedures for completion of each round of play."""
    seats = dealer.players_with_wagers()
    _, first, second = hands[COMMUNITY]
    # (b) From the far left clockwise: bet number one is withdrawn or rides.
    dealer.phase = Phase.BET_ONE
    for seat in seats:
        ask(dealer, seat, "bet-one", asked="18.10(b)", withdrawn="18.10(b)2")
    # (c) The community card at the dealer's left is burned, face down.
    dealer.act("burn the community card at the left, face down", cite="18.10(c)")
    # (d) The next one from the left is turned up: the first community card.
    dealer.act("turn up the first community card", cite="18.10(d)")
    dealer.reveal(first, "first community card", cite="18.10(d)")
    # (e) Likewise bet number two, whatever became of bet number one.
    dealer.phase = Phase.BET_TWO
    for seat in seats:
        ask(dealer, seat, "bet-two", asked="18.10(e)", withdrawn="18.10(e)2")
    # (f) The last one is turned up: the second community card.
    dealer.act("turn up the second community card", cite="18.10(f)")
    dealer.phase = Phase.REVEAL
    dealer.reveal(second, "second community card", cite="18.10(f)")
    # (g), (h) The hands are turned up from the far right; losing wagers go at once.
    for seat in reversed(seats):
        turn_up(dealer, rules, seat, hands[seat], (first, second))
    # (i) Then winning wagers are paid, from the far right counterclockwise.
    dealer.phase = Phase.SETTLEMENT
    for seat in reversed(seats):
        pay_hand(dealer, rules, seat, hands[seat], (first, second))
    # (i)2 All cards to the discard rack, and 18.5(a): a shuffle after every round.
    dealer.act("collect all cards in order and place them in the discard rack", cite="18.10(i)2")
    deck.to_the_shuffle(dealer)


def ask(dealer: Dealer, seat: int, bet: str, *, asked: str, withdrawn: str) -> None:
    """18.10(b) and (e): a bet that rides stays; one that is withdrawn is pushed to the player."""
    what = bet.replace("-", " ")
    if dealer.choose(seat, (LET_IT_RIDE, WITHDRAW), cite=asked, what=what) == WITHDRAW:
        dealer.act(f"move the chips of {what} toward p{seat}", cite=withdrawn)
        wager = dealer.find(seat, bet)
        assert wager is not None
        dealer.withdraw(wager, cite=withdrawn)


def turn_up(
    dealer: Dealer, rules: LetItRideRules, seat: int, own: list[int], community: tuple[int, int]
) -> None:
    """18.10(g), (h): the hand is turned up and examined, and what has lost is collected."""
    place = cards.place_of(seat)
    dealer.act(f"turn up the {place}", cite="18.10(g)")
    cards.show(dealer, seat, own, cite="18.10(g)")
    value = five_card_value((*own, *community))
    dealer.note(f"hand: {hand_name(value)}", cite="18.3(b)", seat=seat)
    loses = rules.payout[payout_row(value)] is None
    for wager in dealer.wagers_of(seat):
        if wager.kind in BETS and loses:
            dealer.collect(wager, cite="18.10(h)")
    three_card = dealer.find(seat, "three-card-bonus")
    if three_card and rules.three_card[three_card_row(three_card_value(*own))] is None:
        dealer.collect(three_card, cite="18.6B")
    if loses and not dealer.wagers_of(seat):
        dealer.act(f"place the {place} in the discard rack", cite="18.10(h)")


def bonus_row(dealer: Dealer, rules: LetItRideRules, seat: int, value: int) -> int:
    """The row at which the seat's bonus wager is paid, or 0."""
    made = any(line.seat == seat and line.wager == "bonus" for line in dealer.lines)
    row = payout_row(value)
    return row if made and rules.bonus[row] is not None else 0


def pay_hand(
    dealer: Dealer, rules: LetItRideRules, seat: int, own: list[int], community: tuple[int, int]
) -> None:
    """18.10(i) and 18.11: the bets that are left, then the bonus wagers."""
    value = five_card_value((*own, *community))
    odds = rules.payout[payout_row(value)]
    # 18.11(c) A limit on the hand, if the licensee has set one; bonus wagers are outside it.
    limit = PayoutLimit(rules.payout_limit_cents, "18.11(c)") if rules.payout_limit_cents else None
    for wager in dealer.wagers_of(seat):
        if wager.kind in BETS:
            assert odds is not None
            dealer.pay(wager, odds, cite="18.11(b)", limit=limit)
    # 18.11(d) An amount for the chip, which is in the table inventory already.
    row = bonus_row(dealer, rules, seat, value)
    bonus = rules.bonus[row]
    if bonus is not None and row:
        dealer.bonus(seat, "bonus-payout", rules.bonus_cents, bonus, cite="18.11(d)")
    three_card = dealer.find(seat, "three-card-bonus")
    if three_card is not None:
        paid = rules.three_card[three_card_row(three_card_value(*own))]
        assert paid is not None
        dealer.pay(three_card, paid, cite="18.6B")
