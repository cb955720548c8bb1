"""Wagers by a count at a game of twenty-one: a ramp (simulation/counts.py) as the kernel takes
it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.analysis.simulation.counts import COUNT_MOST, Count, Ramp, Steps, ramp_of
from pitboss.errors import BadInput

from .exact.strategy import Strategy
from .kernel_rounds import Counting, counting
from .kernel_tables import SYMBOLS
from .table_rules import TableRules


class CountedWagers:
    """A ramp, and the marks of the count at which the play changes. `by_up`: for each value of the
    dealer's first card, ace to ten, whether the wager is doubled against it."""

    def __init__(self, ramp: Ramp, marks: Sequence[int] = (), by_up: Sequence[bool] = ()) -> None:
        self.ramp, self.marks, self.by_up = ramp, tuple(marks), tuple(by_up)

    @property
    def units(self) -> tuple[Fraction, ...]:
        """The different wagers, in the order of their levels."""
        if not self.by_up:
            return self.ramp.units
        return tuple(times * unit for unit in self.ramp.units for times in (1, 2))

    def counting(self, sides: int) -> Counting:
        count = self.ramp.count
        by_rank = count.whole_tags()
        tags = [0] * 256
        for card, symbol in enumerate(SYMBOLS):
            tags[symbol] = by_rank[card >> 2]
        return counting(
            sides,
            start=count.first(self.ramp.decks),
            per=count.per,
            divides=int(count.true),
            most=COUNT_MOST,
            tags=tags,
            levels=self.ramp.levels,
            books=[
                sum(bucket - COUNT_MOST >= mark for mark in self.marks)
                for bucket in range(2 * COUNT_MOST + 1)
            ],
            by_up=self.by_up,
        )

    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]:
        """A strategy for every stretch of counts between two marks: here one for all."""
        return [strategy]


def wagers_by(
    count: Count | None, steps: Steps | None, *, decks: int, by_up: Sequence[bool] = ()
) -> CountedWagers | None:
    """Returns the wagers by a count and its ramp, or None where nothing is counted."""
    ramp = ramp_of(count, steps, decks=decks)
    return None if ramp is None else CountedWagers(ramp, by_up=by_up)


def need_no_count(wager: str, settings: Mapping[str, Any]) -> None:
    """Refuses a count for a wager that is simulated from a full shoe for every round."""
    if settings.get("count") is not None:
        raise BadInput(
            f"{wager} is simulated from a full shoe for every round, and there is nothing to "
            "count; pitboss expose --counts says what a count of it is worth"
        )
