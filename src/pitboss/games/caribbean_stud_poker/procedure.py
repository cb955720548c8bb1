"""N.J.A.C. 19:47-16 (13:69F-16), Caribbean Stud Poker: the sections that state a procedure, in
order. Their text was not available to us: the steps are those of the standard game under the
titles of the subchapter, and sections are cited without paragraphs."""

from __future__ import annotations

from pitboss.families.one_deck_poker import cards, deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.caribbean_stud_poker.hands import five_card_value, hand_name, hand_row, qualifies
from pitboss.games.caribbean_stud_poker.meter import divide, with_contributions
from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudRules
from pitboss.law.regulation import WagerKind
from pitboss.money import format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

BET, FOLD = "bet", "fold"
CARDS_IN_A_HAND = 5


def open_the_table(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.3 Opening of the table for gaming."""
    deck.open_the_table(dealer, rules.deck)


def shuffle_and_cut(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.4 Shuffle and cut of the cards, before play and after every round."""
    deck.shuffle_and_cut(dealer, rules.deck)


class AnteWagers(Window):
    """16.6: an ante, and with it, if the player likes, a progressive wager of one amount."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        if kind.key != "progressive":
            return bounds
        if self.dealer.find(seat, "ante") is None:
            return Refusal(f"p{seat} has no ante wager", "16.6")
        cents = self.dealer.rules.progressive_wager
        return Bounds(cents, cents, 1, "16.6")

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        if wager.kind == "ante" and not cents and self.dealer.find(wager.seat, "progressive"):
            return "the progressive wager goes with an ante wager"
        return ""


def play_a_round(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.6, then 16.7, 16.8 or 16.9, then 16.10 and 16.11: one round of play."""
    AnteWagers(dealer, ("ante", "progressive"), cite="16.6", required=True).take_wagers()
    dealer.phase = Phase.DEALING
    claims = no_more_bets(dealer, rules, cite=rules.deck.dealt.announced)
    hands = deal_the_cards(dealer, rules)
    complete_the_round(dealer, rules, hands, claims)


def no_more_bets(dealer: Dealer, rules: CaribbeanStudRules, *, cite: str) -> list[int]:
    """The call, and the progressive wagers: devices are locked, chips taken, their number
    checked; a part of each goes to the meter. Returns the seats that have such a wager."""
    dealer.announce("No more bets", cite=cite)
    dealer.act("lock the progressive wagering devices", cite=cite)
    made = [wager for wager in dealer.in_order() if wager.kind == "progressive"]
    for wager in made:
        dealer.collect(wager, cite="16.11")
    state = with_contributions(dealer.state, rules, len(made))
    dealer.remember(state)
    if made:
        dealer.act(
            f"check that {len(made)} progressive wagers are lit and were taken", cite="16.11"
        )
        added, shown = format_dollars(state.contributed), format_dollars(state.meter)
        dealer.note(f"{added} is added to the meter, which shows {shown}", cite="16.12")
    return [wager.seat for wager in made]


def deal_the_cards(dealer: Dealer, rules: CaribbeanStudRules) -> cards.Hands:
    """16.7, 16.8 or 16.9 Procedure for dealing the cards from a manual dealing shoe, from the
    hand or from an automated dealing shoe.

    Doubt: which card of a stack the dealer exposes. We take the last one, as where the cards
    are dealt one at a time."""
    # Five cards face down, one at a time or in stacks, from the far left clockwise to each
    # bettor and then the dealer, whose fifth card is face up.
    hands = cards.empty_hands(dealer)
    order = cards.order_of_deal(dealer, hands, CARDS_IN_A_HAND, in_stacks=rules.deck.in_stacks)
    order[-1] = cards.face_up(order[-1])
    cards.deal(dealer, order, cite=rules.deck.dealt.dealt)
    deck.put_away_the_stub(dealer, rules.deck)
    return hands


def complete_the_round(
    dealer: Dealer, rules: CaribbeanStudRules, hands: cards.Hands, claims: list[int]
) -> None:
    """16.10 Bet wagers; completion of each round of play; collection and payment of wagers."""
    # From the far left clockwise: a bet wager of twice the ante, or a fold.
    dealer.phase = Phase.DECISIONS
    for seat in dealer.players_with_wagers():
        ante = dealer.find(seat, "ante")
        assert ante is not None
        if dealer.choose(seat, (BET, FOLD), cite="16.10", what="bet or fold") == BET:
            dealer.place_wager(seat, "bet", rules.bet_on(ante.cents), cite="16.10")
            continue
        dealer.collect(ante, cite="16.10")
        # Doubt: whether a fold loses the progressive claim as well: the licensee's setting.
        if seat in claims and not rules.fold_keeps_progressive:
            claims.remove(seat)
        if seat not in claims:
            dealer.act(
                f"collect the cards of p{seat} and place them in the discard rack", cite="16.10"
            )
    # The dealer's hole cards are turned, and the hand is stated.
    dealer.act("turn up the dealer's hole cards", cite="16.10")
    dealer.phase = Phase.REVEAL
    cards.show(dealer, DEALER, hands[DEALER][:-1], cite="16.10")
    dealers_value = five_card_value(hands[DEALER])
    dealer.announce(f"Dealer has {hand_name(dealers_value)}", cite="16.10")
    # Each hand from the far right counterclockwise: turned, compared, settled.
    dealer.phase = Phase.SETTLEMENT
    for seat in dealer.players_with_wagers(reverse=True):
        dealer.act(f"turn up the {cards.place_of(seat)}", cite="16.10")
        cards.show(dealer, seat, hands[seat], cite="16.10")
        settle_hand(dealer, rules, seat, five_card_value(hands[seat]), dealers_value)
    pay_progressive(dealer, rules, hands, sorted(claims, reverse=True))
    dealer.act("collect all cards in order and place them in the discard rack", cite="16.10")
    deck.to_the_shuffle(dealer)


def settle_hand(
    dealer: Dealer, rules: CaribbeanStudRules, seat: int, value: int, dealers_value: int
) -> None:
    """16.10 and 16.12: a hand that was bet on, against the dealer's."""
    ante, bet = dealer.find(seat, "ante"), dealer.find(seat, "bet")
    assert ante is not None
    assert bet is not None
    # Doubt: the limit is read as one for what ante and bet wager win together.
    limit = rules.limit()
    for_ante = limit if rules.limit_covers_ante else None
    if not qualifies(dealers_value):
        dealer.pay(ante, rules.ante, cite="16.10", limit=for_ante)
        dealer.give_back(bet, cite="16.10", result="returned")
    elif value > dealers_value:
        dealer.pay(ante, rules.ante, cite="16.12", limit=for_ante)
        odds = rules.bet_ledger[hand_row(value)]
        assert odds is not None, "a hand that beats ace-king is in the table"
        dealer.pay(bet, odds, cite="16.12", limit=limit)
    elif value == dealers_value:
        # All five cards are compared: only hands alike in all of them are equal.
        dealer.give_back(ante, cite="16.5")
        dealer.give_back(bet, cite="16.5")
    else:
        dealer.collect(ante, cite="16.10")
        dealer.collect(bet, cite="16.10")


def pay_progressive(
    dealer: Dealer, rules: CaribbeanStudRules, hands: cards.Hands, claims: list[int]
) -> None:
    """16.11 Progressive payout: by the player's own hand, whatever the dealer holds. `claims`
    are the seats, from the far right."""
    rows = {seat: hand_name(five_card_value(hands[seat])) for seat in claims}
    winners = [(seat, row) for seat, row in rows.items() if row in rules.meter_table]
    shares, state = divide(dealer.state, rules, winners)
    bases = {share.seat: share.base for share in shares}
    for seat, row in rows.items():
        fixed = rules.progressive_ledger[hand_row(five_card_value(hands[seat]))]
        if seat not in bases and fixed is None:
            continue
        dealer.act(f"the casino supervisor verifies the {row} of p{seat}", cite="16.11")
        if seat in bases:
            shown = format_dollars(dealer.state.meter)
            dealer.note(f"{row}: a share of the meter, which shows {shown}", cite="16.11")
            odds = rules.meter_table[row]
            dealer.bonus(seat, "progressive-jackpot", bases[seat], odds, cite="16.11")
        elif fixed is not None:
            dealer.bonus(seat, "progressive-payout", rules.progressive_wager, fixed, cite="16.11")
    if shares:
        dealer.remember(state)
        dealer.act(f"the meter is set to {format_dollars(state.meter)}", cite="16.11")
