"""Sums over cards that players hold and cards that the dealer then draws, as exact fractions.

The chance of cards in one order is, for each value apart, a falling factorial of its number in the
shoe; all values together share the falling factorial of the whole shoe below the line, which
depends on the number of cards alone. So the sum is taken one value after another: once a value is
dealt with, held cards that are alike in all other values, and in number, are one. The dealer may
draw a thousand sets of cards, and few of them differ in their high values; most of the work is
done on the few low values that are left.

Whole numbers are held in limbs, lowest first; the highest has the sign. A limb of many numbers is
one row, so that the processor works at several numbers at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, log2, perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit

from .busts import BITS, unpacked
from .compositions import VALUES, Ints, compositions
from .dealer import Program

# A limb times a number of cards in the shoe, or of the dealer's orders, is less than 2**63; and so
# is the sum of as many limbs.
LIMB, PIECE, FACTOR_MOST = 50, 11, 1 << 12
MASK = (1 << LIMB) - 1
# Values in the order in which they are dealt with, as columns: tens first, aces last.
ORDER = tuple(range(VALUES - 1, -1, -1))
# So many numbers are worked at together: their carries stay at hand. And so many sets are taken
# through all levels before the next ones: they stay in the processor's cache.
TOGETHER, AT_A_TIME = 512, 1 << 12


class Held(NamedTuple):
    """Sets of held cards, level by level: those of a level are alike in the values of the levels
    before. They stand one level after the other, level n from at[n] on. `number` is how many
    cards of the level's value a set has; `begin` where the sets of the level before begin that
    come to it; `sizes` are the cards in a set of the last level."""

    at: Ints
    number: Ints
    begin: Ints
    sizes: Ints


def in_order(counts: Ints) -> tuple[Ints, Ints, Ints]:
    """Distinct sets of cards, counts[i, column], so that those come together that are alike in
    their last values: their order, sizes, and the cards packed, tens lowest."""
    sizes = counts.sum(axis=1)
    cards = (counts << BITS * np.array(ORDER)).sum(axis=1)
    # How many tens there are follows from the size and all others.
    order = np.argsort((sizes << BITS * (VALUES - 1)) + (cards >> BITS))
    return order, sizes[order], cards[order]


def held_cards(sizes: Ints, cards: Ints) -> Held:
    """Sets that stand in order, by level."""
    at, number, begin = [0], [], []
    first = np.arange(len(cards))
    last = sizes
    for _ in ORDER:
        number.append(cards & ((1 << BITS) - 1))
        begin.append(first)
        at.append(at[-1] + len(cards))
        last, cards = sizes, cards >> BITS
        differs = (cards[1:] != cards[:-1]) | (sizes[1:] != sizes[:-1])
        first = np.concatenate(([0], np.flatnonzero(differs) + 1))
        sizes, cards = sizes[first], cards[first]
    return Held(np.array(at), np.concatenate(number), np.concatenate(begin), last)


@compiled
def multiply(numbers: Any, here: int, end: int, held: Any, left: int, room: Any) -> None:
    """numbers[limb, i], from `here` to `end`, times the cards that are left beside held[i]."""
    limbs = numbers.shape[0]
    for first in range(here, end, TOGETHER):
        count = min(end - first, TOGETHER)
        used = held[first : first + count]
        factor, carry = room[0, :count], room[1, :count]
        for each in range(count):
            # Where no card is left, it is nothing from here on.
            factor[each] = max(left - used[each], 0)
            carry[each] = 0
        for limb in range(limbs):
            part = numbers[limb, first : first + count]
            if limb == limbs - 1:
                for each in range(count):
                    part[each] = part[each] * factor[each] + carry[each]
            else:
                for each in range(count):
                    product = part[each] * factor[each] + carry[each]
                    part[each] = product & MASK
                    carry[each] = product >> LIMB


@compiled
def carry_over(numbers: Any, here: int, end: int, room: Any) -> None:
    """No limb but the highest is more than MASK, or less than 0, afterwards."""
    limbs = numbers.shape[0]
    for first in range(here, end, TOGETHER):
        count = min(end - first, TOGETHER)
        carry = room[1, :count]
        for each in range(count):
            carry[each] = 0
        for limb in range(limbs):
            part = numbers[limb, first : first + count]
            if limb == limbs - 1:
                for each in range(count):
                    part[each] += carry[each]
            else:
                for each in range(count):
                    total = part[each] + carry[each]
                    part[each] = total & MASK
                    carry[each] = total >> LIMB


@compiled
def merge(numbers: Any, before: int, here: int, begin: Any, room: Any, sums: Any) -> None:
    """numbers[limb, here + i] is the sum of those from before + begin[i] on, until that of the next
    begins; the last goes to `here`. The sums of all from the first on are less than 2**63."""
    limbs, size = numbers.shape[0], begin.shape[0]
    last = here - before
    for limb in range(limbs):
        source, target = numbers[limb, before:here], numbers[limb, here : here + size]
        if size == last:
            for place in range(size):
                target[place] = source[place]
            continue
        total = 0
        sums[0] = 0
        for each in range(last):
            total += source[each]
            sums[each + 1] = total
        for place in range(size - 1):
            target[place] = sums[begin[place + 1]] - sums[begin[place]]
        target[size - 1] = total - sums[begin[size - 1]]
    if size < last:
        carry_over(numbers, here, here + size, room)


@compiled
def hold(shoe: Any, counts: Any, numbers: Any) -> None:
    """numbers[limb, i]: the falling factorials of the cards of every set."""
    limbs = numbers.shape[0]
    for place in range(counts.shape[0]):
        numbers[0, place] = 1
        for limb in range(1, limbs):
            numbers[limb, place] = 0
        size = 1
        for column in range(VALUES):
            for used in range(counts[place, column]):
                carry = 0
                for limb in range(size):
                    product = numbers[limb, place] * (shoe[column] - used) + carry
                    numbers[limb, place] = product & MASK
                    carry = product >> LIMB
                if carry > 0:
                    numbers[size, place] = carry
                    size += 1


@compiled
def weigh(base: Any, at: int, weights: Any, pieces: int, numbers: Any, room: Any) -> None:
    """The first level: weights[i] times base[limb, at + i]. A weight is taken in pieces, highest
    first; the highest has the sign."""
    limbs, size = numbers.shape[0], weights.shape[0]
    for first in range(0, size, TOGETHER):
        count = min(size - first, TOGETHER)
        whole = weights[first : first + count]
        factor, carry = room[0, :count], room[1, :count]
        for limb in range(limbs):
            part = numbers[limb, first : first + count]
            for each in range(count):
                part[each] = 0
        for piece in range(pieces - 1, -1, -1):
            for each in range(count):
                factor[each] = whole[each] >> PIECE * piece
                carry[each] = 0
            if piece < pieces - 1:
                for each in range(count):
                    factor[each] &= (1 << PIECE) - 1
            for limb in range(limbs):
                part = numbers[limb, first : first + count]
                for each in range(count):
                    carry[each] += part[each] << PIECE
                if limb < base.shape[0]:
                    of_base = base[limb, at + first : at + first + count]
                    for each in range(count):
                        carry[each] += of_base[each] * factor[each]
                if limb == limbs - 1:
                    for each in range(count):
                        part[each] = carry[each]
                else:
                    for each in range(count):
                        part[each] = carry[each] & MASK
                        carry[each] >>= LIMB


@compiled
def measure(base: Any, weights: Any) -> float:
    """The sum of the weights' amounts times what is held, about."""
    total = 0.0
    for limb in range(base.shape[0] - 1, -1, -1):
        of_base = base[limb]
        total *= float(MASK + 1)
        for place in range(weights.shape[0]):
            total += float(of_base[place]) * float(abs(weights[place]))
    return total


