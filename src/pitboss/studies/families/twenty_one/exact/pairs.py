"""Two hands of a split pair against one dealer: what both of them come to, exactly.

A hand is told by events: that it begins, that it is doubled, that it ends with such a total of 21
or less. That it goes over 21 is what the other events leave of its beginning. For two events, one
of each hand, only the cards in both together count; so they are added up by these cards, and the
dealer's chances are worked out once for each sum of cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit

from ..table_rules import FIVE_CARDS
from .busts import BITS, unpacked
from .compositions import TOTAL_MAX, VALUES, Ints, compositions
from .dealer import LANES, LEAST, TOTALS, Program
from .paths import DOUBLED, ONCE, TWICE
from .residues import NONE, ONE, Field, drawn_most, fields, put_together, walk_exactly
from .rows import room_for

# Events. Totals below 17 are one; the last total is a five-card 21.
BEGINS, IS_DOUBLED, SINGLE = 0, 1, 2
TOTAL_KINDS = TOTALS + 2
FIVE_CARD_KIND = TOTAL_KINDS - 1
TWOFOLD = SINGLE + TOTAL_KINDS
EVENTS = TWOFOLD + TOTAL_KINDS
# The dealer's results: 17 to 21, over 21, blackjack.
OVER, BLACKJACK = TOTALS, TOTALS + 1
RESULTS = TOTALS + 2


class Events(NamedTuple):
    """Each an amount of cards (packed, without the hand's first card), the kind of event, and
    the number of orders, which may be negative."""

    cards: Ints
    kinds: Ints
    orders: Ints


def events_of(orders: Ints, paired: Ints, value: int, *, differing: bool) -> Events:
    """The events of one hand from a card of the value; with `differing`, only if its second card
    is of another value. `orders` and `paired` count orders from one such card and from two."""
    table = compositions()
    counted = orders - paired if differing else orders
    cards, kinds, numbers = [0], [BEGINS], [1]
    if differing:
        cards.append(1 << BITS * (value - 1))
        kinds.append(BEGINS)
        numbers.append(-1)
    for way, first in ((DOUBLED, IS_DOUBLED), (ONCE, SINGLE), (TWICE, TWOFOLD)):
        for hand in np.flatnonzero(counted[way]).tolist():
            counts = table.counts[hand].tolist()
            counts[value - 1] -= 1
            cards.append(sum(count << BITS * place for place, count in enumerate(counts)))
            kinds.append(first if way == DOUBLED else first + total_kind(hand))
            numbers.append(int(counted[way, hand]))
    return Events(*(np.array(each, dtype=np.int64) for each in (cards, kinds, numbers)))


def total_kind(hand: int) -> int:
    table = compositions()
    total = int(table.total[hand])
    if total == TOTAL_MAX and table.cards[hand] == FIVE_CARDS:
        return FIVE_CARD_KIND
    return max(total - LEAST + 1, 0)


@compiled
def add_pairs(
    place: Any, kinds: Any, orders: Any, rows: Any, chances: Any, modulus: Any, found: Any
) -> None:
    """found[a, b, result] for events of kinds a and b, modulo the prime; the outcome of a and b
    is that of b and a. place[i, j] is the sum of cards of events i and j, whose row is
    rows[place]."""
    for one in range(kinds.shape[0]):
        # Either hand may be the first.
        for other in range(one + 1):
            row = rows[place[one, other]]
            times = orders[one] * orders[other] % modulus
            if other < one:
                times += times
            for result in range(found.shape[2]):
                found[kinds[one], kinds[other], result] = (
                    found[kinds[one], kinds[other], result] + times * chances[row, result]
                ) % modulus


@compiled
def joint_chances(
    shoe: Any, counts: Any, out: Any, makes: int, left: int, field: Any, chances: Any
) -> None:
    """chances[row, result]: of the row's cards, in one order, and the dealer's result."""
    shares, modulus, _ = field
    for row in range(counts.shape[0]):
        chance = ONE
        cards = left
        for kind in range(VALUES):
            for used in range(counts[row, kind]):
                chance = chance * np.uint64(max(shoe[kind] - used, 0)) % modulus
                chance = chance * shares[cards] % modulus
                cards -= 1
        blackjack = NONE
        if makes >= 0:
            remaining = max(shoe[makes] - counts[row, makes], 0)
            blackjack = np.uint64(remaining) * shares[cards] % modulus
        over = ONE + modulus - blackjack
        for total in range(out.shape[1]):
            here = out[row // LANES, total, row % LANES] % modulus
            over += modulus - here
            chances[row, total] = here * chance % modulus
        chances[row, out.shape[1]] = over % modulus * chance % modulus
        chances[row, out.shape[1] + 1] = blackjack * chance % modulus


def pair_chances(
    one: Program, shoe: Ints, makes: int, value: int, events: Events, weights: Ints
) -> list[Fraction]:
    """weights[outcome, a, b, result] are whole numbers: for every outcome, the sum of the chances
    of a pair of the value and of events a and b of its hands and of the dealer's result."""
    sums = (events.cards[:, None] + events.cards).reshape(-1)
    keys, place = np.unique(sums, return_inverse=True)
    counts = unpacked(keys)
    counts[:, value - 1] += 2
    adding: Any = jit(add_pairs)

    def by_outcome(rows: Ints, chances: Any, in_field: Field) -> list[int]:
        found = np.zeros((EVENTS, EVENTS, RESULTS), dtype=np.uint64)
        orders = (events.orders % in_field.modulus).astype(np.uint64)
        places, modulus = place.reshape(len(events.cards), -1), in_field.numbers[1]
        adding(places, events.kinds, orders, rows, chances, modulus, found)
        sums = weights.reshape(len(weights), -1) @ found.astype(np.int64).reshape(-1)
        remainders: list[int] = (sums % in_field.modulus).tolist()
        return remainders

    return _over_rows(one, shoe, makes, counts, by_outcome)


def _over_rows(
    one: Program,
    shoe: Ints,
    makes: int,
    counts: Ints,
    summed: Callable[[Ints, Any, Field], list[int]],
) -> list[Fraction]:
    """Sums over cards that are dealt to the player and what the dealer then comes to. `summed`
    takes the row of each of the counts, chances[row, result] in remainders, and the field."""
    sizes = counts.sum(axis=1)
    begin, gone = room_for(np.bincount(sizes, minlength=int(sizes.max()) + 1))
    rows = np.empty(len(counts), dtype=np.int64)
    order = np.argsort(sizes, kind="stable")
    starts = np.concatenate(([0], np.cumsum(np.bincount(sizes))))[sizes[order]]
    rows[order] = begin[sizes[order]] + np.arange(len(counts)) - starts
    table = np.zeros((len(gone) * LANES, VALUES), dtype=np.int64)
    table[rows] = counts
    listed = np.zeros((3, len(table)), dtype=np.int64)
    listed[0] = np.arange(len(table))
    cards = int(shoe.sum())
    denominator = perm(cards, drawn_most(one, shoe, gone))
    used = fields(denominator, cards)
    joining: Any = jit(joint_chances)
    remainders = []
    for each in used:
        out = walk_exactly(one, shoe, table, listed, gone, each)
        chances = np.empty((len(table), one.totals + 2), dtype=np.uint64)
        joining(shoe, table, out, makes, cards, each.numbers, chances)
        remainders.append(summed(rows, chances, each))
    return put_together(remainders, used, denominator)
