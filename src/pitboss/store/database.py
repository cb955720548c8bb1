"""The database by URL: SQLite (WAL) or PostgreSQL, brought up to date before it is used.

Whatever reads goes through SQLAlchemy. The writer has a connection of its own and speaks to the
driver itself: it sends the same dozen statements thousands of times a second."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from pitboss.errors import BadInput, PitbossError
from pitboss.store.wal import WalKeeper


class Unavailable(Exception):
    """The database cannot be reached or written: a full disk, a server that is gone."""


class Damaged(PitbossError):
    """The file of the database is not whole, or is not one of pitboss's."""


class Conflict(Exception):
    """A key is taken: another process was faster."""


class Reading(Protocol):
    """Whatever answers a statement with `?` for its values: a snapshot, or the writer's
    transaction."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows: ...


class Rows:
    """The rows of a statement, all of them read."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[Any]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def first(self) -> Any:
        """Returns the first row, or None where there is none."""
        return self._rows[0] if self._rows else None

    def value(self) -> Any:
        """Returns what stands in the one row that there is."""
        assert len(self._rows) == 1, f"expected one row, not {len(self._rows)}"
        return self._rows[0][0]


class Snapshot:
    """A connection that reads."""

    __slots__ = ("_connection", "_sql")

    def __init__(self, connection: Connection, sql: Callable[[str], str]) -> None:
        self._connection = connection
        self._sql = sql

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        result = self._connection.exec_driver_sql(self._sql(sql), tuple(values) or None)
        return Rows(list(result.fetchall()))


