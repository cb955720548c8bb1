"""The figures of a leak, beside the same figures without it."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import Distribution, exact
from pitboss.analysis.exact.edges import Choice


class Way(msgspec.Struct):
    """How a wager fares: by exact chances, or by estimates of them with the standard error of the
    edge. `actions` are how often each is taken."""

    distribution: Distribution
    actions: dict[str, Fraction] = {}
    # A better estimate of the edge than the estimated distribution's own.
    estimated_edge: Fraction | None = None
    stderr: float | None = None

    def edge(self) -> Fraction:
        """Returns the house edge: negative where the player has the advantage."""
        if self.estimated_edge is not None:
            return self.estimated_edge
        return self.distribution.house_edge()

    def as_json(self) -> dict[str, Any]:
        estimate = self.stderr is not None

        def figure(value: Fraction) -> dict[str, Any]:
            return {"exact": None, "decimal": float(value)} if estimate else exact(value)

        found, known = self.distribution, self.distribution.told_apart()
        return {
            "house_edge": figure(self.edge()),
            "stderr": self.stderr,
            "deviation": sqrt(found.variance()),
            "hit_frequency": figure(found.probability(1)) if known else None,
            "average_wager": figure(found.average_wager()),
            "actions": {name: figure(chance) for name, chance in self.actions.items()},
        }


class Exposure(msgspec.Struct):
    """What a leak does to a wager. `situations` were looked at; `strategy` is what is best by what
    is known then."""

    wager: str
    leak: str
    method: str
    seeing: Way
    without: Way
    strategy: list[Choice] = []
    situations: int = 0
    notes: tuple[str, ...] = ()

    def gain(self) -> Fraction:
        """Returns what the leak is worth, per unit of the initial wager."""
        return self.without.edge() - self.seeing.edge()

    def as_json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "leak": self.leak,
            "method": self.method,
            "seeing": self.seeing.as_json(),
            "without": self.without.as_json(),
            "gain": float(self.gain()),
            "strategy": [
                {"situation": c.situation, "do": c.do, "probability": float(c.probability)}
                for c in self.strategy
            ],
            "situations": self.situations,
            "notes": list(self.notes),
        }


class BeforeRow(msgspec.Struct, frozen=True):
    """What is seen before the wager, how often, and the house edge of each wager then."""

    seen: str
    chance: Fraction
    edges: tuple[tuple[str, Fraction], ...]

    def best(self) -> tuple[str, Fraction]:
        return min(self.edges, key=lambda pair: pair[1])


class Before(msgspec.Struct):
    """What it is worth to know something before wagers are made: by what is seen, the edges of
    the wagers; and who wagers one unit where that is worth it, and nothing elsewhere. `before` are
    the edges of somebody who sees nothing."""

    leak: str
    rows: list[BeforeRow]
    before: dict[str, Fraction]
    notes: tuple[str, ...] = ()
    method: str = "exact"

    def wagered(self, wager: str = "") -> tuple[Fraction, Fraction]:
        """Returns how often the wager (the best of all) is worth making, and what is then won a
        round of all."""
        chance = won = Fraction(0)
        for row in self.rows:
            edge = dict(row.edges)[wager] if wager else row.best()[1]
            if edge < 0:
                chance += row.chance
                won -= row.chance * edge
        return chance, won

    def as_json(self) -> dict[str, Any]:
        chosen = {"the best of all": "", **{name: name for name in self.before}}
        found = []

        def figure(value: Fraction) -> dict[str, Any]:
            known = self.method == "exact"
            return exact(value) if known else {"exact": None, "decimal": float(value)}

        for label, wager in chosen.items():
            chance, won = self.wagered(wager)
            found.append(
                {
                    "wager": label,
                    "house_edge_without": figure(self.before[wager]) if wager else None,
                    "wagered": figure(chance),
                    "average_advantage": figure(won / chance) if chance else None,
                    "units_per_100_rounds": figure(100 * won),
                }
            )
        return {
            "leak": self.leak,
            "method": self.method,
            "wagers": found,
            "by_card": [
                {
                    "seen": row.seen,
                    "chance": exact(row.chance),
                    "best": row.best()[0] if row.best()[1] < 0 else "no wager",
                    "house_edges": [
                        {"wager": name, "house_edge": figure(edge)} for name, edge in row.edges
                    ],
                }
                for row in self.rows
            ],
            "notes": list(self.notes),
        }
