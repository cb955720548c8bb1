"""Every registered game through check_game, and the same receipts under two hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pitboss import registry
from pitboss.testing import check_game

TAPES = int(os.environ.get("PITBOSS_TAPES", "1000"))

DIGEST = """
import hashlib, random, sys
from pitboss import registry
from pitboss.testing import deal
for key in registry.OURS:
    game = registry.find(key)
    total = hashlib.sha256()
    for number in range(30):
        for one in deal(game, random.Random(f"hash seed {number}"), irregular=0.1):
            total.update(one.receipt.digest().encode())
    print(key, total.hexdigest())
"""


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("key", list(registry.OURS))
def test_guarantees_hold_on_random_tapes(key: str, part: int) -> None:
    tapes = TAPES // 4
    assert check_game(registry.find(key), tapes=tapes, first=part * tapes) >= tapes


@pytest.mark.parametrize("key", list(registry.OURS))
def test_irregularities_everywhere(key: str) -> None:
    """With an irregularity at every other prompt, each round still ends in a cited way."""
    assert check_game(registry.find(key), tapes=TAPES // 10, seed=1, irregular=0.5)


def test_same_receipts_under_two_hash_seeds() -> None:
    """One process a seed for all games: most of its time would be its start."""
    by_seed = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("0", "4242")
    ]
    assert len(by_seed[0]) == len(registry.OURS)
    assert by_seed[0] == by_seed[1]
