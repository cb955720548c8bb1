"""A private PostgreSQL server in a temporary folder, and pitboss servers as real processes."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
from psycopg.sql import SQL, Identifier

from tests.server import watchdog

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def programs() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class Postgres:
    """A cluster that listens on a socket in its own folder and on one local port."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        if found is None:
            raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
        self.programs = found
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        # PostgreSQL does not run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        folder.chmod(0o700)
        watchdog.watch("cluster", folder)
        self.run("initdb", "-D", str(self.data), "-A", "trust", "-U", self.user, "-N", "-E", "UTF8")

    def run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), *words]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        log = self.folder / "commands.log"
        with log.open("ab") as out:
            done = subprocess.run(command, stdout=out, stderr=out, cwd="/", check=False)
        assert done.returncode == 0, f"{program}: {log.read_text()[-2000:]}"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self.run(
            "pg_ctl",
            "-D",
            str(self.data),
            "-w",
            "-o",
            options,
            "-l",
            str(self.folder / "server.log"),
            "start",
        )

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def url(self, name: str) -> str:
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/{name}"

    def database(self, like: str = "template1") -> str:
        """A fresh database, by default an empty one."""
        name = f"pit_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(
                SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(like))
            )
        return self.url(name)


@contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
    try:
        cluster = Postgres(folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        watchdog.ended("cluster", folder)


class Server:
    """`pitboss serve` as a process of its own."""

    def __init__(self, db: str, *words: str, port: int = 0) -> None:
        self.db = db
        self.words = words
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        handle, log = tempfile.mkstemp(prefix="pitboss-serve-", suffix=".log")
        os.close(handle)
        self.log = Path(log)
        watchdog.watch("file", log)

    def start(self, *, wait: bool = True) -> Server:
        command = [
            sys.executable,
            "-m",
            "pitboss",
            "serve",
            "--db",
            self.db,
            "--port",
            str(self.port),
            "--no-pages",
            "--log",
            "warning",
            "--seats",
            "100",
            *self.words,
        ]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, env=environment, start_new_session=True
            )
        watchdog.watch("group", self.process.pid)
        if wait:
            self.wait()
        return self

    def wait(self, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, f"the server ended: {self.log.read_text()[-3000:]}"
            try:
                if httpx.get(f"{self.base}/healthz", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """kill -9, workers and all: only processes that we started."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            watchdog.ended("group", self.process.pid)

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        watchdog.ended("group", self.process.pid)
        return code

    def one_time_password(self) -> str:
        for line in self.log.read_text().splitlines():
            if "one-time password" in line:
                return line.rsplit(" ", 1)[1]
        raise AssertionError("no one-time password was printed")


class Client:
    """Somebody with a bearer token."""

    def __init__(self, base: str, name: str, password: str, **keywords: Any) -> None:
        self.http = httpx.Client(base_url=base, timeout=30, **keywords)
        self.name = name
        said = self.http.post("/api/session", json={"name": name, "password": password})
        assert said.status_code == 201, said.text
        self.http.headers["Authorization"] = f"Bearer {said.json()['token']}"

    def get(self, path: str, **keywords: Any) -> httpx.Response:
        return self.http.get(path, **keywords)

    def post(self, path: str, body: Any, *, key: str = "", **headers: str) -> httpx.Response:
        sent = {"Idempotency-Key": key or uuid.uuid4().hex} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        return self.http.post(path, json=body, headers=sent)

    def delete(self, path: str, *, key: str = "") -> httpx.Response:
        return self.http.delete(path, headers={"Idempotency-Key": key or uuid.uuid4().hex})

    def enter(self, table: int, *entries: str, **headers: str) -> httpx.Response:
        return self.post(f"/api/tables/{table}/entries", {"entries": list(entries)}, **headers)
