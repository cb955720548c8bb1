"""The writer of a process: one thread that takes whatever jobs are waiting and does them all in
one transaction, so that one flush to the disk serves many.

At the beginning of a batch the heads of its tables are read and locked; a table that another
process has moved on is loaded again. So every job is judged on the truth, balances included,
and the key of `entry` stands behind it all. Nobody hears of a change before the database has
it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, Protocol

import msgspec
from msgspec.structs import astuple

from pitboss.chain import hex_digest
from pitboss.equipment.cards import cards_text
from pitboss.store.database import Conflict, Database, Rows, Transaction, Unavailable
from pitboss.store.draft import Draft, Posting
from pitboss.store.live import Live
from pitboss.store.loading import load
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_HOUSE, HouseDay, Row, RowBody, make_row

BATCH_MAX = 256
KEYS_AT_ONCE_MAX = 500
ENTRY = "entry (table_id, round, seq, body, prev_hash, hash)"
POSTING = "posting (table_id, round, seq, line, account_id, cents)"
ANCHOR = "anchor (table_id, day, n, round, seq, hash, made_at)"
DAY_STARTS_HOURS = 6
# First answers are kept for a week: whoever repeats a request later is taken to mean another one.
KEYS_KEPT_MS = 7 * 86_400_000
# Half a hash names a key as well: nobody finds two that are alike, and the index is half as long.
KEY_DIGITS = 32


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def gaming_day(ms: int) -> date:
    """Returns the gaming day, which begins at six in the morning, local time."""
    return _day_of_minute(ms // 60_000)


def began_at(day: date) -> int:
    """Returns when a gaming day began, in milliseconds since 1970."""
    start = datetime(day.year, day.month, day.day, DAY_STARTS_HOURS)
    return round(start.timestamp() * 1000)


# The system is asked for the local time once a minute, not with every batch.
@lru_cache(maxsize=1)
def _day_of_minute(minute: int) -> date:
    local = datetime.fromtimestamp(60 * minute)
    return (local - timedelta(hours=DAY_STARTS_HOURS)).date()


class Answer(msgspec.Struct, frozen=True):
    """What a job says, in JSON. `n` is the number of rows that its table had then (0: it has
    none); `repeated` says that the request was answered before."""

    body: bytes
    n: int
    repeated: bool = False


class _Numbered(msgspec.Struct):
    """The number of rows in an answer that was kept."""

    n: int = 0


class Job(Protocol):
    """`tables` and `accounts` are locked for it. `key` is the idempotency key together with the
    account it belongs to ("": none), `request` identifies what was asked for under it, `terminal`
    says from where. What `work` returns is made an answer by the writer's `present`."""

    @property
    def tables(self) -> tuple[int, ...]: ...

    @property
    def accounts(self) -> tuple[int, ...]: ...

    @property
    def key(self) -> str: ...

    @property
    def request(self) -> str: ...

    @property
    def terminal(self) -> str: ...

    def work(self, batch: Batch) -> Any: ...


def key_id(account: int, key: str) -> str:
    return hex_digest(f"{account}\n{key}".encode())[:KEY_DIGITS]


def request_id(*parts: object) -> str:
    return hex_digest("\n".join(map(str, parts)).encode())[:KEY_DIGITS]


