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

from .compositions import VALUES, Compositions, Ints, compositions
from .dealer import LANES, Floats, Program
from .paths import DOUBLED, ONCE, TWICE, WAYS, Payments, count_on
from .rows import SIZE_MAX, falling_tables
from .splitting import terms

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


class Pairs(NamedTuple):
    """What is split: from which shoe, against a dealer whose card of the column `makes` would be a
    blackjack. actions[0] are those for split aces, actions[1] for all others; a pair of kind k is
    split into hands_max[k] at most, and times[k] is as `times_gone` has it. falling[v, n] and
    shares[n] are those of `falling_tables`."""

    shoe: Ints
    makes: int
    actions: Ints
    hands_max: Ints
    times: Ints
    falling: Floats
    shares: Floats
    paid: Payments


class Room(NamedTuple):
    """Room to work in. rows[0:2] and ways[row] are those of `list_rows`; weights[which, used, size]
    those of `weigh_gone`; counts[value, lane] and weighed[cards drawn, those of the value, lane]
    are of a block of rows, and so are the dealer's stack and result[total, lane]."""

    reach: Ints
    orders: Ints
    rows: Ints
    ways: Floats
    weights: Floats
    counts: Floats
    weighed: Floats
    stack: Floats
    result: Floats


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
    with two (`paired`), and those. Return the number of rows."""
    number = 0
    for place in range(listed.shape[0]):
        hand = listed[place]
        some = paired[ONCE, hand] | paired[TWICE, hand] | paired[DOUBLED, hand]
        others = 0
        for way in range(WAYS):
            others |= orders[way, hand] - paired[way, hand]
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
def weighted_walk(one: Program, kind: int, room: Room) -> None:
    """The dealer's orders and falling factorials, by total, each with its weight."""
    column, stack, weighed, result = one.column, room.stack, room.weighed, room.result
    for lane in range(LANES):
        stack[0, lane] = 1
        for total in range(result.shape[0]):
            result[total, lane] = 0
    if column[0] >= 0:
        for lane in range(LANES):
            result[column[0], lane] = weighed[0, 0, lane]
    for node in range(1, column.shape[0]):
        here, total, counts = one.depth[node], column[node], room.counts[one.value[node]]
        weight = weighed[here, one.counts[node, kind]]
        used = float(one.before[node])
        if one.goes_on[node]:
            for lane in range(LANES):
                stack[here, lane] = stack[here - 1, lane] * (counts[lane] - used)
            if total >= 0:
                times = float(one.orders[node])
                for lane in range(LANES):
                    result[total, lane] += times * stack[here, lane] * weight[lane]
        else:
            times = float(one.orders[node])
            used *= times
            for lane in range(LANES):
                result[total, lane] += (
                    stack[here - 1, lane] * (counts[lane] * times - used) * weight[lane]
                )


@compiled
def fill_block(
    first: int, last: int, kind: int, most: Any, shoe: Any, table: Compositions, room: Room
) -> None:
    """What a block of rows needs: what is left of each value, and the weights."""
    rows, counts = room.rows, table.counts
    for lane in range(LANES):
        hand = rows[0, min(first + lane, last - 1)]
        for each in range(VALUES):
            room.counts[each, lane] = shoe[each] - counts[hand, each]
    for here in range(most.shape[1]):
        for alike in range(most[kind, here] + 1):
            for lane in range(LANES):
                row = min(first + lane, last - 1)
                hand = rows[0, row]
                room.weighed[here, alike, lane] = room.weights[
                    rows[1, row], counts[hand, kind] + alike, table.cards[hand] + here
                ]


