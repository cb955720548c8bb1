"""Records of rounds that begin with three dice in a shaker. Which hand comes first has no bearing
on what any place is dealt; a record shows the throw, and then what is dealt from the place that it
points to on."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.compiled import compiled
from pitboss.equipment.dice import dice_text

Array = Any

DICE = 3
# Throws are told apart by their faces only, not by the dice that show them.
THROWS = tuple(combinations_with_replacement(range(1, 7), DICE))
THROW_TEXT = tuple(dice_text(throw) for throw in THROWS)
_NUMBERS = {throw: number for number, throw in enumerate(THROWS)}


def throw_of_roll() -> Array:
    """The number of the throw, by first die + 6 * second + 36 * third, each from 0."""
    found = np.zeros(216, dtype=np.int64)
    for roll in range(216):
        faces = sorted((roll % 6 + 1, roll // 6 % 6 + 1, roll // 36 + 1))
        found[roll] = _NUMBERS[tuple(faces)]
    return found


def totals() -> Array:
    return np.array([sum(throw) for throw in THROWS], dtype=np.int64)


@compiled
def next_roll(state: Any) -> tuple[Any, Any]:
    """A throw of three dice, and the generator on."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    sides = np.uint64(216)
    fair = np.uint64(0xFFFFFFFFFFFFFFFF) // sides * sides
    state += golden
    word = mix(state)
    while word >= fair:
        state += golden
        word = mix(state)
    return np.int64(word % sides), state


@compiled(inline=True)
def hand_of(place: int) -> int:
    """Hands in the kernels' order: the first seat's, the dealer's, then those of other places."""
    return place if place > 1 else 1 - place
