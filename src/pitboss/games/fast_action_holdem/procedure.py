"""N.J.A.C. 19:47-21 (13:69F-21), Fast action hold'em: the sections that state a procedure, in
order. 21.8 was available to us up to (j)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.cards import cards_text
from pitboss.equipment.shoe import full_shoe
from pitboss.games.fast_action_holdem.hands import (
    COMMUNITY,
    HAND_CARDS,
    PAIRS,
    dealer_keeps,
    hand_name,
    house_way,
    is_natural,
    multi_deck_value,
    pair_of,
)
from pitboss.games.fast_action_holdem.rules import FastActionRules
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import EVERYONE, NOBODY, Wager
from pitboss.table.shuffling import clockwise_from, insert_cutting_card, offer_cut

SET, SPLIT, DISCONTINUE = "set", "split", "discontinue"
COLLECT_DISCARDS = "collect the discarded cards from the right counterclockwise"

# The cards by position; the dealer's stand under 0.
Hands = dict[int, list[int]]
# By seat, the two cards of each hand that was set: one hand, or two of a split.
Set = dict[int, list[tuple[int, int]]]


class HandIsDead(Exception):  # the hand that is being set leaves the round
    """Raised by an irregularity while a player is asked about that hand."""


def open_the_table(dealer: Dealer, rules: FastActionRules) -> None:
    """21.4 Opening of the table for gaming."""
    if rules.manual_shuffle:
        # (a), (b) Sorted, inspected, verified; spread face up for the first player.
        dealer.act("sort and inspect the cards", cite="21.4(a)")
        dealer.act("the floorperson verifies the inspection", cite="21.4(a)")
        dealer.act("spread the cards face up by suit and in sequence", cite="21.4(b)")
        # (c) Face down, washed, stacked.
        dealer.act("turn the cards face down, wash and stack them", cite="21.4(c)")
    else:
        # (d) For a device, all of that with each deck by itself.
        for deck in range(1, rules.decks + 1):
            dealer.act(f"sort and inspect deck {deck}", cite="21.4(d)")
            dealer.act(f"the floorperson verifies the inspection of deck {deck}", cite="21.4(d)")
            dealer.act(f"spread deck {deck} face up by suit and in sequence", cite="21.4(d)")
            dealer.act(f"turn deck {deck} face down, wash, stack and shuffle it", cite="21.4(d)")
    dealer.remember(replace(dealer.state, begun=False, marker=0, cutting_card_at=-1))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: FastActionRules) -> None:
    """21.5 Shuffle and cut of the cards; then 21.7(a), the first card is burned."""
    dealer.new_shoe(full_shoe(rules.decks))
    # (a), (b) By hand, and then cut; or by a device.
    if rules.continuous_shuffler:
        dealer.act("place the cards in the continuous shuffling shoe or device", cite="21.11")
    elif rules.manual_shuffle:
        dealer.act("shuffle the cards and place them in a single stack", cite="21.5(a)")
        offer_cut(
            dealer,
            clockwise_from(_first_to_cut(dealer), dealer.table.seats),
            offer="21.5(c)",
            refused="21.5(d)",
            cut="21.5(e)",
            behind="21.5(f)",
            margin=rules.cut_at_least,
        )
    else:
        dealer.act("shuffle the cards in the automated card shuffling device", cite="21.5(b)1")
    if rules.cutting_card_from_back:
        # (f) The cutting card at least a quarter of the way in from the back.
        least, most = rules.cutting_card_from_back, dealer.remaining // 2
        insert_cutting_card(dealer, least, most, cite="21.5(f)")
        dealer.act("insert the stack into the dealing shoe", cite="21.5(f)")
    dealer.remember(replace(dealer.state, begun=True, cutting_card_at=-1))
    # 21.7(a) One card face down to the discard rack, disclosed to nobody.
    dealer.burn("discard rack", cite="21.7(a)", seen=NOBODY)
    dealer.next_procedure = "round"


def _first_to_cut(dealer: Dealer) -> int:
    """21.5(c): the first player of a new game; else the player on whose box the cutting card
    came; else the one farthest to the right."""
    state, seats = dealer.state, dealer.table.seats
    if not state.begun:
        return min(seats)
    return int(state.cutting_card_at) if state.cutting_card_at in seats else max(seats)


def play_a_round(dealer: Dealer, rules: FastActionRules) -> None:
    """21.6, 21.7 and 21.8: one round of play."""
    dealer.remember(replace(dealer.state, exposed=0))
    # 21.6(c) All wagers but a split are made before "No more bets".
    dealer.take_wagers("original", cite="21.6(c)", required=True)
    hands = deal_the_cards(dealer)
    kept = set_the_hands(dealer, rules, hands)
    # The paragraph under which an ordinary round's cards are collected was not available to us.
    collected = "21.8"
    if dealer.wagers:
        if dealer_has_natural(dealer, hands):
            collected = "21.8(h)"
        else:
            complete_the_round(dealer, rules, hands, kept)
    _end_of_round(dealer, rules, cite=collected)


def deal_the_cards(dealer: Dealer) -> Hands:
    """21.7 Procedures for dealing the cards."""
    # (b) No more bets; the marker says where dealing begins.
    dealer.announce("No more bets", cite="21.7(b)")
    marker = dealer.state.marker
    places = [DEALER, *dealer.players_with_wagers()]
    order = [p for p in places if p >= marker] + [p for p in places if p < marker]
    hands: Hands = {place: [] for place in order}
    # (c) One card at a time, face down, clockwise, until each has four.
    for _ in range(HAND_CARDS):
        for place in order:
            if place == DEALER:
                card = next_card(dealer, "dealer's hand", cite="21.7(c)", seen=NOBODY)
            else:
                seen = dealer.table.eyes(place)
                card = next_card(dealer, f"p{place}'s hand", cite="21.7(c)", seen=seen, seat=place)
            hands[place].append(card)
    return hands


def next_card(dealer: Dealer, place: str, *, cite: str, seen: int = EVERYONE, seat: int = 0) -> int:
    """A card from the shoe; before it, perhaps, the cutting card: play goes on (21.7(d))."""
    if dealer.cutting_card_reached and dealer.state.cutting_card_at < 0:
        dealer.note("the cutting card is reached", cite="21.7(d)", seat=seat)
        dealer.remember(replace(dealer.state, cutting_card_at=seat))
    return dealer.draw(place, cite=cite, seen=seen, seat=seat)


def set_the_hands(dealer: Dealer, rules: FastActionRules, hands: Hands) -> Set:
    """21.8(a) to (f): naturals, hands set, split or given up; then the discards."""
    kept: Set = {}
    for seat in dealer.players_with_wagers():
        wager = dealer.find(seat, "original")
        if wager is None:
            continue  # the hand died before its player was asked
        if is_natural(*hands[seat]):
            _natural(dealer, rules, wager, hands[seat])
            continue
        try:
            choice = dealer.choose(
                seat,
                choices_of(hands[seat]),
                cite="21.8(a)",
                what="the hand",
                seen=dealer.table.eyes(seat),
            )
        except HandIsDead:
            continue
        word, _, cards = choice.partition(" ")
        if word == DISCONTINUE:
            _discontinue(dealer, rules, wager)
            continue
        pair = next(p for p in range(PAIRS) if named(pair_of(hands[seat], p)) == cards)
        kept[seat] = [pair_of(hands[seat], pair)]
        if word == SPLIT:
            # (c) The other two cards, with a wager equal to the original.
            kept[seat].append(pair_of(hands[seat], PAIRS - 1 - pair))
            dealer.place_wager(seat, "split", wager.cents, cite="21.8(c)")
    # (e) Discards from the right counterclockwise, unseen, and counted.
    dealer.act(COLLECT_DISCARDS, cite="21.8(e)")
    return kept


def choices_of(cards: Sequence[int]) -> tuple[str, ...]:
    """21.8(a), (c), (f): every two cards that may be kept, every split, and to discontinue."""
    pairs = list(dict.fromkeys(named(pair_of(cards, pair)) for pair in range(PAIRS)))
    return (
        *(f"{SET} {pair}" for pair in pairs),
        *(f"{SPLIT} {pair}" for pair in pairs),
        DISCONTINUE,
    )


def named(pair: tuple[int, int]) -> str:
    """Two cards as they are written, the higher first."""
    return cards_text((max(pair), min(pair)))


def _natural(dealer: Dealer, rules: FastActionRules, wager: Wager, cards: list[int]) -> None:
    """21.8(b): announced, shown, confirmed and paid before the dealer's cards are seen."""
    dealer.note(f"p{wager.seat} announces a natural", cite="21.8(b)", seat=wager.seat)
    for card in cards:
        dealer.reveal(card, f"p{wager.seat}'s hand", cite="21.8(b)", seat=wager.seat)
    dealer.pay(wager, rules.natural, cite="21.8(b)")
    dealer.act(f"place the four cards of p{wager.seat} in the discard rack", cite="21.8(b)")


