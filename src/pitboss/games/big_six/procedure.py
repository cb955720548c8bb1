"""N.J.A.C. 19:47-5.5 and 5.6 (13:69F-5.5 and 5.6), Big Six Wheel: one spin a round.

The subchapter has no section on the opening of the table."""

from __future__ import annotations

from pitboss.games.big_six.rules import BigSixRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window


def play_a_round(dealer: Dealer, rules: BigSixRules) -> None:
    """5.6, as far as the text of the day has it."""
    if rules.revolutions:
        wagers_and_rotation(dealer, rules)
    else:
        round_before_the_spin_was_regulated(dealer, rules)


def wagers_and_rotation(dealer: Dealer, rules: BigSixRules) -> None:
    """5.6 Wagers and rotation of the wheel."""
    dealer.take_wagers("symbol", cite="5.6(a)")
    spin_the_wheel(dealer)
    symbol = dealer.spin(rules.sections, cite="5.6(b)")
    settle_wagers(dealer, rules, symbol, order="5.6(e)")


def spin_the_wheel(dealer: Dealer) -> None:
    """5.6(a), (b)."""
    # (a) The call comes before the spin.
    dealer.announce("No More Bets", cite="5.6(a)")
    # (b) In either direction; three revolutions make a valid spin.
    dealer.act("spin the wheel", cite="5.6(b)")


def round_before_the_spin_was_regulated(dealer: Dealer, rules: BigSixRules) -> None:
    """Up to 1989 the subchapter has the wagers and their odds and says nothing of the spin.

    Doubt: losing wagers are collected first, as 5.6(e) has it later."""
    WhereOddsAreKnown(dealer, ("symbol",), cite="5.6").take_wagers()
    symbol = dealer.spin(rules.sections, cite="5.5(a)")
    settle_wagers(dealer, rules, symbol, order="5.5(a)")


class WhereOddsAreKnown(Window):
    """Doubt: the odds before the act of 1979 are not known to us, and are not invented."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        if not kind.pays:
            return Refusal("the payout odds of this day are not known to us", "5.5(a)")
        return bounds


def settle_wagers(dealer: Dealer, rules: BigSixRules, symbol: str, *, order: str) -> None:
    """5.6(e), at the odds of 5.5(a)."""
    # (e) First all losing wagers are collected, then all winning wagers are paid.
    wagers = dealer.in_order()
    with dealer.in_any_order():
        for wager in wagers:
            if wager.spot != symbol:
                dealer.collect(wager, cite=order)
    with dealer.in_any_order():
        for wager in wagers:
            if wager.spot == symbol:
                assert rules.odds is not None
                dealer.pay(wager, rules.odds[symbol], cite="5.5(a)")