@compiled
def no_blackjack_weight(
    hand: int, which: int, kind: int, pairs: Pairs, table: Compositions, weights: Any
) -> Any:
    """The weight of a hand where the dealer's next card does not make a blackjack."""
    used, size, makes = table.counts[hand, kind], table.cards[hand], pairs.makes
    weight = weights[which, used, size]
    if makes >= 0:
        alike = 1 if makes == kind else 0
        remaining = pairs.shoe[makes] - table.counts[hand, makes]
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
    first: int, last: int, kind: int, pairs: Pairs, table: Compositions, room: Room
) -> Any:
    """What the hands of a block gain over losing their wagers, in units."""
    rows, ways, result = room.rows, room.ways, room.result
    totals = result.shape[0]
    worth = 0.0
    for row in range(first, min(first + LANES, last)):
        hand, lane = rows[0, row], row - first
        no_blackjack = no_blackjack_weight(hand, rows[1, row], kind, pairs, table, room.weights)
        over = no_blackjack
        single, double = 0.0, 0.0
        for total in range(totals):
            here = result[total, lane]
            over -= here
            single += here * pairs.paid.once[hand, total]
            double += here * pairs.paid.twice[hand, total]
        single += over * pairs.paid.once[hand, totals]
        double += over * pairs.paid.twice[hand, totals]
        gained = ways[row, ONCE] * single + ways[row, TWICE] * double
        gained -= ways[row, DOUBLED] * pairs.paid.unit * no_blackjack
        worth += falling_product(pairs.falling, table.counts, hand) * gained
    return worth


@compiled
def walk_splits(
    one: Program, table: Compositions, held: Holding, pairs: Pairs, room: Room, worth: Any
) -> None:
    """worth[kind]: what is won or lost, in units, by splitting a pair of the value, times the
    chance of the pair and of no blackjack of the dealer's."""
    deepest = one.most.shape[1] - 1
    shoe, falling, hands_max = pairs.shoe, pairs.falling, pairs.hands_max
    rows, orders, weights = room.rows, room.orders, room.weights
    left = 0
    for kind in range(VALUES):
        left += shoe[kind]
    for kind in range(VALUES):
        if hands_max[kind] < 2:
            continue
        listed = held.hands[held.begin[kind] : held.begin[kind + 1]]
        played = pairs.actions[min(kind, 1)]
        single = table.child[0, kind]
        pair = table.child[single, kind]
        second = pair if hands_max[kind] > 2 else -1
        count_from(single, listed, played, table.child, room.reach, orders[0])
        count_from(second, listed, played, table.child, room.reach, orders[1])
        number = list_rows(listed, table.counts, shoe, orders[0], orders[1], rows, room.ways)
        used_max, size_max = 2, 2
        for row in range(number):
            used_max = max(used_max, table.counts[rows[0, row], kind])
            size_max = max(size_max, table.cards[rows[0, row]])
        size_max += deepest + 1
        used_max = min(used_max + deepest + 1, size_max)
        weigh_gone(pairs.times[kind], shoe[kind], left, used_max, size_max, pairs.shares, weights)
        # Every hand is counted as lost; the rows are what is gained over that.
        lost = falling_product(falling, table.counts, single) * no_blackjack_weight(
            single, BOTH, kind, pairs, table, weights
        )
        lost -= falling_product(falling, table.counts, pair) * no_blackjack_weight(
            pair, DIFFERING, kind, pairs, table, weights
        )
        total = -lost * pairs.paid.unit
        for first in range(0, number, LANES):
            fill_block(first, number, kind, one.most, shoe, table, room)
            weighted_walk(one, kind, room)
            total += block_worth(first, number, kind, pairs, table, room)
        worth[kind] = total


def splits_worth(
    one: Program, shoe: Ints, makes: int, actions: Ints, hands_max: list[int], paid: Payments
) -> Floats:
    """What splitting each pair wins or loses, times the chance of the pair, where the dealer has
    no blackjack; hands_max[kind] below 2 where it is not split."""
    table = compositions()
    size, deepest = len(table.cards), one.most.shape[1]
    times = np.stack([times_gone(most) for most in hands_max])
    tables = falling_tables(shoe)
    pairs = Pairs(shoe, makes, actions, np.array(hands_max), times, *tables, paid)
    room = Room(
        reach=np.empty(size, dtype=np.int64),
        orders=np.empty((2, WAYS, size), dtype=np.int64),
        rows=np.empty((2, 2 * size), dtype=np.int64),
        ways=np.empty((2 * size, WAYS)),
        weights=np.empty((3, SIZE_MAX, SIZE_MAX)),
        counts=np.empty((VALUES, LANES)),
        weighed=np.empty((deepest, deepest, LANES)),
        stack=np.empty((deepest, LANES)),
        result=np.empty((one.totals, LANES)),
    )
    worth = np.full(VALUES, -np.inf)
    kernel: Any = jit(walk_splits)
    kernel(one, table, holding(), pairs, room, worth)
    return worth / paid.unit
