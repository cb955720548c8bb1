"""An automaton for cards in the form in which it takes several cards a look-up, and the room in
which the shoes for it are dealt (simulation/kernels.py).

A round's first cards, two or four, are one look-up, and every two cards after them another. A
round may be over before all cards of a look-up are taken: an entry says how many were."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.analysis.simulation.kernels import (
    LOWEST,
    SHOES,
    TAKEN_BITS,
    TAKEN_MASK,
    WORDS,
    Shoes,
    Strides,
)
from pitboss.errors import BadInput

OPENING_MAX = 20_000
ROWS_MAX = 1 << 20
# Look-ups of several cards may read past the last card that is dealt.
BEYOND = 6

# A node and the cards taken on the way to it. The node is -1 - outcome if the round is over.
State = tuple[int, int]


def strides_of(
    rows: Sequence[Sequence[int]], longest: int, size: int, cutting_card: int
) -> tuple[Strides, list[int]]:
    """The tables of an automaton whose cards are shuffled again after a round that leaves at
    most `cutting_card` of `size`; and the outcome of every row that ends a round."""
    assert longest <= TAKEN_MASK
    symbols = len(rows[0])
    opening_cards = 4 if longest > 3 and symbols**4 <= OPENING_MAX else 2
    opening = _after(rows, (0, 0), opening_cards)
    onward: dict[State, list[State]] = {}
    waiting = list(dict.fromkeys(opening))
    while waiting:
        state = waiting.pop()
        if state not in onward:
            onward[state] = _after(rows, state, 2)
            waiting += onward[state]
    order = sorted(onward, key=lambda state: (state[0] >= 0, state))
    if len(order) > ROWS_MAX:
        raise BadInput("the automaton is too large for the shared kernel")
    ended = [-1 - node for node, _ in order if node < 0]
    packed = {state: number << TAKEN_BITS | state[1] for number, state in enumerate(order)}
    kind = np.uint16 if len(order) < 1 << 16 - TAKEN_BITS else np.uint32
    limit = max(size - cutting_card, 1)
    return Strides(
        opening=np.array([packed[state] for state in opening], dtype=kind),
        rest=np.array([packed[new] for state in order for new in onward[state]], dtype=kind),
        symbols=symbols,
        opening_cards=opening_cards,
        over=len(ended),
        limit=limit,
        longest=longest,
        rounds_most=-(-limit // min(taken for node, taken in order if node < 0)),
    ), ended


def _after(rows: Sequence[Sequence[int]], start: State, cards: int) -> list[State]:
    """Where every sequence of so many cards leads."""
    found = [start]
    for _ in range(cards):
        found = [
            # No round comes back to node 0: that stands where no such card can be left.
            (rows[node][symbol] or -1, taken + 1) if node >= 0 else (node, taken)
            for node, taken in found
            for symbol in range(len(rows[0]))
        ]
    return found


def shoes_of(counts: Sequence[int], strides: Strides) -> Shoes:
    """Room for shoes with so many cards of each class."""
    size = sum(counts)
    dealt = strides.limit - 1 + strides.longest
    if dealt > size:
        raise BadInput("a round may take more cards than the cutting card leaves")
    below = np.cumsum(counts[:-1]) - LOWEST
    # A class that no draw can reach leaves the others as they are.
    starts = np.pad(below, (0, -len(below) % 3), constant_values=LOWEST - 1)
    lefts = np.arange(size, size - dealt, -1)
    words, refused = (np.zeros(WORDS, dtype=np.uint64) for _ in range(2))
    first, second, third = (np.zeros(len(starts) // 3 * SHOES, dtype=np.int16) for _ in range(3))
    cells = (dealt + BEYOND) * SHOES
    return Shoes(
        starts.astype(np.int16),
        lefts.astype(np.uint16),
        (65536 % lefts).astype(np.uint16),
        words,
        words.view(np.uint16),
        refused.view(np.uint16),
        refused,
        first,
        second,
        third,
        np.zeros(SHOES, dtype=np.int16),
        np.zeros(cells, dtype=np.int16),
        np.zeros(cells, dtype=np.uint16),
        np.zeros(cells, dtype=np.uint16),
        np.zeros(SHOES, dtype=np.uint64),
    )
