"""Side wagers of any game of twenty-one, each by its pay table: counted, and for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm, prod
from typing import Any, NamedTuple, TypeVar

import numpy as np
from msgspec.structs import replace

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Solved
from pitboss.analysis.simulation.kernels import wheel_kernel
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.compiled import jit
from pitboss.law.paytable import Paytable

from .kernel_rounds import AWARDED, STREAK, WAITS_MARK, WATCHED, WATCHED_KINDS, WATCHED_MOST, dense
from .kernel_run import Bytes, Numbers, SideRows
from .kernel_tables import SYMBOLS

# The row of a box's first two cards and the dealer's first, where the dealer has a blackjack or
# not; -1 for none.
RowOf = Callable[[int, int, int, bool], int]
Rows = dict[int, Fraction]
ONE = Fraction(1)
INSURANCE_NOTE = "where the dealer shows an ace and nothing else is known"
LOST = Cell("lose", "", -ONE, ONE)
LOSES = -1


def row_cell(table: Paytable, row: int) -> Cell:
    """What a row of the pay table comes to; below 0 the wager is lost."""
    if row < 0:
        return LOST
    name, odds = table.rows[row]
    return Cell(name, odds.text, odds.fraction, ONE, (Part(table.name, name, odds.text, ONE),))


def cells_of(table: Paytable) -> list[Cell]:
    """A loss, and what each row of the pay table comes to."""
    return [row_cell(table, row) for row in range(LOSES, len(table.rows))]


# -- counted ----------------------------------------------------------------------------------


def counted(scenario: Scenario, table: Paytable, rows: Rows) -> Solved:
    """A wager that is decided by a row of its pay table."""
    joint = Joint((scenario.wager,))
    for row, chance in rows.items():
        joint.add((row_cell(table, row),), chance)
    return Solved(joint)


def counted_apart(
    scenario: Scenario, table: Paytable, rows: Mapping[tuple[int, str], Fraction]
) -> Solved:
    """The same, where results of one row are told apart by words of their own."""
    joint = Joint((scenario.wager,))
    for (row, detail), chance in rows.items():
        joint.add((replace(row_cell(table, row), detail=detail),), chance)
    return Solved(joint)


K = TypeVar("K", bound=Hashable)


def rows_of_deals(
    decks: int, cards: Sequence[int], number: int, row_of: Callable[..., K]
) -> dict[K, Fraction]:
    """The chances of rows that so many cards decide, in the order in which they are dealt."""
    found: dict[K, int] = {}
    for dealt in product(cards, repeat=number):
        ways = prod(decks - dealt[:place].count(card) for place, card in enumerate(dealt))
        if ways:
            row = row_of(*dealt)
            found[row] = found.get(row, 0) + ways
    total = perm(len(cards) * decks, number)
    return {row: Fraction(found[row], total) for row in sorted(found)}  # type: ignore[type-var]


class Insurance(NamedTuple):
    """Where the dealer shows an ace and nothing else is known: of all cards but that ace the
    ten-value ones win."""

    table: Paytable
    decks: int
    tens: int = 16
    cards: int = 52

    @property
    def rows(self) -> Rows:
        chance = Fraction(self.tens * self.decks, self.cards * self.decks - 1)
        return {0: chance, LOSES: 1 - chance}

    def plan(self, scenario: Scenario) -> Plan:
        stops = np.ones(self.cards * self.decks - 1, dtype=np.int64)
        stops[: self.tens * self.decks] = 0

        def run(key: int, rounds: int) -> Numbers:
            counts = np.zeros(2, dtype=np.int64)
            jit(wheel_kernel)(stops, np.uint64(key), rounds, counts)
            return counts

        cells = [row_cell(self.table, row) for row in self.rows]
        return Plan((scenario.wager,), [(cell,) for cell in cells], run)


def dealt_plan(
    scenario: Scenario,
    table: Paytable,
    cards: Sequence[int],
    decks: int,
    kernel: Callable[..., Any],
) -> Plan:
    """A wager on cards from a full shoe for every round: the kernel counts its rows."""
    cells = cells_of(table)

    def run(key: int, rounds: int) -> Numbers:
        counts = np.zeros(len(cells), dtype=np.int64)
        jit(kernel)(np.repeat(np.array(cards), decks), np.uint64(key), rounds, counts)
        return counts

    return Plan((scenario.wager,), [(cell,) for cell in cells], run)


# -- for the kernel ---------------------------------------------------------------------------


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
    cells = [Cell(f"{label} {award}", "", award, ONE) for award, _ in awards]
    weights = tuple(weight for _, weight in awards)
    table = table_of(row_of, by_two=True)
    return SideRows(table, [LOST, *cells], AWARDED, weights=weights)


def streak(paytable: Paytable, row: str) -> SideRows:
    """So many rounds won in a row."""
    won = cells_of(paytable)[1 + paytable.row_number(row)]
    return SideRows(np.zeros(0, dtype=np.uint8), [LOST, won], STREAK, length=int(row))
