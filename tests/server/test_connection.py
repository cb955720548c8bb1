"""The shorter way of posted entries: whatever form a request comes in, the answer is the same."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import httpx
import pytest

from pitboss.server.demo import PASSWORD
from tests.server.services import Client, Server

WAGER = b'{"entry": "p1 wager straight 17 5.00"}'


class Wire:
    """A patron at a roulette table, over a bare socket."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        patron = Client(server.base, "patron", PASSWORD)
        floor = patron.get("/api/floor").json()["tables"]
        self.table = next(table["id"] for table in floor if table["game"] == "roulette")
        assert patron.post(f"/api/tables/{self.table}/seats", {"seat": "p1"}).status_code == 200
        self.token = patron.http.headers["Authorization"]
        self.keys = 0

    def head(self, *more: str, table: int = 0, version: str = "1.1", key: str = "") -> bytes:
        self.keys += 1
        lines = [
            f"POST /api/tables/{table or self.table}/entries HTTP/{version}", "Host: x",
            f"Authorization: {self.token}", f"Idempotency-Key: {key or f'wire-{self.keys}'}",
            *more, "", "",
        ]  # fmt: skip
        return "\r\n".join(lines).encode()

    def request(self, body: bytes = WAGER, **more: str) -> bytes:
        return self.head(f"Content-Length: {len(body)}", **more) + body  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    server = Server(str(tmp_path_factory.mktemp("wire") / "pit.db"), "--demo").start()
    try:
        yield Wire(server)
        assert server.stop() == 0
    finally:
        server.kill()


def answers(wire: Wire, pieces: list[bytes], count: int) -> list[tuple[int, dict[str, object]]]:
    """Sends the pieces, a little apart, and reads so many answers from the same connection."""
    found: list[tuple[int, dict[str, object]]] = []
    with socket.create_connection(("127.0.0.1", wire.port), timeout=20) as wired:
        for piece in pieces:
            wired.sendall(piece)
            threading.Event().wait(0.02)
        read = wired.makefile("rb")
        for _ in range(count):
            status = int(read.readline().split()[1])
            headers = {}
            while (line := read.readline()).strip():
                name, _, value = line.decode().partition(":")
                headers[name.lower()] = value.strip()
            body = json.loads(read.read(int(headers["content-length"])))
            assert headers["content-type"] == "application/json"
            assert headers["x-content-type-options"] == "nosniff"
            found.append((status, body | {"headers": headers}))
    return found


def test_in_one_piece_and_in_many(wire: Wire) -> None:
    whole = wire.request()
    (one,) = answers(wire, [whole], 1)
    (again,) = answers(wire, [whole[i : i + 25] for i in range(0, len(whole), 25)], 1)
    assert one[0] == again[0] == 200
    # The same key: the first answer once more, and no second wager.
    assert one[1]["n"] == again[1]["n"]
    assert again[1]["headers"]["idempotency-replayed"] == "true"  # type: ignore[index]


def test_pipelined_requests_are_answered_in_order(wire: Wire) -> None:
    other = (
        f"GET /api/tables/{wire.table} HTTP/1.1\r\nHost: x\r\nAuthorization: {wire.token}\r\n\r\n"
    )
    sent = wire.request() + wire.request() + other.encode() + wire.request()
    told = answers(wire, [sent], 4)
    assert [status for status, _ in told] == [200] * 4
    numbers = [int(str(body["n"])) for _, body in told]
    assert numbers == sorted(numbers)
    assert numbers[1] == numbers[2]


def test_a_chunked_body_goes_the_long_way(wire: Wire) -> None:
    chunks = b"5\r\n" + WAGER[:5] + b"\r\n%x\r\n" % len(WAGER[5:]) + WAGER[5:] + b"\r\n0\r\n\r\n"
    (told,) = answers(wire, [wire.head("Transfer-Encoding: chunked"), chunks], 1)
    assert told[0] == 200


def test_the_connection_closes_where_it_should(wire: Wire) -> None:
    for sent in (
        wire.head("Connection: close", f"Content-Length: {len(WAGER)}") + WAGER,
        wire.request(version="1.0"),
    ):
        with socket.create_connection(("127.0.0.1", wire.port), timeout=20) as wired:
            wired.sendall(sent)
            told = wired.makefile("rb").read()  # to the end
        assert told.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"connection: close\r\n" in told


def test_refusals(wire: Wire) -> None:
    refused = {
        wire.request(b"{"): (422, "bad-body"),
        wire.request(b'{"entry": "p1 wager straight 99 5.00"}'): (422, "illegal-entry"),
        wire.request(b'{"entry": "x"}'): (422, "bad-entry"),
        wire.request(b" " * 65_537): (413, "too-large"),
        wire.request(table=999_999): (404, "no-such-table"),  # type: ignore[arg-type]
        wire.request().replace(b"Bearer ", b"Bearer x"): (401, "not-signed-in"),
        wire.request().replace(b"Idempotency-Key", b"Idempotency"): (400, "no-key"),
    }
    for sent, expected in refused.items():
        (told,) = answers(wire, [sent], 1)
        assert (told[0], told[1]["code"]) == expected


def test_whoever_hangs_up_has_still_wagered(wire: Wire) -> None:
    sent = wire.request(key="hung-up")
    with socket.create_connection(("127.0.0.1", wire.port), timeout=20) as wired:
        wired.sendall(sent)
    (told,) = answers(wire, [sent], 1)
    assert told[0] == 200


def test_table_zero_is_no_table(wire: Wire) -> None:
    said = httpx.post(
        f"http://127.0.0.1:{wire.port}/api/tables/0/entries",
        content=WAGER,
        headers={"Authorization": wire.token, "Idempotency-Key": "zero"},
    )
    assert (said.status_code, said.json()["code"]) == (404, "no-such-table")
