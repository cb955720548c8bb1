"""The roulette layout, from the rows of numbers in the data file: across on a wide screen, down
on a narrow one. A wager on several numbers lies on the line or corner between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.draw.areas import NARROW, WIDE, Area, Board, odds_of
from pitboss.equipment.wheels import DOUBLE_ZERO, RED, SINGLE_ZERO
from pitboss.law.regulation import Law

Span = tuple[float, float, float, float]  # rows from, to; columns from, to
# Beside the first column stand the dozens, and beside them the even wagers.
DOZENS, EVEN = (-1.0, 0.0), (-2.0, -1.0)


class _Felt:
    """A felt: rows and columns as places on the drawing."""

    def __init__(self, rows: int, columns: int, *, narrow: bool) -> None:
        self.narrow = narrow
        self.rows, self.columns = rows, columns
        if narrow:
            self.row, self.column, self.side = 46.0, 92.0, 84.0
            self.left, self.top, self.zero = 18.0, 12.0, 44.0
        else:
            self.row, self.column, self.side = 70.4, 74.0, 52.0
            self.left, self.top, self.zero = 10.0, 12.0, 60.0

    def _along(self, r: float) -> float:
        """Returns how far down the rows a row lies: before the first are the zeros."""
        return self.zero * (r + 1) if r < 0 else self.zero + r * self.row

    def _across(self, c: float) -> float:
        return self.side * (c + 2) if c < 0 else 2 * self.side + c * self.column

    def place(self, r: float, c: float) -> tuple[float, float]:
        if self.narrow:
            return self.left + self._across(c), self.top + self._along(r)
        whole = self._across(self.columns)
        return self.left + self._along(r), self.top + whole - self._across(c)

    def box(self, span: Span) -> Span:
        x1, y1 = self.place(span[0], span[2])
        x2, y2 = self.place(span[1], span[3])
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


def roulette_board(law: Law, layout: Mapping[str, Any], *, narrow: bool) -> Board:
    numbers: list[list[int]] = layout["numbers"]
    felt = _Felt(len(numbers), layout["columns"], narrow=narrow)
    cells: dict[str, Span] = {
        str(value): (float(r), r + 1.0, float(c), c + 1.0)
        for r, row in enumerate(numbers)
        for c, value in enumerate(row)
    }
    zeros = layout["zeros"].get(law.options.get("wheel", ""), [])
    straight = law.wagers["straight"].spots
    if not zeros or any(zero["pocket"] not in straight for zero in zeros):
        named = [z for z in layout["zeros"].values() if all(p["pocket"] in straight for p in z)]
        zeros = max(named, key=len, default=[])
    for zero in zeros:
        first, last = zero["half_columns"]
        cells[zero["pocket"]] = (-1.0, 0.0, (first - 1) / 2, last / 2)
    areas: list[Area] = []
    for name, kind in law.wagers.items():
        for spot in kind.spots or ("",):
            area = _area(law, layout, felt, cells, name, spot)
            if area is not None:
                area.note = area.note or odds_of(law, kind, spot)
                areas.append(area)
    # Points lie on top of boxes.
    areas.sort(key=lambda area: area.point)
    width = NARROW if narrow else WIDE
    _, _, _, height = felt.box((-1.0, felt.rows + 1.0, -2.0, float(felt.columns)))
    return Board(width, height + 2 * felt.top, areas)


def _area(
    law: Law, layout: Mapping[str, Any], felt: _Felt, cells: dict[str, Span], name: str, spot: str
) -> Area | None:
    if name == "straight" and spot in cells:
        tone = "green" if cells[spot][0] < 0 else "red" if spot in RED else "black"
        return Area(name, spot, spot, *felt.box(cells[spot]), tone=tone, note=" ", size=24)
    if name == "column":
        c = float(int(spot) - 1)
        return Area(
            name,
            spot,
            "2 to 1",
            *felt.box((felt.rows, felt.rows + 1.0, c, c + 1)),
            note=" ",
            size=15,
        )
    for box in layout["boxes"]["dozen"]:
        if name == "dozen" and box["spot"] == spot:
            first, last = box["rows"]
            label = {"1": "1st 12", "2": "2nd 12", "3": "3rd 12"}.get(spot, spot)
            return Area(name, spot, label, *felt.box((first - 1.0, last, *DOZENS)), size=17)
    for box in layout["boxes"]["even_money"]:
        if box["wager"] == name:
            first, last = box["rows"]
            tone = name if name in ("red", "black") else ""
            label = name.replace("-", " ") if "to" in name else name.upper()
            return Area(name, "", label, *felt.box((first - 1.0, last, *EVEN)), tone=tone, size=15)
    if name == "first-five":
        return _point(felt, name, spot, 0, 0)
    covered = [cells[part] for part in spot.split("-") if part in cells]
    if not covered or len(covered) != len(spot.split("-")):
        return None
    return _point(felt, name, spot, *_between(covered, felt.columns))


def _between(covered: list[Span], columns: int) -> tuple[float, float]:
    """Returns the row and column of the point that touches all these boxes."""
    zeros = [span for span in covered if span[0] < 0]
    rest = [span for span in covered if span[0] >= 0]
    if not zeros:
        rows = [span[0] for span in covered]
        row = (min(rows) + max(rows) + 1) / 2
        if len({span[2] for span in covered}) == columns:
            return row, 0  # whole rows: on the outer line
        return row, sum(span[2] + 0.5 for span in covered) / len(covered)
    if not rest:
        return -0.5, sum(span[2] + span[3] for span in zeros) / (2 * len(zeros))
    if len(rest) == columns:
        return 0, 0
    if len(rest) > 1:
        return 0, max(span[2] for span in rest)
    low = max(min(span[2] for span in zeros), rest[0][2])
    high = min(max(span[3] for span in zeros), rest[0][3])
    return 0, (low + high) / 2


def _point(felt: _Felt, name: str, spot: str, row: float, column: float) -> Area:
    x, y = felt.place(row, column)
    radius = 13.0 if felt.narrow else 12.0
    return Area(name, spot, spot, x - radius, y - radius, 2 * radius, 2 * radius, point=True)


def wheel_of(law: Law) -> tuple[str, ...]:
    return DOUBLE_ZERO if "00" in law.wagers["straight"].spots else SINGLE_ZERO
