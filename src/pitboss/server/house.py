"""The house: the database, its writer, who is signed in, who listens. The API, the streams and
the pages all work through this object (`app.state.house`)."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.server import limits
from pitboss.server.logs import logger
from pitboss.server.metrics import Metrics
from pitboss.server.past import catch_up
from pitboss.server.sessions import Sessions
from pitboss.server.settings import Settings
from pitboss.server.stream import Hub
from pitboss.server.view import answer_json, floor_line, table_json
from pitboss.store import accounts, jobs, people
from pitboss.store.database import Database, Unavailable
from pitboss.store.draft import Draft
from pitboss.store.live import Live
from pitboss.store.loading import PlayedRound, head, heads, load, replay_round
from pitboss.store.people import Person
from pitboss.store.refusal import Refused
from pitboss.store.writer import (
    KEYS_KEPT_MS,
    Answer,
    Batch,
    Job,
    Pending,
    Resolved,
    Writer,
    forget_old_keys,
    hand_out,
    now_ms,
)

TICK_SECONDS = 0.5
POLL_SECONDS = 0.25
HEARTBEAT_SECONDS = 15.0
# Rounds are freed at once where they end: the garbage collector has little to find, and a look
# costs as much as there is alive, however seldom it looks.
GARBAGE_THRESHOLDS = (200_000, 10, 10)


class House:
    """A house is opened before the first request and closed after the last."""

    def __init__(self, settings: Settings, *, clock: Callable[[], int] = now_ms) -> None:
        self.settings = settings
        self.clock = clock
        self.db = Database(settings.url)
        self.writer = Writer(self.db, present=answer_json, clock=clock)
        self.hub = Hub()
        self.metrics = Metrics()
        self.requests = limits.Buckets(limits.ACCOUNT_RATE, limits.ACCOUNT_BURST)
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
        self._floor_heads: dict[int, int] = {}

    # -- life -------------------------------------------------------------------------------

    def open(self) -> None:
        """Brings the schema up to date. Blocks."""
        self.db.upgrade()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.loop = loop
        await asyncio.to_thread(self.open)
        self.hub.missed = self._missed
        self.writer.published.append(self._published)
        self.writer.start(self._resolve)
        await asyncio.to_thread(self.floor)
        _settle_down()
        self._hear_signals(loop)
        for work in (self._tick, self._poll, self._heartbeat):
            self._tasks.append(loop.create_task(work()))

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

    def report(self, what: str, error: Exception, status: int, **where: Any) -> None:
        """Puts a fault of ours, or of the database, into the log."""
        if status >= 500:
            (self.log.warning if status == 503 else self.log.error)(
                what, status=status, error=str(error)[:200],
                exc_info=error if status == 500 else None, **where,
            )  # fmt: skip

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
            return live if live is not None and live.n >= n else self._keep(load(reading, table_id))

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
                    live = self._keep(load(reading, known.table))
                lives.append(live)
        return lives

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
        """Another process wrote: tells the listeners from the database."""
        some = list(self.hub.listeners.get(table, ()))
        if not some:
            return
        live = await asyncio.to_thread(self.table, table)
        self.hub.known[table] = live.n
        place = (live.round, live.seq)
        for listener in some:
            if listener.place >= place:
                continue
            since, account, role = listener.place, listener.account, listener.role
            for message in await asyncio.to_thread(catch_up, self.db, live, since, account, role):
                listener.push(message)
                self.hub.sent += 1
            listener.place = max(listener.place, place)

    # -- what time brings ---------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await asyncio.to_thread(self.sessions.look_again)
                now = self.clock()
                today = self.writer.day_of(now)
                for live in list(self.writer.cache.values()):
                    if jobs.anything_due(live, now, today):
                        await self.submit(jobs.Tick(live.id))
            except (Unavailable, Refused) as error:
                self.log.warning("tick", error=str(error)[:200])
            except Exception:
                self.log.error("tick", exc_info=True)

    async def _poll(self) -> None:
        """Looks for what other processes wrote at tables that somebody listens to here."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self.hub.listeners:
                self._floor_heads = {}
                continue
            try:
                rows = await asyncio.to_thread(self._rows_of_tables)
                self._tell_floor(rows)
                for table, n in rows.items():
                    live = self.writer.cache.get(table)
                    if self.hub.known.get(table, n) < n and (live is None or live.n < n):
                        await self._tell_missed(table)
            except Unavailable as error:
                self.log.warning("poll", error=str(error)[:200])
            except Exception:
                self.log.error("poll", exc_info=True)

    def _tell_floor(self, rows: dict[int, int]) -> None:
        before, self._floor_heads = self._floor_heads, rows
        if before:
            moved = [table for table in rows if before.get(table) != rows[table]]
            moved += [table for table in before if table not in rows]
            if moved:
                self.hub.floor_moved(moved)

    def _rows_of_tables(self) -> dict[int, int]:
        with self.db.read() as reading:
            return {known.table: known.n for known in heads(reading, closed=False)}

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.hub.heartbeat()
            try:
                await self._end_old_streams()
            except Unavailable as error:
                self.log.warning("streams", error=str(error)[:200])
            if self.clock() >= self._tidy_at:
                self._tidy_at = self.clock() + KEYS_KEPT_MS // 24
                try:
                    await self.submit(jobs.Call(forget_old_keys))
                except (Unavailable, Refused) as error:
                    self.log.warning("tidy", error=str(error)[:200])


def _settle_down() -> None:
    """What is in memory when the server starts (rules, routes, tables) stays there: the garbage
    collector need not look at it again, in the middle of somebody's request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
