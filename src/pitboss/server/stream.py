"""The event stream: whoever listens to a table is told of every step as their seat sees it, in
the order of the chain, and can go on where a broken connection left off."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.server.view import step_json, viewer_at
from pitboss.store.draft import Draft

HEARTBEAT = b": still here\n\n"
# Who listens here is told which tables of the floor have moved on.
THE_FLOOR = 0
WAITING_MAX = 512

Place = tuple[int, int]


class Listener:
    """One connection, of the `account` whose it is in that role; it ends with the `session` in
    which it began. `place` is what was told last."""

    __slots__ = ("account", "closed", "messages", "place", "role", "session", "table", "waiter")

    def __init__(self, table: int, account: int, role: str, session: str = "") -> None:
        self.table = table
        self.session = session
        self.account = account
        self.role = role
        self.messages: deque[bytes] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.closed = False
        self.place: Place = (0, 0)

    def push(self, message: bytes) -> None:
        if len(self.messages) >= WAITING_MAX:
            self.closed = True  # too slow: it comes back and goes on from where it was
        else:
            self.messages.append(message)
        self.wake()

    def wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def next(self) -> bytes | None:
        """Waits for what there is to be sent, and returns it, or None at the end."""
        while not self.messages and not self.closed:
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
            self.waiter = None
        if self.closed:
            return None
        joined = b"".join(self.messages)
        self.messages.clear()
        return joined


def message(place: Place, name: str, data: Any) -> bytes:
    text = msgspec.json.encode(data).decode()
    return f"id: {place[0]}.{place[1]}\nevent: {name}\ndata: {text}\n\n".encode()


class Hub:
    """Who listens to which table. Everything here happens in the event loop."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[Listener]] = {}
        self._of: Counter[int] = Counter()  # streams of each account
        self.known: dict[int, int] = {}  # entries of a table that were told
        # Tables of which something is told from the database now, and whether more came since.
        self.behind: dict[int, bool] = {}
        self.sent = 0
        self.missed: Callable[[int], None] = lambda table: None

    def count(self) -> int:
        return sum(len(some) for some in self.listeners.values())

    def count_of(self, account: int) -> int:
        return self._of[account]

    def fall_behind(self, table: int) -> None:
        """Something of the table must be told from the database. Whoever does so already sees to
        this as well."""
        if table in self.behind:
            self.behind[table] = True
        else:
            self.behind[table] = True
            self.missed(table)

    def join(self, listener: Listener, n: int = 0) -> None:
        """`n` is how many entries of the table the listener knows of, or is about to be told."""
        if listener.table not in self.listeners:
            self.known[listener.table] = n
        self.listeners.setdefault(listener.table, set()).add(listener)
        self._of[listener.account] += 1

    def leave(self, listener: Listener) -> None:
        some = self.listeners.get(listener.table)
        if some is None or listener not in some:
            return
        some.discard(listener)
        if not some:
            del self.listeners[listener.table]
        self._of[listener.account] -= 1
        if not self._of[listener.account]:
            del self._of[listener.account]

    def deliver(self, drafts: list[Draft]) -> None:
        """Tells steps that this process committed."""
        for draft in drafts:
            live = draft.live
            before = live.n - len(draft.rows)
            some = self.listeners.get(live.id)
            known = self.known.get(live.id)
            if not some:
                self.known[live.id] = live.n
                continue
            if known is not None and live.n <= known:
                continue  # it was told from the database
            if live.id in self.behind or (known is not None and known != before):
                self.fall_behind(live.id)  # another process was here in between
                continue
            self.known[live.id] = live.n
            made: dict[int, bytes] = {}
            place = (live.round, live.seq)
            for listener in list(some):
                if listener.place >= place:
                    continue
                # A seat may have been taken or given up by this very step.
                viewer = viewer_at(live, listener.account, listener.role)
                if viewer not in made:
                    made[viewer] = message(place, "step", step_json(draft, viewer))
                listener.place = place
                listener.push(made[viewer])
                self.sent += 1

    def floor_moved(self, tables: list[int]) -> None:
        """Tells which tables of the floor have moved on, whichever process did it."""
        for listener in list(self.listeners.get(THE_FLOOR, ())):
            listener.push(message((0, 0), "floor", {"tables": tables}))
            self.sent += 1

    def heartbeat(self) -> None:
        for some in self.listeners.values():
            for listener in list(some):
                if not listener.messages:
                    listener.push(HEARTBEAT)

    def end_without(self, sessions: set[str]) -> None:
        """Ends the streams of whoever is no longer signed in."""
        for some in list(self.listeners.values()):
            for listener in list(some):
                if listener.session not in sessions:
                    listener.closed = True
                    listener.wake()

    def close(self) -> None:
        for some in list(self.listeners.values()):
            for listener in list(some):
                listener.closed = True
                listener.wake()
