"""Betting areas: where each wager lies. A game's data file may say so in its [layout] table; what
it does not place is set out by kind, so that a new game has a table at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.law.regulation import Law, WagerKind

WIDE, NARROW = 1000.0, 480.0
# So few spots of one kind need no title of their own.
FEW = 2


class Area(msgspec.Struct):
    """`x`, `y` is the top left corner. A `point` is a small place on a line between others. A
    `shape` is that of a betting spot before a player; `dice` are printed instead of the label."""

    kind: str
    spot: str
    label: str
    x: float
    y: float
    w: float
    h: float
    tone: str = ""
    note: str = ""
    point: bool = False
    size: float = 0
    shape: str = ""
    dice: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.spot

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


class Board(msgspec.Struct):
    """`titles` are words that stand on the felt: x, y, size, text."""

    width: float
    height: float
    areas: list[Area]
    titles: list[tuple[float, float, float, str]] = []
    dice_at: tuple[float, float, float, float] | None = None
    wheel_at: tuple[float, float, float] | None = None

    def find(self, kind: str, spot: str) -> Area | None:
        return next((area for area in self.areas if area.key == (kind, spot)), None)


def short_label(kind: WagerKind) -> str:
    """Returns what the data file calls the wager, without its explanation."""
    label = (kind.label or kind.key.replace("-", " ")).split(":")[0]
    if label.count(",") == 1:
        label = label.split(",")[0]  # several would be a list, and no explanation
    return label if len(label) <= 36 else kind.key.replace("-", " ").capitalize()


def odds_of(law: Law, kind: WagerKind, spot: str) -> str:
    """Returns what the area pays, where that is one figure."""
    name, _, row = kind.pays.partition(":")
    table = law.paytables.get(name)
    if table is None:
        return ""
    if row or spot in table:
        row = row or spot
        return table[row].text if row in table else ""
    if len(table.rows) > 1:
        return ""
    # A table that is called like its only row says what is paid so, and not every win.
    only, odds = table.rows[0]
    return f"{only} {odds.text}" if only == name != kind.key else odds.text


def board_of(law: Law, layout: Mapping[str, Any], *, narrow: bool) -> Board:
    """Returns the layout that all players share."""
    from pitboss.draw.grid import grid_board
    from pitboss.draw.roulette import roulette_board

    if layout.get("kind") == "roulette":
        board = roulette_board(law, layout, narrow=narrow)
    elif "box" in layout:
        board = boxes_board(law, layout, narrow=narrow)
    elif "rows" in layout and "columns" in layout and isinstance(layout["rows"], list):
        board = grid_board(law, layout, narrow=narrow)
    else:
        board = Board(NARROW if narrow else WIDE, 0, [])
    placed = {area.key for area in board.areas}
    rest = [
        (kind, [spot for spot in kind.spots or ("",) if (kind.key, spot) not in placed])
        for kind in in_order(law, layout)
    ]
    flow(board, law, [(kind, spots) for kind, spots in rest if spots], layout, narrow=narrow)
    board.height = max(board.height, 60)
    return board


def in_order(law: Law, layout: Mapping[str, Any]) -> list[WagerKind]:
    """Returns the kinds of wagers, those first that the layout names, in its order."""
    named = [name for name in layout.get("areas", ()) if isinstance(name, str)]
    first = [law.wagers[name] for name in named if name in law.wagers]
    return first + [kind for name, kind in law.wagers.items() if name not in named]


def boxes_board(law: Law, layout: Mapping[str, Any], *, narrow: bool) -> Board:
    """Returns a layout whose boxes the data file sets out: `at` is x, y, width and height on a felt
    of 1000, `tall` the same on one of 480; `step` leads from one spot to the next."""
    where = "tall" if narrow else "at"
    width = NARROW if narrow else WIDE
    board = Board(width, 0, [])
    for box in layout["box"]:
        kind = law.wagers.get(box["wager"])
        if kind is None or where not in box:
            continue
        x, y, w, h = (float(value) for value in box[where])
        dx, dy = box.get("tall_step" if narrow else "step", (0, 0))
        for index, spot in enumerate(box.get("spots", [""])):
            if kind.spots and spot not in kind.spots:
                continue
            label = box.get("label", "") or spot or short_label(kind)
            board.areas.append(
                Area(
                    kind.key,
                    spot,
                    label.replace("SPOT", spot),
                    x + index * dx,
                    y + index * dy,
                    w,
                    h,
                    box.get("tone", ""),
                    box.get("note", "") or odds_of(law, kind, spot),
                    size=box.get("size", 0),
                )
            )
    board.height = max((area.y + area.h for area in board.areas), default=0) + 10
    dice = layout.get("dice_tall" if narrow else "dice_at")
    if dice:
        board.dice_at = (dice[0], dice[1], dice[2], dice[3])
        board.height = max(board.height, dice[1] + dice[3] + 10)
    return board


def flow(
    board: Board,
    law: Law,
    kinds: Sequence[tuple[WagerKind, list[str]]],
    layout: Mapping[str, Any],
    *,
    narrow: bool,
    circles: float = 0,
) -> None:
    """Sets out what has no place yet, below the rest: wagers without spots together, then each
    kind with its spots under its own name. With `circles` the former are betting spots before a
    player, as wide together as that."""
    names = {
        area["spot"]: area["label"] for area in layout.get("areas", ()) if isinstance(area, dict)
    }
    margin, gap = 12.0, 8.0
    width = board.width - 2 * margin
    y = board.height + (gap if board.height else margin)
    single = [(kind, spot) for kind, spots in kinds if len(spots) <= FEW for spot in spots]
    if single and circles:
        y = _spots(board, y, circles, law, layout, single, narrow=narrow)
    elif single:
        y = _cells(
            board,
            y,
            width,
            margin,
            gap,
            [
                Area(
                    kind.key,
                    spot,
                    _label(layout, kind, spot),
                    0,
                    0,
                    0,
                    0,
                    note=odds_of(law, kind, spot),
                )
                for kind, spot in single
            ],
            most=3 if narrow else 6,
            height=76,
        )
    for kind, spots in kinds:
        if len(spots) <= FEW:
            continue
        board.titles.append((margin, y + 9, 13, short_label(kind)))
        y += 22
        many = len(spots) > 16
        y = _cells(
            board,
            y,
            width,
            margin,
            gap,
            [
                Area(
                    kind.key,
                    spot,
                    names.get(spot, spot.replace("-", "·") if many else spot),
                    0,
                    0,
                    0,
                    0,
                    note="" if many else odds_of(law, kind, spot),
                    dice=_dice(layout, kind, spot),
                )
                for spot in spots
            ],
            most=_columns(len(spots), narrow),
            height=44 if many else 64,
        )
    board.height = y + 4


def _dice(layout: Mapping[str, Any], kind: WagerKind, spot: str) -> tuple[int, ...]:
    """Returns the dice that are printed at a spot: its numbers, each as often as the layout says
    for its kind."""
    often = layout.get("printed_dice", {}).get(kind.key, 0)
    return tuple(int(face) for face in spot.split("-") for _ in range(often))


def _label(layout: Mapping[str, Any], kind: WagerKind, spot: str) -> str:
    name = layout.get("names", {}).get(kind.key) or short_label(kind)
    return f"{name} {spot}".strip()


def _spots(
    board: Board,
    y: float,
    width: float,
    law: Law,
    layout: Mapping[str, Any],
    single: Sequence[tuple[WagerKind, str]],
    *,
    narrow: bool,
) -> float:
    """Puts betting spots into rows around the middle; returns the height below them."""
    gap = 16.0
    least = 62.0 if narrow else 66.0
    columns = max(min(len(single), int((width + gap) / (least + gap))), 1)
    rows = -(-len(single) // columns)
    columns = -(-len(single) // rows)
    across = min((width - gap * (columns - 1)) / columns, 92.0 if rows == 1 else 76.0)
    y += 12
    for index, (kind, spot) in enumerate(single):
        row, column = divmod(index, columns)
        in_row = min(columns, len(single) - row * columns)
        left = (board.width - in_row * across - (in_row - 1) * gap) / 2
        board.areas.append(
            Area(
                kind.key,
                spot,
                _label(layout, kind, spot),
                left + column * (across + gap),
                y,
                across,
                across,
                note=odds_of(law, kind, spot),
                shape=layout.get("shapes", {}).get(kind.key, "circle"),
            )
        )
        if index + 1 == len(single) or column + 1 == columns:
            y += across + 36
    return y - 10


def _columns(count: int, narrow: bool) -> int:
    most = 5 if narrow else 13
    if count <= most:
        return count
    rows = -(-count // most)
    return -(-count // rows)


def _cells(
    board: Board,
    y: float,
    width: float,
    margin: float,
    gap: float,
    areas: Iterable[Area],
    *,
    most: int,
    height: float,
) -> float:
    """Puts the areas into rows of equal cells; returns the height below them."""
    found = list(areas)
    columns = min(most, len(found))
    cell = min((width - gap * (columns - 1)) / columns, 240)
    left = margin + (width - cell * columns - gap * (columns - 1)) / 2
    for index, area in enumerate(found):
        row, column = divmod(index, columns)
        area.x, area.y = left + column * (cell + gap), y + row * (height + gap)
        area.w, area.h = cell, height
        board.areas.append(area)
    rows = -(-len(found) // columns)
    return y + rows * (height + gap)
