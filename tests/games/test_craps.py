"""Craps: exact figures from the decisions alone, and long sessions against a second reading
of 1.2 and 1.4 to 1.6 written as plain tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss.compiled import jit
from pitboss.families.dice import hands
from pitboss.families.dice.wagers import FAMILY, KINDS
from pitboss.games.craps import game
from pitboss.table.entries import Called, Closed, Entry, Rolled, Wagered, parse_entry
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape

ROLLS = list(product(range(1, 7), repeat=2))
POINTS = (4, 5, 6, 8, 9, 10)


def edge(family: int, number: int, pays: Fraction) -> Fraction:
    """The house's expectation per decision of a wager that stands until it is decided."""
    win = lose = 0
    for first, second in ROLLS:
        happens = hands.decide(family, number, first, second)
        win += happens == hands.WINS
        lose += happens == hands.LOSES
    return (lose - win * pays) / Fraction(win + lose)


@pytest.mark.parametrize(
    ("family", "number", "pays", "percent"),
    [
        (hands.TO_WIN, 4, "9/5", 6.667),
        (hands.TO_WIN, 5, "7/5", 4.0),
        (hands.TO_WIN, 6, "7/6", 1.515),
        (hands.TO_LOSE, 4, "5/11", 3.030),
        (hands.TO_LOSE, 5, "5/8", 2.5),
        (hands.TO_LOSE, 6, "4/5", 1.818),
        (hands.HARDWAY, 4, "7", 11.111),
        (hands.HARDWAY, 6, "9", 9.091),
        (hands.ANY_SEVEN, 0, "4", 16.667),
        (hands.ANY_CRAPS, 0, "7", 11.111),
        (hands.ONE_TOTAL, 12, "30", 13.889),
        (hands.ONE_TOTAL, 11, "15", 11.111),
        (hands.TO_WIN, 4, "2", 0.0),
        (hands.TO_WIN, 5, "3/2", 0.0),
        (hands.TO_WIN, 6, "6/5", 0.0),
        (hands.TO_LOSE, 10, "1/2", 0.0),
        (hands.TO_LOSE, 9, "2/3", 0.0),
        (hands.TO_LOSE, 8, "5/6", 0.0),
    ],
)
def test_house_edges_of_the_rules_file(family: int, number: int, pays: str, percent: float) -> None:
    assert float(edge(family, number, Fraction(pays))) * 100 == pytest.approx(percent, abs=5e-4)


def _line_edge(decide: Callable[[int, int], int]) -> Fraction:
    total = Fraction(0)
    for first, second in ROLLS:
        happens = decide(first + second, 0)
        if happens != hands.MOVES:
            total += {hands.WINS: -1, hands.LOSES: 1, hands.VOID: 0}[happens]
            continue
        after = [decide(a + b, first + second) for a, b in ROLLS]
        win, lose = after.count(hands.WINS), after.count(hands.LOSES)
        total += Fraction(lose - win, win + lose)
    return total / 36


def test_pass_and_dont_pass() -> None:
    assert _line_edge(hands.line) == Fraction(7, 495)
    assert _line_edge(hands.dont) == Fraction(3, 220)


def test_points_made_before_seven_out() -> None:
    """The distribution that the rules file gives for the fire bet."""
    ways = {p: sum(a + b == p for a, b in ROLLS) for p in POINTS}
    decided: dict[int, Fraction] = {0: Fraction(1)}
    ended = [Fraction(0)] * 7
    # A set of marked points is left by a new point made, or ends at a seven out.
    for marked in range(64):
        chance = decided.get(marked, Fraction(0))
        leave = {p: Fraction(ways[p], 24) * Fraction(ways[p], ways[p] + 6) for p in POINTS}
        out = sum(Fraction(ways[p], 24) - leave[p] for p in POINTS)
        fresh = {p: leave[p] for i, p in enumerate(POINTS) if not marked >> i & 1}
        moves = out + sum(fresh.values())
        ended[marked.bit_count()] += chance * out / moves
        for i, p in enumerate(POINTS):
            if p in fresh:
                target = marked | 1 << i
                decided[target] = decided.get(target, Fraction(0)) + chance * fresh[p] / moves
    published = (0.593939, 0.260750, 0.101275, 0.033434, 0.008798, 0.001640, 0.000162)
    assert [float(p) for p in ended] == pytest.approx(published, abs=1e-6)
    table = game.rules(date(2013, 6, 1), {"fire_bet": "24-249-999"}).law.paytable("fire")
    lost = 1 - sum(ended[n] * (1 + table[n].fraction) for n in (4, 5, 6))
    assert float(lost) * 100 == pytest.approx(20.76, abs=0.01)


def test_compiled_decisions_are_the_same() -> None:
    compiled = jit(hands.decide)
    for family in range(12):
        for number in range(13):
            for first, second in ROLLS:
                plain = hands.decide(family, number, first, second)
                assert compiled(family, number, first, second) == plain


# -- long sessions against a second reading ----------------------------------------------------

TAKEN = {4: "2", 5: "3/2", 6: "6/5", 8: "6/5", 9: "3/2", 10: "2"}
PLACE = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
AGAINST = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
ONE_ROLL = {2: 30, 3: 15, 11: 15, 12: 30}


