"""How a simulated edge comes to rest: the edge and its error after ever more of the rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, run_chunk

if TYPE_CHECKING:
    from pitboss.analysis.simulation.simulate import Prepared

# Within the first chunk there is a point after so many rounds, and after four times as many.
FIRST, TIMES = 1 << 10, 4
POINTS_MAX = 400


class Point(msgspec.Struct, frozen=True):
    """The house edge after so many rounds, and its standard error."""

    rounds: int
    house_edge: float
    stderr: float


class Course(msgspec.Struct):
    """The points of one wager, in order; what the first chunk begins with is dealt once more."""

    wager: str = ""
    points: list[Point] = []

    def begin(self, made: Prepared, seed: int, wager: str, rounds: int) -> None:
        from pitboss.analysis.simulation.simulate import Tally, figures_of

        self.wager, self.points = wager, []
        number = FIRST
        while number < min(rounds, CHUNK_ROUNDS):
            counts = tuple(map(int, run_chunk(made.plan, seed, 0, number)))
            (figures,) = figures_of(made, Tally().plus(number, counts), wager)
            self.add(number, float(-figures.mean()), figures.stderr())
            number *= TIMES

    def add(self, rounds: int, edge: float, stderr: float | None) -> None:
        self.points.append(Point(rounds, edge, stderr or 0.0))
        if len(self.points) > POINTS_MAX:
            self.points = [*self.points[:-1:2], self.points[-1]]


class Forecast(msgspec.Struct, frozen=True):
    """How many rounds an error takes, and about how many seconds, from a trial."""

    rounds: int
    seconds: float
    trial: int

    def in_words(self) -> str:
        return (
            f"about {self.rounds:,} rounds, {duration(self.seconds)}, judging by "
            f"{self.trial:,} rounds"
        )


def forecast(variance: float, error: float, trial: int, seconds: float) -> Forecast:
    """From a trial of so many rounds in so many seconds: the variance of one round is divided by
    the square of the error."""
    rounds = max(trial, round(variance / error**2))
    return Forecast(rounds, seconds * rounds / trial, trial)


def duration(seconds: float) -> str:
    """About how long, for a person."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 1.5 else "a second"
