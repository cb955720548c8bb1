"""How far a floor goes on one machine: entries a second at which the slowest hundredth of the
requests takes 50 ms (the knee), with 1 to 6,000 open tables; memory of a table; how long a server
takes to start. `python -m bench scale` takes a short form; `python -m bench.scale --long` has
PostgreSQL and a million stored rounds as well. What follows from it is in docs/scale.md."""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
from msgspec.structs import astuple

from bench.measure import Ratio, per_second
from bench.server import Running, entry_rows, free_port, load, memory_of, served
from pitboss.server.view import answer_json
from pitboss.store import people
from pitboss.store.accounts import Deposit
from pitboss.store.database import Database, Reading, Transaction
from pitboss.store.jobs import Call, Enter, Job, Sit
from pitboss.store.live import end_digest
from pitboss.store.loading import Head, heads, rows_after
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.rows import Ended, row_hash
from pitboss.store.verify import verify_database
from pitboss.store.writer import ENTRY, POSTING, Answer, Pending, Writer

TABLES = (1, 100, 1_000, 6_000)
# What the tables of a city ask for: a wager and its settlement are some dozen entries a round.
ATLANTIC_CITY, MACAU = 870, 4_800
KNEE_SECONDS = 0.050
PARTS_OF_FULL_LOAD = (0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0.05)
CONNECTIONS_MAX = 128
AT_ONCE = 200
TABLES_A_TRANSACTION = 20
STEPS = {"wager": "p1 wager original 5.00", "close": "d close", "cut": "p1 refuse the cut"}

Prepared = list[dict[str, Any]]


class Maker:
    """A writer that is handed many jobs at once. What it makes is what a server makes: chained,
    posted, committed; only the flush of each commit is left out, for it would take all day."""

    def __init__(self, url: str) -> None:
        self.db = Database(url)
        self.db.upgrade()
        self.writer = Writer(self.db, present=answer_json)
        if self.db.is_sqlite:
            with self.db.transaction():
                pass
            self.db._writing.execute("PRAGMA synchronous=OFF")

    def all(self, jobs: list[Job]) -> list[Any]:
        """Does these, and returns their answers decoded."""
        answers: list[Any] = []
        for start in range(0, len(jobs), AT_ONCE):
            told: list[Answer | Exception] = []
            pending = [Pending(job, told.append) for job in jobs[start : start + AT_ONCE]]
            for done, answer in self.writer._batch(pending):
                done(answer)
            for answer in told:
                if isinstance(answer, Exception):
                    raise answer
                answers.append(msgspec.json.decode(answer.body))
        return answers

    def close(self) -> None:
        self.writer.stop()
        self.db.close()


def _patron(number: int, token: str) -> Callable[[Any], int]:
    def create(batch: Any) -> int:
        account = people.create_person(batch, f"load-{number}", "patron", "")
        people.start_session(batch, account, token, "bearer", "x")
        return account

    return create


def open_tables(maker: Maker, numbers: range) -> Prepared:
    """Opens that many red dog tables, and an account with money for each."""
    tokens = [people.new_token() for _ in numbers]
    created = [_patron(number, token) for number, token in zip(numbers, tokens, strict=True)]
    accounts = maker.all([Call(one) for one in created])
    maker.all([Deposit(account, 10**12, "", 0) for account in accounts])
    asked = [
        NewTable(game="red-dog", name=f"load {number}", limits={"": (500, 50_000)})
        for number in numbers
    ]
    opened = [one["table"] for one in maker.all([OpenTable(0, one) for one in asked])]
    return [
        {"id": table, "account": account, "token": token}
        for table, account, token in zip(opened, accounts, tokens, strict=True)
    ]


