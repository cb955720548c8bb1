"""N.J.A.C. 19:47-13 (13:69F-13), Mini-Dice: the sections that state a procedure, in order. A
round is one shake; place bets and the shaker stay with the table.

Doubt: of 13.4, 13.5 and 13.7 only the titles were read; the procedure is a newspaper's account
of the test, and custom."""

from __future__ import annotations

from pitboss.errors import BadInput
from pitboss.families.dice.settlement import SUMS
from pitboss.families.dice.turn import left_of, offer_the_shaker, shooter_of
from pitboss.games.mini_dice import hands
from pitboss.games.mini_dice.rules import FAMILY, MiniDiceRules, MiniDiceState
from pitboss.law.paytable import Row
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.window import Window


def shake_of_the_dice(dealer: Dealer, rules: MiniDiceRules) -> None:
    """One shake, from the wagers before it to what follows it: 13.4, 13.5, 13.7."""
    check_standing(dealer)
    if dealer.state.relinquished:
        pass_the_shaker(dealer)
    make_and_remove_wagers(dealer)
    total = deal_the_game(dealer, rules)
    settle_wagers(dealer, rules, total)
    after_the_shake(dealer, total)


def check_standing(dealer: Dealer) -> None:
    """A record may state any layout: between shakes only place bets can lie on one."""
    for wager in dealer.wagers:
        spots = dealer.rules.law.wagers["place"].spots
        if wager.kind != "place" or wager.spot not in spots or wager.seat not in dealer.cash:
            raise BadInput(f"standing: p{wager.seat} {wager.name} cannot lie on this layout")


# -- 13.4 Making and removal of wagers ----------------------------------------------------------


class AnyRemoval(Window):
    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        return ""


def make_and_remove_wagers(dealer: Dealer) -> None:
    """13.2(b): any wager before any shake.

    Doubt: 13.4 was not read; a place bet may be removed or reduced between shakes."""
    AnyRemoval(dealer, tuple(FAMILY), cite="13.4", what="wagers before the shake").take_wagers()


# -- 13.5 Procedures for opening and dealing the game -------------------------------------------


def open_the_table(dealer: Dealer, rules: MiniDiceRules) -> None:
    """13.5: the shaker is offered to the players in turn; if nobody will, the dealer shakes."""
    dealer.act(f"place {rules.dice} dice in the mini-dice shaker", cite="13.3")
    shooter = offer_the_shaker(dealer, sorted(dealer.table.seats), offer="13.5")
    take_the_shaker(dealer, shooter)
    dealer.next_procedure = "round"


def take_the_shaker(dealer: Dealer, shooter: int) -> None:
    if not shooter:
        dealer.note("nobody accepts the shaker: the dealer shakes", cite="13.5")
    dealer.remember(MiniDiceState(shooter=shooter, declined=not shooter))


def deal_the_game(dealer: Dealer, rules: MiniDiceRules) -> int:
    """13.5: no more bets, the shake in view of the dealer, the lid, the total."""
    dealer.announce("No more bets", cite="13.5")
    shake(dealer, rules)
    first, second = dealer.roll(rules.dice, cite="13.5")
    dealer.act("lift the lid of the mini-dice shaker", cite="13.5")
    dealer.announce(SUMS[first + second], cite="13.5")
    return first + second


def shake(dealer: Dealer, rules: MiniDiceRules) -> None:
    shooter = shooter_of(dealer)
    if shooter:
        text = f"shakes the mini-dice shaker {rules.shakes} times in full view of the dealer"
        dealer.note(text, cite="13.5", seat=shooter)
    else:
        dealer.act(f"the mini-dice shaker is shaken {rules.shakes} times", cite="13.5")


def settle_wagers(dealer: Dealer, rules: MiniDiceRules, total: int) -> None:
    """13.5, at the odds of 13.6(b): losing wagers are collected, then winning ones are paid."""
    decided = [(wager, verdict(wager, total)) for wager in dealer.in_order()]
    with dealer.in_any_order():
        for wager, happens in decided:
            if happens == hands.LOSES:
                dealer.collect(wager, cite=rules.law.wagers[wager.kind].cite)
    with dealer.in_any_order():
        for wager, happens in decided:
            if happens == hands.WINS:
                dealer.pay(wager, paying_row(rules, wager, total), cite="13.6(b)")


def verdict(wager: Wager, total: int) -> int:
    return hands.decide(FAMILY[wager.kind], int(wager.spot or 0), total)


def paying_row(rules: MiniDiceRules, wager: Wager, total: int) -> Row:
    name, _, row = rules.law.wagers[wager.kind].pays.partition(":")
    return rules.law.paytable(name)[row or total]


# -- 13.7 Voluntary or compulsory relinquishment of the dice shaker -----------------------------


def after_the_shake(dealer: Dealer, total: int) -> None:
    """13.7: the shaker passes clockwise when a 7 comes."""
    state: MiniDiceState = dealer.state
    shooter = shooter_of(dealer)
    if total == 7 and (shooter or state.declined):
        dealer.note("7: the shaker passes to the next player", cite="13.7")
        dealer.remember(MiniDiceState(shooter=shooter, relinquished=True))


def pass_the_shaker(dealer: Dealer) -> None:
    """13.7: offered clockwise from the left of the player who had it, who is asked last.

    Doubt: the only player at a table keeps it."""
    shooter, seats = shooter_of(dealer), dealer.table.seats
    if shooter and len(seats) == 1:
        return take_the_shaker(dealer, shooter)
    order = [*left_of(shooter, seats), shooter] if shooter else sorted(seats)
    take_the_shaker(dealer, offer_the_shaker(dealer, order, offer="13.7"))
