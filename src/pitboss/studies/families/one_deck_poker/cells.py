"""What a deal comes to, put together from the wagers that are paid in it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.study import UNIT, Scenario
from pitboss.law.paytable import Row

from .situations import FOLD, LOSE, NOT_QUALIFIED, WIN

ONE = Fraction(1)


def cell_of(
    result: str, staked: int, *paid: tuple[Row, int], lost: int = 0, bonus: Row | None = None
) -> Cell:
    """Returns the cell of a deal in which `staked` units are wagered, of which `lost` are lost, and
    so many units are paid by each row. A bonus on one unit is paid beside the others, and is named
    with the result."""
    every = [*paid, (bonus, 1)] if bonus is not None else list(paid)
    net = sum((row.fraction * units for row, units in every), -Fraction(lost))
    name, odds = (result, "") if bonus is None else (f"{result}, {bonus.key}", bonus.text)
    return Cell(name, odds, net, Fraction(staked), tuple(Part.by(*each) for each in every))


def showdown(name: str, compared: int, ante: Row, play: Row, times: int, bonus: Row | None) -> Cell:
    """Returns the cell of an ante and a play wager of so many antes, by how the hand compares with
    the dealer's; a bonus is paid unless it is folded."""
    if compared == FOLD:
        return cell_of(name, 1, lost=1)
    paid = {NOT_QUALIFIED: [(ante, 1)], WIN: [(ante, 1), (play, times)]}.get(compared, [])
    lost = 1 + times if compared == LOSE else 0
    return cell_of(name, 1 + times, *paid, lost=lost, bonus=bonus)


def side_cell(row: Row | None) -> Cell:
    """Returns what a wager that a pay table decides alone comes to: it is paid by a row, or it
    loses."""
    if row is None:
        return Cell("lose", "", -ONE, ONE)
    return Cell(row.key, row.text, row.fraction, ONE, (Part.by(row),))


def with_side(cell: Cell, side: Cell | None, name: str) -> Cell:
    """Returns the cell of a deal with a side wager beside it; None for one that a fold forfeits."""
    if side is None:
        return msgspec.structs.replace(cell, net=cell.net - 1, staked=cell.staked + 1)
    return Cell(
        f"{cell.row}, {name} {side.row}",
        cell.odds or side.odds,
        cell.net + side.net,
        cell.staked + side.staked,
        cell.parts + side.parts,
    )


def ante_and_side(side: str, note: str) -> list[Scenario]:
    """Returns the scenarios of an ante, of a side wager, and of both of them together."""
    ante, beside = ("ante", "", UNIT), (side, "", UNIT)
    together = "equal wagers on both, decided together; per unit of the ante"
    return [
        Scenario("ante", (ante,), note=note),
        Scenario(side, (beside,), note="alone"),
        Scenario(f"ante and {side}", (ante, beside), note=together),
    ]
