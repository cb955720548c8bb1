"""Storage that fails under a server in play: a disk that is full, one that cannot be written, one
whose writes and flushes fail (EIO), a write-ahead log that is cut or damaged. Needs root, for a
small tmpfs and a loop device; `python -m tests.server.storage` runs all of it (`make soak`)."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from pitboss.store.database import Database
from pitboss.store.verify import verify_database
from tests.server.faults import Patron, check, prepare
from tests.server.services import Server

KIB = 1024


def can_mount() -> bool:
    return os.getuid() == 0 and all(map(shutil.which, ("mount", "losetup", "mkfs.ext4")))


def _run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout.strip()


@contextmanager
def small_disk(kib: int) -> Iterator[Path]:
    """A file system of its own that holds so much."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-disk-"))
    _run("mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        _run("umount", "--lazy", str(folder))
        folder.rmdir()


@contextmanager
def failing_disk(kib: int) -> Iterator[tuple[Path, Path]]:
    """A file system on a device whose blocks lie on a smaller disk: where that is full, writes and
    flushes fail with EIO. Returns where it is, and where to fill the disk below it."""
    with small_disk(kib) as below:
        image = below / "image"
        with image.open("wb") as file:
            file.truncate(64 * KIB * KIB)
        _run("mkfs.ext4", "-q", "-O", "^has_journal", str(image))
        device = _run("losetup", "--find", "--show", str(image))
        folder = Path(tempfile.mkdtemp(prefix="pitboss-device-"))
        try:
            _run("mount", "-o", "errors=continue", device, str(folder))
            try:
                yield folder, below
            finally:
                _run("umount", "--lazy", str(folder))
        finally:
            _run("losetup", "--detach", device)
            folder.rmdir()


class Play:
    """A server with patrons at its tables."""

    def __init__(self, path: Path) -> None:
        self.path, self.url = path, f"sqlite:///{path}"
        names, tables = prepare(self.url)
        self.server = Server(self.url).start()
        self.patrons = [
            Patron([self.server.base], name, tables[number % len(tables)], number)
            for number, name in enumerate(names)
        ]
        for patron in self.patrons:
            patron.start()

    def entries(self) -> int:
        return sum(len(patron.accepted) for patron in self.patrons)

    def go_on(self, entries: int, seconds: float = 60) -> None:
        """Waits until so many more entries are made."""
        wanted, until = self.entries() + entries, time.monotonic() + seconds
        while self.entries() < wanted:
            for patron in self.patrons:
                assert not patron.failure, patron.failure
            assert time.monotonic() < until, self.server.log.read_text()[-2000:]
            time.sleep(0.02)

    def is_red(self) -> bool:
        return httpx.get(f"{self.server.base}/healthz", timeout=30).status_code == 503

    def wait_until_red(self) -> None:
        until = time.monotonic() + 60
        while not self.is_red():
            assert time.monotonic() < until, "writes go on"
            time.sleep(0.2)

    def restart(self) -> None:
        self.server.kill()
        self.server.start()

    def end(self) -> dict[str, Any]:
        """Every acknowledged entry is there, once and in order; nothing else is wrong."""
        for patron in self.patrons:
            patron.done.set()
        for patron in self.patrons:
            patron.join(60)
            assert not patron.is_alive(), "a request was never answered"
            assert not patron.failure, patron.failure
            assert not patron.faults, patron.faults
        assert self.server.stop() == 0
        return check(self.url, self.patrons)


def full_disk(cycles: int) -> dict[str, Any]:
    """The disk fills up in the midst of play and is emptied again; every other time the server is
    killed while it is full."""
    with small_disk(64 * KIB) as folder:
        play = Play(folder / "pit.db")
        try:
            for cycle in range(cycles):
                play.go_on(20)
                filler = folder / "filler"
                _fill(filler)
                play.wait_until_red()
                if cycle % 2:
                    play.server.kill()
                filler.unlink()
                if cycle % 2:
                    play.server.start()
            play.go_on(20)
            return play.end() | {"cycles": cycles}
        finally:
            play.server.kill()


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for size in (KIB * KIB, 4 * KIB):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def io_errors(cycles: int) -> dict[str, Any]:
    """Writes and flushes fail with EIO. What was acknowledged stays; a server that was killed
    meanwhile starts again."""
    with failing_disk(24 * KIB) as (folder, below):
        play = Play(folder / "pit.db")
        errors = 0
        try:
            for cycle in range(cycles):
                play.go_on(20)
                filler = below / "filler"
                _fill(filler)
                until = time.monotonic() + 20
                while not play.is_red() and time.monotonic() < until:
                    time.sleep(0.2)
                errors += play.is_red()
                filler.unlink()
                if cycle % 2:
                    play.restart()
            play.go_on(20)
            return play.end() | {"cycles": cycles, "red": errors}
        finally:
            play.server.kill()


def read_only() -> dict[str, Any]:
    """A file on media that cannot be written: the server says so before it is open, `verify` reads
    it where it lies."""
    with small_disk(64 * KIB) as folder:
        play = Play(folder / "pit.db")
        try:
            play.go_on(40)
            done = play.end()
            _run("mount", "-o", "remount,ro", str(folder))
            command = [sys.executable, "-m", "pitboss"]
            environment = os.environ | {"PYTHONPATH": "src"}
            serve = subprocess.run(
                [*command, "serve", "--db", str(play.path), "--port", str(play.server.port)],
                capture_output=True, text=True, env=environment, timeout=60, check=False,
            )  # fmt: skip
            assert serve.returncode == 2, (serve.returncode, serve.stderr)
            assert "Traceback" not in serve.stderr, serve.stderr
            assert len(serve.stderr.strip().splitlines()) == 1, serve.stderr
            verify = subprocess.run(
                [*command, "verify", "--db", str(play.path), "--json"],
                capture_output=True,
                text=True,
                env=environment,
                timeout=60,
                check=False,
            )
            assert verify.returncode == 0, verify.stdout + verify.stderr
            return done | {"said": serve.stderr.strip()}
        finally:
            play.server.kill()


def damaged_log(times: int, folder: Path) -> dict[str, Any]:
    """The write-ahead log of a killed server is cut, or a byte of it is changed: SQLite goes back
    to the last commit before that. The chains are whole as far as they go, and kept anchors tell
    that something is missing."""
    play = Play(folder / "pit.db")
    try:
        play.go_on(200)
        kept = _anchors(play)
    finally:
        play.server.kill()
        for patron in play.patrons:
            patron.bases = []  # whoever still asks gets no answer any more
            patron.done.set()
    rng, told, clean, set_back = random.Random(1), 0, 0, 0
    for number in range(times):
        copy = folder / f"copy-{number}.db"
        shutil.copy(play.path, copy)
        log = bytearray(Path(f"{play.path}-wal").read_bytes())
        at = rng.randrange(32, len(log))
        if number % 2:
            del log[at:]
        else:
            log[at] ^= 1 << rng.randrange(8)
        Path(f"{copy}-wal").write_bytes(bytes(log))
        db = Database(f"sqlite:///{copy}")  # takes up the log
        db.close()
        db = Database(f"sqlite:///{copy}", reads_only=True)
        try:
            verdict = verify_database(db)
            clean += verdict.status == "clean"
            assert verdict.status == "clean", verdict.message()
            with db.read() as reading:
                rows = reading.execute("SELECT COUNT(*) FROM entry").value()
        finally:
            db.close()
        lost = rows < kept["rows"]
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "verify", "--db", str(copy), "--anchors",
             str(kept["file"]), "--json"],
            capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "src"}, check=False,
        )  # fmt: skip
        assert done.returncode == (1 if lost else 0), (lost, done.stdout, done.stderr)
        told += done.returncode
        set_back += lost
    return {"logs": times, "clean": clean, "set back": set_back, "told by anchors": told}


def _anchors(play: Play) -> dict[str, Any]:
    """Kept elsewhere: where the chains stand now, and how many rows there are at least."""
    file = play.path.with_name("kept.json")
    os.kill(play.server.process.pid, signal.SIGSTOP)  # type: ignore[union-attr]
    try:
        db = Database(play.url)
        try:
            with db.read() as reading:
                rows = reading.execute("SELECT COUNT(*) FROM entry").value()
        finally:
            db.close()
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "anchors", "--db", play.url, "-o", str(file)],
            capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "src"}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    finally:
        os.kill(play.server.process.pid, signal.SIGCONT)  # type: ignore[union-attr]
    return {"file": file, "rows": rows}


def main(times: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        print(f"damaged logs: {damaged_log(4 * times, Path(folder))}", flush=True)
    if not can_mount():
        print("no root, or no loop devices: disks that fail are left out", flush=True)
        return 0
    print(f"full disk: {full_disk(times)}", flush=True)
    print(f"read-only disk: {read_only()}", flush=True)
    print(f"input/output errors: {io_errors(times)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
