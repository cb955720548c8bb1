"""Sums over cards that players hold and cards that the dealer then draws, as exact fractions.

The chance of cards in one order is, for each value apart, a falling factorial of its number in the
shoe; all values together share the falling factorial of the whole shoe below the line, which
depends on the number of cards alone. So the sum is taken one value after another: once a value is
dealt with, held cards that are alike in all other values, and in number, are one. The dealer may
draw a thousand sets of cards, and few of them differ in their high values; most of the work is
done on the few low values that are left.

Whole numbers are held in limbs, lowest first; the highest has the sign."""

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


class Held(NamedTuple):
    """Sets of held cards, level by level: those of a level are alike in the values of the levels
    before. They stand one level after the other, level n from at[n] on. `number` is how many
    cards of the level's value a set has; `begin` where the sets of the level before begin that
    come to it; `sizes` are the cards in a set of the last level."""

    at: Ints
    number: Ints
    begin: Ints
    sizes: Ints


def held_cards(counts: Ints) -> tuple[Held, Ints]:
    """Return distinct sets of cards, counts[i, column], by level, and their order at the first."""
    sizes = counts.sum(axis=1)
    # By size, then aces, then twos: tens last, which are the first to be dealt with.
    packed = (counts << BITS * np.array(ORDER)).sum(axis=1)
    order = np.lexsort((packed, sizes))
    sizes, packed = sizes[order], packed[order]
    at, number, begin = [0], [], []
    first = np.arange(len(packed))
    last = sizes
    for _ in ORDER:
        number.append(packed & ((1 << BITS) - 1))
        begin.append(first)
        at.append(at[-1] + len(packed))
        last, packed = sizes, packed >> BITS
        differs = (packed[1:] != packed[:-1]) | (sizes[1:] != sizes[:-1])
        first = np.concatenate(([0], np.flatnonzero(differs) + 1))
        sizes, packed = sizes[first], packed[first]
    return Held(np.array(at), np.concatenate(number), np.concatenate(begin), last), order


@compiled
def multiply(numbers: Any, held: Any, left: int) -> None:
    """numbers[i] times the cards that are left beside held[i] of them."""
    limbs = numbers.shape[1]
    for place in range(numbers.shape[0]):
        # Where no card is left, it is nothing from here on.
        factor = max(left - held[place], 0)
        carry = 0
        for limb in range(limbs - 1):
            product = numbers[place, limb] * factor + carry
            numbers[place, limb] = product & MASK
            carry = product >> LIMB
        numbers[place, limbs - 1] = numbers[place, limbs - 1] * factor + carry


@compiled
def merge(before: Any, begin: Any, numbers: Any) -> None:
    """numbers[i] is the sum of `before` from begin[i] on, until that of the next begins."""
    limbs = numbers.shape[1]
    end = before.shape[0]
    for place in range(numbers.shape[0] - 1, -1, -1):
        first = begin[place]
        for limb in range(limbs):
            numbers[place, limb] = before[first, limb]
        for each in range(first + 1, end):
            for limb in range(limbs):
                numbers[place, limb] += before[each, limb]
        if first + 1 < end:
            carry = 0
            for limb in range(limbs - 1):
                total = numbers[place, limb] + carry
                numbers[place, limb] = total & MASK
                carry = total >> LIMB
            numbers[place, limbs - 1] += carry
        end = first


@compiled
def hold(shoe: Any, counts: Any, numbers: Any) -> None:
    """The falling factorials of the cards of every set."""
    limbs = numbers.shape[1]
    for place in range(counts.shape[0]):
        numbers[place, 0] = 1
        for limb in range(1, limbs):
            numbers[place, limb] = 0
        size = 1
        for column in range(VALUES):
            for used in range(counts[place, column]):
                carry = 0
                for limb in range(size):
                    product = numbers[place, limb] * (shoe[column] - used) + carry
                    numbers[place, limb] = product & MASK
                    carry = product >> LIMB
                if carry > 0:
                    numbers[place, size] = carry
                    size += 1


@compiled
def weigh(base: Any, weights: Any, pieces: int, numbers: Any) -> None:
    """The first level: weights[i] times base[i]. A weight is taken in pieces, highest first; the
    highest has the sign."""
    limbs = numbers.shape[1]
    for place in range(weights.shape[0]):
        for limb in range(limbs):
            numbers[place, limb] = 0
        for piece in range(pieces - 1, -1, -1):
            part = weights[place] >> PIECE * piece
            if piece < pieces - 1:
                part &= (1 << PIECE) - 1
            carry = 0
            for limb in range(limbs - 1):
                total = (numbers[place, limb] << PIECE) + carry
                if limb < base.shape[1]:
                    total += base[place, limb] * part
                numbers[place, limb] = total & MASK
                carry = total >> LIMB
            numbers[place, limbs - 1] = (numbers[place, limbs - 1] << PIECE) + carry


