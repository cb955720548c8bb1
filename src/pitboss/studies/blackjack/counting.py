"""Counting cards: counts by tags, ramps of wagers, and plays that depend on the count.

A count adds a tag for every card that is seen. A true count is the running count divided by the
decks that are left, rounded down; an unbalanced count is used as it runs. The wager is chosen
before the first card of a round; plays go by the count when the first cards are on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, compositions
from pitboss.studies.families.twenty_one.exact.strategy import Bools, Strategy, may_double
from pitboss.studies.families.twenty_one.kernel_rounds import Counting, counting
from pitboss.studies.families.twenty_one.kernel_tables import SYMBOLS, shown_cards
from pitboss.studies.families.twenty_one.table_rules import TableRules

INSURANCE = "insurance"
# Counts beyond this are alike.
COUNT_MOST = 20
UNITS_MAX = 1000
LEVELS_MAX = 24

_STEP = re.compile(r"(-?[0-9]{1,2}):([0-9]{1,4}(?:\.[0-9]{1,2})?)")
_PLAY = re.compile(r"(soft |pair )?([0-9]{1,2}|A|T) v ([2-9]|T|A): (\w+) from (-?[0-9]{1,2})")
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


def _count(name: str, tags: str, **more: Any) -> Count:
    """From the tags of 2 to 9, of the tens, and of the ace."""
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
    """A count by its name, or by the tags of its ranks: "2+1 3+1 T-1 A-1"; ranks that are not
    named count nothing, and T stands for all tens where J, Q and K are not named."""
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


def read_ramp(text: str) -> list[tuple[int, Fraction]]:
    """ "-1:1 1:2 2:4": from a count of -1 on one unit, from 1 on two, from 2 on four. Below the
    first nothing is wagered: others play the box."""
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


class Play(NamedTuple):
    """Do `move` with this hand against this up card from a count of `at_least` on (and, if it
    is a move of the strategy below it, not before)."""

    kind: str
    total: int
    up: int
    move: str
    at_least: int

    def hands(self, rules: TableRules) -> Bools:
        """The hands on which the play can be made."""
        table = compositions()
        if self.kind == "pair":
            found = np.zeros(len(table.cards), dtype=bool)
            if 1 <= self.total <= VALUES:
                found[table.row_of(self.total, self.total)] = True
        else:
            found = (table.total == self.total) & (table.soft == (self.kind == "soft"))
            found &= table.cards >= 2
        match self.move:
            case "double":
                found &= may_double(rules)
            case "split":
                found &= (table.cards == 2) & (table.counts == 2).any(axis=1)
            case "surrender":
                found &= (table.cards == 2) & rules.surrenders_first
        return found


def read_plays(text: str) -> list[Play]:
    """ "16 v T: stand from 0; insurance from 3": index plays, in the order in which they are
    looked up."""
    plays = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        insured = re.fullmatch(r"insurance from (-?[0-9]{1,2})", part)
        if insured is not None:
            plays.append(Play(INSURANCE, 0, 1, INSURANCE, int(insured[1])))
            continue
        found = _PLAY.fullmatch(part)
        if found is None or found[4] not in ("stand", "draw", "double", "split", "surrender"):
            raise BadInput(f"play {part[:40]!r}: expected such as 16 v T: stand from 0")
        values = {"A": 1, "T": 10}
        total = values.get(found[2]) or int(found[2])
        up = values.get(found[3]) or int(found[3])
        plays.append(Play((found[1] or "hard").strip(), total, up, found[4], int(found[5])))
    return plays


def at_count(base: Strategy, rules: TableRules, plays: Sequence[Play], count: int) -> Strategy:
    """A strategy at one count: the first of the plays that applies to a hand, if its count is
    reached. A play whose count is not reached is not made, and where the strategy would stand by
    it, the hand is drawn to."""
    found = Strategy(**{name: getattr(base, name) for name in base.__struct_fields__})
    for name in ("draws", "doubles", "splits", "surrenders", "insures"):
        setattr(found, name, getattr(base, name).copy())
    decided = np.zeros(base.draws.shape, dtype=bool)
    insurance = [play.at_least for play in plays if play.move == INSURANCE]
    if insurance:
        found.insures[:] = count >= insurance[0]
    for play in plays:
        if play.move == INSURANCE:
            continue
        for start, shown in enumerate(shown_cards(rules.face_up)[0]):
            if shown[0] != play.up:
                continue
            hands = play.hands(rules) & ~decided[start]
            if count >= play.at_least:
                _make(found, start, hands, play.move)
                decided[start] |= hands
            else:
                _avoid(found, start, hands, play.move)
    return found


def _make(strategy: Strategy, start: int, hands: Bools, move: str) -> None:
    """Makes the play with these hands, before all others."""
    pairs = _pairs(hands)
    strategy.surrenders[start, hands] = move == "surrender"
    if move == "surrender":
        return
    strategy.splits[start, pairs] = move == "split"
    if move == "split":
        return
    strategy.doubles[start, hands] = move == "double"
    if move != "double":
        strategy.draws[start, hands] = move == "draw"


def _avoid(strategy: Strategy, start: int, hands: Bools, move: str) -> None:
    """Does not make the play with these hands."""
    match move:
        case "surrender":
            strategy.surrenders[start, hands] = False
        case "split":
            strategy.splits[start, _pairs(hands)] = False
        case "double":
            strategy.doubles[start, hands] = False
        case _:
            strategy.draws[start, hands] = move == "stand"


def _pairs(hands: Bools) -> list[int]:
    """The columns of the pairs among these hands."""
    table = compositions()
    values = range(1, VALUES + 1)
    return [value - 1 for value in values if hands[table.row_of(value, value)]]


class Bets:
    """A count, a ramp and plays: what the kernel asks, by count and by card."""

    def __init__(
        self, count: Count, ramp: Sequence[tuple[int, Fraction]], plays: Sequence[Play] = (),
        *, decks: int,
    ) -> None:  # fmt: skip
        self.count, self.plays, self.decks = count, tuple(plays), decks
        wagers = [Fraction(0)] * (2 * COUNT_MOST + 1)
        for at, units in ramp:
            for bucket in range(at + COUNT_MOST, len(wagers)):
                wagers[bucket] = units
        self.wagers = wagers
        # The different wagers, in rising order.
        self.units = tuple(sorted(set(wagers)))
        if len(self.units) > LEVELS_MAX:
            raise BadInput(f"a ramp of more than {LEVELS_MAX} different wagers")
        if not self.units[-1]:
            raise BadInput("the ramp never wagers anything")
        self.per = lcm(*(tag.denominator for tag in count.tags))
        self.marks = sorted({play.at_least for play in self.plays})

    def counting(self, sides: int) -> Counting:
        tags = [0] * 256
        for card, symbol in enumerate(SYMBOLS):
            tags[symbol] = int(self.count.tags[card >> 2] * self.per)
        return counting(
            sides,
            start=(self.count.start + self.count.a_deck * self.decks) * self.per,
            per=self.per,
            divides=int(self.count.true),
            most=COUNT_MOST,
            tags=tags,
            levels=[self.units.index(units) for units in self.wagers],
            books=[
                sum(bucket - COUNT_MOST >= mark for mark in self.marks)
                for bucket in range(2 * COUNT_MOST + 1)
            ],
        )

    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]:
        """A strategy for every stretch of counts between two marks."""
        if not self.marks:
            return [strategy]
        counts = [self.marks[0] - 1, *self.marks]
        return [at_count(strategy, rules, self.plays, count) for count in counts]
