"""What splitting is worth, in floating point, with one walk of the dealer's program for a hand.

A split hand is to be looked at with 1, 2 ... further cards of the pair's value gone, each of them
so many times (`splitting.terms`). Those cards may as well be dealt last, after the hand's and the
dealer's: then their chance is a number that depends only on how many cards were dealt before them,
and how many of these were of the value. So all numbers of further cards are one weight on every
result of the dealer's, and need no walk of their own."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LANES, Floats, Program
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, ONCE, TWICE, WAYS, count_on
from pitboss.studies.families.twenty_one.exact.rows import SIZE_MAX, falling_tables
from pitboss.studies.families.twenty_one.exact.splitting import terms

# Cards of a pair's value that may have to be thought gone: four hands, and two more.
GONE_MAX = 8
# Which of them count: for hands whatever their second card is, for those whose second card is
# of another value than the first, and for both together.
EVERY, DIFFERING, BOTH = range(3)


@cache
def times_gone(hands_max: int) -> Ints:
    """[EVERY, DIFFERING or BOTH, k]: how often k cards of the value, one of them the hand's own
    first, are gone."""
    found = np.zeros((3, GONE_MAX), dtype=np.int64)
    for which, counted in enumerate(terms(hands_max) if hands_max >= 2 else ()):
        for gone, times in counted.items():
            found[which, gone] = times
    found[BOTH] = found[EVERY] + found[DIFFERING]
    return found


class Holding(NamedTuple):
    """hands[begin[v]:begin[v + 1]] are those that have a card of value v + 1, fewest cards
    first."""

    hands: Ints
    begin: Ints


@cache
def holding() -> Holding:
    table = compositions()
    listed = [table.by_cards[table.counts[table.by_cards, kind] > 0] for kind in range(VALUES)]
    sizes = [0, *(len(each) for each in listed)]
    return Holding(np.concatenate(listed), np.cumsum(sizes))


@compiled
def weigh_gone(
    times: Any, alike: int, cards: int, used_max: int, size_max: int, shares: Any, weights: Any
) -> None:
    """weights[which, used, size]: the chance of the further cards, as often as they count, after
    `size` others of which `used` are of the value; times shares[size]."""
    for used in range(1, used_max + 1):
        for size in range(used, size_max + 1):
            chance = shares[size]
            every, differing = 0.0, 0.0
            for more in range(times.shape[1] - 2):
                remaining, left = alike - used - more, cards - size - more
                if remaining <= 0 or left <= 0:
                    break
                chance *= remaining / left
                every += times[EVERY, more + 2] * chance
                differing += times[DIFFERING, more + 2] * chance
            weights[EVERY, used, size] = every
            weights[DIFFERING, used, size] = differing
            weights[BOTH, used, size] = every + differing


@compiled
def count_from(root: int, listed: Any, actions: Any, child: Any, reach: Any, orders: Any) -> None:
    """As `paths.count_orders`, where all hands that may come about are listed."""
    for place in range(listed.shape[0]):
        hand = listed[place]
        reach[hand] = 0
        for way in range(WAYS):
            orders[way, hand] = 0
    if root >= 0:
        reach[root] = 1
        count_on(actions, child, listed, reach, orders)


@compiled
def list_rows(
    listed: Any, table: Any, shoe: Any, orders: Any, paired: Any, rows: Any, ways: Any
) -> int:
    """rows[0:2]: the hand, and which numbers of further cards count for it; ways[row]: in how
    many orders it comes about, from one card of the pair (`orders`) but for those that begin
    with two (`paired`), and those. Gives the number of rows."""
    number = 0
    for place in range(listed.shape[0]):
        hand = listed[place]
        some = paired[ONCE, hand] | paired[TWICE, hand] | paired[DOUBLED, hand]
        others = (orders[ONCE, hand] - paired[ONCE, hand]) | (
            orders[TWICE, hand] - paired[TWICE, hand]
        ) | (orders[DOUBLED, hand] - paired[DOUBLED, hand])  # fmt: skip
        if some == 0 and others == 0:
            continue
        short = False
        for kind in range(VALUES):
            if table[hand, kind] > shoe[kind]:
                short = True
        if short:
            continue
        if some != 0:
            rows[0, number], rows[1, number] = hand, EVERY
            for way in range(WAYS):
                ways[number, way] = paired[way, hand]
            number += 1
        if others != 0:
            rows[0, number], rows[1, number] = hand, BOTH
            for way in range(WAYS):
                ways[number, way] = orders[way, hand] - paired[way, hand]
            number += 1
    return number


@compiled
def weighted_walk(
    depth: Any, values: Any, before: Any, goes_on: Any, column: Any, orders: Any, dealt: Any,
    kind: int, counts: Any, weighed: Any, stack: Any, result: Any,
) -> None:  # fmt: skip
    """result[total, lane]: the dealer's orders and falling factorials, each with the weight
    weighed[cards drawn, those of the value, lane]."""
    for lane in range(LANES):
        stack[0, lane] = 1
        for total in range(result.shape[0]):
            result[total, lane] = 0
    if column[0] >= 0:
        for lane in range(LANES):
            result[column[0], lane] = weighed[0, 0, lane]
    for node in range(1, depth.shape[0]):
        here, value, total = depth[node], values[node], column[node]
        weight = weighed[here, dealt[node, kind]]
        used = float(before[node])
        if goes_on[node]:
            for lane in range(LANES):
                stack[here, lane] = stack[here - 1, lane] * (counts[value, lane] - used)
            if total >= 0:
                times = float(orders[node])
                for lane in range(LANES):
                    result[total, lane] += times * stack[here, lane] * weight[lane]
        else:
            times = float(orders[node])
            used *= times
            for lane in range(LANES):
                result[total, lane] += (
                    stack[here - 1, lane] * (counts[value, lane] * times - used) * weight[lane]
                )


@compiled
def fill_block(
    first: int, last: int, rows: Any, shoe: Any, table: Any, cards: Any, kind: int, most: Any,
    weights: Any, counts: Any, weighed: Any,
) -> None:  # fmt: skip
    """What a block of rows needs: what is left of each value, and the weights."""
    for lane in range(LANES):
        hand = rows[0, min(first + lane, last - 1)]
        for each in range(VALUES):
            counts[each, lane] = shoe[each] - table[hand, each]
    for here in range(most.shape[1]):
        for alike in range(most[kind, here] + 1):
            for lane in range(LANES):
                row = min(first + lane, last - 1)
                hand = rows[0, row]
                weighed[here, alike, lane] = weights[
                    rows[1, row], table[hand, kind] + alike, cards[hand] + here
                ]


@compiled
def no_blackjack_weight(
    hand: int, which: int, kind: int, makes: int, shoe: Any, table: Any, cards: Any, weights: Any
) -> Any:
    """The weight of a hand where the dealer's next card does not make a blackjack."""
    used, size = table[hand, kind], cards[hand]
    weight = weights[which, used, size]
    if makes >= 0:
        alike = 1 if makes == kind else 0
        remaining = shoe[makes] - table[hand, makes]
        weight -= remaining * weights[which, used + alike, size + 1]
    return weight


