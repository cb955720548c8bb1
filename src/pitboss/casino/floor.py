"""The floor of a submission at a time: every table with what the licensee chose for it, and where
in the file each choice stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple

import msgspec

from pitboss import registry
from pitboss.casino.places import Path
from pitboss.casino.submission import ChangeEntry, Filed, Terms
from pitboss.errors import BadInput, PitbossError, file_errors
from pitboss.law.options import NUMBER_MAX
from pitboss.law.schema import Value
from pitboss.money import parse_dollars

ALL_OTHERS = "all"
TEXT_BYTES_MAX = 1 << 18
Verdict = Literal["unreadable", "unlawful", "needs notice", "not decidable"]


class Offered(msgspec.Struct):
    """A game as it is offered at a table (or, with the number 0, as the submission has it for all
    tables). Limits and increments are in cents, by kind of wager; "" is for all others. `places`
    has by what it is about, such as ("options", "decks"), where that stands in the file."""

    number: int
    pit: str
    game: str
    path: Path
    name: str = ""
    options: dict[str, Value] = {}
    limits: dict[str, tuple[int, int]] = {}
    increments: dict[str, int] = {}
    players: dict[str, tuple[int, int]] = {}
    chip: int = 100
    equipment: list[str] = []
    card_change_hours: int | None = None
    jackpot: list[str] = []
    meter: str = ""
    places: dict[Path, Path] = {}

    def where(self, *about: str) -> Path:
        """Where in the file a choice stands; that of the table if it is not in the file."""
        return self.places.get(about, self.path)

    def terms(self) -> tuple[Any, ...]:
        """What two tables must have alike to be judged as one."""
        return (
            bool(self.number),
            self.game,
            _sorted(self.options),
            _sorted(self.limits),
            _sorted(self.increments),
            self.chip,
            tuple(self.jackpot),
            self.card_change_hours,
            bool(self.meter),
            _sorted(self.players),
        )


class Misread(NamedTuple):
    """A choice that cannot be read: an amount that is none, a file that is not there."""

    path: Path
    text: str


class Floor(NamedTuple):
    """The tables at a time, and for each game that has no table what the file says of it."""

    at: datetime
    tables: list[Offered]
    others: list[Offered]

    @property
    def day(self) -> date:
        return self.at.date()

    def everything(self) -> Iterator[Offered]:
        yield from self.tables
        yield from self.others


def start_of(day: date) -> datetime:
    return datetime.combine(day, time.min)


def floor_at(filed: Filed, at: datetime, misread: list[Misread]) -> Floor:
    """The tables as they are at that time, with every change up to it."""
    submission = filed.submission
    changes = [change for change in submission.change if change.at <= at]
    changes.sort(key=lambda change: change.at)
    tables = []
    for pit in submission.pit:
        for entry in pit.table:
            path = filed.path_of(entry)
            table = Offered(entry.number, pit.pit, entry.game, path, entry.name)
            if entry.game in submission.game:
                _lay(filed, table, submission.game[entry.game], ("game", entry.game), misread)
            _lay(filed, table, entry, path, misread)
            table.players = _pairs(entry.players, (*path, "players"), misread)
            for change in changes:
                if concerns(change, table):
                    _lay(filed, table, change, filed.path_of(change), misread)
            tables.append(table)
    seated = {table.game for table in tables}
    others = []
    for game, terms in submission.game.items():
        if game not in seated or game in registry.SYSTEMS:
            other = Offered(0, "", game, ("game", game))
            _lay(filed, other, terms, ("game", game), misread)
            others.append(other)
    return Floor(at, tables, others)


def concerns(change: ChangeEntry, table: Offered) -> bool:
    """Whether the change is one of that table's."""
    if change.game != table.game:
        return False
    everywhere = not change.pits and not change.tables
    return everywhere or table.pit in change.pits or table.number in change.tables