class Batch:
    """One transaction: what its jobs see, and what they add. `balances` are those of the
    accounts that are locked; a table's own accounts change with the table alone, so that they
    are neither read nor locked. `moved` is what the batch adds to each account."""

    def __init__(self, writer: Writer, transaction: Transaction, now: int) -> None:
        self.writer = writer
        self.db = writer.db
        self.transaction = transaction
        self.now = now
        self.today = writer.day_of(now)
        self.lives: dict[int, Live] = {}
        self.balances: dict[int, int] = {}
        self.moved: dict[int, int] = {}
        self.touched: set[int] = set()
        self.payments: dict[int, int] = {}  # shares paid, by the account of a meter
        self.paid: set[int] = set()
        self.drafts: list[Draft] = []
        self.seated: dict[int, set[int]] = {}  # who sat at the tables whose seats have changed
        self._flushed = 0
        # Rows, last hash and day of the chains that are no table's: the house's, and those of
        # systems.
        self._books: dict[int, tuple[int, str, str]] = {}
        self._books_moved: set[int] = set()
        self._book_rows: list[Row] = []
        self._book_postings: list[Posting] = []
        self._book_anchors: list[tuple[Any, ...]] = []
        self._inserts: dict[str, list[tuple[Any, ...]]] = {}
        self._updates: dict[str, list[tuple[Any, ...]]] = {}
        self.scratch: dict[Any, Any] = {}  # what jobs of this batch have read and need again
        self.answers: list[tuple[str, str, int, str]] = []
        self.terminal = ""  # from which the job under way was asked for

    # -- what jobs call ---------------------------------------------------------------------

    def draft(self, table_id: int, by: int) -> Draft:
        live = self.lives[table_id]
        payments = self.payments.get(live.accounts.jackpot, 0)
        return Draft(
            live,
            bank=self.balance,
            now=self.now,
            today=self.today,
            by=by,
            payments=payments,
            terminal=self.terminal,
        )

    def keep(self, draft: Draft) -> None:
        """Takes the rows of a draft that is done into the transaction."""
        live, before = draft.live, self.lives[draft.live.id]
        if live.seats is not before.seats and live.id not in self.seated:
            self.seated[live.id] = {who.account for who in before.seats.values()}
        self.lives[live.id] = live
        self.touched.add(live.id)
        if live.metered and draft.payments != self.payments[live.accounts.jackpot]:
            self.payments[live.accounts.jackpot] = draft.payments
            self.paid.add(live.accounts.jackpot)
        self._move(draft.deltas)
        draft.deltas = {}  # they are in the balances now
        self.drafts.append(draft)

    def _move(self, moves: dict[int, int]) -> None:
        moved = self.moved
        for account, cents in moves.items():
            if cents:
                moved[account] = moved.get(account, 0) + cents

    def balance(self, account: int) -> int:
        return self.balances[account] + self.moved.get(account, 0)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """Executes a statement of a job's own. What is pending is written first."""
        self.flush()
        return self.transaction.execute(sql, values)

    def lock_accounts(self, accounts: set[int]) -> None:
        wanted = sorted(accounts - self.balances.keys())
        self.balances.update(
            self._select(
                "SELECT account_id, cents FROM balance WHERE account_id IN",
                wanted,
                f"ORDER BY account_id{self.db.for_update}",
            )
        )

    def _select(self, sql: str, keys: Sequence[Any], tail: str = "") -> Iterator[Any]:
        """Yields the rows with these keys, in portions that every driver takes."""
        for start in range(0, len(keys), KEYS_AT_ONCE_MAX):
            part = keys[start : start + KEYS_AT_ONCE_MAX]
            places = ",".join("?" * len(part))
            yield from self.transaction.execute(f"{sql} ({places}) {tail}", part)

    def lock_book(self, book: int) -> tuple[int, str, str]:
        """Locks the head of a chain that is no table's, and returns its rows, last hash and day."""
        known = self._books.get(book)
        if known is None:
            sql = f"SELECT n, hash, day FROM book WHERE id = ?{self.db.for_update}"
            found = self.execute(sql, (book,)).first()
            if found is None:
                raise Refused(Kind.NO_SUCH_TABLE, f"there is no system {-book}")
            known = self._books[book] = tuple(found)
        return known

    def record(
        self, body: RowBody, moves: dict[int, int] | None = None, book: int = THE_HOUSE
    ) -> None:
        """Adds a row to the chain of the house, or to that of a system. The accounts of what it
        moves must be locked."""
        n, prev, day = self.lock_book(book)
        today = self.today.isoformat()
        if day != today:
            # A day ends with the row before, as a table's does.
            if day:
                self._book_anchors.append((book, day, n, 0, n - 1, prev, self.now))
            self._books[book] = (n, prev, today)
            self.record(HouseDay(self.now, 0, today, day, prev), book=book)
            n, prev, _ = self._books[book]
        row = make_row(book, 0, n, prev, body, self.terminal)
        self._book_rows.append(row)
        if moves:
            assert sum(moves.values()) == 0
            for line, (account, cents) in enumerate(moves.items()):
                self._book_postings.append((book, 0, n, line, account, cents))
            self._move(moves)
        self._books[book] = (n + 1, row.hash, today)
        self._books_moved.add(book)

    def insert_later(self, into: str, row: tuple[Any, ...]) -> None:
        """Inserts the row with others of its kind, before anything else is read."""
        self._inserts.setdefault(into, []).append(row)

    def execute_later(self, sql: str, values: tuple[Any, ...]) -> None:
        """Executes the statement with others of its kind, after what is inserted."""
        self._updates.setdefault(sql, []).append(values)

    # -- the transaction --------------------------------------------------------------------

    def begin(self, jobs: Sequence[Job]) -> dict[str, tuple[str, str]]:
        """Locks and reads what the jobs need. Returns the answers that are known already."""
        wanted = sorted({table for job in jobs for table in job.tables})
        accounts = {account for job in jobs for account in job.accounts}
        cache = self.writer.cache
        heads = self._select(
            "SELECT id, n, hash FROM gaming_table WHERE id IN",
            wanted,
            f"ORDER BY id{self.db.for_update}",
        )
        for table, n, mark in heads:
            live = cache.get(table)
            if live is None or live.n != n or live.hash != mark:
                live = load(self.transaction, table)
                # Whoever reads may have it at once: it is what the database says.
                cache[table] = live
            self.lives[table] = live
            accounts.update(who.account for who in live.seats.values())
        # What a meter's account holds is its reading: whoever has it locked has the meter.
        meters = {live.accounts.jackpot for live in self.lives.values() if live.metered}
        self.lock_accounts(accounts | meters)
        shares = "SELECT account_id, payments FROM meter WHERE account_id IN"
        self.payments.update(self._select(shares, sorted(meters)))
        keys = [job.key for job in jobs if job.key]
        known = "SELECT id, request, answer FROM idempotency WHERE id IN"
        return {key: (request, kept) for key, request, kept in self._select(known, keys)}

    def flush(self) -> None:
        """Writes what the drafts made."""
        drafts = self.drafts[self._flushed :]
        self._flushed = len(self.drafts)
        self.transaction.insert(ENTRY, [astuple(row) for draft in drafts for row in draft.rows])
        self.transaction.insert(
            POSTING, [posting for draft in drafts for posting in draft.postings]
        )
        self.transaction.insert(
            "checkpoint (table_id, round, n, hash, digest, state)",
            [astuple(checkpoint) for draft in drafts for checkpoint in draft.checkpoints],
        )
        self.transaction.insert(
            "shoe (table_id, number, round, commitment, salt, cards)",
            [
                (
                    s.table,
                    s.order.number,
                    s.round,
                    s.commitment,
                    s.order.salt,
                    cards_text(s.order.cards),
                )
                for d in drafts
                for s in d.new_shoes
            ],
        )
        self.transaction.insert(
            ANCHOR, [astuple(anchor) for draft in drafts for anchor in draft.anchors]
        )
        if self._book_rows:
            rows, self._book_rows = self._book_rows, []
            self.transaction.insert(ENTRY, [astuple(row) for row in rows])
            postings, self._book_postings = self._book_postings, []
            self.transaction.insert(POSTING, postings)
            anchors, self._book_anchors = self._book_anchors, []
            self.transaction.insert(ANCHOR, anchors)
        inserts, self._inserts = self._inserts, {}
        for into, rows_of_kind in inserts.items():
            self.transaction.insert(into, rows_of_kind)
        updates, self._updates = self._updates, {}
        for sql, values in updates.items():
            self.transaction.many(sql, values)
        for draft in drafts:
            for notice in draft.applied:
                self.execute("UPDATE notice SET status = 'effective' WHERE id = ?", (notice,))

    def finish(self) -> None:
        """Writes everything into the transaction: heads, balances and answers last."""
        self.flush()
        for book in sorted(self._books_moved):
            n, mark, day = self._books[book]
            sql = "UPDATE book SET n = ?, hash = ?, at = ?, day = ? WHERE id = ?"
            self.transaction.execute(sql, (n, mark, self.now, day, book))
        self._seat()
        self.transaction.update(
            "gaming_table",
            ("id", "status", "n", "round", "seq", "hash", "at"),
            [
                (live.id, live.status, live.n, live.round, live.seq, live.hash, live.at)
                for live in (self.lives[table] for table in sorted(self.touched))
            ],
        )
        self.transaction.insert(
            "balance (account_id, cents)",
            [(account, cents) for account, cents in sorted(self.moved.items()) if cents],
            "ON CONFLICT (account_id) DO UPDATE SET cents = balance.cents + excluded.cents",
        )
        self.transaction.many(
            "UPDATE meter SET payments = ? WHERE account_id = ?",
            [(self.payments[account], account) for account in sorted(self.paid)],
        )
        self.transaction.insert("idempotency (id, request, at, answer)", self.answers)

    def _seat(self) -> None:
        """Keeps who sits at which tables: those at the tables whose seats have changed."""
        for table, before in self.seated.items():
            now = {who.account for who in self.lives[table].seats.values()}
            sql = "DELETE FROM seat WHERE account_id = ? AND table_id = ?"
            self.transaction.many(sql, [(account, table) for account in sorted(before - now)])
            fresh = [(account, table) for account in sorted(now - before)]
            if fresh:
                self.transaction.insert("seat (account_id, table_id)", fresh)
        self.seated = {}


