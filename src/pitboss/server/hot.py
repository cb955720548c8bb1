"""The hot path, as plain ASGI: posting entries, and the event stream. Everything else is
FastAPI's. Under uvicorn most posted entries take a shorter way still: see `connection`."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from pitboss.server.auth import person_from_scope
from pitboss.server.house import House
from pitboss.server.problems import encode, headers, problem
from pitboss.server.stream import THE_FLOOR
from pitboss.store import jobs
from pitboss.store.live import Refused
from pitboss.store.people import Person
from pitboss.store.writer import Answer, key_id, request_id

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

BODY_BYTES_MAX = 65_536
KEY_LENGTH_MAX = 100
ROUTE = re.compile(r"/api/tables/([0-9]{1,9})/(entries|stream)")
ENTRIES = re.compile(rb"/api/tables/([1-9][0-9]{0,8})/entries")
FLOOR_STREAM = "/api/floor/stream"

JSON = (b"content-type", b"application/json")
COMMON = [
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"vary", b"authorization, cookie"),
]


class EntryRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One entry as a line of the tape, such as `p1 wager original 10.00`, or several that are
    taken all together or not at all."""

    entry: str = ""
    entries: list[str] = []


_decoder = msgspec.json.Decoder(EntryRequest)


class HotPath:
    """Serves its two routes and hands everything else on."""

    def __init__(self, app: Any, house: House) -> None:
        self.app = app
        self.house = house
        self.state = app.state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if scope["path"] == FLOOR_STREAM and scope["method"] == "GET":
                return await self._stream(scope, receive, send, THE_FLOOR)
            found = ROUTE.fullmatch(scope["path"])
            if found is not None:
                table, what = int(found[1]), found[2]
                if what == "entries" and scope["method"] == "POST":
                    return await self._answer(scope, receive, send, table)
                if what == "stream" and scope["method"] == "GET":
                    return await self._stream(scope, receive, send, table)
        await self.app(scope, receive, send)

    # -- entries ----------------------------------------------------------------------------

    async def _answer(self, scope: Scope, receive: Receive, send: Send, table: int) -> None:
        began = time.perf_counter()
        answer: Answer | Exception
        try:
            body = await read_body(receive)
            person = await person_from_scope(self.house, scope)  # type: ignore[arg-type]
            job = entry_job(dict(scope["headers"]), table, person, body)
            answer = await self.house.submit(job)
        except Exception as error:
            answer = error
        status, more, text = response(self.house, table, answer)
        length = (b"content-length", str(len(text)).encode())
        await send(
            {"type": "http.response.start", "status": status,
             "headers": [JSON, length, *COMMON, *more]}
        )  # fmt: skip
        await send({"type": "http.response.body", "body": text})
        self.house.metrics.count("POST entries", status, time.perf_counter() - began)

    # -- the stream -------------------------------------------------------------------------

    async def _stream(self, scope: Scope, receive: Receive, send: Send, table: int) -> None:
        house = self.house
        try:
            person = await person_from_scope(house, scope)  # type: ignore[arg-type]
            if house.stopping:
                raise Refused(503, "stopping", "the server is stopping")
            last = ""
            if table == THE_FLOOR:
                listener = house.floor_listener(person)
            else:
                live = await asyncio.to_thread(house.table, table)
                listener = house.listener(live, person)
                last = header(scope, b"last-event-id")
            if last:
                listener.place = read_place(last)
        except Exception as error:
            status, found = problem(error)
            text = encode(found)
            await send({"type": "http.response.start", "status": status, "headers": [
                JSON, (b"content-length", str(len(text)).encode()), *COMMON]})  # fmt: skip
            await send({"type": "http.response.body", "body": text})
            house.metrics.count("GET stream", status)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"), *COMMON]})  # fmt: skip
        house.metrics.count("GET stream", 200)
        house.hub.join(listener)
        gone = asyncio.get_running_loop().create_task(_until_gone(receive, listener))
        try:
            await self._begin(listener, send, resume=bool(last))
            while (message := await listener.next()) is not None:
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except (OSError, RuntimeError, asyncio.CancelledError):
            pass
        finally:
            house.hub.leave(listener)
            gone.cancel()

    async def _begin(self, listener: Any, send: Send, *, resume: bool) -> None:
        """Where the stream begins: a greeting with the place, then whatever was missed."""
        house = self.house
        first = b"retry: 1000\n\n"
        if resume:
            live = await asyncio.to_thread(house.table, listener.table)
            messages = await asyncio.to_thread(house.catch_up, listener, live)
            listener.messages.clear()
            listener.place = max(listener.place, (live.round, live.seq))
            first += b"".join(messages)
        else:
            round_, seq = listener.place
            first += f"id: {round_}.{seq}\nevent: hello\ndata: {{}}\n\n".encode()
        await send({"type": "http.response.body", "body": first, "more_body": True})


