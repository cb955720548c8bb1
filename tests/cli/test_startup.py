"""A command imports what it needs, and nothing else: start-up is part of the bargain."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

HEAVY = ("numpy", "numba", "distributed", "xlsxwriter", "asyncio", "http", "socket")

SCRIPT = """
import sys
from pitboss.cli import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def modules_after(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words], capture_output=True, text=True, check=True
    )
    code, *names = done.stderr.split()
    assert code == "0"
    return set(names)


@pytest.mark.parametrize(
    "words", [("games",), ("games", "--json"), ("rules", "red-dog"), ("--help",), ()]
)
def test_nothing_heavy_is_imported(words: tuple[str, ...]) -> None:
    assert not modules_after(*words) & set(HEAVY)


def test_games_loads_no_game_and_no_engine() -> None:
    names = modules_after("games", "--json")
    assert "msgspec" not in names
    assert "rich" not in names
    assert not [name for name in names if name.startswith(("pitboss.games.", "pitboss.table"))]


def test_json_needs_no_rich() -> None:
    assert "rich" not in modules_after("rules", "red-dog", "--json")


def best_of(count: int, *words: str) -> float:
    best = 60.0
    for _ in range(count):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *words], capture_output=True, check=True)
        best = min(best, time.perf_counter() - begin)
    return best


def test_games_starts_within_twenty_empty_pythons() -> None:
    empty = best_of(7, "-c", "pass")
    assert best_of(7, "-m", "pitboss", "games") < 20 * empty
