"""The casino's money: inventories, fills and credits, currency and the drop box, counts, and
complimentaries. Each job locks its table, checks, and writes last: one that is refused has changed
nothing."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pitboss.families.baccarat.settlement import DOCUMENTED
from pitboss.money import format_dollars, parse_dollars
from pitboss.store.accounts import BALANCE_MAX
from pitboss.store.casino.book import (
    current_shift,
    entries,
    note,
    tables_apart,
    tray_of,
    trays,
)
from pitboss.store.casino.ledger import CasinoAccounts, make_accounts
from pitboss.store.casino.rows import (
    BoughtIn,
    BoxCounted,
    ShiftBegan,
    TrainingTable,
    TrayCounted,
    TrayCredited,
    TrayFilled,
    TrayShort,
    VigorishGiven,
)
from pitboss.store.database import Reading
from pitboss.store.jobs import Job
from pitboss.store.live import Live
from pitboss.store.loading import load, replay_round
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_CASINO
from pitboss.store.writer import Batch
from pitboss.table.entries import parse_seat

AMOUNT_MAX = 10**12
SHIFTS_MAX = 9
NOTE_MAX = 200
# A tray that holds less than this part of what was brought is shown as short.
LOW_PART = 5
_DOCUMENTED = re.compile(
    re.escape(DOCUMENTED).replace(r"\{amount\}", "(?P<amount>.+)").replace(r"\{seat\}", "(p[0-9]+)")
)


class CasinoJob(Job, kw_only=True):
    """What a person (0: the house itself) does above the tables. `second` is whoever agreed."""

    by: int
    second: int = 0
    note: str = ""

    def common(self, batch: Batch) -> dict[str, Any]:
        """What every row of this job says: the shift, who, with whom, from where."""
        batch.lock_book(THE_CASINO)
        shift = current_shift(batch, batch.today.isoformat())
        return {
            "at": batch.now,
            "by": self.by,
            "second": self.second,
            "terminal": self.terminal,
            "note": self.note[:NOTE_MAX],
            "day": shift.day,
            "shift": shift.number,
        }


class TrayJob(CasinoJob, kw_only=True):
    """What is done with the money of a table, which is locked."""

    table: int
    cents: int = 0

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)

    def ready(self, batch: Batch, *, least: int = 1) -> CasinoAccounts:
        if self.table not in batch.lives:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {self.table}")
        if self.table in tables_apart(batch):
            raise Refused(
                Kind.NOT_YOURS,
                f"table {self.table} is for training or a tournament: what lies in "
                "its tray is no money",
            )
        if not least <= self.cents <= AMOUNT_MAX:
            raise Refused(
                Kind.BAD_FIELD,
                f"cents: expected {least} to {AMOUNT_MAX}, not {self.cents}",
            )
        return make_accounts(batch, self.table, self.by)

    def open(self, batch: Batch) -> Live:
        live = batch.lives[self.table]
        if live.closed:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed")
        return live

    def answer(self, batch: Batch, accounts: CasinoAccounts, **more: Any) -> dict[str, Any]:
        return {"table": self.table, "cents": self.cents, "tray": tray_of(batch, accounts)} | more


def next_number(batch: Batch, kind: str) -> int:
    """Slips and forms are numbered, and used in sequence."""
    sql = "SELECT COUNT(*) FROM casino_entry WHERE kind = ?"
    return 1 + int(batch.execute(sql, (kind,)).value())


class Fill(TrayJob, kw_only=True):
    """Chips from the cage to a table: a fill, or the inventory with which it opens."""

    opening: bool = False

    def work(self, batch: Batch) -> Any:
        accounts = self.ready(batch)
        self.open(batch)
        common = self.common(batch)
        slip = next_number(batch, "fill")
        note(
            batch,
            TrayFilled(
                **common, table=self.table, cents=self.cents, slip=slip, opening=self.opening
            ),
            accounts,
        )
        return self.answer(batch, accounts, slip=slip)


class Credit(TrayJob, kw_only=True):
    """Chips from a table to the cage, as far as its tray holds them."""

    def work(self, batch: Batch) -> Any:
        accounts = self.ready(batch)
        held = tray_of(batch, accounts)
        if self.cents > held:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the tray holds {format_dollars(held)}: {format_dollars(self.cents)} cannot go "
                "to the cage",
            )
        common = self.common(batch)
        slip = next_number(batch, "credit")
        note(batch, TrayCredited(**common, table=self.table, cents=self.cents, slip=slip), accounts)
        return self.answer(batch, accounts, slip=slip)


class BuyIn(TrayJob, kw_only=True):
    """A patron's currency goes into the drop box of the table, and chips out of its tray."""

    patron: int

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.patron,)

    def work(self, batch: Batch) -> Any:
        accounts = self.ready(batch)
        live = self.open(batch)
        if not live.seat_of(self.patron) or self.patron not in batch.balances:
            raise Refused(Kind.NOT_SEATED, f"account {self.patron} does not sit at the table")
        held = tray_of(batch, accounts)
        if self.cents > held:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the tray holds {format_dollars(held)}: a fill is needed before chips for "
                f"{format_dollars(self.cents)}",
            )
        if batch.balance(self.patron) + self.cents > BALANCE_MAX:
            raise Refused(
                Kind.OVER_BALANCE, f"an account holds {format_dollars(BALANCE_MAX)} at most"
            )
        common = self.common(batch)
        body = BoughtIn(**common, table=self.table, cents=self.cents, account=self.patron)
        note(batch, body, accounts)
        return self.answer(batch, accounts, balance=batch.balance(self.patron))


