"""N.J.A.C. 19:47-20 (13:69F-20), Three Card Poker: the sections that state a procedure, in
order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.games.three_card_poker.hands import (
    arranged,
    category_name,
    ledger_row,
    qualifies,
    three_card_value,
)
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import NOBODY

# The cards by seat; the dealer's stand under seat 0.
Hands = dict[int, list[int]]

PLAY, FOLD = "play", "fold"
CARDS_IN_A_HAND = 3


def open_the_table(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.4 Opening of the table for gaming."""
    dealer.phase = "opening"
    # (d) Two decks are opened separately; a deck that replaces another is opened alone.
    decks = ["the cards"]
    if dealer.state.deck_removed:
        decks = ["the new deck"]
    elif rules.two_decks:
        decks = ["the first deck", "the second deck"]
    for cards in decks:
        # (a) The dealer sorts and inspects the cards; the floorperson verifies the inspection.
        dealer.act(f"sort and inspect {cards}", cite="20.4(a)")
        dealer.act("the floorperson verifies the inspection", cite="20.4(a)")
        # (b) Spread face up by suit and in sequence for the first player.
        dealer.act(f"spread {cards} face up by suit and sequence", cite="20.4(b)")
        # (c) After the player's inspection: face down, washed, stacked.
        dealer.act(f"turn {cards} face down, wash and stack them", cite="20.4(c)")
    if not dealer.state.deck_removed:
        dealer.remember(replace(dealer.state, deck=0))
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.5 Shuffle and cut of the cards, before play and after every round."""
    dealer.phase = "shuffle"
    dealer.new_shoe(full_shoe(1))
    dealer.next_procedure = "round"
    if rules.automated_shuffler:
        # 20.2(b) Two decks alternate: one is shuffled while the other is in play.
        if rules.two_decks:
            deck = 2 if dealer.state.deck == 1 else 1
            dealer.act(f"put deck {deck}, which the device has shuffled, in play", cite="20.2(b)4")
            dealer.remember(replace(dealer.state, deck=deck))
        else:
            # (a) The device intermixes the cards and places them in a single stack.
            dealer.act("shuffle the cards in the automated card shuffling device", cite="20.5(a)")
        if rules.shuffler_counts_cards:
            dealer.note("the device indicates that 52 cards are present", cite="20.7(f)")
        # (b)1 No cut after an automated shuffle.
    else:
        # (a) Shuffled by hand into a single stack; (b)2 then cut.
        dealer.act("shuffle the cards and place them in a single stack", cite="20.5(a)")
        dealer.phase = "cut"
        cut_the_deck(dealer, rules)
    place_the_deck(dealer, rules)


def cut_the_deck(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.5(c)1: the dealer cuts with one hand, on to the cover card."""
    dealer.act(f"place the {rules.cover_card} in front of the deck", cite="20.5(c)1i")
    # ii. At least ten cards from the top; something must remain to go on top of them.
    dealer.number(DEALER, "cut", rules.cut_at_least, dealer.remaining - 1, cite="20.5(c)1ii")
    dealer.act("place the remaining cards on top of those that were cut", cite="20.5(c)1iii")
    dealer.act("place the cover card in the discard rack", cite="20.5(c)1iv")


