"""N.J.A.C. 19:47-16 (13:69F-16), Caribbean Stud Poker: the sections that state a procedure, in
order. Their text was not available to us: the steps are those of the standard game under the
titles of the subchapter, and sections are cited without paragraphs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.games.caribbean_stud_poker.hands import (
    five_card_value,
    hand_name,
    hand_row,
    qualifies,
)
from pitboss.games.caribbean_stud_poker.meter import divide, with_contributions
from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudRules
from pitboss.law.regulation import WagerKind
from pitboss.money import format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import EVERYONE, NOBODY, Wager
from pitboss.table.prompts import Bounds, Refusal

# The cards by seat; the dealer's stand under seat 0, the last of them face up.
Hands = dict[int, list[int]]

BET, FOLD = "bet", "fold"
CARDS_IN_A_HAND = 5


def open_the_table(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.3 Opening of the table for gaming."""
    dealer.phase = "opening"
    # Two decks are opened separately; a deck that replaces another is opened alone.
    decks = ["the cards"]
    if dealer.state.deck_removed:
        decks = ["the new deck"]
    elif rules.two_decks:
        decks = ["the first deck", "the second deck"]
    for cards in decks:
        dealer.act(f"sort and inspect {cards}", cite="16.3")
        dealer.act("the floorperson verifies the inspection", cite="16.3")
        dealer.act(f"spread {cards} face up by suit and sequence", cite="16.3")
        dealer.act(f"turn {cards} face down, wash and stack them", cite="16.3")
    if not dealer.state.deck_removed:
        dealer.remember(replace(dealer.state, deck=0))
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.4 Shuffle and cut of the cards, before play and after every round."""
    dealer.phase = "shuffle"
    dealer.new_shoe(full_shoe(1))
    dealer.next_procedure = "round"
    if rules.automated_shuffler:
        # 16.2 Two decks alternate: one is shuffled while the other is in play.
        if rules.two_decks:
            deck = 2 if dealer.state.deck == 1 else 1
            dealer.act(f"put deck {deck}, which the device has shuffled, in play", cite="16.2")
            dealer.remember(replace(dealer.state, deck=deck))
        else:
            dealer.act("shuffle the cards in the automated card shuffling device", cite="16.4")
        if rules.shuffler_counts_cards:
            dealer.note("the device indicates that 52 cards are present", cite="16.4")
    else:
        dealer.act("shuffle the cards and place them in a single stack", cite="16.4")
        dealer.phase = "cut"
        cut_the_deck(dealer, rules)
    place_the_deck(dealer, rules)


def cut_the_deck(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.4: after a manual shuffle, on to the cover card."""
    dealer.act("place the cover card in front of the deck", cite="16.4")
    # Something must remain to go on top of the cards that are cut.
    dealer.number(DEALER, "cut", rules.cut_at_least, dealer.remaining - 1, cite="16.4")
    dealer.act("place the remaining cards on top of those that were cut", cite="16.4")
    dealer.act("place the cover card in the discard rack", cite="16.4")