def prepare(maker: Maker, tables: int, first: int = 0) -> Prepared:
    """Opens tables, each with a patron who has accepted the cards."""
    opened = open_tables(maker, range(first, first + tables))
    both = [(one["id"], one["account"]) for one in opened]
    maker.all([Sit(table, account, f"load-{account}", 1) for table, account in both])
    maker.all([Enter(table, account, "patron", ["p1 refuse the cut"]) for table, account in both])
    return opened


def play(maker: Maker, table: dict[str, Any], rounds: int) -> None:
    """Plays so many rounds at a table."""
    waiting, made = "wager", 0
    while made < rounds or waiting != "wager":
        said = maker.all([Enter(table["id"], table["account"], "patron", [STEPS[waiting]])])[0]
        made += len(said["receipts"])
        if said["waiting_for"] == "p1":
            waiting = "cut"
        elif waiting == "cut" or said["receipts"]:
            waiting = "wager"
        else:
            waiting = "close"


class Copied(msgspec.Struct):
    """A row of the table that is copied. `@` stands for the patron's account; where the row ends a
    procedure, `state` is its checkpoint, and `digest` what stands in the body in its place."""

    round: int
    seq: int
    body: str
    state: str = ""
    digest: str = ""
    seal: str = ""


def multiply(maker: Maker, model: dict[str, Any], copies: Prepared) -> None:
    """Gives every one of these tables, at which nothing happened yet, the history of the model:
    chained, posted and checkpointed as its own."""
    with maker.db.read() as reading:
        rows, postings = _copied(reading, model)
        shoes = list(
            reading.execute(
                "SELECT number, round, commitment, salt, cards FROM shoe WHERE table_id = ?",
                (model["id"],),
            )
        )
        last = heads(reading)
    accounts = {one.table: (one, astuple(one.accounts)) for one in last}
    from_accounts = (model["account"], *accounts[model["id"]][1])
    head = accounts[model["id"]][0]
    for start in range(0, len(copies), TABLES_A_TRANSACTION):
        with maker.db.transaction() as transaction:
            made = _Made()
            for one in copies[start : start + TABLES_A_TRANSACTION]:
                opened, own = accounts[one["id"]]
                made.take(one, opened.hash, rows)
                to = dict(zip(from_accounts, (one["account"], *own), strict=True))
                made.post(one["id"], [(*place, to[who], cents) for *place, who, cents in postings])
                made.shoes += [(one["id"], *shoe) for shoe in shoes]
            made.write(transaction, head)


def _copied(reading: Reading, model: dict[str, Any]) -> tuple[list[Copied], list[Any]]:
    table, account = model["id"], model["account"]
    sql = "SELECT round, state FROM checkpoint WHERE table_id = ?"
    states = dict(reading.execute(sql, (table,)))

    def plain(text: str) -> str:
        seated = text.replace(f'[{account},"load-{account}"', '[@,"load-@"')
        return seated.replace(f'"by":{account},', '"by":@,')

    rows = []
    for row in rows_after(reading, table, 0, 0):
        body, copied = row.read(), Copied(row.round, row.seq, plain(row.body))
        if isinstance(body, Ended):
            copied.state, copied.digest, copied.seal = (
                plain(states[row.round]),
                body.digest,
                body.seal,
            )
        rows.append(copied)
    sql = (
        "SELECT round, seq, line, account_id, cents FROM posting WHERE table_id = ? "
        "ORDER BY round, seq, line"
    )
    return rows, [tuple(one) for one in reading.execute(sql, (table,))]


