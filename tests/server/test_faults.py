"""kill -9 under load, a full disk, a database that is gone, several workers, hostile clients."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pitboss.server.demo import PASSWORD
from tests.long import SOAK
from tests.server.faults import kill_under_load
from tests.server.services import Client, Postgres, Server, postgres, programs
from tests.server.storage import damaged_log

KILLS = 2


def test_nothing_is_lost_or_doubled_when_workers_are_killed(url: str) -> None:
    done = kill_under_load(url, KILLS)
    assert done["kills"] >= KILLS
    assert done["entries"] > 20, done


def test_a_full_disk_is_told_and_survived(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    server = Server(str(path), "--demo").start()
    try:
        assert server.process is not None
        patron = Client(server.base, "patron", PASSWORD)
        table = next(
            t["id"] for t in patron.get("/api/floor").json()["tables"] if t["game"] == "roulette"
        )
        assert patron.post(f"/api/tables/{table}/seats", {"seat": "p1"}).status_code == 200
        before = patron.get("/api/session").json()["balance"]
        # No file may grow: what a full disk looks like to a process.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        said = patron.enter(table, "p1 wager straight 17 5.00", key="k")
        assert said.status_code == 503, said.text
        assert said.json()["code"] == "unavailable"
        assert "retry-after" in said.headers
        time.sleep(1.1)
        assert httpx.get(f"{server.base}/healthz", timeout=20).status_code == 503
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert patron.get("/api/session").json()["balance"] == before, "nothing half-written"
        for _ in range(50):
            said = patron.enter(table, "p1 wager straight 17 5.00", key="k")
            if said.status_code != 503:
                break
        assert said.status_code == 200, said.text
        assert server.stop() == 0
        _verified(str(path))
    finally:
        server.kill()


def test_a_damaged_log_is_told_by_the_anchors(tmp_path: Path) -> None:
    done = damaged_log(4, tmp_path)
    assert done["set back"] == done["told by anchors"] > 0, done


@pytest.fixture
def lone_cluster() -> Iterator[Postgres]:
    """One that may be stopped: it has nobody else's databases to recover."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with postgres() as found:
        yield found


def test_a_database_that_is_gone_is_told_and_found_again(lone_cluster: Postgres) -> None:
    cluster = lone_cluster
    url = cluster.database()
    server = Server(url, "--demo").start()
    try:
        patron = Client(server.base, "patron", PASSWORD)
        table = next(
            t["id"] for t in patron.get("/api/floor").json()["tables"] if t["game"] == "roulette"
        )
        patron.post(f"/api/tables/{table}/seats", {"seat": "p1"})
        cluster.stop("immediate")
        try:
            said = patron.enter(table, "p1 wager straight 17 5.00", key="k")
            assert said.status_code == 503, said.text
            assert httpx.get(f"{server.base}/healthz").status_code == 503
            assert patron.get("/api/floor").status_code == 503
        finally:
            cluster.start()
        said = patron.enter(table, "p1 wager straight 17 5.00", key="k")
        if said.status_code == 503:
            said = patron.enter(table, "p1 wager straight 17 5.00", key="k")
        assert said.status_code == 200, said.text
        assert server.stop() == 0
        _verified(url)
    finally:
        server.kill()


def test_several_workers_serve_the_same_tables(cluster: Postgres) -> None:
    url = cluster.database()
    server = Server(url, "--demo", "--workers", "3").start()
    try:
        patron = Client(server.base, "patron", PASSWORD)
        floor = patron.get("/api/floor").json()["tables"]
        table = next(t["id"] for t in floor if t["game"] == "red-dog")
        assert patron.post(f"/api/tables/{table}/seats", {"seat": "p1"}).status_code == 200
        processes = set()
        for number in range(40):
            # A new connection each time, so that another worker may take it.
            with httpx.Client(base_url=server.base, headers=patron.http.headers) as http:
                said = http.post(
                    f"/api/tables/{table}/entries",
                    json={"entry": "p1 wager original 5.00"},
                    headers={"Idempotency-Key": f"k{number}"},
                )
                assert said.status_code in (200, 422), said.text
                seen = http.get(f"/api/tables/{table}").json()
                assert said.status_code == 422 or seen["n"] >= said.json()["n"], "a stale view"
                metrics = http.get("/metrics").text
                processes.add(metrics.split("\npitboss_process_id ")[1].split()[0])
        assert len(processes) > 1
        server.stop()
        _verified(url)
    finally:
        server.kill()


def _verified(db: str) -> None:
    """The command itself, on the database as it was left."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "verify", "--db", db, "--json"],
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "src"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_no_server_error(tmp_path: Path) -> None:
    """Every operation of the OpenAPI document, with data that fits it and data that does not,
    as each of several roles."""
    schemathesis = pytest.importorskip("schemathesis")

    server = Server(str(tmp_path / "pit.db"), "--demo").start()
    try:
        schema = schemathesis.openapi.from_url(f"{server.base}/openapi.json")
        failures: list[str] = []
        sent = 0
        tokens = [
            Client(server.base, name, PASSWORD).http.headers["Authorization"]
            for name in ("floorperson", "admin2", "patron")
        ]
        for result in schema.get_all_operations():
            operation = result.ok()
            if operation.path.endswith(("/stream", "/api/session", "/api/password")):
                continue
            sent += _tried(operation.as_strategy(), tokens, failures)()
        assert sent > 300
        assert not failures, failures[:5]
        log = server.log.read_text()
        assert '"level": "error"' not in log, log[-2000:]
        server.stop()
    finally:
        server.kill()


def _tried(strategy: Any, tokens: list[str], failures: list[str]) -> Callable[[], int]:
    """Sends a few cases of an operation, as each of these in turn; returns how many."""
    sent: list[int] = []

    @settings(
        max_examples=12 if SOAK else 6, deadline=None, database=None, derandomize=True,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=strategy)
    def one(case: Any) -> None:
        if len(sent) % 3:  # mostly what there is: any number would hardly ever be a table
            for name in case.path_parameters or {}:
                case.path_parameters[name] = 1 + len(sent) % 7
        said = case.call(headers={"Authorization": tokens[len(sent) % len(tokens)]})
        sent.append(said.status_code)
        if said.status_code >= 500:
            failures.append(f"{case} {said.status_code} {said.text[:200]}")

    def run() -> int:
        one()
        return len(sent)

    return run
