"""A submission: what a casino licensee files of its rules of the games, as a TOML file.

It names the licensee, its pits, the tables by number and game, and for each game, or for a single
table, what the licensee chooses: options, odds, limits, increments, chips, files such as a house
way or a rate card, equipment. Changes with their times stand below: what is in force at a time is
the file with every change up to it, so one file keeps its versions."""

from __future__ import annotations

import hashlib
import re
import tomllib
import types
import typing
from datetime import date, datetime
from functools import cache
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import msgspec

from pitboss.casino.places import Path, Place, Places
from pitboss.errors import BadInput, file_errors
from pitboss.law.schema import Value

BYTES_MAX = 1 << 20
TABLES_MAX = 5000


class Terms(msgspec.Struct, kw_only=True):
    """What the licensee chooses. Money is text in dollars, `["10.00", "500.00"]`; limits and
    increments are by kind of wager, and `all` is for all others. `files` are options whose text
    stands in a file beside the submission."""

    options: dict[str, Value] = {}
    odds: dict[str, dict[str, str]] = {}
    limits: dict[str, tuple[str, str]] = {}
    increments: dict[str, str] = {}
    files: dict[str, str] = {}
    chip: str = ""
    equipment: list[str] = []
    card_change_hours: int | None = None
    # Of poker: bad beat or high hand payouts.
    jackpot: list[str] = []
    # Of games with a progressive meter: the name of the one that tables share.
    meter: str = ""


class TableEntry(Terms, kw_only=True):
    """A table by its number. `players` are individual limits, by the player's name (8.2)."""

    number: int
    game: str
    name: str = ""
    players: dict[str, tuple[str, str]] = {}


class Pit(msgspec.Struct, kw_only=True):
    pit: str
    table: list[TableEntry] = []


class ChangeEntry(Terms, kw_only=True):
    """A change from a time on, of a game at the pits and tables named; where none is named, at all
    of them. `notice`: when notice of it was given. `approved`: the regulator has approved what
    needs approval. `all_patrons_agree`: of poker."""

    at: datetime
    game: str
    pits: list[str] = []
    tables: list[int] = []
    notice: datetime | None = None
    approved: bool = False
    all_patrons_agree: bool = False


class Submission(msgspec.Struct, kw_only=True):
    """The file. `since` (in the file `from`) is the day from which it applies."""

    licensee: str
    since: date = msgspec.field(name="from")
    version: int = 1
    game: dict[str, Terms] = {}
    pit: list[Pit] = []
    change: list[ChangeEntry] = []

    @property
    def number_of_tables(self) -> int:
        return sum(len(pit.table) for pit in self.pit)


class Unreadable(NamedTuple):
    """A part of the file that cannot be read as what it should be."""

    path: Path
    text: str


class Filed(msgspec.Struct):
    """A submission with the places of its parts, and what of it could not be read. `folder` is
    where the files lie that it names."""

    name: str
    submission: Submission
    places: Places
    unreadable: list[Unreadable]
    folder: FilePath
    digest: str
    # Where each part stands that is one of several, by its identity: what cannot be read between
    # two of them is left out, and they keep their places.
    paths: dict[int, Path]
    text: str

    def at(self, path: Path) -> Place:
        return self.places.of(path)

    def path_of(self, part: Pit | TableEntry | ChangeEntry) -> Path:
        return self.paths[id(part)]


def read_submission(name: str) -> Filed:
    """The submission in a file. Raises BadInput for a file that is no TOML, or has nothing that a
    submission must have."""
    with file_errors(name[:200]), open(name, "rb") as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise BadInput(f"{name[:200]}: a submission has at most {BYTES_MAX} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name[:200]} is not a text in UTF-8") from None
    return parse_submission(text, name, FilePath(name).parent)


def parse_submission(text: str, name: str, folder: FilePath) -> Filed:
    """The submission that a text holds."""
    text = text.replace("\r\n", "\n")
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"{name[:200]}: not TOML: {error}") from None
    reading = _Reading()
    read = reading.struct(Submission, content, ())
    if not isinstance(read, Submission):
        missing = reading.unreadable[-1]
        place = Places(text).of(missing.path)
        raise BadInput(f"{name[:200]}:{place.line}:{place.column}: {missing.text}")
    if read.number_of_tables > TABLES_MAX:
        raise BadInput(f"{name[:200]}: {read.number_of_tables} tables; at most {TABLES_MAX}")
    digest = hashlib.sha256(text.encode()).hexdigest()
    places = Places(text)
    return Filed(name, read, places, reading.unreadable, folder, digest, reading.paths, text)


