"""The streams of the API: a table's steps as the caller sees them, and which tables have moved."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitboss.server.bridge import Api, Ask
from pitboss.server.house import House
from pitboss.server.limits import STREAMS_MAX
from pitboss.server.past import catch_up
from pitboss.server.problems import RequestRefused
from pitboss.server.stream import THE_FLOOR, Listener, Place
from pitboss.store.live import Live


def add_routes(api: Api) -> None:
    stream = {"media": "text/event-stream", "limited": False, "counted_as": "GET stream"}
    api.add("GET", "/api/tables/{table}/stream", table_stream, **stream)
    api.add("GET", "/api/floor/stream", floor_stream, **stream)


def table_stream(ask: Ask) -> Response:
    """Events of the table as the caller's seat sees them; resumes at Last-Event-ID."""
    last = ask.header("last-event-id")
    live = ask.house.table(ask.number("table"))
    return EventStream(ask, live, read_place(last) if last else None)


def floor_stream(ask: Ask) -> Response:
    """Which tables of the floor have moved on, as they do."""
    return EventStream(ask, None, None)


def read_place(text: str) -> Place:
    round_, _, seq = text.partition(".")
    if not (round_.isdigit() and seq.isdigit() and text.isascii() and len(text) < 30):
        raise RequestRefused(422, "bad-place", "Last-Event-ID: expected such as 12.3")
    return int(round_), int(seq)


class EventStream(Response):
    """The stream of one listener, to a table or to the floor: from now on, or `since` a place."""

    media_type = "text/event-stream"

    def __init__(self, ask: Ask, live: Live | None, since: Place | None) -> None:
        if ask.house.stopping:
            raise RequestRefused(503, "stopping", "the server is stopping")
        if ask.house.hub.count_of(ask.person.id) >= STREAMS_MAX:
            raise RequestRefused(
                429, "too-many-streams", f"an account listens to {STREAMS_MAX} streams, no more"
            )
        super().__init__(
            headers={
                "x-accel-buffering": "no",
                "cache-control": "no-store",
                "vary": "authorization, cookie",
            }
        )
        del self.headers["content-length"]
        person, table = ask.person, live.id if live is not None else THE_FLOOR
        self.house: House = ask.house
        self.listener = Listener(table, person.id, person.role, person.session)
        self.live = live
        self.since = since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener, hub = self.listener, self.house.hub
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.get_running_loop().create_task(_until_gone(receive, listener))
        try:
            await send(_part(b"retry: 1000\n\n" + await self._join()))
            while (message := await listener.next()) is not None:
                await send(_part(message))
            await send({"type": "http.response.body", "body": b""})
        except (OSError, RuntimeError, asyncio.CancelledError):
            pass
        finally:
            hub.leave(listener)
            gone.cancel()

    async def _join(self) -> bytes:
        """Joins those who listen, and returns where the stream begins: a greeting with the place,
        or whatever was missed. What comes from now on waits until that is sent."""
        house, listener, live = self.house, self.listener, self.live
        if live is not None:
            newest = house.writer.cache.get(live.id, live)
            live = newest if newest.n > live.n else live
            listener.place = (live.round, live.seq)
        house.hub.join(listener, live.n if live is not None else 0)
        if live is None or self.since is None:
            round_, seq = listener.place
            return f"id: {round_}.{seq}\nevent: hello\ndata: {{}}\n\n".encode()
        who = (listener.account, listener.role)
        return b"".join(await asyncio.to_thread(catch_up, house.db, live, self.since, *who))


def _part(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            listener.closed = True
            listener.wake()
            return
