from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.store.database import Database
from tests.server.room import Room
from tests.server.services import Postgres, postgres, programs


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with postgres() as found:
        yield found


# Most of a test's time would be the making of tables: they are made once, and copied.


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with today's tables, and nothing in them."""
    path = tmp_path_factory.mktemp("tables") / "pit.db"
    make_tables(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def template(cluster: Postgres) -> str:
    """The name of a database with today's tables, and nothing in them."""
    url = cluster.database()
    make_tables(url)
    return url.rpartition("/")[2]


def make_tables(url: str) -> None:
    db = Database(url)
    db.upgrade()
    db.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind, with nothing in its tables."""
    if request.param == "sqlite":
        made: Path = request.getfixturevalue("sqlite_file")
        return f"sqlite:///{shutil.copy(made, tmp_path / 'pit.db')}"
    cluster: Postgres = request.getfixturevalue("cluster")
    return cluster.database(like=request.getfixturevalue("template"))


@pytest.fixture
def room(url: str) -> Iterator[Room]:
    found = Room(url)
    yield found
    found.close()


@pytest.fixture
def sqlite_room(tmp_path: Path, sqlite_file: Path) -> Iterator[Room]:
    found = Room(f"sqlite:///{shutil.copy(sqlite_file, tmp_path / 'pit.db')}")
    yield found
    found.close()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The demonstration floor as an application, without a network."""
    pytest.importorskip("fastapi", reason="needs the extra 'server'")
    from starlette.testclient import TestClient

    from pitboss.server.app import create_app
    from pitboss.server.demo import prepare
    from pitboss.server.house import House
    from pitboss.server.settings import Settings

    settings = Settings(db=str(tmp_path_factory.mktemp("demo") / "pit.db"), log_level="error")
    house = House(settings)
    house.open()
    house.writer.start()
    prepare(house)
    house.writer.stop()
    house.db.close()
    found = create_app(settings)
    with TestClient(found, base_url="http://pit"):
        yield found
