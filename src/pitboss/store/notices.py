"""Notices (8.2, 8.3): a change of options or limits is announced, waits for its time, and takes
effect between two procedures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.law.notice import Notice, lead_minutes, notices_for
from pitboss.law.schema import Value
from pitboss.store.database import Reading
from pitboss.store.jobs import TableJob, advance
from pitboss.store.live import Change, Live, rules_of
from pitboss.store.opening import check_limits
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import NoticeGiven
from pitboss.store.writer import Batch

AHEAD_MAX_MS = 10 * 366 * 86_400_000
# A clock's tick between preview and notice is not held against anybody.
TICK_MS = 1000
LISTED_MAX = 200


class NewNotice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A change of options and limits: what is not named stays. `effective_at` in milliseconds;
    without it as soon as the notice allows. `approved`: the regulator has approved what needs
    approval; `all_patrons_agree`: poker only."""

    options: dict[str, Value] = {}
    limits: dict[str, tuple[int, int]] = {}
    chip: int | None = None
    effective_at: int | None = None
    approved: bool = False
    all_patrons_agree: bool = False


class Plan(msgspec.Struct, frozen=True):
    """A change that is permitted, what notice it needs, and the soonest time for it. `options`,
    `limits` and `chip` are those that would be in force, unless another notice comes first."""

    table: int
    required: list[Notice]
    lead_minutes: int
    soonest: int
    effective_at: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int


def plan(live: Live, asked: NewNotice, now: int) -> tuple[Plan, Change]:
    """Returns what notice the change needs, and the change; refuses one that is not permitted."""
    if live.closed:
        raise Refused(Kind.TABLE_CLOSED, "the table is closed")
    in_force = live.table.limits
    options, limits = live.options | asked.options, in_force.by_kind | asked.limits
    chip = in_force.chip if asked.chip is None else asked.chip
    try:
        check_limits(limits, chip, rules_of(live.game.key, live.day, options).law)
        _check_together(live, asked.options)
    except PitbossError as error:
        raise Refused(Kind.NOT_PERMITTED, str(error), section=error.cite) from None
    required = notices_for(
        live.game.regulation,
        live.day,
        options=(live.options, options),
        limits=(in_force.by_kind, limits),
        all_patrons_agree=asked.all_patrons_agree,
    )
    if not required and chip == in_force.chip:
        raise Refused(Kind.NO_CHANGE, "nothing would change")
    lead = lead_minutes(required)
    soonest = now + 60_000 * lead
    at = soonest if asked.effective_at is None else asked.effective_at
    if at > now + AHEAD_MAX_MS:
        raise Refused(Kind.TOO_LATE, "effective_at: within ten years, in milliseconds")
    change = Change(0, at, asked.options, asked.limits, asked.chip or 0)
    return Plan(live.id, required, lead, soonest, at, options, limits, chip), change


def _check_together(live: Live, options: dict[str, Value]) -> None:
    """What is pending changes other options: all of it together must be permitted as well."""
    together = live.options
    for change in sorted(live.pending, key=lambda change: change.effective_at):
        together = together | change.options
    rules_of(live.game.key, live.day, together | options)


def check_notice(planned: Plan, *, approved: bool) -> None:
    """Refuses a notice that comes too late for the change, or lacks an approval."""
    required = planned.required
    if planned.effective_at < planned.soonest - TICK_MS:
        raise Refused(
            Kind.TOO_SOON,
            f"notice is needed {planned.lead_minutes} minutes before",
            section=next((one.cite for one in required if one.lead_minutes), None),
        )
    needed = [one for one in required if one.kind == "approval"]
    if needed and not approved:
        raise Refused(
            Kind.NEEDS_APPROVAL,
            "the regulator must have approved this change",
            section=needed[0].cite,
        )


def in_the_whole_pit(
    live: Live, floor: Iterable[Live], planned: Plan, change: Change
) -> Iterator[tuple[int, Change]]:
    """Yields the other tables whose options change with it: those that all tables of the game in
    the pit share."""
    names = {one.change.split(":")[0] for one in planned.required if one.pit_wide}
    if not names:
        return
    shared = {name: value for name, value in change.options.items() if name in names}
    for other in floor:
        same = other.opened.pit == live.opened.pit and other.game.key == live.game.key
        if same and other.id != live.id and not other.closed:
            yield other.id, Change(0, change.effective_at, shared, {}, 0)


class GiveNotice(TableJob):
    """A change of options or limits, to take effect at its time."""

    change: Change
    required: Sequence[Notice]

    def work(self, batch: Batch) -> Any:
        change, required = self.change, msgspec.json.encode(self.required).decode()
        batch.execute(
            "INSERT INTO notice (table_id, given_at, effective_at, by_account, status, change, "
            "required) VALUES (?, ?, ?, ?, 'pending', ?, ?)",
            (
                self.table,
                batch.now,
                change.effective_at,
                self.account,
                msgspec.json.encode(change).decode(),
                required,
            ),
        )
        # The table is locked: nobody else numbers a notice of its.
        sql = "SELECT MAX(id) FROM notice WHERE table_id = ?"
        number = int(batch.execute(sql, (self.table,)).value())
        draft = batch.draft(self.table, self.account)
        draft.change(_row(batch, self.account, number, change, required=required))
        if not draft.live.entries:
            advance(draft, (), batch.lives[self.table])
        batch.keep(draft)
        return {
            "notice": number,
            "table": self.table,
            "effective_at": change.effective_at,
            "in_effect": number in draft.applied,
            "n": draft.live.n,
        }


class WithdrawNotice(TableJob):
    notice: int

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        change = next((change for change in live.pending if change.notice == self.notice), None)
        if change is None:
            raise Refused(Kind.NOT_PENDING, "there is no such notice pending at this table")
        batch.execute("UPDATE notice SET status = 'withdrawn' WHERE id = ?", (self.notice,))
        draft = batch.draft(self.table, self.account)
        draft.change(_row(batch, self.account, self.notice, change, withdrawn=True))
        batch.keep(draft)
        return {"notice": self.notice, "status": "withdrawn"}


def _row(
    batch: Batch,
    by: int,
    number: int,
    change: Change,
    *,
    withdrawn: bool = False,
    required: str = "",
) -> NoticeGiven:
    return NoticeGiven(
        batch.now,
        by,
        number,
        change.effective_at,
        change.options,
        change.limits,
        change.chip,
        withdrawn,
        required,
    )


class Given(msgspec.Struct, frozen=True):
    """A notice that was given."""

    notice: int
    table: int
    given_at: int
    effective_at: int
    by: int
    status: str
    change: dict[str, Any]
    required: list[dict[str, Any]]


def list_notices(reading: Reading, table: int | None = None) -> list[Given]:
    """Returns the notices of a table, or of all tables, the latest first."""
    where, values = (" WHERE table_id = ?", (table,)) if table is not None else ("", ())
    sql = (
        "SELECT id, table_id, given_at, effective_at, by_account, status, change, required "
        f"FROM notice{where} ORDER BY id DESC LIMIT {LISTED_MAX}"
    )
    return [
        Given(*found[:6], *map(msgspec.json.decode, found[6:]))
        for found in reading.execute(sql, values)
    ]