# -- reading, part by part ------------------------------------------------------------------------


@cache
def _fields(kind: type) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


class _Reading:
    """Reads what TOML gives into the model, and notes every part that cannot be read."""

    def __init__(self) -> None:
        self.unreadable: list[Unreadable] = []
        self.paths: dict[int, Path] = {}

    def struct(self, kind: type, content: Any, path: Path) -> Any:
        """The struct that a table holds, without the parts that cannot be read. None if a part is
        missing that it must have."""
        if not isinstance(content, dict):
            self._refuse(path, f"expected a table, not {_kind(content)}")
            return None
        fields = _fields(kind)
        values: dict[str, Any] = {}
        for key, value in content.items():
            if key not in fields:
                text = f"no field {key[:40]!r}; the fields are {', '.join(fields)}"
                self._refuse((*path, key), text)
                continue
            read = self.value(fields[key].type, value, (*path, key))
            if read is not None:
                values[fields[key].name] = read
        missing = [
            field.encode_name
            for field in fields.values()
            if field.required and field.name not in values
        ]
        for key in missing:
            if key not in content:
                self._refuse(path, f"{key} is missing{_example(fields[key].type)}")
        if missing:
            return None
        part = kind(**values)
        self.paths[id(part)] = path
        return part

    def value(self, wanted: Any, value: Any, path: Path) -> Any:
        """What a field holds; None if it cannot be read."""
        origin, within = typing.get_origin(wanted), typing.get_args(wanted)
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self.struct(wanted, value, path)
        if origin is list and isinstance(value, list):
            read = [
                self.value(within[0], each, (*path, number)) for number, each in enumerate(value)
            ]
            return [each for each in read if each is not None]
        if origin is dict and isinstance(value, dict):
            parts = {key: self.value(within[1], each, (*path, key)) for key, each in value.items()}
            return {key: each for key, each in parts.items() if each is not None}
        zoned = isinstance(value, datetime) and value.tzinfo is not None
        if datetime in (wanted, *within) and zoned:
            self._refuse(path, "times are those of the casino: no time zone was expected")
            return None
        try:
            return msgspec.convert(value, wanted)
        except msgspec.ValidationError:
            self._refuse(path, f"expected {_wanted(wanted)}, not {_kind(value)}")
            return None

    def _refuse(self, path: Path, text: str) -> None:
        self.unreadable.append(Unreadable(path, text))


_NAMES: dict[Any, str] = {
    str: "a text", int: "a whole number", bool: "true or false", date: "a day such as 2026-11-18",
    datetime: "a time such as 2026-11-20T21:30:00", float: "a number with decimals",
    dict: "a table", list: "a list", types.NoneType: "",
}  # fmt: skip


def _wanted(wanted: Any) -> str:
    if wanted == tuple[str, str]:
        return 'a minimum and a maximum such as ["10.00", "500.00"]'
    names = [_NAMES.get(typing.get_origin(each) or each, "") for each in _choices(wanted)]
    return " or ".join(name for name in names if name)


def _choices(wanted: Any) -> tuple[Any, ...]:
    union = typing.get_origin(wanted) in (typing.Union, types.UnionType)
    return typing.get_args(wanted) if union else (wanted,)


def _kind(value: Any) -> str:
    shown = f" {str(value)[:40]!r}" if isinstance(value, str | int | float) else ""
    return f"{_NAMES.get(type(value), 'that')}{shown}"


def _example(wanted: Any) -> str:
    return f": expected {_wanted(wanted)}" if _wanted(wanted) else ""


_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?")


def read_time(text: str) -> datetime:
    """A time of the casino's own, such as 2026-11-20 21:30."""
    try:
        if _TIME.fullmatch(text) is None:
            raise ValueError
        return datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:40]!r} is not a time such as 2026-11-20 21:30") from None
