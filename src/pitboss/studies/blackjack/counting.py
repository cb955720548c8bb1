"""Counting cards at blackjack: wagers by a ramp (simulation/counts.py), and plays that depend on
the count when the first cards are on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.analysis.simulation.counts import Count, Ramp, Steps
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.counted_wagers import CountedWagers
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, compositions
from pitboss.studies.families.twenty_one.exact.strategy import Bools, Strategy, may_double
from pitboss.studies.families.twenty_one.kernel_tables import shown_cards
from pitboss.studies.families.twenty_one.table_rules import TableRules

INSURANCE = "insurance"

_PLAY = re.compile(r"(soft |pair )?([0-9]{1,2}|A|T) v ([2-9]|T|A): (\w+) from (-?[0-9]{1,2})")


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


class Bets(CountedWagers):
    """A count, a ramp and plays: what the kernel asks, by count and by card."""

    def __init__(
        self, count: Count, steps: Steps, plays: Sequence[Play] = (), *, decks: int
    ) -> None:
        super().__init__(Ramp(count, steps, decks=decks), sorted({play.at_least for play in plays}))
        self.plays = tuple(plays)

    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]:
        """A strategy for every stretch of counts between two marks."""
        if not self.marks:
            return [strategy]
        counts = [self.marks[0] - 1, *self.marks]
        return [at_count(strategy, rules, self.plays, count) for count in counts]
