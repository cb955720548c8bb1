"""Charts and lines of strategies that are not by one card of the dealer's alone."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from pitboss import registry
from pitboss.analysis.study import Scenario
from pitboss.report.strategy_chart import svg_of
from pitboss.studies.blackjack import study as blackjack_odds
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.double_attack_blackjack import exact as attack
from pitboss.studies.double_attack_blackjack import study as double_attack
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import solve
from pitboss.studies.families.twenty_one.exact.strategy_lines import face_up

DAY = date(2013, 6, 1)
INITIAL = Scenario("initial", (("initial", "", 1000),))


def test_both_cards_face_up() -> None:
    """By the dealer's total. What everybody knows of it: draw to a hard 17 against a 17, split
    tens against 13 to 16, stand on a hard 16 against 11."""
    rules = registry.find("blackjack").rules(DAY, {"decks": 6, "hole_card": "face up"})
    strategy = solve(table_rules(rules)).strategy
    lines, columns, rows = face_up(strategy, shoe_of(6))
    chart = {name: dict(zip(columns, cells, strict=True)) for name, cells in rows}
    assert len(columns) == 17 + 9
    assert chart["hard 17"]["17"] == "H"
    assert chart["hard 16"]["11"] == "S"
    tens = {shown for shown, letter in chart["pair of 10"].items() if letter == "P"}
    assert tens == {"13", "14", "15", "16"}
    told = {line.situation: line for line in lines}
    assert told["hard 17"].do.startswith("stand 4 to 16, draw 17 to 20, stand A-A to A-5")
    # Every first two cards are in one line; others but blackjacks are in no other.
    rows_told = [line for line in lines if " against " not in line.situation]
    shown = sum((each.chance for each in rows_told), Fraction(0))
    dealt_blackjack = Fraction(2 * 24 * 96, 312 * 311)
    assert Fraction(9, 10) < shown < 1 - dealt_blackjack
    (drawn,) = blackjack_odds.charts(rules, INITIAL, None)
    assert drawn.columns == columns
    assert svg_of(drawn).count("<rect") == 1 + len(rows) * len(columns)


def test_double_attack() -> None:
    rules = registry.find("double-attack-blackjack").rules(DAY, {})
    (chart,) = double_attack.charts(rules, INITIAL, None)
    letters = dict(chart.rows)
    assert letters["double attack"] == ("W",) * 7 + ("-",) * 3
    assert letters["hard 17"][-1] == "Rs"
    found = attack.solve(attack.table_rules(rules))
    lines = double_attack.strategy_lines(found, shoe_of(rules.decks, tens=12))
    told = {line.situation: line.do for line in lines}
    assert told["the dealer's first card"].startswith("a double attack wager 2-8, no")
    assert told["soft 15 against 6, three cards or more"] == "double or draw"