def place_the_deck(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.7(a), 20.8(b)2 or 20.9(b)1: where the cards are dealt from."""
    if rules.dealing == "hand":
        dealer.act("place the stacked deck in the dealing hand", cite="20.8(b)2")
    elif rules.dealing == "automated shoe":
        dealer.act("place the cards in the automated dealing shoe", cite="20.9(b)1")
    else:
        dealer.act("place the stacked deck in the dealing shoe", cite="20.7(a)")


def play_a_round(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.6, then 20.7, 20.8 or 20.9, then 20.10: one round of play."""
    # 20.6(d) Ante and pair plus wagers, either or both, before "No more bets".
    dealer.take_wagers("ante", "pair-plus", cite="20.6(d)", required=True)
    dealer.phase = "dealing"
    hands = DEALING[rules.dealing](dealer, rules)
    complete_the_round(dealer, rules, hands)


def deal_from_manual_shoe(dealer: Dealer, rules: ThreeCardPokerRules) -> Hands:
    """20.7 Procedures for dealing the cards from a manual dealing shoe."""
    # (b) Announced before any card is dealt.
    dealer.announce("No more bets", cite="20.7(b)")
    # (c) One card at a time, face down.
    hands = deal_one_at_a_time(dealer, cite="20.7(c)")
    # (d) The stub goes to the discard rack unseen, (e) after it has been counted if that is due.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="20.7(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="20.7(d)")
    return hands


def deal_from_the_hand(dealer: Dealer, rules: ThreeCardPokerRules) -> Hands:
    """20.8 Procedures for dealing the cards from the hand."""
    # (b)3 Announced before any card is dealt.
    dealer.announce("No more bets", cite="20.8(b)3")
    # (c) One card at a time, face down.
    hands = deal_one_at_a_time(dealer, cite="20.8(c)")
    # (d), (e) The stub, as in 20.7.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="20.8(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="20.8(d)")
    return hands


def deal_from_automated_shoe(dealer: Dealer, rules: ThreeCardPokerRules) -> Hands:
    """20.9 Procedures for dealing the cards from an automated dealing shoe."""
    # (b)2 Announced before the shoe dispenses any stack.
    dealer.announce("No more bets", cite="20.9(b)2")
    # (c) A stack of three to each bettor from the far left clockwise, then one to the dealer.
    hands: Hands = {}
    for seat in (*dealer.players_with_wagers(), DEALER):
        place, seen = place_of(seat), dealer.eyes(seat) if seat else NOBODY
        hands[seat] = [
            dealer.draw(place, cite="20.9(c)", seen=seen, seat=seat) for _ in range(CARDS_IN_A_HAND)
        ]
    # (d), (e) The stub, as in 20.7.
    dealer.phase = "stub"
    count_the_stub(dealer, rules, cite="20.9(e)")
    dealer.act("place the stub in the discard rack without exposing the cards", cite="20.9(d)")
    return hands


DEALING: dict[str, Callable[[Dealer, ThreeCardPokerRules], Hands]] = {
    "manual shoe": deal_from_manual_shoe,
    "hand": deal_from_the_hand,
    "automated shoe": deal_from_automated_shoe,
}


def deal_one_at_a_time(dealer: Dealer, *, cite: str) -> Hands:
    """From the far left clockwise to each bettor and then the dealer, until all have three."""
    hands: Hands = {seat: [] for seat in (*dealer.players_with_wagers(), DEALER)}
    order = [
        (seat, cards, place_of(seat), dealer.eyes(seat) if seat else NOBODY)
        for seat, cards in hands.items()
    ]
    for _ in range(CARDS_IN_A_HAND):
        for seat, cards, place, seen in order:
            cards.append(dealer.draw(place, cite=cite, seen=seen, seat=seat))
    return hands


def place_of(seat: int) -> str:
    return f"hand of p{seat}" if seat else "dealer's hand"


def stub_count_due(dealer: Dealer, rules: ThreeCardPokerRules) -> bool:
    """20.7(e), (f): at least once every five rounds, unless the device counts the deck."""
    due: bool = dealer.state.since_count + 1 >= rules.stub_count_every
    return due and not rules.shuffler_counts_cards


def count_the_stub(dealer: Dealer, rules: ThreeCardPokerRules, *, cite: str) -> None:
    if stub_count_due(dealer, rules):
        dealer.act(f"count the stub face down: {dealer.remaining} cards", cite=cite)
        dealer.remember(replace(dealer.state, since_count=0))
    elif not rules.shuffler_counts_cards:
        dealer.remember(replace(dealer.state, since_count=dealer.state.since_count + 1))


def complete_the_round(dealer: Dealer, rules: ThreeCardPokerRules, hands: Hands) -> None:
    """20.10 Procedures for completion of each round of play."""
    # (b) From the far left clockwise: a play wager equal to the ante, or forfeit.
    dealer.phase = "decisions"
    antes: dict[int, int] = {}
    folded = []
    for seat in hands:
        ante = dealer.find(seat, "ante")
        if ante is None:
            continue
        if dealer.choose(seat, (PLAY, FOLD), cite="20.10(b)", what="play or fold") == PLAY:
            dealer.place_wager(seat, "play", ante.cents, cite="20.10(b)")
            antes[seat] = ante.cents
        else:
            folded.append(seat)
    # Then all that was forfeited is collected, wagers and cards.
    dealer.phase = "forfeits"
    if folded:
        collect_forfeited(dealer, rules, folded)
    # The dealer's cards, laid as a hand; then each active hand from the far right.
    dealer.act("reveal the dealer's cards", cite="20.10(b)")
    dealer.phase = "reveal"
    for card in arranged(hands[DEALER]):
        dealer.reveal(card, "dealer's hand", cite="20.10(b)")
    active = dealer.players_with_wagers(reverse=True)
    for seat in active:
        place = place_of(seat)
        dealer.act(f"reveal the {place}", cite="20.10(b)")
        for card in hands[seat]:
            dealer.reveal(card, place, cite="20.10(b)", seat=seat)
    # (c) Losing wagers are collected, then winning wagers paid.
    dealer.phase = "settlement"
    settle(dealer, rules, hands, active, antes)
    # (c)2 All cards to the discard rack, and 20.5(a): a shuffle after every round.
    dealer.act("collect all cards in order and place them in the discard rack", cite="20.10(c)2")
    to_the_shuffle(dealer)


def collect_forfeited(dealer: Dealer, rules: ThreeCardPokerRules, folded: list[int]) -> None:
    """20.10(b): a fold forfeits the ante, and the pair plus wager and the cards with it. (Where
    the pair plus wager is not forfeited, the cards stay for it.)"""
    for seat in folded:
        for wager in dealer.wagers_of(seat):
            if wager.kind == "ante" or rules.fold_forfeits_pair_plus:
                dealer.collect(wager, cite="20.10(b)")
    if any(not dealer.wagers_of(seat) for seat in folded):
        dealer.act("place the forfeited cards in the discard rack", cite="20.10(b)")


def settle(
    dealer: Dealer, rules: ThreeCardPokerRules, hands: Hands, active: list[int],
    antes: dict[int, int],
) -> None:  # fmt: skip
    """20.10(c) and 20.11: `active` hands from the far right; `antes` of those who play."""
    dealers_value = three_card_value(*hands[DEALER])
    qualified = qualifies(dealers_value)
    if qualified:
        name = category_name(dealers_value)
        dealer.note(f"the dealer has queen high or better: {name}", cite="20.11(a)1")
    else:
        dealer.note("the dealer does not have queen high or better", cite="20.11(a)1")
    values = {seat: three_card_value(*hands[seat]) for seat in active}
    on_the_table = {(wager.seat, wager.kind): wager for wager in dealer.wagers}

    # 20.10(c) Losing wagers first.
    # Doubt: in what order. We take them as the hands were revealed, from the far right.
    for seat in active:
        if seat in antes and qualified and values[seat] < dealers_value:
            dealer.collect(on_the_table.pop((seat, "ante")), cite="20.10(c)")
            dealer.collect(on_the_table.pop((seat, "play")), cite="20.10(c)")
        pair_plus = on_the_table.get((seat, "pair-plus"))
        if pair_plus and rules.pair_plus_ledger[ledger_row(values[seat])] is None:
            dealer.collect(on_the_table.pop((seat, "pair-plus")), cite="20.10(c)")

    # 20.10(c)1 Then winning wagers, from the far right counterclockwise.
    for seat in active:
        row = ledger_row(values[seat])
        ante = on_the_table.get((seat, "ante"))
        if ante is not None:
            play = on_the_table[seat, "play"]
            if not qualified:
                # 20.11(a)1 Below queen high the ante is paid and the play wager returned.
                dealer.pay(ante, rules.ante, cite="20.11(a)1")
                dealer.give_back(play, cite="20.11(a)1", result="returned")
            elif values[seat] > dealers_value:
                dealer.pay(ante, rules.ante, cite="20.11(a)1")
                dealer.pay(play, rules.play, cite="20.11(a)1")
            else:
                # Doubt: 20.11 is silent on a draw (20.3(c)): both wagers are returned.
                dealer.give_back(ante, cite="20.3(c)")
                dealer.give_back(play, cite="20.3(c)")
        pair_plus = on_the_table.get((seat, "pair-plus"))
        if pair_plus is not None:
            odds = rules.pair_plus_ledger[row]
            assert odds is not None
            dealer.pay(pair_plus, odds, cite="20.11(a)2")
        bonus = rules.ante_bonus_ledger[row]
        if bonus is not None and seat in antes:
            # Doubt: (a)3 names no base: paid on the ante, whether it won or lost.
            dealer.bonus(seat, "ante-bonus", antes[seat], bonus, cite="20.11(a)3")


def to_the_shuffle(dealer: Dealer) -> None:
    """20.5(a): shuffled after each round; a deck that was removed is first replaced (20.4)."""
    dealer.next_procedure = "opening" if dealer.state.deck_removed else "shuffle"
