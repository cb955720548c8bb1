"""A way to play blackjack switch in words and charts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.studies.blackjack_switch.exact import (
    ACE_TEN,
    GIVEN_UP,
    SHARES,
    SWITCHED,
    Solution,
    dealt_ways,
    place_of,
    places,
    times_of,
)
from pitboss.studies.blackjack_switch.ways import Rated
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.table_rules import TableRules

# Columns of a chart: what the dealer shows, and its row in a strategy.
SHOWN = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
ROWS = (*range(1, VALUES), 0)
HIT, STAND, DOUBLE_HIT, DOUBLE_STAND, SPLIT = "H", "S", "D", "Ds", "P"
LEGEND = {
    HIT: "draw", STAND: "stand", DOUBLE_HIT: "double", DOUBLE_STAND: "double or stand",
    SPLIT: "split",
}  # fmt: skip
SOME = ("*", "some hands otherwise, by their cards and the other hand's")


class Line(NamedTuple):
    """What is done in a situation, and how often it arises."""

    situation: str
    do: str
    chance: Fraction


class Table(NamedTuple):
    """A chart: a row for every situation, a cell for every card of SHOWN."""

    title: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    legend: tuple[tuple[str, str], ...]


def name_of(value: int) -> str:
    return "A" if value == 1 else str(value)


def often(found: Solution) -> tuple[Ints, int]:
    """[how, other, shown, own]: in how many orders of six cards hands are so decided on, and the
    number of all orders for the two hands of a spot."""
    ways = dealt_ways(found.shoe, blackjack=False)
    if not found.rules.dealer_looks:
        ways = ways + dealt_ways(found.shoe, blackjack=True)
    played: Ints = times_of(found.shoe, found.choices).sum(axis=1) * ways
    return played, SHARES * perm(int(found.shoe.sum()), 6)


def lines(found: Solution) -> list[Line]:
    """How often hands are switched, and given up, by what the dealer shows."""
    played, every = often(found)
    told = []
    for name, row in zip(SHOWN, ROWS, strict=True):
        switched = Fraction(int(played[SWITCHED, :, row].sum()), every)
        if switched:
            text = "switch, where both hands together are worth more after it"
            told.append(Line(f"the dealer shows {name}", text, switched))
        given_up = Fraction(int(played[GIVEN_UP, :, row].sum()), every)
        if given_up:
            text = "surrender a hand that is worth less than half its wager"
            told.append(Line(f"the dealer shows {name}", text, given_up))
    return told


def charts(found: Solution) -> list[Table]:
    """How hands are played, and what two cards are worth: by that a switch is decided on."""
    return [chart_of_play(found), chart_of_worth(found.rules)]


def letter(strategy: Strategy, row: int, low: int, high: int) -> str:
    hand = compositions().index(low, high)
    if low == high and strategy.splits[row, low - 1]:
        return SPLIT
    draws = strategy.draws[row, hand]
    if strategy.doubles[row, hand]:
        return DOUBLE_HIT if draws else DOUBLE_STAND
    return HIT if draws else STAND


def situations() -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Hard totals, soft ones and pairs, each with its two cards."""
    table = compositions()
    unlike = [(low, high) for low, high in places() if low != high]
    for kind, soft, totals in (
        ("hard", False, range(19, 4, -1)),
        ("soft", True, range(20, 12, -1)),
    ):
        for total in totals:
            hands = [
                (low, high) for low, high in unlike
                if table.total[table.index(low, high)] == total
                and bool(table.soft[table.index(low, high)]) == soft
            ]  # fmt: skip
            yield f"{kind} {total}", hands
    for value in (1, *range(VALUES, 1, -1)):
        yield f"pair of {name_of(value)}", [(value, value)]


def chart_of_play(found: Solution) -> Table:
    """What is done with most hands; a star where some are played otherwise."""
    played, _ = often(found)
    hands_played = played[:GIVEN_UP].sum(axis=0)
    rows = []
    for situation, hands in situations():
        cells = []
        for row in ROWS:
            counted: dict[str, int] = {}
            for other, strategy in enumerate(found.strategies):
                assert strategy is not None
                for low, high in hands:
                    number = int(hands_played[other, row, place_of(low, high)])
                    if number:
                        done = letter(strategy, row, low, high)
                        counted[done] = counted.get(done, 0) + number
            most = max(counted, key=lambda done: counted[done]) if counted else ""
            cells.append(most + ("*" if len(counted) > 1 else ""))
        rows.append((situation, tuple(cells)))
    used = {cell.removesuffix("*") for _, cells in rows for cell in cells}
    legend = [(each, words) for each, words in LEGEND.items() if each in used]
    if any(cell.endswith("*") for _, cells in rows for cell in cells):
        legend.append(SOME)
    return Table("What the dealer shows", tuple(rows), tuple(legend))


def chart_of_worth(rules: TableRules) -> Table:
    """In hundredths of a wager, over all hands that the other may be."""
    rated = Rated(rules)
    rows = []
    for place, (low, high) in enumerate(places()):
        kept = np.where(rated.gives_up, rated.given_up, rated.played)[ROWS, place]
        first, second = name_of(low), name_of(high)
        rows.append((f"{first}-{second}", tuple(f"{each:+d}" for each in kept)))
    if not rules.switched_blackjack:
        switched = rated.switched[ROWS, place_of(*ACE_TEN)]
        rows.append(("A-10 by the switch", tuple(f"{each:+d}" for each in switched)))
    legend = ("+1", "one hundredth of the wager; switch where the sum of both hands is greater")
    title = "What two cards are worth, by what the dealer shows"
    return Table(title, tuple(rows), (legend,))
