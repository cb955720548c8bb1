"""15.5(a): an independent record of game numbers and winning numbers: a file of plain lines beside
the database, written by nothing else, flushed to the disk. It is compared with nothing and binds
nobody: it is there to be read when the system itself is in doubt."""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path

from pitboss.games.keno.record import numbers_of
from pitboss.games.keno.selection import selection_of
from pitboss.store.database import Database
from pitboss.store.keno.state import DRAWN, KenoGame, games_after, list_systems

LINE_BYTES = 800
WHOLE = re.compile(
    r"[0-9]+ [0-9-]{10} [0-9]+ [0-9]+ (?:[0-9]{2}(?: [0-9]{2}){19}|selection failed, .*)", re.ASCII
)


def record_file(key: Path, system: int) -> Path:
    """Where the record of a system is: beside the file of the key that signs anchors, which is
    beside SQLite's file."""
    return key.with_name(f"{key.stem}.keno-{system}.txt")


def line_of(game: KenoGame) -> str:
    """A game as it is printed."""
    numbers = "selection failed, wagers returned"
    if game.status == DRAWN:
        drawn = numbers_of(selection_of(game.selection))
        numbers = " ".join(f"{number:02d}" for number in drawn)
    return f"{game.number} {game.day} {game.of_day} {game.drawn_at} {numbers}\n"


def print_games(db: Database, key: Path) -> None:
    """Prints the games that were decided since the last one printed, in every system. Several
    processes may do so: one at a time, and each looks first."""
    with db.read() as reading:
        systems = list_systems(reading)
    for system in systems:
        path = record_file(key, system.id)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            last = _last(handle)
            with db.read() as reading:
                games = games_after(reading, system.id, last)
            if games:
                os.write(handle, "".join(map(line_of, games)).encode())
                os.fsync(handle)
        finally:
            os.close(handle)


def _last(handle: int) -> int:
    """The number of the last game that was printed whole."""
    size = os.fstat(handle).st_size
    tail = os.pread(handle, min(size, LINE_BYTES), max(0, size - LINE_BYTES)).decode(
        "ascii", "replace"
    )
    if tail and not tail.endswith("\n"):
        # A line that the power cut is ended, and printed again.
        os.write(handle, b" ...\n")
        tail = tail.rpartition("\n")[0]
    printed = [line for line in tail.splitlines() if WHOLE.fullmatch(line)]
    return int(printed[-1].split(" ")[0]) if printed else 0
