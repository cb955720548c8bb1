"""N.J.A.C. 19:47-18 (13:69F-18), Let It Ride Poker: the sections that state a procedure, in
order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
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
from pitboss.table.entries import DEALER
from pitboss.table.layout import NOBODY, PayoutLimit
from pitboss.table.prompts import Bounds, Refusal

# The cards by seat; the community cards stand under seat 0, from the dealer's left.
Hands = dict[int, list[int]]

BETS = ("bet-one", "bet-two", "bet-three")
LET_IT_RIDE, WITHDRAW = "let it ride", "withdraw"
COMMUNITY = 0
CARDS_IN_A_HAND = 3


def open_the_table(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.4 Opening of the table for gaming."""
    dealer.phase = "opening"
    # (d) Two decks are opened separately; a deck that replaces another is opened alone.
    decks = ["the cards"]
    if dealer.state.deck_removed:
        decks = ["the new deck"]
    elif rules.two_decks:
        decks = ["the first deck", "the second deck"]
    for cards in decks:
        # (a) The dealer sorts and inspects the cards; the floorperson verifies the inspection.
        dealer.act(f"sort and inspect {cards}", cite="18.4(a)")
        dealer.act("the floorperson verifies the inspection", cite="18.4(a)")
        # (b) Spread face up by suit and in sequence for the first player.
        dealer.act(f"spread {cards} face up by suit and sequence", cite="18.4(b)")
        # (c) After the player's inspection: face down, washed, stacked.
        dealer.act(f"turn {cards} face down, wash and stack them", cite="18.4(c)")
    if not dealer.state.deck_removed:
        dealer.remember(replace(dealer.state, deck=0))
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.5 Shuffle and cut of the cards, before play and after every round."""
    dealer.phase = "shuffle"
    dealer.new_shoe(full_shoe(1))
    dealer.next_procedure = "round"
    if rules.automated_shuffler:
        # 18.2(b) Two decks alternate: one is shuffled while the other is in play.
        if rules.two_decks:
            deck = 2 if dealer.state.deck == 1 else 1
            dealer.act(f"put deck {deck}, which the device has shuffled, in play", cite="18.2(b)4")
            dealer.remember(replace(dealer.state, deck=deck))
        else:
            # (a) The device intermixes the cards and places them in a single stack.
            dealer.act("shuffle the cards in the automated card shuffling device", cite="18.5(a)")
        if rules.shuffler_counts_cards:
            dealer.note("the device indicates that 52 cards are present", cite="18.7(f)")
        # (b)1 No cut after an automated shuffle.
    else:
        # (a) Shuffled by hand into a single stack; (b)2 then cut.
        dealer.act("shuffle the cards and place them in a single stack", cite="18.5(a)")
        dealer.phase = "cut"
        cut_the_deck(dealer, rules)
    place_the_deck(dealer, rules)


def cut_the_deck(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.5(c)1: the dealer cuts with one hand, on to the cover card."""
    dealer.act(f"place the {rules.cover_card} in front of the deck", cite="18.5(c)1i")
    # ii. At least ten cards from the top; something must remain to go on top of them.
    dealer.number(DEALER, "cut", rules.cut_at_least, dealer.remaining - 1, cite="18.5(c)1ii")
    dealer.act("place the remaining cards on top of those that were cut", cite="18.5(c)1iii")
    dealer.act("place the cover card in the discard rack", cite="18.5(c)1iv")


