"""Reading tables from the database: the last checkpoint, and the rows since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.equipment.cards import parse_cards
from pitboss.store.database import Database, Reading
from pitboss.store.live import (
    Accounts,
    Live,
    Refused,
    apply,
    begin,
    end_procedure,
    from_checkpoint,
    wait,
)
from pitboss.store.rows import Ended, Entered, Opened, Row, decode
from pitboss.store.shoes import ShoeOrder, restored
from pitboss.table.entries import Entry, parse_entry
from pitboss.table.game import Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

HEAD = (
    "SELECT id, status, n, round, seq, hash, at, inventory_id, layout_id, vigorish_id, jackpot_id"
    " FROM gaming_table"
)


class Head(msgspec.Struct, frozen=True):
    """A table's row: where its chain ends, and its accounts."""

    id: int
    status: str
    n: int
    round: int
    seq: int
    hash: str
    at: int
    inventory_id: int
    layout_id: int
    vigorish_id: int
    jackpot_id: int


def head(db: Database, connection: Reading, table_id: int) -> Head:
    sql = db.sql(f"{HEAD} WHERE id = ?")
    found = connection.exec_driver_sql(sql, (table_id,)).fetchone()
    if found is None:
        raise Refused(404, "no-such-table", f"there is no table {table_id}")
    return Head(*found)


def rows_after(
    db: Database, connection: Reading, table_id: int, round_: int, seq: int, limit: int = 0
) -> Iterator[Row]:
    """The rows behind that place, in order."""
    sql = (
        "SELECT table_id, round, seq, body, prev_hash, hash FROM entry WHERE table_id = ? AND "
        "(round > ? OR (round = ? AND seq > ?)) ORDER BY round, seq"
    )
    if limit:
        sql += f" LIMIT {int(limit)}"
    for found in connection.exec_driver_sql(db.sql(sql), (table_id, round_, round_, seq)):
        yield Row(*found)


def rows_of_round(db: Database, connection: Reading, table_id: int, round_: int) -> list[Row]:
    sql = (
        "SELECT table_id, round, seq, body, prev_hash, hash FROM entry "
        "WHERE table_id = ? AND round = ? ORDER BY seq"
    )
    found = connection.exec_driver_sql(db.sql(sql), (table_id, round_))
    return [Row(*one) for one in found]


def load_shoe(db: Database, connection: Reading, table_id: int, number: int) -> ShoeOrder:
    sql = db.sql("SELECT salt, cards FROM shoe WHERE table_id = ? AND number = ?")
    found = connection.exec_driver_sql(sql, (table_id, number)).fetchone()
    assert found is not None, f"table {table_id} has no shoe {number}"
    return restored(number, found[0], bytes(parse_cards(found[1])))


def load(db: Database, connection: Reading, table_id: int) -> Live:
    """The table as the database has it."""
    found = head(db, connection, table_id)
    live = _opened(db, connection, found)

    def shoe(number: int) -> ShoeOrder:
        return load_shoe(db, connection, table_id, number)

    sql = db.sql(
        "SELECT round, n, hash, state FROM checkpoint WHERE table_id = ? "
        "ORDER BY round DESC LIMIT 1"
    )
    point = connection.exec_driver_sql(sql, (table_id,)).fetchone()
    assert point is not None
    from_checkpoint(live, point[3], shoe)
    live.round, live.n, live.hash = point[0] + 1, point[1], point[2]
    live.seq = 0
    live.at = found.at
    for row in rows_after(db, connection, table_id, point[0], 1 << 40):
        apply(live, row, row.read(), shoe)
    wait(live)
    if live.last_round:
        played = replay_round(db, connection, live, live.last_round)
        assert played.receipt is not None
        live.last = played.receipt
        live.last_owners = {
            seat: who.account
            for seat, who in played.live.seats.items()
            if seat in played.receipt.cash
        }
    return live


def _opened(db: Database, connection: Reading, found: Any) -> Live:
    accounts = Accounts(found.inventory_id, found.layout_id, found.vigorish_id, found.jackpot_id)
    sql = db.sql("SELECT body FROM entry WHERE table_id = ? AND round = 0 AND seq = 0")
    text = connection.exec_driver_sql(sql, (found.id,)).scalar_one()
    body = decode(text)
    assert isinstance(body, Opened)
    return begin(found.id, accounts, body)


class PlayedRound(msgspec.Struct):
    """A procedure of the past: the table before it, with the rules and seats of the time."""

    live: Live
    before: Table
    entries: list[Entry]
    receipt: Receipt | None
    rows: list[Row]


def replay_round(db: Database, connection: Reading, live: Live, round_: int) -> PlayedRound:
    """Run one procedure of the past again."""

    def shoe(number: int) -> ShoeOrder:
        return load_shoe(db, connection, live.id, number)

    sql = db.sql("SELECT state FROM checkpoint WHERE table_id = ? AND round = ?")
    state = connection.exec_driver_sql(sql, (live.id, round_ - 1)).scalar_one_or_none()
    rows = rows_of_round(db, connection, live.id, round_)
    if state is None or not rows or round_ < 1:
        raise Refused(404, "no-such-round", f"table {live.id} has no procedure {round_}")
    past = begin(live.id, live.accounts, live.opened)
    from_checkpoint(past, state, shoe)
    ended = False
    entries: list[Entry] = []
    for row in rows:
        body = row.read()
        if isinstance(body, Ended):
            ended = True
        elif isinstance(body, Entered):
            entries.append(parse_entry(body.entry))
            past.round, past.seq = row.round, row.seq
        else:
            apply(past, row, body, shoe)
    past.entries = tuple(entries)
    past.round = round_
    if not ended:
        return PlayedRound(past, past.table, entries, None, rows)
    outcome = play(past.game, past.rules, past.table, entries, by_hand=past.by_hand)
    assert not isinstance(outcome, Waiting)
    return PlayedRound(past, past.table, entries, outcome, rows)


__all__ = ["PlayedRound", "end_procedure", "head", "load", "load_shoe", "replay_round",
           "rows_after", "rows_of_round"]  # fmt: skip
