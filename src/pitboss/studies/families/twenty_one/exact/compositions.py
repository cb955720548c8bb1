"""Hands as compositions: how many cards of each of ten values, whatever their order.

`Compositions` lists every composition whose hard total is 21 or less, from the hand without a
card on. They stand in the order of a tree: a child has one card more, of a value that is no lower
than any before. So a walk through the list meets every composition right after its stem."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.families.twenty_one.hands import TWENTY_ONE, is_soft, point_count

VALUES = 10
TOTAL_MAX = TWENTY_ONE
NO_HAND = -1

Ints = npt.NDArray[np.int64]


class Compositions(NamedTuple):
    """One row a composition. `child[i, v]` is the row with one more card of value v + 1, or
    NO_HAND where that exceeds 21; `parent[i, v]` the one with a card less. `hard` counts every
    ace 1, `total` one ace 11 where that does not exceed 21 (`soft`)."""

    counts: Ints
    cards: Ints
    hard: Ints
    total: Ints
    soft: npt.NDArray[np.bool_]
    child: Ints
    parent: Ints
    # The hand as the law has it (families/twenty_one/hands.py).
    hand: Ints
    # The highest value in the hand, as a column; 0 for the hand without a card.
    last: Ints
    # All rows, fewest cards first.
    by_cards: Ints

    def row_of(self, *values: int) -> int:
        """The row of the hand with these cards."""
        row = 0
        for value in values:
            row = int(self.child[row, value - 1])
            assert row != NO_HAND
        return row


@cache
def compositions() -> Compositions:
    """Every composition of 21 or less."""
    rows: dict[tuple[int, ...], int] = {}
    last: list[int] = []

    def grow(counts: tuple[int, ...], hard: int, least: int) -> None:
        rows[counts] = len(rows)
        last.append(least - 1)
        for value in range(least, min(VALUES, TOTAL_MAX - hard) + 1):
            more = (*counts[: value - 1], counts[value - 1] + 1, *counts[value:])
            grow(more, hard + value, value)

    grow((0,) * VALUES, 0, 1)
    counts = np.array(list(rows), dtype=np.int64)
    hard = counts @ np.arange(1, VALUES + 1)
    child = np.full(counts.shape, NO_HAND, dtype=np.int64)
    parent = np.full(counts.shape, NO_HAND, dtype=np.int64)
    for key, row in rows.items():
        for place in range(VALUES):
            more = rows.get((*key[:place], key[place] + 1, *key[place + 1 :]))
            if more is not None:
                child[row, place] = more
                parent[more, place] = row
    hand = 2 * hard + (counts[:, 0] > 0)
    cards = counts.sum(axis=1)
    return Compositions(
        counts=counts,
        cards=cards,
        hard=hard,
        total=np.array([point_count(each) for each in hand.tolist()]),
        soft=np.array([is_soft(each) for each in hand.tolist()]),
        child=child,
        parent=parent,
        hand=hand,
        last=np.array(last, dtype=np.int64),
        by_cards=np.argsort(cards, kind="stable"),
    )
