"""A floor run from a submission: its tables are opened as the file has them, and a change of the
file takes effect when its notice permits it, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import msgspec

from pitboss import registry
from pitboss.casino.check import refuse_unlawful
from pitboss.casino.floor import Floor, Misread, Offered, concerns, files_of, floor_at
from pitboss.casino.submission import ChangeEntry, Filed
from pitboss.errors import BadInput
from pitboss.games.keno.rules import DEFAULT_CARD, RATE_CARD
from pitboss.money import format_dollars
from pitboss.server.house import House
from pitboss.store import notices as noticing
from pitboss.store.casino.book import entries, note
from pitboss.store.casino.money import CasinoJob, Fill
from pitboss.store.casino.rows import TableSubmitted, Terms
from pitboss.store.casino.submissions import FileSubmission
from pitboss.store.casino.terms import SetTerms
from pitboss.store.casino.wagering import terms_of
from pitboss.store.keno import jobs as keno
from pitboss.store.live import Change, Live
from pitboss.store.notices import GiveNotice, NewNotice, Plan
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Kind, Refused
from pitboss.store.writer import Batch

# On whose account tables are opened that nobody opens by hand.
HOUSE = 0
KENO = "Keno"


class Told(NamedTuple):
    """What was done with a table, or refused, in a line."""

    number: int
    text: str
    refused: bool = False


def lawful_floor(filed: Filed, now: datetime) -> Floor:
    """Returns the tables that the submission has now; refuses one that is not lawful today."""
    if filed.submission.since > now.date():
        raise BadInput(f"{filed.name}: it begins on {filed.submission.since}, and not before")
    refuse_unlawful(filed, now.date())
    return floor_at(filed, now, [])


def run_submission(house: House, filed: Filed, inventory: int) -> list[Told]:
    """Opens the tables of the file that are not there, with an inventory, and gives notice of what
    changes at those that are. Raises BadInput for a file that is not lawful. Blocks."""
    at = datetime.fromtimestamp(house.clock() / 1000)
    floor = lawful_floor(filed, at)
    known = submitted_tables(house)
    _file(house, filed)
    told: list[Told] = []
    games = registry.keys()
    for table in floor.tables:
        if table.game not in games:
            told.append(Told(table.number, f"{table.game} is not a game of pitboss", True))
        elif table.number in known:
            told += _brought_up(house, filed, known[table.number], table, at)
        else:
            told.append(_opened(house, filed, table, inventory))
    told += _closed(known, floor)
    told += _open_systems(house, floor)
    known = submitted_tables(house)
    for change in filed.submission.change:
        if change.at > at:
            told += _announced(house, filed, known, change, at)
    return told


def _file(house: House, filed: Filed) -> None:
    """The file itself is kept, with those that it names."""
    submission = filed.submission
    house.do(
        FileSubmission(
            by=HOUSE,
            file=filed.digest,
            licensee=submission.licensee,
            version=submission.version,
            since=submission.since.isoformat(),
            text=filed.text,
            files=files_of(filed),
        )
    )


def submitted_tables(house: House) -> dict[int, int]:
    """The tables of the floor that are a submission's: by their number there, their own."""
    with house.db.read() as reading:
        found = {
            entry.body.number: entry.body.table
            for entry in entries(reading, kind="submitted")
            if isinstance(entry.body, TableSubmitted)
        }
    there = {live.id for live in house.floor()}
    return {number: table for number, table in found.items() if table in there}


def _opened(house: House, filed: Filed, offered: Offered, inventory: int) -> Told:
    """A table of the file, opened with its inventory and its terms."""
    title = registry.find(offered.game).regulation.title_on(house.writer.day_of(house.clock()))
    asked = NewTable(
        game=offered.game,
        name=offered.name or f"{title[:30]} {offered.number}",
        pit=offered.pit,
        options=offered.options,
        limits=offered.limits,
        chip=offered.chip,
        meter=offered.meter,
    )
    table = house.do(OpenTable(HOUSE, asked))["table"]

    def submitted(batch: Batch) -> None:
        common = CasinoJob(by=HOUSE).common(batch)
        row = TableSubmitted(
            **common,
            table=table,
            number=offered.number,
            file=filed.digest,
            card_change_hours=offered.card_change_hours or 0,
        )
        note(batch, row)

    house.call(submitted)
    if inventory:
        house.do(Fill(by=HOUSE, table=table, cents=inventory, opening=True, note="opening"))
    _set_terms(house, table, offered)
    return Told(
        offered.number,
        f"opened as table {table}, {offered.game} in pit {offered.pit}, with "
        f"{format_dollars(inventory)}",
    )


def _set_terms(house: House, table: int, offered: Offered) -> bool:
    """Increments and individual limits as the file has them; whether they were others."""
    players = {name.lower(): pair for name, pair in offered.players.items()}
    terms = Terms(offered.increments, players)
    with house.db.read() as reading:
        before = terms_of(reading).get(table, Terms())
    if terms == before:
        return False
    house.do(SetTerms(by=HOUSE, table=table, terms=terms))
    return True


