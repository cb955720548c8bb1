"""N.J.A.C. 19:47-3 (13:69F-3), Baccarat-Punto Banco: the sections that state a procedure, in
order. 3.9 is in pitboss.hands.baccarat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.families.baccarat import settlement, shoe
from pitboss.families.baccarat.rules import BaccaratRules, Phase
from pitboss.families.baccarat.seats import clockwise_from, counter_clockwise_after
from pitboss.families.baccarat.shoe import BANKERS_HAND, PLAYERS_HAND, draw
from pitboss.hands import baccarat
from pitboss.table.dealer import Dealer

ACCEPT, DESIGNATE = "accept the shoe", "accept the shoe and designate the dealer"


def open_the_table(dealer: Dealer, rules: BaccaratRules) -> None:
    """3.4 Opening of table for gaming."""
    # (a) The dealer calling the game sorts and inspects the decks.
    dealer.act("sort and inspect the cards", cite="3.4(a)")
    # (b) The floorperson verifies; the cards are spread face up for the first participants.
    dealer.act(rules.inspection, cite="3.4(b)")
    dealer.act("spread the cards face up in columns by deck, suit and sequence", cite="3.4(b)")
    # (c) Then face down, washed, stacked.
    dealer.act("turn the cards face down, wash and stack them", cite="3.4(c)")
    dealer.remember(replace(dealer.state, begun=False, curator=0, holder=0, offered=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: BaccaratRules) -> None:
    """3.5 Shuffle and cut of the cards; before it, 3.3(c)4, what is still owed."""
    settlement.clear_vigorish(dealer, rules, dealer.table.seats)
    dealer.new_shoe(full_shoe(rules.decks))

    # (a) Before play and after each shoe, by the procedure chosen for the pit.
    if rules.shuffle == "wash":
        dealer.act("wash and stack the cards", cite="3.5(a)2")
        for number in ("first", "second", "third"):
            dealer.act(f"the {number} dealer shuffles the stack", cite="3.5(a)2")
    else:
        dealer.act("shuffle the cards", cite="3.5(a)1")
        dealer.act("lace about one deck into the remaining stack", cite="3.5(a)1")
        if rules.shuffle == "lace and reshuffle":
            dealer.act("shuffle some or all of the cards again", cite="3.5(a)1i")

    # (c) Offered first to the highest numbered position, on a reshuffle to the last curator,
    # then clockwise; else the dealer cuts. (d), (e) Cut, build, burn.
    state, seats = dealer.state, dealer.table.seats
    first = state.curator if state.begun and state.curator in seats else max(seats)
    shoe.cut_and_build(dealer, rules, clockwise_from(first, seats))
    dealer.remember(replace(dealer.state, begun=True, curator=0, holder=0))
    dealer.next_procedure = "curator"


def offer_the_shoe(dealer: Dealer, rules: BaccaratRules) -> None:
    """3.6 Selection of player to deal cards, and 3.11, selection of a new curator."""
    dealer.next_procedure = "round"
    holder = dealer.state.holder
    if holder:
        return pass_the_shoe(dealer, rules)
    # 3.6(b) First to seat one, then counter-clockwise.
    _offer(dealer, rules, sorted(dealer.table.seats), cite="3.6(b)")


def pass_the_shoe(dealer: Dealer, rules: BaccaratRules, *, without: int = 0) -> None:
    """3.11: to the participant on the curator's right, and on counter-clockwise. `without`
    is a seat that may not have it again: it gave the shoe up, or has left.

    Doubt: where the shoe must be passed and nobody else takes it, it comes round to the one
    who had it; one who plays alone would otherwise never deal again."""
    order = counter_clockwise_after(dealer.state.holder, dealer.present())
    _offer(dealer, rules, [seat for seat in order if seat != without], cite="3.11")


def _offer(dealer: Dealer, rules: BaccaratRules, order: Sequence[int], *, cite: str) -> None:
    """The first to accept is the curator, or designates the dealer as such."""
    for seat in order:
        choice = dealer.choose(seat, rules.shoe_choices, cite=cite, what="the shoe")
        if choice == ACCEPT:
            # 3.6(c) The curator deals, under the instructions of the dealer calling the game.
            dealer.note(f"p{seat} is the curator", cite="3.6(c)", seat=seat)
            return _remember_curator(dealer, seat, seat)
        if choice == DESIGNATE:
            dealer.note("the dealer acts as the curator", cite="3.6(d)1")
            return _remember_curator(dealer, 0, seat)
    # Doubt: before (d) was added the text did not say who deals if nobody accepts.
    if DESIGNATE in rules.shoe_choices:
        dealer.note("nobody accepts the shoe: the dealer acts as the curator", cite="3.6(d)2")
    else:
        dealer.note("nobody accepts the shoe: the dealer deals", cite="3.6(b)")
    _remember_curator(dealer, 0, 0)


def _remember_curator(dealer: Dealer, curator: int, holder: int) -> None:
    dealer.remember(replace(dealer.state, curator=curator, holder=holder, offered=True))


def play_a_round(dealer: Dealer, rules: BaccaratRules) -> None:
    """3.2(d), 3.7 to 3.11(a): a round, and what follows it."""
    # 3.2(d) Wagers are made before "No More Bets".
    dealer.take_wagers(*rules.wagers, cite="3.2(d)", required=True)
    hands = deal_hands(dealer, rules)
    settlement.announce_result(dealer, hands, cite="3.10(a)")
    settlement.settle(dealer, rules, hands)
    dealer.remember(replace(dealer.state, both_stayed=dealer.phase is Phase.BOTH_STAYED))
    shoe.end_of_hand(dealer, rules)
    continuation_of_curator(dealer, hands)


def deal_hands(dealer: Dealer, rules: BaccaratRules) -> settlement.Hands:
    """3.7 The initial four cards; 3.8 the additional ones."""
    # 3.7(b) The curator is told to begin.
    dealer.phase = Phase.DEALING
    dealer.announce("No More Bets", cite="3.7(b)")
    dealer.announce("Cards", cite="3.7(b)")

    # 3.7(c) First and third card to the Player's Hand, second and fourth to the Banker's.
    first = draw(dealer, rules, PLAYERS_HAND, cite="3.7(c)")
    second = draw(dealer, rules, BANKERS_HAND, cite="3.7(c)")
    third = draw(dealer, rules, PLAYERS_HAND, cite="3.7(c)")
    fourth = draw(dealer, rules, BANKERS_HAND, cite="3.7(c)")
    player, banker = baccarat.point_count(first, third), baccarat.point_count(second, fourth)

    # 3.8(a) The point count of each hand is announced.
    dealer.announce(f"{PLAYERS_HAND} {player}", cite="3.8(a)")
    dealer.announce(f"{BANKERS_HAND} {banker}", cite="3.8(a)")

    # 3.9(a) A natural: no more cards.
    if baccarat.is_natural(player) or baccarat.is_natural(banker):
        dealer.phase = Phase.BOTH_STAYED
        dealer.note("a natural: no more cards", cite="3.9(a)")
        return settlement.hands_of((first, third), (second, fourth))

    # 3.8(b), (c) The curator is told whether to deal a third card, the Player's Hand first.
    dealer.phase = Phase.THIRD_CARDS
    players: tuple[int, ...] = (first, third)
    bankers: tuple[int, ...] = (second, fourth)
    drawn = baccarat.NO_CARD
    if baccarat.player_draws(player):
        dealer.announce(f"Card for the {PLAYERS_HAND}", cite="3.8(b)")
        card = draw(dealer, rules, PLAYERS_HAND, cite="3.8(c)")
        drawn = baccarat.card_value(card)
        players += (card,)
    else:
        dealer.announce(f"{PLAYERS_HAND} stays", cite="3.8(b)")
        dealer.phase = Phase.PLAYER_STAYED
    if baccarat.banker_draws(banker, drawn):
        dealer.announce(f"Card for the {BANKERS_HAND}", cite="3.8(b)")
        bankers += (draw(dealer, rules, BANKERS_HAND, cite="3.8(c)"),)
        dealer.phase = Phase.RESULT
    else:
        dealer.announce(f"{BANKERS_HAND} stays", cite="3.8(b)")
        dealer.phase = Phase.BOTH_STAYED if drawn == baccarat.NO_CARD else Phase.RESULT
    return settlement.hands_of(players, bankers)


def continuation_of_curator(dealer: Dealer, hands: settlement.Hands) -> None:
    """3.11(a): the curator may stay, but passes the shoe whenever the Banker's Hand loses.

    Doubt: while the dealer acts as curator the shoe is offered round as well."""
    # (a)1 A tie does not make the Banker's Hand lose.
    if hands.player > hands.banker and dealer.state.offered:
        dealer.note("the Banker's Hand lost: the shoe is passed", cite="3.11(a)1")
        if dealer.next_procedure == "round":
            dealer.next_procedure = "curator"