def _lay(filed: Filed, table: Offered, terms: Terms, path: Path, misread: list[Misread]) -> None:
    """Lays these terms over what the table has."""
    chosen = dict(terms.options)
    for name, rows in terms.odds.items():
        for row, odds in rows.items():
            chosen[f"odds.{name}.{row}"] = odds
            table.places["options", f"odds.{name}.{row}"] = (*path, "odds", name, row)
    for name, value in terms.options.items():
        table.places["options", name] = (*path, "options", name)
        if isinstance(value, int) and abs(value) > NUMBER_MAX:
            misread.append(Misread((*path, "options", name), f"a number is at most {NUMBER_MAX}"))
            del chosen[name]
    for name, file in terms.files.items():
        table.places["options", name] = (*path, "files", name)
        text = _text_of(filed, file, (*path, "files", name), misread)
        if text is not None:
            chosen[name] = text
    table.options = table.options | chosen
    for about, read in (
        ("limits", _pairs(terms.limits, (*path, "limits"), misread)),
        ("increments", _amounts(terms.increments, (*path, "increments"), misread)),
    ):
        setattr(table, about, getattr(table, about) | read)
        for kind in read:
            table.places[about, kind] = (*path, about, kind or ALL_OTHERS)
    if terms.chip:
        chip = _amount(terms.chip, (*path, "chip"), misread)
        if chip is not None:
            table.chip = chip
            table.places["chip",] = (*path, "chip")
    for about in ("equipment", "card_change_hours", "jackpot", "meter"):
        value = getattr(terms, about)
        if value not in ([], "", None):
            setattr(table, about, value)
            table.places[about,] = (*path, about)


def files_of(filed: Filed) -> dict[str, str]:
    """The texts of all files that the submission names, by name."""
    submission = filed.submission
    terms: list[Terms] = [*submission.game.values(), *submission.change]
    terms += [table for pit in submission.pit for table in pit.table]
    found = {}
    for file in sorted({file for each in terms for file in each.files.values()}):
        text = _text_of(filed, file, (), [])
        if text is not None:
            found[file] = text
    return found


def _text_of(filed: Filed, file: str, path: Path, misread: list[Misread]) -> str | None:
    """The text of a file beside the submission."""
    try:
        if FilePath(file).is_absolute() or ".." in FilePath(file).parts:
            raise BadInput(f"{file[:200]}: expected a file beside the submission")
        with file_errors(file[:200]), open(filed.folder / file, "rb") as opened:
            data = opened.read(TEXT_BYTES_MAX + 1)
        if len(data) > TEXT_BYTES_MAX:
            raise BadInput(f"{file[:200]}: at most {TEXT_BYTES_MAX} bytes are read")
        return data.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n") + "\n"
    except UnicodeDecodeError:
        misread.append(Misread(path, f"{file[:200]} is not a text in UTF-8"))
    except PitbossError as error:
        misread.append(Misread(path, str(error)))
    return None


def _amount(text: str, path: Path, misread: list[Misread]) -> int | None:
    try:
        return parse_dollars(text)
    except PitbossError as error:
        misread.append(Misread(path, str(error)))
        return None


def _amounts(texts: Mapping[str, str], path: Path, misread: list[Misread]) -> dict[str, int]:
    read = {kind: _amount(text, (*path, kind), misread) for kind, text in texts.items()}
    return {_kind(kind): cents for kind, cents in read.items() if cents is not None}


def _pairs(
    texts: Mapping[str, tuple[str, str]], path: Path, misread: list[Misread]
) -> dict[str, tuple[int, int]]:
    read = {}
    for kind, (least, most) in texts.items():
        low = _amount(least, (*path, kind, 0), misread)
        high = _amount(most, (*path, kind, 1), misread)
        if low is not None and high is not None:
            read[_kind(kind)] = (low, high)
    return read


def _kind(kind: str) -> str:
    return "" if kind == ALL_OTHERS else kind


def _sorted(mapping: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((name, (type(value).__name__, value)) for name, value in mapping.items()))
