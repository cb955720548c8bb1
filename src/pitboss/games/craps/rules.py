"""Craps' rules and what its table remembers."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.law.regulation import Law
from pitboss.table.game import Rules

SEATS = 16


class CrapsRules(Rules, frozen=True):
    """`off_on_come_out`: the wagers that a come out roll finds inactive (1.3(e));
    `replaced_at_come_out`: a don't come wager that was taken down may be put back at a new
    come out roll (1.3(d) before 1990-06-18); `excess`: a supplemental wager may exceed its
    limit as far as its payment needs it (1.6(f)); `offer` and `select`: the paragraphs of 1.11
    under which a new shooter is found."""

    odds_times: int
    excess: bool
    buy_percent: int
    lay_percent: int
    lay_base: str
    horn_high_area: bool
    no_roll_called_by: str
    off_on_come_out: tuple[str, ...]
    hardway_cites: tuple[str, ...]
    dice_set: int
    cocked_die: bool
    throw_without_line_wager: bool
    replaced_at_come_out: bool
    offer: str
    select: str
    seats: int


class TakenDown(msgspec.Struct, frozen=True):
    """A don't wager that was removed or reduced, and what it stood at before."""

    seat: int
    kind: str
    spot: str
    cents: int


class CrapsState(msgspec.Struct, frozen=True):
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


def craps_rules(law: Law) -> CrapsRules:
    fire = law.options.get("fire_bet")
    if "fire" in law.wagers:
        kind = msgspec.structs.replace(law.wagers["fire"], pays=_FIRE_TABLES[str(fire)])
        law = msgspec.structs.replace(law, wagers=law.wagers | {"fire": kind})
    offer, select = _words(law, "new_shooter_paragraphs")
    mini = law.options.get("table_kind") == "mini-craps"
    return CrapsRules(
        law=law,
        odds_times=law.number("odds_times"),
        excess=bool(law.values["supplemental_excess"]),
        buy_percent=law.number("buy_vigorish_percent"),
        lay_percent=law.number("lay_vigorish_percent"),
        lay_base=law.word("lay_vigorish_base"),
        horn_high_area=law.flag("horn_high_area"),
        no_roll_called_by=law.word("no_roll_called_by"),
        off_on_come_out=_words(law, "off_on_come_out"),
        hardway_cites=_words(law, "hardway_paragraphs"),
        dice_set=law.number("dice_set"),
        cocked_die=bool(law.values.get("cocked_die", False)),
        throw_without_line_wager=bool(law.values.get("throw_without_line_wager", False)),
        replaced_at_come_out=bool(law.values["dont_wager_replaced_at_come_out"]),
        offer=offer,
        select=select,
        seats=law.number("mini_craps_seats") if mini else SEATS,
    )


_FIRE_TABLES = {"24-249-999": "fire", "10-200-2000": "fire_second"}


def _words(law: Law, name: str) -> tuple[str, ...]:
    value = law.values[name]
    assert isinstance(value, list)
    return tuple(map(str, value))