@compiled
def measure(base: Any, weights: Any) -> float:
    """The sum of the weights' amounts times what is held, about."""
    total = 0.0
    for place in range(weights.shape[0]):
        if weights[place] != 0:
            held = 0.0
            for limb in range(base.shape[1] - 1, -1, -1):
                held = held * (MASK + 1) + base[place, limb]
            total += held * abs(weights[place])
    return total


@compiled
def draw_on(
    shoe: Any, columns: Any, held: Held, drawn: Any, numbers: Any, used: Any, found: Any
) -> None:
    """found[cards, limb]: the sums over sets of held cards and draws[i, level] of the dealer's
    (`drawn` are these and their orders), by how many cards they are together. Draws stand in
    order, so that each goes on from the one before at the first level at which they differ."""
    levels = columns.shape[0]
    limbs = numbers.shape[1]
    at, number, begin, sizes = held
    draws, orders = drawn
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
                    merge(numbers[at[level - 1] : here], begin[here:end], numbers[here:end])
            while used[level] < draws[place, level]:
                left = shoe[columns[level]] - used[level]
                multiply(numbers[here:end], number[here:end], left)
                used[level] += 1
        last = at[levels - 1]
        for each in range(sizes.shape[0]):
            cards = sizes[each] + depth
            carry = 0
            for limb in range(limbs - 1):
                total = found[cards, limb] + orders[place] * numbers[last + each, limb] + carry
                found[cards, limb] = total & MASK
                carry = total >> LIMB
            found[cards, limbs - 1] += orders[place] * numbers[last + each, limbs - 1] + carry


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
    """What the dealer draws for one result, with the orders of each; and the weights."""

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
    held, order = held_cards(counts)
    base = _falling(shoe, counts[order])
    cases = list(_cases(one, makes, np.ascontiguousarray(weights[order].T)))
    numbers = np.empty((int(held.at[-1]), _limbs(shoe, base, cases)), dtype=np.int64)
    most = int(held.sizes.max() + one.depth.max() + 1)
    found = np.zeros((most + 1, numbers.shape[1]), dtype=np.int64)
    for case in cases:
        _add(shoe, held, base, case, numbers, found)
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
    yield Case(over, one.counts[:1], once)
    for total in range(one.totals):
        finals = np.flatnonzero(one.column == total)
        yield Case(weights[total] - over, one.counts[finals], one.orders[finals])
    if makes >= 0:
        card = np.eye(VALUES, dtype=np.int64)[[makes]]
        yield Case(weights[one.totals + 1] - over, card, once)


def _falling(shoe: Ints, counts: Ints) -> Ints:
    """The falling factorials of every set of cards, in limbs."""
    bits = float((counts @ np.log2(np.maximum(shoe, 1))).max())
    found = np.empty((len(counts), ceil((bits + 1) / LIMB)), dtype=np.int64)
    holding: Any = jit(hold)
    holding(shoe, counts, found)
    return found


def _limbs(shoe: Ints, base: Ints, cases: Sequence[Case]) -> int:
    """As many as the largest number needs, with a sign: sums of weights times a number of cards
    for every card that is held or drawn, over all results."""
    bits = np.log2(np.maximum(shoe, 1))
    largest = 1.0
    measuring: Any = jit(measure)
    for case in cases:
        drawn = np.exp2(case.draws @ bits) @ case.orders
        largest += measuring(base, case.weights) * float(drawn)
    return max(ceil((log2(largest) + 2) / LIMB), int(base.shape[1]) + 1)


def _add(shoe: Ints, held: Held, base: Ints, case: Case, numbers: Ints, found: Ints) -> None:
    """To found[cards, limb]: what is above the line, by the number of cards that are held and
    drawn."""
    if not len(case.draws) or not case.weights.any():
        return
    columns = np.array(ORDER)
    draws = case.draws[:, columns]
    place = np.lexsort(draws.T[::-1])
    pieces = int(np.abs(case.weights).max()).bit_length() // PIECE + 1
    weighing: Any = jit(weigh)
    weighing(base, case.weights, pieces, numbers)
    drawing: Any = jit(draw_on)
    drawn = np.ascontiguousarray(draws[place]), case.orders[place]
    drawing(shoe, columns, held, drawn, numbers, np.empty(VALUES, dtype=np.int64), found)
