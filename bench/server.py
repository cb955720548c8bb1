"""The table server over HTTP: durable entries beside the disk and beside a plain server, and
five thousand listeners."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec

from bench.measure import Ratio, per_second
from pitboss.server.limits import STREAMS_MAX
from pitboss.server.view import answer_json
from pitboss.store import people
from pitboss.store.accounts import Deposit
from pitboss.store.database import Database
from pitboss.store.jobs import Call, Enter, Sit
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.writer import Writer

ROOT = Path(__file__).parents[1]
TABLES = 50
CONNECTIONS = 32
# A floor on a busy evening: as many tables, each with somebody who plays without a break.
CROWD = 128
SECONDS = 4.0
TURNS = 3
LISTENERS = 5000


def fdatasync_rate(folder: Path, seconds: float = 1.0) -> float:
    """Appends of 256 bytes, each flushed to the disk."""
    path = folder / "raw"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        block, count = b"x" * 256, 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            os.write(descriptor, block)
            os.fdatasync(descriptor)
            count += 1
        return count / (time.perf_counter() - began)
    finally:
        os.close(descriptor)
        path.unlink()


def sign_in(writer: Writer, name: str) -> tuple[int, str]:
    """A new patron's account, and a token of theirs."""
    token = people.new_token()

    def create(batch: Any) -> int:
        account = people.create_person(batch, name, "patron", "")
        people.start_session(batch, account, token, "bearer", "x")
        return account

    return msgspec.json.decode(writer.do(Call(create)).body), token


def prepare(url: str, count: int = TABLES) -> list[dict[str, Any]]:
    """Red dog tables with a patron at each, ready for a wager; and their tokens."""

    db = Database(url)
    db.upgrade()
    writer = Writer(db, present=answer_json).start()
    found = []
    try:
        for number in range(count):
            account, token = sign_in(writer, f"load-{number}")
            writer.do(Deposit(account, 10**12, "", 0))
            asked = NewTable(game="red-dog", name=f"load {number}", limits={"": (500, 50_000)})
            table = msgspec.json.decode(writer.do(OpenTable(0, asked)).body)["table"]
            writer.do(Sit(table, account, f"load-{number}", 1))
            writer.do(Enter(table, account, "patron", ["p1 refuse the cut"]))
            found.append({"id": table, "token": token, "account": account})
    finally:
        writer.stop()
        db.close()
    return found


class Running:
    """A server process, and its end."""

    def __init__(self, command: list[str], port: int, **environment: str) -> None:
        self.port = port
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=self.log,
            stderr=self.log,
            env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"} | environment,
        )

    def __enter__(self) -> Running:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1)
                return self
            except urllib.error.HTTPError:
                return self  # it answers: the plain server has no such page
            except OSError:
                time.sleep(0.05)
        self.log.seek(0)
        raise RuntimeError(self.log.read().decode()[-2000:])

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)
        self.log.close()


