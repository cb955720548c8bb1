"""N.J.A.C. 13:69F-27, Four-Card Poker: the sections that state a procedure, in order. Of these
only 27.6 was available to us: the rest is the standard game in the order of subchapter 20."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.games.four_card_poker.hands import four_card_value, hand_name, hand_row
from pitboss.games.four_card_poker.rules import FOLD, FourCardPokerRules
from pitboss.money import parse_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import EVERYONE, NOBODY

# The cards by seat; the dealer's stand under seat 0, the last of them face up.
Hands = dict[int, list[int]]

PLAYERS_CARDS = 5
DEALERS_CARDS = 6


def open_the_table(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.4 Opening of the table for gaming."""
    dealer.phase = "opening"
    # Two decks are opened separately; a deck that replaces another is opened alone.
    decks = ["the cards"]
    if dealer.state.deck_removed:
        decks = ["the new deck"]
    elif rules.two_decks:
        decks = ["the first deck", "the second deck"]
    for cards in decks:
        dealer.act(f"sort and inspect {cards}", cite="27.4")
        dealer.act("the floorperson verifies the inspection", cite="27.4")
        dealer.act(f"spread {cards} face up by suit and sequence", cite="27.4")
        dealer.act(f"turn {cards} face down, wash and stack them", cite="27.4")
    if not dealer.state.deck_removed:
        dealer.remember(replace(dealer.state, deck=0))
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.5 Shuffle and cut of the cards, before play and after every round."""
    dealer.phase = "shuffle"
    dealer.new_shoe(full_shoe(1))
    dealer.next_procedure = "round"
    if rules.automated_shuffler:
        # 27.2 Two decks alternate: one is shuffled while the other is in play.
        if rules.two_decks:
            deck = 2 if dealer.state.deck == 1 else 1
            dealer.act(f"put deck {deck}, which the device has shuffled, in play", cite="27.2")
            dealer.remember(replace(dealer.state, deck=deck))
        else:
            dealer.act("shuffle the cards in the automated card shuffling device", cite="27.5")
        if rules.shuffler_counts_cards:
            dealer.note("the device indicates that 52 cards are present", cite="27.5")
    else:
        dealer.act("shuffle the cards and place them in a single stack", cite="27.5")
        dealer.phase = "cut"
        cut_the_deck(dealer, rules)
    place_the_deck(dealer, rules)


def cut_the_deck(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.5: after a manual shuffle, on to the cover card."""
    dealer.act("place the cover card in front of the deck", cite="27.5")
    # Something must remain to go on top of the cards that are cut.
    dealer.number(DEALER, "cut", rules.cut_at_least, dealer.remaining - 1, cite="27.5")
    dealer.act("place the remaining cards on top of those that were cut", cite="27.5")
    dealer.act("place the cover card in the discard rack", cite="27.5")


