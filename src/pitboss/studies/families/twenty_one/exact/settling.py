"""Settling a table of totals against one start of the dealer's: entries are changed until none
wants to be otherwise. An entry is a number: `entry[hand]`, hard totals first, then soft ones."""

from __future__ import annotations

from typing import Any

from pitboss.compiled import compiled
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, VALUES

# Sums by entry: over the hands that come about under the table, their chances and what drawing
# to them gains over standing, and the same over all hands that can be dealt; what doubling and
# surrendering first hands gain over playing them.
REACHED, DRAWN, DEALT, DOUBLED, GIVEN_UP = range(5)
SUMS = 5


@compiled
def chances_of_hands(
    shoe: Any, table: Any, cards: Any, parent: Any, last: Any, chances: Any
) -> None:
    """The chance of every hand, in one order; each stands right after its stem."""
    left = 0
    for kind in range(VALUES):
        left += shoe[kind]
    chances[0] = 1
    for hand in range(1, chances.shape[0]):
        kind = last[hand]
        remaining = shoe[kind] - table[hand, kind] + 1
        cards_left = left - cards[hand] + 1
        stem = chances[parent[hand, kind]]
        chances[hand] = stem * remaining / cards_left if remaining > 0 else 0.0


@compiled
def follow_table(
    shoe: Any, table: Any, child: Any, cards: Any, total: Any, by_cards: Any, entry: Any,
    chances: Any, stand: Any, draws: Any, follow: Any, draw: Any, sums: Any,
) -> None:  # fmt: skip
    """What following the table gains, and what drawing once and then following it gains. The
    last of `follow`, which a child that does not exist (-1) is, stays 0: it goes over 21."""
    for number in range(by_cards.shape[0] - 1, -1, -1):
        hand = by_cards[number]
        if cards[hand] < 2 or chances[hand] == 0:
            continue
        if total[hand] == TOTAL_MAX:
            follow[hand] = stand[hand]
            continue
        left = 0
        gained = 0.0
        for kind in range(VALUES):
            remaining = shoe[kind] - table[hand, kind]
            left += remaining
            gained += remaining * follow[child[hand, kind]]
        draw[hand] = gained / left if left > 0 else 0.0
        sums[DEALT, entry[hand]] += chances[hand] * (draw[hand] - stand[hand])
        follow[hand] = draw[hand] if draws[entry[hand]] else stand[hand]


@compiled
def reach_by_table(
    child: Any, cards: Any, total: Any, by_cards: Any, entry: Any, may_double: Any, chances: Any,
    first: Any, draws: Any, doubles: Any, surrenders: Any, stand: Any, draw: Any, reach: Any,
    sums: Any,
) -> None:  # fmt: skip
    """In how many orders every hand comes about that is to be stood on or drawn to: added up.
    First hands that have no chance in `first` are not played by their total."""
    for hand in range(reach.shape[0]):
        reach[hand] = 0
    reach[0] = 1
    for number in range(by_cards.shape[0]):
        hand = by_cards[number]
        times, at = reach[hand], entry[hand]
        if times == 0 or total[hand] == TOTAL_MAX or (cards[hand] >= 2 and chances[hand] == 0):
            continue
        if cards[hand] == 2 and (
            first[hand] == 0 or surrenders[at] or (doubles[at] and may_double[hand])
        ):
            continue
        if cards[hand] >= 2:
            weight = times * chances[hand]
            sums[REACHED, at] += weight
            sums[DRAWN, at] += weight * (draw[hand] - stand[hand])
            if not draws[at]:
                continue
        for kind in range(VALUES):
            more = child[hand, kind]
            if more >= 0:
                reach[more] += times


@compiled
def add_first_hands(
    cards: Any, by_cards: Any, entry: Any, may_double: Any, first: Any, double: Any, follow: Any,
    sums: Any,
) -> None:  # fmt: skip
    """What doubling first hands gains over following the table."""
    for number in range(by_cards.shape[0]):
        hand = by_cards[number]
        if cards[hand] > 2:
            return
        if first[hand] > 0 and may_double[hand]:
            sums[DOUBLED, entry[hand]] += first[hand] * (double[hand] - follow[hand])


@compiled
def add_surrenders(
    cards: Any, by_cards: Any, entry: Any, may_double: Any, first: Any, double: Any, follow: Any,
    given_up: Any, doubles: Any, sums: Any,
) -> None:  # fmt: skip
    """What giving up first hands gains over playing them by the table."""
    for number in range(by_cards.shape[0]):
        hand = by_cards[number]
        if cards[hand] > 2:
            return
        if first[hand] > 0:
            played = follow[hand]
            if may_double[hand] and doubles[entry[hand]]:
                played = double[hand]
            sums[GIVEN_UP, entry[hand]] += first[hand] * (given_up[hand] - played)


@compiled
def settle(
    shoe: Any, table: Any, child: Any, parent: Any, last: Any, cards: Any, total: Any,
    by_cards: Any, entry: Any, may_double: Any, stand: Any, double: Any, given_up: Any,
    may_surrender: bool, first: Any, changes_max: int, draws: Any, doubles: Any, surrenders: Any,
    follow: Any, draw: Any, chances: Any, reach: Any, sums: Any,
) -> bool:  # fmt: skip
    """Changes draws, doubles and surrenders, by entry, until none wants to be otherwise; whether
    it came to that. `stand` and `double` are what these gain by hand, `given_up` what a
    surrender keeps, `first` the chances of the first hands that are played by their total.
    `follow` is filled with what the table gains by hand."""
    chances_of_hands(shoe, table, cards, parent, last, chances)
    redrawn = True
    for _ in range(changes_max):
        for which in range(sums.shape[0]):
            for at in range(sums.shape[1]):
                if redrawn or which != DEALT:
                    sums[which, at] = 0
        if redrawn:
            follow_table(shoe, table, child, cards, total, by_cards, entry, chances, stand, draws,
                         follow, draw, sums)  # fmt: skip
        reach_by_table(child, cards, total, by_cards, entry, may_double, chances, first, draws,
                       doubles, surrenders, stand, draw, reach, sums)  # fmt: skip
        add_first_hands(cards, by_cards, entry, may_double, first, double, follow, sums)
        redrawn, changed = False, False
        for at in range(sums.shape[1]):
            # A total that is always doubled, split or surrendered needs an entry all the same.
            gained = sums[DRAWN, at] if sums[REACHED, at] > 0 else sums[DEALT, at]
            redrawn |= draws[at] != (gained > 0)
            changed |= doubles[at] != (sums[DOUBLED, at] > 0)
            draws[at] = gained > 0
            doubles[at] = sums[DOUBLED, at] > 0
        if may_surrender:
            add_surrenders(cards, by_cards, entry, may_double, first, double, follow, given_up,
                           doubles, sums)  # fmt: skip
            for at in range(sums.shape[1]):
                changed |= surrenders[at] != (sums[GIVEN_UP, at] > 0)
                surrenders[at] = sums[GIVEN_UP, at] > 0
        if not (redrawn or changed):
            return True
    return False
