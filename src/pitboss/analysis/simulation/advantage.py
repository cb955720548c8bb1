"""What an advantage is worth: figures of a player whose wagers have an expectation to speak of, by
a count, say. All are estimates, each with its standard error."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import exp, sqrt
from typing import Any, NamedTuple

import msgspec

# The bankroll that SCORE speaks of, and the rounds of it: dollars a hundred rounds.
SCORE_FACTOR = 1e6


class Estimate(NamedTuple):
    """A figure, and its standard error."""

    value: float
    error: float

    def as_json(self, times: float = 1) -> dict[str, float]:
        return {"value": self.value * times, "stderr": self.error * times}


class Advantage(msgspec.Struct, frozen=True):
    """In units of the smallest wager: expectation and standard deviation of a round; N0, the
    rounds after which the expectation has grown to the standard deviation; SCORE, the dollars
    that a hundred rounds win at optimal wagers from 10,000 dollars (0 where the house has the
    advantage); and the risk that a bankroll of so many units is ever lost."""

    expectation: Estimate
    deviation: Estimate
    n0: Estimate | None
    score: Estimate
    bankroll: Fraction | None = None
    ruin: Estimate | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "expectation_per_round": self.expectation.as_json(),
            "expectation_per_100_rounds": self.expectation.as_json(100),
            "deviation_per_round": self.deviation.as_json(),
            "deviation_per_100_rounds": self.deviation.as_json(10),
            "n0": self.n0.as_json() if self.n0 is not None else None,
            "score": self.score.as_json(),
            "bankroll_units": str(self.bankroll) if self.bankroll is not None else None,
            "risk_of_ruin": self.ruin.as_json() if self.ruin is not None else None,
        }


class Moments(NamedTuple):
    """Mean and variance of a round, and the variances and covariance of their estimates."""

    mean: float
    variance: float
    of_mean: float
    of_variance: float
    of_both: float

    def error(self, by_mean: float, by_variance: float) -> float:
        """The standard error, to first order, of a figure with these derivatives."""
        square = by_mean**2 * self.of_mean + by_variance**2 * self.of_variance
        return sqrt(max(0.0, square + 2 * by_mean * by_variance * self.of_both))


def moments_of(results: Iterable[tuple[Fraction, int]]) -> Moments:
    """Return the moments of nets and how often each occurred, rounds taken as independent."""
    known = list(results)
    rounds = sum(times for _, times in known)
    mean = sum((net * times for net, times in known), Fraction(0)) / rounds
    central = [
        float(sum(((net - mean) ** power * times for net, times in known), Fraction(0)) / rounds)
        for power in (2, 3, 4)
    ]
    variance, third, fourth = central
    return Moments(
        float(mean),
        variance,
        variance / rounds,
        max(0.0, fourth - variance**2) / rounds,
        third / rounds,
    )


def advantage_of(
    results: Iterable[tuple[Fraction, int]], bankroll: Fraction | None = None
) -> Advantage | None:
    """From nets and how often each occurred; None where all are alike. The ruin is that of a
    game without an end, of a bankroll that is large beside a wager: exp(-2 * mean * bankroll /
    variance)."""
    found = moments_of(results)
    mean, variance = found.mean, found.variance
    if not variance:
        return None
    deviation = sqrt(variance)
    n0 = None
    if mean:
        by_mean, by_variance = -2 * variance / mean**3, 1 / mean**2
        n0 = Estimate(variance / mean**2, found.error(by_mean, by_variance))
    score = Estimate(0.0, 0.0)
    if mean > 0:
        by_mean, by_variance = 2 * mean / variance, -((mean / variance) ** 2)
        error = SCORE_FACTOR * found.error(by_mean, by_variance)
        score = Estimate(SCORE_FACTOR * mean**2 / variance, error)
    return Advantage(
        Estimate(mean, sqrt(found.of_mean)),
        Estimate(deviation, found.error(0, 1 / (2 * deviation))),
        n0,
        score,
        bankroll,
        _ruin(found, bankroll),
    )


def _ruin(found: Moments, bankroll: Fraction | None) -> Estimate | None:
    if bankroll is None:
        return None
    if found.mean <= 0:
        return Estimate(1.0, 0.0)
    rate = 2 * float(bankroll) / found.variance
    risk = exp(-rate * found.mean)
    return Estimate(risk, risk * found.error(-rate, rate * found.mean / found.variance))
