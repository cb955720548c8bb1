"""Sic bo's figures: published ones, all 216 rolls counted here again, and the simulation held to
the procedure."""

from __future__ import annotations

import os
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss import registry
from pitboss.analysis.exact.edges import WagerEdge, exact_edges, need_study
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.redeal import counted, same_money, tape_of
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of

DAY = date(2000, 5, 1)
GAME = registry.find("sic-bo")
ROUNDS = 100_000 if os.environ.get("PITBOSS_SOAK") else 3_000

MINIMUM = {"payouts": "minimum"}
COMMON = {"payouts": "common"}
# id, wager, options, figure, expected
PUBLISHED = [
    ("sicbo.small.prob", "small", COMMON, "win", "35/72"),
    ("sicbo.small.edge", "small", COMMON, "edge", "1/36"),
    ("sicbo.total_5.prob", "total 5", COMMON, "win", "1/36"),
    ("sicbo.total_7.prob", "total 7", COMMON, "win", "5/72"),
    ("sicbo.total_8.prob", "total 8", COMMON, "win", "7/72"),
    ("sicbo.total_9.prob", "total 9", COMMON, "win", "25/216"),
    ("sicbo.total_11.prob", "total 11", COMMON, "win", "1/8"),
    ("sicbo.total_12.prob", "total 12", COMMON, "win", "25/216"),
    ("sicbo.total_13.prob", "total 13", COMMON, "win", "7/72"),
    ("sicbo.total_14.prob", "total 14", COMMON, "win", "5/72"),
    ("sicbo.total_17.prob", "total 17", COMMON, "win", "1/72"),
    ("sicbo.total_4_17.pays_50.edge", "total 4", MINIMUM, "edge", "7/24"),
    ("sicbo.total_4_17.pays_65.edge", "total 17", {"odds.total_common.17": "65 to 1"}, "edge",
     "1/12"),
    ("sicbo.total_5_16.pays_18.edge", "total 5", MINIMUM, "edge", "17/36"),
    ("sicbo.total_5_16.pays_30.edge", "total 16", COMMON, "edge", "5/36"),
    ("sicbo.total_6_15.pays_14.edge", "total 15", MINIMUM, "edge", "11/36"),
    ("sicbo.total_6_15.pays_17.edge", "total 6", COMMON, "edge", "1/6"),
    ("sicbo.total_6_15.pays_18.edge", "total 6", {"odds.total_common.6": "18 to 1"}, "edge",
     "13/108"),
    ("sicbo.total_7_14.pays_12.edge", "total 14", COMMON, "edge", "7/72"),
    ("sicbo.total_10_11.pays_6.edge", "total 10", COMMON, "edge", "1/8"),
    ("sicbo.any_triple.pays_24.edge", "any-three-of-a-kind", MINIMUM, "edge", "11/36"),
    ("sicbo.any_triple.pays_30.edge", "any-three-of-a-kind", COMMON, "edge", "5/36"),
    ("sicbo.any_triple.pays_31.edge", "any-three-of-a-kind",
     {"odds.payout_common.any-three-of-a-kind": "31 to 1"}, "edge", "1/9"),
    ("sicbo.triple.pays_190.edge", "three-of-a-kind 6",
     {"odds.payout_common.three-of-a-kind": "190 to 1"}, "edge", "25/216"),
    ("sicbo.double.pays_8.edge", "two-of-a-kind 3", MINIMUM, "edge", "1/3"),
    ("sicbo.double.pays_10.edge", "two-of-a-kind 3", COMMON, "edge", "5/27"),
    ("sicbo.pair_combo.prob", "combination 2-5", COMMON, "win", "5/36"),
    ("sicbo.single.pays_1_2_3.edge", "one-of-a-kind 1", COMMON, "edge", "17/216"),
    ("sicbo.single.pays_1_2_12.edge", "one-of-a-kind 1",
     {"odds.one_of_a_kind.three dice": "12 to 1"}, "edge", "1/27"),
    ("sicbo.single.match0.prob", "one-of-a-kind 4", COMMON, "lose", "125/216"),
    # The rules file's table, percentages there.
    ("three of a kind, minimum", "three-of-a-kind 1", MINIMUM, "edge", "65/216"),
    ("three of a kind, common", "three-of-a-kind 1", COMMON, "edge", "35/216"),
    ("total 4, common", "total 4", COMMON, "edge", "11/72"),
    ("total 9", "total 9", COMMON, "edge", "41/216"),
    ("combination", "combination 1-2", COMMON, "edge", "1/6"),
    ("big", "big", COMMON, "edge", "1/36"),
]  # fmt: skip


