"""Workers killed at random moments under load, with clients that retry with their keys. Run by
the tests with a few kills, and by `make soak` with many."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import uuid
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from pitboss.store.database import Database
from pitboss.store.loading import load
from pitboss.store.people import find_person
from pitboss.store.rows import CloseAsked, Entered, Row
from pitboss.store.verify import verify_database
from tests.server.room import Room
from tests.server.services import Client, Server

PATRONS = 9
TABLES = 6
PATIENCE_SECONDS = 5.0
PASSWORD = "a patron's password"
# Each with its progressive meter: two tables share one.
GAMES = (
    ("roulette", ""), ("red-dog", ""), ("three-card-poker", ""),
    ("caribbean-stud-poker", "shared"), ("caribbean-stud-poker", "shared"), ("minibaccarat", ""),
)  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {"minibaccarat": {"vigorish_collection": "deferred"}}


class Patron(threading.Thread):
    """Plays without a break; every request is repeated with its key until it is answered."""

    def __init__(self, base: str, name: str, table: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.base, self.table = base, table
        self.rng = random.Random(seed)
        self.client = Client(base, name, PASSWORD)
        self.done = threading.Event()
        self.accepted: list[str] = []
        self.refused = 0
        self.retries = 0
        self.failure = ""
        self.faults: list[int] = []

    def run(self) -> None:
        try:
            while not self.done.is_set():
                self.step()
        except Exception as error:
            self.failure = f"{type(error).__name__}: {error}"

    def insist(self, method: str, path: str, **keywords: Any) -> httpx.Response:
        """Until there is an answer. A 5xx other than 503 is a fault of ours."""
        while True:
            try:
                said = self.client.http.request(method, path, **keywords)
                if said.status_code < 500:
                    return said
                if said.status_code != 503:
                    self.faults.append(said.status_code)
            except httpx.HTTPError:
                self.client.http.close()
                headers = self.client.http.headers
                self.client.http = httpx.Client(base_url=self.base, timeout=30, headers=headers)
            self.retries += 1
            time.sleep(0.03)

    def step(self) -> None:
        seen = self.insist("GET", f"/api/tables/{self.table}").json()
        seat, prompt = seen["you"]["seat"], seen["prompt"]
        if seat is None or prompt is None:
            self.done.wait(0.02)
            return
        entry = self.choose(prompt["answers"], seat)
        said = self.insist(
            "POST", f"/api/tables/{self.table}/entries", json={"entry": entry},
            headers={"Idempotency-Key": uuid.uuid4().hex},
        )  # fmt: skip
        if said.status_code == 200:
            self.accepted.append(entry)
        else:
            assert said.status_code in (403, 409, 422), said.text
            self.refused += 1

    def choose(self, answers: list[dict[str, Any]], seat: str) -> str:
        if {"entry": "d close"} in answers and self.rng.random() < 0.3:
            return "d close"
        answer = self.rng.choice(answers)
        entry: str = answer["entry"]
        if "step" in answer:
            return f"{entry} {answer['at_least'] // 100}.{answer['at_least'] % 100:02d}"
        return entry.replace("NUMBER", str(answer.get("at_least", "")))


def workers_of(pid: int) -> list[int]:
    """The worker processes that our server process started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = []
    for child in map(int, children):
        try:
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
        except OSError:
            continue
    return found


def prepare(url: str) -> tuple[list[str], list[int]]:
    from pitboss.store import people

    room = Room(url)
    stored = people.hash_password(PASSWORD)
    names = []
    try:
        tables = [
            room.open(
                game,
                decision_seconds=2,
                wager_seconds=2,
                meter=meter,
                options=OPTIONS.get(game, {}),
            )
            for game, meter in GAMES
        ]
        for number in range(PATRONS):
            name = f"patron-{number}"
            account = room.patron(name, 10**9)
            room.call(partial(people.change_own_password, account=account, stored=stored))
            room.sit(tables[number % TABLES], account)
            names.append(name)
    finally:
        room.close()
    return names, tables


