"""Splitting pairs, exactly, for split hands that are played without regard to one another.

The expected value of a hand does not depend on cards that were drawn face up for another hand
but have no bearing on how it is played: they may as well be dealt later. So one split hand is
worth what it is worth with the other hands' first cards gone, and the sum over hands is exact.
Where pairs may be split again, the number of hands depends on the second cards: that another
hand's second card is *not* of the pair's value is expressed by cards that are (inclusion and
exclusion), so that nothing but further cards of that one value need be thought gone."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple


class SplitTerms(NamedTuple):
    """A split is worth the sum over k of every[k] * W(k) + differing[k] * W'(k): W(k) is the
    worth of one hand that begins with a card of the pair while k of them are gone, times the
    chance of that; W'(k) the same where its second card is of another value."""

    every: dict[int, int]
    differing: dict[int, int]

    @property
    def gone(self) -> list[int]:
        """All k that are needed."""
        return sorted(self.every.keys() | self.differing.keys())


@cache
def terms(hands_max: int) -> SplitTerms:
    """Pairs are split as often as the rules allow: into at most so many hands."""
    every: dict[int, int] = {}
    differing: dict[int, int] = {}
    for (hands, settled, waiting), ways in ends(hands_max).items():
        for more in range(settled + 1):
            sign = (-1) ** more * ways
            k = hands + more
            if waiting:
                every[k] = every.get(k, 0) + sign * waiting * comb(settled, more)
            if more < settled:
                differing[k] = differing.get(k, 0) + sign * settled * comb(settled - 1, more)
    return SplitTerms(
        {k: n for k, n in every.items() if n}, {k: n for k, n in differing.items() if n}
    )


def ends(hands_max: int) -> dict[tuple[int, int, int], int]:
    """How it may end: hands, those whose second card differs from the pair, those that may have
    any second card; and in how many orders of like and other second cards."""
    found: dict[tuple[int, int, int], int] = {}

    def deal(hands: int, settled: int, waiting: int) -> None:
        if hands == hands_max or not waiting:
            key = (hands, settled, waiting)
            found[key] = found.get(key, 0) + 1
            return
        deal(hands + 1, settled, waiting + 1)
        deal(hands, settled + 1, waiting - 1)

    deal(2, 0, 2)
    return found
