"""Rows of hands for the dealer's program: those with the same number of cards stand together, in
blocks of LANES, because they leave the same number of cards in the shoe."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import jit

from .compositions import Ints, compositions
from .dealer import DEPTH_MAX, LANES, Floats, Program, dealer_walk, in_numbers
from .paths import WAYS, Ended, add_rows, chances_of, orders_and_reach, orders_from

# The most cards of a row, and the most of one value: a hand of aces, and further ones.
SIZE_MAX, ALIKE_MAX = 48, 32


class Rows(NamedTuple):
    """rows[0:3]: hand, column of the extra cards' value, how many; `gone[block]` counts the
    cards of every row in the block. `ways` as `add_rows` has them."""

    rows: Ints
    gone: Ints
    ways: Ints


def falling_tables(shoe: Ints) -> tuple[Floats, Floats]:
    """falling[v, n]: of the cards of value v in the shoe, n at a time; shares[n]: the inverse of
    that of all cards."""
    return _falling_tables(tuple(shoe.tolist()))


@lru_cache(maxsize=256)
def _falling_tables(left: tuple[int, ...]) -> tuple[Floats, Floats]:
    shoe = np.array(left, dtype=np.int64)
    counts = np.maximum(shoe[:, None] - np.arange(ALIKE_MAX - 1), 0).astype(np.float64)
    falling = np.ones((len(shoe), ALIKE_MAX))
    falling[:, 1:] = np.cumprod(counts, axis=1)
    cards = np.maximum(shoe.sum() - np.arange(SIZE_MAX - 1), 1).astype(np.float64)
    shares = np.ones(SIZE_MAX)
    shares[1:] = 1 / np.cumprod(cards)
    return falling, shares


def chances_in(shoe: Ints, orders: Ints) -> Floats:
    """The chance of every hand, in so many orders."""
    weighing: Any = jit(chances_of)
    chances = np.zeros(len(orders))
    weighing(*falling_tables(shoe), compositions().counts, orders, chances)
    return chances


def room_for(numbers: Ints) -> tuple[Ints, Ints]:
    """Where the rows of each size begin, and the size of each block."""
    blocks = -(-numbers // LANES)
    begin = np.concatenate(([0], np.cumsum(blocks * LANES)[:-1]))
    return begin, np.repeat(np.arange(len(numbers)), blocks)


@cache
def every_hand() -> tuple[Rows, Ints]:
    """All hands of two cards or more, and the row of each."""
    table = compositions()
    hands = np.flatnonzero(table.cards >= 2)
    numbers = np.bincount(table.cards[hands], minlength=SIZE_MAX)
    begin, gone = room_for(numbers)
    rows = np.zeros((3, len(gone) * LANES), dtype=np.int64)
    place = np.full(len(table.cards), -1, dtype=np.int64)
    for hand in hands.tolist():
        size = table.cards[hand]
        place[hand] = begin[size]
        rows[0, begin[size]] = hand
        begin[size] += 1
    return Rows(rows, gone, np.zeros((2 * WAYS, 0), dtype=np.int64)), place


def split_rows(shoe: Ints, actions: Ints, ace_actions: Ints, extras: dict[int, Ints]) -> Rows:
    """The hands that come of splitting: extras[kind] are the numbers of further cards of that
    value that are thought gone. `ace_actions` are for hands that begin with a split ace."""
    found = []
    for kind, gone in extras.items():
        played = actions if kind else ace_actions
        orders, paired = (orders_from(played, (kind + 1,) * cards) for cards in (1, 2))
        found.append(Ended(orders, paired, kind, gone))
    return rows_of(shoe, found)


def first_rows(shoe: Ints, actions: Ints, root: int = 0) -> Rows:
    """The hands that come of a hand (by default of no cards at all: of the first two), without
    those that are set aside."""
    orders, _ = orders_and_reach(actions, root)
    return rows_of(shoe, [Ended(orders, np.zeros_like(orders), 0, np.zeros(1, dtype=np.int64))])


def rows_of(shoe: Ints, every: list[Ended]) -> Rows:
    """A row for every hand that has orders."""
    adding: Any = jit(add_rows)
    begin = np.zeros(SIZE_MAX, dtype=np.int64)
    rows = ways = np.empty((3, 0), dtype=np.int64)
    for each in every:
        adding(each, compositions(), shoe, begin, rows, ways)
    begin, sizes = room_for(begin)
    rows = np.zeros((3, len(sizes) * LANES), dtype=np.int64)
    ways = np.zeros((2 * WAYS, len(sizes) * LANES), dtype=np.int64)
    for each in every:
        adding(each, compositions(), shoe, begin, rows, ways)
    return Rows(rows, sizes, ways)


def dealer_chances(program: Program, shoe: Ints, listed: Rows) -> Floats:
    """out[block, total, lane]: the dealer's chances, row by row."""
    left = (shoe.sum() - listed.gone).astype(np.float64)
    out = np.empty((len(left), program.totals, LANES))
    counts, stack = np.empty((10, LANES)), np.empty((DEPTH_MAX, LANES))
    kernel: Any = jit(dealer_walk)
    one = in_numbers(program, np.float64)
    kernel(one, shoe, compositions().counts, listed.rows, left, counts, stack, out)
    return out
