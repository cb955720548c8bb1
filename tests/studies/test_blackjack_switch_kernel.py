"""Blackjack switch's kernel is its procedure: the same cards and decisions come to the same cents,
and what it counts is what the exact analysis says."""

from __future__ import annotations

import os
import random
from collections import Counter
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.studies.blackjack_switch_shoes import compare

from pitboss import registry
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.redeal import same_money, tape_of
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of
from pitboss.errors import BadInput
from pitboss.studies.blackjack_switch.exact import table_rules
from pitboss.studies.blackjack_switch.kernel import SwitchKernelTable
from pitboss.studies.blackjack_switch.study import HANDS, scenarios, study
from pitboss.studies.blackjack_switch.ways import NAMED
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun

SHOES = int(os.environ.get("PITBOSS_BLACKJACK_SHOES", "1000"))
DAY = date(2015, 6, 1)
GAME = registry.find("blackjack-switch")
FACE_DOWN = {"hole_card": "face down", "surrender": True, "resplit": True}


def test_the_kernel_settles_what_the_procedure_settles() -> None:
    rng = random.Random("blackjack switch")
    seen: Counter[str] = Counter()
    for _ in range(SHOES):
        assert compare(rng, seen) == ""
    # Whatever may be done and may come about was among them.
    wanted = ["switch", "keep", "surrender first", "surrender second", "surrender both"]
    wanted += ["first push", "second win", "double lose", "double push", "double returned"]
    wanted += ["split returned", "split first 4", "split second 4", "insurance win", "match win"]
    assert [name for name in wanted if not seen[name]] == []


@cache
def by_charts(options: tuple[tuple[str, Any], ...]) -> tuple[Any, Any]:
    rules: Any = GAME.rules(DAY, dict(options))
    return rules, study.kernel(rules, scenarios(rules)[0], NAMED["by the charts"])  # type: ignore[misc]


@pytest.mark.parametrize("options", [{}, FACE_DOWN])
def test_rounds_of_a_strategy_are_those_of_the_procedure(options: dict[str, Any]) -> None:
    rules, made = by_charts(tuple(options.items()))
    scenario = scenarios(rules)[0]
    records = made.tracer.trace(7, 20_000)
    assert made.tracer.derive(records) == -1
    ends = last_of_rounds(records)
    measure = Measure(scenario, rules)
    # Of all rounds the first with each outcome, and the first few whatever they came to.
    outcomes = records[:, -2].astype(int) | records[:, -1].astype(int) << 8
    rare = np.unique(outcomes, return_index=True)[1].tolist()
    for number in sorted({*range(50), *rare}):
        symbols, outcome = symbols_of(records, number, ends)
        cards = [made.tracer.symbols[symbol] for symbol in symbols]
        _, lines = tape_of(GAME, rules, scenario, made.decide, cards)
        assert same_money(measure.cells(lines), made.outcomes[outcome]), f"round {number}: {cards}"


def test_records_are_found_out() -> None:
    _, made = by_charts(())
    records = made.tracer.trace(9, 1000)
    outcomes = records[:, -2].copy()
    records[500, -2] += 1
    assert made.tracer.derive(records) == 500
    records[:, -2] = outcomes
    records[300, 2] = 255
    assert made.tracer.derive(records) == 300


def test_several_spots_are_dealt_as_one_is() -> None:
    """Another spot's cards have no bearing on what a spot is worth."""
    rules, made = by_charts(())
    machine = SwitchKernelTable(table_rules(rules), made.decide)
    rounds = 1 << 18
    means = []
    for conditions in (Dealing(), Dealing(seats=3, seat=2)):
        simulated = KernelRun(machine, conditions)
        counts, _ = simulated.walk(5, rounds, 0)
        nets = np.array([float(cells[0].net) for cells in simulated.cells])
        mean = float(counts @ nets) / rounds
        means.append((mean, float(counts @ (nets - mean) ** 2) / rounds**2))
    (one, first), (other, second) = means
    assert abs(one - other) < 4 * (first + second) ** 0.5


@pytest.mark.parametrize("wager", ["match", "insurance"])
def test_the_wagers_beside_it_come_to_what_they_must(wager: str) -> None:
    rules: Any = GAME.rules(DAY, {})
    scenario = next(each for each in scenarios(rules) if each.wager == wager)
    assert study.exact is not None
    assert study.kernel is not None
    exactly = study.exact(rules, scenario, None).joint.distribution(wager)
    made, rounds = study.kernel(rules, scenario, None), 1 << 20
    counts = made.run(3, rounds)
    mean = sum(cells[0].net * int(n) for cells, n in zip(made.outcomes, counts, strict=True))
    off = abs(float(mean / rounds - exactly.mean()))
    assert off < 4 * float(exactly.variance() / rounds) ** 0.5


def test_insurance_by_hand() -> None:
    rules: Any = GAME.rules(DAY, {"decks": 8})
    scenario = scenarios(rules)[-1]
    assert study.exact is not None
    found = study.exact(rules, scenario, None).joint.distribution("insurance")
    assert found.mean() == Fraction(2 * 128 - 287, 415)


def test_what_cannot_be_simulated_is_refused() -> None:
    rules, made = by_charts(())
    scenario = scenarios(rules)[0]
    assert scenario.wager == HANDS
    assert study.kernel is not None
    with pytest.raises(BadInput, match="1 to 5 spots"):
        study.kernel(rules, scenario, made.decide, seats=2, seat=3)
    with pytest.raises(BadInput, match="no penetration"):
        study.kernel(rules, scenario, made.decide, fresh=True, penetration=70)
    with pytest.raises(BadInput, match="best way, or in one that has a name"):
        study.kernel(rules, scenario, lambda prompt: None)
