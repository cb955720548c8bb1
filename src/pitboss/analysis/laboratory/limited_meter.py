"""A progressive meter that may not go beyond a limit: what it shows when it pays, and what of the
contributions goes over the limit, in the long run and one wager after another.

Each wager adds the rate, up to the limit; what the limit refuses overflows. Then the wager wins all
of the meter, which begins anew at the reset amount, or a part of it, or nothing of it. The meter as
each payment leaves it is a chain, and the wagers between two payments are geometric; the chain is
iterated on a lattice of what a wager adds. A reading between two points of the lattice is shared
between them so that its mean is kept, and sums are taken in double precision: what is given is
right to about six digits (tests hold that to the closed form of a meter that is only won whole, and
to meters so small that fractions do it)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.exact.progressive import Progressive

# Points of the lattice at the most: beyond that a point stands for several wagers.
POINTS_MAX = 1 << 17
SETTLED = 1e-11
ROUNDS_MAX = 20_000
Weights = NDArray[np.float64]


class Limited(msgspec.Struct, frozen=True, kw_only=True):
    """`average`: the cents on the meter when it pays. `at_limit`: the share of wagers made while it
    stands at the limit. `overflow`: the cents of each wager, on average, that go over it."""

    average: float
    at_limit: float
    overflow: float


def limited(meter: Progressive, limit: int) -> Limited:
    """Returns how the meter fares under a limit of so many cents."""
    assert meter.rate > 0
    assert limit >= meter.reset
    span = -(-limit // meter.rate)
    wagers = -(-span // POINTS_MAX)  # that a point stands for
    step = meter.rate * wagers
    points = -(-limit // step) + 1
    readings = limit - step * np.arange(points - 1, -1, -1, dtype=np.float64)
    chance = float(sum(each.chance for each in meter.shares))
    stay = (1 - chance) ** wagers
    parts = [(float(each.part()), float(each.chance) / chance) for each in meter.shares]
    after = _settled(readings, stay, parts, meter.reset, wagers)
    paying = _grown(after, stay, wagers)
    left = np.arange(points - 1, -1, -1, dtype=np.float64)
    # So many wagers are made before the meter is full, if it is not won before.
    at_limit = float((after * (1 - chance) ** (left * wagers)).sum())
    return Limited(
        average=float((paying * readings).sum()),
        at_limit=at_limit,
        overflow=meter.rate * at_limit,
    )


def _settled(
    readings: Weights, stay: float, parts: Sequence[tuple[float, float]], reset: int, wagers: int
) -> Weights:
    """The distribution of what a payment leaves on the meter, once that no longer changes."""
    anew = _shared(readings, np.full(1, float(reset)), np.ones(1))
    after, total = anew, sum(often for part, often in parts if part == 1)
    for _ in range(ROUNDS_MAX):
        paying = _grown(after, stay, wagers)
        left = total * anew
        for part, often in parts:
            if part != 1:
                left += often * _shared(readings, (1 - part) * readings, paying)
        left /= left.sum()
        if np.abs(left - after).sum() < SETTLED:
            return left
        after = left
    raise ArithmeticError("the meter does not settle")


def _grown(after: Weights, stay: float, wagers: int) -> Weights:
    """The distribution of what the meter shows when it pays: it is won on the way to the next point
    (in the middle of the wagers that a point stands for), or on the way to one after it, each
    with the chance that nothing was won so far; at the last point it stays."""
    powers = stay ** np.arange(len(after), dtype=np.float64)
    waiting = np.empty(len(after))
    # In pieces, so that the powers do not vanish.
    carried, piece = 0.0, 1 + int(min(len(after), 500 / max(-np.log(stay), 1e-300)))
    for start in range(0, len(after), piece):
        part = after[start : start + piece]
        share = powers[: len(part)]
        waiting[start : start + piece] = share * (carried + np.cumsum(part / share))
        carried = float(waiting[start + len(part) - 1] * stay)
    won: Weights = (1 - stay) * waiting
    reached = (wagers + 1) / (2 * wagers)
    paying = np.zeros(len(after))
    paying[1:] += won[:-1] * reached
    paying[:-1] += won[:-1] * (1 - reached)
    paying[-1] += float(1 - paying.sum())
    return paying


def _shared(readings: Weights, values: Weights, weights: Weights) -> Weights:
    """Weights at values that lie between points of the lattice, on these points: their mean is
    kept."""
    size = len(readings)
    step = readings[1] - readings[0] if size > 1 else 1.0
    place = np.clip((values - readings[0]) / step, 0, size - 1)
    below = place.astype(np.int64)
    above = place - below
    into = np.zeros(size)
    into += np.bincount(below, weights * (1 - above), size)
    into += np.bincount(np.minimum(below + 1, size - 1), weights * above, size)
    return into


def closed_overflow(meter: Progressive, limit: int) -> Fraction:
    """The same overflow for a meter that is won whole or not at all, exactly: of the wagers since
    it was reset, those beyond the limit."""
    chance = meter.chance_of_all()
    assert chance == sum(each.chance for each in meter.shares)
    whole, rest = divmod(limit - meter.reset, meter.rate)
    stay = (1 - chance) ** whole
    return chance * stay * (meter.rate - rest) + meter.rate * stay * (1 - chance)
