"""The database by URL: SQLite (WAL) or PostgreSQL, brought up to date before it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from pitboss.errors import BadInput


class Unavailable(Exception):
    """The database cannot be reached or written: a full disk, a server that is gone."""


def default_url() -> str:
    """A file in the user's data folder."""
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

    def __init__(self, text: str, *, create: bool = True, pool: int = 8) -> None:
        url = _engine_url(text)
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            path = Path(url.database or "")
            if not url.database or url.database == ":memory:":
                raise BadInput("--db: the database must be a file, or PostgreSQL")
            if create:
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                except OSError as error:
                    raise BadInput(f"--db {path}: {error.strerror}") from None
            elif not path.is_file():
                raise BadInput(f"--db {path}: there is no such file")
        try:
            options: dict[str, Any] = {"pool_size": pool, "max_overflow": pool}
            if self.is_sqlite:
                options["connect_args"] = {"timeout": 10, "check_same_thread": False}
            else:
                options["connect_args"] = {"connect_timeout": 5}
                options["pool_pre_ping"] = True
            self.engine: Engine = create_engine(url, **options)
        except (NoSuchModuleError, ImportError) as error:
            raise BadInput(f"--db: {error}") from None
        if self.is_sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)

    @property
    def shown(self) -> str:
        return str(self.url.render_as_string(hide_password=True))

    @property
    def for_update(self) -> str:
        """Locks the rows of a select until the transaction ends. SQLite locks everything."""
        return "" if self.is_sqlite else " FOR UPDATE"

    def sql(self, text: str) -> str:
        """A statement with `?` for its values, as this driver writes it."""
        return text if self.is_sqlite else text.replace("?", "%s")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with _told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction of the writer's: SQLite's write lock is taken at once."""
        with _told():
            connection = self.engine.connect().execution_options(pitboss_write=True)
            with connection, connection.begin():
                yield connection

    def upgrade(self) -> None:
        """Bring the schema up to date. Several processes may do so at once."""
        config = Config()
        config.set_main_option("script_location", "pitboss.store:migrations")
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

    def close(self) -> None:
        self.engine.dispose()


@contextmanager
def _told() -> Iterator[None]:
    """Faults of the database, as opposed to ours, are told by one name."""
    try:
        yield
    except DBAPIError as error:
        kind = type(error).__name__
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
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA cache_size=-65536")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("pitboss_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
