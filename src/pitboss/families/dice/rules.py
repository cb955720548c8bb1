"""What the rules of a game with pass and come wagers have, and what its table remembers."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.law.regulation import Law
from pitboss.table.game import Rules


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """Where each thing that the games have in common stands in the subchapter."""

    horn: str
    craps_eleven: str
    removal: str
    dont_removal: str
    calls: str
    more_odds: str
    excess: str
    points: str


class LineRules(Rules, frozen=True):
    """`odds_times`: the limit on supplemental wagers; `excess`: they may exceed it as far as
    their payment needs; `off_on_come_out`: the wagers that a come out roll finds inactive;
    `replaced_at_come_out`: a don't come wager that was taken down may be put back at a new
    come out roll; `lost_under`: the paragraphs under which wagers lose, by name or kind, where
    it is not the one that the data file cites."""

    cites: Cites
    odds_times: int
    excess: bool
    horn_high_area: bool
    off_on_come_out: tuple[str, ...]
    replaced_at_come_out: bool
    lost_under: dict[str, str]


class TakenDown(msgspec.Struct, frozen=True):
    """A don't wager that was removed or reduced, and what it stood at before."""

    seat: int
    kind: str
    spot: str
    cents: int


class LineState(msgspec.Struct, frozen=True):
    """What a table carries from roll to roll.

    `point`: the come out point, 0 before a come out roll. `shooter`: who has the dice; 0 is a
    player who is not among the seats of this table or record. Records that only ask how some
    wagers are settled have such a shooter, and nothing is asked of him; as soon as a seat has
    the dice, 1.8 (his line wager) and 1.11 (keeping and passing them) apply to it.
    `relinquished`: the dice are to be offered before the next roll. `fresh`: this shooter has
    not thrown yet. `point_made`: the last decision was a point made. `off`: he throws without
    a line wager (1.11(b)). `called_on`: wagers called on, such as `p1 place-to-win 6`.
    `taken_down`: don't wagers removed or reduced (1.3(d)). `fire_points`: the different points
    that have been made for the fire bet (1.12)."""

    point: Literal[0, 4, 5, 6, 8, 9, 10] = 0
    shooter: int = 0
    relinquished: bool = False
    fresh: bool = True
    point_made: bool = False
    off: bool = False
    called_on: tuple[str, ...] = ()
    taken_down: tuple[TakenDown, ...] = ()
    fire_points: tuple[int, ...] = ()


FIRE_TABLES = {"24-249-999": "fire", "10-200-2000": "fire_second"}


def with_fire_table(law: Law) -> Law:
    """The law with the fire bet paid by the table that the licensee chose, if it is offered."""
    if "fire" not in law.wagers:
        return law
    table = FIRE_TABLES[str(law.options["fire_bet"])]
    kind = msgspec.structs.replace(law.wagers["fire"], pays=table)
    return msgspec.structs.replace(law, wagers=law.wagers | {"fire": kind})


def words(law: Law, name: str) -> tuple[str, ...]:
    value = law.values[name]
    assert isinstance(value, list)
    return tuple(map(str, value))
