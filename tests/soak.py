"""The long runs, `make soak`: for every registered game random tapes through the conformance
suite, and rounds of its kernel through its procedure; every byte of a journal changed.

It ends when all of it is done or PITBOSS_SOAK_MINUTES (20) are over, and says how much was
done: PITBOSS_SOAK_TAPES (1,000,000) tapes a game, which take days; PITBOSS_SOAK_KERNEL_TAPES
(20,000) rounds of its kernel; PITBOSS_SOAK_SHOES (20,000) shoes of blackjack, of blackjack switch
and of Spanish 21, with random play through both; PITBOSS_SOAK_POKER_HANDS (20,000) hands of each
kind of poker that pokerkit has, through both; PITBOSS_SOAK_ROUNDS (200) rounds of the
journal; PITBOSS_SOAK_GAMES, where only some are wanted; PITBOSS_SOAK_WORKERS, by default one a
core."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import zip_longest
from pathlib import Path

from pitboss import registry
from pitboss.log.replay import verify
from pitboss.testing import check_game
from tests.games import poker_peer
from tests.log.journals import Flips, write_journal
from tests.studies import blackjack_shoes, blackjack_switch_shoes, spanish_21_shoes
from tests.studies.equality import compare, has_kernel

MINUTES = float(os.environ.get("PITBOSS_SOAK_MINUTES", "20"))
TAPES = int(os.environ.get("PITBOSS_SOAK_TAPES", "1000000"))
KERNEL_TAPES = int(os.environ.get("PITBOSS_SOAK_KERNEL_TAPES", "20000"))
WORKERS = int(os.environ.get("PITBOSS_SOAK_WORKERS", "0")) or os.cpu_count() or 1
TAPES_A_PIECE = 50
# Of the kernel's rounds, each with its own day, options and strategy.
VARIANTS = 20
HANDS = int(os.environ.get("PITBOSS_SOAK_POKER_HANDS", "20000"))
SHOES = int(os.environ.get("PITBOSS_SOAK_SHOES", "20000"))
SHOES_OF = {
    "blackjack": blackjack_shoes.compare_shoes,
    "blackjack-switch": blackjack_switch_shoes.compare_shoes,
    "spanish-21": spanish_21_shoes.compare_shoes,
}
BYTES_A_PIECE = 20_000
# Pieces handed out ahead, for each worker.
AHEAD = 4
ROUNDS = int(os.environ.get("PITBOSS_SOAK_ROUNDS", "200"))
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


def _kernel(key: str, variant: int, count: int) -> Done:
    """Rounds of one variant, as the kernel dealt and counted them, through the procedure."""
    try:
        return f"{key} kernel", *compare(key, variant, count)
    except Exception as error:
        told = f"variant {variant}: {type(error).__name__}: {error}"
        return f"{key} kernel", 0, [told] * count


def _shoes(key: str, first: int, count: int) -> Done:
    """Random legal play, settled by the procedure and by the kernel."""
    return f"{key} shoes", *SHOES_OF[key](first, count)


def _hands(name: str, first: int, count: int) -> Done:
    """Random hands of poker, by the procedure and by pokerkit."""
    failed = []
    for number in range(first, first + count):
        try:
            difference = poker_peer.compare(name, random.Random(f"soak {name} {number}"))
        except Exception as error:
            difference = f"{type(error).__name__}: {error}"
        if difference and not difference.startswith("explained"):
            failed.append(f"hand {number}: {difference}")
    return f"pokerkit {name}", count - len(failed), failed


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
    works = {"tapes": _tapes, "kernel": _kernel, "shoes": _shoes, "bytes": _bytes, "hands": _hands}
    return works[kind](name, first, count)


def _pieces(journal: Path) -> Iterator[Piece]:
    """All the work, its kinds and the games in turn, so that an early end has seen something of
    each."""
    kinds = [
        _bytes_pieces(journal),
        _kernel_pieces(),
        _shoe_pieces(),
        _hand_pieces(),
        _tape_pieces(),
    ]
    for pieces in zip_longest(*kinds):
        yield from (piece for piece in pieces if piece is not None)


def _bytes_pieces(journal: Path) -> Iterator[Piece]:
    for first in range(0, journal.stat().st_size, BYTES_A_PIECE):
        yield "bytes", str(journal), first, BYTES_A_PIECE


def _kernel_pieces() -> Iterator[Piece]:
    kernels = [key for key in _games() if has_kernel(key)]
    for variant in range(VARIANTS):
        count = KERNEL_TAPES * (variant + 1) // VARIANTS - KERNEL_TAPES * variant // VARIANTS
        for key in kernels if count else ():
            yield "kernel", key, variant, count


def _shoe_pieces() -> Iterator[Piece]:
    dealt = [key for key in SHOES_OF if key in _games()]
    for first in range(0, SHOES, TAPES_A_PIECE):
        for key in dealt:
            yield "shoes", key, first, min(TAPES_A_PIECE, SHOES - first)


def _hand_pieces() -> Iterator[Piece]:
    names = list(poker_peer.PEERS) if "poker" in _games() else []
    for first in range(0, HANDS, TAPES_A_PIECE):
        for name in names:
            yield "hands", name, first, min(TAPES_A_PIECE, HANDS - first)


def _tape_pieces() -> Iterator[Piece]:
    for first in range(0, TAPES, TAPES_A_PIECE):
        for key in _games():
            yield "tapes", key, first, min(TAPES_A_PIECE, TAPES - first)


def _done() -> Iterator[Done]:
    """What every piece came to. A worker that dies ends the run: its piece is not lost."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.jsonl"
        write_journal(journal, "red-dog", rounds=ROUNDS)
        verdict = verify(journal)
        print(f"journal of {ROUNDS} rounds: {verdict.message()}", flush=True)
        told = [] if verdict.status == "clean" else [verdict.message()]
        yield "journal replay", 1 - len(told), told
        with ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn")) as pool:
            running: set[Future[Done]] = set()
            ends = time.monotonic() + 60 * MINUTES
            for piece in _pieces(journal):
                if time.monotonic() > ends:
                    print(
                        f"{MINUTES} minutes are over; what is left of the work is left", flush=True
                    )
                    break
                running.add(pool.submit(_work, piece))
                if len(running) >= AHEAD * WORKERS:
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in ended)
            yield from (future.result() for future in running)


def main() -> int:
    began = told = time.monotonic()
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for name, well, badly in _done():
        # What is told of many tapes is told once.
        for text in list(dict.fromkeys(badly))[: SHOWN_MAX - shown[name]]:
            print(f"FAILED {name}: {text}", flush=True)
            shown[name] += 1
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
