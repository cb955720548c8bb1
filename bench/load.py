"""A load generator for bench/server.py: connections kept alive, raw requests, answers timed.
It shares the machine with what it measures, so it does as little as it can: one protocol object
a connection, no parsing beyond what the next request needs.
Run as `python -m bench.load CONFIG.json`; prints one JSON object."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import uvloop

WORDS = {
    "wager": b'{"entry": "p1 wager original 5.00"}',
    "close": b'{"entry": "d close"}',
    "cut": b'{"entry": "p1 refuse the cut"}',
}


class Connection(asyncio.Protocol):
    """One keep-alive HTTP connection; `answered` is told the status and the body."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.buffer = b""
        self.answered: Callable[[int, bytes], None] = lambda status, body: None

    async def open(self, port: int) -> Connection:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        at = self.buffer.lower().index(b"content-length:") + 15
        length = int(self.buffer[at : self.buffer.index(b"\r\n", at)])
        if len(self.buffer) < end + 4 + length:
            return
        status, body = int(self.buffer[9:12]), self.buffer[end + 4 : end + 4 + length]
        self.buffer = self.buffer[end + 4 + length :]
        self.answered(status, body)

    def post(self, path: str, token: str, key: str, body: bytes) -> None:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.transport.write(head.encode() + body)


class Client:
    """Posts one request after the other, as fast as they are answered or every `pause` seconds on
    average. The times between are exponential, so that clients do not fall into step."""

    def __init__(self, connection: Connection, name: str, seconds: float, pause: float) -> None:
        self.connection = connection
        self.name = name
        self.until = time.perf_counter() + seconds
        self.pause = pause
        self.rng = random.Random(name)
        self.times: list[float] = []
        self.requests = 0
        self.refused = 0
        self.number = 0
        self.began = 0.0
        self.loop = asyncio.get_running_loop()
        self.done = self.loop.create_future()
        connection.answered = self.answered

    def start(self) -> None:
        if self.pause:
            self.loop.call_later(self.rng.uniform(0, self.pause), self.send)
        else:
            self.send()

    def send(self) -> None:
        path, token, body = self.request()
        self.number += 1
        self.began = time.perf_counter()
        self.connection.post(path, token, f"{self.name}.{self.number}", body)

    def answered(self, status: int, body: bytes) -> None:
        now = time.perf_counter()
        self.times.append(now - self.began)
        if not self.accepted(status, body):
            self.refused += 1
            print(status, body[:300], file=sys.stderr)
        if self.refused or now >= self.until:
            self.done.set_result(None)
        elif self.pause:
            due = self.began + self.rng.expovariate(1 / self.pause)
            self.loop.call_later(max(due - now, 0), self.send)
        else:
            self.send()

    def request(self) -> tuple[str, str, bytes]:
        return "/entries", "x", WORDS["wager"]

    def accepted(self, status: int, _body: bytes) -> bool:
        self.requests += status == 200
        return status == 200


class Patron(Client):
    """Plays red dog at its tables in turn, a step at each."""

    def play_at(self, tables: list[dict[str, Any]]) -> None:
        self.tables = tables
        self.table = -1
        self.waiting = ["wager"] * len(tables)
        self.met = [False] * len(tables)
        self.paths = [f"/api/tables/{table['id']}/entries" for table in tables]

    def request(self) -> tuple[str, str, bytes]:
        self.table = (self.table + 1) % len(self.tables)
        token = self.tables[self.table]["token"]
        return self.paths[self.table], token, WORDS[self.waiting[self.table]]

    def accepted(self, status: int, body: bytes) -> bool:
        at, did = self.table, self.waiting[self.table]
        met, self.met[at] = self.met[at], True
        if status == 422 and not met:
            # The table stands where the last turn left it.
            self.waiting[at] = "cut" if b"refuse the cut" in body else "close"
            return True
        if status != 200:
            return False
        self.requests += 1
        if b'"waiting_for":"p1"' in body:
            self.waiting[at] = "cut"
        elif did == "wager" or (did == "close" and b'"receipts":[]' in body):
            self.waiting[at] = "close"
        else:
            self.waiting[at] = "wager"
        return True


async def main(config: dict[str, Any]) -> dict[str, Any]:
    count, seconds = config["connections"], config["seconds"]
    pause = config.get("pause", 0.0)
    connections = [await Connection().open(config["port"]) for _ in range(count)]
    clients: list[Client] = []
    began, cpu = time.perf_counter(), time.process_time()
    for index, connection in enumerate(connections):
        name = f"{config.get('name', 'x')}.{index}"
        if config.get("tables"):
            patron = Patron(connection, name, seconds, pause)
            patron.play_at(config["tables"][index::count])
            clients.append(patron)
        else:
            clients.append(Client(connection, name, seconds, pause))
    for client in clients:
        client.start()
    await asyncio.gather(*(client.done for client in clients))
    took = time.perf_counter() - began
    times = sorted(one for client in clients for one in client.times)
    requests = sum(client.requests for client in clients)
    return {
        "requests": requests,
        "refused": sum(client.refused for client in clients),
        "seconds": took,
        "rate": requests / took,
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        "own_cpu": (time.process_time() - cpu) / took,
    }


if __name__ == "__main__":
    asked = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps(uvloop.run(main(asked))))