def load(config: dict[str, Any]) -> dict[str, Any]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(config, file)
        file.flush()
        done = subprocess.run(
            [sys.executable, "-m", "bench.load", file.name],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    answer: dict[str, Any] = json.loads(done.stdout)
    assert not answer["refused"], done.stderr[:500]
    return answer


def entry_rows(url: str) -> int:
    db = Database(url)
    try:
        with db.read() as reading:
            sql = "SELECT COUNT(*) FROM entry WHERE body LIKE ?"
            return int(reading.execute(sql, ('{"kind":"entry"%',)).value())
    finally:
        db.close()


def served(port: int, db: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pitboss",
        "serve",
        "--db",
        db,
        "--port",
        str(port),
        "--no-pages",
        "--log",
        "error",
    ]


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def throughput(folder: Path) -> list[Ratio]:
    url = f"sqlite:///{folder / 'load.db'}"
    every = prepare(url, CROWD)
    tables = every[:TABLES]
    ours, plains, disks, requests = [], [], [], []
    crowd, plain_crowd = [], []
    port, other = free_port(), free_port()
    plain = [sys.executable, "-m", "uvicorn", "bench.plain_server:app", "--port", str(other),
             "--log-level", "error", "--no-access-log"]  # fmt: skip
    with Running(served(port, url), port), Running(plain, other, PLAIN_DB=str(folder / "plain.db")):
        for turn in range(TURNS):
            disks.append(fdatasync_rate(folder))
            before = entry_rows(url)
            config = {
                "port": port,
                "connections": CONNECTIONS,
                "seconds": SECONDS,
                "tables": tables,
                "name": f"t{turn}",
            }
            said = load(config)
            ours.append((entry_rows(url) - before) / said["seconds"])
            requests.append(said["rate"])
            plains.append(
                load(
                    {
                        "port": other,
                        "connections": CONNECTIONS,
                        "seconds": SECONDS,
                        "name": f"p{turn}",
                    }
                )["rate"]
            )
            many = {"connections": CROWD, "seconds": SECONDS}
            crowd.append(load({**many, "port": port, "tables": every, "name": f"c{turn}"})["rate"])
            plain_crowd.append(load({**many, "port": other, "name": f"d{turn}"})["rate"])
        # Half the load: so much time from one request of a connection to the next. The best turn
        # counts here as well: one that the machine's host disturbs says nothing of the server.
        pause = 2 * CONNECTIONS / max(requests)
        halves = [
            load({"port": port, "connections": CONNECTIONS, "seconds": SECONDS,
                  "tables": tables, "pause": pause, "name": f"half{turn}"})
            for turn in range(TURNS)
        ]  # fmt: skip
        half = min(halves, key=lambda each: float(each["p99"]))
    disk, entries, asked, peer = max(disks), max(ours), max(requests), max(plains)
    return [
        Ratio(
            f"durable entries over HTTP, {CONNECTIONS} connections at {TABLES} tables / fdatasync",
            per_second(entries),
            per_second(disk),
            entries / disk,
            1,
            2,
        ),
        Ratio(
            f"requests over HTTP that commit, {CROWD} connections / plain FastAPI with a commit "
            "each",
            per_second(max(crowd)),
            per_second(max(plain_crowd)),
            max(crowd) / max(plain_crowd),
            3,
            5,
        ),
        Ratio(
            f"requests over HTTP that commit, {CONNECTIONS} connections / plain FastAPI with a "
            "commit each",
            per_second(asked),
            per_second(peer),
            asked / peer,
            2.5,
            3,
        ),
        Ratio(
            "durable entries over HTTP / plain FastAPI with a commit each",
            per_second(entries),
            per_second(peer),
            entries / peer,
            3,
            5,
        ),
        Ratio(
            f"p99 at half that load ({half['rate']:.0f} requests/s; seconds)",
            f"{half['p99'] * 1e3:.1f} ms",
            "15 ms",
            half["p99"] / 0.015,
            1,
            None,
            more=False,
        ),
    ]


async def _listen(
    port: int, table: int, tokens: list[str], ready: asyncio.Event, heard: list[float]
) -> None:
    """Opens a stream for each of the tokens and waits for a step on each."""
    joined = 0
    done = asyncio.Event()

    async def hear(token: str) -> None:
        nonlocal joined
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        await _until(reader, b"event: hello")
        joined += 1
        if joined == len(tokens):
            ready.set()
        await _until(reader, b"event: step")
        heard.append(time.perf_counter())
        if len(heard) == len(tokens):
            done.set()
        await done.wait()
        writer.close()

    async with asyncio.TaskGroup() as group:
        for number, token in enumerate(tokens):
            group.create_task(hear(token))
            while joined < number - 100:
                await asyncio.sleep(0.005)


async def _until(reader: asyncio.StreamReader, words: bytes) -> None:
    before = b""
    while words not in (line := await reader.readline()):
        if not line:
            raise RuntimeError(f"the stream ended behind {before!r}")
        before = line


def memory_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def listeners(folder: Path) -> list[Ratio]:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(LISTENERS, hard - 200)
    url = f"sqlite:///{folder / 'listen.db'}"
    table = prepare(url)[0]
    db = Database(url)
    writer = Writer(db, present=answer_json).start()
    # An account may listen to so many streams: whoever has most of them is one of many.
    spectators = [sign_in(writer, f"ear-{n}")[1] for n in range(-(-count // STREAMS_MAX))]
    writer.stop()
    db.close()
    tokens = [spectators[number // STREAMS_MAX] for number in range(count)]
    port = free_port()
    with Running(served(port, url), port) as server:

        async def work() -> tuple[float, int]:
            ready, heard = asyncio.Event(), list[float]()
            listening = asyncio.create_task(_listen(port, table["id"], tokens, ready, heard))
            await asyncio.wait_for(ready.wait(), 120)
            memory = memory_of(server.process.pid)
            from bench.load import Connection

            connection = await Connection().open(port)
            began = time.perf_counter()
            connection.post(
                f"/api/tables/{table['id']}/entries",
                table["token"],
                "listen",
                b'{"entry": "p1 wager original 5.00"}',
            )
            await asyncio.wait_for(listening, 60)
            return max(heard) - began, max(memory, memory_of(server.process.pid))

        seconds, memory = asyncio.run(work())
    return [
        Ratio(
            f"{count} listeners: memory of the server / 1 GiB",
            f"{memory / 2**20:.0f} MiB",
            "1024 MiB",
            memory / 2**30,
            1,
            None,
            more=False,
        ),
        Ratio(
            f"{count} listeners: an event until the last has it (seconds)",
            f"{seconds:.2f} s",
            "1 s",
            seconds,
            1,
            None,
            more=False,
        ),
    ]


def results() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return throughput(folder) + listeners(folder)


if __name__ == "__main__":
    for one in results():
        print(f"{one.name}: {one.ours} beside {one.peer}: {one.ratio:.3g} (bar {one.bar:g})")