class CountBox(TrayJob, kw_only=True):
    """The drop box is removed and counted; what differs from what went in is over or short."""

    def work(self, batch: Batch) -> Any:
        accounts = self.ready(batch, least=0)
        expected = batch.balance(accounts.drop)
        if not expected and not self.cents:
            raise Refused(Kind.NO_CHANGE, f"nothing was dropped at table {self.table}")
        body = BoxCounted(
            **self.common(batch), table=self.table, cents=self.cents, expected=expected
        )
        note(batch, body, accounts)
        return self.answer(batch, accounts, expected=expected, over=self.cents - expected)


class CountTray(TrayJob, kw_only=True):
    """The tray is counted. What differs from the ledger is over or short."""

    def work(self, batch: Batch) -> Any:
        accounts = self.ready(batch, least=0)
        expected = tray_of(batch, accounts)
        body = TrayCounted(
            **self.common(batch), table=self.table, cents=self.cents, expected=expected
        )
        note(batch, body, accounts)
        return self.answer(batch, accounts, expected=expected, over=self.cents - expected)


class BeginShift(CasinoJob, kw_only=True):
    """A shift of the gaming day begins, and with it the one before ends. `number` 0: the next."""

    number: int = 0

    def work(self, batch: Batch) -> Any:
        batch.lock_book(THE_CASINO)
        today = batch.today.isoformat()
        last = current_shift(batch, today)
        following = last.number + 1 if last.day == today else 1
        number = self.number or following
        if number != following or number > SHIFTS_MAX:
            raise Refused(
                Kind.BAD_FIELD, f"the next shift of {today} is {following}, of {SHIFTS_MAX} at most"
            )
        common = self.common(batch) | {"day": today, "shift": number}
        held = trays(batch, batch.moved)
        note(batch, ShiftBegan(**common, trays=tuple(held.items())))
        return {"day": today, "shift": number, "trays": {f"{t}": c for t, c in held.items()}}


def begin_day(batch: Batch) -> None:
    """The first shift of a gaming day begins by itself, where nobody has begun it."""
    today = batch.today.isoformat()
    last = current_shift(batch, today)
    if last.number == 0 or last.day < today:
        BeginShift(by=0, note="the gaming day begins").work(batch)


# -- complimentary vigorish -----------------------------------------------------------------------


class Documented(msgspec.Struct, frozen=True):
    """Vigorish that a patron owed and that was documented instead of collected."""

    table: int
    round: int
    seat: str
    account: int
    name: str
    cents: int


def documented_in(reading: Reading, live: Live, number: int) -> list[Documented]:
    """What was documented in a procedure of the table's."""
    played = replay_round(reading, live, number)
    if played.receipt is None:
        return []
    found = []
    for event in played.receipt.events:
        said = _DOCUMENTED.fullmatch(event.what)
        if said is not None:
            who = played.live.seats[parse_seat(said[2])]
            cents = parse_dollars(said["amount"])
            found.append(Documented(live.id, number, said[2], who.account, who.name, cents))
    return found


