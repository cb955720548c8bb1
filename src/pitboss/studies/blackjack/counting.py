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
import numpy.typing as npt

from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.kernel_tables import SYMBOLS, Counting, Strategy, total_of

Numbers = npt.NDArray[np.int64]

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

    def applies(self, hand: tuple[int, ...], up: int) -> bool:
        pair = len(hand) == 2 and hand[0] == hand[1]
        if up != self.up:
            return False
        if self.kind == "pair":
            return pair and hand[0] == self.total
        total, soft = total_of(hand)
        return total == self.total and soft == (self.kind == "soft")


def read_plays(text: str) -> list[Play]:
    """ "16 v T: stand from 0; insurance from 3": index plays, in the order in which they are
    looked up."""
    plays = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        insured = re.fullmatch(r"insurance from (-?[0-9]{1,2})", part)
        if insured is not None:
            plays.append(Play("insurance", 0, 1, "insurance", int(insured[1])))
            continue
        found = _PLAY.fullmatch(part)
        if found is None or found[4] not in ("stand", "draw", "double", "split", "surrender"):
            raise BadInput(f"play {part[:40]!r}: expected such as 16 v T: stand from 0")
        values = {"A": 1, "T": 10}
        total = values.get(found[2]) or int(found[2])
        up = values.get(found[3]) or int(found[3])
        plays.append(Play((found[1] or "hard").strip(), total, up, found[4], int(found[5])))
    return plays


class AtCount:
    """A strategy at one count: the plays that apply there, and otherwise the strategy itself.
    A play whose count is not reached is not made, and where the strategy would make it, the
    hand is drawn to."""

    def __init__(self, base: Strategy, plays: Sequence[Play], count: int) -> None:
        self.base = base
        self.by_total = base.by_total
        self.plays = [play for play in plays if play.kind != "insurance"]
        self.count = count
        at = [play.at_least for play in plays if play.kind == "insurance"]
        self.insurance = count >= at[0] if at else None

    def insures(self, hand: tuple[int, ...]) -> bool:
        return self.base.insures(hand) if self.insurance is None else self.insurance

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        for play in self.plays:
            if play.move in allowed and play.applies(hand, dealer[0]):
                if self.count >= play.at_least:
                    return play.move
                allowed = allowed - {play.move} or allowed
        chosen = self.base.move(hand, dealer, allowed, hands)
        return chosen if chosen in allowed else "draw"


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

    def figures(self, sides: int) -> Counting:
        start = self.count.start + self.count.a_deck * self.decks
        return Counting(start * self.per, self.per, int(self.count.true), COUNT_MOST, sides)

    def tags_by_symbol(self) -> Numbers:
        tags = np.zeros(256, dtype=np.int64)
        for card, symbol in enumerate(SYMBOLS):
            tags[symbol] = int(self.count.tags[card >> 2] * self.per)
        return tags

    def levels(self) -> Numbers:
        return np.array([self.units.index(units) for units in self.wagers], dtype=np.int64)

    def books(self, strategy: Strategy) -> list[Strategy]:
        """A strategy for every stretch of counts between two marks."""
        if not self.marks:
            return [strategy]
        counts = [self.marks[0] - 1, *self.marks]
        return [AtCount(strategy, self.plays, count) for count in counts]

    def books_by_count(self) -> Numbers:
        found = [
            sum(bucket - COUNT_MOST >= mark for mark in self.marks)
            for bucket in range(2 * COUNT_MOST + 1)
        ]
        return np.array(found, dtype=np.int64)
