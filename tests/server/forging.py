"""Whoever has the database may do anything to it: here that is done, guards put aside and put back
as a careful forger would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from pitboss.chain import NO_HASH
from pitboss.store.database import Database
from pitboss.store.rows import row_hash

GUARDED = ("entry", "posting", "gaming_table", "book")


class Forger:
    """Statements with `?` for their values, on a connection without guards."""

    def __init__(self, db: Database, connection: Any) -> None:
        self.db, self.connection = db, connection

    def run(self, sql: str, *values: Any) -> int:
        text = sql if self.db.is_sqlite else sql.replace("%", "%%").replace("?", "%s")
        return int(self.connection.exec_driver_sql(text, values or None).rowcount)

    def rows(self, sql: str, *values: Any) -> list[Any]:
        text = sql if self.db.is_sqlite else sql.replace("%", "%%").replace("?", "%s")
        return list(self.connection.exec_driver_sql(text, values or None))

    def value(self, sql: str, *values: Any) -> Any:
        return self.rows(sql, *values)[0][0]

    def chain_anew(self, table: int) -> None:
        """Makes the hashes of a chain anew, from its first row to its head, and what else names
        them."""
        prev, n = NO_HASH, 0
        sql = "SELECT round, seq, body FROM entry WHERE table_id = ? ORDER BY round, seq"
        for round_, seq, body in self.rows(sql, table):
            said = msgspec.json.decode(body)
            if said["kind"] in ("day", "house-day"):
                said["anchor"] = prev
                body = msgspec.json.encode(said).decode()
            mark = row_hash(prev, table, round_, seq, body)
            self.run(
                "UPDATE entry SET body = ?, prev_hash = ?, hash = ? WHERE table_id = ? AND "
                "round = ? AND seq = ?",
                body,
                prev,
                mark,
                table,
                round_,
                seq,
            )
            n += 1
            sql = "UPDATE checkpoint SET hash = ? WHERE table_id = ? AND n = ?"
            self.run(sql, mark, table, n)
            self.run("UPDATE anchor SET hash = ? WHERE table_id = ? AND n = ?", mark, table, n)
            prev = mark
        if table > 0:
            self.run("UPDATE gaming_table SET n = ?, hash = ? WHERE id = ?", n, prev, table)
        else:
            self.run("UPDATE book SET n = ?, hash = ? WHERE id = ?", n, prev, table)


@contextmanager
def forger(db: Database) -> Iterator[Forger]:
    """Yields a connection without guards; they are all there again afterwards."""
    with db.write() as connection:
        if db.is_sqlite:
            sql = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            guards = list(connection.exec_driver_sql(sql))
            for name, _ in guards:
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
            connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
            try:
                yield Forger(db, connection)
            finally:
                connection.exec_driver_sql("PRAGMA ignore_check_constraints=OFF")
            for _, text in guards:
                connection.exec_driver_sql(text)
        else:
            for table in GUARDED:
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            yield Forger(db, connection)
            for table in GUARDED:
                connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER ALL")
