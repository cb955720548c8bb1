"""What each action is worth by kinds of hands: on average over the hands of a kind, and what they
are worth if each of them is played in its own best way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.actions import HandWorth
from pitboss.analysis.exact.distribution import Cell
from pitboss.equipment.cards import RANKS
from pitboss.hands.poker import CATEGORY_SHIFT

from .course import Course
from .situations import Actions, Integers, Situations

HIGH, PAIR = 0, 1
# Hands of high cards that are not played alike are told apart by so many ranks.
RANKS_TOLD = 3

# -- decisions in turn ----------------------------------------------------------------------------


def of_course(course: Course, cells: list[Cell]) -> Iterator[HandWorth]:
    """Returns the situations of each decision in turn, those that are worth most first. A decision
    is valued after others that were taken in the best way."""
    worths = course.all_worths(cells)
    before = course.wagered_before(course.best_by(worths))
    actions = course.asked.actions
    for (names, which), after, wagered in zip(course.names, worths, before, strict=False):
        sums = np.zeros((len(actions) + 1, len(names)), dtype=object)
        times = np.bincount(which, minlength=len(names)) * wagered.shape[1]
        for stake, each in after.by_wagered.items():
            often = (wagered == stake).sum(axis=1)
            for line, worth in enumerate([*each, each.max(axis=0)]):
                np.add.at(sums[line], which, (often * worth).astype(object))
        rows = [
            HandWorth(
                name,
                "",
                {
                    action: Fraction(int(total), int(number) * after.unit)
                    for action, total in zip(actions, sums[:, place], strict=False)
                },
                Fraction(int(number), wagered.size),
                played=Fraction(int(sums[-1, place]), int(number) * after.unit),
            )
            for place, (name, number) in enumerate(zip(names, times.tolist(), strict=True))
        ]
        yield from sorted(rows, key=HandWorth.at_best, reverse=True)


# -- one decision ---------------------------------------------------------------------------------


class Kind(NamedTuple):
    """Hands that go by one name, and where they are among all."""

    name: str
    here: Integers


def of_situations(
    known: Situations, cells: list[Cell], actions: Sequence[str], categories: Sequence[str]
) -> Iterator[HandWorth]:
    """Returns the situations by kind of hand, best first, and by the rank that the dealer shows."""
    worths, unit = known.all_worths(cells)
    stacked = np.stack(worths)
    chosen = np.array(known.actions, dtype=np.int8)[stacked.argmax(axis=0)]
    beside = known.shown.shape[1] > 1
    weights = known.weights[:, None] * known.shown
    sums = [_by_rank(weights * worth) for worth in [*worths, stacked.max(axis=0)]]
    times = _by_rank(weights)
    every = int(times.sum())
    words = [actions[action] for action in known.actions]
    for name, here in kinds_of(known, chosen, categories):
        often = times[here].sum(axis=0)
        totals = [each[here].sum(axis=0) for each in sums]
        for rank in np.flatnonzero(often).tolist():
            number = int(often[rank])
            found = [Fraction(int(total[rank]), number * unit) for total in totals]
            yield HandWorth(
                name,
                RANKS[rank] if beside else "",
                dict(zip(words, found, strict=False)),
                Fraction(number, every),
                played=found[-1],
            )


def _by_rank(table: Any) -> Any:
    """Adds up the columns of cards of one rank; one column, where no card is shown."""
    if table.shape[1] == 1:
        return table
    return table.reshape(len(table), 13, 4).sum(axis=2)


def kinds_of(known: Situations, chosen: Actions, categories: Sequence[str]) -> Iterator[Kind]:
    """Returns the hands best first: by category, pairs by their rank and what is less by its
    highest card; where that does not decide, by the next ones as well."""
    dealt = np.flatnonzero(known.weights * known.shown.any(axis=1))
    ranks = np.sort(known.hands[dealt] >> 2, axis=1)[:, ::-1]
    category = known.values[dealt] >> CATEGORY_SHIFT
    for number in range(len(categories) - 1, PAIR, -1):
        if (category == number).any():
            yield Kind(categories[number], dealt[category == number])
    pairs = np.flatnonzero(category == PAIR)
    first = (ranks[pairs, :-1] == ranks[pairs, 1:]).argmax(axis=1)
    paired = ranks[pairs, first]
    for rank in range(12, -1, -1):
        if (paired == rank).any():
            yield Kind(f"pair of {RANKS[rank]}", dealt[pairs[paired == rank]])
    high = np.flatnonzero(category == HIGH)
    yield from _Splitting(known, chosen, dealt).kinds(high, ranks[high], ())


class _Splitting:
    """Tells hands apart by their ranks in turn as far as they are not played alike."""

    def __init__(self, known: Situations, chosen: Actions, dealt: Integers) -> None:
        self.dealt = dealt
        # By the rank shown, the least and the most that is done: apart where they differ.
        lines = known.shown.shape[1]
        played = np.where(known.shown, chosen, np.int8(-1))[dealt]
        absent = np.where(known.shown, chosen, np.int8(99))[dealt]
        shape = (len(dealt), max(lines // 4, 1), min(lines, 4))
        self.most = played.reshape(shape).max(axis=2)
        self.least = absent.reshape(shape).min(axis=2)

    def kinds(self, places: Integers, ranks: Integers, so_far: tuple[str, ...]) -> Iterator[Kind]:
        """Returns hands at these places, whose ranks fall, by those that come next."""
        column = ranks[:, len(so_far)]
        for rank in range(12, -1, -1):
            here = column == rank
            if not here.any():
                continue
            name = (*so_far, RANKS[rank])
            if len(name) < RANKS_TOLD and not self._alike(places[here]):
                yield from self.kinds(places[here], ranks[here], name)
            else:
                whole = len(name) == ranks.shape[1]
                yield Kind("-".join(name) + " high" * (not whole), self.dealt[places[here]])

    def _alike(self, places: Integers) -> bool:
        most, least = self.most[places].max(axis=0), self.least[places].min(axis=0)
        return bool((most <= least).all())
