"""What changes between two floors, and what notice each change needs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from pitboss import registry
from pitboss.casino.findings import Findings
from pitboss.casino.floor import Floor, Misread, Offered, concerns, floor_at
from pitboss.casino.submission import ChangeEntry, Filed
from pitboss.errors import PitbossError
from pitboss.law.citation import EDITIONS
from pitboss.law.notice import Notice, first_notices, limit_notices, notices_for

# Kinds of notice for which something must be done beforehand.
BEFOREHAND = ("8.3", "written", "approval")


class Needed(NamedTuple):
    """A notice, and the tables for which it is given."""

    notice: Notice
    tables: list[Offered]


def needed_between(before: Floor, after: Floor, *, all_patrons_agree: bool = False) -> list[Needed]:
    """What the change from one floor to the other needs: the same notice of several tables once."""
    was = {table.number: table for table in before.tables}
    pits = {(table.pit, table.game) for table in before.tables}
    gathered: dict[Notice, list[Offered]] = {}
    for table in after.tables:
        old = was.get(table.number)
        same_game = old is not None and old.game == table.game
        for notice in _of_table(
            old if same_game else None, table, after.at, agreed=all_patrons_agree
        ):
            gathered.setdefault(notice, []).append(table)
        if (table.pit, table.game) not in pits:
            for notice in _first_in_pit(table, after.at):
                gathered.setdefault(notice, []).append(table)
    return [Needed(notice, tables) for notice, tables in gathered.items()]


def _of_table(old: Offered | None, new: Offered, at: datetime, *, agreed: bool) -> Iterator[Notice]:
    """A table that is opened has its sign; what it does otherwise than by default is begun."""
    limits = (old.limits if old is not None else new.limits, new.limits)
    increments = (old.increments if old is not None else new.increments, new.increments)
    try:
        regulation = registry.find(new.game).regulation
    except PitbossError:
        yield from limit_notices(new.game, at.date(), limits, increments, all_patrons_agree=agreed)
        return
    options = (old.options if old is not None else {}, new.options)
    yield from notices_for(
        regulation,
        at.date(),
        options=options,
        limits=limits,
        increments=increments,
        all_patrons_agree=agreed,
    )


def _first_in_pit(table: Offered, at: datetime) -> Iterator[Notice]:
    try:
        regulation = registry.find(table.game).regulation
    except PitbossError:
        return
    yield from first_notices(regulation, at.date(), table.options)


def check_change(filed: Filed, change: ChangeEntry, findings: Findings) -> None:
    """Whether the notice that a change of the file needs was given in time. On a day without law
    there is none to be given: that day is a finding of its own."""
    if change.at.date() < EDITIONS[0].since:
        return
    misread: list[Misread] = []
    before = floor_at(filed, change.at - timedelta(microseconds=1), misread)
    after = floor_at(filed, change.at, misread)
    tables = {table.number for table in after.tables if concerns(change, table)}
    path, day = filed.path_of(change), change.at.date()
    if not tables:
        text = f"no table of {change.game} is concerned: nothing would change"
        findings.add("unreadable", text, path, day)
        return
    if change.notice is not None and change.notice > change.at:
        text = f"notice at {change.notice:%Y-%m-%d %H:%M}, after the change itself"
        findings.add("unlawful", text, (*path, "notice"), day, cite="8.3", stated="inferred")
        return
    agreed = change.all_patrons_agree
    for needed in needed_between(before, after, all_patrons_agree=agreed):
        concerned = [table.number for table in needed.tables if table.number in tables]
        if concerned and needed.notice.kind in BEFOREHAND:
            _judge(change, needed.notice, concerned, path, findings)


def _judge(
    change: ChangeEntry,
    notice: Notice,
    tables: list[int],
    path: tuple[str | int, ...],
    findings: Findings,
) -> None:
    day = change.at.date()
    if notice.kind == "approval":
        if not change.approved:
            text = f"{notice.change}: needs the approval of the {notice.to[0]}"
            findings.add(
                "needs notice", text, path, day, tables=tables, full=notice.cite, basis=notice.basis
            )
        return
    latest = change.at - timedelta(minutes=notice.lead_minutes)
    if change.notice is not None and change.notice <= latest:
        return
    to = " and ".join(notice.to)
    text = f"{notice.change}: notice to {to} by {latest:%Y-%m-%d %H:%M} at the latest"
    if change.notice is None:
        findings.add(
            "needs notice", text, path, day, tables=tables, full=notice.cite, basis=notice.basis
        )
    else:
        text += f"; it was given at {change.notice:%Y-%m-%d %H:%M}"
        findings.add(
            "unlawful",
            text,
            (*path, "notice"),
            day,
            tables=tables,
            full=notice.cite,
            basis=notice.basis,
        )