def odds_of(wager: str, options: dict[str, Any]) -> WagerEdge:
    (found,) = exact_edges("sic-bo", DAY, options, wager=wager).wagers
    return found


@pytest.mark.parametrize(
    ("wager", "options", "figure", "expected"),
    [pytest.param(*row[1:], id=row[0]) for row in PUBLISHED],
)
def test_published_figures(wager: str, options: dict[str, Any], figure: str, expected: str) -> None:
    distribution = odds_of(wager, options).distribution
    got = {
        "edge": distribution.house_edge(),
        "win": distribution.probability(1),
        "lose": distribution.probability(-1),
    }[figure]
    assert got == Fraction(expected)


def test_one_of_a_kind_by_dice() -> None:
    rows = odds_of("one-of-a-kind 5", {}).distribution.rows()
    assert {row["row"]: row["combinations"] for row in rows} == {
        "three dice": 1,
        "two dice": 15,
        "one die": 75,
        "lose": 125,
    }


def plain_winner(kind: str, spot: str, roll: tuple[int, ...]) -> bool:
    """The wagers once more, from their definitions and not from the game's own functions."""
    triple = len(set(roll)) == 1
    if kind == "small":
        return sum(roll) in range(4, 11) and not triple
    if kind == "big":
        return sum(roll) in range(11, 18) and not triple
    if kind == "any-three-of-a-kind":
        return triple
    numbers = [int(n) for n in spot.split("-")]
    if kind == "total":
        return sum(roll) == numbers[0]
    if kind == "combination":
        return set(numbers) <= set(roll)
    least = {"one-of-a-kind": 1, "two-of-a-kind": 2, "three-of-a-kind": 3}[kind]
    return roll.count(numbers[0]) >= least


def test_every_wager_wins_in_as_many_ways_as_its_definition_says() -> None:
    found = exact_edges("sic-bo", DAY).wagers
    assert len(found) == 50
    for one in found:
        kind, _, spot = one.wager.partition(" ")
        ways = sum(plain_winner(kind, spot, roll) for roll in product(range(1, 7), repeat=3))
        assert one.distribution.probability(1) == Fraction(ways, 216), one.wager


def plan(options: dict[str, Any]) -> tuple[Plan, Any, Any]:
    rules = GAME.rules(DAY, options)
    study = need_study(GAME)
    (scenario,) = study.scenarios(rules)
    return plan_for(GAME, rules, study, scenario, None), rules, scenario


@pytest.mark.parametrize("options", [COMMON, MINIMUM])
def test_the_kernel_settles_as_the_procedure_does(options: dict[str, Any]) -> None:
    made, rules, scenario = plan(options)
    assert made.tracer is not None
    key = key_of(20, 0)
    records = made.tracer.trace(key, ROUNDS)
    assert counted(made, records) == made.run(key, ROUNDS).tolist()
    assert made.tracer.derive(records) == -1
    measure, ends = Measure(scenario, rules), last_of_rounds(records)
    known: dict[int, Any] = {}
    for number in range(ROUNDS):
        symbols, outcome = symbols_of(records, number, ends)
        if symbols[0] not in known:
            shown = [made.tracer.symbols[symbol] for symbol in symbols]
            _, lines = tape_of(GAME, rules, scenario, None, shown)
            known[symbols[0]] = measure.cells(lines)
        assert same_money(known[symbols[0]], made.outcomes[outcome])
    # Each of the 216 rolls is a tape of its own, and it came up.
    assert len(known) == 216


def test_simulation_agrees_with_the_exact_figures() -> None:
    made, _, _ = plan(COMMON)
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    exact = {one.wager: one.distribution for one in exact_edges("sic-bo", DAY).wagers}
    for place, wager in enumerate(made.wagers):
        mean = sum(n * made.outcomes[k][place].net for k, n in enumerate(counts)) / rounds
        error = float(exact[wager].variance() / rounds) ** 0.5
        # 50 wagers at once, many of them alike: 4.5 standard errors.
        assert abs(float(mean - exact[wager].mean())) < 4.5 * error, wager
