"""Wagers paid from a meter, and wagers without an edge before the licensee says something."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.progressive import Progressive, Share
from pitboss.casino.guide import worked_out

DAY = date(2013, 1, 1)
CARIBBEAN, BOSTON = "caribbean-stud-poker", "boston-5-stud-poker"


def caribbean(**options: object) -> Progressive:
    found = exact_edges(CARIBBEAN, DAY, dict(options), wager="progressive").progressive
    assert found is not None
    return found


def test_the_published_meter_at_which_it_is_fair() -> None:
    """cs.progressive.50_100_500.breakeven."""
    amounts = {"flush": 50, "full house": 100, "four of a kind": 500}
    odds = {f"odds.progressive.{row}": f"{amount} to 1" for row, amount in amounts.items()}
    assert caribbean(**odds).break_even() == Fraction(4142900, 19)


@pytest.mark.parametrize("meter", [0, 123_456, 20_000_000, 26_320_456])
def test_the_edge_at_a_meter_is_that_of_the_wager(meter: int) -> None:
    name = f"progressive {meter // 100}.{meter % 100:02d}"
    (found,) = exact_edges(CARIBBEAN, DAY, {}, wager=name).wagers
    assert caribbean().edge_at(meter) == found.distribution.house_edge()


def test_what_the_meter_shows_when_it_pays() -> None:
    """A meter of frequent rows, played: what it pays on average, and the edge in the long run."""
    shares = (Share("all", Fraction(1, 50), 1, 1), Share("tenth", Fraction(1, 20), 1, 10))
    found = Progressive("toy", 100, 2_000, 40, Fraction(1, 4), shares)
    draws = random.Random(5)
    meter, seen, paid = found.reset, 0, 0
    rounds = 200_000
    for _ in range(rounds):
        meter += found.rate
        seen += meter
        drawn = draws.random()
        if drawn < 1 / 50:
            paid, meter = paid + meter, found.reset
        elif drawn < 1 / 50 + 1 / 20:
            share = shares[1].pays(meter)
            paid, meter = paid + share, meter - share
    assert seen / rounds / 100 == pytest.approx(float(found.average_meter()), rel=0.02)
    edge = 1 - 1 / 4 - paid / rounds / 100
    assert edge == pytest.approx(float(found.long_run_edge()), abs=0.02)
    average = found.at_nothing() - found.slope() * found.average_meter()
    assert average == found.long_run_edge()


def test_no_edge_without_the_licensees_figures(pitboss: Run) -> None:
    answer = pitboss("odds", CARIBBEAN, "--json").json()
    assert [wager["wager"] for wager in answer["wagers"]] == ["ante"]
    assert [each["wager"] for each in answer["not_given"]] == ["progressive"]
    assert answer["progressive"]["break_even_meter"]["decimal"] == pytest.approx(263205.263)
    assert "average_meter_when_paid" not in answer["progressive"]
    named = pitboss("odds", CARIBBEAN, "--wager", "progressive")
    assert "76.967" in named.out.replace("76.967710 % -", "76.967")
    assert "76.9675 %" not in named.out
    assert "meter_reset is not given" in named.out
    assert "meter_reset" in refused(
        pitboss("odds", CARIBBEAN, "--wager", "progressive", "--edge-only")
    )


def test_the_edge_at_a_meter_that_is_asked_about(pitboss: Run) -> None:
    answer = pitboss("odds", CARIBBEAN, "--wager", "progressive", "--meter", "100000.00", "--json")
    told = answer.json()["progressive"]
    assert Fraction(told["house_edge"]["exact"]) == caribbean().edge_at(10_000_000)
    assert "no wager of craps is paid from a meter" in refused(
        pitboss("odds", "craps", "--wager", "field", "--meter", "5.00")
    )


def test_with_the_licensees_figures(pitboss: Run) -> None:
    ran = pitboss("odds", CARIBBEAN, "--wager", "progressive", "--option", "meter_reset=10000")
    for told in ("just reset", "244,641.05", "5.4286 %", "263,205.26"):
        assert told in ran.out, told


def test_the_ante_of_boston_waits_for_its_ledger() -> None:
    found = exact_edges(BOSTON, DAY)
    assert "ante" in found.missing
    assert "ante" not in [wager.wager for wager in found.wagers]
    given = exact_edges(BOSTON, DAY, {"ante_bonus_two_pair": 2})
    assert "ante" in [wager.wager for wager in given.wagers]


def test_a_guide_says_what_is_not_known() -> None:
    figures = worked_out(BOSTON, DAY, ())
    told = {name: (edge, why) for name, edge, why in figures.edges}
    assert told["Ante"][0] == "not known"
    assert "ledger" in told["Ante"][1]


def test_blackjacks_progressive_has_a_meter() -> None:
    options = {"progressive": True, "meter_reset": 50_000, "rate_of_progression": 20, "decks": 6}
    found = exact_edges("blackjack", DAY, options, wager="insurance").progressive
    assert found is not None
    # Four aces of one suit off the top: of six decks there are six of each.
    chance = Fraction(24 * 5 * 4 * 3, 312 * 311 * 310 * 309)
    assert found.chance_of_all() == chance
