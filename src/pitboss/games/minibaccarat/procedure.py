"""N.J.A.C. 19:47-7 (13:69F-7), Minibaccarat: the sections that state a procedure, in order.
7.9 is in pitboss.hands.baccarat: what was read of it agrees with 3.9."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.families.baccarat import settlement, shoe
from pitboss.families.baccarat.rules import BaccaratRules, Phase
from pitboss.families.baccarat.seats import clockwise_from, highest_wager
from pitboss.families.baccarat.shoe import BANKERS_HAND, PLAYERS_HAND, draw
from pitboss.hands import baccarat
from pitboss.table.dealer import Dealer
from pitboss.table.layout import EVERYONE, NOBODY, only

FACE_UP, UNDER_THE_SHOE, PLAYERS_TURN = 1, 2, 3
DEALT_UNDER = {FACE_UP: "7.7(c)1", UNDER_THE_SHOE: "7.7(c)2", PLAYERS_TURN: "7.7(c)3"}


def open_the_table(dealer: Dealer, rules: BaccaratRules) -> None:
    """7.4 Opening of table for gaming."""
    # (a) The dealer sorts and inspects the decks; the floorperson verifies the inspection.
    dealer.act("sort and inspect the cards", cite="7.4(a)")
    dealer.act(rules.inspection, cite="7.4(a)")
    # (b) Spread face up for the first participants.
    dealer.act(
        "spread the cards face up in horizontal rows by deck, suit and sequence", cite="7.4(b)"
    )
    # (c) Then face down, washed, stacked.
    dealer.act("turn the cards face down, wash and stack them", cite="7.4(c)")
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: BaccaratRules) -> None:
    """7.5 Shuffle and cut of the cards; before it, 7.3(c)4, what is still owed."""
    settlement.clear_vigorish(dealer, rules, dealer.table.seats)
    dealer.new_shoe(full_shoe(rules.decks))
    dealer.next_procedure = "round"
    if rules.continuous_shuffler:
        # 7.12 An approved device takes the place of the shuffle, the cut and the burn.
        return dealer.act("place the cards in the continuous shuffler", cite="7.12")

    # (a) Before play and after each shoe.
    dealer.act("shuffle the cards", cite="7.5(a)")
    # (b) The stack is left feathered, or laced and perhaps shuffled again.
    if rules.shuffle == "feather":
        dealer.act("leave the stack feathered for the floorperson to verify", cite="7.5(b)1")
    else:
        dealer.act("lace about one deck into the remaining stack", cite="7.5(b)2")
        if rules.shuffle == "lace and reshuffle":
            dealer.act("shuffle some or all of the cards again", cite="7.5(b)2i")

    # (d) Offered first to the highest numbered position, then clockwise; else the dealer
    # cuts. (e), (f) Cut, build, burn.
    seats = dealer.table.seats
    shoe.cut_and_build(dealer, rules, clockwise_from(max(seats), seats))


def play_a_round(dealer: Dealer, rules: BaccaratRules) -> None:
    """7.2(d), 7.7 to 7.10: a round, and what follows it."""
    # 7.2(d), (e) Wagers are made before "No More Bets", and not touched until settled.
    dealer.take_wagers(*rules.wagers, cite="7.2(d)", required=True)
    hands = deal_hands(dealer, rules)
    settlement.announce_result(dealer, hands, cite="7.10")
    settlement.settle(dealer, rules, hands)
    dealer.remember(replace(dealer.state, both_stayed=dealer.phase is Phase.BOTH_STAYED))
    shoe.end_of_hand(dealer, rules)


def deal_hands(dealer: Dealer, rules: BaccaratRules) -> settlement.Hands:
    """7.7 The initial four cards; 7.8 the additional ones."""
    # 7.7(b)
    dealer.phase = Phase.DEALING
    dealer.announce("No More Bets", cite="7.7(b)")

    # 7.7(c) First and third card to the Player's Hand, second and fourth to the Banker's.
    cite = DEALT_UNDER[rules.dealing]
    seen = EVERYONE if rules.dealing == FACE_UP else NOBODY
    under_the_shoe = rules.dealing == UNDER_THE_SHOE
    first = draw(dealer, rules, PLAYERS_HAND, cite=cite, seen=seen)
    second = draw(dealer, rules, BANKERS_HAND, cite=cite, seen=seen)
    if under_the_shoe:
        # (c)2 Each of the Banker's cards goes there as it is dealt; (c)3 the hand, after all four.
        dealer.act("place the second card under the right corner of the shoe", cite=cite)
    third = draw(dealer, rules, PLAYERS_HAND, cite=cite, seen=seen)
    fourth = draw(dealer, rules, BANKERS_HAND, cite=cite, seen=seen)
    if under_the_shoe:
        dealer.act("place the fourth card under the right corner of the shoe", cite=cite)
    player, banker = baccarat.point_count(first, third), baccarat.point_count(second, fourth)
    if rules.dealing == PLAYERS_TURN:
        dealer.act(f"place the {BANKERS_HAND} under the right corner of the shoe", cite=cite)

    # 7.8(a) The Player's Hand is called, then the Banker's.
    turn(dealer, rules, PLAYERS_HAND, (first, third), cite="7.7(c)3i")
    dealer.announce(f"{PLAYERS_HAND} {player}", cite="7.8(a)")
    turn(dealer, rules, BANKERS_HAND, (second, fourth), cite="7.7(c)3ii")
    dealer.announce(f"{BANKERS_HAND} {banker}", cite="7.8(a)")

    # 7.9(a) A natural: no more cards.
    if baccarat.is_natural(player) or baccarat.is_natural(banker):
        dealer.phase = Phase.BOTH_STAYED
        dealer.note("a natural: no more cards", cite="7.9(a)")
        return settlement.hands_of((first, third), (second, fourth))

    # 7.8(b), (c) Third cards, the Player's Hand first.
    dealer.phase = Phase.THIRD_CARDS
    players: tuple[int, ...] = (first, third)
    bankers: tuple[int, ...] = (second, fourth)
    drawn = baccarat.NO_CARD
    if baccarat.player_draws(player):
        card = third_card(dealer, rules, PLAYERS_HAND, handed="7.7(c)3iii")
        drawn = baccarat.card_value(card)
        players += (card,)
    else:
        dealer.note(f"{PLAYERS_HAND} stays", cite="7.9(b)")
        dealer.phase = Phase.PLAYER_STAYED
    if baccarat.banker_draws(banker, drawn):
        bankers += (third_card(dealer, rules, BANKERS_HAND, handed="7.7(c)3iv"),)
        dealer.phase = Phase.RESULT
    else:
        dealer.note(f"{BANKERS_HAND} stays", cite="7.9")
        dealer.phase = Phase.BOTH_STAYED if drawn == baccarat.NO_CARD else Phase.RESULT
    return settlement.hands_of(players, bankers)


def third_card(dealer: Dealer, rules: BaccaratRules, hand: str, *, handed: str) -> int:
    """7.8(c): face up; where players turn the cards, face down and handed to the same player."""
    if rules.dealing != PLAYERS_TURN:
        return draw(dealer, rules, hand, cite="7.8(c)")
    card = draw(dealer, rules, hand, cite=handed, seen=NOBODY)
    turn(dealer, rules, hand, (card,), cite=handed)
    return card


def turn(
    dealer: Dealer, rules: BaccaratRules, hand: str, cards: Sequence[int], *, cite: str
) -> None:
    """7.7(c)2, 3: cards that were dealt face down are turned up: by the dealer, or by the
    player with the highest wager on the hand, who looks at them first.

    Doubt: where nobody has wagered on the hand the dealer turns it."""
    if rules.dealing == FACE_UP:
        return
    if rules.dealing == UNDER_THE_SHOE:
        cite = "7.7(c)2"
    else:
        wager = "player" if hand == PLAYERS_HAND else "banker"
        seat = highest_wager(dealer, wager)
        if seat:
            what = "cards" if len(cards) > 1 else "card"
            dealer.act(f"hand the {what} of the {hand} face down to p{seat}", cite=cite)
            for card in cards:
                dealer.reveal(card, hand, cite=cite, seat=seat, seen=only(seat))
    for card in cards:
        dealer.reveal(card, hand, cite=cite)
