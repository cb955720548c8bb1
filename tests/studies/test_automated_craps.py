"""Automated craps' figures: those of craps, wager by wager (the odds are taken from there), and
the simulation held to the procedure."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges, need_study
from pitboss.analysis.simulation.plan import key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for

DAY = date(2020, 5, 1)
GAME = registry.find("automated-craps")
STUDY = need_study(GAME)
OPTIONS = {"place_to_lose": True}
RULES = GAME.rules(DAY, OPTIONS)
# auto_craps.same_wagers: see craps.*
PUBLISHED = {
    "pass": "7/495", "dont-pass": "3/220", "come": "7/495", "dont-come": "3/220",
    "place-to-win 4": "1/15", "place-to-win 5": "1/25", "place-to-win 6": "1/66",
    "place-to-win 8": "1/66", "place-to-win 9": "1/25", "place-to-win 10": "1/15",
    "place-to-lose 4": "1/33", "place-to-lose 5": "1/40", "place-to-lose 6": "1/55",
    "hardway 4": "1/9", "hardway 6": "1/11", "hardway 8": "1/11", "hardway 10": "1/9",
    "field": "1/18", "any-seven": "1/6", "any-craps": "1/9", "craps-two": "5/36",
    "craps-three": "1/9", "craps-twelve": "5/36", "eleven": "1/9", "craps-eleven": "1/9",
    "horn": "1/8",
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return {one.wager: one for one in exact_edges("automated-craps", DAY, OPTIONS).wagers}


@pytest.mark.parametrize("wager", PUBLISHED)
def test_published_figures(wager: str, found: dict[str, Any]) -> None:
    assert found[wager].distribution.house_edge() == Fraction(PUBLISHED[wager])


def test_the_figures_are_those_of_craps(found: dict[str, Any]) -> None:
    craps = {one.wager: one for one in exact_edges("craps", DAY).wagers}
    for wager, one in found.items():
        assert one.distribution.figures() == craps[wager].distribution.figures(), wager
        assert one.rounds == craps[wager].rounds


def test_the_fire_bet_where_it_is_offered() -> None:
    options = {"fire_bet": "24-249-999"}
    (one,) = exact_edges("automated-craps", DAY, options, wager="fire").wagers
    edge = "3155010189076512755518373649266277142847/15195531003242259962803834074351444164892"
    assert one.distribution.house_edge() == Fraction(edge)


@pytest.mark.parametrize("scenario", STUDY.scenarios(RULES), ids=lambda scenario: scenario.wager)
def test_the_kernel_settles_as_the_procedure_does(scenario: Any) -> None:
    study = STUDY.of(scenario)
    plan = plan_for(GAME, RULES, study, scenario, None)
    prove_kernel(GAME, RULES, scenario, plan, key_of(22, 0))


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "place-to-win 6", "hardway 4", "horn"])
def test_simulation_agrees_with_the_exact_figures(wager: str, found: dict[str, Any]) -> None:
    (scenario,) = [one for one in STUDY.scenarios(RULES) if one.wager == wager]
    plan = plan_for(GAME, RULES, STUDY.of(scenario), scenario, None)
    rounds = 2_000_000
    counts = run_chunk(plan, 9, 0, rounds).tolist()
    exact = found[wager].distribution
    mean = sum(n * plan.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    error = float(exact.variance() / rounds) ** 0.5
    assert abs(float(mean - exact.mean())) < 4 * error