def _difference(live: Live, offered: Offered) -> NewNotice | None:
    """What of a table is otherwise than the file has it, but for what a notice brings that waits
    already; None for nothing. An option that the file does not name is as the regulation has it by
    default."""
    limits, defaults = live.table.limits, live.game.rules(live.day).law.options
    changed = {}
    for name in live.options.keys() | offered.options.keys():
        value = offered.options.get(name, defaults.get(name))
        waits = any(change.options.get(name) == value for change in live.pending)
        if value is not None and not waits and live.options.get(name, defaults.get(name)) != value:
            changed[name] = value
    moved = {
        kind: pair
        for kind, pair in offered.limits.items()
        if limits.by_kind.get(kind) != pair
        and not any(change.limits.get(kind) == pair for change in live.pending)
    }
    waits = any(change.chip == offered.chip for change in live.pending)
    chip = None if waits or limits.chip == offered.chip else offered.chip
    if not changed and not moved and chip is None:
        return None
    return NewNotice(options=changed, limits=moved, chip=chip)


def _brought_up(
    house: House, filed: Filed, table: int, offered: Offered, at: datetime
) -> Iterator[Told]:
    """What the file changes at a table that stands: at once where the notice that the file names
    was given in time or none is needed, and otherwise after the notice that is given now."""
    live = house.table(table)
    if live.game.key != offered.game:
        text = f"table {table} is {live.game.key}: close it before it is {offered.game}"
        yield Told(offered.number, text, True)
        return
    if _set_terms(house, table, offered):
        yield Told(offered.number, "increments and individual limits are as the file has them")
    asked = _difference(live, offered)
    if asked is None:
        return
    made = [
        change
        for change in filed.submission.change
        if change.at <= at and concerns(change, offered)
    ]
    entry = made[-1] if made else None
    yield _give(house, live, offered.number, asked, entry, house.clock(), due=True)


def _announced(
    house: House, filed: Filed, known: dict[int, int], change: ChangeEntry, at: datetime
) -> Iterator[Told]:
    """A change to come is given notice of at its tables, where there is still time for it."""
    misread: list[Misread] = []
    floor = floor_at(filed, change.at, misread)
    for offered in floor.tables:
        if not concerns(change, offered) or offered.number not in known:
            continue
        live = house.table(known[offered.number])
        asked = _difference(live, offered)
        if asked is not None:
            wanted = round(change.at.timestamp() * 1000)
            yield _give(house, live, offered.number, asked, change, wanted, due=False)


def _give(
    house: House,
    live: Live,
    number: int,
    asked: NewNotice,
    entry: ChangeEntry | None,
    wanted: int,
    *,
    due: bool,
) -> Told:
    """Gives notice of a change. It is refused where it lacks an approval, or would come before the
    time that its notice permits."""
    asked = msgspec.structs.replace(asked, effective_at=None if due else wanted)
    try:
        planned, change = noticing.plan(live, asked, house.clock())
        change, text = _timed(planned, change, entry, wanted, due=due)
        house.do(GiveNotice(live.id, HOUSE, change, planned.required))
    except Refused as refused:
        section = f" ({refused.section})" if refused.section else ""
        return Told(number, f"refused: {refused.message}{section}; the old rules stand", True)
    return Told(number, text)


def _timed(
    planned: Plan, change: Change, entry: ChangeEntry | None, wanted: int, *, due: bool
) -> tuple[Change, str]:
    """The change with its time. Notice that the file says was given counts from then."""
    approved = entry is not None and entry.approved
    given = None if entry is None or entry.notice is None else entry.notice.timestamp() * 1000
    soonest = planned.soonest if given is None else given + 60_000 * planned.lead_minutes
    if entry is not None and soonest <= wanted:
        change = msgspec.structs.replace(change, effective_at=wanted)
        noticing.check_notice(
            msgspec.structs.replace(planned, effective_at=wanted, soonest=wanted),
            approved=approved,
        )
        return change, f"changes at {_when(wanted)}, under notice"
    if entry is not None and not due:
        raise Refused(
            Kind.TOO_SOON,
            f"the change at {_when(wanted)} lacks its notice: it may take effect at "
            f"{_when(round(soonest))} at the earliest",
            section=next((one.cite for one in planned.required if one.lead_minutes), None),
        )
    noticing.check_notice(planned, approved=approved)
    return change, f"notice is given: it changes at {_when(planned.effective_at)}"


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")


def _closed(known: dict[int, int], floor: Floor) -> Iterator[Told]:
    """Tables that the file no longer has: a floorperson closes them, once nobody plays."""
    numbers = {table.number for table in floor.tables}
    for number, table in known.items():
        if number not in numbers:
            text = f"is not in the file any more: table {table} is to be closed"
            yield Told(number, text, True)


def _open_systems(house: House, floor: Floor) -> Iterator[Told]:
    """Opens the keno system of the submission, unless there is one of its name."""
    for offered in floor.others:
        if offered.game in registry.SYSTEMS:
            card = str(offered.options.get(RATE_CARD, DEFAULT_CARD))
            try:
                house.do(keno.OpenKeno(HOUSE, KENO, card))
                yield Told(0, f"{offered.game} is open")
            except Refused as error:
                if error.kind is not Kind.NAME_TAKEN:
                    yield Told(0, f"{offered.game}: {error}", True)


def as_lines(told: list[Told]) -> Iterator[str]:
    for one in told:
        yield f"table {one.number} of the submission: {one.text}" if one.number else one.text