def _discontinue(dealer: Dealer, rules: FastActionRules, wager: Wager) -> None:
    """21.8(f): half of the original wager is collected at once, the rest goes back."""
    dealer.collect(wager, cite="21.8(f)", cents=rules.surrender.of(wager.cents))
    dealer.give_back(wager, cite="21.8(f)", result="returned")
    dealer.act(f"count and collect the four cards of p{wager.seat} face down", cite="21.8(f)")


def dealer_has_natural(dealer: Dealer, hands: Hands) -> bool:
    """21.8(g), (h): the dealer's cards are turned; a natural wins all original wagers."""
    cards = hands[DEALER]
    for card in cards:
        dealer.reveal(card, "dealer's hand", cite="21.8(g)")
    if not is_natural(*cards):
        return False
    dealer.announce("The dealer has a natural", cite="21.8(h)")
    for wager in _from_the_right(dealer):
        if wager.kind == "original":
            dealer.collect(wager, cite="21.8(h)")
        else:
            dealer.give_back(wager, cite="21.8(h)", result="returned")
    return True


def complete_the_round(dealer: Dealer, rules: FastActionRules, hands: Hands, kept: Set) -> None:
    """21.8(g), (i), (j): the dealer's hand is set, the community cards dealt, hands compared."""
    cards = hands[DEALER]
    # (i) The first of the house ways that applies.
    own = pair_of(cards, dealer_keeps(*cards))
    way = house_way(*own)
    dealer.act(f"keep {named(own)}, house way {way}", cite=f"21.8(i){way}")
    dealer.act("place the dealer's other cards in the discard rack", cite="21.8(g)")
    # (j) One card burned, five face up from the dealer's left to right.
    next_card(dealer, "burned card", cite="21.8(j)", seen=NOBODY)
    community = [
        next_card(dealer, f"community card {number}", cite="21.8(j)")
        for number in range(1, COMMUNITY + 1)
    ]
    # 21.3(b) The best five of the two kept and the five community cards.
    dealers = multi_deck_value([*own, *community])
    dealer.announce(f"The dealer has {hand_name(dealers)}", cite="21.3(b)")
    compare(dealer, rules, kept, community, dealers)