class _Made:
    """What is written of several tables in one transaction."""

    def __init__(self) -> None:
        self.entries: list[Any] = []
        self.checkpoints: list[Any] = []
        self.postings: list[Any] = []
        self.shoes: list[Any] = []
        self.heads: list[Any] = []
        self.seats: list[Any] = []
        self.moved: Counter[int] = Counter()

    def take(self, one: dict[str, Any], prev: str, rows: list[Copied]) -> None:
        table, account, n = one["id"], str(one["account"]), 1
        for row in rows:
            body = row.body.replace("@", account)
            if row.state:
                state = row.state.replace("@", account)
                digest = end_digest(row.seal, state)
                body = body.replace(row.digest, digest)
            mark = row_hash(prev, table, row.round, row.seq, body)
            self.entries.append((table, row.round, row.seq, body, prev, mark))
            prev, n = mark, n + 1
            if row.state:
                self.checkpoints.append((table, row.round, n, mark, digest, state))
        self.heads.append((table, n, prev))
        self.seats.append((one["account"], table))

    def post(self, table: int, postings: list[Any]) -> None:
        self.postings += [(table, *one) for one in postings]
        for *_, account, cents in postings:
            self.moved[account] += cents

    def write(self, transaction: Transaction, model: Head) -> None:
        transaction.insert(ENTRY, self.entries)
        transaction.insert(POSTING, self.postings)
        checkpoint = "checkpoint (table_id, round, n, hash, digest, state)"
        transaction.insert(checkpoint, self.checkpoints)
        transaction.insert("shoe (table_id, number, round, commitment, salt, cards)", self.shoes)
        transaction.insert("seat (account_id, table_id)", self.seats)
        moved = "UPDATE balance SET cents = cents + ? WHERE account_id = ?"
        transaction.many(moved, [(cents, account) for account, cents in self.moved.items()])
        sql = "SELECT status, round, seq FROM gaming_table WHERE id = ?"
        status, round_, seq = transaction.execute(sql, (model.table,)).first()
        columns = ("id", "n", "hash", "status", "round", "seq", "at")
        heads = [(table, n, mark, status, round_, seq, model.at) for table, n, mark in self.heads]
        transaction.update("gaming_table", columns, heads)


