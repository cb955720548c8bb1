"""Counts of cards by tags, and ramps of wagers by the count: what a simulation of any game that is
dealt on from a shoe may be told.

A count adds a tag for every card that is seen. A true count is the running count divided by the
decks that are left, rounded down; an unbalanced count is used as it runs. The wager is chosen
before the first card of a round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec

from pitboss.analysis.study import Setting
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.table.game import Rules

# Counts beyond this are alike.
COUNT_MOST = 20
UNITS_MAX = 1000
LEVELS_MAX = 24
PENETRATION_MAX = 99
CARDS_A_DECK = 52

_STEP = re.compile(r"(-?[0-9]{1,2}):([0-9]{1,4}(?:\.[0-9]{1,2})?)")
_TAG = re.compile(r"([2-9TJQKA])([+-]?[0-9]{1,2}(?:\.5)?)")


class Count(msgspec.Struct, frozen=True):
    """`tags` by rank, deuce to ace. An unbalanced count starts at `start` + `a_deck` * decks
    and is not divided."""

    name: str
    tags: tuple[Fraction, ...]
    true: bool = True
    start: int = 0
    a_deck: int = 0

    @property
    def balanced(self) -> bool:
        return sum(self.tags) == 0

    @property
    def per(self) -> int:
        """Returns the least number that makes all tags whole."""
        return lcm(*(tag.denominator for tag in self.tags))

    def whole_tags(self) -> list[int]:
        """Returns the tags by rank, in 1 / per."""
        return [int(tag * self.per) for tag in self.tags]

    def first(self, decks: int) -> int:
        """Returns where the running count starts, in 1 / per."""
        return (self.start + self.a_deck * decks) * self.per

    def text(self) -> str:
        """Returns the tags as they are given to `--count`; ranks that count nothing are left
        out."""
        named = zip(RANKS, self.tags, strict=True)
        return " ".join(f"{rank}{float(tag):+g}" for rank, tag in named if tag)


def _count(name: str, tags: str, **more: Any) -> Count:
    """Returns a count from the tags of 2 to 9, of the tens, and of the ace."""
    numbers = [Fraction(tag) for tag in tags.split()]
    assert len(numbers) == 10
    return Count(name, (*numbers[:8], *[numbers[8]] * 4, numbers[9]), **more)


COUNTS: dict[str, Count] = {
    count.name: count
    for count in (
        _count("hi-lo", "1 1 1 1 1 0 0 0 -1 -1"),
        _count("hi-opt i", "0 1 1 1 1 0 0 0 -1 0"),
        _count("hi-opt ii", "1 1 2 2 1 1 0 0 -2 0"),
        _count("omega ii", "1 1 2 2 2 1 0 -1 -2 0"),
        _count("zen", "1 1 2 2 2 1 0 0 -2 -1"),
        _count("halves", "1/2 1 1 3/2 1 1/2 0 -1/2 -1 -1"),
        _count("ko", "1 1 1 1 1 1 0 0 -1 -1", true=False, start=4, a_deck=-4),
    )
}


def read_count(text: str) -> Count:
    """Reads a count by its name, or by the tags of its ranks: "2+1 3+1 T-1 A-1"; ranks that are
    not named count nothing, and T stands for all tens where J, Q and K are not named."""
    if text in COUNTS:
        return COUNTS[text]
    tags: dict[str, Fraction] = {}
    for word in text.split():
        found = _TAG.fullmatch(word)
        if found is None or found[1] in tags:
            known = ", ".join(COUNTS)
            raise BadInput(f"count {text[:40]!r}: expected {known}, or tags such as 2+1 T-1 A-1")
        tags[found[1]] = Fraction(found[2])
    for picture in "JQK":
        tags.setdefault(picture, tags.get("T", Fraction(0)))
    return Count(text, tuple(tags.get(rank, Fraction(0)) for rank in RANKS))


Steps = Sequence[tuple[int, Fraction]]


def read_ramp(text: str) -> list[tuple[int, Fraction]]:
    """Reads "-1:1 1:2 2:4": from a count of -1 on one unit, from 1 on two, from 2 on four. Below
    the first nothing is wagered: others play the box."""
    steps = []
    for word in text.split():
        found = _STEP.fullmatch(word)
        if found is None or Fraction(found[2]) > UNITS_MAX:
            raise BadInput(f"ramp {text[:40]!r}: expected counts and units such as -1:1 1:2 2:8")
        steps.append((int(found[1]), Fraction(found[2])))
    counts = [count for count, _ in steps]
    if not steps or counts != sorted(set(counts)) or abs(counts[0]) > COUNT_MOST:
        raise BadInput(f"ramp {text[:40]!r}: expected counts in rising order, -20 to 20")
    return steps


class Ramp:
    """A count with the wager at each count. `units` are the different wagers in rising order;
    `levels` has the place of the wager of every bucket among them."""

    def __init__(self, count: Count, steps: Steps, *, decks: int) -> None:
        self.count, self.decks = count, decks
        wagers = [Fraction(0)] * (2 * COUNT_MOST + 1)
        for at, units in steps:
            for bucket in range(max(at + COUNT_MOST, 0), len(wagers)):
                wagers[bucket] = units
        self.wagers = wagers
        self.units: tuple[Fraction, ...] = tuple(sorted(set(wagers)))
        if len(self.units) > LEVELS_MAX:
            raise BadInput(f"a ramp of more than {LEVELS_MAX} different wagers")
        if not self.units[-1]:
            raise BadInput("the ramp never wagers anything")
        self.levels = [self.units.index(units) for units in wagers]


class EveryCount(Ramp):
    """One unit at any count, every count told apart from the others."""

    def __init__(self, count: Count, *, decks: int) -> None:
        super().__init__(count, [(-COUNT_MOST, Fraction(1))], decks=decks)
        self.levels = list(range(2 * COUNT_MOST + 1))
        self.units = (Fraction(1),) * len(self.levels)


def ramp_of(count: Count | None, steps: Steps | None, *, decks: int) -> Ramp | None:
    """Returns the count with its ramp (one unit at any count, where there is none), or None where
    nothing is counted."""
    if count is None:
        if steps is not None:
            raise BadInput("a ramp or plays by the count need a count")
        return None
    return Ramp(count, steps or [(-COUNT_MOST, Fraction(1))], decks=decks)


@compiled
def true_count(running: Any, per: int, left: Any, divides: int, most: int) -> Any:
    """The count as a bucket of the ramp: -most to most is 0 to 2 * most. `running` is in 1 / per;
    where the count is a true count, it is divided by the decks left, and rounded down."""
    count = running * 52 // (per * max(left, 1)) if divides else running // per
    return min(max(count, -most), most) + most


def read_penetration(rules: Rules, text: str) -> int:
    if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= PENETRATION_MAX:
        raise BadInput(f"penetration {text[:20]!r}: expected 1 to {PENETRATION_MAX}")
    return int(text)


COUNT_SETTINGS = (
    Setting("count", "the count", lambda rules, text: read_count(text), plays_on=False),
    Setting("ramp", "units by the count", lambda rules, text: read_ramp(text), plays_on=False),
)
# Of a game whose kernel is an automaton's, and which is dealt to the cutting card.
SHOE_SETTINGS = (
    Setting("penetration", "percent of the shoe that is dealt", read_penetration),
    *COUNT_SETTINGS,
)