def compare(
    dealer: Dealer, rules: FastActionRules, kept: Set, community: list[int], dealers: int
) -> None:
    """21.8, in paragraphs that were not available to us: from the right counterclockwise."""
    for wager in _from_the_right(dealer):
        pair = kept[wager.seat][wager.kind == "split"]
        for card in pair:
            dealer.reveal(card, f"p{wager.seat}'s hand", cite="21.8", seat=wager.seat)
        value = multi_deck_value([*pair, *community])
        if value > dealers:
            dealer.pay(wager, rules.hand, cite="21.8")
        elif value < dealers:
            dealer.collect(wager, cite="21.8")
        else:
            # 21.3(c) Identical in rank: a copy hand.
            dealer.note(f"{wager.name}: a copy hand", cite="21.3(c)", seat=wager.seat)
            if rules.copy_loses:
                dealer.collect(wager, cite="21.8")
            else:
                dealer.give_back(wager, cite="21.8")


def _from_the_right(dealer: Dealer) -> list[Wager]:
    """The wagers counterclockwise from the dealer's right; of a seat, the original first."""
    return sorted(dealer.wagers, key=lambda wager: (-wager.seat, wager.kind))


def _end_of_round(dealer: Dealer, rules: FastActionRules, *, cite: str) -> None:
    """The cards are collected; 21.7(b): the marker goes on."""
    dealer.act("place the cards in the discard rack", cite=cite)
    later = [seat for seat in dealer.table.seats if seat > dealer.state.marker]
    marker = min(later, default=DEALER)
    dealer.act(f"move the dealing marker to {_position(marker)}", cite="21.7(b)")
    dealer.remember(replace(dealer.state, marker=marker))
    ready_the_shoe(dealer, rules)


def ready_the_shoe(dealer: Dealer, rules: FastActionRules) -> None:
    """21.7(d), 21.11: after the cutting card the cards are reshuffled; a continuous shuffler has
    all of them for every round."""
    if rules.continuous_shuffler:
        dealer.act("return the cards to the continuous shuffling shoe or device", cite="21.11")
        dealer.new_shoe(full_shoe(rules.decks))
    elif dealer.cutting_card_reached:
        dealer.next_procedure = "shuffle"


def _position(place: int) -> str:
    return f"p{place}" if place else "the dealer"
