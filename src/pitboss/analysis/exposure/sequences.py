"""Every sequence of cards that an automaton may be dealt from any shoe, without replacement: the
worth of its wagers as a function of the cards in the shoe, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, perm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.automaton import Automaton
from pitboss.analysis.exact.cards import certain_outcomes
from pitboss.compiled import compiled, jit

Array = Any
NOT_KNOWN = -1


@compiled
def count_sequences(
    table: Array,
    symbols: int,
    left: Array,
    forced: Array,
    path: Array,
    nodes: Array,
    weights: Array,
    ended: Array,
) -> None:
    """Adds to ended[depth, outcome] in how many ways cards lead to the outcome after so many of
    them. `left` is by class; forced[depth] is a card that is known to come then and is not among
    them, or -1. table[node * symbols + symbol] is a node, or -1 - outcome."""
    depth = 0
    nodes[0] = 0
    weights[0] = 1
    path[0] = -1
    while depth >= 0:
        path[depth] += 1
        symbol = path[depth]
        if symbol == symbols:
            depth -= 1
            if depth >= 0 and forced[depth] < 0:
                left[path[depth]] += 1
            continue
        ways = left[symbol]
        if forced[depth] >= 0:
            ways = 1 if forced[depth] == symbol else 0
        if ways <= 0:
            continue
        target = table[nodes[depth] * symbols + symbol]
        weight = weights[depth] * ways
        if target < 0:
            ended[depth, -1 - target] += weight
            continue
        if forced[depth] < 0:
            left[symbol] -= 1
        depth += 1
        nodes[depth] = target
        weights[depth] = weight
        path[depth] = -1


class Sequences:
    """An automaton for cards, asked again and again about other shoes."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        certain = certain_outcomes(automaton)
        rows = [[certain.get(t, t) if t >= 0 else t for t in row] for row in automaton.next]
        self.table = np.array(rows, dtype=np.int64).reshape(-1)
        self.symbols = len(rows[0])
        self.shoe = [weight * automaton.decks for weight in automaton.weights]
        depths = {0: 1}
        for node, row in enumerate(rows):
            for target in row:
                if target > 0:
                    depths[target] = max(depths.get(target, 0), depths.get(node, 1) + 1)
        self.depth = max(depths.values())
        nets = [[cell.net for cell in cells] for cells in automaton.outcomes]
        self.unit = lcm(*(net.denominator for line in nets for net in line))
        self.nets = np.array([[int(net * self.unit) for net in line] for line in nets])

    def count(self, shoe: Sequence[int], forced: Mapping[int, int]) -> npt.NDArray[np.int64]:
        """Returns in how many ways each outcome comes after each number of cards."""
        left = np.array(shoe, dtype=np.int64)
        known = np.full(self.depth + 2, NOT_KNOWN, dtype=np.int64)
        for draw, symbol in forced.items():
            left[symbol] -= 1
            if draw < len(known):
                known[draw] = symbol
        ended = np.zeros((self.depth + 1, len(self.automaton.outcomes)), dtype=np.int64)
        room = np.zeros((3, self.depth + 2), dtype=np.int64)
        kernel: Any = jit(count_sequences)
        kernel(self.table, self.symbols, left, known, *room, ended)
        return ended

    def means(
        self, shoe: Sequence[int] | None = None, forced: Mapping[int, int] | None = None
    ) -> list[Fraction]:
        """Returns what each wager is worth to the player, from this shoe (a full one)."""
        shoe, forced = shoe or self.shoe, forced or {}
        ended = self.count(shoe, forced)
        size = sum(shoe) - len(forced)
        means = [Fraction(0)] * len(self.automaton.wagers)
        drawn = 0
        for depth, line in enumerate(ended.tolist()):
            drawn += depth not in forced
            if not any(line):
                continue
            ways = perm(size, drawn) * self.unit
            for wager in range(len(means)):
                won = sum(
                    times * int(net) for times, net in zip(line, self.nets[:, wager], strict=True)
                )
                means[wager] += Fraction(won, ways)
        return means

    def quick(self, shoe: Sequence[int]) -> npt.NDArray[np.float64]:
        """Returns what each wager is worth from this shoe, in floating point."""
        ended, size = self.count(shoe, {}), sum(shoe)
        ways = np.array([float(perm(size, depth + 1)) for depth in range(len(ended))])
        found: npt.NDArray[np.float64] = (ended / ways[:, None]).sum(axis=0) @ self.nets / self.unit
        return found

    def edges(self, forced: Mapping[int, int]) -> list[Fraction]:
        return [-mean for mean in self.means(None, forced)]

    def foreseen(self, number: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
        """Returns the classes of so many cards, with their chance."""
        size = sum(self.shoe)
        for symbols in product(range(self.symbols), repeat=number):
            ways = [self.shoe[s] - symbols[:place].count(s) for place, s in enumerate(symbols)]
            if min(ways, default=1) > 0:
                yield Fraction(prod(ways), perm(size, number)), symbols
