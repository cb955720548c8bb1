"""The one decision of a game, over all deals at once.

A situation is what the player knows when asked: a hand and, in some games, a card that the dealer
shows. `Situations` counts what may follow, finds the best action in each of them, and counts how
often every outcome comes about under any way of acting. Whole numbers throughout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.study import Decide
from pitboss.compiled import compiled
from pitboss.table.game import Rules

from .strategies import BySteps, Look

Integers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
# The number of the action that is taken in each situation.
Actions = npt.NDArray[np.int8]
# By result, for every situation: how many times the unknown cards lead to it.
Ways = Mapping[int, Any]

# What a deal comes to beside the row of the player's hand: a fold, or how it compares.
FOLD, NOT_QUALIFIED, WIN, TIE, LOSE = range(5)
RESULTS = 5


@compiled
def compare(mine: int, other: int, qualifying: int) -> int:
    """Returns how a hand compares with the dealer's, which qualifies from the value `qualifying`
    on."""
    if other < qualifying:
        return NOT_QUALIFIED
    if mine == other:
        return TIE
    return WIN if mine > other else LOSE


@compiled
def row_and_result(row: int, action: int, result: int) -> int:
    """Returns the number of the outcome, in games where the player folds or goes on."""
    return row * RESULTS + (result if action else FOLD)


Lines = Callable[["Situations", Actions], list[Choice]]
KernelForm = Callable[["Situations", Any], tuple[Any, Look]]


def whole_numbers(nets: Any, times: int) -> Any:
    """Returns fractions as whole numbers of one unit, such that so many of them can be added up:
    where 64 bits would not do, as Python's own integers."""
    return in_units(nets, times)[0]


def in_units(nets: Any, times: int) -> tuple[Any, int]:
    """Returns the whole numbers, and how many units are one."""
    found = np.array(nets, dtype=object)
    unit = lcm(*(net.denominator for net in found.flat))
    found = np.vectorize(int, otypes=[object])(found * unit)
    fits = max(abs(net) for net in found.flat) * times < 1 << 62
    return (found.astype(np.int64) if fits else found), unit


def different(actions: Actions) -> list[int]:
    """Returns the actions that are among these, from the first on."""
    return [int(action) for action in np.flatnonzero(np.bincount(actions))]