@compiled
def draw_on(
    shoe: Any, columns: Any, held: Held, drawn: Any, numbers: Any, work: Any, found: Any
) -> None:
    """found[cards, limb]: the sums over sets of held cards and draws[i, level] of the dealer's
    (`drawn` are these and their orders), by how many cards they are together. Draws stand in
    order, so that each goes on from the one before at the first level at which they differ."""
    levels = columns.shape[0]
    limbs = numbers.shape[0]
    at, number, begin, sizes = held
    draws, orders = drawn
    used, room, sums = work
    for place in range(draws.shape[0]):
        first = 0
        if place > 0:
            while draws[place, first] == draws[place - 1, first]:
                first += 1
        depth = 0
        for level in range(levels):
            depth += draws[place, level]
            if level < first:
                continue
            here, end = at[level], at[level + 1]
            if level > first or place == 0:
                used[level] = 0
                if level > 0:
                    merge(numbers, at[level - 1], here, begin[here:end], room, sums)
            while used[level] < draws[place, level]:
                left = shoe[columns[level]] - used[level]
                multiply(numbers, here, end, number, left, room)
                used[level] += 1
        last = at[levels - 1]
        for each in range(sizes.shape[0]):
            cards = sizes[each] + depth
            carry = 0
            for limb in range(limbs - 1):
                total = found[cards, limb] + orders[place] * numbers[limb, last + each] + carry
                found[cards, limb] = total & MASK
                carry = total >> LIMB
            found[cards, limbs - 1] += orders[place] * numbers[limbs - 1, last + each] + carry


