"""Mini-dice's figures: published ones, a second reckoning, and the simulation held to the
procedure."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import WagerEdge, exact_edges, need_study
from pitboss.analysis.simulation.plan import key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for

DAY = date(2020, 5, 1)
GAME = registry.find("mini-dice")
STUDY = need_study(GAME)
RULES = GAME.rules(DAY)
# id, wager, figure, expected
PUBLISHED = [
    ("minidice.place.4.edge", "place 4", "edge", "1/15"),
    ("minidice.place.6.edge", "place 6", "edge", "1/66"),
    ("minidice.any7.edge", "any-7", "edge", "1/6"),
    ("minidice.under7.edge", "under-7", "edge", "1/6"),
    ("minidice.over7.win_prob", "over-7", "win", "5/12"),
    # The rules file, example 6.
    ("place 5", "place 5", "edge", "1/25"),
    ("place 8", "place 8", "edge", "1/66"),
    ("place 9", "place 9", "edge", "1/25"),
    ("place 10", "place 10", "edge", "1/15"),
    ("field", "field", "edge", "1/18"),
    ("over 7", "over-7", "edge", "1/6"),
]


def odds_of(wager: str) -> WagerEdge:
    (found,) = exact_edges("mini-dice", DAY, wager=wager).wagers
    return found


@pytest.mark.parametrize(
    ("wager", "figure", "expected"), [pytest.param(*row[1:], id=row[0]) for row in PUBLISHED]
)
def test_published_figures(wager: str, figure: str, expected: str) -> None:
    distribution = odds_of(wager).distribution
    got = distribution.house_edge() if figure == "edge" else distribution.probability(1)
    assert got == Fraction(expected)


@pytest.mark.parametrize("number", [4, 5, 6, 8, 9, 10])
def test_a_place_bet_lives_as_long_as_neither_its_number_nor_a_7_comes(number: int) -> None:
    totals = [a + b for a, b in product(range(1, 7), repeat=2)]
    decides = Fraction(totals.count(number) + totals.count(7), 36)
    assert odds_of(f"place {number}").rounds == 1 / decides


@pytest.mark.parametrize("scenario", STUDY.scenarios(RULES), ids=lambda scenario: scenario.wager)
def test_the_kernel_settles_as_the_procedure_does(scenario: Any) -> None:
    plan = plan_for(GAME, RULES, STUDY, scenario, None)
    prove_kernel(GAME, RULES, scenario, plan, key_of(21, 0))


@pytest.mark.parametrize("scenario", STUDY.scenarios(RULES), ids=lambda scenario: scenario.wager)
def test_simulation_agrees_with_the_exact_figures(scenario: Any) -> None:
    plan = plan_for(GAME, RULES, STUDY, scenario, None)
    rounds = 1_000_000
    counts = run_chunk(plan, 8, 0, rounds).tolist()
    exact = odds_of(scenario.wager).distribution
    mean = sum(n * plan.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    error = float(exact.variance() / rounds) ** 0.5
    assert abs(float(mean - exact.mean())) < 4 * error