async def _until_gone(receive: Receive, listener: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            listener.closed = True
            listener.wake()
            return


def read_place(text: str) -> tuple[int, int]:
    round_, _, seq = text.partition(".")
    if not (round_.isdigit() and seq.isdigit() and text.isascii() and len(text) < 30):
        raise Refused(422, "bad-place", "Last-Event-ID: expected such as 12.3")
    return int(round_), int(seq)


def header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


async def read_body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "gone", "the request broke off")
        body += bytes(message.get("body", b""))
        if len(body) > BODY_BYTES_MAX:
            raise Refused(413, "too-large", f"at most {BODY_BYTES_MAX} bytes")
        if not message.get("more_body"):
            return body


def check_key(key: str) -> str:
    if not key:
        raise Refused(400, "no-key", "the request needs an Idempotency-Key")
    if len(key) > KEY_LENGTH_MAX or not key.isprintable() or not key.isascii():
        raise Refused(400, "bad-key", f"Idempotency-Key: up to {KEY_LENGTH_MAX} plain characters")
    return key


def entry_job(headers: dict[bytes, bytes], table: int, person: Person, body: bytes) -> jobs.Enter:
    key = check_key(headers.get(b"idempotency-key", b"").decode("latin-1"))
    try:
        asked = _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(422, "bad-body", str(error)[:200]) from None
    if bool(asked.entry) == bool(asked.entries):
        raise Refused(422, "bad-body", "expected either entry or entries")
    return jobs.Enter(
        table, person.id, person.role, asked.entries or [asked.entry],
        at=read_etag(headers.get(b"if-match", b"").decode("latin-1")),
        key=key_id(person.id, key), request=request_id("entries", table, body.decode()),
    )  # fmt: skip


def response(
    house: House, table: int, answer: Answer | Exception
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers beside those of every answer, and body."""
    if isinstance(answer, Answer):
        text = answer.body
        at = text.index(b'"n":') + 4
        more = [(b"etag", b'"' + text[at : text.index(b",", at)] + b'"')]
        if answer.repeated:
            more.append((b"idempotency-replayed", b"true"))
        return answer.status, more, text
    status, found = problem(answer)
    if status >= 500:
        log = house.log
        (log.warning if status == 503 else log.error)(
            "entry", table=table, status=status, error=str(answer)[:200],
            exc_info=answer if status == 500 else None,
        )  # fmt: skip
    more = [(name.encode(), value.encode()) for name, value in headers(status).items()
            if name != "cache-control"]  # fmt: skip
    return status, more, encode(found)


def read_etag(text: str) -> int | None:
    """The number of entries that the caller has seen, or None where none was said."""
    if not text or text == "*":
        return None
    inner = text.removeprefix("W/").strip('"')
    if not (inner.isdigit() and inner.isascii() and len(inner) < 18):
        raise Refused(400, "bad-etag", 'If-Match: expected such as "57"')
    return int(inner)