def place_the_deck(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.7, 16.8 or 16.9: where the cards are dealt from."""
    if rules.dealing == "hand":
        dealer.act("place the stacked deck in the dealing hand", cite="16.8")
    elif rules.dealing == "automated shoe":
        dealer.act("place the cards in the automated dealing shoe", cite="16.9")
    else:
        dealer.act("place the stacked deck in the dealing shoe", cite="16.7")


def play_a_round(dealer: Dealer, rules: CaribbeanStudRules) -> None:
    """16.6, then 16.7, 16.8 or 16.9, then 16.10 and 16.11: one round of play."""

    def bounds(seat: int, kind: WagerKind, spot: str, posted: Bounds) -> Bounds | Refusal:
        if kind.key != "progressive":
            return posted
        # The progressive wager is of one amount only, and goes with an ante.
        if dealer.find(seat, "ante") is None:
            return Refusal(f"p{seat} has no ante wager", "16.6")
        return Bounds(rules.progressive_wager, rules.progressive_wager, 1, "16.6")

    def reduce(wager: Wager, cents: int) -> str:
        if wager.kind == "ante" and not cents and dealer.find(wager.seat, "progressive"):
            return "the progressive wager goes with an ante wager"
        return ""

    dealer.take_wagers(
        "ante", "progressive", cite="16.6", required=True, bounds=bounds, reduce=reduce
    )
    dealer.phase = "dealing"
    hands, claims = DEALING[rules.dealing](dealer, rules)
    complete_the_round(dealer, rules, hands, claims)


def deal_from_manual_shoe(dealer: Dealer, rules: CaribbeanStudRules) -> tuple[Hands, list[int]]:
    """16.7 Procedure for dealing the cards from a manual dealing shoe."""
    claims = no_more_bets(dealer, rules, cite="16.7")
    hands = deal_one_at_a_time(dealer, cite="16.7")
    put_away_the_stub(dealer, rules, cite="16.7")
    return hands, claims


def deal_from_the_hand(dealer: Dealer, rules: CaribbeanStudRules) -> tuple[Hands, list[int]]:
    """16.8 Procedures for dealing the cards from the hand."""
    claims = no_more_bets(dealer, rules, cite="16.8")
    hands = deal_one_at_a_time(dealer, cite="16.8")
    put_away_the_stub(dealer, rules, cite="16.8")
    return hands, claims


def deal_from_automated_shoe(dealer: Dealer, rules: CaribbeanStudRules) -> tuple[Hands, list[int]]:
    """16.9 Procedures for dealing the cards from an automated dealing shoe."""
    claims = no_more_bets(dealer, rules, cite="16.9")
    # A stack of five to each bettor from the far left clockwise, then one to the dealer, who
    # exposes a card of it.
    # Doubt: which one. We take the last card of the stack.
    hands: Hands = {}
    for seat in (*dealer.players_with_wagers(), DEALER):
        hands[seat] = [
            dealer.draw(place_of(seat), cite="16.9", seen=seen_by(dealer, seat, number), seat=seat)
            for number in range(CARDS_IN_A_HAND)
        ]
    put_away_the_stub(dealer, rules, cite="16.9")
    return hands, claims


DEALING: dict[str, Callable[[Dealer, CaribbeanStudRules], tuple[Hands, list[int]]]] = {
    "manual shoe": deal_from_manual_shoe,
    "hand": deal_from_the_hand,
    "automated shoe": deal_from_automated_shoe,
}


def no_more_bets(dealer: Dealer, rules: CaribbeanStudRules, *, cite: str) -> list[int]:
    """The call, and the progressive wagers: devices are locked, chips taken, their number
    checked; a part of each goes to the meter. Gives the seats that have such a wager."""
    dealer.announce("No more bets", cite=cite)
    dealer.act("lock the progressive wagering devices", cite=cite)
    made = [wager for wager in dealer.in_order() if wager.kind == "progressive"]
    for wager in made:
        dealer.collect(wager, cite="16.11")
    state = dealer.remember(with_contributions(dealer.state, rules, len(made)))
    if made:
        dealer.act(
            f"check that {len(made)} progressive wagers are lit and were taken", cite="16.11"
        )
        added, shown = format_dollars(state.contributed), format_dollars(state.meter)
        dealer.note(f"{added} is added to the meter, which shows {shown}", cite="16.12")
    return [wager.seat for wager in made]


def deal_one_at_a_time(dealer: Dealer, *, cite: str) -> Hands:
    """Face down, from the far left clockwise to each bettor and then the dealer, until all have
    five; the dealer's fifth card is face up."""
    hands: Hands = {seat: [] for seat in (*dealer.players_with_wagers(), DEALER)}
    for number in range(CARDS_IN_A_HAND):
        for seat, cards in hands.items():
            seen = seen_by(dealer, seat, number)
            cards.append(dealer.draw(place_of(seat), cite=cite, seen=seen, seat=seat))
    return hands


def seen_by(dealer: Dealer, seat: int, number: int) -> int:
    if seat == DEALER:
        return EVERYONE if number == CARDS_IN_A_HAND - 1 else NOBODY
    return dealer.eyes(seat)


def place_of(seat: int) -> str:
    return f"hand of p{seat}" if seat else "dealer's hand"


def stub_count_due(dealer: Dealer, rules: CaribbeanStudRules) -> bool:
    """At least once every five rounds, unless the device counts the deck."""
    due: bool = dealer.state.since_count + 1 >= rules.stub_count_every
    return due and not rules.shuffler_counts_cards


def put_away_the_stub(dealer: Dealer, rules: CaribbeanStudRules, *, cite: str) -> None:
    """Counted if that is due, then to the discard rack unseen."""
    dealer.phase = "stub"
    if stub_count_due(dealer, rules):
        dealer.act(f"count the stub face down: {dealer.remaining} cards", cite=cite)
        dealer.remember(replace(dealer.state, since_count=0))
    elif not rules.shuffler_counts_cards:
        dealer.remember(replace(dealer.state, since_count=dealer.state.since_count + 1))
    dealer.act("place the stub in the discard rack without exposing the cards", cite=cite)


def complete_the_round(
    dealer: Dealer, rules: CaribbeanStudRules, hands: Hands, claims: list[int]
) -> None:
    """16.10 Bet wagers; completion of each round of play; collection and payment of wagers."""
    # From the far left clockwise: a bet wager of twice the ante, or a fold.
    dealer.phase = "decisions"
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
            dealer.act(f"collect the cards of p{seat} and place them in the discard rack",
                       cite="16.10")  # fmt: skip
    # The dealer's hole cards are turned, and the hand is stated.
    dealer.act("turn up the dealer's hole cards", cite="16.10")
    dealer.phase = "reveal"
    for card in hands[DEALER][:-1]:
        dealer.reveal(card, place_of(DEALER), cite="16.10")
    dealers_value = five_card_value(hands[DEALER])
    dealer.announce(f"Dealer has {hand_name(dealers_value)}", cite="16.10")
    # Each hand from the far right counterclockwise: turned, compared, settled.
    dealer.phase = "settlement"
    for seat in dealer.players_with_wagers(reverse=True):
        turn_up(dealer, seat, hands)
        settle_hand(dealer, rules, seat, five_card_value(hands[seat]), dealers_value)
    pay_progressive(dealer, rules, hands, sorted(claims, reverse=True))
    dealer.act("collect all cards in order and place them in the discard rack", cite="16.10")
    to_the_shuffle(dealer)


def turn_up(dealer: Dealer, seat: int, hands: Hands) -> None:
    place = place_of(seat)
    dealer.act(f"turn up the {place}", cite="16.10")
    for card in hands[seat]:
        dealer.reveal(card, place, cite="16.10", seat=seat)


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
    dealer: Dealer, rules: CaribbeanStudRules, hands: Hands, claims: list[int]
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


def to_the_shuffle(dealer: Dealer) -> None:
    """16.4: shuffled after each round; a deck that was removed is first replaced (16.3)."""
    dealer.next_procedure = "opening" if dealer.state.deck_removed else "shuffle"
