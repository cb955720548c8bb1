"""SQLite's write-ahead log, carried over into the database file beside the writer.

By itself SQLite does so in the middle of a commit, every thousand pages: whoever waits for that
commit waits for two flushes and all the pages between them. Here a thread of its own does it
while the writer goes on. What the writer added meanwhile is little; it carries that over itself,
and the log begins anew: so it does not grow for ever."""

from __future__ import annotations

import threading
from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

# Seldom, because whoever commits meanwhile has to share the disk, and because pages that change
# again and again are then carried over once.
ROWS_BETWEEN = 16_384
# When the log has grown to so many pages it begins anew: 32 MiB.
PAGES_MAX = 8_192
CARRY_OVER = "PRAGMA wal_checkpoint(PASSIVE)"


class WalKeeper:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._rows = 0
        self._begin_anew = False
        self._due = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def committed(self, connection: Any, rows: int) -> None:
        """The writer has committed so many rows, and is in no transaction."""
        self._rows += rows
        if self._begin_anew:
            self._begin_anew = False
            cursor = connection.cursor()
            try:
                cursor.execute(CARRY_OVER).fetchone()
            except self._engine.dialect.loaded_dbapi.Error:
                pass  # what was committed is in the log, whole: a later time will do
            finally:
                cursor.close()
        if self._rows >= ROWS_BETWEEN:
            self._rows = 0
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="pitboss log keeper", daemon=True
                )
                self._thread.start()
            self._due.set()

    def stop(self) -> None:
        self._stopping = True
        self._due.set()
        if self._thread is not None:
            self._thread.join(timeout=15)

    def _run(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            if self._stopping:
                return
            try:
                with self._engine.connect() as connection:
                    raw = connection.connection.driver_connection
                    assert raw is not None
                    _busy, pages, _done = raw.execute(CARRY_OVER).fetchone()
            except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
                continue
            if pages >= PAGES_MAX:
                self._begin_anew = True