def place_the_deck(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.7, 27.8 or 27.9: where the cards are dealt from."""
    if rules.dealing == "hand":
        dealer.act("place the stacked deck in the dealing hand", cite="27.8")
    elif rules.dealing == "automated shoe":
        dealer.act("place the cards in the automated dealing shoe", cite="27.9")
    else:
        dealer.act("place the stacked deck in the dealing shoe", cite="27.7")


def play_a_round(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.6, then 27.7, 27.8 or 27.9, then 27.10: one round of play."""
    # 27.6 Ante and aces up wagers, either or both, before "No more bets".
    dealer.take_wagers("ante", "aces-up", cite="27.6", required=True)
    dealer.phase = "dealing"
    hands = DEALING[rules.dealing](dealer, rules)
    complete_the_round(dealer, rules, hands)


def deal_from_manual_shoe(dealer: Dealer, rules: FourCardPokerRules) -> Hands:
    """27.7 Procedures for dealing the cards from a manual dealing shoe."""
    dealer.announce("No more bets", cite="27.7")
    hands = deal_one_at_a_time(dealer, cite="27.7")
    put_away_the_stub(dealer, rules, cite="27.7")
    return hands


def deal_from_the_hand(dealer: Dealer, rules: FourCardPokerRules) -> Hands:
    """27.8 Procedures for dealing the cards from the hand."""
    dealer.announce("No more bets", cite="27.8")
    hands = deal_one_at_a_time(dealer, cite="27.8")
    put_away_the_stub(dealer, rules, cite="27.8")
    return hands


def deal_from_automated_shoe(dealer: Dealer, rules: FourCardPokerRules) -> Hands:
    """27.9 Procedures for dealing the cards from an automated dealing shoe."""
    dealer.announce("No more bets", cite="27.9")
    # A stack of five to each bettor from the far left clockwise, then one of six to the dealer,
    # who exposes the last card of it.
    hands: Hands = {}
    for seat in (*dealer.players_with_wagers(), DEALER):
        count = PLAYERS_CARDS if seat else DEALERS_CARDS
        hands[seat] = [
            dealer.draw(place_of(seat), cite="27.9", seen=seen_by(dealer, seat, number), seat=seat)
            for number in range(count)
        ]
    put_away_the_stub(dealer, rules, cite="27.9")
    return hands


DEALING: dict[str, Callable[[Dealer, FourCardPokerRules], Hands]] = {
    "manual shoe": deal_from_manual_shoe,
    "hand": deal_from_the_hand,
    "automated shoe": deal_from_automated_shoe,
}


def deal_one_at_a_time(dealer: Dealer, *, cite: str) -> Hands:
    """Face down, from the far left clockwise to each bettor and then the dealer, until all have
    five; then a sixth to the dealer, face up.

    Doubt: which of the dealer's cards is face up. We take the last one."""
    hands: Hands = {seat: [] for seat in (*dealer.players_with_wagers(), DEALER)}
    for number in range(PLAYERS_CARDS):
        for seat, cards in hands.items():
            seen = seen_by(dealer, seat, number)
            cards.append(dealer.draw(place_of(seat), cite=cite, seen=seen, seat=seat))
    hands[DEALER].append(dealer.draw(place_of(DEALER), cite=cite, seat=DEALER))
    return hands


def seen_by(dealer: Dealer, seat: int, number: int) -> int:
    if seat == DEALER:
        return EVERYONE if number == DEALERS_CARDS - 1 else NOBODY
    return dealer.eyes(seat)


def place_of(seat: int) -> str:
    return f"hand of p{seat}" if seat else "dealer's hand"


def stub_count_due(dealer: Dealer, rules: FourCardPokerRules) -> bool:
    """At least once every five rounds, unless the device counts the deck."""
    due: bool = dealer.state.since_count + 1 >= rules.stub_count_every
    return due and not rules.shuffler_counts_cards


def put_away_the_stub(dealer: Dealer, rules: FourCardPokerRules, *, cite: str) -> None:
    """Counted if that is due, then to the discard rack unseen."""
    dealer.phase = "stub"
    if stub_count_due(dealer, rules):
        dealer.act(f"count the stub face down: {dealer.remaining} cards", cite=cite)
        dealer.remember(replace(dealer.state, since_count=0))
    elif not rules.shuffler_counts_cards:
        dealer.remember(replace(dealer.state, since_count=dealer.state.since_count + 1))
    dealer.act("place the stub in the discard rack without exposing the cards", cite=cite)


def complete_the_round(dealer: Dealer, rules: FourCardPokerRules, hands: Hands) -> None:
    """27.10 Procedures for completion of each round of play."""
    # (b) From the far left clockwise: a play wager of one to three times the ante, or forfeit.
    dealer.phase = "decisions"
    antes: dict[int, int] = {}
    folded = []
    for seat in hands:
        ante = dealer.find(seat, "ante")
        if ante is None:
            continue
        amounts = rules.play_amounts(ante.cents, dealer.table.limits.chip)
        chosen = dealer.choose(seat, rules.play_choices(ante.cents), cite="27.10(b)",
                               what="play or fold", amounts=amounts)  # fmt: skip
        if chosen == FOLD:
            folded.append(seat)
            continue
        cents = parse_dollars(chosen.rpartition(" ")[2])
        dealer.place_wager(seat, "play", cents, cite="27.10(b)")
        antes[seat] = ante.cents
    # Then all that was forfeited is collected, wagers and cards.
    dealer.phase = "forfeits"
    if folded:
        collect_forfeited(dealer, rules, folded)
    # The dealer shows the best four cards; then each active hand from the far right.
    dealer.act("turn up the dealer's cards and select the highest four", cite="27.10")
    dealer.phase = "reveal"
    for card in hands[DEALER][:-1]:
        dealer.reveal(card, place_of(DEALER), cite="27.10")
    name = hand_name(four_card_value(hands[DEALER]))
    dealer.announce(f"Dealer has {name}", cite="27.10")
    active = dealer.players_with_wagers(reverse=True)
    for seat in active:
        place = place_of(seat)
        dealer.act(f"turn up the {place} and select the highest four", cite="27.10")
        for card in hands[seat]:
            dealer.reveal(card, place, cite="27.10", seat=seat)
    dealer.phase = "settlement"
    settle(dealer, rules, hands, active, antes)
    dealer.act("collect all cards in order and place them in the discard rack", cite="27.10")
    to_the_shuffle(dealer)


def collect_forfeited(dealer: Dealer, rules: FourCardPokerRules, folded: list[int]) -> None:
    """27.10: a fold forfeits the ante, and the aces up wager and the cards with it. (Where the
    aces up wager is not forfeited, the cards stay for it.)"""
    for seat in folded:
        for wager in dealer.wagers_of(seat):
            if wager.kind == "ante" or rules.fold_forfeits_aces_up:
                dealer.collect(wager, cite="27.10")
    if any(not dealer.wagers_of(seat) for seat in folded):
        dealer.act("place the forfeited cards in the discard rack", cite="27.10")


def settle(
    dealer: Dealer, rules: FourCardPokerRules, hands: Hands, active: list[int],
    antes: dict[int, int],
) -> None:  # fmt: skip
    """27.10 and 27.11: `active` hands from the far right; `antes` of those who play."""
    dealers_value = four_card_value(hands[DEALER])
    values = {seat: four_card_value(hands[seat]) for seat in active}
    on_the_table = {(wager.seat, wager.kind): wager for wager in dealer.wagers}

    # Losing wagers first, as the hands were turned up.
    for seat in active:
        if seat in antes and values[seat] < dealers_value:
            dealer.collect(on_the_table.pop((seat, "ante")), cite="27.10")
            dealer.collect(on_the_table.pop((seat, "play")), cite="27.10")
        aces_up = on_the_table.get((seat, "aces-up"))
        if aces_up and rules.aces_up_ledger[hand_row(values[seat])] is None:
            dealer.collect(on_the_table.pop((seat, "aces-up")), cite="27.10")

    # Then winning wagers, from the far right counterclockwise.
    for seat in active:
        row = hand_row(values[seat])
        ante = on_the_table.get((seat, "ante"))
        if ante is not None:
            play = on_the_table[seat, "play"]
            if values[seat] > dealers_value or rules.ties_to_player:
                dealer.pay(ante, rules.ante, cite="27.11")
                dealer.pay(play, rules.play, cite="27.11")
            else:
                dealer.give_back(ante, cite="27.3")
                dealer.give_back(play, cite="27.3")
        bonus = rules.ante_bonus_ledger[row]
        if bonus is not None and seat in antes:
            dealer.bonus(seat, "ante-bonus", antes[seat], bonus, cite="27.11")
        aces_up = on_the_table.get((seat, "aces-up"))
        if aces_up is not None:
            odds = rules.aces_up_ledger[row]
            assert odds is not None
            dealer.pay(aces_up, odds, cite="27.11")


def to_the_shuffle(dealer: Dealer) -> None:
    """27.5: shuffled after each round; a deck that was removed is first replaced (27.4)."""
    dealer.next_procedure = "opening" if dealer.state.deck_removed else "shuffle"
