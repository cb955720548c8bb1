"""The casino's chain: adding a row, with what it moves, and finding rows by what they are about."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.store.casino.ledger import CasinoAccounts, moves_of
from pitboss.store.casino.rows import (
    TOURNAMENT_TABLE,
    TRAINING_TABLE,
    CasinoRow,
    ShiftBegan,
    decode,
)
from pitboss.store.database import Reading
from pitboss.store.rows import THE_CASINO
from pitboss.store.writer import Batch

ENTRY = "casino_entry (seq, at, day, shift, kind, table_id, account_id, by_account, second, cents)"
ROWS_MAX = 100_000


class Shift(msgspec.Struct, frozen=True):
    """A shift of a gaming day: which row of the chain began it, when, and what the trays held."""

    day: str
    number: int
    seq: int
    at: int
    by: int
    trays: dict[int, int]


class Entry(msgspec.Struct, frozen=True):
    """A row of the casino's chain, by its number."""

    seq: int
    body: CasinoRow

    @property
    def kind(self) -> str:
        return kind_of(self.body)


def kind_of(body: CasinoRow) -> str:
    return str(body.__struct_config__.tag)


def index_of(seq: int, body: CasinoRow) -> tuple[Any, ...]:
    """What stands in `casino_entry` for a row."""
    return (
        seq,
        body.at,
        body.day,
        body.shift,
        kind_of(body),
        body.table,
        body.account,
        body.by,
        body.second,
        body.cents,
    )


def note(batch: Batch, body: CasinoRow, accounts: CasinoAccounts | None = None) -> int:
    """Adds a row to the chain, moves what it says, and returns its number."""
    batch.lock_book(THE_CASINO)
    # The chain may add a row of its own before this one, where a gaming day begins.
    moves = {} if accounts is None else moves_of(body, accounts)  # type: ignore[arg-type]
    batch.record(body, moves, book=THE_CASINO)
    n, _, _ = batch.lock_book(THE_CASINO)
    batch.insert_later(ENTRY, index_of(n - 1, body))
    return n - 1


def current_shift(reading: Reading, today: str) -> Shift:
    """The shift under way; number 0 where none was ever begun."""
    found = reading.execute("SELECT MAX(seq) FROM casino_entry WHERE kind = 'shift'").first()
    if found is None or found[0] is None:
        return Shift(today, 0, -1, 0, 0, {})
    return _shift(Entry(found[0], _body(reading, found[0])))


def _body(reading: Reading, seq: int) -> Any:
    sql = "SELECT body FROM entry WHERE table_id = ? AND round = 0 AND seq = ?"
    return decode(reading.execute(sql, (THE_CASINO, seq)).value())


def _shift(entry: Entry) -> Shift:
    body = entry.body
    assert isinstance(body, ShiftBegan)
    return Shift(body.day, body.shift, entry.seq, body.at, body.by, dict(body.trays))


def shifts_of(reading: Reading, day: str) -> list[Shift]:
    """The shifts of a gaming day, in order; then the one that came after them, if there is one."""
    begun = [_shift(entry) for entry in entries(reading, day=day, kind="shift")]
    if begun:
        sql = "SELECT MIN(seq) FROM casino_entry WHERE kind = 'shift' AND seq > ?"
        after = reading.execute(sql, (begun[-1].seq,)).value()
        if after is not None:
            begun.append(_shift(Entry(after, _body(reading, after))))
    return begun


def days(reading: Reading) -> list[str]:
    """The gaming days of which the chain has rows, the latest first."""
    sql = "SELECT DISTINCT day FROM casino_entry ORDER BY day DESC"
    return [row[0] for row in reading.execute(sql)]


def entries(
    reading: Reading,
    *,
    day: str = "",
    kind: str = "",
    table: int = 0,
    person: int = 0,
    after: int = -1,
    before: int = 0,
    newest: int = 0,
) -> list[Entry]:
    """Rows of the chain, in order: of a gaming day, of a kind, at a table, by or about a person.
    With `newest`, the latest so many of them."""
    where, values = ["i.seq > ?"], [after]
    for column, value in (("day", day), ("kind", kind), ("table_id", table)):
        if value:
            where.append(f"i.{column} = ?")
            values.append(value)  # type: ignore[arg-type]
    if person:
        where.append("? IN (i.by_account, i.second, i.account_id)")
        values.append(person)
    if before:
        where.append("i.seq < ?")
        values.append(before)
    order = f"DESC LIMIT {int(newest)}" if newest else f"LIMIT {ROWS_MAX}"
    sql = (
        "SELECT i.seq, e.body FROM casino_entry i JOIN entry e ON e.table_id = ? AND "
        f"e.round = 0 AND e.seq = i.seq WHERE {' AND '.join(where)} ORDER BY i.seq {order}"
    )
    found = [Entry(seq, _casino(text)) for seq, text in reading.execute(sql, (THE_CASINO, *values))]
    return found[::-1] if newest else found


def _casino(text: str) -> CasinoRow:
    body = decode(text)
    assert isinstance(body, CasinoRow)
    return body


def trays(reading: Reading, moved: dict[int, int] | None = None) -> dict[int, int]:
    """What the tray of every table holds that is open or not yet empty, vigorish included; `moved`
    is what a transaction under way adds to accounts."""
    sql = (
        "SELECT t.id, t.inventory_id, t.vigorish_id, i.cents, v.cents FROM gaming_table t "
        "JOIN balance i ON i.account_id = t.inventory_id "
        "JOIN balance v ON v.account_id = t.vigorish_id WHERE t.status <> 'closed' "
        "OR i.cents <> 0 OR v.cents <> 0 ORDER BY t.id"
    )
    more, apart = moved or {}, tables_apart(reading)
    return {
        table: cents + more.get(inventory, 0) + owed + more.get(vigorish, 0)
        for table, inventory, vigorish, cents, owed in reading.execute(sql)
        if table not in apart
    }


def tables_apart(reading: Reading) -> set[int]:
    """The tables of tournaments and those for training: what lies in their trays is no money."""
    sql = "SELECT table_id FROM casino_entry WHERE kind IN (?, ?)"
    return {row[0] for row in reading.execute(sql, (TOURNAMENT_TABLE, TRAINING_TABLE))}


def tray_of(batch: Batch, accounts: CasinoAccounts) -> int:
    """What the tray of a table holds, which is locked: its own accounts change with it alone."""
    sql = "SELECT SUM(cents) FROM balance WHERE account_id IN (?, ?)"
    own = (accounts.inventory, accounts.vigorish)
    moved = sum(batch.moved.get(account, 0) for account in own)
    return int(batch.execute(sql, own).value()) + moved
