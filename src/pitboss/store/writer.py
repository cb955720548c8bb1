"""The writer of a process: one thread that takes whatever jobs are waiting and does them all in
one transaction, so that one flush to the disk serves many.

At the beginning of a batch the heads of its tables are read and locked; a table that another
process has moved on is loaded again. So every job is judged on the truth, balances included,
and the key of `entry` stands behind it all. Nobody hears of a change before the database has
it."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from pitboss.equipment.cards import cards_text
from pitboss.store.database import Database, Unavailable
from pitboss.store.draft import Draft
from pitboss.store.live import Live, Refused
from pitboss.store.loading import HEAD, load
from pitboss.store.rows import NO_HASH, Body, make_row
from pitboss.store.schema import THE_CAGE

BATCH_MAX = 256
DAY_STARTS_HOURS = 6


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def gaming_day(ms: int) -> date:
    """The gaming day begins at six in the morning, local time."""
    return (datetime.fromtimestamp(ms / 1000) - timedelta(hours=DAY_STARTS_HOURS)).date()


class Answer(msgspec.Struct, frozen=True):
    """What a job says: a status as HTTP has it, and a body in JSON."""

    status: int
    body: bytes
    repeated: bool = False


class Job(Protocol):
    """`tables` and `accounts` are locked for it. `key` is the idempotency key together with the
    account it belongs to ("": none), `request` identifies what was asked for under it."""

    tables: tuple[int, ...]
    accounts: tuple[int, ...]
    key: str
    request: str

    def work(self, batch: Batch) -> Any: ...


def key_id(account: int, key: str) -> str:
    return hashlib.sha256(f"{account}\n{key}".encode()).hexdigest()


def request_id(*parts: object) -> str:
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


class Batch:
    """One transaction: what its jobs see, and what they add."""

    def __init__(self, writer: Writer, connection: Connection, now: int) -> None:
        self.writer = writer
        self.db = writer.db
        self.connection = connection
        self.now = now
        self.today = writer.day_of(now)
        self.lives: dict[int, Live] = {}
        self.balances: dict[int, int] = {}
        self.moved: set[int] = set()
        self.touched: set[int] = set()
        self.drafts: list[Draft] = []
        self._flushed = 0
        self.answers: list[tuple[str, str, int, str]] = []

    # -- what jobs call ---------------------------------------------------------------------

    def draft(self, table_id: int, by: int) -> Draft:
        return Draft(self.lives[table_id], bank=self.balance, now=self.now, today=self.today, by=by)

    def keep(self, draft: Draft) -> None:
        """The draft is done: its rows go into the transaction."""
        live = draft.live
        self.lives[live.id] = live
        self.touched.add(live.id)
        for account, cents in draft.deltas.items():
            if cents:
                self.balances[account] += cents
                self.moved.add(account)
        draft.deltas = {}  # they are in the balances now
        self.drafts.append(draft)

    def balance(self, account: int) -> int:
        return self.balances[account]

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """A statement of a job's own. What is pending is written first."""
        self.flush()
        return self.connection.exec_driver_sql(self.db.sql(sql), tuple(values))

    def lock_accounts(self, accounts: set[int]) -> None:
        wanted = sorted(accounts - self.balances.keys())
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            sql = (
                f"SELECT account_id, cents FROM balance WHERE account_id IN ({marks}) "
                f"ORDER BY account_id{self.db.for_update}"
            )
            self.balances.update(
                (one[0], one[1])
                for one in self.connection.exec_driver_sql(self.db.sql(sql), tuple(part))
            )

    def cage(self, body: Body, moves: dict[int, int]) -> None:
        """A row in the chain of the cage. Its accounts must be locked."""
        assert sum(moves.values()) == 0
        sql = (
            f"SELECT seq, hash FROM entry WHERE table_id = {THE_CAGE} "
            "ORDER BY round DESC, seq DESC LIMIT 1"
        )
        last = self.execute(sql).fetchone()
        seq, prev = (last[0] + 1, last[1]) if last is not None else (0, NO_HASH)
        row = make_row(THE_CAGE, 0, seq, prev, body)
        self._insert("entry", "table_id, round, seq, body, prev_hash, hash",
                     [(row.table, row.round, row.seq, row.body, row.prev, row.hash)])  # fmt: skip
        self._insert(
            "posting", "table_id, round, seq, line, account_id, cents",
            [(THE_CAGE, 0, seq, line, a, c) for line, (a, c) in enumerate(moves.items())],
        )  # fmt: skip
        for account, cents in moves.items():
            self.balances[account] += cents
            self.moved.add(account)

    # -- the transaction --------------------------------------------------------------------

    def begin(self, jobs: Sequence[Job]) -> dict[str, tuple[str, int, str]]:
        """Lock and read what the jobs need. Gives the answers that are known already."""
        wanted = sorted({table for job in jobs for table in job.tables if table != THE_CAGE})
        accounts = {account for job in jobs for account in job.accounts}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            sql = f"{HEAD} WHERE id IN ({marks}) ORDER BY id{self.db.for_update}"
            for found in self.connection.exec_driver_sql(self.db.sql(sql), tuple(part)):
                live = self.writer.cache.get(found.id)
                if live is None or live.n != found.n or live.hash != found.hash:
                    live = load(self.db, self.connection, found.id)
                    # Whoever reads may have it at once: it is what the database says.
                    self.writer.cache[found.id] = live
                self.lives[found.id] = live
        for live in self.lives.values():
            accounts.update(who.account for who in live.seats.values())
            mine = live.accounts
            accounts.update((mine.inventory, mine.layout, mine.vigorish, mine.jackpot))
        self.lock_accounts(accounts)
        keys = [job.key for job in jobs if job.key]
        known: dict[str, tuple[str, int, str]] = {}
        for start in range(0, len(keys), 500):
            part_of = keys[start : start + 500]
            marks = ",".join("?" * len(part_of))
            sql = f"SELECT id, request, status, answer FROM idempotency WHERE id IN ({marks})"
            for one in self.connection.exec_driver_sql(self.db.sql(sql), tuple(part_of)):
                known[one[0]] = (one[1], one[2], one[3])
        return known

    def flush(self) -> None:
        """Write what the drafts made."""
        drafts = self.drafts[self._flushed :]
        self._flushed = len(self.drafts)
        self._insert(
            "entry", "table_id, round, seq, body, prev_hash, hash",
            [(r.table, r.round, r.seq, r.body, r.prev, r.hash) for d in drafts for r in d.rows],
        )  # fmt: skip
        self._insert(
            "posting", "table_id, round, seq, line, account_id, cents",
            [(p.table, p.round, p.seq, p.line, p.account, p.cents)
             for d in drafts for p in d.postings],
        )  # fmt: skip
        self._insert(
            "checkpoint", "table_id, round, n, hash, digest, state",
            [(c.table, c.round, c.n, c.hash, c.digest, c.state)
             for d in drafts for c in d.checkpoints],
        )  # fmt: skip
        self._insert(
            "shoe", "table_id, number, round, commitment, salt, cards",
            [(s.table, s.order.number, s.round, s.commitment, s.order.salt,
              cards_text(s.order.cards)) for d in drafts for s in d.new_shoes],
        )  # fmt: skip
        self._insert(
            "anchor", "table_id, day, n, round, seq, hash, made_at",
            [(a.table, a.day, a.n, a.round, a.seq, a.hash, a.at)
             for d in drafts for a in d.anchors],
        )  # fmt: skip
        for draft in drafts:
            for notice in draft.applied:
                self.connection.exec_driver_sql(
                    self.db.sql("UPDATE notice SET status = 'effective' WHERE id = ?"), (notice,)
                )

    def finish(self) -> None:
        """Everything into the transaction, heads, balances and answers last."""
        self.flush()
        if self.touched:
            self.connection.exec_driver_sql(
                self.db.sql(
                    "UPDATE gaming_table SET status = ?, n = ?, round = ?, seq = ?, hash = ?, "
                    "at = ? WHERE id = ?"
                ),
                [
                    (live.status, live.n, live.round, live.seq, live.hash, live.at, live.id)
                    for live in (self.lives[table] for table in sorted(self.touched))
                ],
            )
        if self.moved:
            self.connection.exec_driver_sql(
                self.db.sql("UPDATE balance SET cents = ? WHERE account_id = ?"),
                [(self.balances[account], account) for account in sorted(self.moved)],
            )
        self._insert(
            "idempotency", "id, request, at, status, answer",
            [(key, request, self.now, status, text) for key, request, status, text in self.answers],
        )  # fmt: skip

    def _insert(self, table: str, columns: str, values: list[tuple[Any, ...]]) -> None:
        if values:
            marks = ",".join("?" * len(values[0]))
            sql = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
            self.connection.exec_driver_sql(self.db.sql(sql), values)