def second_reading(kind: str, spot: str, point: int, a: int, b: int) -> Fraction | None:
    """What one unit gains, or None where the wager stays; inactivity is the caller's."""
    total = a + b
    number = int(spot) if spot else point
    if kind in ("pass", "come", "dont-pass", "dont-come"):
        own = point if kind.endswith("pass") else int(spot or 0)
        side = -1 if kind.startswith("dont") else 1
        if own:
            return Fraction(side if total == own else -side) if total in (own, 7) else None
        if total in POINTS:
            return None
        if total == 12 and side < 0:
            return Fraction(0)
        return Fraction(side if total in (7, 11) else -side)
    if kind in ("buy", "pass-odds", "come-odds"):
        return {number: Fraction(TAKEN[number]), 7: Fraction(-1)}.get(total)
    if kind in ("lay", "dont-pass-odds", "dont-come-odds"):
        return {7: 1 / Fraction(TAKEN[number]), number: Fraction(-1)}.get(total)
    if kind == "place-to-win":
        return {number: Fraction(PLACE[number]), 7: Fraction(-1)}.get(total)
    if kind == "place-to-lose":
        return {7: Fraction(AGAINST[number]), number: Fraction(-1)}.get(total)
    if kind == "hardway":
        if total == number:
            return Fraction((7 if number in (4, 10) else 9) if a == b else -1)
        return Fraction(-1) if total == 7 else None
    if kind == "field":
        return Fraction({2: 2, 12: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1}.get(total, -1))
    if kind == "horn":
        return Fraction(ONE_ROLL[total] - 3, 4) if total in ONE_ROLL else Fraction(-1)
    if kind == "horn-high":
        if total not in ONE_ROLL:
            return Fraction(-1)
        on = 2 if total == number else 1
        return Fraction(ONE_ROLL[total] * on - (5 - on), 5)
    if kind == "craps-eleven":
        return Fraction({2: 6, 3: 6, 12: 6, 11: 14}.get(total, -2), 2)
    single = {
        "any-seven": (4, {7}), "any-craps": (7, {2, 3, 12}), "craps-two": (30, {2}),
        "craps-three": (15, {3}), "craps-twelve": (30, {12}), "eleven": (15, {11}),
    }  # fmt: skip
    odds, totals = single[kind]
    return Fraction(odds if total in totals else -1)


class Busy:
    """Players who like the line, come and odds wagers; keeps the layout as it was thrown at."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.players = RandomPlayers(rng)
        self.thrown_at: list[tuple[int, str, str, int, bool]] = []
        self.point = 0

    def answer(self, prompt: Prompt) -> Entry:
        dealer = prompt.dealer
        if prompt.kind == "roll":
            self.point = dealer.state.point
            self.thrown_at = [(w.seat, w.kind, w.spot, w.cents, w.on) for w in dealer.wagers]
        if prompt.kind != "wagers":
            return self.players.answer(prompt)
        if prompt.made >= 6 or self.rng.random() < 0.15:
            return Closed()
        answers = prompt.answers()
        lines = [a for a in answers if a.get("wager", "").startswith(("pass", "dont", "come"))]
        calls = [a for a in answers if " call " in a["entry"]]
        if calls and self.rng.random() < 0.2:
            called = parse_entry(self.rng.choice(calls)["entry"])
            assert isinstance(called, Called)
            return called
        chosen = self.rng.choice(
            lines if lines and self.rng.random() < 0.7 else [a for a in answers if "wager" in a]
        )
        most = min((chosen["at_most"] - chosen["at_least"]) // chosen["step"], 9)
        cents = chosen["at_least"] + chosen["step"] * self.rng.randint(0, most)
        return Wagered(int(chosen["seat"][1:]), chosen["wager"], cents, chosen["spot"])


@pytest.mark.parametrize("seed", range(6))
def test_long_sessions_agree_with_a_second_reading(seed: int) -> None:
    rng = random.Random(f"craps sessions {seed}")
    rules = game.rules(date(1999, 6, 1), {"odds_times": rng.choice((1, 2, 5, 10))})
    table = game.open_table(rules, 2)
    met: set[str] = set()
    for _ in range(250):
        source = Busy(rng)
        tape = LiveTape(source)
        receipt = run(game, rules, table, tape)
        assert sum(receipt.net().values()) + receipt.house + receipt.commission == 0
        a, b = next(entry.faces for entry in tape.entries if isinstance(entry, Rolled))
        expected: dict[int, Fraction] = {1: Fraction(0), 2: Fraction(0)}
        for seat, kind, spot, cents, on in source.thrown_at:
            gain = second_reading(kind, spot, source.point, a, b)
            if gain is not None and on:
                expected[seat] += gain * cents
                met.add(kind)
        assert _gained(receipt.lines) == expected
        _check_layout(receipt.after, a + b)
        table = receipt.after
    assert met >= {"pass", "come", "dont-pass", "dont-come", "pass-odds", "come-odds", "field"}


def _gained(lines: list[Line]) -> dict[int, Fraction]:
    gained = {1: Fraction(0), 2: Fraction(0)}
    for line in lines:
        gained[line.seat] += line.pays if line.result == "win" else 0
        gained[line.seat] -= line.stake if line.result == "lose" else 0
    return gained


def _check_layout(table: Any, total: int) -> None:
    """Every supplemental wager supports a wager; no wager of one roll is left; on and off."""
    names = {(w.seat, w.kind, w.spot) for w in table.standing}
    for wager in table.standing:
        if wager.kind.endswith("-odds"):
            assert (wager.seat, wager.kind.removesuffix("-odds"), wager.spot) in names
        assert wager.kind not in ("field", "horn", "horn-high", "any-seven", "craps-eleven")
        assert wager.spot or wager.kind not in ("come", "dont-come")
        if wager.kind in ("come", "dont-come", "place-to-win", "hardway") and table.state.point:
            assert wager.on
    assert len(names) == len(table.standing)


def test_every_kind_has_a_family() -> None:
    assert set(FAMILY) | {"fire"} == set(KINDS) == set(game.regulation.wagers)
