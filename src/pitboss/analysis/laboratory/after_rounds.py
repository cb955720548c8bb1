"""How the house stands after many rounds, from the distribution of one and not from the normal
curve, which misleads where a wager wins seldom.

One round's net results lie on a lattice (all are multiples of a common step), so the distribution
of their sum is a power of one transform. The chances of a round are exact; their powers are taken
in double precision, and what is given is right to eight decimals (tests hold that)."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import msgspec
import numpy as np

from pitboss.analysis.exact.distribution import Distribution

# More points than this are not worked out: the normal bands stand alone then.
POINTS_MAX = 1 << 22
LEVEL = Fraction(19, 20)


class AfterRounds(msgspec.Struct, kw_only=True, frozen=True):
    """The house's win after so many rounds of one unit each: the middle, between which bounds it
    lies with 95 % (as much of the rest below as above), and how likely it is ahead, even or
    behind. Bounds are in units of the initial wager."""

    rounds: int
    low: Fraction
    median: Fraction
    high: Fraction
    ahead: float
    even: float
    behind: float


def after_rounds(distribution: Distribution, rounds: int) -> AfterRounds | None:
    """Returns how the house stands after `rounds` rounds, or None where results were not told
    apart, or lie too far apart for the lattice."""
    if not distribution.told_apart():
        return None
    nets = sorted({cell.net for cell in distribution.cells})
    step = lcm(*(net.denominator for net in nets))
    places = [int(net * step) for net in nets]
    span = places[-1] - places[0]
    points = span * rounds + 1
    if points > POINTS_MAX:
        return None
    chances = np.zeros(span + 1)
    for cell, chance in distribution.cells.items():
        chances[int(cell.net * step) - places[0]] += float(chance)
    length = 1 << (points - 1).bit_length()
    summed = np.fft.irfft(np.fft.rfft(chances, length) ** rounds, length)[:points]
    # Rounding leaves dust where no sum of results can be.
    summed[summed < 1e-14] = 0
    summed /= summed.sum()
    # The house wins what the player loses: from here on places are the house's.
    house = summed[::-1]
    first = -places[-1] * rounds
    below = np.cumsum(house)
    zero = -first
    even = float(house[zero]) if 0 <= zero < points else 0.0
    behind = float(house[:zero].sum()) if zero > 0 else 0.0

    def quantile(level: float) -> Fraction:
        return Fraction(first + int(np.searchsorted(below, level)), step)

    tail = float((1 - LEVEL) / 2)
    return AfterRounds(
        rounds=rounds,
        low=quantile(tail),
        median=quantile(0.5),
        high=quantile(1 - tail),
        ahead=max(0.0, 1 - even - behind),
        even=even,
        behind=behind,
    )
