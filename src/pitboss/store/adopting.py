"""A store of before there was a chain of the house: what is found there is put on record, so that
whatever happens to it from then on shows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from pitboss import __version__
from pitboss.chain import NO_HASH, hex_digest
from pitboss.store.rows import (
    THE_HOUSE,
    AccountMade,
    Adopted,
    Body,
    MeterBegun,
    SignedIn,
    TableListed,
    make_row,
)


def adopt(connection: Connection) -> None:
    """Writes the head of the chain of the house, and rows for whatever there is already."""
    found = connection.execute(
        text("SELECT seq, hash FROM entry WHERE table_id = 0 ORDER BY seq DESC LIMIT 1")
    ).first()
    n, mark = (found[0] + 1, found[1]) if found is not None else (0, NO_HASH)
    now = time.time_ns() // 1_000_000
    bodies = list(_what_there_is(connection, now))
    if bodies:
        bodies.insert(0, Adopted(now, 0, __version__))
    for body in bodies:
        row = make_row(THE_HOUSE, 0, n, mark, body)
        connection.execute(
            text(
                "INSERT INTO entry (table_id, round, seq, body, prev_hash, hash) "
                "VALUES (0, 0, :seq, :body, :prev, :hash)"
            ),
            {"seq": row.seq, "body": row.body, "prev": row.prev, "hash": row.hash},
        )
        n, mark = n + 1, row.hash
    connection.execute(
        text("INSERT INTO book (id, n, hash, at, day) VALUES (0, :n, :hash, :at, '')"),
        {"n": n, "hash": mark, "at": now},
    )
    for table, account in _seated(connection):
        connection.execute(
            text("INSERT INTO seat (table_id, account_id) VALUES (:table, :account)"),
            {"table": table, "account": account},
        )


def _seated(connection: Connection) -> Iterator[tuple[int, int]]:
    """Yields who sits where: as the last checkpoint of a table says, or a later row."""
    tables = connection.execute(text("SELECT id FROM gaming_table WHERE status <> 'closed'"))
    for (table,) in list(tables):
        last = connection.execute(
            text("SELECT round, state FROM checkpoint WHERE table_id = :t ORDER BY round DESC"),
            {"t": table},
        ).first()
        if last is None:
            continue
        seats = msgspec.json.decode(last[1])["seats"]
        later = connection.execute(
            text("SELECT body FROM entry WHERE table_id = :t AND round > :r ORDER BY round, seq"),
            {"t": table, "r": last[0]},
        )
        for (body,) in later:
            said = msgspec.json.decode(body)
            seats = said["seats"] if said["kind"] == "seats" else seats
        for account in sorted({who[0] for who in seats.values()}):
            yield table, account


def _what_there_is(connection: Connection, now: int) -> Iterator[Body]:
    """Yields a row for each account, table, meter and session of before there was a chain."""

    def rows(sql: str) -> list[Any]:
        return list(connection.execute(text(sql)))

    for account, name, kind, role, password, must_change, disabled, guest in rows(
        "SELECT id, name, kind, role, password, must_change, disabled, guest FROM account "
        "ORDER BY id"
    ):
        yield AccountMade(
            now,
            0,
            account,
            name,
            kind,
            role,
            bool(guest),
            bool(disabled),
            bool(must_change),
            hex_digest(password.encode()),
        )
    for table, game, *accounts in rows(
        "SELECT id, game, inventory_id, layout_id, vigorish_id, jackpot_id FROM gaming_table "
        "ORDER BY id"
    ):
        yield TableListed(now, 0, table, game, tuple(accounts))
    for account, name, game, payments in rows(
        "SELECT account_id, name, game, payments FROM meter ORDER BY account_id"
    ):
        yield MeterBegun(now, 0, account, name, game, payments)
    for session, account in rows("SELECT id, account_id FROM session ORDER BY id"):
        yield SignedIn(now, 0, account, "", hex_digest(session.encode()))
