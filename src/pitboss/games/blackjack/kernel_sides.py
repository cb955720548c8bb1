"""Side wagers that first cards decide, for the kernel: the row of every three cards (two of a box
and the dealer's first), and what each row comes to by the rules' own pay table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadInput
from pitboss.games.blackjack.hands import (
    in_between_row,
    match_row,
    over_13_row,
    same_suit_row,
    twenty_point_row,
    under_13_row,
)
from pitboss.games.twenty_one.kernel import dense
from pitboss.games.twenty_one.kernel_tables import SYMBOLS, Strategy

Bytes = npt.NDArray[np.uint8]
# The row of first, second and the dealer's first card, where the dealer has a blackjack or not.
RowOf = Callable[[int, int, int, bool], int]

# By the name of the wager: the field of the rules that has its pay table, and its row.
SIDES: dict[str, tuple[str, RowOf]] = {
    "over-13": ("over_under", lambda first, second, up, blackjack: over_13_row(first, second)),
    "under-13": ("over_under", lambda first, second, up, blackjack: under_13_row(first, second)),
    "same-suit": ("same_suit", lambda first, second, up, blackjack: same_suit_row(first, second)),
    "match-the-dealer": (
        "match_the_dealer", lambda first, second, up, blackjack: match_row(first, second, up),
    ),
    "in-between": (
        "in_between", lambda first, second, up, blackjack: in_between_row(first, second, up),
    ),
    "twenty-point-bonus": (
        "twenty_point_bonus",
        lambda first, second, up, blackjack: twenty_point_row(first, second, blackjack),
    ),
}  # fmt: skip


class SideRows(NamedTuple):
    """`table[blackjack, first, second, up]` is the row, 0 for a loss; `cells` are what the rows
    come to: net and stake in initial wagers, and a name."""

    table: Bytes
    cells: list[tuple[Fraction, Fraction, str]]


def side_rows(rules: Any, wager: str, units: Fraction) -> SideRows:
    """The rows of a side wager of so many initial wagers."""
    if wager not in SIDES:
        raise BadInput(f"the kernel has no {wager}: it has {', '.join(SIDES)}")
    field, row_of = SIDES[wager]
    paytable = getattr(rules, field)
    if paytable is None:
        raise BadInput(f"{wager} is not offered at this table")
    table = np.zeros((2, 52, 52, 52), dtype=np.uint8)
    place = [int(dense(symbol)) for symbol in SYMBOLS]
    for first, second, up in product(range(52), repeat=3):
        for blackjack in range(2):
            row = row_of(first, second, up, bool(blackjack)) + 1
            table[blackjack, place[first], place[second], place[up]] = row
    cells = [(-units, units, f"{wager} loses")]
    cells += [(odds.fraction * units, units, f"{wager}: {name}") for name, odds in paytable.rows]
    return SideRows(table.ravel(), cells)


def check_tens_stand(strategy: Strategy) -> None:
    """Two queens wait for the dealer's second card: the kernel has it where they stand."""
    allowed = frozenset(("draw", "double", "split", "stand"))
    if any(strategy.move((10, 10), (up,), allowed, 1) != "stand" for up in range(1, 11)):
        raise BadInput("with a twenty-point bonus the kernel plays strategies that stand on 20")
