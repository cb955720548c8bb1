"""Keno: selections a second, a hundred thousand tickets against a draw, the figures of a whole rate
card, and tickets sold durably over HTTP beside entries at tables in the same run."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bench.load import Connection
from bench.measure import Ratio, per_second, rate, seconds
from bench.server import (
    CONNECTIONS,
    SECONDS,
    Running,
    entry_rows,
    free_port,
    load,
    prepare,
    served,
)
from pitboss.analysis.exact.edges import exact_edges
from pitboss.compiled import jit
from pitboss.games.keno import system
from pitboss.games.keno.payment import payable, payoff
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.selection import SELECTIONS, selection_of
from pitboss.games.keno.tickets import bits, write_ticket
from pitboss.server.view import answer_json
from pitboss.store import people
from pitboss.store.database import Database
from pitboss.store.jobs import Call
from pitboss.store.keno import jobs as keno
from pitboss.store.writer import Writer
from pitboss.studies.keno import kernel

DAY = date(1996, 6, 1)
DRAWS = 5_000_000
TICKETS = 100_000
AT_ONCE = 10
STATIONS = 4
REQUESTS = (
    "straight 3 17 44 at 1.00",
    "split 1 2 3 / 4 5 : A at 1.00, B at 2.00",
    "way 1 2 / 3 4 / 5 6 : 3/4 at 1.00",
    "combination 1 2 / 3 4 5 / 6 : 1/5 at 1.00, AC at 2.00",
    "king 7* / 1 2 3 / 4 5 6 / 8 9 10 : 3/4 at 1.00, 3/7 at 1.00, 1/10 at 1.00",
    "quick-pick 6 at 5.00",
)


def selections() -> float:
    """Selections a second on one core, a straight ticket of ten spots counted."""
    made = kernel.tables()
    low, high = kernel.words_of(bits(range(1, 11)))
    groups = (np.array([low], np.uint64), np.array([high], np.uint64), np.array([1], np.int64))
    counts, run = np.zeros(11, np.int64), jit(kernel.keno_kernel)

    def work() -> int:
        run(made, *groups, np.uint64(7), DRAWS, counts)
        return DRAWS

    work()
    return max(rate(work) for _ in range(5))


def evaluated() -> float:
    """Seconds for a hundred thousand tickets of mixed types against a draw."""
    rules = system.rules(DAY, {"rate_card": "boardwalk"})
    rng, tickets = random.Random(1), []
    for _ in range(TICKETS):
        spots = sorted(rng.sample(range(1, 81), 6))
        a, b, c = (f"{spots[k]} {spots[k + 1]}" for k in (0, 2, 4))
        text = rng.choice(
            (
                f"straight {a} {b} {c} at 1.00",
                f"way {a} / {b} / {c} : 3/4 at 1.00",
                f"split {a} / {b} {c} : A at 1.00, B at 2.00",
            )
        )
        tickets.append(payable(write_ticket(read_request(text), rules), rules.card))
    drawn = selection_of(rng.randrange(SELECTIONS))
    return seconds(lambda: sum(payoff(ways, drawn) for ways in tickets), turns=5)


def open_booth(url: str) -> list[str]:
    """A booth with a drawer at each station; a writer's token for each."""
    db = Database(url)
    writer = Writer(db, present=answer_json).start()
    tokens = []
    try:
        number = msgspec.json.decode(writer.do(keno.OpenKeno(0, "load", "marina")).body)["system"]
        for station in range(1, STATIONS + 1):
            token = people.new_token()

            def create(batch: Any, station: int = station, token: str = token) -> int:
                account = people.create_person(batch, f"writer-{station}", "keno-writer", "")
                people.start_session(batch, account, token, "bearer", "x")
                return account

            account = msgspec.json.decode(writer.do(Call(create)).body)
            writer.do(keno.OpenDrawer(account, number, station, 0))
            tokens.append(token)
    finally:
        writer.stop()
        db.close()
    return tokens


class Counter:
    """One keep-alive connection at which tickets are sold, one request after the other."""

    def __init__(self, number: int, token: str, at_once: int, until: float) -> None:
        self.number, self.token, self.at_once, self.until = number, token, at_once, until
        self.sold = self.asked = 0
        self.rng = random.Random(number)
        self.done = asyncio.get_running_loop().create_future()

    async def run(self, port: int) -> int:
        self.connection = await Connection().open(port)
        self.connection.answered = self._answered
        self._ask()
        sold: int = await self.done
        return sold

    def _ask(self) -> None:
        self.asked += 1
        chosen = [self.rng.choice(REQUESTS) for _ in range(self.at_once)]
        body = json.dumps({"station": self.number % STATIONS + 1, "requests": chosen}).encode()
        key = f"k{self.number}.{self.at_once}.{self.asked}"
        self.connection.post("/api/keno/1/tickets", self.token, key, body)

    def _answered(self, status: int, body: bytes) -> None:
        if status != 201:
            self.done.set_exception(AssertionError(body[:200]))
            return
        self.sold += self.at_once
        if time.perf_counter() < self.until:
            self._ask()
        else:
            self.done.set_result(self.sold)


async def _sell(port: int, tokens: list[str], at_once: int) -> float:
    began = time.perf_counter()
    counters = [
        Counter(number, tokens[number % STATIONS], at_once, began + SECONDS)
        for number in range(CONNECTIONS)
    ]
    sold = sum(await asyncio.gather(*(counter.run(port) for counter in counters)))
    return sold / (time.perf_counter() - began)


def results() -> Iterator[Ratio]:
    found = selections()
    yield Ratio(
        "keno selections, one core / 20 M a second",
        per_second(found),
        "20,000,000/s",
        found / 20e6,
        1,
    )
    taken = evaluated()
    yield Ratio(
        "100,000 keno tickets against a draw / half a second (time)",
        f"{taken:.3f} s",
        "0.5 s",
        taken / 0.5,
        1,
        more=False,
    )
    whole = seconds(lambda: exact_edges("keno", DAY, {"rate_card": "marina"}), turns=3)
    yield Ratio(
        "odds of a whole rate card / a second (time)", f"{whole:.3f} s", "1 s", whole, 1, more=False
    )
    with tempfile.TemporaryDirectory() as folder:
        yield from _over_http(Path(folder))


def _over_http(folder: Path) -> Iterator[Ratio]:
    url, port = f"sqlite:///{folder / 'keno.db'}", free_port()
    tables = prepare(url)
    tokens = open_booth(url)
    with Running(served(port, url), port):
        asyncio.run(_sell(port, tokens, 1))
        entries, requests, singly, together = 0.0, 0.0, 0.0, 0.0
        for turn in range(3):
            before = entry_rows(url)
            said = load(
                {
                    "port": port,
                    "connections": CONNECTIONS,
                    "seconds": SECONDS,
                    "tables": tables,
                    "name": f"keno{turn}",
                }
            )
            entries = max(entries, (entry_rows(url) - before) / said["seconds"])
            requests = max(requests, said["rate"])
            singly = max(singly, asyncio.run(_sell(port, tokens, 1)))
            together = max(together, asyncio.run(_sell(port, tokens, AT_ONCE)))
    yield Ratio(
        f"keno tickets sold durably over HTTP, {AT_ONCE} paid for together / entries",
        per_second(together),
        per_second(entries),
        together / entries,
        0.8,
    )
    yield Ratio(
        "keno tickets sold durably over HTTP, one a request / requests at tables",
        per_second(singly),
        per_second(requests),
        singly / requests,
        0.8,
    )
