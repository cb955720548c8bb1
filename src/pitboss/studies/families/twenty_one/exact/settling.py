"""Settling a table of totals against one start of the dealer's: entries are changed until none
wants to be otherwise. An entry is a number: `entry[hand]`, hard totals first, then soft ones."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled

from .compositions import TOTAL_MAX, VALUES, Compositions, Ints
from .dealer import Floats

# Sums by entry: over the hands that come about under the table, their chances and what drawing
# to them gains over standing, and the same over all hands that can be dealt; what doubling and
# surrendering first hands gain over playing them.
REACHED, DRAWN, DEALT, DOUBLED, GIVEN_UP = range(5)
SUMS = 5

Bools = npt.NDArray[np.bool_]


class Hands(NamedTuple):
    """By hand: its entry, whether it may be doubled, what standing and doubling gain, what a
    surrender keeps, and the chances of the first hands that are played by their total."""

    entry: Ints
    may_double: Bools
    stand: Floats
    double: Floats
    given_up: Floats
    first: Floats


class Entries(NamedTuple):
    """What the table says, by entry."""

    draws: Bools
    doubles: Bools
    surrenders: Bools


class Sums(NamedTuple):
    """By hand: what following the table gains (the last, which a child that does not exist is,
    stays 0: it goes over 21), what drawing once and then following it gains, the chance in one
    order, and in how many orders it comes about. `by_entry` are the sums that decide."""

    follow: Floats
    draw: Floats
    chances: Floats
    reach: Ints
    by_entry: Floats


@compiled
def chances_of_hands(shoe: Any, table: Compositions, chances: Any) -> None:
    """The chance of every hand, in one order; each stands right after its stem."""
    left = 0
    for kind in range(VALUES):
        left += shoe[kind]
    chances[0] = 1
    for hand in range(1, chances.shape[0]):
        kind = table.last[hand]
        remaining = shoe[kind] - table.counts[hand, kind] + 1
        cards_left = left - table.cards[hand] + 1
        stem = chances[table.parent[hand, kind]]
        chances[hand] = stem * remaining / cards_left if remaining > 0 else 0.0


@compiled
def follow_table(shoe: Any, table: Compositions, hands: Hands, draws: Any, sums: Sums) -> None:
    """What following the table gains, and what drawing once and then following it gains."""
    follow, draw, chances, stand = sums.follow, sums.draw, sums.chances, hands.stand
    for number in range(table.by_cards.shape[0] - 1, -1, -1):
        hand = table.by_cards[number]
        if table.cards[hand] < 2 or chances[hand] == 0:
            continue
        if table.total[hand] == TOTAL_MAX:
            follow[hand] = stand[hand]
            continue
        left = 0
        gained = 0.0
        for kind in range(VALUES):
            remaining = shoe[kind] - table.counts[hand, kind]
            left += remaining
            gained += remaining * follow[table.child[hand, kind]]
        draw[hand] = gained / left if left > 0 else 0.0
        at = hands.entry[hand]
        sums.by_entry[DEALT, at] += chances[hand] * (draw[hand] - stand[hand])
        follow[hand] = draw[hand] if draws[at] else stand[hand]


@compiled
def reach_by_table(table: Compositions, hands: Hands, entries: Entries, sums: Sums) -> None:
    """In how many orders every hand comes about that is to be stood on or drawn to: added up.
    First hands that have no chance in `first` are not played by their total."""
    reach, chances, cards = sums.reach, sums.chances, table.cards
    for hand in range(reach.shape[0]):
        reach[hand] = 0
    reach[0] = 1
    for number in range(table.by_cards.shape[0]):
        hand = table.by_cards[number]
        times, at = reach[hand], hands.entry[hand]
        over = table.total[hand] == TOTAL_MAX
        if times == 0 or over or (cards[hand] >= 2 and chances[hand] == 0):
            continue
        doubled = entries.doubles[at] and hands.may_double[hand]
        if cards[hand] == 2 and (hands.first[hand] == 0 or entries.surrenders[at] or doubled):
            continue
        if cards[hand] >= 2:
            weight = times * chances[hand]
            sums.by_entry[REACHED, at] += weight
            sums.by_entry[DRAWN, at] += weight * (sums.draw[hand] - hands.stand[hand])
            if not entries.draws[at]:
                continue
        for kind in range(VALUES):
            more = table.child[hand, kind]
            if more >= 0:
                reach[more] += times


@compiled
def add_first_hands(table: Compositions, hands: Hands, sums: Sums) -> None:
    """What doubling first hands gains over following the table."""
    for number in range(table.by_cards.shape[0]):
        hand = table.by_cards[number]
        if table.cards[hand] > 2:
            return
        if hands.first[hand] > 0 and hands.may_double[hand]:
            gained = hands.first[hand] * (hands.double[hand] - sums.follow[hand])
            sums.by_entry[DOUBLED, hands.entry[hand]] += gained


@compiled
def add_surrenders(table: Compositions, hands: Hands, doubles: Any, sums: Sums) -> None:
    """What giving up first hands gains over playing them by the table."""
    for number in range(table.by_cards.shape[0]):
        hand = table.by_cards[number]
        if table.cards[hand] > 2:
            return
        if hands.first[hand] > 0:
            played, at = sums.follow[hand], hands.entry[hand]
            if hands.may_double[hand] and doubles[at]:
                played = hands.double[hand]
            sums.by_entry[GIVEN_UP, at] += hands.first[hand] * (hands.given_up[hand] - played)


@compiled
def settle(
    shoe: Any,
    table: Compositions,
    hands: Hands,
    entries: Entries,
    sums: Sums,
    changes_max: int,
    may_surrender: bool,
) -> bool:
    """Changes the entries until none wants to be otherwise, and fills in what the table gains;
    whether it came to that."""
    draws, doubles, surrenders = entries
    by_entry = sums.by_entry
    chances_of_hands(shoe, table, sums.chances)
    redrawn = True
    for _ in range(changes_max):
        for which in range(by_entry.shape[0]):
            for at in range(by_entry.shape[1]):
                if redrawn or which != DEALT:
                    by_entry[which, at] = 0
        if redrawn:
            follow_table(shoe, table, hands, draws, sums)
        reach_by_table(table, hands, entries, sums)
        add_first_hands(table, hands, sums)
        redrawn, changed = False, False
        for at in range(by_entry.shape[1]):
            # A total that is always doubled, split or surrendered needs an entry all the same.
            gained = by_entry[DRAWN, at] if by_entry[REACHED, at] > 0 else by_entry[DEALT, at]
            redrawn |= draws[at] != (gained > 0)
            changed |= doubles[at] != (by_entry[DOUBLED, at] > 0)
            draws[at] = gained > 0
            doubles[at] = by_entry[DOUBLED, at] > 0
        if may_surrender:
            add_surrenders(table, hands, doubles, sums)
            for at in range(by_entry.shape[1]):
                changed |= surrenders[at] != (by_entry[GIVEN_UP, at] > 0)
                surrenders[at] = by_entry[GIVEN_UP, at] > 0
        if not (redrawn or changed):
            return True
    return False
