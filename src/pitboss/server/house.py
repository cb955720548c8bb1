"""The house: the database, its writer, who is signed in, who listens. The API, the hot path and
the pages all work through this object (`app.state.house`)."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.log.steps import Steps
from pitboss.server import limits
from pitboss.server.logs import logger
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.server.stream import THE_FLOOR, Hub, Listener, message
from pitboss.server.view import floor_line, table_json, viewer
from pitboss.store import jobs, people
from pitboss.store.database import Database, Unavailable
from pitboss.store.draft import Draft
from pitboss.store.jobs import receipt_json
from pitboss.store.live import Live, Refused
from pitboss.store.loading import PlayedRound, head, load, replay_round
from pitboss.store.people import Person
from pitboss.store.rows import Ended, Entered
from pitboss.store.writer import (
    KEYS_AT_ONCE_MAX,
    Answer,
    Batch,
    Pending,
    Writer,
    gaming_day,
    now_ms,
)
from pitboss.table.entries import seat_text
from pitboss.table.receipt import event_json

# A session is believed for so long, and looked at again before that while it is in use.
SESSION_CACHE_MS = 2000
SESSION_KEPT_MS = 30_000
SESSIONS_MAX = 20_000
TICK_SECONDS = 0.5
POLL_SECONDS = 0.25
HEARTBEAT_SECONDS = 15.0
CATCH_UP_ROUNDS_MAX = 50
# Rounds are freed at once where they end: the garbage collector has little to find, and a look
# costs as much as there is alive, however seldom it looks.
GARBAGE_THRESHOLDS = (200_000, 10, 10)
# First answers are kept for a day: nobody repeats a request after that.
KEYS_KEPT_MS = 86_400_000


class _Seen(msgspec.Struct):
    """Somebody's session: known until then, last `used` then."""

    person: Person
    until: int
    used: int