class _Pending(msgspec.Struct):
    job: Any
    done: Callable[[Answer | Exception], None]


Published = Callable[[list[Draft]], None]


class Writer:
    """`cache` holds the tables as last committed; it may be read from any thread. `published`
    is told, after every commit, what was added; `resolve` gives many answers at once."""

    def __init__(self, db: Database, *, clock: Callable[[], int] = now_ms) -> None:
        self.db = db
        self.clock = clock
        self.day_of: Callable[[int], date] = gaming_day
        self.cache: dict[int, Live] = {}
        self.published: list[Published] = []
        self.batches = 0
        self.jobs = 0
        self.rows = 0
        self.commit_seconds = 0.0
        self.failures = 0
        self._queue: deque[_Pending] = deque()
        self._ready = threading.Condition()
        self._stopping = False
        self._resolve: Callable[[list[tuple[Callable[..., None], Any]]], None] = _call_all
        self._thread = threading.Thread(target=self._run, name="pitboss writer", daemon=True)

    def start(self, resolve: Callable[[list[tuple[Callable[..., None], Any]]], None] | None = None
              ) -> Writer:  # fmt: skip
        if resolve is not None:
            self._resolve = resolve
        self._thread.start()
        return self

    def submit(self, job: Job, done: Callable[[Answer | Exception], None]) -> None:
        with self._ready:
            if self._stopping:
                raise Unavailable("the server is stopping")
            self._queue.append(_Pending(job, done))
            self._ready.notify()

    def do(self, job: Job, timeout: float = 30) -> Answer:
        """Submit and wait, for callers that are not asynchronous."""
        finished = threading.Event()
        told: list[Answer | Exception] = []

        def done(answer: Answer | Exception) -> None:
            told.append(answer)
            finished.set()

        self.submit(job, done)
        if not finished.wait(timeout):
            raise Unavailable("the database does not answer")
        if isinstance(told[0], Exception):
            raise told[0]
        return told[0]

    def stop(self) -> None:
        """Finish what is waiting, then end."""
        with self._ready:
            self._stopping = True
            self._ready.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=15)

    # -- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._ready:
                while not self._queue and not self._stopping:
                    self._ready.wait()
                if not self._queue:
                    return
                taken: list[_Pending] = []
                while self._queue and len(taken) < BATCH_MAX:
                    taken.append(self._queue.popleft())
            self._resolve(self._batch(taken))

    def _batch(self, taken: list[_Pending]) -> list[tuple[Callable[..., None], Any]]:
        """Do these jobs in one transaction, and say what is to be told to whom. A job that
        fails in an unforeseen way is done alone, so that it harms nobody else."""
        try:
            return self._transaction(taken)
        except (Unavailable, OSError) as error:
            self.failures += 1
            self._forget(taken)
            gone = error if isinstance(error, Unavailable) else Unavailable(str(error))
            return [(pending.done, gone) for pending in taken]
        except Exception as error:
            self.failures += 1
            self._forget(taken)
            if len(taken) == 1:
                if isinstance(error, IntegrityError):
                    error = Refused(409, "lost-the-race", "somebody else was faster: look again")
                return [(taken[0].done, error)]
            return [told for pending in taken for told in self._batch([pending])]

    def _forget(self, taken: list[_Pending]) -> None:
        for pending in taken:
            for table in pending.job.tables:
                self.cache.pop(table, None)

    def _transaction(self, taken: list[_Pending]) -> list[tuple[Callable[..., None], Any]]:
        told: list[tuple[Callable[..., None], Any]] = []
        began = time.perf_counter()
        with self.db.write() as connection:
            batch = Batch(self, connection, self.clock())
            known = batch.begin([pending.job for pending in taken])
            for pending in taken:
                told.append((pending.done, self._one(batch, pending.job, known)))
            batch.finish()
        self.commit_seconds += time.perf_counter() - began
        self.batches += 1
        self.jobs += len(taken)
        self.rows += sum(len(draft.rows) for draft in batch.drafts)
        for table in batch.touched:
            self.cache[table] = batch.lives[table]
        if batch.drafts:
            for publish in self.published:
                publish(batch.drafts)
        return told

    def _one(
        self, batch: Batch, job: Any, known: dict[str, tuple[str, int, str]]
    ) -> Answer | Exception:
        if job.key and job.key in known:
            request, status, kept = known[job.key]
            if request != job.request:
                return Refused(
                    422, "key-reused", "this Idempotency-Key was used for another request"
                )
            return Answer(status, kept.encode(), repeated=True)
        for table in job.tables:
            if table != THE_CAGE and table not in batch.lives:
                return Refused(404, "no-such-table", f"there is no table {table}")
        try:
            said = job.work(batch)
        except Refused as refused:
            return refused
        status, body = said if isinstance(said, tuple) else (200, said)
        text = msgspec.json.encode(body)
        if job.key:
            batch.answers.append((job.key, job.request, status, text.decode()))
            known[job.key] = (job.request, status, text.decode())
        return Answer(status, text)


def _call_all(told: list[tuple[Callable[..., None], Any]]) -> None:
    for done, answer in told:
        done(answer)
