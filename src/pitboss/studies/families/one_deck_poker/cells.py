"""What a deal comes to, put together from the wagers that are paid in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.study import UNIT, Scenario
from pitboss.law.paytable import Paytable
from pitboss.money import Odds

ONE = Fraction(1)


class Paid(NamedTuple):
    """A wager of so many units that is paid by a row of a pay table."""

    table: str
    row: str
    odds: Odds
    units: Fraction = ONE

    def part(self) -> Part:
        return Part(self.table, self.row, self.odds.text, self.units)


def bonus(table: Paytable, row: str, odds: Odds | None) -> Paid | None:
    """A bonus of one unit, where the table pays that row."""
    return None if odds is None else Paid(table.name, row, odds)


def cell_of(
    result: str, staked: int | Fraction, paid: Sequence[Paid] = (), *, lost: int | Fraction = 0,
    bonus: Paid | None = None,
) -> Cell:  # fmt: skip
    """The cell of a deal in which `staked` units are wagered, of which `lost` are lost. A bonus
    on a wager is paid beside the others, and is named with the result."""
    every = [*paid, bonus] if bonus is not None else list(paid)
    net = sum((each.odds.fraction * each.units for each in every), -Fraction(lost))
    name, odds = (result, "") if bonus is None else (f"{result}, {bonus.row}", bonus.odds.text)
    return Cell(name, odds, net, Fraction(staked), tuple(each.part() for each in every))


def side_cell(table: Paytable | None, row: str, odds: Odds | None) -> Cell:
    """What a wager that a pay table decides alone comes to: it is paid, or it loses."""
    if table is None or odds is None:
        return Cell("lose", "", -ONE, ONE)
    return Cell(row, odds.text, odds.fraction, ONE, (Paid(table.name, row, odds).part(),))


def with_side(cell: Cell, side: Cell | None, name: str) -> Cell:
    """A deal with a side wager of one unit beside it; None for one that a fold forfeits."""
    if side is None:
        return msgspec.structs.replace(cell, net=cell.net - 1, staked=cell.staked + 1)
    return Cell(
        f"{cell.row}, {name} {side.row}", cell.odds or side.odds, cell.net + side.net,
        cell.staked + side.staked, cell.parts + side.parts,
    )  # fmt: skip


def ante_and_side(side: str, note: str) -> list[Scenario]:
    """An ante, a side wager, and both of them together."""
    ante, beside = ("ante", "", UNIT), (side, "", UNIT)
    together = "equal wagers on both, decided together; per unit of the ante"
    return [
        Scenario("ante", (ante,), note=note),
        Scenario(side, (beside,), note="alone"),
        Scenario(f"ante and {side}", (ante, beside), note=together),
    ]
