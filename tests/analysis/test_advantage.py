"""Figures of an advantage: what they are, and that their errors are errors."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, sqrt
from statistics import stdev

import pytest

from pitboss.analysis.simulation.advantage import Advantage, advantage_of


def of(wins: int, losses: int, bankroll: int | None = None) -> Advantage:
    found = advantage_of(
        [(Fraction(1), wins), (Fraction(-1), losses)],
        Fraction(bankroll) if bankroll is not None else None,
    )
    assert found is not None
    return found


def test_figures_of_even_money() -> None:
    found = of(5100, 4900, 50)
    mean, variance = 0.02, 1 - 0.02**2
    assert found.expectation.value == pytest.approx(mean)
    assert found.expectation.error == pytest.approx(sqrt(variance / 10_000))
    assert found.deviation.value == pytest.approx(sqrt(variance))
    assert found.n0 is not None
    assert found.n0.value == pytest.approx(variance / mean**2)
    assert found.score.value == pytest.approx(1e6 * mean**2 / variance)
    assert found.ruin is not None
    assert found.ruin.value == pytest.approx(exp(-2 * mean * 50 / variance))


def test_the_house_has_the_advantage() -> None:
    found = of(4900, 5100, 50)
    assert found.score.value == 0
    assert found.ruin is not None
    assert found.ruin.value == 1
    assert of(5100, 4900).ruin is None
    assert advantage_of([(Fraction(1), 10)]) is None


def test_errors_are_those_of_repeated_runs() -> None:
    """Of a lopsided game, in which mean and variance go together."""
    rng = random.Random(5)
    nets = [Fraction(-1), Fraction(0), Fraction(12)]
    rounds, runs = 2000, 400
    scores, ruins, errors = [], [], []
    for _ in range(runs):
        drawn = rng.choices(range(3), [0.6, 0.3, 0.1], k=rounds)
        found = advantage_of([(net, drawn.count(i)) for i, net in enumerate(nets)], Fraction(10))
        assert found is not None
        assert found.ruin is not None
        scores.append(found.score.value)
        ruins.append(found.ruin.value)
        errors.append((found.score.error, found.ruin.error))
    assert stdev(scores) == pytest.approx(sum(e[0] for e in errors) / runs, rel=0.15)
    assert stdev(ruins) == pytest.approx(sum(e[1] for e in errors) / runs, rel=0.15)
