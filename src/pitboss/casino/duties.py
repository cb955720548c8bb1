"""What must be done before a change takes effect (8.3, and what the games' sections say of their
own): to whom, how, by when, for which tables; with the sign, the announcement and the letter."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from pitboss import registry
from pitboss.casino.change import Needed, needed_between
from pitboss.casino.findings import GRADES, WORDS
from pitboss.casino.floor import Floor, Offered
from pitboss.errors import PitbossError
from pitboss.law.citation import edition_on
from pitboss.law.notice import PATRONS, Notice
from pitboss.law.regulation import general
from pitboss.money import format_dollars


class Duty(msgspec.Struct, frozen=True):
    """One notice that is due. `by`: the latest time; `ways`: how it is given. Texts are empty where
    nothing of the kind is due."""

    notice: Notice
    game: str
    tables: tuple[int, ...]
    pits: tuple[str, ...]
    at: datetime
    by: datetime
    ways: tuple[str, ...]
    sign: str = ""
    announcement: str = ""
    letter: str = ""

    def too_late(self, now: datetime) -> bool:
        """30 minutes are inclusive: notice at 20:00 permits the change at 20:30."""
        return now > self.by

    def as_json(self) -> dict[str, Any]:
        notice = self.notice
        return {
            "change": notice.change,
            "kind": notice.kind,
            "game": self.game,
            "tables": list(self.tables),
            "pits": list(self.pits),
            "at": stamp(self.at),
            "by": stamp(self.by),
            "lead_minutes": notice.lead_minutes,
            "to": list(notice.to),
            "ways": list(self.ways),
            "pit_wide": notice.pit_wide,
            "cite": notice.cite,
            "basis": notice.basis,
            "grade": GRADES[notice.basis],
            "known": WORDS[notice.basis],
            "sign": self.sign,
            "announcement": self.announcement,
            "letter": self.letter,
        }


class Duties(msgspec.Struct, frozen=True):
    """All that is due before the change, and the changes for which nothing is."""

    licensee: str
    at: datetime
    due: tuple[Duty, ...]
    without: tuple[Needed, ...]

    @property
    def lead_minutes(self) -> int:
        return max((duty.notice.lead_minutes for duty in self.due), default=0)

    def late(self, now: datetime) -> list[Duty]:
        return [duty for duty in self.due if duty.too_late(now)]


def stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def spoken(at: datetime) -> str:
    """A time as it stands on a sign: Friday, November 20, 2026, 9:30 p.m."""
    hour = at.hour % 12 or 12
    half = "a.m." if at.hour < 12 else "p.m."
    return f"{at:%A, %B} {at.day}, {at.year}, {hour}:{at:%M} {half}"


def duties_between(
    licensee: str, before: Floor | None, after: Floor, *, all_patrons_agree: bool = False
) -> Duties:
    """What the change from one floor to the other makes due; without an earlier floor, what the
    first opening of the tables does."""
    earlier = before if before is not None else Floor(after.at, [], [])
    needed = needed_between(earlier, after, all_patrons_agree=all_patrons_agree)
    due, without = [], []
    for each in (*needed, *_opened(earlier, after)):
        if each.notice.kind == "none":
            without.append(each)
        else:
            due += [_duty(licensee, each.notice, tables, after.at) for tables in _by_game(each)]
    due.sort(key=lambda duty: (duty.by, duty.game, duty.tables))
    return Duties(licensee, after.at, tuple(due), tuple(without))


def _by_game(needed: Needed) -> Iterable[list[Offered]]:
    games: dict[str, list[Offered]] = {}
    for table in needed.tables:
        games.setdefault(table.game, []).append(table)
    return games.values()


def _opened(before: Floor, after: Floor) -> Iterable[Needed]:
    """8.2, 8.3: a table that is opened has a sign with its limits."""
    known = {(table.number, table.game) for table in before.tables}
    limits: dict[tuple[str, str], list[Offered]] = {}
    for table in after.tables:
        if (table.number, table.game) not in known and table.limits:
            limits.setdefault((table.game, _limits_text(table)), []).append(table)
    cite = general().citations_on(after.day).full("8.3")
    for (_, text), tables in limits.items():
        notice = Notice(
            f"opened: {text}",
            "sign",
            0,
            (PATRONS,),
            sign=True,
            cite=cite,
            subject="Minimum and maximum wagers",
            was="not open",
            to_be=text,
        )
        yield Needed(notice, tables)


def _limits_text(table: Offered) -> str:
    return "; ".join(
        f"{kind or 'wagers'} ${format_dollars(low)} to ${format_dollars(high)}"
        for kind, (low, high) in table.limits.items()
    )


def _duty(licensee: str, notice: Notice, tables: list[Offered], at: datetime) -> Duty:
    by = at - timedelta(minutes=notice.lead_minutes)
    numbers = tuple(sorted(table.number for table in tables))
    pits = tuple(sorted({table.pit for table in tables}))
    game = tables[0].game
    title = title_of(game, at)
    regulator = edition_on(at.date()).regulator
    to_authority = [whom for whom in notice.to if whom != PATRONS]
    ways = []
    if notice.sign:
        ways.append("a sign at the table" + (" with the time" if notice.sign_states_time else ""))
    if notice.announce:
        ways.append("an announcement to the patrons at the table")
    if notice.kind == "approval":
        ways.append(f"approval of the {regulator} beforehand")
    elif to_authority:
        how = "in writing to" if notice.kind == "written" else "word to"
        ways.append(f"{how} the {' and the '.join(to_authority)}")
    return Duty(
        notice,
        game,
        numbers,
        pits,
        at,
        by,
        tuple(ways),
        sign=_sign(notice, title, numbers, at) if notice.sign else "",
        announcement=_announcement(notice, title, at) if notice.announce else "",
        letter=_letter(licensee, notice, title, numbers, pits, at, by) if to_authority else "",
    )


def title_of(game: str, at: datetime) -> str:
    """The game's title; of one that pitboss does not have, its name."""
    try:
        return registry.find(game).regulation.title_on(at.date())
    except PitbossError:
        return game.replace("-", " ").capitalize()


