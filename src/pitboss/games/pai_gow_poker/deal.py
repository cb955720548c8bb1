"""11.8 to 11.8C: where dealing begins, and seven cards to every place."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.pai_gow.bank import bank_of
from pitboss.families.pai_gow.hands import Dealt, place_of, to_be_dealt
from pitboss.families.pai_gow.places import (
    POSITIONS,
    clockwise_from,
    place_text,
    starting_place,
)
from pitboss.families.pai_gow.rules import Phase
from pitboss.games.pai_gow_poker.hands import CARDS
from pitboss.games.pai_gow_poker.rules import (
    AUTOMATED_SHOE,
    BUTTON,
    DICE,
    HAND,
    MANUAL_SHOE,
    PLACES,
    PaiGowPokerRules,
)
from pitboss.games.pai_gow_poker.side_wagers import settle_additional
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import NOBODY

DICE_IN_SHAKER = 3
LEFT_OVER = 4
# Counterclockwise from the dealer.
AROUND: tuple[int, ...] = (DEALER, *range(1, POSITIONS + 1))
PLACED = {
    MANUAL_SHOE: "place the cards in the manual dealing shoe",
    HAND: "place the deck of cards in the dealing hand",
    AUTOMATED_SHOE: "place the cards in the automated dealing shoe",
}
COUNTED = {
    MANUAL_SHOE: "remove the remaining cards from the shoe",
    HAND: "spread the remaining cards face down",
    AUTOMATED_SHOE: "spread the remaining cards face down",
}


def deal_the_cards(dealer: Dealer, rules: PaiGowPokerRules) -> Dealt:
    """11.8, 11.8A or 11.8B, with the starting position of 11.8C."""
    dealer.act(PLACED[rules.dealing], cite=rules.dealt.placed)
    dealer.announce("No more bets", cite=rules.dealt.no_more_bets)
    if rules.dealing == HAND:
        return _from_the_hand(dealer, rules)
    start = starting_position(dealer, rules)
    dealer.phase = Phase.DEALING
    dealt = to_be_dealt(dealer)
    order = clockwise_from(AROUND, start)
    if rules.dealing == AUTOMATED_SHOE:
        # Stacks of seven, the first to the starting position.
        order = [place for place in order for _ in range(CARDS)]
    else:
        # One card at a time, clockwise, until every position has seven, wager or not.
        order *= CARDS
    for place in order:
        _to_place(dealer, rules, dealt, place)
    count_the_rest(dealer, rules)
    _take_in(dealer, rules)
    return dealt


def _to_place(dealer: Dealer, rules: PaiGowPokerRules, dealt: Dealt, place: int) -> None:
    cite = rules.dealt.dealt
    if place in dealt.hands:
        card = dealer.draw(place_of(place), cite=cite, seen=dealt.seen[place], seat=place)
        dealt.hands[place].append(card)
    else:
        dealer.draw(f"discards of {place_text(place)}", cite=cite, seen=NOBODY)


def _from_the_hand(dealer: Dealer, rules: PaiGowPokerRules) -> Dealt:
    """11.8A(c) to (f): seven stacks, of which the starting position gets the one at the left."""
    dealer.phase = Phase.DEALING
    stacks: list[list[int]] = [[] for _ in range(PLACES)]
    for turn in range(CARDS):
        # (c) From left to right, then from right to left, and so on.
        along = range(PLACES) if turn % 2 == 0 else range(PLACES - 1, -1, -1)
        for number in along:
            card = dealer.draw(f"stack {number + 1}", cite="11.8A(c)", seen=NOBODY)
            stacks[number].append(card)
    # (d) Exactly four cards are left.
    count_the_rest(dealer, rules)
    # (e) Only then the starting position.
    start = starting_position(dealer, rules)
    # (f) Clockwise, the stack farthest to the left of the dealer first.
    dealer.phase = Phase.DELIVERY
    dealt = to_be_dealt(dealer)
    for number, place in enumerate(clockwise_from(AROUND, start)):
        stack, cards = f"stack {number + 1}", stacks[number]
        if place in dealt.hands:
            dealt.hands[place] += cards
            dealer.deliver(
                cards, stack, place_of(place), cite="11.8A(f)", seat=place, seen=dealt.seen[place]
            )
        else:
            dealer.deliver(cards, stack, f"discards of {place_text(place)}", cite="11.8A(f)")
    _take_in(dealer, rules)
    return dealt


def count_the_rest(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """Exactly four cards must remain; nobody sees them."""
    phase, dealer.phase = dealer.phase, Phase.COUNT
    assert dealer.remaining == LEFT_OVER, f"{dealer.remaining} cards are left"
    dealer.act(f"{COUNTED[rules.dealing]}: exactly {LEFT_OVER}", cite=rules.dealt.counted)
    dealer.act(
        "place the four cards in the discard rack without exposing them", cite=rules.dealt.racked
    )
    dealer.phase = phase


def _take_in(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    dealer.act(
        "take in the cards of positions without a wager, unexposed", cite=rules.dealt.taken_in
    )


def starting_position(dealer: Dealer, rules: PaiGowPokerRules) -> int:
    """11.8C: by dice, by a random number, or by the button; then 11.13 is settled, before any card
    reaches a player."""
    cite, bank = rules.cites.start, bank_of(dealer)
    dealer.phase = Phase.START
    if rules.starting_position == BUTTON:
        start = AROUND[int(dealer.state.button)]
        dealer.note(f"the button is at {place_text(start)}", cite=cite)
        return start
    if rules.starting_position == DICE:
        # 11.4(a) Three dice in a shaker.
        dealer.act(
            f"shake the shaker at least {rules.shakes_at_least} times and uncover it", cite=cite
        )
        number = sum(dealer.roll(DICE_IN_SHAKER, cite=cite))
        dealer.announce(f"The total is {number}", cite=cite)
    else:
        # 11.4(b) A number from 1 to 7.
        number = dealer.random_number(PLACES, cite=cite)
    start = starting_place(AROUND, bank, number)
    dealer.note(f"dealing starts at {place_text(start)}", cite="11.10" if bank else cite)
    if rules.starting_position == DICE:
        dealer.act("cover the shaker, shake it once and place it at the dealer's right", cite=cite)
    settle_additional(dealer, rules, number)
    return start


def move_the_button(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    if rules.starting_position == BUTTON:
        button = (dealer.state.button + 1) % PLACES
        where = place_text(AROUND[button])
        dealer.act(f"move the button to {where}", cite=rules.cites.start)
        dealer.remember(replace(dealer.state, button=button))
