"""N.J.A.C. 19:47-9 (13:69F-9), Sic Bo: one shake of three dice a round.

Doubt: of this subchapter only the titles were read; the procedure is the customary one."""

from __future__ import annotations

from enum import Enum

from pitboss.games.sic_bo import hands
from pitboss.games.sic_bo.rules import FAMILY, SicBoRules
from pitboss.law.paytable import Row
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager

DICE = ("no die", "one die", "two dice", "three dice")


# How far a shake has come.
Phase = Enum("Phase", "SHAKE READING SETTLEMENT COVERED")


def open_the_table(dealer: Dealer, rules: SicBoRules) -> None:
    """9.5 Procedures for opening and dealing the game: the dice are in the shaker."""
    dealer.act(f"place {rules.dice} dice in the sic bo shaker", cite="9.1")
    cover_the_shaker(dealer)
    dealer.next_procedure = "round"


def play_a_round(dealer: Dealer, rules: SicBoRules) -> None:
    """9.3 Wagers, and 9.5, dealing the game."""
    # 9.3 Wagers are made, raised and withdrawn until "No more bets", while the shaker is covered.
    dealer.take_wagers(*FAMILY, cite="9.3", what="wagers before the shake")
    dealer.phase = Phase.SHAKE
    dealer.announce("No more bets", cite="9.5")
    shake(dealer, rules)
    first, second, third = dealer.roll(rules.dice, cite="9.5")
    read_the_dice(dealer, first, second, third)
    settle_wagers(dealer, rules, first, second, third)
    dealer.phase = Phase.COVERED
    cover_the_shaker(dealer)


def cover_the_shaker(dealer: Dealer) -> None:
    dealer.act("cover the sic bo shaker", cite="9.5")


def shake(dealer: Dealer, rules: SicBoRules) -> None:
    """9.5: the dealer shakes, or starts the shaker that does."""
    if rules.automated:
        dealer.act("start the automated sic bo shaker", cite="9.5")
    else:
        dealer.act(f"shake the sic bo shaker at least {rules.shakes} times", cite="9.5")


def read_the_dice(dealer: Dealer, first: int, second: int, third: int) -> None:
    """9.5: each die is announced, low to high, and the total; the values are entered."""
    dealer.phase = Phase.READING
    dealer.act("uncover the sic bo shaker", cite="9.5")
    low, middle, high = sorted((first, second, third))
    total = first + second + third
    dealer.announce(f"{low}, {middle}, {high}, total {total}", cite="9.5")
    dealer.act(f"enter {low}, {middle} and {high}: the winning areas light up", cite="9.5")


def settle_wagers(dealer: Dealer, rules: SicBoRules, first: int, second: int, third: int) -> None:
    """9.5, at the odds of 9.4: first all losing wagers are collected, then the rest is paid."""
    dealer.phase = Phase.SETTLEMENT
    winning: list[Wager] = []
    with dealer.in_any_order():
        for wager in dealer.in_order():
            number, other = rules.numbers[wager.spot]
            if hands.wins(FAMILY[wager.kind], number, other, first, second, third):
                winning.append(wager)
            else:
                dealer.collect(wager, cite="9.5")
    with dealer.in_any_order():
        for wager in winning:
            dealer.pay(wager, paying_row(rules, wager, first, second, third), cite="9.4")


def paying_row(rules: SicBoRules, wager: Wager, first: int, second: int, third: int) -> Row:
    """9.4: by the wager, its total, or the number of dice that show it."""
    name, _, row = rules.law.wagers[wager.kind].pays.partition(":")
    if wager.kind == "one-of-a-kind":
        row = DICE[hands.dice_showing(rules.numbers[wager.spot][0], first, second, third)]
    return rules.law.paytable(name)[row or wager.spot]
