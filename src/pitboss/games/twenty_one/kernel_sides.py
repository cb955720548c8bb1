"""Side wagers that first cards decide, for the kernel of any game of twenty-one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np

from pitboss.games.twenty_one.kernel import dense
from pitboss.games.twenty_one.kernel_tables import SYMBOLS
from pitboss.games.twenty_one.simulated import SideRows
from pitboss.law.paytable import Paytable
from pitboss.odds.distribution import Cell, Part

# The row of a box's first two cards and the dealer's first, where the dealer has a blackjack or
# not; -1 for none.
RowOf = Callable[[int, int, int, bool], int]


def rows_of(paytable: Paytable, row_of: RowOf) -> SideRows:
    """The row of every three cards, and what each row comes to by the pay table."""
    table = np.zeros((2, 52, 52, 52), dtype=np.uint8)
    place = [int(dense(symbol)) for symbol in SYMBOLS]
    for first, second, up in product(range(52), repeat=3):
        for blackjack in range(2):
            row = row_of(first, second, up, bool(blackjack)) + 1
            table[blackjack, place[first], place[second], place[up]] = row
    one = Fraction(1)
    cells = [Cell("lose", "", -one, one)]
    for name, odds in paytable.rows:
        part = Part(paytable.name, name, odds.text, one)
        cells.append(Cell(name, odds.text, odds.fraction, one, (part,)))
    return SideRows(table.ravel(), cells)
