"""Keno under kill -9: `python -m tests.server.keno_faults KILLS [sqlite|postgresql]`.

Writers sell, a supervisor locks out and selects, writers claim, all with idempotency keys and again
after every failure; the server is killed at random. Then: every ticket that was acknowledged is
there once, no game was drawn twice, no claim paid twice, and `verify` is clean."""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from typing import Any

import httpx

from pitboss.server.demo import PASSWORD
from pitboss.store.database import Database
from pitboss.store.verify import verify_database
from tests.server.services import Client, Server, postgres
from tests.server.test_keno_http import MANUAL
from tests.server.test_keno_store import REQUESTS

WRITERS = 3
SINGLES = "split " + " / ".join(map(str, range(1, 21))) + " : at 1.00"


class Worker(threading.Thread):
    """Somebody who repeats each request until it is answered."""

    def __init__(self, server: Server, name: str, number: int) -> None:
        super().__init__(daemon=True)
        self.server, self.role, self.number = server, name, number
        self.rng = random.Random(number)
        self.stopping = False
        self.client: Client | None = None
        self.sold: dict[str, str] = {}
        self.paid: dict[str, int] = {}
        self.count = 0
        self.wrong = ""

    def post(self, path: str, body: Any) -> httpx.Response | None:
        """The answer, however often it takes; None when it is time to stop."""
        self.count += 1
        key = f"{self.role}-{self.number}-{self.count}"
        while not self.stopping or self.count < 0:
            try:
                if self.client is None:
                    self.client = Client(self.server.base, self.role, PASSWORD)
                said = self.client.post(path, body, key=key)
                if said.status_code == 401:
                    self.client = None
                elif said.status_code < 500:
                    return said
            except (httpx.HTTPError, AssertionError, OSError, KeyError, ValueError):
                self.client = None
            time.sleep(0.05)
        return None


class Seller(Worker):
    def run(self) -> None:
        open_tickets: list[str] = []
        while not self.stopping:
            request = self.rng.choice((*REQUESTS[:1], SINGLES))
            said = self.post("/api/keno/2/tickets", {"station": self.number, "request": request})
            if said is None:
                return
            if said.status_code == 201:
                code = said.json()["code"]
                if code in self.sold:
                    self.wrong = f"{code} was sold twice"
                self.sold[code] = said.json()["ticket"]
                open_tickets.append(code)
            if open_tickets and self.rng.random() < 0.5:
                code = open_tickets.pop(0)
                claim = self.post("/api/keno/2/claims", {"code": code, "station": self.number})
                if claim is None:
                    return
                if claim.status_code == 200:
                    self.paid[code] = claim.json()["paid"]
                elif claim.json()["code"] == "too-soon":
                    open_tickets.append(code)


class Caller(Worker):
    def run(self) -> None:
        while not self.stopping:
            self.post("/api/keno/2/lock", {})
            self.post("/api/keno/2/select", {})
            time.sleep(0.1)


def begin(server: Server) -> None:
    """A booth whose games a supervisor starts, with a drawer at every station and both keys in."""
    names = ("floorperson", "keno-writer", "keno-supervisor", "inspector")
    people = {name: Client(server.base, name, PASSWORD) for name in names}
    card = MANUAL.replace("spots_most = 2", "spots_most = 3")
    card = card.rstrip() + '\n3 = { 2 = "1.00", 3 = "43.00" }\n'
    said = people["floorperson"].post("/api/keno", {"name": "under fire", "card": card})
    assert said.json()["system"] == 2, said.text
    for station in range(1, WRITERS + 1):
        opened = people["keno-writer"].post("/api/keno/2/drawers", {"station": station, "cents": 1})
        assert opened.status_code == 201, opened.text
    for name in ("inspector", "keno-supervisor"):
        assert people[name].post("/api/keno/2/key", {"inside": True}).status_code == 200


def check(url: str, workers: list[Seller]) -> str:
    """What is wrong, or how much was right."""
    db = Database(url)
    try:
        verdict = verify_database(db)
        if verdict.status != "clean":
            return f"WRONG: {verdict.message()}"
        with db.read() as reading:
            sql = "SELECT day, station, serial, status FROM keno_ticket WHERE system_id = 2"
            there = {
                f"{day.replace('-', '')}-{station}-{serial:05d}": status
                for day, station, serial, status in reading.execute(sql)
            }
            games = int(
                reading.execute("SELECT COUNT(*) FROM keno_game WHERE drawn_at > 0").value()
            )
    finally:
        db.close()
    for worker in workers:
        if worker.wrong:
            return f"WRONG: {worker.wrong}"
        for ticket in worker.sold.values():
            if ticket not in there:
                return f"WRONG: ticket {ticket} is lost"
        for code in worker.paid:
            if there[worker.sold[code]] != "paid":
                return f"WRONG: {code} was paid and is not"
    sold, paid = sum(len(w.sold) for w in workers), sum(len(w.paid) for w in workers)
    unknown = len(there) - sold
    if unknown > WRITERS:
        return f"WRONG: {unknown} tickets that nobody was told of"
    return f"{sold} tickets acknowledged, {paid} claims paid, {games} games; {verdict.message()}"


def run(kills: int, url: str) -> str:
    server = Server(url, "--demo").start()
    begin(server)
    rng = random.Random(15)
    sellers = [Seller(server, "keno-writer", number) for number in range(1, WRITERS + 1)]
    workers: list[Worker] = [*sellers, Caller(server, "keno-supervisor", 0)]
    for worker in workers:
        worker.start()
    for _ in range(kills):
        time.sleep(rng.uniform(0.2, 1.2))
        server.kill()
        server.start()
    time.sleep(1)
    for worker in workers:
        worker.stopping = True
    for worker in workers:
        worker.join(30)
    server.stop()
    return check(url, sellers)


def main(words: list[str]) -> int:
    kills = int(words[0]) if words else 20
    kinds = words[1:] or ["sqlite", "postgresql"]
    wrong = 0
    for kind in kinds:
        if kind == "sqlite":
            said = run(kills, f"sqlite:///{tempfile.mkdtemp()}/pit.db")
        else:
            with postgres() as cluster:
                said = run(kills, cluster.database())
        wrong += said.startswith("WRONG")
        print(f"{kind}: {kills} kills: {said}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