class Transaction:
    """A transaction of the writer's, under way. `rows` counts what it has written, as far as
    that is known."""

    __slots__ = ("_cursor", "_sql", "rows")

    def __init__(self, cursor: Any, sql: Callable[[str], str]) -> None:
        self._cursor = cursor
        self._sql = sql
        self.rows = 0

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        cursor = self._cursor
        cursor.execute(self._sql(sql), tuple(values))
        self.rows += max(cursor.rowcount, 0)
        return Rows(cursor.fetchall() if cursor.description is not None else [])

    def many(self, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
        """Executes the statement, with `?` for its values, once for each of them."""
        if values:
            self._cursor.executemany(self._sql(statement), values)
            self.rows += len(values)

    def insert(self, into: str, rows: Sequence[tuple[Any, ...]], tail: str = "") -> None:
        """Inserts the rows. `into` names the table and its columns; `tail` ends the statement."""
        self.rows += len(rows)
        for part in _portions(rows):
            sql = self._sql(_insertion(into, len(part[0]), len(part), tail))
            self._cursor.execute(sql, tuple(chain.from_iterable(part)))

    def update(self, table: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
        """Gives rows that there are these values. The first column is their key."""
        self.rows += len(rows)
        for part in _portions(rows):
            sql = self._sql(_alteration(table, columns, len(part)))
            self._cursor.execute(sql, tuple(chain.from_iterable(part)))


# One statement for many rows: the driver lets other threads in with every one that it executes. Not
# for more, so that not too many of them need be prepared.
ROWS_A_STATEMENT = 64


def _portions(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        yield rows[start : start + ROWS_A_STATEMENT]


@lru_cache(maxsize=1000)
def _insertion(into: str, columns: int, rows: int, tail: str) -> str:
    """Returns the statement that inserts so many rows."""
    places = ",".join([f"({','.join('?' * columns)})"] * rows)
    return f"INSERT INTO {into} VALUES {places} {tail}"


@lru_cache(maxsize=1000)
def _alteration(table: str, columns: tuple[str, ...], rows: int) -> str:
    """Returns the statement that changes so many rows."""
    places = ",".join([f"({','.join('?' * len(columns))})"] * rows)
    sets = ", ".join(f"{name} = given.column{at}" for at, name in enumerate(columns[1:], 2))
    return (
        f"UPDATE {table} SET {sets} FROM (VALUES {places}) AS given "
        f"WHERE {table}.{columns[0]} = given.column1"
    )


def default_url() -> str:
    """Returns the address of a file in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{base / 'pitboss' / 'pitboss.db'}"


def _engine_url(text: str) -> Any:
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise BadInput(f"--db: {str(error)[:100]}") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"--db {url.get_backend_name()}: expected sqlite or postgresql")
    return url


class Database:
    """An engine, and the few things that differ between the two databases."""

    def __init__(
        self, text: str, *, create: bool = True, pool: int = 8, reads_only: bool = False
    ) -> None:
        """With `reads_only` nothing is written, not even beside the file: it may lie on media that
        cannot be written. A folder that is not there is made for the default file alone."""
        url = _engine_url(text)
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            path = Path(url.database or "")
            if not url.database or url.database == ":memory:":
                raise BadInput("--db: the database must be a file, or PostgreSQL")
            if create:
                try:
                    if text == default_url():
                        path.parent.mkdir(parents=True, exist_ok=True)
                    if not path.parent.is_dir():
                        raise BadInput(f"--db {path}: there is no folder {path.parent}")
                    _make_file(path)
                except OSError as error:
                    raise BadInput(f"--db {path}: {error.strerror}") from None
            elif not path.is_file():
                raise BadInput(f"--db {path}: there is no such file")
        try:
            options: dict[str, Any] = {"pool_size": pool, "max_overflow": pool}
            if self.is_sqlite and reads_only:
                options["creator"] = partial(_open_to_read, path)
            elif self.is_sqlite:
                options["connect_args"] = {
                    "timeout": 10,
                    "check_same_thread": False,
                    "cached_statements": 1024,
                }
            else:
                options["connect_args"] = {"connect_timeout": 5}
                options["pool_pre_ping"] = True
                # Whoever reads, reads one state of the database, whatever is written meanwhile.
                options["isolation_level"] = "REPEATABLE READ"
            self.engine: Engine = create_engine(url, **options)
        except (NoSuchModuleError, ImportError) as error:
            raise BadInput(f"--db: {error}") from None
        if self.is_sqlite:
            if not reads_only:
                event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        self._writing: Any = None
        self._alone = self.is_sqlite and reads_only and _is_alone(Path(url.database or ""))
        self._wal = WalKeeper(self.engine) if self.is_sqlite and not reads_only else None

    @property
    def shown(self) -> str:
        return str(self.url.render_as_string(hide_password=True))

    @property
    def for_update(self) -> str:
        """Locks the rows of a select until the transaction ends. SQLite locks everything."""
        return "" if self.is_sqlite else " FOR UPDATE"

    def sql(self, text: str) -> str:
        """Returns a statement with `?` for its values, as this driver writes it."""
        return text if self.is_sqlite else _percent(text)

    @contextmanager
    def read(self) -> Iterator[Snapshot]:
        with _faults_of_sqlalchemy(), self.engine.connect() as connection:
            yield Snapshot(connection, self.sql)

    def check(self) -> None:
        """Raises Unavailable if the database does not answer."""
        with self.read() as reading:
            reading.execute("SELECT 1")

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction beside the writer's, for what is rare: bringing the schema up to date."""
        with _faults_of_sqlalchemy():
            connection = self.engine.connect().execution_options(pitboss_write=True)
            if not self.is_sqlite:
                # What is locked is to be seen as it is then.
                connection = connection.execution_options(isolation_level="READ COMMITTED")
            with connection, connection.begin():
                yield connection

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction on the writer's connection, for its thread alone. SQLite's write lock
        is taken at once."""
        with self._faults_of_the_driver():
            cursor = self._begin()
            transaction = Transaction(cursor, self.sql)
            try:
                yield transaction
                cursor.execute("COMMIT")
                cursor.close()
            except BaseException:
                self._roll_back(cursor)
                raise
        if self._wal is not None:
            self._wal.committed(self._writing, transaction.rows)

    def _begin(self) -> Any:
        """Returns a cursor in a fresh transaction. A connection that was lost since the last one is
        noticed here, and made again."""
        statement = "BEGIN IMMEDIATE" if self.is_sqlite else "BEGIN"
        if self._writing is not None:
            cursor = self._writing.cursor()
            try:
                cursor.execute(statement)
                return cursor
            except self.engine.dialect.loaded_dbapi.Error:
                if self.is_sqlite:
                    raise
                self._let_go()
        try:
            self._writing = self.engine.raw_connection()
        except SQLAlchemyError as error:
            raise Unavailable(str(error)[:200]) from error
        if not self.is_sqlite:
            self._writing.driver_connection.autocommit = True  # we say when
        cursor = self._writing.cursor()
        cursor.execute(statement)
        return cursor

    def _roll_back(self, cursor: Any) -> None:
        """Rolls back after a failure. The connection is used again, unless it is lost."""
        try:
            # SQLite ends a transaction by itself where the disk fails.
            if not self.is_sqlite or self._writing.driver_connection.in_transaction:
                cursor.execute("ROLLBACK")
            cursor.close()
        except self.engine.dialect.loaded_dbapi.Error:
            self._let_go()

    def _let_go(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.invalidate()

    @contextmanager
    def _faults_of_the_driver(self) -> Iterator[None]:
        """Raises what the driver raises by the names `Conflict` and `Unavailable`."""
        driver = self.engine.dialect.loaded_dbapi
        try:
            yield
        except driver.IntegrityError as error:
            raise Conflict(str(error)[:200]) from error
        except (driver.OperationalError, driver.InterfaceError, driver.InternalError) as error:
            raise Unavailable(str(error)[:200]) from error
        except driver.DatabaseError as error:
            if not _is_damage(error):
                raise
            raise Damaged(f"the database is damaged: {str(error)[:200]}") from error

    def upgrade(self) -> None:
        """Brings the schema up to date. Several processes may do so at once."""
        config = _alembic()
        with self.write() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7469627373)")
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise BadInput(
                    f"--db: written by a newer pitboss, or not by pitboss: {error}"
                ) from None

    def schema(self) -> tuple[str, str]:
        """Returns the revision of the schema, "" where there is none, and the one of this
        pitboss."""
        newest = ScriptDirectory.from_config(_alembic()).get_current_head() or ""
        with _faults_of_sqlalchemy(), self.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        return found or "", newest

    def check_alone(self) -> None:
        """Raises Unavailable where a file that nobody had open was opened by somebody since: what
        was read of it meanwhile is worth nothing."""
        if self._alone and not _is_alone(Path(self.url.database or "")):
            raise Unavailable("a server has begun to write to it meanwhile: try again")

    def close(self) -> None:
        if self._wal is not None:
            self._wal.stop()
        self._let_go()
        self.engine.dispose()


def _make_file(path: Path) -> None:
    """Makes an empty file where there is none: shoes in play and hashes of passwords will be in it,
    so it is its owner's alone. A file that is there must not be opened, not even for a moment:
    with its end the operating system would take away the locks that SQLite holds on it in this
    process, and another one could think itself alone."""
    if not path.exists():
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            pass  # somebody was faster
    elif not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, "it cannot be written, or is not yours to read")


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", "pitboss.store:migrations")
    return config


def _is_alone(path: Path) -> bool:
    """Whether nobody has SQLite's file open: then there is nothing beside it."""
    return not Path(f"{path}-wal").exists() and not Path(f"{path}-shm").exists()


def _open_to_read(path: Path) -> Any:
    """Returns a connection that cannot write. A file that nobody has open is read as it lies, which
    leaves nothing beside it; so is one on media that cannot be written."""
    where = f"file:{quote(str(path.absolute()))}?mode=ro"
    log = Path(f"{path}-wal")
    for more in ("&immutable=1",) if _is_alone(path) else ("", "&immutable=1"):
        connection = sqlite3.connect(
            where + more, uri=True, timeout=10, check_same_thread=False, isolation_level=None
        )
        try:
            connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            return connection
        except sqlite3.OperationalError:
            connection.close()
            if more:
                raise
            if log.exists() and log.stat().st_size:
                raise BadInput(
                    f"--db {path}: its write-ahead log {log.name} cannot be read where it lies: "
                    "copy both to a folder that can be written"
                ) from None
    raise AssertionError(where)


def _is_damage(error: Exception) -> bool:
    """Whether SQLite says that the file is not as it should be."""
    return type(error).__name__ == "DatabaseError" and (
        "malformed" in str(error) or "not a database" in str(error)
    )


@lru_cache(maxsize=1000)
def _percent(text: str) -> str:
    return text.replace("?", "%s")


@contextmanager
def _faults_of_sqlalchemy() -> Iterator[None]:
    """Raises faults of the database, as opposed to ours, by the name `Unavailable`."""
    try:
        yield
    except UnicodeDecodeError as error:  # where SQLite would name what it finds in the file
        raise Damaged("the database is damaged: what is in it is no text") from error
    except sqlite3.DatabaseError as error:  # where no statement of SQLAlchemy's was at work
        if _is_damage(error):
            raise Damaged(f"the database is damaged: {str(error)[:200]}") from error
        raise Unavailable(str(error)[:200]) from error
    except DBAPIError as error:
        kind = type(error).__name__
        if error.orig is not None and _is_damage(error.orig):
            raise Damaged(f"the database is damaged: {str(error.orig)[:200]}") from error
        if kind in ("OperationalError", "InterfaceError", "InternalError", "TimeoutError"):
            raise Unavailable(str(error.orig)[:200]) from error
        if error.connection_invalidated:
            raise Unavailable(str(error.orig)[:200]) from error
        raise
    except SQLAlchemyError as error:
        if type(error).__name__ == "TimeoutError":
            raise Unavailable(str(error)[:200]) from error
        raise


def _prepare_sqlite(dbapi: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: we say when, and of which kind.
    dbapi.isolation_level = None
    cursor = dbapi.cursor()
    # Of a new file alone. A commit writes every page that it touches, most of them for one short
    # row among many: small pages are less to write.
    cursor.execute("PRAGMA page_size=2048")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA cache_size=-65536")
    cursor.execute("PRAGMA wal_autocheckpoint=0")  # see pitboss.store.wal
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("pitboss_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
