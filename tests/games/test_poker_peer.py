"""Random hands through the procedure and through pokerkit (`poker_peer` says how)."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from tests.games.poker_peer import PEERS, compare

HANDS = int(os.environ.get("PITBOSS_POKER_HANDS", "150"))


@pytest.mark.parametrize("name", list(PEERS))
def test_equal_stacks_to_the_chip(name: str) -> None:
    explained: Counter[str] = Counter()
    for number in range(HANDS):
        difference = compare(name, random.Random(f"{name} {number}"))
        if difference.startswith("explained"):
            explained[difference] += 1
        else:
            assert not difference, f"hand {number}: {difference}"
    assert explained.total() <= HANDS // 20, explained