def added_up(cards: list[Ints], *amounts: list[Ints]) -> tuple[Ints, ...]:
    """Rows with the same cards as one: the cards, and the sums of each of the amounts."""
    every = np.concatenate(cards)
    order = np.argsort(every, kind="stable")
    every = every[order]
    first = np.flatnonzero(np.concatenate(([True], every[1:] != every[:-1])))
    return every[first], *(np.add.reduceat(np.concatenate(each)[order], first) for each in amounts)


class Sum(NamedTuple):
    """What to add up over rows: times[way, row] of what a hand gains by `once` and `twice`, both
    by hand and by the dealer's total (last column: over 21), in whole units."""

    times: Ints
    once: Ints
    twice: Ints


def sum_exactly(
    one: Program, shoe: Ints, rows: Ints, sums: Sequence[Sum], makes: int
) -> list[Fraction]:
    """For each of the sums: over all rows, their chance times what times[ONCE] and times[TWICE]
    gain with a single and a doubled wager, less times[DOUBLED] of one unit, where the dealer
    has no blackjack."""
    hands, kinds, extra = rows
    if not len(hands):
        return [Fraction(0)] * len(sums)
    counts = compositions().counts[hands]
    counts[np.arange(len(hands)), kinds] += extra
    packed = (counts << BITS * np.arange(VALUES)).sum(axis=1)
    every = []
    for each in sums:
        single, double, doubled = (times[:, None] for times in each.times)
        gains = np.zeros((len(hands), one.totals + 2), dtype=np.int64)
        gains[:, :-1] = single * each.once[hands] + double * each.twice[hands] - doubled
        every.append([gains])
    cards, *weighed = added_up([packed], *every)
    counts = unpacked(cards)
    found = []
    for weights in weighed:
        counted = weights.any(axis=1)
        found.append(sum_by_value(one, shoe, makes, counts[counted], weights[counted]))
    return found


class Case(NamedTuple):
    """What the dealer draws for one result, draws[i, level], with the orders of each; and the
    weights."""

    weights: Ints
    draws: Ints
    orders: Ints


