"""Side wagers for the kernel of any game of twenty-one, each by its pay table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.law.paytable import Paytable
from pitboss.studies.families.twenty_one.kernel_rounds import (
    AWARDED,
    STREAK,
    WAITS_MARK,
    WATCHED,
    WATCHED_KINDS,
    WATCHED_MOST,
    dense,
)
from pitboss.studies.families.twenty_one.kernel_tables import SYMBOLS
from pitboss.studies.families.twenty_one.simulated import Bytes, SideRows

# The row of a box's first two cards and the dealer's first, where the dealer has a blackjack or
# not; -1 for none.
RowOf = Callable[[int, int, int, bool], int]
LOST = Cell("lose", "", Fraction(-1), Fraction(1))


def cells_of(paytable: Paytable) -> list[Cell]:
    """A loss, and what each row of the pay table comes to."""
    one = Fraction(1)
    cells = [LOST]
    for name, odds in paytable.rows:
        part = Part(paytable.name, name, odds.text, one)
        cells.append(Cell(name, odds.text, odds.fraction, one, (part,)))
    return cells


@lru_cache(maxsize=32)
def table_of(row_of: RowOf, *, by_two: bool = False, waits: bool = False) -> Bytes:
    """The row of every three cards, or (`by_two`) of a box's two cards whatever the dealer's is.
    With `waits` it is marked where a blackjack of the dealer makes it another."""
    table = np.zeros((2, 52, 52, 52), dtype=np.uint8)
    place = [int(dense(symbol)) for symbol in SYMBOLS]
    for first, second, up in product(range(52), range(52), range(1 if by_two else 52)):
        row = row_of(first, second, up, False) + 1
        after = row_of(first, second, up, True) + 1 if waits else row
        mark = WAITS_MARK if after != row else 0
        ups = slice(None) if by_two else place[up]
        table[0, place[first], place[second], ups] = row | mark
        table[1, place[first], place[second], ups] = after | mark
    return table.ravel()


def rows_of(
    paytable: Paytable, row_of: RowOf, *, by_two: bool = False, waits: bool = False
) -> SideRows:
    """A wager that first cards decide, or that waits for the dealer's second card."""
    return SideRows(table_of(row_of, by_two=by_two, waits=waits), cells_of(paytable), waits=waits)


def watched(
    cells: Sequence[Cell], rank: int, row_of: Callable[[list[int]], int], *, sevens: bool = False
) -> SideRows:
    """A wager on cards of one rank among the first that come to a box, by their suits; `row_of`
    gives the row of the cards that came."""
    kinds = np.full(52, WATCHED_KINDS - 1, dtype=np.uint8)
    another = 4 if rank == 0 else 0
    cards = [-1, *(4 * rank + suit for suit in range(4)), another]
    for suit in range(4):
        kinds[int(dense(SYMBOLS[4 * rank + suit]))] = 1 + suit
    table = np.zeros((WATCHED_KINDS,) * WATCHED_MOST, dtype=np.uint8)
    for came in product(range(WATCHED_KINDS), repeat=WATCHED_MOST):
        table[came] = row_of([cards[kind] for kind in came if kind]) + 1
    return SideRows(table.ravel(), list(cells), WATCHED, kinds, sevens=sevens)


def awarded(row_of: RowOf, awards: Sequence[tuple[Fraction, int]], label: str) -> SideRows:
    """A wager whose winner is given one of these awards, in units of it, by their weights; the
    stake goes back besides."""
    one = Fraction(1)
    cells = [Cell(f"{label} {award}", "", award, one) for award, _ in awards]
    weights = tuple(weight for _, weight in awards)
    table = table_of(row_of, by_two=True)
    return SideRows(table, [LOST, *cells], AWARDED, weights=weights)


def streak(paytable: Paytable, row: str) -> SideRows:
    """So many rounds won in a row."""
    won = cells_of(paytable)[1 + paytable.row_number(row)]
    return SideRows(np.zeros(0, dtype=np.uint8), [LOST, won], STREAK, length=int(row))
