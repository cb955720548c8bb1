"""A simulation beside the exact figures: another way to the same numbers; do they agree?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt

import msgspec

from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.simulation.simulate import WagerFigures, simulate
from pitboss.errors import PitbossError
from pitboss.law.schema import Value

SEED = 1
# Results expected less often than this are counted together.
EXPECTED_LEAST = 10


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """A wager simulated beside its exact figures. `z` is how many standard errors the means are
    apart; `chi_square` compares how often each net result came, with so many degrees of
    freedom; `p_value` is the chance of as much or more if both are right."""

    wager: str
    rounds: int
    seed: int
    house_edge: float
    stderr: float
    standard_deviation: float
    z: float | None
    chi_square: float | None = None
    degrees: int = 0
    p_value: float | None = None


def simulate_beside(
    key: str,
    day: date,
    options: Mapping[str, Value],
    exactly: Mapping[str, Distribution],
    *,
    rounds: int,
    wager: str = "",
) -> list[Beside]:
    """Simulates every wager from full shoes, as the exact figures have it. Empty where a game
    has no kernel."""
    try:
        made = simulate(key, day, options, rounds=rounds, seed=SEED, wager=wager, fresh=True)
    except PitbossError:
        return []
    return [_beside(found, exactly[found.wager]) for found in made.wagers if found.wager in exactly]


def _beside(found: WagerFigures, exactly: Distribution) -> Beside:
    variance, stderr = found.variance(), found.stderr()
    assert variance is not None
    assert stderr is not None
    apart = float(-found.mean() - exactly.house_edge())
    square, degrees = chi_square(found, exactly)
    return Beside(
        wager=found.wager,
        rounds=found.rounds,
        seed=SEED,
        house_edge=float(-found.mean()),
        stderr=stderr,
        standard_deviation=sqrt(variance),
        z=apart / stderr if stderr else None,
        chi_square=square,
        degrees=degrees,
        p_value=upper_tail(square, degrees) if square is not None else None,
    )


def chi_square(found: WagerFigures, exactly: Distribution) -> tuple[float | None, int]:
    """Returns Pearson's statistic over net results, and its degrees of freedom."""
    if not exactly.told_apart():
        return None, 0
    chances: dict[Fraction, Fraction] = {}
    for cell, chance in exactly.cells.items():
        chances[cell.net] = chances.get(cell.net, Fraction(0)) + chance
    counts: dict[Fraction, int] = {}
    for _, _, net, times in found.counts:
        counts[net] = counts.get(net, 0) + times
    if counts.keys() - chances.keys():
        return float("inf"), len(chances)  # a result that cannot be
    square, groups, rest, others = 0.0, 0, Fraction(0), 0
    for net, chance in chances.items():
        if chance * found.rounds < EXPECTED_LEAST:
            rest, others = rest + chance, others + counts.get(net, 0)
            continue
        expected = float(chance * found.rounds)
        square += (counts.get(net, 0) - expected) ** 2 / expected
        groups += 1
    if rest * found.rounds >= 1:
        expected = float(rest * found.rounds)
        square += (others - expected) ** 2 / expected
        groups += 1
    return (square, groups - 1) if groups > 1 else (None, 0)


def upper_tail(square: float, degrees: int) -> float:
    """Returns the chance that chi-square with so many degrees of freedom is at least that."""
    if square == float("inf"):
        return 0.0
    half, rest = square / 2, degrees % 2
    # Q(a, x) from Q(1/2, x) or Q(1, x), by its recurrence.
    tail = erfc(sqrt(half)) if rest else exp(-half)
    a = 0.5 if rest else 1.0
    while a < degrees / 2:
        tail += exp(a * log(half) - half - lgamma(a + 1)) if half else 0.0
        a += 1
    return min(1.0, tail)
