"""N.J.A.C. 19:47-10 (13:69F-10), Pai gow: the sections that state a procedure, in order. The text
was available to us up to 10.4(d); the rest follows the titles, the sister rule of Pennsylvania and
the guides of two casinos, and sections are cited whole."""

from __future__ import annotations

from pitboss.equipment.shoe import full_set_of_tiles
from pitboss.families.pai_gow.bank import (
    BankedWagers,
    bank_of,
    begin_bank_round,
    offer_the_bank,
    put_up_the_chips,
    remember_who_banked,
)
from pitboss.families.pai_gow.hands import Dealt, place_of, set_the_hands, to_be_dealt
from pitboss.families.pai_gow.places import clockwise_from, place_text, starting_place
from pitboss.families.pai_gow.rules import BANK, MAIN, Phase
from pitboss.families.pai_gow.settlement import settle, turn_over_the_bank
from pitboss.games.pai_gow.hands import setter
from pitboss.games.pai_gow.rules import PaiGowRules
from pitboss.table.dealer import Dealer
from pitboss.table.layout import NOBODY

DICE = 3
TILES_IN_A_STACK = 4
PICK_UP = "pick up four tiles at random with each hand, and form eight stacks of four side by side"


def open_the_table(dealer: Dealer, rules: PaiGowRules) -> None:
    """10.4(a) to (c) Opening of the table for gaming."""
    dealer.phase = Phase.OPENING
    # (a) Sorted and inspected by the dealer, verified by the floorperson.
    dealer.act("sort the tiles into pairs: the supreme pair and 15 others", cite="10.4(a)1")
    dealer.act("place the tiles side by side for size and shading", cite="10.4(a)2")
    dealer.act("examine the back and sides of each tile", cite="10.4(a)3")
    dealer.act("the floorperson verifies the inspection", cite="10.4(a)")
    # (b) Face up in 16 pairs for the first player.
    dealer.act("turn the tiles face up in 16 pairs by rank, the supreme pair first", cite="10.4(b)")
    # (c) Then face down; washed and stacked under (d).
    dealer.act("turn the tiles face down", cite="10.4(c)")
    dealer.next_procedure = "shuffle"


def select_the_bank(dealer: Dealer, rules: PaiGowRules) -> None:
    """10.8 Player bank; co-banking; selection of bank."""
    offer_the_bank(dealer, rules)


def wash_and_stack(dealer: Dealer, rules: PaiGowRules) -> None:
    """10.4(d) The washing of the tiles, known as the shuffle."""
    dealer.phase = Phase.SHUFFLE
    dealer.new_shoe(full_set_of_tiles())
    wash(dealer, rules)
    dealer.act(PICK_UP, cite="10.4(d)")
    dealer.next_procedure = "round"


def wash(dealer: Dealer, rules: PaiGowRules) -> None:
    dealer.act(
        "wash the tiles with the heels of the palms, one hand clockwise and the other "
        f"counterclockwise, at least {rules.washes_at_least} circles each",
        cite="10.4(d)",
    )


def play_a_round(dealer: Dealer, rules: PaiGowRules) -> None:
    """10.5 to 10.8: one round of play."""
    put_up_the_chips(dealer, rules)
    BankedWagers(dealer, (MAIN, BANK), cite="10.5", required=True).take_wagers()
    if begin_bank_round(dealer, rules):
        dealt = deal_the_tiles(dealer, rules)
        complete_the_round(dealer, rules, dealt)
    else:
        dealer.close_bank(None, cite="10.8")
    remember_who_banked(dealer, rules)


def deal_the_tiles(dealer: Dealer, rules: PaiGowRules) -> Dealt:
    """10.6 Procedures for dealing the tiles; 10.8 with a bank."""
    dealer.announce("No more bets", cite="10.6")
    # The three dice: shaken, uncovered, totalled, announced.
    dealer.phase = Phase.START
    dealer.act(
        f"shake the shaker at least {rules.shakes_at_least} times and lift the lid", cite="10.6"
    )
    total = sum(dealer.roll(DICE, cite="10.6"))
    dealer.announce(f"The total is {total}", cite="10.6")
    # Counted counterclockwise, the dealer or the bank being one, wager or not, dead hand included.
    bank = bank_of(dealer)
    start = starting_place(rules.places, bank, total)
    dealer.note(f"the first stack goes to {place_text(start)}", cite="10.8" if bank else "10.6")
    # One stack of four face down to every place, clockwise; the stacks stand from the dealer's
    # left to the dealer's right, and either is the first.
    dealer.phase = Phase.DEALING
    order = clockwise_from(rules.places, start)
    if rules.from_the_right:
        order.reverse()
    dealt = to_be_dealt(dealer)
    for place in order:
        for _ in range(TILES_IN_A_STACK):
            _next_tile(dealer, dealt, place)
    dealer.act(
        "take in the tiles of places without a wager and of the dead hand, unexposed", cite="10.6"
    )
    dealer.act(
        "put the lid on the shaker, shake it once and place it at the dealer's right", cite="10.6"
    )
    return dealt


def _next_tile(dealer: Dealer, dealt: Dealt, place: int) -> None:
    """A tile of the stack goes to the place; where nobody plays it is taken in again unseen."""
    if place not in dealt.hands:
        dealer.draw(f"discards of {place_text(place)}", cite="10.6", seen=NOBODY)
        return
    seen, seat = dealt.seen[place], max(place, 0)
    tile = dealer.draw(place_of(place), cite="10.6", seen=seen, seat=seat)
    dealt.hands[place].append(tile)


def complete_the_round(dealer: Dealer, rules: PaiGowRules, dealt: Dealt) -> None:
    """10.7 Setting of hands; payment and collection of wagers; vigorish."""
    tiles = setter(rules.house_way, zero_is_copy=rules.zero_is_copy)
    done = set_the_hands(dealer, rules, tiles, dealt)
    turn_over_the_bank(dealer, rules, tiles, dealt, done)
    settle(dealer, rules, done)
    dealer.act("collect the tiles", cite="10.7")
