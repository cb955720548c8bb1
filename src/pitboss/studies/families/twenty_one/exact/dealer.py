"""The dealer's chances: how often each final total comes up, given which cards are gone.

What the dealer draws, as a composition, has a chance that is its number of orders times falling
factorials of what is left in the shoe. A `Program` lists the compositions for one start (the card
or cards that the dealer shows) in the order of a tree, so that each is one multiplication away
from its stem; many hands of the player's go through it side by side."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import DEALER_STANDS_ON, TWENTY_ONE, dealer_draws

from .compositions import NO_HAND, VALUES, Ints, compositions

# Final totals that are told apart, 17 to 21, and where the rules need it one total over 21; the
# rest is a total over 21 (or a blackjack).
LEAST, TOTALS = DEALER_STANDS_ON, TWENTY_ONE - DEALER_STANDS_ON + 1
# So many hands go through a program side by side. All of them have the same number of cards.
LANES = 64
DEPTH_MAX = 22

Floats = npt.NDArray[np.float64]


class Program(NamedTuple):
    """What the dealer may draw after a start. Node 0 is the start itself. Nodes that `goes_on`
    are the stem of another one; `column` is the final total less LEAST, or -1; `orders` counts
    the orders in which the dealer comes to draw just these cards."""

    depth: Ints
    value: Ints
    before: Ints
    goes_on: Ints
    column: Ints
    orders: Ints
    # How many columns there are.
    totals: int
    # The cards drawn, by value; most[v, depth]: the most of one value in a final draw.
    counts: Ints
    most: Ints


def in_numbers(one: Program, kind: Any) -> Program:
    """The program for a walk in another arithmetic: floating point, or remainders."""
    return one._replace(before=one.before.astype(kind), orders=one.orders.astype(kind))


@cache
def program(start: tuple[int, ...], soft_17_draws: bool, told_apart: int = 0) -> Program:
    """The program of a start. A two-card 21 (blackjack) is left out: it is settled by itself,
    and no start of two cards is one. `told_apart` is a total over 21 that has a column."""
    table = compositions()
    drawn = _final_draws(start, soft_17_draws, told_apart)
    nodes = {0}
    for row in drawn:
        while row not in nodes:
            nodes.add(row)
            row = _stem(row)
    listed = sorted(nodes)
    stems = {_stem(row) for row in listed if row}
    last = table.last[listed]
    counts, depth = table.counts[listed], table.cards[listed]
    most = np.zeros((VALUES, int(depth.max()) + 1), dtype=np.int64)
    for row in drawn:
        here = most[:, table.cards[row]]
        np.maximum(here, table.counts[row], out=here)
    return Program(
        depth=depth,
        value=last,
        before=counts[np.arange(len(listed)), last] - 1,
        goes_on=np.array([row in stems for row in listed], dtype=np.int64),
        column=np.array([drawn[row][0] if row in drawn else -1 for row in listed]),
        orders=np.array([drawn[row][1] if row in drawn else 0 for row in listed]),
        totals=TOTALS + bool(told_apart),
        counts=counts,
        most=most,
    )


def _final_draws(
    start: tuple[int, ...], soft_17_draws: bool, told_apart: int
) -> dict[int, tuple[int, int]]:
    """What may be drawn after a start until the dealer stands at 21 or less, or has the total
    over 21 that is told apart: the column of the total, and in how many orders."""
    table = compositions()
    first = table.row_of(*start)
    orders = np.zeros(len(table.hard), dtype=np.int64)
    orders[first] = 1
    found: dict[int, tuple[int, int]] = {}
    for row in table.by_cards.tolist():
        if not orders[row]:
            continue
        total, last = int(table.total[row]), told_apart - int(table.hard[row])
        if not dealer_draws(int(table.hand[row]), soft_17_draws):
            if not (table.cards[row] == 2 and total == 21):
                found[_drawn_after(start, row)] = (total - LEAST, int(orders[row]))
            continue
        more = table.child[row][table.child[row] != NO_HAND]
        orders[more] += orders[row]
        if 0 < last <= VALUES:
            cards = int(table.child[_drawn_after(start, row), last - 1])
            before = found.get(cards, (TOTALS, 0))[1]
            found[cards] = (TOTALS, before + int(orders[row]))
    return found


def _drawn_after(start: tuple[int, ...], row: int) -> int:
    """A hand without the cards of the start."""
    for value in start:
        row = int(compositions().parent[row, value - 1])
    return row


def _stem(row: int) -> int:
    table = compositions()
    return int(table.parent[row, table.last[row]])


@compiled
def fill_lanes(counts: Any, shoe: Any, table: Any, rows: Any, first: int) -> None:
    """What is left of each value for LANES rows from `first` on: the shoe without the row's
    hand, rows[0], and rows[2] more cards of its value, rows[1]."""
    for lane in range(LANES):
        row = first + lane
        for kind in range(VALUES):
            number = shoe[kind] - table[rows[0, row], kind]
            if kind == rows[1, row]:
                number -= rows[2, row]
            counts[kind, lane] = number


@compiled
def dealer_walk(
    one: Program, shoe: Any, table: Any, rows: Any, left: Any, counts: Any, stack: Any, out: Any
) -> None:
    """out[block, t, lane]: the chance that the dealer ends with total t, for LANES rows a block.
    left[block] is the number of cards in the shoe for every row of the block."""
    depth, column, orders = one.depth, one.column, one.orders
    for block in range(left.shape[0]):
        fill_lanes(counts, shoe, table, rows, block * LANES)
        result = out[block]
        for lane in range(LANES):
            stack[0, lane] = 1
            for total in range(out.shape[1]):
                result[total, lane] = 0
        if column[0] >= 0:
            for lane in range(LANES):
                result[column[0], lane] = 1
        for node in range(1, depth.shape[0]):
            here, kind, total = depth[node], one.value[node], column[node]
            # Where no card is left to be drawn, a factor is nothing already.
            share = 1 / max(left[block] - here + 1, 1.0)
            used = one.before[node] * share
            if one.goes_on[node]:
                for lane in range(LANES):
                    stack[here, lane] = stack[here - 1, lane] * (counts[kind, lane] * share - used)
                if total >= 0:
                    times = orders[node]
                    for lane in range(LANES):
                        result[total, lane] += times * stack[here, lane]
            else:
                share *= orders[node]
                used *= orders[node]
                for lane in range(LANES):
                    result[total, lane] += stack[here - 1, lane] * (
                        counts[kind, lane] * share - used
                    )
