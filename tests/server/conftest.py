from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.room import Room
from tests.server.services import Postgres, postgres, programs


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pit.db'}"
    found: Postgres = request.getfixturevalue("cluster")
    return found.database()


@pytest.fixture
def room(url: str) -> Iterator[Room]:
    found = Room(url)
    yield found
    found.close()


@pytest.fixture
def sqlite_room(tmp_path: Path) -> Iterator[Room]:
    found = Room(f"sqlite:///{tmp_path / 'pit.db'}")
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