@compiled
def falling_product(falling: Any, table: Any, hand: int) -> Any:
    product = 1.0
    for kind in range(VALUES):
        product *= falling[kind, table[hand, kind]]
    return product


@compiled
def block_worth(
    first: int, last: int, rows: Any, ways: Any, shoe: Any, table: Any, cards: Any, kind: int,
    makes: int, weights: Any, falling: Any, once: Any, twice: Any, unit: int, result: Any,
) -> Any:  # fmt: skip
    """What the hands of a block gain over losing their wagers, in units."""
    totals = result.shape[0]
    worth = 0.0
    for row in range(first, min(first + LANES, last)):
        hand, lane = rows[0, row], row - first
        no_blackjack = no_blackjack_weight(
            hand, rows[1, row], kind, makes, shoe, table, cards, weights
        )
        over = no_blackjack
        single, double = 0.0, 0.0
        for total in range(totals):
            here = result[total, lane]
            over -= here
            single += here * once[hand, total]
            double += here * twice[hand, total]
        single += over * once[hand, totals]
        double += over * twice[hand, totals]
        worth += falling_product(falling, table, hand) * (
            ways[row, ONCE] * single + ways[row, TWICE] * double
            - ways[row, DOUBLED] * unit * no_blackjack
        )  # fmt: skip
    return worth