class Pending(msgspec.Struct):
    """A job, and who is told its answer."""

    job: Job
    done: Callable[[Answer | Exception], None]


Published = Callable[[list[Draft]], None]
Resolved = list[tuple[Callable[[Answer | Exception], None], Answer | Exception]]


class Writer:
    """`cache` holds the tables as last committed; it may be read from any thread. `published`
    is told, after every commit, what was added; `resolve` hands out many answers at once;
    `present` makes what a job returns into what is encoded as its answer."""

    def __init__(
        self, db: Database, *, present: Callable[[Any], Any], clock: Callable[[], int] = now_ms
    ) -> None:
        self.db = db
        self.clock = clock
        self.present = present
        self.day_of: Callable[[int], date] = gaming_day
        self.cache: dict[int, Live] = {}
        self.published: list[Published] = []
        self.batches = 0
        self.jobs = 0
        self.rows = 0
        self.commit_seconds = 0.0
        self.failures = 0
        self._queue: SimpleQueue[list[Pending]] = SimpleQueue()
        self._stopping = False
        self._gate = threading.Lock()  # nothing is submitted behind the end
        self._resolve: Callable[[Resolved], None] = hand_out
        self._answers: Resolved = []  # of the last transaction, which nobody was told yet
        self._thread = threading.Thread(target=self._run, name="pitboss writer", daemon=True)

    def start(self, resolve: Callable[[Resolved], None] | None = None) -> Writer:
        if resolve is not None:
            self._resolve = resolve
        self._thread.start()
        return self

    def submit(self, pending: list[Pending]) -> None:
        """Takes jobs, to be done in this order."""
        with self._gate:
            if self._stopping:
                raise Unavailable("the server is stopping")
            self._queue.put(pending)

    def do(self, job: Job, timeout: float = 30) -> Answer:
        """Takes a job and waits for its answer, for callers that are not asynchronous."""
        finished = threading.Event()
        told: list[Answer | Exception] = []

        def done(answer: Answer | Exception) -> None:
            told.append(answer)
            finished.set()

        self.submit([Pending(job, done)])
        if not finished.wait(timeout):
            raise Unavailable("the database does not answer")
        answer = told.pop()
        try:
            if isinstance(answer, Exception):
                raise answer
            return answer
        finally:
            del answer  # what is raised would keep itself alive

    def stop(self) -> None:
        """Finishes what is waiting, then ends."""
        with self._gate:
            self._stopping = True
            self._queue.put([])
        if self._thread.is_alive():
            self._thread.join(timeout=15)

    # -- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            taken = self._queue.get()
            while len(taken) < BATCH_MAX and not self._queue.empty():
                taken = taken + self._queue.get()
            if taken:
                answers = self._batch(taken)
                self._tell()
                self._answers = answers
            if self._queue.empty():
                self._tell()
                if self._stopping:
                    return

    def _tell(self) -> None:
        """Hands out the answers of the last transaction. Where others wait already, that is done
        while the next one is flushed to the disk: whoever is told then needs the processor while
        this thread does not."""
        if self._answers:
            answers, self._answers = self._answers, []
            self._resolve(answers)

    def _batch(self, taken: list[Pending]) -> Resolved:
        """Does these jobs in one transaction, and returns who is told what. A job that
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
                if isinstance(error, Conflict):
                    error = Refused(Kind.LOST_THE_RACE, "somebody else was faster: look again")
                return [(taken[0].done, error)]
            return [told for pending in taken for told in self._batch([pending])]

    def _forget(self, taken: list[Pending]) -> None:
        for pending in taken:
            for table in pending.job.tables:
                self.cache.pop(table, None)

    def _transaction(self, taken: list[Pending]) -> Resolved:
        told: Resolved = []
        began = time.perf_counter()
        with self.db.transaction() as transaction:
            batch = Batch(self, transaction, self.clock())
            known = batch.begin([pending.job for pending in taken])
            for pending in taken:
                told.append((pending.done, self._answer(batch, pending.job, known)))
            batch.finish()
            self._tell()
        self.commit_seconds += time.perf_counter() - began
        self.batches += 1
        self.jobs += len(taken)
        # Drafts know their batch: it must not know them for ever.
        drafts, batch.drafts = batch.drafts, []
        self.rows += sum(len(draft.rows) for draft in drafts)
        for table in batch.touched:
            self.cache[table] = batch.lives[table]
        if drafts:
            for publish in self.published:
                publish(drafts)
        return told

    def _answer(
        self, batch: Batch, job: Job, known: dict[str, tuple[str, str]]
    ) -> Answer | Exception:
        if job.key and job.key in known:
            request, kept = known[job.key]
            if request != job.request:
                return Refused(Kind.KEY_REUSED, "this Idempotency-Key was used for another request")
            n = msgspec.json.decode(kept, type=_Numbered).n
            return Answer(kept.encode(), n, repeated=True)
        tables = job.tables
        for table in tables:
            if table not in batch.lives:
                return Refused(Kind.NO_SUCH_TABLE, f"there is no table {table}")
        batch.terminal = job.terminal
        try:
            done = job.work(batch)
        except Refused as refused:
            # Where it was raised is of no use to anybody, and would keep this batch alive.
            refused.__context__ = None
            return refused.with_traceback(None)
        text = msgspec.json.encode(self.present(done))
        if job.key:
            kept = text.decode()
            batch.answers.append((job.key, job.request, batch.now, kept))
            known[job.key] = (job.request, kept)
        return Answer(text, batch.lives[tables[0]].n if tables else 0)


def forget_old_keys(batch: Batch) -> None:
    batch.execute("DELETE FROM idempotency WHERE at < ?", (batch.now - KEYS_KEPT_MS,))


def beat(batch: Batch) -> None:
    """Writes something, to find out whether anything can be."""
    batch.execute("UPDATE pulse SET at = ? WHERE id = 0", (batch.now,))


def hand_out(answers: Resolved) -> None:
    for done, answer in answers:
        done(answer)
