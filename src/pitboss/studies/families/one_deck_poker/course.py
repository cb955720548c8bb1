"""Decisions that are taken one after another while the cards of one hand become known, and a hand
of five that is then paid by its row: let it ride, double down stud.

Nobody's cards but these matter, so what a player knows is a set of cards. All sets are decided at
once, from the last decision back to the first; then they are walked from the first to the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb, prod
from operator import add
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.study import Decide
from pitboss.table.game import Rules

from .sets import all_sets, fifth_cards, smaller_sets
from .situations import Integers, in_units
from .strategies import Asked, BySituation, ByTable, Cards, Look, read_situations

# For each decision: the action, by what is wagered before it and by the number of the set.
Tables = tuple[npt.NDArray[np.int8], ...]


class After(NamedTuple):
    """What the actions at a decision are worth: by what is wagered before it, a line for each
    action and a column for each set, to be divided by `unit`."""

    by_wagered: dict[int, Any]
    unit: int


class Course:
    """All that may be known at each of the `points`, which are numbers of cards, up to four.

    What is wagered is a number that begins with 1 and is `after(wagered, action)` after a decision,
    that is, more by the number of the action where the game does not say otherwise. A deal ends
    with `index(label, wagered, row)`, the number of the outcome: `label` is what the cards known at
    the first decision are by themselves, 0 where `label_of` is not given. `situation` names a set
    of known cards."""

    def __init__(
        self,
        asked: Asked,
        points: Sequence[int],
        row_of: Callable[[int], int],
        rows: int,
        index: Callable[[int, int, int], int],
        situation: Callable[[Cards], str],
        *,
        after: Callable[[int, int], int] = add,
        label_of: Callable[[Cards], int] | None = None,
        deck: Sequence[int] = range(52),
    ) -> None:
        assert list(points) == list(range(points[0], 5)), "a card more for every decision"
        self.asked = asked
        self.points = points
        self.size = len(deck)
        self.row_of = row_of
        self.counts = fifth_cards(row_of, rows, deck)
        self.sets = [np.array(sorted(deck))[all_sets(len(deck), size)] for size in points]
        # For sets of the second decision and later ones: those with a card less.
        self.smaller = [smaller_sets(len(deck), size) for size in points[1:]]
        # What may be wagered before each decision, and after the last.
        self.wagered = [[1]]
        for _ in points:
            every = {after(each, action) for each in self.wagered[-1] for action in self.actions}
            self.wagered.append(sorted(every))
        # after[wagered, action], for whatever may be wagered.
        states = max(map(max, self.wagered)) + 1
        self.after = np.zeros((states, len(asked.actions)), dtype=np.int64)
        for each in chain(*self.wagered[:-1]):
            self.after[each] = [after(each, action) for action in self.actions]
        self._index = index
        self._situation = situation
        self.labels = np.zeros(len(self.sets[0]), dtype=np.int64)
        if label_of is not None:
            self.labels[:] = [label_of(cards) for cards in self.sets[0].tolist()]
        # The cards known at first in any order, then each further card in turn.
        self.deals = len(self.labels) * prod(len(deck) - known for known in range(points[0], 5))

    @property
    def actions(self) -> range:
        return range(len(self.asked.actions))

    @cached_property
    def names(self) -> list[tuple[list[str], Integers]]:
        """Holds, for each of the points, all names of sets, and which of them each set has."""
        found = []
        for sets in self.sets:
            numbers: dict[str, int] = {}
            which = [
                numbers.setdefault(self._situation(cards), len(numbers)) for cards in sets.tolist()
            ]
            found.append((list(numbers), np.array(which, dtype=np.int64)))
        return found

    # -- decisions ----------------------------------------------------------------------------

    def best(self, cells: list[Cell]) -> Tables:
        """Returns the best decisions; of actions that are worth the same, the first."""
        return self.best_by(self.all_worths(cells))

    def best_by(self, worths: list[After]) -> Tables:
        """Returns the best decisions by what the actions are worth."""
        found = self.same(0)
        for table, after in zip(found, worths, strict=True):
            for wagered, each in after.by_wagered.items():
                table[wagered] = each.argmax(axis=0)
        return found

    def all_worths(self, cells: list[Cell]) -> list[After]:
        """Returns, for each of the points, what the actions are worth if all that follows is played
        in the best way."""
        rows = range(self.counts.shape[1])
        nets = [
            [cells[self._index(0, wagered, row)].net for row in rows]
            for wagered in self.wagered[-1]
        ]
        whole, unit = in_units(nets, self.deals)
        worth = {
            each: self.counts @ line for each, line in zip(self.wagered[-1], whole, strict=True)
        }
        found: list[After] = []
        for point in range(len(self.points) - 1, -1, -1):
            unit *= self.size - self.points[point]
            by_wagered = {
                wagered: np.stack([worth[each] for each in self.after[wagered].tolist()])
                for wagered in self.wagered[point]
            }
            found.insert(0, After(by_wagered, unit))
            if point:
                worth = {
                    wagered: self._a_card_less(point, after.max(axis=0))
                    for wagered, after in by_wagered.items()
                }
        return found

    def _a_card_less(self, point: int, worth: Any) -> Any:
        """Returns what sets are worth before one of their cards is known, whichever it is, added
        up."""
        total = np.zeros(len(self.sets[point - 1]), dtype=worth.dtype)
        for fewer in self.smaller[point - 1].T:
            np.add.at(total, fewer, worth)
        return total

    def same(self, action: int) -> Tables:
        """Returns the decisions of somebody who does the same whatever the cards."""
        return tuple(np.full((len(self.after), len(s)), action, np.int8) for s in self.sets)

    def by(self, decide: Decide) -> Tables | None:
        """Returns the decisions of a strategy by situations, or of one that looks cards up."""
        found = self.same(0)
        for point, table in enumerate(found):
            if isinstance(decide, BySituation):
                names, which = self.names[point]
                table[:] = np.array([decide.action(name) for name in names])[which]
            elif isinstance(decide, ByTable):
                for wagered in self.wagered[point]:
                    sets = self.sets[point].tolist()
                    table[wagered] = [decide.look(cards, wagered) for cards in sets]
            else:
                return None
        return found

    def read(self, rules: Rules, table: Mapping[str, str]) -> BySituation:
        """Reads a user's own strategy, by the names of the situations."""
        known = [name for names, _ in self.names for name in names]
        return read_situations(rules, self.asked, self._situation, known, table)

    def for_kernel(self, tables: Tables) -> tuple[Tables, Look]:
        """Returns the decisions as the kernel takes them, and as they are looked up at a table."""

        def look(cards: Cards, wagered: int) -> int:
            point, before, number = self.place(cards, wagered)
            return int(tables[point][before, number])

        return tables, look

    # -- what follows from them ---------------------------------------------------------------

    def place(self, cards: Cards, wagered: int) -> tuple[int, int, int]:
        """Returns the number of the decision at which these cards are known, what is wagered before
        it, and the number of the set."""
        point = self.points.index(len(cards))
        number = sum(comb(card, place + 1) for place, card in enumerate(sorted(cards)))
        return point, wagered if point else 1, number

    def wagered_before(self, tables: Tables) -> Iterator[Integers]:
        """Returns what is wagered before each decision, and after the last: for every set, a column
        for each order in which its cards may have become known."""
        wagered = np.ones((len(self.sets[0]), 1), dtype=np.int64)
        for point, table in enumerate(tables):
            wagered = self._a_card_more(point, wagered) if point else wagered
            yield wagered
            wagered = self.after[wagered, table[wagered, np.arange(len(wagered))[:, None]]]
        yield wagered

    def _a_card_more(self, point: int, known: Integers) -> Integers:
        """Carries what is known of sets over to sets with one card more."""
        return known[self.smaller[point - 1]].reshape(len(self.sets[point]), -1)

    def count(self, tables: Tables) -> dict[int, int]:
        """Returns how many deals come to each outcome."""
        *_, wagered = self.wagered_before(tables)
        labels = self.labels[:, None]
        for point in range(1, len(self.points)):
            labels = self._a_card_more(point, labels)
        found: dict[int, int] = {}
        for each in (labels * len(self.after) + wagered).T:
            for number in np.unique(each).tolist():
                ways = self.counts[each == number].sum(axis=0)
                for row in np.flatnonzero(ways).tolist():
                    label, ended = divmod(number, len(self.after))
                    outcome = self._index(label, ended, row)
                    found[outcome] = found.get(outcome, 0) + int(ways[row])
        return found

    def lines(self, tables: Tables) -> list[Choice]:
        """Returns the strategy by situations, in the order of their names at each decision."""
        found = []
        points = zip(self.names, tables, self.wagered_before(tables), strict=False)
        for (names, which), table, before in points:
            tally = np.zeros((len(names), len(self.asked.actions)), dtype=np.int64)
            for order in before.T:
                np.add.at(tally, (which, table[order, np.arange(len(order))]), 1)
            for name, number in sorted(zip(names, tally.tolist(), strict=True)):
                for action, times in zip(self.asked.actions, number, strict=True):
                    if times:
                        found.append(Choice(name, action, Fraction(times, before.size)))
        return found
