"""Ways to a final hand. Under a fixed strategy a hand is a number of orders in which its cards
come, times a chance that depends on the cards alone; so a strategy is worth a sum over final
hands with whole numbers in it, and nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit

from .compositions import VALUES, Compositions, Ints, compositions
from .dealer import LANES

# What is done with a hand: no more cards, one more, or one more for a doubled wager.
# A hand that is set aside (split, surrendered, paid at once) is counted elsewhere.
STAND, DRAW, DOUBLE, SET_ASIDE = range(4)
# Places of a hand's orders: it stands with a single wager, with a doubled one, it is doubled now.
ONCE, TWICE, DOUBLED = range(3)
WAYS = 3


@compiled
def count_orders(root: int, actions: Any, table: Compositions, reach: Any, orders: Any) -> None:
    """From the hand `root` on, by actions[hand]: orders[way, hand] is the number of orders in
    which the hand comes about that way. Hands over 21 are not counted: they are the rest."""
    for hand in range(reach.shape[0]):
        reach[hand] = 0
        for way in range(WAYS):
            orders[way, hand] = 0
    reach[root] = 1
    count_on(actions, table.child, table.by_cards, reach, orders)


@compiled
def count_on(actions: Any, child: Any, by_cards: Any, reach: Any, orders: Any) -> None:
    """The same from all hands in reach[hand], each of them so many times, added to `orders`."""
    for place in range(by_cards.shape[0]):
        hand = by_cards[place]
        times = reach[hand]
        if times == 0 or actions[hand] == SET_ASIDE:
            continue
        if actions[hand] == STAND:
            orders[ONCE, hand] += times
            continue
        if actions[hand] == DOUBLE:
            orders[DOUBLED, hand] += times
        for kind in range(VALUES):
            more = child[hand, kind]
            if more >= 0:
                if actions[hand] == DOUBLE:
                    orders[TWICE, more] += times
                else:
                    reach[more] += times


def orders_and_reach(actions: Ints, root: int = 0) -> tuple[Ints, Ints]:
    """orders[way, hand] from this hand on; and reach[hand], in how many orders a hand comes about
    that is then stood on, drawn to, or doubled."""
    table = compositions()
    orders, reach = np.empty((WAYS, len(table.cards)), dtype=np.int64), np.empty_like(table.cards)
    counting: Any = jit(count_orders)
    counting(root, actions, table, reach, orders)
    return orders, reach


def orders_from(actions: Ints, cards: tuple[int, ...]) -> Ints:
    """orders[way, hand] from these cards on."""
    return orders_and_reach(actions, compositions().row_of(*cards))[0]


class Payments(NamedTuple):
    """What a final hand gains over losing its wager, in `unit`ths of the initial wager, by the
    dealer's total 17 to 21, the total over 21 that pushes if there is one, and (last) over 21:
    with a single wager, and with a doubled one."""

    once: Ints
    twice: Ints
    unit: int


class Ended(NamedTuple):
    """Hands that come about: in how many `orders`, and of those how many begin with two cards of
    one value (`paired`). `kind` is the column of the first card's value; `extras` are the numbers
    of further cards of it that are thought gone."""

    orders: Ints
    paired: Ints
    kind: int
    extras: Ints


@compiled
def add_rows(
    ended: Ended, table: Compositions, shoe: Any, place: Any, rows: Any, ways: Any
) -> None:
    """One row for every hand that comes about and every number of further cards of its first
    card's value that are gone. `place[size]` is where the next row of a size (cards gone) goes;
    rows are counted only, where there is no room for them.

    rows[0:3]: hand, column of the value, further cards. ways[0:3]: orders; ways[3:6]: those
    whose second card is of another value than the first."""
    orders, paired, kind, counts = ended.orders, ended.paired, ended.kind, table.counts
    for hand in range(orders.shape[1]):
        total = 0
        for way in range(WAYS):
            total += orders[way, hand]
        if total == 0:
            continue
        for number in range(ended.extras.shape[0]):
            extra = ended.extras[number]
            short = counts[hand, kind] + extra > shoe[kind]
            for each in range(VALUES):
                if counts[hand, each] > shoe[each]:
                    short = True
            if short:
                continue
            size = table.cards[hand] + extra
            row = place[size]
            place[size] += 1
            if row < rows.shape[1]:
                rows[0, row] = hand
                rows[1, row] = kind
                rows[2, row] = extra
                for way in range(WAYS):
                    ways[way, row] = orders[way, hand]
                    ways[WAYS + way, row] = orders[way, hand] - paired[way, hand]


@compiled
def falling_chance(falling: Any, shares: Any, table: Any, hand: int, kind: int, extra: int) -> Any:
    """The chance of the hand's cards, and of `extra` more of value `kind`, in one order.
    falling[v, n] is the falling factorial of the cards of a value, shares[n] the inverse one of
    all cards."""
    chance = 1.0
    size = 0
    for each in range(VALUES):
        number = table[hand, each]
        if each == kind:
            number += extra
        chance *= falling[each, number]
        size += number
    return chance * shares[size]


@compiled
def no_blackjack(shoe: Any, table: Any, hand: int, kind: int, extra: int, makes: int) -> Any:
    """The chance that the dealer's next card does not make a blackjack; `makes` is the column
    of the value that would, or negative."""
    if makes < 0:
        return 1.0
    left = 0 - extra
    for each in range(VALUES):
        left += shoe[each] - table[hand, each]
    if left <= 0:
        return 1.0
    remaining = shoe[makes] - table[hand, makes]
    if makes == kind:
        remaining -= extra
    return 1 - remaining / left


@compiled
def gain(out: Any, row: int, over: Any, pays: Any, hand: int) -> Any:
    """What a final hand wins over and above losing its wager: `pays` by the dealer's total and,
    in its last column, for a dealer over 21. `over` is the chance of no blackjack."""
    block, lane = row // LANES, row % LANES
    columns = pays.shape[1] - 1
    total = 0.0
    for column in range(columns):
        here = out[block, column, lane]
        over -= here
        total += here * pays[hand, column]
    return total + over * pays[hand, columns]


@compiled
def chances_of(falling: Any, shares: Any, table: Any, reach: Any, chances: Any) -> None:
    """The chance of every hand that is reached, in all the orders in which it is."""
    for hand in range(reach.shape[0]):
        chances[hand] = 0
        if reach[hand]:
            chances[hand] = reach[hand] * falling_chance(falling, shares, table, hand, 0, 0)
