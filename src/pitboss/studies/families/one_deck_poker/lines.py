"""A strategy in lines that a player can read: hands that are treated alike go together."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.analysis.exact.edges import Choice
from pitboss.equipment.cards import RANKS

from .situations import Actions, Lines, Situations
from .strategies import LOWER, OR_BETTER, SUITED, Asked


class Run(NamedTuple):
    """Neighbouring kinds of hands, from `first` down to `last`, with which the same is done."""

    first: str
    last: str
    action: str
    chance: Fraction


def runs_of(kinds: Iterable[tuple[str, str, Fraction]]) -> list[Run]:
    """Returns runs of the kinds of hands, which are given best first: name, action and chance."""
    found: list[Run] = []
    for name, action, chance in kinds:
        if found and found[-1].action == action:
            run = found.pop()
            found.append(Run(run.first, name, action, run.chance + chance))
        else:
            found.append(Run(name, name, action, chance))
    return found


def ranks_of(hand: Iterable[int]) -> str:
    """Returns a hand by its ranks, the highest card first: Q-6-4, or Q-6-4 suited."""
    cards = sorted(hand, reverse=True)
    suited = len({card & 3 for card in cards}) == 1
    return "-".join(RANKS[card >> 2] for card in cards) + SUITED * suited


def in_steps(asked: Asked) -> Lines:
    """Returns a line for hands that are treated alike, from the best down, where the hand alone
    decides."""
    return lambda known, chosen: _in_steps(known, chosen, asked)


def _in_steps(known: Situations, chosen: Actions, asked: Asked) -> list[Choice]:
    _, first, place = np.unique(known.values, return_index=True, return_inverse=True)
    done = np.zeros((len(asked.actions), len(first)), dtype=np.int64)
    np.add.at(done, (chosen[:, 0], place), known.weights)
    kinds = []
    for kind in range(len(first) - 1, -1, -1):
        action = asked.in_words(np.flatnonzero(done[:, kind]), "by the suits")
        chance = Fraction(int(done[:, kind].sum()), int(known.weights.sum()))
        kinds.append((ranks_of(known.hands[first[kind]].tolist()), action, chance))
    found = []
    for number, run in enumerate(runs := runs_of(kinds)):
        situation = f"{run.first} to {run.last}"
        if number == 0:
            situation = f"{run.last}{OR_BETTER}"
        elif number == len(runs) - 1:
            situation = LOWER
        found.append(Choice(situation, run.action, run.chance))
    return found
