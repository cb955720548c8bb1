"""The chapter as a whole: which games it authorised on a day, and how well that is known.

Read by `pitboss games`, which must start at once: nothing here imports msgspec or a game."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from pitboss.errors import DataError

BASES = ("read", "inferred", "unverified")
TEXTS = ("whole", "part", "titles", "none")

# What a day can be to a game.
ADOPTED, TEMPORARY, UNCERTAIN = "adopted", "temporary", "uncertain"
RESERVED, NOT_AUTHORISED = "reserved", "not authorised"


class ChapterGame(NamedTuple):
    """A game's place in the chapter. Where the day of adoption is not known, the game was not
    in force on `after` and was in force on `by` (None: no such day is known)."""

    game: str
    title: str
    subchapter: str
    adopted: date | None = None
    temporary: date | None = None
    after: date | None = None
    by: date | None = None
    reserved: date | None = None
    basis: str = "read"
    source: str = ""
    text: str = "none"
    missing: bool = False
    sections: Mapping[str, str] = {}
    note: str = ""
    # How many of the facts, decisions and irregularities that pitboss has were read, and of how
    # many: counted from the game's own file and held to it by test.
    facts: tuple[int, int] = (0, 0)

    def on(self, day: date) -> str:
        """Whether the chapter had the game on that day: one of the five words above."""
        if self.adopted is not None:
            if self.adopted <= day:
                return ADOPTED
            if self.temporary is not None and self.temporary <= day:
                return TEMPORARY
        elif self.by is not None and self.by <= day:
            return ADOPTED
        elif self.after is not None and self.after < day:
            return UNCERTAIN
        if self.reserved is not None and self.reserved <= day:
            return RESERVED
        return NOT_AUTHORISED

    def why(self, day: date) -> str:
        """What must be said of that day beside the word, or an empty string."""
        match self.on(day):
            case "temporary":
                return f"temporary adoption of {self.temporary}; adopted on {self.adopted}"
            case "uncertain" if self.by is None:
                return f"adopted after {self.after}; no day is known on which it was in force"
            case "uncertain":
                return f"adopted after {self.after} and by {self.by}; the day is not known to us"
            case "reserved":
                return f"subchapter {self.subchapter} was reserved; adopted on {self.adopted}"
        return ""


class ChapterEvent(NamedTuple):
    """`expires`: the day on which the chapter was to expire unless it was readopted."""

    day: date
    what: str
    source: str = ""
    basis: str = "read"
    expires: date | None = None


class TemporaryRule(NamedTuple):
    """A rule of the Division's list: in force for `days` at least, its fate then unknown."""

    effective: date
    until: date
    title: str


class Chapter(NamedTuple):
    games: tuple[ChapterGame, ...]
    events: tuple[ChapterEvent, ...]
    temporary: tuple[TemporaryRule, ...]
    temporary_cite: str
    verified_until: date

    def expired(self, day: date) -> str:
        """What must be said of a day after which the chapter was to expire, if no readoption was
        seen by us; else an empty string."""
        told = ""
        for event in self.events:
            if event.expires is None or event.day > day:
                continue
            told = ""
            if event.expires <= day:
                told = (
                    f"{_named(event)} was to expire on {event.expires}; no readoption was seen by "
                    "us, and it is taken to have stayed in force."
                )
        return told

    def find(self, key: str) -> ChapterGame | None:
        return next((game for game in self.games if game.game == key), None)


def _named(event: ChapterEvent) -> str:
    """The chapter that an event adopts or readopts."""
    return "N.J.A.C. " + ("13:69F" if "13:69F" in event.what else "19:47")


@cache
def chapter() -> Chapter:
    """Read data/chapter.toml, once."""
    # Not importlib.resources, nor pathlib: each costs as much as all the rest of `games`.
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "chapter.toml")
    with open(path, "rb") as file:
        return chapter_from(tomllib.load(file))


def chapter_from(data: Mapping[str, Any]) -> Chapter:
    """Decoded strictly: an unknown field or a wrong word is an error of ours."""
    try:
        events = tuple(ChapterEvent(**fields) for fields in data["event"])
        games = tuple(_game(fields) for fields in data["game"])
        lasting = timedelta(days=data["temporary"]["days"])
        rules = tuple(
            TemporaryRule(effective, effective + lasting, title)
            for effective, title in data["temporary"]["rules"]
        )
        whole = Chapter(games, events, rules, data["temporary"]["cite"], data["verified_until"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"chapter.toml: {error}") from None
    if len({game.game for game in games}) != len(games):
        raise DataError("chapter.toml: two games have one name")
    return whole


def _game(fields: Mapping[str, Any]) -> ChapterGame:
    game = ChapterGame(**fields)
    if (game.adopted is None) == (game.after is None):
        raise DataError(f"chapter.toml: {game.game} needs either `adopted` or `after`")
    if game.basis not in BASES or game.text not in TEXTS:
        raise DataError(f"chapter.toml: {game.game}: {game.basis!r} or {game.text!r}")
    first = game.temporary or game.adopted
    if first is not None and game.reserved is not None and game.reserved >= first:
        raise DataError(f"chapter.toml: {game.game} is reserved after its adoption")
    return game
