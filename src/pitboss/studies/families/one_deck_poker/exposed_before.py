"""The first own card known before the wager is made: exactly, by the worth of every hand in the
best play. Any of a hand's cards is as likely as another to be the first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.exposure.expose import Undecided
from pitboss.analysis.exposure.figures import Before, BeforeRow
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.table.game import Rules

from .course import Course
from .kit import OneDeckGame
from .situations import Situations, in_units


def before_first_card(
    game: OneDeckGame[Any], rules: Rules, scenario: Scenario, leak: Leak
) -> Before:
    """Returns the edge of a wager by the rank of the first card, or by whether it is of a class."""
    if leak.seen or leak.shares:
        raise BadInput(
            "--own-first: a card before the wager goes without cards that are seen later"
        )
    hands, worths, unit = _worths(game, rules, scenario)
    held = np.stack([(hands >> 2 == rank).sum(axis=1) for rank in range(len(RANKS))])
    every = Fraction(1, unit * hands.shape[1])
    found = [int((worths * each).sum()) * every for each in held]
    chance = Fraction(1, len(RANKS))
    groups = {RANKS[rank]: [rank] for rank in reversed(range(len(RANKS)))}
    words = "player 1 before the wager"
    if leak.ranks:
        inside = sorted(leak.ranks, reverse=True)
        words = f"whether {words} is one of {' '.join(RANKS[rank] for rank in inside)}"
        groups = {"yes": inside, "no": [r for r in range(len(RANKS)) if r not in leak.ranks]}
    rows = []
    for name, ranks in groups.items():
        worth = sum((found[rank] for rank in ranks), Fraction(0)) / (chance * len(ranks))
        rows.append(BeforeRow(name, chance * len(ranks), ((scenario.wager, -worth),)))
    edge = -sum(found, Fraction(0))
    return Before(words, rows, {scenario.wager: edge})


def _worths(game: OneDeckGame[Any], rules: Rules, scenario: Scenario) -> tuple[Any, Any, int]:
    """Returns hands, what they come to, all deals with each added up, and what one unit of one of
    all deals is in these numbers."""
    first, deals = scenario.wagers[0][0], game.deals(rules)
    if first in game.undecided:
        raise Undecided(f"{scenario.wager}: it is not a wager of its own")
    side = game.sides.get(first)
    if side is not None:
        if not isinstance(deals, Situations) or side.outcome is not None:
            raise Undecided(f"{scenario.wager}: it is not decided by the hand that is dealt first")
        rows = range(int(deals.rows.max()) + 1)
        nets, unit = in_units([side.cell(rules, scenario, row).net for row in rows], deals.deals)
        number = int(deals.weights.sum())
        return deals.hands, nets[deals.rows] * deals.weights, unit * number
    cells = game.cells(rules, scenario)
    if isinstance(deals, Course):
        point = deals.all_worths(cells)[0]
        worths = point.by_wagered[1].max(axis=0)
        return deals.sets[0], worths.astype(object), point.unit * len(worths)
    assert isinstance(deals, Situations)
    by_action, unit = deals.all_worths(cells)
    best = np.where(deals.shown, np.maximum.reduce(by_action), 0).astype(object).sum(axis=1)
    situations = int((deals.weights * deals.shown.sum(axis=1)).sum())
    return deals.hands, best * deals.weights, unit * situations
