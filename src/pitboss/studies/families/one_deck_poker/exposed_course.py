"""A common card known in advance, in games whose player decides as the cards of one hand of five
become known: let it ride, double down stud.

Whoever knows one of the cards to come knows four cards at the first decision, or all five. By four
cards the fifth is counted; by all five the row of the pay table is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.exposure.expose import actions_of
from pitboss.analysis.exposure.figures import Exposure, Way
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.table.game import Rules

from .course import Course
from .exposed_course_sampled import expose_sampled_course
from .kit import OneDeckGame
from .situations import whole_numbers

ALL_CARDS = 5


def known_at(game: OneDeckGame[Any], deals: Course, leak: Leak, cards: int) -> list[int]:
    """Returns how many of the five cards are known at each decision."""
    if leak.classed or leak.shares or leak.first or not leak.seen:
        raise BadInput("--sees: of this game the worth of a common card in advance is worked out")
    # A card that is turned up between two decisions is known by then in any case.
    turned = [p.also.partition(" ")[0] for p in leak.seen]
    known = []
    for place, own in enumerate(deals.points):
        shown = {"first"} if place else set()
        known.append(own + len([word for word in turned if word not in shown]))
    return known


def expose_course(
    game: OneDeckGame[Any],
    rules: Rules,
    scenario: Scenario,
    leak: Leak,
    positions: Sequence[Position],
    deals: Course,
    situations: int,
    seed: int,
) -> Exposure:
    """Returns what it is worth to know common cards in advance, exactly; or their class, and the
    hands of others, by situations at random."""
    cells = game.cells(rules, scenario)
    solved = game.exact(rules, scenario, None)
    before = Way(solved.joint.distribution(scenario.wager), actions_of(solved.strategy))
    if len(deals.points) > 1:
        before.actions = {
            name: chance / len(deals.points) for name, chance in before.actions.items()
        }
    if leak.classed or leak.shares or situations:
        return expose_sampled_course(
            deals,
            cells,
            deals.row_of,
            deals.best(cells),
            scenario.wager,
            leak,
            list(positions),
            before,
            situations=situations,
            seed=seed,
        )
    for position in leak.seen:
        if position.seen:
            raise BadInput(f"--sees {position.name}: the rules show this card anyway")
        if not position.also and len(positions) > ALL_CARDS:
            raise BadInput(f"--sees {position.name}: this card is burned, and decides nothing")
    known = known_at(game, deals, leak, game.cards)
    walk = Paths(deals, cells, known)
    joint = Joint((scenario.wager,), deals.deals)
    for outcome, chance in walk.outcomes().items():
        joint.add((cells[outcome],), chance)
    way = Way(joint.distribution(scenario.wager), walk.actions())
    number = len(walk.weights)
    return Exposure(
        scenario.wager, leak.in_words(), "exact", way, before, walk.lines(leak.in_words()), number
    )


class Paths:
    """All sequences of actions: those taken when four cards are known, by the set of four; those
    taken when all are, by the row of the hand."""

    def __init__(self, deals: Course, cells: list[Cell], known: Sequence[int]) -> None:
        self.deals, self.cells = deals, cells
        early = sum(number < ALL_CARDS for number in known)
        self.early, self.late = early, len(known) - early
        self.rows = deals.counts.shape[1]
        if early:
            self.weights = deals.counts
        else:
            # All five are known: a deal is its row.
            self.weights = deals.counts.sum(axis=0)[None, :]
        self._choose()

    def _wagered(self, actions: Sequence[int]) -> int:
        wagered = 1
        for action in actions:
            wagered = int(self.deals.after[wagered, action])
        return wagered

    def _choose(self) -> None:
        """Finds the best sequences: of those worth the same, the first."""
        actions = self.deals.actions
        index = self.deals._index
        self.first = list(product(actions, repeat=self.early))
        second = list(product(actions, repeat=self.late))
        nets = [
            [
                [self.cells[index(0, self._wagered(a + b), row)].net for row in range(self.rows)]
                for b in second
            ]
            for a in self.first
        ]
        whole = whole_numbers(nets, int(self.weights.sum()))
        # By the first actions and the row: which of the second ones are best.
        self.then = whole.argmax(axis=1)
        worth = self.weights @ whole.max(axis=1).T
        self.chosen = worth.argmax(axis=1)
        self.second = second

    def outcomes(self) -> dict[int, Fraction]:
        total = int(self.weights.sum())
        found: dict[int, Fraction] = {}
        for number, actions in enumerate(self.first):
            ways = self.weights[self.chosen == number].sum(axis=0)
            for row, times in enumerate(ways.tolist()):
                if times:
                    path = actions + self.second[self.then[number, row]]
                    outcome = self.deals._index(0, self._wagered(path), row)
                    found[outcome] = found.get(outcome, Fraction(0)) + Fraction(times, total)
        return found

    def actions(self) -> dict[str, Fraction]:
        """Returns how often each action is taken, of all decisions."""
        names, total = self.deals.asked.actions, int(self.weights.sum())
        found = dict.fromkeys(names, Fraction(0))
        for number, actions in enumerate(self.first):
            ways = self.weights[self.chosen == number].sum(axis=0)
            for row, times in enumerate(ways.tolist()):
                path = actions + self.second[self.then[number, row]]
                for action in path:
                    found[names[action]] += Fraction(times, total * len(path))
        return found

    def lines(self, words: str) -> list[Choice]:
        """Returns the strategy by the names of four known cards."""
        asked, total = self.deals.asked, int(self.weights.sum())
        if not self.early:
            return []
        names, which = self.deals.names[-1]
        found = []
        for name, number in sorted((name, number) for number, name in enumerate(names)):
            here = which == number
            times = self.weights[here].sum(axis=1)
            tally = np.bincount(self.chosen[here], times, len(self.first)).astype(np.int64)
            for place, often in enumerate(tally.tolist()):
                if often:
                    done = ", ".join(asked.actions[action] for action in self.first[place])
                    four = name.rpartition(": ")[2]
                    found.append(Choice(f"with {words}: {four}", done, Fraction(often, total)))
        return found
