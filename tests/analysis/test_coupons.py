"""Match play, free bets and envy: what they cost, each a second way."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

import pytest

from pitboss import registry
from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.laboratory.coupons import Coupon, coupon_of, envy_of
from pitboss.analysis.study import study_of
from pitboss.games.pai_gow_poker.rules import PaiGowPokerRules
from pitboss.money import Odds
from pitboss.studies.pai_gow_poker.side_wagers import edge_with_envy
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.game import Limits
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape

DAY = date(2026, 11, 18)
STAKE = 1_000


def coupon(key: str, wager: str, **options: bool) -> Coupon:
    odds = exact_edges(key, DAY, dict(options), wager=wager)
    (found,) = [each for each in odds.wagers if each.wager == wager]
    made = coupon_of(found.distribution, odds.rules.law, wager)
    assert made is not None
    return made


def test_the_pass_line() -> None:
    """Won 244 times in 495, and never pushed: a coupon is worth that much, and so is a free bet;
    one that is given back is played until it loses, 244/251 times on average."""
    found = coupon("craps", "pass")
    for each in (found.match_once, found.match_until, found.free_once, found.free_until):
        assert (each.low, each.high) == (Fraction(244, 495), Fraction(244, 495))
    assert found.match_and_chips.low == Fraction(244, 495) - Fraction(7, 495)
    assert found.free_returned is not None
    assert found.free_returned.low == Fraction(244, 251)
    assert found.permitted.endswith("1.3(b)")
    assert not coupon("craps", "field").permitted


def test_the_banker_pays_no_vigorish_on_a_coupon_and_some_on_a_free_chip() -> None:
    """From the chances of player, banker and tie, counted by the same shoe's exact odds."""
    wagers = {each.wager: each.distribution for each in exact_edges("minibaccarat", DAY).wagers}
    won, tie = (wagers[name].probability(sign) for name, sign in (("banker", 1), ("banker", 0)))
    found = coupon("minibaccarat", "banker")
    assert found.match_once.low == won
    assert found.match_until.low == won / (1 - tie)
    assert found.free_once.low == won * Fraction(19, 20)


class WithCoupon:
    """One wager with a match play coupon of its amount; decisions and equipment by chance."""

    def __init__(self, kind: str, seed: int) -> None:
        self.waiting: list[Entry] = [Wagered(1, kind, STAKE, "", coupon=STAKE)]
        self.others = RandomPlayers(random.Random(seed))

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind != "wagers":
            return self.others.answer(prompt)
        return self.waiting.pop() if self.waiting else Closed()


@pytest.mark.parametrize(("key", "kind"), [("red-dog", "original"), ("three-card-poker", "ante")])
def test_the_procedure_pays_a_coupon_as_the_first_chips(key: str, kind: str) -> None:
    """What the figures take for granted: the coupon is paid by the row that pays the first chips,
    on its own amount, whatever is raised; with no other result is anything paid on it."""
    game = registry.find(key)
    rules = game.rules(DAY)
    results: set[str] = set()
    for seed in range(80):
        table = game.open_table(rules, 1, limits=Limits({"": (100, 100_000)}))
        receipt = run(game, rules, table, LiveTape(WithCoupon(kind, seed)))
        lines = {line.wager: line for line in receipt.lines}
        own, bonus = lines[kind], lines.get(f"{kind} coupon")
        results.add(own.result)
        assert (bonus is not None) == (own.result == "win"), receipt.lines
        if bonus is not None:
            assert (bonus.stake, bonus.row) == (STAKE, own.row)
            assert bonus.pays == Odds.parse(own.odds).win(STAKE)
    assert {"win", "lose"} <= results


def test_split_hands_leave_a_range_that_holds_them() -> None:
    """Two even-money stakes of which one wins: the first chips are the winner's or the loser's."""
    distribution = Distribution()
    law = registry.find("blackjack").rules(DAY).law
    distribution.add(Cell("split", "", Fraction(0), Fraction(2)), Fraction(1, 20))
    distribution.add(Cell("split", "", Fraction(1), Fraction(3)), Fraction(1, 20))
    distribution.add(Cell("lose", "", Fraction(-1), Fraction(1)), Fraction(9, 20))
    distribution.add(Cell("win", "", Fraction(1), Fraction(1)), Fraction(9, 20))
    found = coupon_of(distribution, law, "initial")
    assert found is not None
    assert (found.match_once.low, found.match_once.high) == (Fraction(9, 20), Fraction(11, 20))
    assert found.free_once.low == Fraction(9, 20) + distribution.mean()


def test_several_hands_as_one_have_no_coupon() -> None:
    distribution = Distribution()
    cell = Cell("both hands", "", Fraction(0), Fraction(2), square=Fraction(1))
    distribution.add(cell, Fraction(1))
    law = registry.find("blackjack").rules(DAY).law
    assert coupon_of(distribution, law, "initial") is None


def test_envy_lowers_the_edge_by_the_same_for_each_player() -> None:
    options = {"bonus": True}
    odds = exact_edges("pai-gow-poker", DAY, options, wager="bonus")
    study = study_of(registry.find("pai-gow-poker"))
    assert study is not None
    assert study.envy is not None
    (found,) = study.envy(odds.rules)
    desk = envy_of(found, odds.wagers[0].distribution.house_edge())
    assert isinstance(odds.rules, PaiGowPokerRules)
    for others, edge in enumerate(desk.edges):
        assert edge == edge_with_envy(odds.rules, "bonus", others + 1)


def test_spanish_21_pays_the_others_of_a_super_bonus() -> None:
    """Three sevens of one suit against a seven, of six decks without tens: 50.00 to each other."""
    game = registry.find("spanish-21")
    study = study_of(game)
    assert study is not None
    assert study.envy is not None
    (found,) = study.envy(game.rules(DAY))
    # Any three of the 24 sevens as the player's, and one more for the dealer, in 288 cards ...
    four = Fraction(24 * 23 * 22 * 21, 288 * 287 * 286 * 285)
    # ... the three of one suit: after the first, 5 of 23 and 4 of 22.
    assert found.each == four * Fraction(5 * 4, 23 * 22) * 5_000