class Situations:
    """All situations, as tables with a line for every hand and a column for every card that the
    dealer can show (one column, if none is shown).

    By hand: the `hands` themselves, their `values`, the `rows` of the pay tables, and how many
    hands each stands for, `weights`. By hand and card: `shown`, whether there is such a situation,
    and the `ways`, which are counted when first asked for. There are `deals` in all.

    `index(row, action, result)` is the number of the outcome; `actions` are those to choose from,
    and of several that are worth the same the first is the best."""

    def __init__(
        self,
        *,
        hands: Integers,
        values: Integers,
        rows: Integers,
        weights: Integers,
        ways: Callable[[], Ways],
        deals: int,
        index: Callable[[int, int, int], int],
        lines: Lines,
        kernel_form: KernelForm,
        actions: Sequence[int] = (0, 1),
        shown: Bools | None = None,
    ) -> None:
        self.hands = hands
        self.values = values
        self.rows = rows
        self.weights = weights
        self.deals = deals
        self.actions = actions
        self.shown = np.ones((len(values), 1), dtype=np.bool_) if shown is None else shown
        self._ways = ways
        self._index = index
        self._lines = lines
        self._kernel_form = kernel_form

    @cached_property
    def ways(self) -> Ways:
        return self._ways()

    @cached_property
    def _total(self) -> int:
        """Returns how many situations there are, of all hands."""
        return int((self.weights * self.shown.sum(axis=1)).sum())

    def best(self, cells: list[Cell]) -> Actions:
        """Returns the best action in each situation, where the outcomes come to these cells."""
        nets, _ = self._nets(cells)
        chosen = self.same(self.actions[0])
        best = self._worth(nets[:, 0])
        for place, action in enumerate(self.actions[1:], 1):
            worth = self._worth(nets[:, place])
            chosen[worth > best] = action
            best = np.maximum(best, worth)
        return chosen

    def _worth(self, nets: Any) -> Any:
        """Returns what an action comes to in each situation, all ways added up; `nets` are by row
        and result."""
        if (nets == nets[:, :1]).all():
            # A fold: whatever follows, it comes to the same.
            return nets[self.rows, :1] * (self.deals // self._total)
        worth = np.zeros(self.shown.shape, dtype=nets.dtype)
        for number, ways in enumerate(self.ways.values()):
            worth += nets[self.rows, number][:, None] * ways
        return worth

    def _nets(self, cells: list[Cell]) -> tuple[Any, int]:
        """Returns what a deal of each row, action and result comes to, in whole numbers, and how
        many of their units are one."""
        rows = range(int(self.rows.max()) + 1)
        nets = [
            [
                [cells[self._index(row, action, result)].net for result in self.ways]
                for action in self.actions
            ]
            for row in rows
        ]
        return in_units(nets, self.deals)

    def all_worths(self, cells: list[Cell]) -> tuple[list[Any], int]:
        """Returns what each of the actions is worth in each situation, all that may follow added
        up, and by what these numbers are to be divided."""
        nets, unit = self._nets(cells)
        worths = [
            np.broadcast_to(self._worth(nets[:, place]), self.shown.shape)
            for place in range(len(self.actions))
        ]
        return worths, unit * self._after_a_fold

    def worth(self, cells: list[Cell], cards: Sequence[int]) -> dict[int, Fraction]:
        """Returns what each action is worth with the cards that are known, over all that may
        follow; those between the ones to choose from as well, which are never better."""
        number = self._place(cards, 0)
        row = int(self.rows[number // self.shown.shape[1]])
        ways = {result: int(counts.flat[number]) for result, counts in self.ways.items()}
        every = sum(ways.values())
        return {
            action: sum(
                (
                    times * cells[self._index(row, action, result)].net
                    for result, times in ways.items()
                ),
                Fraction(0),
            )
            / every
            for action in range(self.actions[-1] + 1)
        }

    @cached_property
    def _place(self) -> Look:
        """Returns what finds the number of a situation by the cards that are known."""
        numbers = np.arange(self.shown.size).reshape(self.shown.shape)
        return self._kernel_form(self, numbers)[1]

    def same(self, action: int) -> Actions:
        """Returns the decisions of somebody who does the same whatever the cards."""
        return np.full(self.shown.shape, action, dtype=np.int8)

    def by(self, decide: Decide) -> Actions | None:
        """Returns the decisions of a strategy in steps of the player's hand."""
        if not isinstance(decide, BySteps):
            return None
        each, place = np.unique(self.values, return_inverse=True)
        by_value = np.array([decide.action(value) for value in each.tolist()], dtype=np.int8)
        return np.repeat(by_value[place][:, None], self.shown.shape[1], axis=1)

    def count(self, chosen: Actions) -> dict[int, int]:
        """Returns how many deals come to each outcome."""
        found: dict[int, int] = {}
        for action in different(chosen[self.shown]):
            taken = (chosen == action) & self.shown
            for result, ways in self._ways_after(action).items():
                each = np.einsum("ij,ij->i", ways, taken, dtype=np.int64) * self.weights
                by_row = np.zeros(int(self.rows.max()) + 1, dtype=np.int64)
                np.add.at(by_row, self.rows, each)
                for row in np.flatnonzero(by_row).tolist():
                    outcome = self._index(row, action, result)
                    found[outcome] = found.get(outcome, 0) + int(by_row[row])
        return found

    def _ways_after(self, action: int) -> Ways:
        """Returns the ways, of which there is one after a fold: whatever follows, it is the
        same."""
        if self.ends(action):
            return {next(iter(self.ways)): np.broadcast_to(self._after_a_fold, self.shown.shape)}
        return self.ways

    @property
    def _after_a_fold(self) -> int:
        return self.deals // self._total

    def ends(self, action: int) -> bool:
        """Returns whether the action comes to the same whatever follows, as a fold does."""
        first, *others = (self._index(0, action, result) for result in self.ways)
        return all(other == first for other in others)

    def chance(self, here: Any, places: Any = True) -> Fraction:
        """Returns the chance of a situation among the hands `here` and, for each of them,
        `places`."""
        shown = (self.shown[here] & places).sum(axis=1)
        return Fraction(int((self.weights[here] * shown).sum()), self._total)

    def lines(self, chosen: Actions) -> list[Choice]:
        """Returns the decisions as a player reads them."""
        return self._lines(self, chosen)

    def read(self, rules: Rules, table: Mapping[str, str]) -> Decide:
        raise AssertionError("hands have names: a strategy is read in steps")

    def for_kernel(self, chosen: Actions) -> tuple[Any, Look]:
        """Returns the decisions as the kernel takes them, and as they are looked up at a table."""
        return self._kernel_form(self, chosen)