@compiled
def walk_splits(
    depth: Any, values: Any, before: Any, goes_on: Any, column: Any, orders_dealt: Any, dealt: Any,
    most: Any, shoe: Any, makes: int, table: Any, cards: Any, child: Any, actions: Any,
    hands: Any, begin: Any, hands_max: Any, times: Any, falling: Any, shares: Any, once: Any,
    twice: Any, unit: int, reach: Any, orders: Any, rows: Any, ways: Any, weights: Any, counts: Any,
    weighed: Any, stack: Any, result: Any, worth: Any,
) -> None:  # fmt: skip
    """worth[kind]: what is won or lost, in units, by splitting a pair of the value, times the
    chance of the pair and of no blackjack of the dealer's. `times[kind]` as `times_gone`;
    actions[0] are those for split aces, actions[1] for all others."""
    deepest = most.shape[1] - 1
    left = 0
    for kind in range(VALUES):
        left += shoe[kind]
    for kind in range(VALUES):
        if hands_max[kind] < 2:
            continue
        listed = hands[begin[kind] : begin[kind + 1]]
        played = actions[min(kind, 1)]
        one = child[0, kind]
        two = child[one, kind]
        count_from(one, listed, played, child, reach, orders[0])
        count_from(two if hands_max[kind] > 2 else -1, listed, played, child, reach, orders[1])
        number = list_rows(listed, table, shoe, orders[0], orders[1], rows, ways)
        used_max, size_max = 2, 2
        for row in range(number):
            used_max = max(used_max, table[rows[0, row], kind])
            size_max = max(size_max, cards[rows[0, row]])
        size_max += deepest + 1
        weigh_gone(times[kind], shoe[kind], left, min(used_max + deepest + 1, size_max), size_max,
                   shares, weights)  # fmt: skip
        # Every hand is counted as lost; the rows are what is gained over that.
        lost = falling_product(falling, table, one) * no_blackjack_weight(
            one, BOTH, kind, makes, shoe, table, cards, weights
        )
        lost -= falling_product(falling, table, two) * no_blackjack_weight(
            two, DIFFERING, kind, makes, shoe, table, cards, weights
        )
        total = -lost * unit
        for first in range(0, number, LANES):
            fill_block(first, number, rows, shoe, table, cards, kind, most, weights, counts,
                       weighed)  # fmt: skip
            weighted_walk(depth, values, before, goes_on, column, orders_dealt, dealt, kind,
                          counts, weighed, stack, result)  # fmt: skip
            total += block_worth(first, number, rows, ways, shoe, table, cards, kind, makes,
                                 weights, falling, once, twice, unit, result)  # fmt: skip
        worth[kind] = total


def splits_worth(
    one: Program, shoe: Ints, makes: int, actions: Ints, hands_max: list[int], once: Ints,
    twice: Ints, unit: int,
) -> Floats:  # fmt: skip
    """What splitting each pair wins or loses, times the chance of the pair, where the dealer has
    no blackjack; hands_max[kind] below 2 where it is not split."""
    table, held = compositions(), holding()
    size, deepest = len(table.cards), one.most.shape[1]
    times = np.stack([times_gone(most) for most in hands_max])
    worth = np.full(VALUES, -np.inf)
    kernel: Any = jit(walk_splits)
    kernel(
        one.depth, one.value, one.before, one.goes_on, one.column, one.orders, one.counts,
        one.most, shoe, makes, table.counts, table.cards, table.child, actions, *held,
        np.array(hands_max), times,
        *falling_tables(shoe), once, twice, unit,
        np.empty(size, dtype=np.int64), np.empty((2, WAYS, size), dtype=np.int64),
        np.empty((2, 2 * size), dtype=np.int64), np.empty((2 * size, WAYS)),
        np.empty((3, SIZE_MAX, SIZE_MAX)), np.empty((VALUES, LANES)),
        np.empty((deepest, deepest, LANES)), np.empty((deepest, LANES)),
        np.empty((one.totals, LANES)), worth,
    )  # fmt: skip
    return worth / unit
