"""A load generator for bench/server.py: connections kept alive, raw requests, answers timed.
Run as `python -m bench.load CONFIG.json`; prints one JSON object."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any


class Connection:
    """One keep-alive HTTP connection."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.count = 0

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    async def post(self, path: str, token: str, key: str, body: bytes) -> tuple[int, bytes]:
        self.writer.write(
            (
                f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: Bearer {token}\r\n"
                f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            ).encode()
            + body
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        at = head.lower().index(b"content-length:") + 15
        length = int(head[at : head.index(b"\r\n", at)])
        return status, await self.reader.readexactly(length)


async def patron(connection: Connection, tables: list[dict[str, Any]], until: float, pause: float,
                 times: list[float], counts: dict[str, int], name: str) -> None:  # fmt: skip
    """Plays red dog at its tables in turn, a step at each."""
    waiting = {table["id"]: "wager" for table in tables}
    number = 0
    met: set[int] = set()
    while time.perf_counter() < until:
        for table in tables:
            entry = {
                "wager": "p1 wager original 5.00", "close": "d close", "cut": "p1 refuse the cut",
            }[waiting[table["id"]]]  # fmt: skip
            number += 1
            began = time.perf_counter()
            status, answer = await connection.post(
                f"/api/tables/{table['id']}/entries", table["token"], f"{name}.{number}",
                json.dumps({"entry": entry}).encode(),
            )  # fmt: skip
            times.append(time.perf_counter() - began)
            if status == 422 and table["id"] not in met:
                # The table stands where the last turn left it.
                met.add(table["id"])
                cut = b"refuse the cut" in answer
                waiting[table["id"]] = "cut" if cut else "close"
                continue
            met.add(table["id"])
            if status != 200:
                counts["refused"] += 1
                print(status, entry, answer[:300], file=sys.stderr)
                return
            counts["requests"] += 1
            said = json.loads(answer)
            if said["waiting_for"] == "p1":
                waiting[table["id"]] = "cut"
            elif entry.startswith("p1 wager") or (not said["receipts"] and entry == "d close"):
                waiting[table["id"]] = "close"
            else:
                waiting[table["id"]] = "wager"
            if pause:
                await asyncio.sleep(pause)


async def plain(connection: Connection, until: float, times: list[float], counts: dict[str, int],
                name: str) -> None:  # fmt: skip
    body = b'{"entry": "p1 wager original 5.00"}'
    number = 0
    while time.perf_counter() < until:
        number += 1
        began = time.perf_counter()
        status, _ = await connection.post("/entries", "x", f"{name}.{number}", body)
        times.append(time.perf_counter() - began)
        counts["requests" if status == 200 else "refused"] += 1


async def main(config: dict[str, Any]) -> dict[str, Any]:
    connections = [Connection("127.0.0.1", config["port"]) for _ in range(config["connections"])]
    for connection in connections:
        await connection.open()
    counts = {"requests": 0, "refused": 0}
    times: list[float] = []
    began = time.perf_counter()
    until = began + config["seconds"]
    work = []
    for index, connection in enumerate(connections):
        name = f"{config.get('name', 'x')}.{index}"
        if config.get("tables"):
            mine = config["tables"][index :: len(connections)]
            pause = config.get("pause", 0.0)
            work.append(patron(connection, mine, until, pause, times, counts, name))
        else:
            work.append(plain(connection, until, times, counts, name))
    await asyncio.gather(*work)
    seconds = time.perf_counter() - began
    times.sort()
    return counts | {
        "seconds": seconds,
        "rate": counts["requests"] / seconds,
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(json.loads(Path(sys.argv[1]).read_text())))))
