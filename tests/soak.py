"""The long runs, `make soak`: random tapes for every registered game through the conformance
suite, and every byte of a journal of 1,000 rounds changed.

PITBOSS_SOAK_TAPES (1,000,000) tapes a game; PITBOSS_SOAK_GAMES, where only some are wanted;
PITBOSS_SOAK_WORKERS, by default one a core."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pitboss import registry
from pitboss.log.replay import verify
from pitboss.testing import check_game
from tests.log.journals import Flips, write_journal

TAPES = int(os.environ.get("PITBOSS_SOAK_TAPES", "1000000"))
WORKERS = int(os.environ.get("PITBOSS_SOAK_WORKERS", "0")) or os.cpu_count() or 1
TAPES_A_PIECE = 100
BYTES_A_PIECE = 20_000
ROUNDS = 1000
SHOWN_MAX = 5
SECONDS_BETWEEN_LINES = 15

# What a worker did: the name of the check, how many passed, and what failed.
Piece = tuple[str, str, int, int]
Done = tuple[str, int, list[str]]


def _games() -> list[str]:
    chosen = os.environ.get("PITBOSS_SOAK_GAMES", "").split()
    return chosen or registry.keys()


def _tapes(key: str, first: int, count: int) -> Done:
    """One tape at a time, so that a failure does not hide the tapes behind it."""
    try:
        game = registry.find(key)
    except Exception as error:
        return key, 0, [f"{type(error).__name__}: {error}"] * count
    failed = []
    for number in range(first, first + count):
        irregular = 0.5 if number % 10 == 0 else 0.05
        try:
            check_game(game, tapes=1, first=number, seed=2, irregular=irregular)
        except Exception as error:
            failed.append(f"tape {number}: {type(error).__name__}: {error}")
    return key, count - len(failed), failed


_flips: dict[str, Flips] = {}


def _bytes(path: str, first: int, count: int) -> Done:
    """Each byte changed twice: one bit of it, and to the end of a line."""
    if path not in _flips:
        _flips[path] = Flips(Path(path).read_bytes())
    flips = _flips[path]
    rng = random.Random(first)
    passed, failed = 0, []
    for position in range(first, min(first + count, len(flips.raw))):
        old = flips.raw[position]
        for value in {old ^ 1 << rng.randrange(8), ord("\n")} - {old}:
            told = flips.found(position, value)
            if told:
                failed.append(told)
            else:
                passed += 1
    return "journal bytes", passed, failed


def _work(piece: Piece) -> Done:
    kind, name, first, count = piece
    return _tapes(name, first, count) if kind == "tapes" else _bytes(name, first, count)


def _pieces(journal: Path) -> Iterator[Piece]:
    for first in range(0, journal.stat().st_size, BYTES_A_PIECE):
        yield "bytes", str(journal), first, BYTES_A_PIECE
    # Games in turn, so that an early stop has seen something of each.
    for first in range(0, TAPES, TAPES_A_PIECE):
        for key in _games():
            yield "tapes", key, first, min(TAPES_A_PIECE, TAPES - first)


def main() -> int:
    began = told = time.monotonic()
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.jsonl"
        write_journal(journal, "red-dog", rounds=ROUNDS)
        verdict = verify(journal)
        passed["journal replay"] += verdict.status == "clean"
        failed["journal replay"] += verdict.status != "clean"
        print(f"journal of {ROUNDS} rounds: {verdict.message()}", flush=True)
        with multiprocessing.get_context("spawn").Pool(WORKERS) as pool:
            for name, well, badly in pool.imap_unordered(_work, _pieces(journal)):
                for text in badly[: max(0, SHOWN_MAX - failed[name])]:
                    print(f"FAILED {name}: {text}", flush=True)
                passed[name] += well
                failed[name] += len(badly)
                if time.monotonic() - told > SECONDS_BETWEEN_LINES:
                    told = time.monotonic()
                    print(_progress(passed, failed, told - began), flush=True)
    for name in passed | failed:
        print(f"{name}: {passed[name]} passed, {failed[name]} failed")
    print(f"{passed.total()} passed, {failed.total()} failed")
    return 1 if failed.total() else 0


def _progress(passed: Counter[str], failed: Counter[str], seconds: float) -> str:
    each = ", ".join(f"{name} {passed[name] + failed[name]}" for name in passed | failed)
    return f"{seconds:.0f} s: {each}; {failed.total()} failed"


if __name__ == "__main__":
    sys.exit(main())