def place_the_deck(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.7(a), 18.8(b)2 or 18.9(b)1: where the cards are dealt from."""
    if rules.dealing == "hand":
        dealer.act("place the stacked deck in the dealing hand", cite="18.8(b)2")
    elif rules.dealing == "automated shoe":
        dealer.act("place the cards in the automated dealing shoe", cite="18.9(b)1")
    else:
        dealer.act("place the stacked deck in the dealing shoe", cite="18.7(a)")


def play_a_round(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.6 and 18.6A, then 18.7, 18.8 or 18.9, then 18.10: one round of play."""
    take_the_wagers(dealer, rules)
    dealer.phase = "dealing"
    hands = DEALING[rules.dealing](dealer, rules)
    complete_the_round(dealer, rules, hands)


def take_the_wagers(dealer: Dealer, rules: LetItRideRules) -> None:
    """18.6 Wagers, 18.6A Optional bonus wager (and 18.6B): before "No more bets"."""

    def amounts(seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        others = [dealer.find(seat, bet) for bet in BETS if bet != kind.key]
        if kind.key not in BETS:
            # 18.6A(b) Only a player who has placed the three wagers.
            if not all(others):
                return Refusal(f"p{seat} has not placed the three wagers", kind.cite)
            if kind.key == "bonus":
                chip = rules.bonus_cents
                return Bounds(chip, chip, chip, kind.cite)
            return bounds
        # 18.6(d) Three wagers, equal to each other: the first one placed sets the amount.
        for other in others:
            if other is not None:
                return Bounds(other.cents, other.cents, 1, "18.6(d)")
        return bounds

    def complete() -> Refusal | None:
        for seat in dealer.players_with_wagers():
            if not all(dealer.find(seat, bet) for bet in BETS):
                return Refusal(f"p{seat} must place three equal wagers", "18.6(d)")
        return None

    dealer.take_wagers(
        *rules.wagers, cite="18.6(c)", required=True, bounds=amounts, ready=complete
    )  # fmt: skip


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


def deal_from_manual_shoe(dealer: Dealer, rules: LetItRideRules) -> Hands:
    """18.7 Procedures for dealing the cards from a manual dealing shoe."""
    # (b) Announced before any card is dealt; bonus wagers are collected and counted.
    dealer.announce("No more bets", cite="18.7(b)")
    collect_bonus_wagers(dealer, cite="18.7(b)")
    # (c) One card at a time, face down.
    hands = deal_one_at_a_time(dealer, (
        ("18.7(c)1", "18.7(c)2"), ("18.7(c)3", "18.7(c)4"), ("18.7(c)5", "18.7(c)6"),
    ))  # fmt: skip
    # (d) The stub goes to the discard rack unseen, (e) after it has been counted if that is due.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="18.7(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="18.7(d)")
    return hands


def deal_from_the_hand(dealer: Dealer, rules: LetItRideRules) -> Hands:
    """18.8 Procedures for dealing the cards from the hand."""
    # (b)3 Announced before any card is dealt; bonus wagers are collected and counted.
    dealer.announce("No more bets", cite="18.8(b)3")
    collect_bonus_wagers(dealer, cite="18.8(b)3")
    # (c) One card at a time, face down.
    hands = deal_one_at_a_time(dealer, (
        ("18.8(c)1", "18.8(c)2"), ("18.8(c)3", "18.8(c)4"), ("18.8(c)5", "18.8(c)6"),
    ))  # fmt: skip
    # (d), (e) The stub, as in 18.7.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="18.8(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="18.8(d)")
    return hands


def deal_from_automated_shoe(dealer: Dealer, rules: LetItRideRules) -> Hands:
    """18.9 Procedures for dealing the cards from an automated dealing shoe."""
    # (b)2 Announced before the shoe dispenses any stack; bonus wagers are counted.
    dealer.announce("No more bets", cite="18.9(b)2")
    collect_bonus_wagers(dealer, cite="18.9(b)2")
    # (c) A stack of three to each player from the far left clockwise, then one to the
    # community area. Doubt: the cards of a stack are recorded from the top down.
    hands: Hands = {}
    for seat in (*dealer.players_with_wagers(), COMMUNITY):
        place, seen = place_of(seat), dealer.eyes(seat) if seat else NOBODY
        hands[seat] = [
            dealer.draw(place, cite="18.9(c)", seen=seen, seat=seat) for _ in range(CARDS_IN_A_HAND)
        ]
    # Spread so that the top card lies at the dealer's right and the bottom card at the left.
    dealer.act("spread the community stack, its top card to the dealer's right", cite="18.9(c)")
    hands[COMMUNITY].reverse()
    # (d), (e) The stub, as in 18.7.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="18.9(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="18.9(d)")
    return hands


DEALING: dict[str, Callable[[Dealer, LetItRideRules], Hands]] = {
    "manual shoe": deal_from_manual_shoe,
    "hand": deal_from_the_hand,
    "automated shoe": deal_from_automated_shoe,
}


def deal_one_at_a_time(dealer: Dealer, paragraphs: tuple[tuple[str, str], ...]) -> Hands:
    """From the far left clockwise to each player, then to the community area, where each card
    is placed to the right of those before it; three times."""
    hands: Hands = {seat: [] for seat in (*dealer.players_with_wagers(), COMMUNITY)}
    order = [
        (seat, cards, place_of(seat), dealer.eyes(seat) if seat else NOBODY)
        for seat, cards in hands.items()
    ]
    for to_players, to_community in paragraphs:
        for seat, cards, place, seen in order:
            cite = to_players if seat else to_community
            cards.append(dealer.draw(place, cite=cite, seen=seen, seat=seat))
    return hands


def place_of(seat: int) -> str:
    return f"hand of p{seat}" if seat else "community cards"


def stub_count_due(dealer: Dealer, rules: LetItRideRules) -> bool:
    """18.7(e), (f): at least once every five rounds, unless the device counts the deck."""
    due: bool = dealer.state.since_count + 1 >= rules.stub_count_every
    return due and not rules.shuffler_counts_cards


def count_the_stub(dealer: Dealer, rules: LetItRideRules, *, cite: str) -> None:
    if stub_count_due(dealer, rules):
        dealer.act(f"count the stub face down: {dealer.remaining} cards", cite=cite)
        dealer.remember(replace(dealer.state, since_count=0))
    elif not rules.shuffler_counts_cards:
        dealer.remember(replace(dealer.state, since_count=dealer.state.since_count + 1))


def complete_the_round(dealer: Dealer, rules: LetItRideRules, hands: Hands) -> None:
    """18.10 Procedures for completion of each round of play."""
    seats = dealer.players_with_wagers()
    _, first, second = hands[COMMUNITY]
    # (b) From the far left clockwise: bet number one is withdrawn or rides.
    dealer.phase = "bet one"
    for seat in seats:
        ask(dealer, seat, "bet-one", asked="18.10(b)", withdrawn="18.10(b)2")
    # (c) The community card at the dealer's left is burned, face down.
    dealer.act("burn the community card at the left, face down", cite="18.10(c)")
    # (d) The next one from the left is turned up: the first community card.
    dealer.act("turn up the first community card", cite="18.10(d)")
    dealer.reveal(first, "first community card", cite="18.10(d)")
    # (e) Likewise bet number two, whatever became of bet number one.
    dealer.phase = "bet two"
    for seat in seats:
        ask(dealer, seat, "bet-two", asked="18.10(e)", withdrawn="18.10(e)2")
    # (f) The last one is turned up: the second community card.
    dealer.act("turn up the second community card", cite="18.10(f)")
    dealer.phase = "reveal"
    dealer.reveal(second, "second community card", cite="18.10(f)")
    # (g), (h) The hands are turned up from the far right; losing wagers go at once.
    for seat in reversed(seats):
        turn_up(dealer, rules, seat, hands[seat], (first, second))
    # (i) Then winning wagers are paid, from the far right counterclockwise.
    dealer.phase = "settlement"
    for seat in reversed(seats):
        pay_hand(dealer, rules, seat, hands[seat], (first, second))
    # (i)2 All cards to the discard rack, and 18.5(a): a shuffle after every round.
    dealer.act("collect all cards in order and place them in the discard rack", cite="18.10(i)2")
    to_the_shuffle(dealer)


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
    place = place_of(seat)
    dealer.act(f"turn up the {place}", cite="18.10(g)")
    for card in own:
        dealer.reveal(card, place, cite="18.10(g)", seat=seat)
    value = five_card_value((*own, *community))
    dealer.note(f"hand: {hand_name(value)}", cite="18.3(b)", seat=seat)
    loses = rules.payout[payout_row(value)] is None
    for wager in dealer.wagers_of(seat):
        if wager.kind in BETS and loses:
            dealer.collect(wager, cite="18.10(h)")
    three_card = dealer.find(seat, "three-card-bonus")
    if three_card and rules.three_card[three_card_row(three_card_value(*own))] is None:
        dealer.collect(three_card, cite="18.6B")
    if loses and not dealer.wagers_of(seat) and not bonus_row(dealer, rules, seat, value):
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


def to_the_shuffle(dealer: Dealer) -> None:
    """18.5(a): shuffled after each round; a deck that was removed is first replaced (18.4)."""
    dealer.next_procedure = "opening" if dealer.state.deck_removed else "shuffle"
