"""N.J.A.C. 19:47-5.1 to 5.3 (13:69F-5.1 to 5.3), Roulette: one spin a round.

The subchapter has no section on the opening of the table: wheel, ball and table are inspected
under an equipment rule (19:46-1.9, 13:69E-1.9) that is not part of this chapter."""

from __future__ import annotations

from pitboss.games.roulette.rules import RouletteRules
from pitboss.games.roulette.spots import EVEN_MONEY
from pitboss.table.dealer import Dealer
from pitboss.table.entries import seat_text
from pitboss.table.layout import Wager
from pitboss.table.window import Window

FIVE_ADJACENT = "five-adjacent"
ZEROS = ("0", "00")


def play_a_round(dealer: Dealer, rules: RouletteRules) -> None:
    """5.1 Placement of wagers, and 5.3, rotation of wheel and ball."""
    # 5.1 Wagers are placed on the layout, and may be withdrawn, until "No More Bets". `d close`
    # is that moment: the ball is already in the track then.
    Window(dealer, tuple(rules.law.wagers), cite="5.1", ban="5.3(b)").take_wagers()
    settle_wagers(dealer, rules, rotation_of_wheel_and_ball(dealer, rules))


def rotation_of_wheel_and_ball(dealer: Dealer, rules: RouletteRules) -> str:
    """5.3(a) to (c), and 5.2(d)2: spins until one counts."""
    while True:
        spin_the_ball(dealer)
        pocket = dealer.spin(rules.compartments, cite="5.3(c)")
        if pocket != rules.void:
            return pocket
        # 5.2(d)2 A double zero wheel used as a single zero wheel, and the ball in 00.
        dealer.announce("No Spin", cite="5.2(d)2")
        dealer.announce("The spin is void", cite="5.2(d)2")


def spin_the_ball(dealer: Dealer) -> None:
    """5.3(a), (b)."""
    # (a) Against the rotation of the wheel; four revolutions make a valid spin.
    dealer.act("spin the ball opposite to the rotation of the wheel", cite="5.3(a)")
    # (b) While the ball is still in the track.
    dealer.announce("No More Bets", cite="5.3(b)")


def settle_wagers(dealer: Dealer, rules: RouletteRules, pocket: str) -> None:
    """5.3(c) to (e), at the odds of 5.2."""
    # (c) The number is announced, and the crown is placed on it.
    dealer.announce(pocket, cite="5.3(c)")
    dealer.act(f"place the crown on {pocket}", cite="5.3(c)")

    wagers = dealer.in_order()
    winning = [wager for wager in wagers if pocket in rules.covers[wager.kind, wager.spot]]

    # (d) One fifth of each winning five adjacent numbers wager goes to the winning number.
    for wager in winning:
        if wager.kind == FIVE_ADJACENT:
            of = f"{seat_text(wager.seat)} {wager.name}"
            dealer.act(f"move one fifth of {of} to {pocket}", cite="5.3(d)")

    # (e) First all losing wagers are collected, then all winning wagers are paid.
    with dealer.in_any_order():
        for wager in wagers:
            if pocket not in rules.covers[wager.kind, wager.spot]:
                collect_losing_wager(dealer, rules, wager, pocket)
            elif wager.kind == FIVE_ADJACENT:
                # What is left on the replica of the wheel is lost.
                rest = rules.left_on_replica.of(wager.cents)
                dealer.collect(wager, cents=rest, cite="5.3(e)")
    with dealer.in_any_order():
        for wager in winning:
            dealer.pay(wager, rules.odds[wager.kind], cite="5.2(a)")


def collect_losing_wager(dealer: Dealer, rules: RouletteRules, wager: Wager, pocket: str) -> None:
    """5.3(e), and for even money wagers with the ball in a zero 5.2(b), (c) and (d)3."""
    if wager.kind not in EVEN_MONEY or pocket not in ZEROS:
        dealer.collect(wager, cite="5.3(e)")
    elif rules.half_loss is None:
        dealer.collect(wager, cite=rules.zero_cite)
    else:
        # 5.2(b) One half is lost, and the dealer returns the other.
        half = rules.half_loss.of(wager.cents)
        dealer.collect(wager, cents=half, cite=rules.zero_cite)
        dealer.give_back(wager, cite=rules.zero_cite, result="returned")
