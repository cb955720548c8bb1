"""A strategy in lines that a player can read: hands that are treated alike go together."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pitboss.equipment.cards import RANKS

SUITED = " suited"


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
