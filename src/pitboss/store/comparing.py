"""What the chains say must be, compared with the rest of the database: accounts, balances, heads,
checkpoints, shoes, notices, meters, anchors, sessions, and that there is nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.chain import Broken, Fault, hex_digest
from pitboss.money import format_dollars
from pitboss.store.database import Reading
from pitboss.store.live import Accounts, Change
from pitboss.store.loading import head
from pitboss.store.rows import (
    THE_HOUSE,
    AccountChanged,
    AccountMade,
    Adopted,
    Body,
    Deposited,
    HouseDay,
    MeterBegun,
    NoticeGiven,
    Opened,
    Row,
    RulesChanged,
    SeatOffered,
    SecondAnswered,
    SecondAsked,
    SignedIn,
    TableListed,
    WaitEnded,
    WaitListed,
)

SHOWN_MAX = 20
PERSON = "person"


def _fault(kind: str, reason: str, table: int = THE_HOUSE, round_: int = 0, seq: int = 0) -> Fault:
    return Fault(kind, reason, seq, table=table, round=round_)


# -- the file itself ------------------------------------------------------------------------------


TRIGGERS_OF_SQLITE = frozenset(
    f"{table}_{act}"
    for table in ("entry", "posting")
    for act in ("no_update", "no_delete", "no_replace")
) | {"gaming_table_sums", "book_sums"}
TRIGGERS_OF_POSTGRESQL = frozenset(
    {"entry_append_only", "posting_append_only", "gaming_table_sums", "book_sums"}
)
NOT_BELOW = "ck_balance_nobody_below_nothing"


def damages(reading: Reading, *, sqlite: bool) -> Iterator[Fault]:
    """Yields what is wrong with the file, and which of its guards are gone."""
    if sqlite:
        for (said,) in reading.execute("PRAGMA integrity_check(5)"):
            if said != "ok":
                yield _fault("damaged", f"the file of the database: {said}")
        sql = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'"
        guards, wanted = reading.execute(sql), TRIGGERS_OF_SQLITE
        sql = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'balance' AND sql LIKE ?"
        checked = reading.execute(sql, (f"%{NOT_BELOW}%cents >= 0%",)).value()
    else:
        sql = (
            "SELECT t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND p.prosrc LIKE ?"
        )
        guards, wanted = reading.execute(sql, ("%RAISE EXCEPTION%",)), TRIGGERS_OF_POSTGRESQL
        sql = "SELECT COUNT(*) FROM pg_constraint WHERE conname = ?"
        checked = reading.execute(sql, (NOT_BELOW,)).value()
    for name in sorted(wanted - {row[0] for row in guards}):
        yield _fault("missing", f"the guard {name} of the database")
    if not checked:
        yield _fault("missing", f"the guard {NOT_BELOW} of the database")


# -- the chain of the house -----------------------------------------------------------------------


class Known(msgspec.Struct):
    """An account as the chain of the house says."""

    name: str
    holder: str
    role: str
    guest: bool
    disabled: bool
    must_change: bool
    secret: str
    factor: str
    created_at: int  # 0: before there was such a chain


class House(msgspec.Struct):
    """What the chain of the house says must be."""

    accounts: dict[int, Known] = {}
    tables: dict[int, tuple[str, tuple[int, int, int, int]]] = {}
    meters: dict[int, tuple[str, str, int, bool]] = {}
    sessions: dict[str, int] = {}
    approvals: dict[int, tuple[str, str, int, int, str]] = {}
    waiting: dict[int, tuple[int, str, int, int, int]] = {}
    anchors: dict[int, tuple[str, int, int, str, int]] = {}
    day: str = ""
    adopted: int = 0
    whole: bool = False


def read_house(house: House, rows: Iterable[tuple[Row, Body]], reading: Reading) -> None:
    """Reads the chain of the house, row after row; raises Broken where the money of one is not what
    it says."""
    postings: dict[int, dict[int, int]] = {}
    sql = "SELECT seq, account_id, cents FROM posting WHERE table_id = 0 AND round = 0"
    for seq, account, cents in reading.execute(sql):
        moves = postings.setdefault(seq, {})
        moves[account] = moves.get(account, 0) + cents
    # Deposits of before there was such a chain name accounts that it lists only later.
    sql = "SELECT id FROM account WHERE kind = 'cage'"
    cage = next((row[0] for row in reading.execute(sql)), 0)
    for row, body in rows:
        moves = postings.pop(row.seq, {})
        wanted = {}
        if isinstance(body, Deposited):
            wanted = {body.account: body.cents, cage: -body.cents}
        if moves != wanted:
            reason = "the postings are not those of the row"
            raise Broken(_fault("forged", reason, seq=row.seq))
        _hear(house, row, body)
    if postings:
        raise Broken(_fault("inserted", "postings without an entry", seq=min(postings)))
    house.whole = True


def _hear(house: House, row: Row, body: Body) -> None:
    match body:
        case AccountMade():
            created = 0 if body.at == house.adopted else body.at
            house.accounts[body.account] = Known(
                body.name,
                body.holder,
                body.role,
                body.guest,
                body.disabled,
                body.must_change,
                body.secret,
                body.factor,
                created,
            )
        case AccountChanged():
            known = house.accounts.get(body.account)
            if known is None:
                raise Broken(_fault("forged", "an account that was never made", seq=row.seq))
            for name in ("role", "disabled", "must_change", "secret", "factor"):
                if getattr(body, name) is not None:
                    setattr(known, name, getattr(body, name))
        case SignedIn():
            house.sessions[body.session] = body.account
        case TableListed():
            house.tables[body.table] = (body.game, body.accounts)
        case MeterBegun():
            adopted = body.at == house.adopted
            house.meters[body.account] = (body.name, body.game, body.payments, adopted)
        case SecondAsked():
            asked = (body.what, body.body, body.by, body.at, "pending")
            house.approvals[body.approval] = asked
        case SecondAnswered():
            asked = house.approvals.get(body.approval, ("", "", 0, 0, ""))
            house.approvals[body.approval] = (*asked[:4], "agreed" if body.agreed else "refused")
        case WaitListed():
            house.waiting[body.request] = (body.account, body.sort, body.at, 0, 0)
        case SeatOffered():
            waits = house.waiting.get(body.request, (0, "", 0, 0, 0))
            house.waiting[body.request] = (*waits[:3], body.table, body.until)
        case WaitEnded():
            house.waiting.pop(body.request, None)
        case HouseDay():
            if body.anchor != row.prev or body.before != house.day:
                raise Broken(
                    _fault("altered", "the anchor of the day before is another", seq=row.seq)
                )
            if house.day:
                house.anchors[row.seq] = (house.day, 0, row.seq - 1, row.prev, body.at)
            house.day = body.day
        case Adopted():
            house.adopted = body.at


# -- the tables -----------------------------------------------------------------------------------


class TableFound(msgspec.Struct):
    """What the chain of a table says must be elsewhere. `whole`: the chain was read to its end."""

    table: int
    opened: Opened | None = None
    day: str = ""
    head: tuple[int, int, int, str, int] = (0, 0, 0, "", 0)
    status: str = ""
    seated: set[int] = set()
    shoes: dict[int, tuple[int, str]] = {}
    anchors: dict[int, tuple[str, int, int, str, int]] = {}
    checkpoints: set[int] = set()
    notices: dict[int, list[Any]] = {}
    paid: int = 0
    whole: bool = False

    def accounts(self, reading: Reading) -> Accounts:
        return head(reading, self.table).accounts

    def notice(self, body: NoticeGiven | RulesChanged) -> None:
        if isinstance(body, RulesChanged):
            if body.notice in self.notices:
                self.notices[body.notice][3] = "effective"
        elif body.withdrawn:
            if body.notice in self.notices:
                self.notices[body.notice][3] = "withdrawn"
        else:
            change = Change(0, body.effective_at, body.options, body.limits, body.chip)
            self.notices[body.notice] = [
                body.at, body.effective_at, body.by, "pending",
                msgspec.json.decode(msgspec.json.encode(change)),
                msgspec.json.decode(body.required) if body.required else None,
            ]  # fmt: skip


def compare(
    reading: Reading,
    house: House,
    tables: dict[int, TableFound],
    rows: int,
    mark: str,
    systems: set[int],
) -> Iterator[Fault]:
    """Yields whatever stands in the database that no chain accounts for, or stands otherwise.
    `systems` are the chains of systems."""
    yield from _no_strangers(reading, tables, systems)
    if house.whole:
        yield from _compare_house(reading, house, rows, mark)
    yield from _compare_ledger(reading)
    for table, found in tables.items():
        if found.whole:
            yield from _compare_table(reading, house, table, found)
    if house.whole and all(found.whole for found in tables.values()):
        yield from _compare_meters(reading, house, tables)


def _no_strangers(
    reading: Reading, tables: dict[int, TableFound], systems: set[int]
) -> Iterator[Fault]:
    """Rows of no table, or of places that no chain has."""
    known = tables.keys() | {THE_HOUSE} | systems
    for name in ("entry", "posting", "checkpoint", "shoe", "anchor", "notice", "seat"):
        for (table,) in reading.execute(f"SELECT DISTINCT table_id FROM {name} ORDER BY table_id"):
            if table not in known:
                yield _fault("inserted", f"{name}: rows of a table that is not there", table)
    for name in ("entry", "posting", "checkpoint"):
        sql = f"SELECT table_id, MIN(round) FROM {name} WHERE round < 0 GROUP BY table_id"
        for table, round_ in reading.execute(sql):
            yield _fault("inserted", f"{name}: a round before the first", table, round_)
    sql = (
        "SELECT p.table_id, p.round, p.seq FROM posting p LEFT JOIN entry e ON "
        "e.table_id = p.table_id AND e.round = p.round AND e.seq = p.seq "
        f"WHERE e.table_id IS NULL ORDER BY 1, 2, 3 LIMIT {SHOWN_MAX}"
    )
    for table, round_, seq in reading.execute(sql):
        yield _fault("inserted", "postings without an entry", table, round_, seq)
    sql = (
        "SELECT table_id, round, seq, SUM(cents) FROM posting GROUP BY table_id, round, seq "
        f"HAVING SUM(cents) <> 0 OR MIN(line) <> 0 OR MAX(line) <> COUNT(*) - 1 LIMIT {SHOWN_MAX}"
    )
    for table, round_, seq, cents in reading.execute(sql):
        reason = "the postings do not sum to zero" if cents else "the lines of the postings"
        yield _fault("forged" if cents else "altered", reason, table, round_, seq)
    for name in ("entry", "checkpoint"):
        sql = f"SELECT table_id, COUNT(*) FROM {name} WHERE table_id > 0 GROUP BY table_id"
        for table, count in reading.execute(sql):
            found = tables.get(table)
            if found is None or not found.whole:
                continue
            wanted = found.head[0] if name == "entry" else len(found.checkpoints)
            if count != wanted:
                yield _fault(
                    "inserted", f"{name}: {count} rows, of which the chain has {wanted}", table
                )


def _compare_house(reading: Reading, house: House, rows: int, mark: str) -> Iterator[Fault]:
    found = reading.execute("SELECT n, hash, day FROM book WHERE id = 0").first()
    if found is None or tuple(found) != (rows, mark, house.day):
        yield _fault(
            "missing",
            "the head of the chain of the house says that there is more, or less",
            seq=rows,
        )
    yield from _compare_accounts(reading, house)
    for session, account in reading.execute("SELECT id, account_id FROM session"):
        if house.sessions.get(hex_digest(session.encode())) != account:
            yield _fault("inserted", f"a session of account {account} that nobody signed in to")
    sql = "SELECT id, what, body, by_account, at, status FROM approval"
    approvals = {row[0]: tuple(row[1:]) for row in reading.execute(sql)}
    for number in sorted(approvals.keys() | house.approvals.keys()):
        if approvals.get(number) != house.approvals.get(number):
            yield _fault("altered", f"approval {number} is not the one recorded")
    sql = "SELECT id, account_id, sort, at, table_id, until FROM waiting"
    waiting = {row[0]: tuple(row[1:]) for row in reading.execute(sql)}
    for number in sorted(waiting.keys() | house.waiting.keys()):
        if waiting.get(number) != house.waiting.get(number):
            yield _fault("altered", f"request {number} for a seat is not the one recorded")
    yield from _compare_anchors(reading, THE_HOUSE, house.anchors)


def _compare_accounts(reading: Reading, house: House) -> Iterator[Fault]:
    sql = (
        "SELECT id, name, kind, role, guest, disabled, must_change, password, factor, created_at "
        "FROM account"
    )
    seen = set()
    for account, name, kind, role, guest, disabled, must, stored, factor, at in reading.execute(
        sql
    ):
        seen.add(account)
        known = house.accounts.get(account)
        if known is None:
            yield _fault("inserted", f"account {account} ({name}) was never made")
            continue
        now = Known(
            name,
            kind,
            role,
            bool(guest),
            bool(disabled),
            bool(must),
            hex_digest(stored.encode()),
            hex_digest(factor.encode()) if factor else "",
            at if known.created_at else 0,
        )
        for field in Known.__struct_fields__:
            if getattr(now, field) != getattr(known, field):
                yield _fault(
                    "altered",
                    f"account {account} ({known.name}): its {field} is not the one recorded",
                )
    for account in sorted(house.accounts.keys() - seen):
        yield _fault("missing", f"account {account} ({house.accounts[account].name})")


def _compare_ledger(reading: Reading) -> Iterator[Fault]:
    sums = dict(
        tuple(row)
        for row in reading.execute("SELECT account_id, SUM(cents) FROM posting GROUP BY account_id")
    )
    total = 0
    sql = (
        "SELECT b.account_id, b.cents, b.person, a.kind FROM balance b LEFT JOIN account a ON "
        "a.id = b.account_id ORDER BY b.account_id"
    )
    for account, cents, person, kind in reading.execute(sql):
        total += cents
        if cents != int(sums.pop(account, 0)):
            yield _fault("forged", f"account {account}: its balance is not what its postings are")
        if kind is None:
            yield _fault("inserted", f"a balance of account {account}, which is not there")
        elif bool(person) != (kind == PERSON) and cents >= 0:
            yield _fault("altered", f"account {account}: whether it may be below nothing")
        if kind == PERSON and cents < 0:
            yield _fault("forged", f"account {account} holds {format_dollars(cents)}")
    for account in sorted(account for account, cents in sums.items() if int(cents)):
        yield _fault("forged", f"postings on account {account}, which has no balance")
    sql = "SELECT id FROM account WHERE id NOT IN (SELECT account_id FROM balance)"
    for (account,) in reading.execute(sql):
        yield _fault("missing", f"the balance of account {account}")
    if total:
        yield _fault("forged", f"the ledger sums to {format_dollars(total)}")


def _compare_table(
    reading: Reading, house: House, table: int, found: TableFound
) -> Iterator[Fault]:
    opened = found.opened
    sql = (
        "SELECT name, pit, game, status, n, round, seq, hash, at, inventory_id, layout_id, "
        "vigorish_id, jackpot_id FROM gaming_table WHERE id = ?"
    )
    row = reading.execute(sql, (table,)).first()
    if row is None or opened is None:
        yield _fault("missing", "the table has no head", table)
        return
    names = ("name", "pit", "game", "status", "rows", "round", "seq", "hash", "time")
    wanted = (opened.name, opened.pit, opened.game, found.status, *found.head)
    for name, was, is_ in zip(names, wanted, row[:9], strict=True):
        if was != is_:
            yield _fault(
                "altered",
                f"the head of the table: its {name} is {is_!r}, not {was!r}",
                table,
                *found.head[1:3],
            )
    if house.whole and house.tables.get(table) != (opened.game, tuple(row[9:])):
        yield _fault("altered", "its accounts are not those recorded, or nobody opened it", table)
    sql = "SELECT number, round, commitment FROM shoe WHERE table_id = ?"
    shoes = {number: (round_, mark) for number, round_, mark in reading.execute(sql, (table,))}
    for number in sorted(shoes.keys() | found.shoes.keys()):
        if shoes.get(number) != found.shoes.get(number):
            yield _fault("altered", f"shoe {number} is not the one committed to", table)
    sql = "SELECT account_id FROM seat WHERE table_id = ?"
    if {one[0] for one in reading.execute(sql, (table,))} != found.seated:
        yield _fault("altered", "who sits here is not as recorded", table)
    yield from _compare_notices(reading, table, found)
    yield from _compare_anchors(reading, table, found.anchors)


def _compare_notices(reading: Reading, table: int, found: TableFound) -> Iterator[Fault]:
    sql = (
        "SELECT id, given_at, effective_at, by_account, status, change, required FROM notice "
        "WHERE table_id = ?"
    )
    given: dict[int, list[Any]] = {}
    for number, *fields, change, required in reading.execute(sql, (table,)):
        try:
            said = [msgspec.json.decode(change), msgspec.json.decode(required)]
        except msgspec.MsgspecError:
            said = [None, None]
        given[number] = [*fields, *said]
    for number in sorted(given.keys() | found.notices.keys()):
        was, now = found.notices.get(number), given.get(number)
        if was is not None and now is not None and was[5] is None:
            now[5] = None  # written before rows said what notice was needed
        if was != now:
            yield _fault("altered", f"notice {number} is not the one recorded", table)


def _compare_anchors(
    reading: Reading, table: int, wanted: dict[int, tuple[str, int, int, str, int]]
) -> Iterator[Fault]:
    sql = "SELECT n, day, round, seq, hash, made_at FROM anchor WHERE table_id = ?"
    found = {row[0]: tuple(row[1:]) for row in reading.execute(sql, (table,))}
    for n in sorted(found.keys() | wanted.keys()):
        if n not in found:
            yield _fault("missing", f"the anchor of {wanted[n][0]}", table)
        elif found[n] != wanted.get(n):
            yield _fault("altered", f"the anchor of {found[n][0]} is another", table)


def _compare_meters(
    reading: Reading, house: House, tables: dict[int, TableFound]
) -> Iterator[Fault]:
    paid: dict[int, int] = {}
    for table, found in tables.items():
        jackpot = house.tables[table][1][3] if table in house.tables else 0
        paid[jackpot] = paid.get(jackpot, 0) + found.paid
    sql = "SELECT account_id, name, game, payments FROM meter"
    meters = {row[0]: tuple(row[1:]) for row in reading.execute(sql)}
    for account in sorted(meters.keys() | house.meters.keys()):
        if account not in house.meters or account not in meters:
            yield _fault("altered", f"the meter of account {account} is not as recorded")
            continue
        name, game, payments, adopted = house.meters[account]
        is_name, is_game, is_paid = meters[account]
        wrong = is_paid < payments if adopted else is_paid != payments + paid.get(account, 0)
        if (is_name, is_game) != (name, game) or wrong:
            yield _fault("altered", f"the meter {name} is not as recorded")
