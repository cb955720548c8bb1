"""The house: the database, its writer, who is signed in, who listens. The API, the streams and
the pages all work through this object (`app.state.house`)."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Any, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.server import limits
from pitboss.server.doors import Doors
from pitboss.server.keno_record import print_games
from pitboss.server.logs import logger
from pitboss.server.metrics import Metrics
from pitboss.server.past import catch_up
from pitboss.server.problems import code_of
from pitboss.server.sessions import Sessions
from pitboss.server.settings import Settings
from pitboss.server.stream import Hub
from pitboss.server.view import answer_json, floor_line, table_json
from pitboss.signing import load_key, public_half
from pitboss.store import accounts, jobs, people
from pitboss.store.anchoring import key_file, show_key
from pitboss.store.casino.money import begin_day, watch_trays
from pitboss.store.database import Damaged, Database, Reading, Unavailable
from pitboss.store.draft import Draft
from pitboss.store.keno.jobs import ExpireTickets, LockOut
from pitboss.store.keno.state import KenoSystem, due_systems, heads_of_systems, list_systems
from pitboss.store.live import Live
from pitboss.store.loading import PlayedRound, head, heads, load, replay_round, rows_since
from pitboss.store.people import Person
from pitboss.store.refusal import Kind, Refused
from pitboss.store.seating import OfferSeats
from pitboss.store.steady import Steady
from pitboss.store.waiting import all_requests, overdue, to_offer
from pitboss.store.writer import (
    Answer,
    Batch,
    Job,
    Pending,
    Resolved,
    Writer,
    beat,
    forget_old_keys,
    hand_out,
    now_ms,
)

DATABASE_SECONDS = 1.0
# Whether anything can be written is tried so often at most, and for so long.
PROBE_SECONDS, PATIENCE_SECONDS = 1.0, 5.0
TICK_SECONDS = 0.5
POLL_SECONDS = 0.25
HEARTBEAT_SECONDS = 15.0
# How far back it is looked for what other processes wrote: clocks may differ by that much.
LATELY_MS = 2 * jobs.CLOCKS_APART_MS
# Of a large floor so many tables are looked at in a row.
TABLES_AT_ONCE = 100
# Rounds are freed at once where they end: the garbage collector has little to find, and a look
# costs as much as there is alive, however seldom it looks.
GARBAGE_THRESHOLDS = (200_000, 10, 10)


class House:
    """A house is opened before the first request and closed after the last."""

    def __init__(self, settings: Settings, *, clock: Callable[[], int] = now_ms) -> None:
        self.settings = settings
        self.clock = clock = Steady(clock)
        self.db = Database(settings.url)
        self.writer = Writer(self.db, present=answer_json, clock=clock)
        self.key: Ed25519PrivateKey | None = None
        self.aside: dict[int, str] = {}  # tables that cannot be played, and why
        self.ready = False
        self.hub = Hub()
        self.doors = Doors(settings.proxies)
        self.metrics = Metrics()
        self.requests = limits.Buckets(limits.ACCOUNT_RATE, limits.ACCOUNT_BURST)
        self.entries = limits.Buckets(limits.ENTRY_RATE, limits.ENTRY_BURST)
        self.refusals = limits.Buckets(limits.REFUSAL_RATE, limits.REFUSAL_BURST)
        self.attempts = limits.Buckets(limits.SIGN_IN_RATE, limits.SIGN_IN_BURST)
        self.sessions = Sessions(self.db, clock)
        self.log = logger()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self._posted: list[Pending] = []
        self._fresh: list[Draft] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._loading = threading.Lock()
        self._tidy_at = 0
        self._wrote: tuple[float, bool] = (-1e9, True)
        self._probing = threading.Lock()
        self._quiet: dict[int, tuple[Live, int]] = {}  # tables at which nothing is due until then
        self._looked_at = 0
        self._floor_heads: dict[int, int] | None = None
        self._keno_heads: dict[int, int] = {}
        self.keno: dict[int, KenoSystem] = {}  # keno systems, as they were opened

    # -- life -------------------------------------------------------------------------------

    def open(self) -> None:
        """Brings the schema up to date. Blocks."""
        self.db.upgrade()

    async def start(self) -> None:
        """Starts to serve. Where the database is away, requests are answered with 503 until it is
        back: a server that ends would not be there then."""
        loop = asyncio.get_running_loop()
        self.loop = loop
        self.hub.missed = self._missed
        self.writer.published.append(self._published)
        self.writer.start(self._resolve)
        try:
            await asyncio.to_thread(self._make_ready)
        except Unavailable as error:
            self.log.warning("waiting for the database", error=str(error)[:200])
            self._tasks.append(loop.create_task(self._wait_for_database()))
        _settle_down()
        self._hear_signals(loop)
        for work in (self._load_floor, self._tick, self._poll, self._heartbeat, self.doors.watch):
            self._tasks.append(loop.create_task(work()))

    def _make_ready(self) -> None:
        self.open()
        self.key = load_key(key_file(self.db, self.settings.key), create=True)
        public = public_half(self.key)
        self.call(lambda batch: show_key(batch, public))
        self.ready = True

    async def _wait_for_database(self) -> None:
        while not self.ready:
            await asyncio.sleep(DATABASE_SECONDS)
            try:
                await asyncio.to_thread(self._make_ready)
                self.log.info("the database is there")
            except Unavailable:
                continue
            except Exception:
                self.log.error("start", exc_info=True)

    async def _load_floor(self) -> None:
        """Makes out every open table, beside the work: whoever asks for one before its turn has it
        loaded then. Time passes at a table (`_tick`) from when it is in memory."""
        while True:
            try:
                if self.ready:
                    for part in _slices(await asyncio.to_thread(self._tables_to_load)):
                        await asyncio.to_thread(self._load_some, part)
                    return
            except Unavailable as error:
                self.log.warning("tables", error=str(error)[:200])
            await asyncio.sleep(DATABASE_SECONDS / 10)

    def _tables_to_load(self) -> list[int]:
        with self.db.read() as reading:
            tables = [known.table for known in heads(reading, closed=False)]
        return [table for table in tables if table not in self.writer.cache]

    def _load_some(self, tables: list[int]) -> None:
        with self.db.read() as reading:
            for table in tables:
                if table not in self.writer.cache:
                    self._load(reading, table)

    def _hear_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """Streams end as soon as the server is told to stop: it waits for its connections, and
        they would last for ever."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)
            if not callable(before):
                continue

            def stop(sent: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.begin_stop)
                before(sent, frame)

            signal.signal(number, stop)

    def begin_stop(self) -> None:
        self.stopping = True
        self.hub.close()

    async def stop(self) -> None:
        """Finishes what is waiting, tells the listeners, lets go of the database."""
        self.begin_stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.writer.stop)
        await asyncio.to_thread(self.db.close)

    def _published(self, drafts: list[Draft]) -> None:
        """In the writer's thread: keeps what is told to the listeners together with the answers."""
        self._fresh += drafts

    def _resolve(self, answers: Resolved) -> None:
        """In the writer's thread: calls into the event loop once for a whole batch."""
        assert self.loop is not None
        fresh, self._fresh = self._fresh, []
        try:
            self.loop.call_soon_threadsafe(self._heard, answers, fresh)
        except RuntimeError:  # the loop is gone: nobody waits any more
            hand_out(answers)

    def _heard(self, answers: Resolved, fresh: list[Draft]) -> None:
        hand_out(answers)
        self.hub.deliver(fresh)

    # -- work -------------------------------------------------------------------------------

    def post(self, job: Job, done: Callable[[Answer | Exception], None]) -> None:
        """Takes a job from the event loop, where `done` is called with the answer. Whatever comes
        in one turn of the loop is handed over together: that wakes the writer once."""
        assert self.loop is not None
        if not self._posted:
            self.loop.call_soon(self._hand_over)
        self._posted.append(Pending(job, done))

    def _hand_over(self) -> None:
        posted, self._posted = self._posted, []
        try:
            self.writer.submit(posted)
        except Unavailable as error:
            hand_out([(pending.done, error) for pending in posted])

    async def submit(self, job: Job) -> Answer:
        """Takes a job from the event loop and waits for the answer."""
        assert self.loop is not None
        future: asyncio.Future[Answer] = self.loop.create_future()

        def done(answer: Answer | Exception) -> None:
            if future.done():
                return
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

        self.post(job, done)
        return await future

    def do(self, job: Job) -> Any:
        """Takes a job from a thread that may wait; returns the answer decoded."""
        return msgspec.json.decode(self.writer.do(job).body)

    def call(self, function: Callable[[Batch], Any]) -> Any:
        return self.do(jobs.Call(function))

    def can_write(self) -> bool:
        """Whether the database takes what is written, as it did a moment ago. Blocks."""
        with self._probing:
            at, could = self._wrote
            if time.monotonic() - at > PROBE_SECONDS:
                try:
                    self.writer.do(jobs.Call(beat), timeout=PATIENCE_SECONDS)
                    could = True
                except (Unavailable, Damaged):
                    could = False
                self._wrote = (time.monotonic(), could)
            return could

    def entry_refused(self, error: Exception, status: int, name: str, table: int) -> None:
        """A posted entry was refused: that is counted, and whoever does it without end waits."""
        self.metrics.refused(code_of(error))
        if name and isinstance(error, Refused):
            self.refusals.spend(name)
        self.report("entry", error, status, table=table)

    def log_access(self, method: str, path: str, status: int, seconds: float, address: str) -> None:
        """Puts a request into the log, where that is asked for."""
        if self.settings.access_log:
            self.log.info(
                "request",
                method=method,
                path=path,
                status=status,
                ms=round(1000 * seconds, 2),
                address=address,
            )

    def report(self, what: str, error: Exception, status: int, **where: Any) -> None:
        """Puts a fault of ours, or of the database, into the log."""
        if status >= 500:
            (self.log.warning if status == 503 else self.log.error)(
                what,
                status=status,
                error=str(error)[:200],
                exc_info=error if status == 500 else None,
                **where,
            )

    # -- who --------------------------------------------------------------------------------

    async def person(self, session: str) -> Person | None:
        """Returns whose session this is. Only one not seen lately costs a look at the database."""
        if not session:
            return None
        known = self.sessions.cached(session)
        return known or await asyncio.to_thread(self.sessions.person, session)

    def sessions_ended(self) -> None:
        """Somebody's session is over, and with it their streams (in other processes at their next
        heartbeat)."""
        self.sessions.forget()
        if self.loop is not None and not self.loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._end_old_streams(), self.loop)

    async def _end_old_streams(self) -> None:
        if self.hub.listeners:
            self.hub.end_without(await asyncio.to_thread(self._open_sessions))

    def _open_sessions(self) -> set[str]:
        with self.db.read() as reading:
            return people.open_sessions(reading, self.clock())

    # -- tables -----------------------------------------------------------------------------

    def table(self, table_id: int) -> Live:
        """Returns the table as the database has it now. Blocks."""
        with self.db.read() as reading:
            n = head(reading, table_id).n
            live = self.writer.cache.get(table_id)
            if live is not None and live.n >= n:
                return live
            live = self._keep(load(reading, table_id))
            self.aside.pop(table_id, None)
            return live

    def _keep(self, live: Live) -> Live:
        with self._loading:
            there = self.writer.cache.get(live.id)
            if there is None or there.n < live.n:
                self.writer.cache[live.id] = live
                return live
            return there

    def floor(self, *, closed: bool = False) -> list[Live]:
        """Returns every table as the database has it now, with or without those that are closed.
        Blocks."""
        lives = []
        with self.db.read() as reading:
            for known in heads(reading, closed=closed):
                live = self.writer.cache.get(known.table)
                if live is None or live.n < known.n:
                    live = self._load(reading, known.table)
                if live is not None:
                    lives.append(live)
        return lives

    def _load(self, reading: Reading, table: int) -> Live | None:
        """Returns the table, or None where it cannot be made out: the others open without it."""
        if table in self.aside:
            return None
        try:
            return self._keep(load(reading, table))
        except Refused as refused:
            if refused.kind is not Kind.SET_ASIDE:
                raise
            self.aside[table] = refused.message
            self.log.error("a table is set aside", table=table, error=refused.message)
            return None

    def floor_lines(self, *, closed: bool = False) -> list[dict[str, Any]]:
        """Returns every table, as everybody may see it."""
        return [floor_line(live) for live in self.floor(closed=closed)]

    def seen_by(self, live: Live, person: Person) -> dict[str, Any]:
        """Returns the table as somebody sees it, with what they and the meter hold now. Blocks."""
        meter = self.balance(live.accounts.jackpot) if live.metered else None
        return table_json(live, person, self.balance(person.id), meter)

    def balance(self, account: int) -> int:
        with self.db.read() as reading:
            return accounts.balance_of(reading, account)

    def played(self, table_id: int, round_: int) -> PlayedRound:
        """Returns a procedure of the past, run again. Blocks."""
        live = self.table(table_id)
        with self.db.read() as reading:
            return replay_round(reading, live, round_)

    # -- listening --------------------------------------------------------------------------

    def _missed(self, table: int) -> None:
        assert self.loop is not None
        self.loop.create_task(self._tell_missed(table))

    async def _tell_missed(self, table: int) -> None:
        """Another process wrote: tells the listeners from the database. While that goes on, nobody
        else tells anything of this table (`Hub.behind`), so that every place comes once and in
        order; what was written meanwhile is told here as well."""
        hub = self.hub
        try:
            while table in hub.listeners:
                hub.behind[table] = False
                live = await asyncio.to_thread(self.table, table)
                await self._tell_from_database(live)
                if not hub.behind[table]:
                    hub.known[table] = live.n
                    return
        except (Unavailable, Refused) as error:
            self.log.warning("stream", table=table, error=str(error)[:200])
        finally:
            # Without another wait in between: what comes next is told where this left off, or is
            # noticed as missing.
            hub.behind.pop(table, None)

    async def _tell_from_database(self, live: Live) -> None:
        hub, place = self.hub, (live.round, live.seq)
        for listener in list(hub.listeners.get(live.id, ())):
            if listener.place >= place:
                continue
            since, account, role = listener.place, listener.account, listener.role
            for message in await asyncio.to_thread(catch_up, self.db, live, since, account, role):
                listener.push(message)
                hub.sent += 1
            listener.place = place

    # -- what time brings ---------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                if not self.ready:
                    continue
                await asyncio.to_thread(self.sessions.look_again)
                now = self.clock()
                today = self.writer.day_of(now)
                for part in _slices(list(self.writer.cache.values())):
                    due = [live.id for live in part if self._is_due(live, now, today)]
                    # Whoever plays is served between two parts of a large floor.
                    await asyncio.gather(*(self.submit(jobs.Tick(table)) for table in due))
                    await asyncio.sleep(0)
                await self._keno_tick(now)
                await self._seats_tick(now)
            except (Unavailable, Refused) as error:
                self.log.warning("tick", error=str(error)[:200])
            except Exception:
                self.log.error("tick", exc_info=True)

    def _is_due(self, live: Live, now: int, today: date) -> bool:
        """Whether time alone moves the table on. Most tables of a large floor stand as they stood
        half a second ago."""
        if now < self._looked_at:  # the clock was put back
            self._quiet.clear()
        self._looked_at = now
        known = self._quiet.get(live.id)
        if known is not None and known[0] is live and now < known[1]:
            return False
        if jobs.anything_due(live, now, today):
            return True
        self._quiet[live.id] = (live, jobs.nothing_due_until(live, now))
        return False

    def _keno_systems(self) -> list[int]:
        with self.db.read() as reading:
            return [system.id for system in list_systems(reading)]

    async def _keno_tick(self, now: int) -> None:
        """Locks games out and prints what was decided. A system that refuses (its notice was not
        given, another process was first) keeps no other one waiting."""
        for system in await asyncio.to_thread(self._keno_due, now):
            try:
                await self.submit(LockOut(0, system, True))
            except Refused as error:
                self.log.info("keno", system=system, error=str(error)[:200])
        await asyncio.to_thread(self._keno_printed)

    async def _seats_tick(self, now: int) -> None:
        """Offers vacant seats to those who wait for one (14.18)."""
        if await asyncio.to_thread(self._seats_to_offer, now):
            rooms = (live.id for live in self.writer.cache.values() if live.game.stakes is not None)
            await self.submit(OfferSeats(tuple(sorted(rooms))))

    def _seats_to_offer(self, now: int) -> bool:
        with self.db.read() as reading:
            requests = all_requests(reading)
        if not requests:
            return False
        rooms = [live for live in self.writer.cache.values() if live.game.stakes is not None]
        return bool(overdue(requests, now)) or any(to_offer(requests, rooms))

    def _keno_due(self, now: int) -> list[int]:
        """The keno systems whose game closes now."""
        with self.db.read() as reading:
            return due_systems(reading, now)

    def _keno_printed(self) -> None:
        """Puts the games that were decided since on the independent record."""
        with self.db.read() as reading:
            heads_now = heads_of_systems(reading)
        if heads_now != self._keno_heads:
            print_games(self.db, key_file(self.db, self.settings.key))
            self._keno_heads = heads_now

    async def _poll(self) -> None:
        """Looks for what other processes wrote at tables that somebody listens to here."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self.hub.listeners:
                self._floor_heads = None
                continue
            try:
                rows = await asyncio.to_thread(self._tables_moved)
                self._tell_floor(rows)
                for table, n in rows.items():
                    if table in self.hub.listeners and self.hub.known.get(table, n) < n:
                        self.hub.fall_behind(table)
            except Unavailable as error:
                self.log.warning("poll", error=str(error)[:200])
            except Exception:
                self.log.error("poll", exc_info=True)

    def _tell_floor(self, rows: dict[int, int]) -> None:
        before, self._floor_heads = self._floor_heads, rows
        if before is not None:
            moved = [table for table, n in rows.items() if before.get(table) != n]
            if moved:
                self.hub.floor_moved(moved)

    def _tables_moved(self) -> dict[int, int]:
        """Returns how many rows those tables have that were moved on lately, by any process."""
        with self.db.read() as reading:
            return rows_since(reading, self.clock() - LATELY_MS)

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.hub.heartbeat()
            try:
                await self._end_old_streams()
            except Unavailable as error:
                self.log.warning("streams", error=str(error)[:200])
            try:
                used = self.sessions.used()
                if used:
                    await self.submit(jobs.Call(partial(people.use_sessions, used=used)))
                await self.submit(jobs.Call(begin_day))
                short = await self.submit(jobs.Call(watch_trays))
                if short.body != b"[]":
                    self.log.warning("a tray holds less than nothing", tables=short.body.decode())
                if self.clock() >= self._tidy_at:
                    self._tidy_at = self.clock() + 3_600_000
                    await self.submit(jobs.Call(forget_old_keys))
                    await self.submit(jobs.Call(people.forget_sessions))
                    for system in await asyncio.to_thread(self._keno_systems):
                        await self.submit(ExpireTickets(0, system))
            except (Unavailable, Refused) as error:
                self.log.warning("tidy", error=str(error)[:200])


T = TypeVar("T")


def _slices(many: list[T]) -> Iterator[list[T]]:
    for start in range(0, len(many), TABLES_AT_ONCE):
        yield many[start : start + TABLES_AT_ONCE]


def _settle_down() -> None:
    """What is in memory when the server starts (rules, routes, tables) stays there: the garbage
    collector need not look at it again, in the middle of somebody's request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
