"""The distribution of a wager's result, and what follows from it. Fractions throughout."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.law.paytable import Row


class Part(msgspec.Struct, frozen=True):
    """One payment of a result: the pay table and row it follows (the table may be unknown),
    the odds, and the units of the initial wager that are paid at them."""

    table: str
    row: str
    odds: str
    units: Fraction

    @classmethod
    def by(cls, row: Row, units: int | Fraction = 1) -> Part:
        """The payment of so many units by a row of a pay table."""
        return cls(row.table, row.key, row.text, Fraction(units))


class Cell(msgspec.Struct, frozen=True):
    """One kind of result: the row of the pay table (or lose, push ...), the odds it is paid
    at, the net win in units of the initial wager, and all that was staked in those units.
    `parts` are the payments in it; what else is in the net (stakes lost, charges) does not
    depend on a pay table. A cell may stand for results that were not told apart: then net and
    stakes are their averages, and `square` is the average of the net's square."""

    row: str
    odds: str
    net: Fraction
    staked: Fraction
    parts: tuple[Part, ...] = ()
    square: Fraction | None = None
    # What tells this result from others of the row that pay alike.
    detail: str = ""

    def name(self) -> str:
        """The row, and what tells the result from others of it."""
        return f"{self.row}: {self.detail}" if self.detail else self.row

    def mean_square(self) -> Fraction:
        return self.net * self.net if self.square is None else self.square


def summed(names: Sequence[str], cells: Sequence[Cell], shares: Sequence[Fraction]) -> Cell:
    """Wagers that were put down together as one result, each being such a share of them all."""
    assert all(cell.square is None for cell in cells)
    pairs = list(zip(cells, shares, strict=True))
    return Cell(
        ", ".join(f"{name} {cell.name()}" for name, cell in zip(names, cells, strict=True)),
        "",
        sum((cell.net * share for cell, share in pairs), Fraction(0)),
        sum((cell.staked * share for cell, share in pairs), Fraction(0)),
        tuple(replace(part, units=part.units * share) for c, share in pairs for part in c.parts),
    )


# What tells a line of a distribution from another: row, detail, odds, net, staked, mean square.
Line = tuple[str, str, str, Fraction, Fraction, Fraction | None]


class Distribution:
    """Probabilities by cell. `total` is the number of equally likely combinations behind
    them, where there is one; 0 for an endless process such as craps."""

    def __init__(self, total: int = 0) -> None:
        self.total = total
        self.cells: dict[Cell, Fraction] = {}

    def add(self, cell: Cell, probability: Fraction) -> None:
        self.cells[cell] = self.cells.get(cell, Fraction(0)) + probability

    def check(self) -> None:
        """Probabilities are positive and sum to one."""
        assert all(probability > 0 for probability in self.cells.values())
        total = sum(self.cells.values(), Fraction(0))
        assert total == 1, f"probabilities sum to {total}"

    # -- figures ----------------------------------------------------------------------------

    def mean(self) -> Fraction:
        return sum((c.net * p for c, p in self.cells.items()), Fraction(0))

    def house_edge(self) -> Fraction:
        """The house's expectation per unit of the initial wager."""
        return -self.mean()

    def variance(self) -> Fraction:
        second = sum((c.mean_square() * p for c, p in self.cells.items()), Fraction(0))
        return second - self.mean() ** 2

    def average_wager(self) -> Fraction:
        """All that is staked, per unit of the initial wager."""
        return sum((c.staked * p for c, p in self.cells.items()), Fraction(0))

    def element_of_risk(self) -> Fraction:
        return self.house_edge() / self.average_wager()

    def told_apart(self) -> bool:
        """Whether every cell is one result. Where it is not, how often the wager is won, pushed
        or lost is not known, nor the largest payout."""
        return all(cell.square is None for cell in self.cells)

    def probability(self, sign: int) -> Fraction:
        """That the net result is positive (1), nothing (0) or negative (-1)."""
        assert self.told_apart()
        return sum(
            (p for c, p in self.cells.items() if (c.net > 0) - (c.net < 0) == sign), Fraction(0)
        )

    def combinations(self) -> int:
        """The number of combinations to count in: `total`, or the least that makes every
        probability a whole number of them."""
        common = lcm(*(p.denominator for p in self.cells.values())) if self.cells else 1
        if self.total and self.total % common == 0:
            return self.total
        return 0 if self.total == 0 else common

    def rows(self) -> list[dict[str, Any]]:
        """One line per result, best first: its row, what tells it from others of that row, its net
        and all that was staked. The mean of `net` by `probability` is the house edge, with its
        sign turned; what a line is an average of has a `mean_square` as well."""
        merged: dict[Line, Fraction] = {}
        for cell, probability in self.cells.items():
            line = (cell.row, cell.detail, cell.odds, cell.net, cell.staked, cell.square)
            merged[line] = merged.get(line, Fraction(0)) + probability
        total = self.combinations()
        found = []
        for line, probability in sorted(merged.items(), key=lambda item: -item[0][3]):
            row, detail, odds, net, staked, square = line
            found.append(
                {
                    "row": row,
                    "detail": detail,
                    "odds": odds,
                    "net": exact(net),
                    "staked": exact(staked),
                    "probability": exact(probability),
                    "combinations": int(probability * total) if total else None,
                    "mean_square": exact(square) if square is not None else None,
                }
            )
        return found

    def figures(self) -> dict[str, Any]:
        known = self.told_apart()
        return {
            "house_edge": exact(self.house_edge()),
            "win": exact(self.probability(1)) if known else None,
            "push": exact(self.probability(0)) if known else None,
            "lose": exact(self.probability(-1)) if known else None,
            "variance": exact(self.variance()),
            "element_of_risk": exact(self.element_of_risk()),
            "average_wager": exact(self.average_wager()),
            "combinations": self.combinations() or None,
            "rows": self.rows(),
        }


class Joint:
    """The joint distribution of wagers that are settled by the same rounds: `cells[k][i]` is
    what outcome k is to wager i. `total` counts equally likely combinations (0: endless).
    Where wagers are decided together and counted as one, `apart` has each of them by itself."""

    def __init__(self, wagers: tuple[str, ...], total: int = 0, apart: Joint | None = None) -> None:
        self.wagers = wagers
        self.total = total
        self.apart = apart
        self.outcomes: dict[tuple[Cell, ...], Fraction] = {}

    def add(self, cells: tuple[Cell, ...], probability: Fraction) -> None:
        self.outcomes[cells] = self.outcomes.get(cells, Fraction(0)) + probability

    def distribution(self, wager: str) -> Distribution:
        index = self.wagers.index(wager)
        found = Distribution(self.total)
        for cells, probability in self.outcomes.items():
            found.add(cells[index], probability)
        found.check()
        return found

    def covariance(self, first: str, second: str) -> Fraction:
        """Return the covariance of the net results of two wagers, each in units of its own
        stake."""
        i, j = self.wagers.index(first), self.wagers.index(second)
        both = a = b = Fraction(0)
        for cells, probability in self.outcomes.items():
            a += cells[i].net * probability
            b += cells[j].net * probability
            # A result that is known goes with the average of those that were not told apart.
            assert i == j or cells[i].square is None or cells[j].square is None
            product = cells[i].mean_square() if i == j else cells[i].net * cells[j].net
            both += product * probability
        return both - a * b


def exact(value: Fraction) -> dict[str, Any]:
    """A figure as users get it: the fraction, and the decimal next to it for reading."""
    return {"exact": str(value), "decimal": float(value)}
