"""Measures what two cards are worth at fast action hold'em, as the table in
`pitboss.studies.fast_action_holdem.values` was made: `python tools/fast_action_values.py`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.compiled import compiled, jit
from pitboss.games.fast_action_holdem.hands import (
    dealer_keeps,
    is_natural,
    multi_deck_value,
    two_card_class,
)
from pitboss.studies.fast_action_holdem.values import CLASSES

ROUNDS, SEED = 2_000_000, 2


@compiled
def class_kernel(first: int, second: int, shoe: Any, key: Any, rounds: int, seven: Any) -> int:
    """Returns what these two cards win less what they lose over `rounds` rounds in which the dealer
    has no natural. The shoe is without them."""
    state = np.uint64(key)
    net = 0
    played = 0
    while played < rounds:
        state = draw_cards(shoe, 0, 9, state)
        if is_natural(shoe[0], shoe[1], shoe[2], shoe[3]):
            continue
        played += 1
        keeps = dealer_keeps(shoe[0], shoe[1], shoe[2], shoe[3])
        if keeps < 3:
            one, two = 0, keeps + 1
        elif keeps < 5:
            one, two = 1, keeps - 1
        else:
            one, two = 2, 3
        for place in range(5):
            seven[2 + place] = shoe[4 + place]
        seven[0] = shoe[one]
        seven[1] = shoe[two]
        dealers = multi_deck_value(seven)
        seven[0] = first
        seven[1] = second
        net += 1 if multi_deck_value(seven) > dealers else -1
    return net


def measure_values(rounds: int, *, decks: int = 6, seed: int = 1) -> dict[int, Fraction]:
    """Measures what a wager on every class of two cards is worth, a copy hand losing, by
    simulation."""
    found = {}
    kernel: Any = jit(class_kernel)
    for number, (high, low, suited) in CLASSES.items():
        first, second = high << 2, low << 2 | (not suited)
        shoe = [card for card in range(52) for _ in range(decks)]
        shoe.remove(first)
        shoe.remove(second)
        key = mix_key(seed, number)
        net = kernel(
            first, second, np.array(shoe, dtype=np.int64), key, rounds, np.zeros(7, dtype=np.int64)
        )
        assert two_card_class(first, second) == number
        found[number] = Fraction(int(net), rounds)
    return found


def mix_key(seed: int, number: int) -> Any:
    with np.errstate(over="ignore"):
        return mix(mix(np.uint64(seed)) + np.uint64(number))


if __name__ == "__main__":
    for number, value in measure_values(ROUNDS, seed=SEED).items():
        high, low, suited = CLASSES[number]
        print(high, low, "suited" if suited else "", round(1000 * value))