def fill(maker: Maker, tables: int, rounds: int) -> int:
    """Stores so many rounds at so many tables: those of one are played, the others get the same
    history, each in its own chain and ledger. Returns how many there are."""
    each = -(-rounds // tables)
    model = prepare(maker, 1)[0]
    play(maker, model, each)
    multiply(maker, model, open_tables(maker, range(1, tables)))
    return each * tables


class Knee(msgspec.Struct):
    """`entries` a second where `p99` was the last below 50 ms; `most` at full load."""

    tables: int
    entries: float
    p99: float
    most: float


def knee(port: int, url: str, tables: Prepared, *, seconds: float) -> Knee:
    """Looks for the rate at which p99 reaches 50 ms: at full load, then at less and less of it."""
    count = min(len(tables), CONNECTIONS_MAX)

    def at(pause: float) -> tuple[float, float, float]:
        before = entry_rows(url)
        said = load({"port": port, "connections": count, "seconds": seconds, "tables": tables,
                     "pause": pause, "name": f"{time.perf_counter()}"})  # fmt: skip
        return said["rate"], (entry_rows(url) - before) / said["seconds"], said["p99"]

    at(count / 200)  # whoever comes first waits for sessions and tables to be looked up
    requests, most, p99 = at(0.0)
    entries = most
    for part in PARTS_OF_FULL_LOAD:
        if p99 <= KNEE_SECONDS:
            break
        _, entries, p99 = at(count / (part * requests))
    return Knee(len(tables), entries if p99 <= KNEE_SECONDS else 0.0, p99, most)


def started(url: str) -> tuple[float, float, float, int]:
    """Starts a server; returns after how many seconds it answered, after how many all tables were
    in memory, the memory then, and how many there were."""
    port, began = free_port(), time.perf_counter()
    with Running(served(port, url), port) as server:
        answered = time.perf_counter() - began
        while True:
            time.sleep(0.2)
            there = _in_memory(port)
            time.sleep(0.3)
            if there == _in_memory(port):
                break
        whole = time.perf_counter() - began - 0.5
        return answered, whole, float(memory_of(server.process.pid)), there


def _in_memory(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return int(float(text.split("\npitboss_tables_in_memory ")[1].split()[0]))


def floors(url: str, *, seconds: float) -> Iterator[Ratio]:
    """The knee with more and more tables open, and what they cost."""
    kind = "SQLite" if url.startswith("sqlite") else "PostgreSQL"
    maker, tables = Maker(url), Prepared()
    empty = started(url)
    try:
        for count in TABLES:
            tables += prepare(maker, count - len(tables), len(tables))
            port = free_port()
            with Running(served(port, url), port):
                found = knee(port, url, tables, seconds=seconds)
            yield Ratio(
                f"{kind}, {count} open tables: entries/s with p99 below 50 ms "
                f"({found.p99 * 1e3:.0f} ms; {per_second(found.most)} at full load) / Atlantic "
                "City's 870",
                per_second(found.entries),
                per_second(ATLANTIC_CITY),
                found.entries / ATLANTIC_CITY,
                1 if count > 1 else 0.1,
                MACAU / ATLANTIC_CITY,
            )
    finally:
        maker.close()
    answered, whole, memory, there = started(url)
    each = (memory - empty[2]) / max(there, 1)
    yield Ratio(
        f"{kind}: memory of an open table / 64 KiB",
        f"{each / 1024:.1f} KiB",
        "64 KiB",
        each / 65_536,
        1,
        None,
        more=False,
    )
    yield Ratio(
        f"{kind}: start-up with {there} tables until it answers, all in memory after "
        f"{whole:.1f} s (seconds)",
        f"{answered:.1f} s",
        "5 s",
        answered / 5,
        1,
        None,
        more=False,
    )


def stored(url: str, tables: int, rounds: int, check: int) -> Iterator[Ratio]:
    """A start with many rounds stored. `check` rounds, made in the same way, are verified whole."""
    maker = Maker(url)
    try:
        began = time.perf_counter()
        made = fill(maker, tables, rounds)
        took = time.perf_counter() - began
    finally:
        maker.close()
    answered, whole, _, there = started(url)
    yield Ratio(
        f"start-up with {there} tables and {made} rounds stored (made in {took:.0f} s), "
        f"all in memory after {whole:.1f} s (seconds)",
        f"{answered:.1f} s",
        "5 s",
        answered / 5,
        1,
        None,
        more=False,
    )
    with tempfile.TemporaryDirectory() as name:
        part = f"sqlite:///{name}/part.db"
        maker = Maker(part)
        fill(maker, min(tables, 50), check)
        maker.close()
        db = Database(part, reads_only=True)
        began = time.perf_counter()
        verdict = verify_database(db)
        took = time.perf_counter() - began
        db.close()
        assert verdict.status == "clean", verdict.message()
    yield Ratio(
        f"verify of {verdict.rounds} procedures made in the same way (microseconds each)",
        f"{took / verdict.rounds * 1e6:.0f} us",
        "1000 us",
        took / verdict.rounds * 1e3,
        1,
        None,
        more=False,
    )


def results() -> Iterator[Ratio]:
    """The short form."""
    with tempfile.TemporaryDirectory() as name:
        yield from floors(f"sqlite:///{name}/floor.db", seconds=2.5)
        yield from stored(f"sqlite:///{name}/stored.db", 500, 10_000, 2_000)


def long(rounds: int) -> Iterator[Ratio]:
    from tests.server.services import postgres, programs

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        yield from floors(f"sqlite:///{folder}/floor.db", seconds=5.0)
        if programs() is not None:
            cluster = stack.enter_context(postgres())
            yield from floors(cluster.database(), seconds=5.0)
        yield from stored(f"sqlite:///{folder}/stored.db", 6_000, rounds, 20_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="with PostgreSQL and many rounds")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds stored (long form)")
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for one in long(asked.rounds) if asked.long else results():
        print(f"{one.name}: {one.ours} (ratio {one.ratio:.3g}, bar {one.bar:g})", flush=True)


if __name__ == "__main__":
    main()
