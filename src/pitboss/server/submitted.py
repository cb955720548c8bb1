"""A floor from a casino's submission: its tables are opened with their options and limits. What is
open already stays as it is: a change needs its notice, and is given at the table."""

from __future__ import annotations

from datetime import date, datetime

from pitboss import registry
from pitboss.casino.check import check_submission
from pitboss.casino.floor import Floor, Offered, floor_at
from pitboss.casino.submission import Filed
from pitboss.errors import BadInput
from pitboss.games.keno.rules import DEFAULT_CARD, RATE_CARD
from pitboss.server.house import House
from pitboss.store.keno import jobs as keno
from pitboss.store.live import Live
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Kind, Refused

# On whose account tables are opened that nobody opens by hand.
HOUSE = 0
KENO = "Keno"


def lawful_floor(filed: Filed, now: datetime) -> Floor:
    """Returns the tables that the submission has now; refuses one that is not lawful today."""
    if filed.submission.since > now.date():
        raise BadInput(f"{filed.name}: it begins on {filed.submission.since}, and not before")
    for finding in check_submission(filed, now.date()).findings:
        if finding.verdict in ("unreadable", "unlawful"):
            raise BadInput(
                f"{filed.name}:{finding.line}:{finding.column}: {finding.text}; pitboss check "
                "tells all",
                cite=finding.cite,
            )
    return floor_at(filed, now, [])


def name_of(table: Offered, day: date) -> str:
    title = registry.find(table.game).regulation.title_on(day)
    return table.name or f"{title[:30]} {table.number}"


def new_table(table: Offered, day: date) -> NewTable:
    """Returns the opening that the submission asks for."""
    return NewTable(
        game=table.game, name=name_of(table, day), pit=table.pit, options=table.options,
        limits=table.limits, chip=table.chip, meter=table.meter,
    )  # fmt: skip


def open_floor(house: House, floor: Floor) -> list[str]:
    """Opens the tables that are not open; returns what is left to people, a line each."""
    left = []
    known = {live.opened.name: live for live in house.floor()}
    dealt = registry.keys()
    for table in floor.tables:
        if table.game not in dealt:
            left.append(f"table {table.number}: pitboss does not deal {table.game}")
            continue
        asked = new_table(table, floor.day)
        live = known.get(asked.name)
        if live is None:
            house.do(OpenTable(HOUSE, asked))
        elif differs(live, asked):
            left.append(
                f"table {table.number} is open otherwise than the submission says: give notice at "
                f"/tables/{live.id}/notices"
            )
        if table.increments or table.players:
            left.append(f"table {table.number}: increments and limits of single players are kept "
                        "by the dealer")  # fmt: skip
    left += _open_systems(house, floor)
    return left


def differs(live: Live, asked: NewTable) -> bool:
    """Whether the table is open under other options or limits."""
    limits = live.table.limits
    return (live.options, limits.by_kind, limits.chip) != (asked.options, asked.limits, asked.chip)


def _open_systems(house: House, floor: Floor) -> list[str]:
    """Opens the keno system of the submission, unless there is one of its name."""
    left = []
    for offered in floor.others:
        if offered.game in registry.SYSTEMS:
            card = str(offered.options.get(RATE_CARD, DEFAULT_CARD))
            try:
                house.do(keno.OpenKeno(HOUSE, KENO, card))
            except Refused as error:
                if error.kind is not Kind.NAME_TAKEN:
                    left.append(f"{offered.game}: {error}")
    return left
