"""A layout of rows and columns that the data file names: each box is a row and the first letter
of a column (`Ah`). A spot that names several boxes lies between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.draw.areas import NARROW, WIDE, Area, Board, odds_of
from pitboss.law.regulation import Law

Span = tuple[float, float, float, float]


def grid_board(law: Law, layout: Mapping[str, Any], *, narrow: bool) -> Board:
    """Wide: the rows of the data run from left to right, so that the felt is not too tall."""
    rows, columns = list(layout["rows"]), list(layout["columns"])
    width = NARROW if narrow else WIDE
    along, across = (44.0, 84.0) if narrow else (66.0, 62.0)
    side = 76.0 if narrow else 80.0
    left, top = 12.0, 12.0

    def place(row: float, column: float) -> tuple[float, float]:
        if narrow:
            return left + column * across, top + row * along
        return left + row * along, top + column * across

    def box(r: float, c: float, r2: float, c2: float) -> Span:
        (x, y), (x2, y2) = place(r, c), place(r2, c2)
        return x, y, x2 - x, y2 - y

    cells = {
        f"{row}{column[0]}": (r, c)
        for r, row in enumerate(rows)
        for c, column in enumerate(columns)
    }
    areas = []
    for kind in law.wagers.values():
        for spot in kind.spots:
            area = _place(spot, rows, columns, cells, place, box, side / across)
            if area is not None:
                area.kind, area.spot = kind.key, spot
                area.note = "" if area.point else odds_of(law, kind, spot)
                areas.append(area)
    areas.sort(key=lambda area: area.point)
    height = max(area.y + area.h for area in areas) + 10 if areas else 0
    return Board(width, height, areas)


def _place(
    spot: str,
    rows: list[str],
    columns: list[str],
    cells: dict[str, tuple[int, int]],
    place: Callable[[float, float], tuple[float, float]],
    box: Callable[..., Span],
    beside: float,
) -> Area | None:
    end = len(columns)
    if spot in cells:
        r, c = cells[spot]
        tone = "paper-red" if spot[-1] in "dh" else "paper-black"
        return Area("", spot, spot, *box(r, c, r + 1, c + 1), tone=tone, size=20)
    if spot in rows:
        r = rows.index(spot)
        return Area("", spot, spot, *box(r, end, r + 1, end + beside * 0.62), size=18)
    if spot in columns:
        c = columns.index(spot)
        return Area("", spot, spot, *box(len(rows), c, len(rows) + 1.3, c + 1), size=12.5)
    parts = spot.split("-")
    if all(part in cells for part in parts):
        row = sum(cells[part][0] + 0.5 for part in parts) / len(parts)
        column = sum(cells[part][1] + 0.5 for part in parts) / len(parts)
    elif all(part in rows for part in parts):
        row = sum(rows.index(part) + 0.5 for part in parts) / len(parts)
        column = end + beside * 0.62
    else:
        return None
    x, y = place(row, column)
    return Area("", spot, spot, x - 11, y - 11, 22, 22, point=True)
