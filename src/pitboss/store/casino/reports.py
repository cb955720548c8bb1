"""What the casino won: by table, shift and gaming day, from its chain and what the trays hold."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.store.casino.book import (
    Entry,
    Shift,
    current_shift,
    entries,
    shifts_of,
    tables_apart,
    trays,
)
from pitboss.store.casino.rows import (
    BoughtIn,
    BoxCounted,
    TrayCounted,
    TrayCredited,
    TrayFilled,
    VigorishGiven,
)
from pitboss.store.database import Reading

FOR_EVER = 1 << 62


class TableWin(msgspec.Struct, kw_only=True):
    """The money of a table over a shift or a gaming day. The table game win is what the tray holds
    at the end, less what it held at the beginning and what was brought, with what was taken away,
    what was dropped, and vigorish that was documented instead of collected. `tray_over` and
    `box_over` are what counts found over (or, below nothing, short); the win has them in it."""

    table: int
    name: str = ""
    pit: str = ""
    game: str = ""
    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    complimentaries: int = 0
    box_over: int = 0
    tray_over: int = 0
    closing: int = 0

    @property
    def win(self) -> int:
        return (
            self.closing
            + self.credits
            + self.drop
            + self.box_over
            + self.complimentaries
            - self.opening
            - self.fills
        )

    @property
    def from_rounds(self) -> int:
        """The win without what counts found and without vigorish that nobody collected: what the
        rounds themselves have brought."""
        return self.win - self.complimentaries - self.box_over - self.tray_over

    def add(self, body: object) -> None:
        match body:
            case TrayFilled(cents=cents):
                self.fills += cents
            case TrayCredited(cents=cents):
                self.credits += cents
            case BoughtIn(cents=cents):
                self.drop += cents
            case BoxCounted(cents=cents, expected=expected):
                self.box_over += cents - expected
            case TrayCounted(cents=cents, expected=expected):
                self.tray_over += cents - expected
            case VigorishGiven(cents=cents):
                self.complimentaries += cents
            case _:
                pass

    def as_json(self) -> dict[str, object]:
        return msgspec.structs.asdict(self) | {"win": self.win}


class ShiftReport(msgspec.Struct):
    """A shift with its tables. `over`: it has ended."""

    day: str
    shift: int
    began: int
    ended: int
    over: bool
    by: int
    tables: list[TableWin]

    def total(self) -> TableWin:
        return total_of(self.tables)


def total_of(tables: Iterable[TableWin]) -> TableWin:
    whole = TableWin(table=0)
    for one in tables:
        for name in (
            "opening",
            "fills",
            "credits",
            "drop",
            "complimentaries",
            "box_over",
            "tray_over",
            "closing",
        ):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
    return whole


def shift_reports(reading: Reading, day: str, today: str) -> list[ShiftReport]:
    """Every shift of a gaming day. Where none was begun, the day is as one shift, number 0, and
    the trays began with nothing."""
    known = shifts_of(reading, day)
    if not known:
        if day != today or current_shift(reading, today).number:
            return []
        known = [Shift(day, 0, -1, 0, 0, {})]
    elif _is_first(reading, known[0]):
        # What was done before any shift was ever begun: the first inventories, as a rule.
        known.insert(0, Shift(day, 0, -1, 0, 0, {}))
    named = {
        table: (name, pit, game)
        for table, name, pit, game in reading.execute(
            "SELECT id, name, pit, game FROM gaming_table"
        )
    }
    apart = tables_apart(reading)
    found = []
    for place, shift in enumerate(known):
        if shift.day != day:
            break  # the first shift of the day after: it only says how this one ended
        after = known[place + 1] if place + 1 < len(known) else None
        held = trays(reading) if after is None else after.trays
        last = FOR_EVER if after is None else after.seq
        rows = [
            entry
            for entry in entries(reading, after=shift.seq, before=last)
            if entry.body.table not in apart
        ]
        tables = _tables(shift.trays, held, rows, named)
        ended = 0 if after is None else after.at
        found.append(
            ShiftReport(day, shift.number, shift.at, ended, after is not None, shift.by, tables)
        )
    return found


def _is_first(reading: Reading, shift: Shift) -> bool:
    """Whether no shift was begun before this one, and something was done by then."""
    before = entries(reading, before=shift.seq, newest=1)
    sql = "SELECT MIN(seq) FROM casino_entry WHERE kind = 'shift'"
    return bool(before) and reading.execute(sql).value() == shift.seq


def _tables(
    before: dict[int, int],
    after: dict[int, int],
    rows: list[Entry],
    named: dict[int, tuple[str, str, str]],
) -> list[TableWin]:
    moved = {entry.body.table for entry in rows} - {0}
    listed: dict[int, TableWin] = {}
    for table in sorted(before.keys() | after.keys() | moved):
        name, pit, game = named.get(table, ("", "", ""))
        listed[table] = TableWin(
            table=table,
            name=name,
            pit=pit,
            game=game,
            opening=before.get(table, 0),
            closing=after.get(table, 0),
        )
    for entry in rows:
        if entry.body.table:
            listed[entry.body.table].add(entry.body)
    return list(listed.values())


def day_report(reports: list[ShiftReport]) -> list[TableWin]:
    """The tables over the whole gaming day."""
    whole: dict[int, TableWin] = {}
    for report in reports:
        for one in report.tables:
            known = whole.get(one.table)
            if known is None:
                whole[one.table] = msgspec.structs.replace(one)
                continue
            both = total_of((known, one))
            known.fills, known.credits, known.drop = both.fills, both.credits, both.drop
            known.complimentaries = both.complimentaries
            known.box_over, known.tray_over = both.box_over, both.tray_over
            known.closing = one.closing
    return [whole[table] for table in sorted(whole)]
