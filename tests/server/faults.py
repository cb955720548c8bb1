"""Servers killed at random moments under load, with clients that retry with their keys. Run by
the tests with a few kills, and by `make soak` with many: `python -m tests.server.faults 1000`."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
import threading
import time
import uuid
from contextlib import ExitStack
from functools import partial
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any, Protocol

import httpx

from pitboss.store.database import Database
from pitboss.store.loading import load
from pitboss.store.people import find_person
from pitboss.store.rows import CloseAsked, Entered, Row
from pitboss.store.verify import verify_database
from tests.server import watchdog
from tests.server.room import Room
from tests.server.services import Client, Server, free_port

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

    def __init__(self, bases: list[str], name: str, table: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.bases, self.table = bases, table
        self.rng = random.Random(seed)
        self.client = Client(bases[0], name, PASSWORD)
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
        while self.bases:
            try:
                said = self.client.http.request(method, path, **keywords)
                if said.status_code < 500:
                    return said
                if said.status_code != 503:
                    self.faults.append(said.status_code)
            except httpx.HTTPError:
                self.client.http.close()
                headers = self.client.http.headers
                base = self.rng.choice(self.bases)
                self.client.http = httpx.Client(base_url=base, timeout=30, headers=headers)
            self.retries += 1
            time.sleep(0.03)
        raise ConnectionError("the server is gone")

    def step(self) -> None:
        seen = self.insist("GET", f"/api/tables/{self.table}").json()
        seat, prompt = seen["you"]["seat"], seen["prompt"]
        if seat is None or prompt is None:
            self.done.wait(0.02)
            return
        entry = self.choose(prompt["answers"], seat)
        said = self.insist(
            "POST",
            f"/api/tables/{self.table}/entries",
            json={"entry": entry},
            headers={"Idempotency-Key": uuid.uuid4().hex},
        )
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


class Target(Protocol):
    """What is killed: servers of one database. `bases` are their addresses."""

    bases: list[str]

    def kill_one(self, rng: random.Random) -> bool:
        """Kills something; whether there was anything to kill."""
        ...

    def wait(self) -> None: ...

    def stop(self) -> None: ...

    def kill(self) -> None: ...


class Workers:
    """One server with several worker processes, which it starts again. Now and then all of it is
    killed."""

    def __init__(self, url: str, workers: int = 2) -> None:
        self.server = Server(url, "--workers", str(workers)).start()
        self.bases = [self.server.base]
        self.killed = 0

    def kill_one(self, rng: random.Random) -> bool:
        assert self.server.process is not None
        self.killed += 1
        if self.killed % 10 == 0:
            self.server.kill()
            self.server.start(wait=False)
            return True
        found = workers_of(self.server.process.pid)
        if found:
            try:
                os.kill(rng.choice(found), signal.SIGKILL)
                return True
            except ProcessLookupError:
                pass
        self.killed -= 1
        return False

    def wait(self) -> None:
        self.server.wait()

    def stop(self) -> None:
        self.server.stop()

    def kill(self) -> None:
        self.server.kill()


def _serve(words: list[str], log: str) -> None:
    """In a new process, which has everything imported already."""
    os.setsid()
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    from pitboss.cli import main

    sys.exit(main(words))


class Fleet:
    """Several servers on one database. They are forked from a process that has imported everything,
    so that the next kill need not wait for that."""

    def __init__(self, url: str, folder: Path, servers: int = 3) -> None:
        self.url, self.log = url, folder / "fleet.log"
        self.context: ForkServerContext = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["pitboss.server.app", "pitboss.cli.serve"])
        self.ports = [free_port() for _ in range(servers)]
        self.bases = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.processes = [self._start(port) for port in self.ports]
        self.wait()

    def _start(self, port: int) -> ForkServerProcess:
        words = ["serve", "--db", self.url, "--port", str(port), "--no-pages", "--log", "warning",
                 "--seats", "100"]  # fmt: skip
        process = self.context.Process(target=_serve, args=(words, str(self.log)))
        process.start()
        watchdog.watch("group", process.pid)
        return process

    def kill_one(self, rng: random.Random) -> bool:
        which = rng.randrange(len(self.ports))
        if rng.random() < 0.05:  # all of them
            for number in range(len(self.ports)):
                self._kill(number)
        else:
            self._kill(which)
        for number, process in enumerate(self.processes):
            if not process.is_alive():
                self.processes[number] = self._start(self.ports[number])
        return True

    def _kill(self, number: int) -> None:
        process = self.processes[number]
        process.kill()
        process.join()
        watchdog.ended("group", process.pid)

    def wait(self) -> None:
        until = time.monotonic() + 60
        for base in self.bases:
            while True:
                try:
                    if httpx.get(f"{base}/healthz", timeout=5).status_code == 200:
                        break
                except httpx.HTTPError:
                    pass
                assert time.monotonic() < until, self.log.read_text()[-3000:]
                time.sleep(0.05)

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(30)
            assert process.exitcode == 0, self.log.read_text()[-3000:]

    def kill(self) -> None:
        for number in range(len(self.processes)):
            self._kill(number)


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


def kill_under_load(
    url: str, kills: int, *, seed: int = 1, folder: Path | None = None
) -> dict[str, Any]:
    """Returns what happened; raises AssertionError where anything is lost, doubled or wrong. With a
    `folder` for its log a fleet of servers is killed, otherwise the workers of one."""
    rng = random.Random(seed)
    names, tables = prepare(url)
    target: Target = Workers(url) if folder is None else Fleet(url, folder)
    patrons = [
        Patron(target.bases, name, tables[number % TABLES], number)
        for number, name in enumerate(names)
    ]
    killed, began = 0, time.monotonic()
    try:
        for patron in patrons:
            patron.start()
        while killed < kills:
            _some_progress(patrons, rng)
            killed += target.kill_one(rng)
            if killed % 100 == 0:
                print(f"{killed} kills, {time.monotonic() - began:.0f} s", flush=True)
        target.wait()
        time.sleep(0.5)
        for patron in patrons:
            patron.done.set()
        for patron in patrons:
            patron.join(60)
            assert not patron.is_alive(), "a request was never answered"
            assert not patron.failure, patron.failure
            assert not patron.faults, patron.faults
        _check_views(patrons, url)
        target.stop()
    finally:
        target.kill()
    took = round(time.monotonic() - began)
    return check(url, patrons) | {"kills": killed, "seconds": took}


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


def check(url: str, patrons: list[Patron]) -> dict[str, Any]:
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


def main(kills: int, kinds: list[str]) -> int:
    """`make soak`: so many kills on each database, a fiftieth of them of a server's workers."""
    import tempfile

    from tests.server.services import postgres

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        cluster = stack.enter_context(postgres()) if "postgresql" in kinds else None
        for kind in kinds:
            for number, share in enumerate((kills - kills // 50, kills // 50)):
                url = f"sqlite:///{folder}/pit-{number}.db"
                if kind == "postgresql":
                    assert cluster is not None
                    url = cluster.database()
                if share:
                    done = kill_under_load(url, share, folder=None if number else Path(folder))
                    print(f"{kind}, {'workers' if number else 'servers'}: {done}", flush=True)
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(int(words[0]) if words else 10, words[1:] or ["sqlite", "postgresql"]))