class House:
    """Opened before the first request, closed after the last."""

    def __init__(self, settings: Settings, *, clock: Callable[[], int] = now_ms) -> None:
        self.settings = settings
        self.clock = clock
        self.db = Database(settings.url)
        self.writer = Writer(self.db, clock=clock)
        self.hub = Hub()
        self.metrics = Metrics()
        self.requests = limits.Buckets(limits.ACCOUNT_RATE, limits.ACCOUNT_BURST)
        self.attempts = limits.Buckets(limits.SIGN_IN_RATE, limits.SIGN_IN_BURST)
        self.log = logger()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self._sessions: dict[str, _Seen] = {}
        self._posted: list[Pending] = []
        self._fresh: list[Draft] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._loading = threading.Lock()
        self._tidy_at = 0
        self._floor_heads: dict[int, int] = {}

    # -- life -------------------------------------------------------------------------------

    def open(self) -> None:
        """Bring the schema up to date and read the floor. Blocks."""
        self.db.upgrade()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.loop = loop
        await asyncio.to_thread(self.open)
        self.hub.missed = self._missed
        self.writer.published.append(self._published)
        self.writer.start(self._resolve)
        await asyncio.to_thread(self.load_floor)
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

            def told(sent: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.begin_stop)
                before(sent, frame)

            signal.signal(number, told)

    def begin_stop(self) -> None:
        self.stopping = True
        self.hub.close()

    async def stop(self) -> None:
        """Finish what is waiting, tell the listeners, let go of the database."""
        self.begin_stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.writer.stop)
        await asyncio.to_thread(self.db.close)

    def _published(self, drafts: list[Draft]) -> None:
        """In the writer's thread: told to the listeners together with the answers."""
        self._fresh += drafts

    def _resolve(self, told: list[tuple[Callable[..., None], Any]]) -> None:
        """In the writer's thread: one call into the event loop for a whole batch."""
        assert self.loop is not None
        fresh, self._fresh = self._fresh, []
        try:
            self.loop.call_soon_threadsafe(self._heard, told, fresh)
        except RuntimeError:  # the loop is gone: nobody waits any more
            _tell(told)

    def _heard(self, told: list[tuple[Callable[..., None], Any]], fresh: list[Draft]) -> None:
        _tell(told)
        self.hub.deliver(fresh)

    # -- work -------------------------------------------------------------------------------

    def post(self, job: jobs.Job, done: Callable[[Answer | Exception], None]) -> None:
        """A job, from the event loop, which is told the answer. Whatever comes in one turn of
        the loop is handed over together: that wakes the writer once."""
        assert self.loop is not None
        if not self._posted:
            self.loop.call_soon(self._hand_over)
        self._posted.append(Pending(job, done))

    def _hand_over(self) -> None:
        posted, self._posted = self._posted, []
        try:
            self.writer.submit(posted)
        except Unavailable as error:
            _tell([(pending.done, error) for pending in posted])

    async def submit(self, job: jobs.Job) -> Answer:
        """A job, from the event loop."""
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

    def do(self, job: jobs.Job) -> Any:
        """A job, from a thread that may wait: the answer decoded."""
        return msgspec.json.decode(self.writer.do(job).body)

    def call(self, function: Callable[[Batch], Any]) -> Any:
        return self.do(jobs.Call(function))

    # -- who --------------------------------------------------------------------------------

    def cached_person(self, session: str) -> Person | None:
        found = self._sessions.get(session)
        if found is None:
            return None
        now = self.clock()
        if now >= found.until or now >= found.person.expires_at:
            return None
        found.used = now
        return found.person

    def person(self, session: str) -> Person | None:
        """Whose session this is. Blocks on the database now and then."""
        person = self.cached_person(session)
        if person is not None:
            return person
        with self.db.read() as connection:
            person = people.person_of(self.db, connection, session, self.clock())
        if person is None:
            self._sessions.pop(session, None)
            return None
        if len(self._sessions) > SESSIONS_MAX:
            self._sessions.clear()
        now = self.clock()
        self._sessions[session] = _Seen(person, now + SESSION_CACHE_MS, now)
        return person

    def _look_again(self) -> None:
        """Sessions that were used lately, all in one look: whoever goes on playing does not wait
        for it. Blocks."""
        now = self.clock()
        kept = {}
        for session, seen in list(self._sessions.items()):
            if seen.used > now - SESSION_KEPT_MS:
                kept[session] = seen
            else:
                self._sessions.pop(session, None)
        sessions = list(kept)
        for start in range(0, len(sessions), KEYS_AT_ONCE_MAX):
            part = sessions[start : start + KEYS_AT_ONCE_MAX]
            with self.db.read() as connection:
                found = people.people_of(self.db, connection, part, now)
            for session in part:
                # What was forgotten meanwhile is in `kept` alone: it stays forgotten.
                seen = kept[session]
                if session in found:
                    seen.person, seen.until = found[session], now + SESSION_CACHE_MS
                else:
                    seen.until = 0

    def forget_sessions(self) -> None:
        """A session has ended: who is signed in is looked up again, and streams that belong to
        nobody any more end as well (in other processes at their next heartbeat)."""
        self._sessions.clear()
        if self.loop is not None and not self.loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._end_old_streams(), self.loop)

    async def _end_old_streams(self) -> None:
        if self.hub.listeners:
            self.hub.end_without(await asyncio.to_thread(self._open_sessions))

    def _open_sessions(self) -> set[str]:
        with self.db.read() as connection:
            sql = self.db.sql(
                "SELECT s.id FROM session s JOIN account a ON a.id = s.account_id "
                "WHERE s.expires_at > ? AND a.disabled = ?"
            )
            found = connection.exec_driver_sql(sql, (self.clock(), False))
            return {one[0] for one in found}

    # -- tables -----------------------------------------------------------------------------

    def table_ids(self) -> list[int]:
        with self.db.read() as connection:
            found = connection.exec_driver_sql("SELECT id FROM gaming_table ORDER BY id")
            return [one[0] for one in found]

    def load_floor(self) -> None:
        with self.db.read() as connection:
            sql = "SELECT id FROM gaming_table WHERE status <> 'closed' ORDER BY id"
            for (table,) in connection.exec_driver_sql(sql).fetchall():
                if table not in self.writer.cache:
                    self._keep(load(self.db, connection, table))

    def table(self, table_id: int) -> Live:
        """The table as the database has it now. Blocks."""
        with self.db.read() as connection:
            found = head(self.db, connection, table_id)
            live = self.writer.cache.get(table_id)
            if live is not None and (live.n >= found.n):
                return live
            return self._keep(load(self.db, connection, table_id))

    def _keep(self, live: Live) -> Live:
        with self._loading:
            there = self.writer.cache.get(live.id)
            if there is None or there.n < live.n:
                self.writer.cache[live.id] = live
                return live
            return there

    def floor(self, *, closed: bool = False) -> list[dict[str, Any]]:
        """Every table, as everybody may see it."""
        with self.db.read() as connection:
            where = "" if closed else " WHERE status <> 'closed'"
            sql = f"SELECT id, n FROM gaming_table{where} ORDER BY id"
            heads = connection.exec_driver_sql(sql).fetchall()
            lines = []
            for table, n in heads:
                live = self.writer.cache.get(table)
                if live is None or live.n < n:
                    live = self._keep(load(self.db, connection, table))
                lines.append(floor_line(live))
        return lines

    def table_for(self, table_id: int, person: Person) -> dict[str, Any]:
        live = self.table(table_id)
        meter = self.balance(live.accounts.jackpot) if live.metered else None
        return table_json(live, person, self.balance(person.id), meter)

    def balance(self, account: int) -> int:
        with self.db.read() as connection:
            sql = self.db.sql("SELECT cents FROM balance WHERE account_id = ?")
            found = connection.exec_driver_sql(sql, (account,)).scalar_one_or_none()
            return int(found) if found is not None else 0

    # -- rounds of the past -----------------------------------------------------------------

    def played(self, table_id: int, round_: int) -> PlayedRound:
        live = self.table(table_id)
        with self.db.read() as connection:
            return replay_round(self.db, connection, live, round_)

    def eye_for(self, played: PlayedRound, person: Person, seat: str | None) -> int:
        """Whose eyes this person may borrow for a round of the past."""
        from pitboss.store.roles import may
        from pitboss.table.entries import parse_seat

        own = next(
            (s for s, who in played.live.seats.items()
             if who.account == person.id and s in played.before.seats), -1
        )  # fmt: skip
        if person.role != "patron":
            own = jobs.eyes(person.role)
        if seat is None:
            return own
        wanted = -1 if seat == "-" else parse_seat(seat)
        if wanted not in (-1, 0) and wanted not in played.before.seats:
            raise Refused(404, "no-such-seat", f"{seat} had no seat in that round")
        if wanted in (own, -1):
            return wanted
        if not may(person.role, "see-journals") or played.receipt is None:
            raise Refused(403, "not-yours", "you see a round as your own seat saw it")
        return wanted

    def steps(self, played: PlayedRound, eye: int) -> Steps:
        live = played.live
        return Steps(
            live.game, live.rules, played.before, played.entries, seat=eye, by_hand=live.by_hand
        )

    # -- listening --------------------------------------------------------------------------

    def catch_up(self, listener: Listener, live: Live) -> list[bytes]:
        """Messages for everything after the listener's place; a reset if that is too much."""
        round_, seq = listener.place
        if live.round - round_ > CATCH_UP_ROUNDS_MAX:
            return [message((live.round, live.seq), "reset", {"table": live.id, "n": live.n})]
        found = []
        with self.db.read() as connection:
            for number in range(max(round_, 1), live.round + 1):
                if number == live.round and not live.seq:
                    break
                after = seq if number == round_ else 0
                told = self._missed_of(connection, listener, live, number, after)
                if told is not None:
                    found.append(told)
        return found

    def _missed_of(
        self, connection: Any, listener: Listener, live: Live, number: int, after: int
    ) -> bytes | None:
        played = replay_round(self.db, connection, live, number)
        last = played.rows[-1]
        if last.seq <= after:
            return None
        eye = listener.eye
        if listener.role == "patron":
            eye = next(
                (s for s, who in played.live.seats.items()
                 if who.account == listener.account and s in played.before.seats), -1
            )  # fmt: skip
        known = sum(
            1 for row in played.rows if row.seq <= after and isinstance(row.read(), Entered)
        )
        law = played.live.rules.law
        events = []
        if played.before.seats:
            steps = self.steps(played, eye)
            seen = steps[known].events if after and known < len(steps) else ()
            events = [
                event_json(event, law) | {"round": number}
                for event in steps[-1].events[len(seen) :]
            ]
        ended = isinstance(last.read(), Ended)
        data: dict[str, Any] = {
            "table": live.id, "n": live.n, "round": number, "seq": last.seq,
            "status": live.status, "events": events, "receipts": [], "waiting_for": None,
        }  # fmt: skip
        if ended and played.receipt is not None and played.receipt.procedure == "round":
            data["receipts"] = [receipt_json(played.receipt, number)]
        if number == live.round and live.outcome is not None:
            data["waiting_for"] = jobs.waiting_for(live.outcome.prompt)
        return message((number, last.seq), "step", data)

    def _missed(self, table: int) -> None:
        assert self.loop is not None
        self.loop.create_task(self._tell_missed(table))

    async def _tell_missed(self, table: int) -> None:
        """Another process wrote: tell the listeners from the database."""
        some = list(self.hub.listeners.get(table, ()))
        if not some:
            return
        live = await asyncio.to_thread(self.table, table)
        self.hub.known[table] = live.n
        for listener in some:
            place = (live.round, live.seq)
            if listener.place >= place:
                continue
            for told in await asyncio.to_thread(self.catch_up, listener, live):
                listener.push(told)
                self.hub.sent += 1
            listener.place = max(listener.place, place)
            if listener.role == "patron":
                seat = live.seat_of(listener.account)
                listener.eye = seat if seat in live.table.seats else -1

    def floor_listener(self, person: Person) -> Listener:
        return Listener(THE_FLOOR, person.id, person.role, -1, person.session)

    def listener(self, live: Live, person: Person) -> Listener:
        found = Listener(live.id, person.id, person.role, viewer(live, person), person.session)
        found.place = (live.round, live.seq)
        return found

    # -- what time brings ---------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                if self._sessions:
                    await asyncio.to_thread(self._look_again)
                now = self.clock()
                today = self.writer.day_of(now)
                for live in list(self.writer.cache.values()):
                    limit = jobs.deadline(live)
                    if (
                        (limit and limit <= now)
                        or (not live.entries and jobs.boundary_due(live, now, today))
                        or jobs.resting(live)
                    ):
                        await self.submit(jobs.Tick(live.id))
            except (Unavailable, Refused) as error:
                self.log.warning("tick", error=str(error)[:200])
            except Exception:
                self.log.error("tick", exc_info=True)

    async def _poll(self) -> None:
        """What other processes wrote at tables that somebody listens to here."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self.hub.listeners:
                self._floor_heads = {}
                continue
            try:
                heads = await asyncio.to_thread(self._heads)
                self._tell_floor(dict(heads))
                for table, n in heads:
                    live = self.writer.cache.get(table)
                    if self.hub.known.get(table, n) < n and (live is None or live.n < n):
                        await self._tell_missed(table)
            except Unavailable as error:
                self.log.warning("poll", error=str(error)[:200])
            except Exception:
                self.log.error("poll", exc_info=True)

    def _tell_floor(self, heads: dict[int, int]) -> None:
        before, self._floor_heads = self._floor_heads, heads
        if before:
            moved = [table for table in heads if before.get(table) != heads[table]]
            moved += [table for table in before if table not in heads]
            if moved:
                self.hub.floor_moved(moved)

    def _heads(self) -> list[tuple[int, int]]:
        with self.db.read() as connection:
            sql = "SELECT id, n FROM gaming_table WHERE status <> 'closed'"
            return [(one[0], one[1]) for one in connection.exec_driver_sql(sql)]

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
                    await self.submit(jobs.Call(_forget_old_keys))
                except (Unavailable, Refused) as error:
                    self.log.warning("tidy", error=str(error)[:200])


def _settle_down() -> None:
    """What is in memory when the server starts (rules, routes, tables) stays there: the garbage
    collector need not look at it again, in the middle of somebody's request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def _forget_old_keys(batch: Batch) -> None:
    batch.execute("DELETE FROM idempotency WHERE at < ?", (batch.now - KEYS_KEPT_MS,))


def _tell(told: list[tuple[Callable[..., None], Any]]) -> None:
    for done, answer in told:
        done(answer)


__all__ = ["House", "gaming_day", "seat_text"]