def forms_due(reading: Reading) -> list[Documented]:
    """Vigorish that was documented at a table and has no form yet."""
    sql = (
        "SELECT DISTINCT e.table_id, e.round FROM gaming_table t JOIN entry e ON e.table_id = t.id "
        "WHERE t.game IN ('baccarat-punto-banco', 'minibaccarat') AND e.body LIKE ? ORDER BY 1, 2"
    )
    made = {
        (entry.body.table, entry.body.round, entry.body.seat)
        for entry in entries(reading, kind="complimentary")
        if isinstance(entry.body, VigorishGiven)
    }
    due: list[Documented] = []
    lives: dict[int, Live] = {}
    apart = tables_apart(reading)
    for table, number in reading.execute(sql, ('{"kind":"entry"%"entry":"d choose document%',)):
        if table in apart:
            continue  # what is documented in training is owed by nobody
        if table not in lives:
            lives[table] = load(reading, table)
        due += [
            one
            for one in documented_in(reading, lives[table], number)
            if (one.table, one.round, one.seat) not in made
        ]
    return due


class GiveVigorish(TrayJob, kw_only=True):
    """A Complimentary Vigorish Form for what a seat owed in a procedure of the table."""

    round: int
    seat: str
    prepared: str = ""

    def work(self, batch: Batch) -> Any:
        live = batch.lives.get(self.table)
        if live is None:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {self.table}")
        found = [one for one in documented_in(batch, live, self.round) if one.seat == self.seat]
        if not found:
            raise Refused(
                Kind.NO_CHANGE,
                f"no vigorish of {self.seat[:4]} was documented in procedure {self.round}",
                section=live.rules.law.cite(_section(live)),
            )
        for entry in entries(batch, kind="complimentary", table=self.table):
            body = entry.body
            assert isinstance(body, VigorishGiven)
            if (body.round, body.seat) == (self.round, self.seat):
                raise Refused(Kind.NO_CHANGE, f"form {body.form} was made for it already")
        owed = found[0]
        self.cents = owed.cents
        accounts = self.ready(batch)
        form = next_number(batch, "complimentary")
        body = VigorishGiven(
            **self.common(batch),
            table=self.table,
            cents=owed.cents,
            account=owed.account,
            form=form,
            round=self.round,
            seat=self.seat,
            prepared=self.prepared[:80],
        )
        note(batch, body, accounts)
        return self.answer(batch, accounts, form=form, patron=owed.name)


def _section(live: Live) -> str:
    return "3.3(c)3" if live.game.key == "baccarat-punto-banco" else "7.3(c)3"


def note_training(batch: Batch, table: int, by: int) -> None:
    """A table for training is no part of the casino's money, its win or its hold."""
    note(batch, TrainingTable(**CasinoJob(by=by).common(batch), table=table))


# -- alarms ---------------------------------------------------------------------------------------


def short_trays(reading: Reading, moved: dict[int, int] | None = None) -> dict[int, int]:
    """The tables whose tray holds less than nothing."""
    return {table: cents for table, cents in trays(reading, moved).items() if cents < 0}


class LowTray(msgspec.Struct, frozen=True):
    """A tray that holds less than nothing, or little of what was brought to the table."""

    table: int
    cents: int
    brought: int


def low_trays(reading: Reading) -> list[LowTray]:
    """The trays that need a fill, before a table goes without: those that hold less than a part of
    what was brought to them by fills, less credits."""
    sql = (
        "SELECT table_id, SUM(CASE WHEN kind = 'fill' THEN cents ELSE -cents END) FROM "
        "casino_entry WHERE kind IN ('fill', 'credit') GROUP BY table_id"
    )
    brought = {table: int(cents) for table, cents in reading.execute(sql)}
    return [
        LowTray(table, cents, max(brought.get(table, 0), 0))
        for table, cents in trays(reading).items()
        if cents < 0 or cents * LOW_PART < brought.get(table, 0)
    ]


def watch_trays(batch: Batch) -> list[int]:
    """Puts on record every tray that has come to hold less than nothing since it was last looked
    at. Returns the tables."""
    short = short_trays(batch, batch.moved)
    if not short:
        return []
    told: list[int] = []
    for table, cents in short.items():
        sql = "SELECT kind FROM casino_entry WHERE table_id = ? AND kind IN (?, ?) ORDER BY seq"
        last = [row[0] for row in batch.execute(sql, (table, "short", "fill"))]
        if last[-1:] == ["short"]:
            continue  # nothing was brought since
        common = CasinoJob(by=0).common(batch)
        note(batch, TrayShort(**common, table=table, cents=cents))
        told.append(table)
    return told
