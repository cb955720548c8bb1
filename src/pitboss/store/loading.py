"""Reading tables from the database: the last checkpoint, and the rows since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.equipment.cards import parse_cards
from pitboss.errors import PitbossError
from pitboss.store.database import Reading
from pitboss.store.live import Accounts, Live, apply, begin, from_checkpoint, wait
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import Ended, Entered, Opened, Row, decode
from pitboss.store.shoes import ShoeOrder, restored
from pitboss.table.entries import Entry, parse_entry
from pitboss.table.game import Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

ROW = "SELECT table_id, round, seq, body, prev_hash, hash FROM entry"


class Head(msgspec.Struct, frozen=True):
    """Where the chain of a table ends (after `n` rows, the last of which has that hash and was
    written at that time), and the table's accounts."""

    table: int
    n: int
    hash: str
    at: int
    accounts: Accounts


HEAD = "SELECT id, n, hash, at, inventory_id, layout_id, vigorish_id, jackpot_id FROM gaming_table"


def heads(reading: Reading, *, closed: bool = True) -> list[Head]:
    """Returns the head of every table, with or without those that are closed."""
    where = "" if closed else "WHERE status <> 'closed'"
    return [_head(found) for found in reading.execute(f"{HEAD} {where} ORDER BY id")]


def rows_since(reading: Reading, at: int) -> dict[int, int]:
    """Returns how many rows those tables have of which the last was written since then."""
    sql = "SELECT id, n FROM gaming_table WHERE at >= ? ORDER BY id"
    return dict(reading.execute(sql, (at,)))


def head(reading: Reading, table: int) -> Head:
    found = reading.execute(f"{HEAD} WHERE id = ?", (table,)).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {table}")
    return _head(found)


def _head(found: Any) -> Head:
    table, n, mark, at, *accounts = found
    return Head(table, n, mark, at, Accounts(*accounts))


def rows_after(reading: Reading, table: int, round_: int, seq: int, limit: int = 0) -> list[Row]:
    """Returns the rows behind that place, in order."""
    sql = f"{ROW} WHERE table_id = ? AND (round > ? OR (round = ? AND seq > ?)) ORDER BY round, seq"
    if limit:
        sql += f" LIMIT {int(limit)}"
    return [Row(*found) for found in reading.execute(sql, (table, round_, round_, seq))]


def rows_of_rounds(reading: Reading, table: int, first: int, last: int) -> list[Row]:
    """Returns the rows of the procedures from `first` to `last`, in order."""
    sql = f"{ROW} WHERE table_id = ? AND round BETWEEN ? AND ? ORDER BY round, seq"
    return [Row(*found) for found in reading.execute(sql, (table, first, last))]


def load_shoe(reading: Reading, table: int, number: int) -> ShoeOrder:
    sql = "SELECT salt, cards FROM shoe WHERE table_id = ? AND number = ?"
    found = reading.execute(sql, (table, number)).first()
    assert found is not None, f"table {table} has no shoe {number}"
    return restored(number, found[0], bytes(parse_cards(found[1])))


def shoes_of(reading: Reading, table: int) -> Callable[[int], ShoeOrder]:
    return lambda number: load_shoe(reading, table, number)


def load(reading: Reading, table: int) -> Live:
    """Returns the table as the database has it. One that cannot be made out (it is damaged, or its
    round under way is not one of this software's) is set aside: Refused says why."""
    known = head(reading, table)
    try:
        return _load(reading, table, known)
    except (PitbossError, msgspec.MsgspecError, AssertionError, LookupError, TypeError,
            ValueError, AttributeError) as error:  # fmt: skip
        raise Refused(
            Kind.SET_ASIDE, f"table {table} is set aside: {type(error).__name__}: {error}"[:200]
        ) from error


def _load(reading: Reading, table: int, known: Head) -> Live:
    sql = "SELECT body FROM entry WHERE table_id = ? AND round = 0 AND seq = 0"
    opened = decode(reading.execute(sql, (table,)).value())
    assert isinstance(opened, Opened)
    live = begin(table, known.accounts, opened)
    sql = "SELECT round, n, hash, state FROM checkpoint WHERE table_id = ? ORDER BY round DESC"
    round_, n, mark, state = reading.execute(f"{sql} LIMIT 1", (table,)).first()
    shoe = shoes_of(reading, table)
    from_checkpoint(live, state, shoe)
    live.round, live.seq, live.n, live.hash = round_ + 1, 0, n, mark
    live.at = known.at
    for row in rows_after(reading, table, round_, 1 << 40):
        apply(live, row, row.read(), shoe)
    wait(live)
    if live.last_round:
        _show_last_round(reading, live)
    return live


def _show_last_round(reading: Reading, live: Live) -> None:
    """Runs the last round again, for those who look at the table. One that other software wrote may
    not come out: then there is none to look at."""
    try:
        played = replay_round(reading, live, live.last_round)
    except (PitbossError, AssertionError, LookupError, TypeError, ValueError, AttributeError):
        return
    assert played.receipt is not None
    live.last = played.receipt
    live.last_owners = {
        seat: who.account for seat, who in played.live.seats.items() if seat in played.receipt.cash
    }


class PlayedRound(msgspec.Struct):
    """A procedure of the past: the table before it, with the rules and seats of the time; `began`
    says whether anybody sat there when the one before it ended, so that it began at once."""

    live: Live
    before: Table
    entries: list[Entry]
    receipt: Receipt | None
    rows: list[Row]
    began: bool = True


def replay_round(
    reading: Reading, live: Live, round_: int, *, upto: int | None = None
) -> PlayedRound:
    """Runs one procedure of the past again, all of it or up to the row of that number."""
    sql = "SELECT state FROM checkpoint WHERE table_id = ? AND round = ?"
    state = reading.execute(sql, (live.id, round_ - 1)).first()
    rows = rows_of_rounds(reading, live.id, round_, round_)
    if upto is not None:
        rows = [row for row in rows if row.seq <= upto]
    if state is None or not rows or round_ < 1:
        raise Refused(Kind.NO_SUCH_ROUND, f"table {live.id} has no procedure {round_}")
    past = begin(live.id, live.accounts, live.opened)
    shoe = shoes_of(reading, live.id)
    from_checkpoint(past, state[0], shoe)
    began = bool(past.table.seats)
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
        return PlayedRound(past, past.table, entries, None, rows, began)
    outcome = play(past.game, past.rules, past.table, entries, by_hand=past.by_hand)
    assert not isinstance(outcome, Waiting)
    return PlayedRound(past, past.table, entries, outcome, rows, began)
