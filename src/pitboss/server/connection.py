"""uvicorn's HTTP protocol, with a shorter way for posted entries: from the parser to the writer,
and from the writer to the socket, without a task and an ASGI conversation for each of them.

The parser is uvicorn's, and so is everything else: requests that are pipelined, come in unusual
forms, or ask for anything else go the long way, to the same effect (`api.post_entries`)."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from pitboss.server import auth
from pitboss.server.auth import Headers, header
from pitboss.server.bridge import BODY_BYTES_MAX
from pitboss.server.house import House
from pitboss.server.posting import (
    HEADERS,
    POST_ENTRIES,
    EntryRequest,
    check_key,
    entering,
    read_etag,
    read_json,
    response,
)
from pitboss.server.problems import Problem, encode
from pitboss.store.people import Person
from pitboss.store.writer import Answer

ENTRIES = re.compile(rb"/api/tables/([1-9][0-9]{0,8})/entries")
LENGTH_DIGITS_MAX = len(str(BODY_BYTES_MAX))

_decoder = msgspec.json.Decoder(EntryRequest)


def lines(headers: Iterable[tuple[str, str]]) -> bytes:
    return "".join([f"{name}: {value}\r\n" for name, value in headers]).encode("latin-1")


# What every answer has, up to the length of its body.
EVERY = lines(HEADERS.items()) + b"content-length: "


# What comes before the body, at most; the address alone, at most.
HEAD_BYTES_MAX, ADDRESS_BYTES_MAX = 32_768, 8_192


class Connection(HttpToolsProtocol):
    cycle: Any  # uvicorn's own, or a `_Posting`

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.house = house_of(self.app)
        # Since when a request is awaited that is not here in full; 0 while none is.
        self.since = 0.0
        self._head_bytes = 0
        self._in_head = True

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.since = time.monotonic()
        if self.house is not None and not self.house.doors.enter(self):
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.house is not None:
            self.house.doors.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.since:
            self.since = time.monotonic()
        super().data_received(data)
        if self._in_head and self.since and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self.give_up(431, "headers-too-large", "the headers have no end")

    def give_up(self, status: int, code: str, words: str) -> None:
        """Answers a request that is not here in full, and ends the connection. Where an earlier one
        is still being answered, it is just ended."""
        if self.transport.is_closing():
            return
        if self.house is not None:
            self.house.metrics.count("unfinished", status)
            self.house.metrics.refused(code)
        if self.cycle is None or self.cycle.response_complete or type(self.cycle) is _Posting:
            body = encode(Problem(code, words))
            self.transport.write(
                b"%b%b%d\r\nconnection: close\r\n\r\n%b"
                % (STATUS_LINE[status], EVERY, len(body), body)
            )
        self.transport.close()

    def on_message_begin(self) -> None:
        # What ASGI wants to know of a request is put together only where it is wanted.
        self.url, self.headers, self.expect_100_continue = b"", [], False
        self._head_bytes, self._in_head = 0, True
        if not self.since:  # behind another one, in the same piece
            self.since = time.monotonic()

    def on_headers_complete(self) -> None:
        self._in_head = False
        size = sum(len(name) + len(value) for name, value in self.headers)
        if len(self.url) > ADDRESS_BYTES_MAX:
            return self.give_up(414, "address-too-long", "the address has no end")
        if size > HEAD_BYTES_MAX:
            return self.give_up(431, "headers-too-large", "the headers have no end")
        headers = dict(self.headers)
        table = self._table_posted_to(headers)
        if table:
            self.cycle = _Posting(self, table, headers)
            return
        url, sent, expects = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expects
        self.headers.extend(sent)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.since, self._in_head = 0.0, True
        if self.transport.is_closing():
            return
        posted = self.cycle if type(self.cycle) is _Posting and self.cycle.more_body else None
        super().on_message_complete()
        if posted is not None:
            posted.begin()

    def _table_posted_to(self, headers: Headers) -> int:
        """Returns the table of a plain request to post entries that can be answered now; else 0."""
        posted = ENTRIES.fullmatch(self.url)
        if posted is None or self.house is None or self.parser.get_method() != b"POST":
            return 0
        if self.cycle is not None and not self.cycle.response_complete:
            return 0
        if self.expect_100_continue or self.parser.should_upgrade() or self.root_path:
            return 0
        length = headers.get(b"content-length", b"")
        if not 0 < len(length) <= LENGTH_DIGITS_MAX or len(headers) != len(self.headers):
            return 0
        return int(posted[1]) if int(length) <= BODY_BYTES_MAX else 0


class _NoEvent:
    """Stands where uvicorn's own cycle has the event that wakes its task: a `_Posting` has no task
    that waits for more of its request."""

    def set(self) -> None:
        pass


class _Posting:
    """A request under way, with what uvicorn's protocol asks of its own."""

    __slots__ = (
        "began", "body", "connection", "disconnected", "headers", "house", "keep_alive",
        "more_body", "name", "response_complete", "table",
    )  # fmt: skip
    message_event = _NoEvent()

    def __init__(self, connection: Connection, table: int, headers: Headers) -> None:
        assert connection.house is not None
        parser = connection.parser
        self.connection = connection
        self.house = connection.house
        self.table = table
        self.headers = headers
        self.keep_alive = parser.get_http_version() != "1.0" and parser.should_keep_alive()
        self.body = bytearray()
        self.more_body = True
        self.disconnected = False
        self.response_complete = False
        self.began = time.perf_counter()
        self.name = ""

    def begin(self) -> None:
        """The request is here. Only a session not seen lately costs a look at the database."""
        session, by_cookie = auth.session_of(self.headers)
        person = self.house.sessions.cached(session) if session else None
        if person is None and session:
            task = self.connection.loop.create_task(self._look_up(session, by_cookie))
            self.connection.tasks.add(task)
            task.add_done_callback(self.connection.tasks.discard)
        else:
            self._post(person, by_cookie)

    async def _look_up(self, session: str, by_cookie: bool) -> None:
        try:
            person = await self.house.person(session)
        except Exception as error:
            self.answered(error)
        else:
            self._post(person, by_cookie)

    def _post(self, person: Person | None, by_cookie: bool) -> None:
        try:
            path = f"/api/tables/{self.table}/entries"
            known = auth.check(person, self.headers, "POST", path, by_cookie=by_cookie)
            body, key = bytes(self.body), check_key(header(self.headers, b"idempotency-key"))
            asked = read_json(_decoder, body)
            at = read_etag(header(self.headers, b"if-match"))
            job = entering(
                known, self.table, asked, at=at, key=key, body=body, terminal=self._terminal()
            )
            self.name = known.name
            self.house.refusals.check(known.name)
            self.house.entries.take(known.name)
            self.house.post(job, self.answered)
        except Exception as error:
            self.answered(error)

    def _terminal(self) -> str:
        client = self.connection.client
        forwarded = header(self.headers, b"x-forwarded-for")
        return self.house.doors.address_behind(client[0] if client else "", forwarded)

    def answered(self, answer: Answer | Exception) -> None:
        """In the event loop: what the writer says goes out."""
        status, more, body = response(answer)
        house, took = self.house, time.perf_counter() - self.began
        if isinstance(answer, Exception):
            house.entry_refused(answer, status, self.name, self.table)
        house.metrics.count(POST_ENTRIES, status, took)
        if house.settings.access_log:
            path = f"/api/tables/{self.table}/entries"
            house.log_access("POST", path, status, took, self._terminal())
        connection, self.response_complete = self.connection, True
        if self.disconnected or connection.transport.is_closing():
            return
        end = b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n"
        for name, value in connection.server_state.default_headers:
            end = b"%b: %b\r\n%b" % (name, value, end)
        connection.transport.write(
            b"%b%b%d\r\n%b%b%b" % (STATUS_LINE[status], EVERY, len(body), lines(more), end, body)
        )
        if not self.keep_alive:
            connection.transport.close()
        connection.on_response_complete()


def house_of(app: Any) -> House | None:
    """Returns the house behind whatever uvicorn has wrapped around the application."""
    while app is not None:
        house = getattr(getattr(app, "state", None), "house", None)
        if house is not None:
            return house  # type: ignore[no-any-return]
        app = getattr(app, "app", None)
    return None