def _changed(notice: Notice) -> str:
    return f"{notice.subject}: {notice.to_be}"


def _until(notice: Notice) -> str:
    return f"until then: {notice.was}"


def _sign(notice: Notice, title: str, numbers: tuple[int, ...], at: datetime) -> str:
    when = f"From {spoken(at)}" if notice.sign_states_time else "In force"
    lines = [
        title.upper(),
        f"Table{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}",
        "",
        f"{when}:",
    ]
    lines.append(_changed(notice))
    if notice.sign_states_time:
        lines.append(f"({_until(notice)})")
    return "\n".join((*lines, "", f"{notice.cite}. The rules of the game may be read on request."))


def _announcement(notice: Notice, title: str, at: datetime) -> str:
    when = f"from {spoken(at)}" if notice.sign_states_time else "from the next wager"
    return (
        f"Ladies and gentlemen, at this {title} table, {when}: {_changed(notice)}; "
        f"{_until(notice)}."
    )


def _letter(
    licensee: str,
    notice: Notice,
    title: str,
    numbers: tuple[int, ...],
    pits: tuple[str, ...],
    at: datetime,
    by: datetime,
) -> str:
    to = "\n".join(f"To the {whom}" for whom in notice.to if whom != PATRONS)
    asks = notice.kind == "approval"
    tables = f"table{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
    where = f"{tables} in pit{'s' * (len(pits) > 1)} {', '.join(pits)}"
    if notice.pit_wide:
        where += "; it holds for all tables of the game there"
    return "\n".join(
        (
            to,
            "",
            f"{'Request for approval' if asks else 'Notice'} under {notice.cite}",
            "",
            f"{licensee} {'asks for approval' if asks else 'gives notice'} of a change at {title}, "
            f"{where}, with effect from {spoken(at)}",
            "",
            f"The change: {_changed(notice)}; {_until(notice)}.",
            *(() if asks else (f"This notice is given at the latest on {spoken(by)}",)),
            "",
            "For the casino licensee:",
            "",
            "Name, title, date and time:",
        )
    )