def kill_under_load(url: str, kills: int, *, seed: int = 1, workers: int = 2) -> dict[str, Any]:
    """Gives what happened; raises AssertionError where anything is lost, doubled or wrong."""
    rng = random.Random(seed)
    names, tables = prepare(url)
    server = Server(url, "--workers", str(workers)).start()
    patrons = [
        Patron(server.base, name, tables[number % TABLES], number)
        for number, name in enumerate(names)
    ]
    killed = whole = 0
    try:
        for patron in patrons:
            patron.start()
        while killed < kills:
            _some_progress(patrons, rng)
            assert server.process is not None
            if killed % 10 == 9:
                server.kill()  # all of it
                server.start(wait=False)
                whole += 1
                killed += 1
                continue
            found = workers_of(server.process.pid)
            if found:
                try:
                    os.kill(rng.choice(found), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                killed += 1
        server.wait()
        time.sleep(0.5)
        for patron in patrons:
            patron.done.set()
        for patron in patrons:
            patron.join(60)
            assert not patron.is_alive(), "a request was never answered"
            assert not patron.failure, patron.failure
            assert not patron.faults, patron.faults
        _check_views(patrons, url)
        server.stop()
    finally:
        server.kill()
    return _check(url, patrons) | {"kills": killed, "of everything": whole}


def _some_progress(patrons: list[Patron], rng: random.Random) -> None:
    """Until the patrons have made a few more entries, so that the next kill falls into the midst
    of something; and now and then at once, or however slowly the machine starts a worker."""
    wanted = sum(len(p.accepted) for p in patrons) + rng.randrange(12)
    until = time.monotonic() + PATIENCE_SECONDS
    while sum(len(p.accepted) for p in patrons) < wanted and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(rng.uniform(0, 0.05))


def _check_views(patrons: list[Patron], url: str) -> None:
    """Every client sees what the journal says."""
    db = Database(url)
    try:
        for patron in patrons:
            seen = patron.insist("GET", f"/api/tables/{patron.table}").json()
            with db.read() as reading:
                live = load(reading, patron.table)
            if live.n != seen["n"]:
                continue  # a timer went off in between
            events = live.outcome.events if live.outcome is not None else ()
            assert len(seen["events"]) == len(events)
    finally:
        db.close()


def _check(url: str, patrons: list[Patron]) -> dict[str, Any]:
    db = Database(url)
    try:
        verdict = verify_database(db)
        assert verdict.status == "clean", verdict.message()
        made: dict[int, list[str]] = {}
        with db.read() as reading:
            sql = (
                "SELECT table_id, round, seq, body, prev_hash, hash FROM entry "
                "WHERE table_id > 0 ORDER BY table_id, round, seq"
            )
            for one in reading.execute(sql):
                body = Row(*one).read()
                if isinstance(body, Entered | CloseAsked) and body.by:
                    entry = body.entry if isinstance(body, Entered) else "d close"
                    made.setdefault(body.by, []).append(entry)
            for patron in patrons:
                person = find_person(reading, patron.client.name)
                assert person is not None
                # In the same order, each once: nothing lost, nothing doubled.
                assert made.get(person.id, []) == patron.accepted, patron.client.name
    finally:
        db.close()
    return {
        "entries": sum(len(p.accepted) for p in patrons),
        "retries": sum(p.retries for p in patrons),
        "rounds": verdict.rounds,
    }


def main(kills: int) -> int:
    """`make soak`: so many kills on each database."""
    import tempfile

    from tests.server.services import postgres

    with tempfile.TemporaryDirectory() as folder:
        done = kill_under_load(f"sqlite:///{folder}/pit.db", kills)
        print(f"SQLite: {done}", flush=True)
    with postgres() as cluster:
        done = kill_under_load(cluster.database(), kills)
        print(f"PostgreSQL: {done}", flush=True)
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
