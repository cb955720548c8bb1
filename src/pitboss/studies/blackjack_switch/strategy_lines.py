"""A way to play blackjack switch in words and charts."""

from __future__ import annotations

from fractions import Fraction
from math import perm

import numpy as np

from pitboss.analysis.exact.edges import Chart
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.exact.strategy_lines import (
    HARD,
    PAIRS,
    SOFT,
    Line,
    hands_in,
)
from pitboss.studies.families.twenty_one.exact.words import SHOWN, name_of
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import (
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
from .ways import Rated

# The row in a strategy of what the dealer shows, in the order of a chart.
ROWS = (*range(1, VALUES), 0)
HIT, STAND, DOUBLE_HIT, DOUBLE_STAND, SPLIT = "H", "S", "D", "Ds", "P"
LEGEND = {
    HIT: "draw",
    STAND: "stand",
    DOUBLE_HIT: "double",
    DOUBLE_STAND: "double or stand",
    SPLIT: "split",
}
SOME = ("*", "some hands otherwise, by their cards and the other hand's")


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
    switches: list[Line] = []
    for name, row in zip(SHOWN, ROWS, strict=True):
        switched = Fraction(int(played[SWITCHED, :, row].sum()), every)
        if switched:
            text = "switch, where both hands together are worth more after it"
            switches.append(Line(f"the dealer shows {name}", text, switched))
        given_up = Fraction(int(played[GIVEN_UP, :, row].sum()), every)
        if given_up:
            text = "surrender a hand that is worth less than half its wager"
            switches.append(Line(f"the dealer shows {name}", text, given_up))
    return switches


def charts(found: Solution) -> list[Chart]:
    """How hands are played, and what two cards are worth: by that a switch is decided on."""
    return [chart_of_play(found), chart_of_worth(found.rules)]


def letter(strategy: Strategy, row: int, low: int, high: int) -> str:
    hand = compositions().row_of(low, high)
    if low == high and strategy.splits[row, low - 1]:
        return SPLIT
    draws = strategy.draws[row, hand]
    if strategy.doubles[row, hand]:
        return DOUBLE_HIT if draws else DOUBLE_STAND
    return HIT if draws else STAND


def chart_of_play(found: Solution) -> Chart:
    """What is done with most hands; a star where some are played otherwise."""
    played, _ = often(found)
    hands_played = played[:GIVEN_UP].sum(axis=0)
    rows = []
    for situation in (*HARD, *SOFT, *PAIRS):
        hands = hands_in(situation)
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
    return Chart("What the dealer shows", SHOWN, tuple(rows), tuple(legend))


def chart_of_worth(rules: TableRules) -> Chart:
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
    return Chart(title, SHOWN, tuple(rows), (legend,))