def sum_by_value(one: Program, shoe: Ints, makes: int, counts: Ints, weights: Ints) -> Fraction:
    """The sum of weights[i, result] (whole numbers) times the chance of the cards counts[i], in
    one order, and of the dealer's result: a total of the program, over 21, or (last) a blackjack
    by a card of the column `makes`. No two of the counts are the same."""
    fits = (counts <= shoe).all(axis=1)
    if not fits.all():
        counts, weights = counts[fits], weights[fits]
    if not len(counts):
        return Fraction(0)
    assert max(shoe.max(), one.orders.max()) < FACTOR_MOST
    order, sizes, cards = in_order(counts)
    base = _falling(shoe, counts[order])
    cases = list(_cases(one, makes, np.ascontiguousarray(weights[order].T)))
    room = VALUES * min(len(cards), AT_A_TIME)
    numbers = np.empty((_limbs(shoe, base, cases), room), dtype=np.int64)
    most = int(sizes.max() + one.depth.max() + 1)
    found = np.zeros((most + 1, len(numbers)), dtype=np.int64)
    for first in range(0, len(cards), AT_A_TIME):
        here = slice(first, first + AT_A_TIME)
        held = held_cards(sizes[here], cards[here])
        for case in cases:
            _add(shoe, held, base, case, here, numbers, found)
    parts = [sum(part << LIMB * limb for limb, part in enumerate(row)) for row in found.tolist()]
    every = int(shoe.sum())
    most = min(most, every)
    assert not any(parts[most + 1 :])
    above = sum(
        part * perm(every - cards, most - cards) for cards, part in enumerate(parts[: most + 1])
    )
    return Fraction(above, perm(every, most))


def _cases(one: Program, makes: int, weights: Ints) -> Iterator[Case]:
    """What is neither a total nor a blackjack is over 21."""
    once = np.ones(1, dtype=np.int64)
    over = weights[one.totals]
    yield _case(over, one.counts[:1], once)
    for total in range(one.totals):
        finals = np.flatnonzero(one.column == total)
        yield _case(weights[total] - over, one.counts[finals], one.orders[finals])
    if makes >= 0:
        card = np.eye(VALUES, dtype=np.int64)[[makes]]
        yield _case(weights[one.totals + 1] - over, card, once)


def _case(weights: Ints, draws: Ints, orders: Ints) -> Case:
    """Draws by level, in the order in which they are walked."""
    draws = draws[:, ORDER]
    place = np.lexsort(draws.T[::-1])
    return Case(weights, np.ascontiguousarray(draws[place]), orders[place])


def _falling(shoe: Ints, counts: Ints) -> Ints:
    """The falling factorials of every set of cards, in limbs."""
    bits = float((counts @ np.log2(np.maximum(shoe, 1))).max())
    found = np.empty((ceil((bits + 1) / LIMB), len(counts)), dtype=np.int64)
    holding: Any = jit(hold)
    holding(shoe, counts, found)
    return found


def _limbs(shoe: Ints, base: Ints, cases: Sequence[Case]) -> int:
    """As many as the largest number needs, with a sign: sums of weights times a number of cards
    for every card that is held or drawn, over all results."""
    bits = np.log2(np.maximum(shoe[list(ORDER)], 1))
    largest = 1.0
    measuring: Any = jit(measure)
    for case in cases:
        drawn = np.exp2(case.draws @ bits) @ case.orders
        largest += measuring(base, case.weights) * float(drawn)
    return max(ceil((log2(largest) + 2) / LIMB), len(base) + 1)


def _add(
    shoe: Ints, held: Held, base: Ints, case: Case, here: slice, numbers: Ints, found: Ints
) -> None:
    """To found[cards, limb]: what is above the line of the sets `here`, by the number of cards that
    are held and drawn."""
    weights = case.weights[here]
    if not len(case.draws) or not weights.any():
        return
    pieces = int(np.abs(weights).max()).bit_length() // PIECE + 1
    room = np.empty((2, TOGETHER), dtype=np.int64)
    weighing: Any = jit(weigh)
    weighing(base, here.start, weights, pieces, numbers, room)
    work = np.empty(VALUES, dtype=np.int64), room, np.empty(AT_A_TIME + 1, dtype=np.int64)
    drawing: Any = jit(draw_on)
    drawing(shoe, np.array(ORDER), held, (case.draws, case.orders), numbers, work, found)
