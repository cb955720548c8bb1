"""The mean square of what a split pair comes to, exactly, for any number of hands.

The square of a sum is a sum over hands and over pairs of hands, so no more than two hands need to
be looked at together, however many there are: the cards of the others have no bearing on how these
two are played. That others have a second card unlike the pair is expressed by further cards of
its value that are thought gone, as in `splitting`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit

from .busts import BITS, unpacked
from .by_value import added_up, sum_by_value
from .compositions import VALUES, Ints, compositions
from .dealer import Program
from .paths import DOUBLED, ONCE, TWICE
from .splitting import ends, terms

# Two hands whose second cards may be any; one whose second card differs from the pair; both.
ANY, ONE_DIFFERS, BOTH_DIFFER = range(3)


class Results(NamedTuple):
    """What a final hand comes to (net, in units), by hand and the dealer's result: with a single
    wager, and with a doubled one. A hand over 21 has lost its wagers: `unit` each."""

    once: Ints
    twice: Ints
    unit: int


def results_of(once: Ints, twice: Ints, unit: int) -> Results:
    """From what hands gain over losing, by the dealer's total and over 21. A dealer's blackjack
    is settled for the whole box: what counts here is what went over 21."""
    single, double = np.zeros((2, len(once), once.shape[1] + 1), dtype=np.int64)
    single[:, :-1] = once - unit
    double[:, :-1] = twice - 2 * unit
    return Results(single, double, unit)


class Amounts(NamedTuple):
    """A hand's result as a sum over cards (packed, without the hand's first): by[i, result] is
    what drawing the cards i, in one order, adds; `squares` the same for its square."""

    cards: Ints
    by: Ints
    squares: Ints


def amounts_of(orders: Ints, value: int, results: Results, *, paired: bool) -> Amounts:
    """Every hand is counted as over 21 from its beginning, doubled hands twofold; a hand that
    ends otherwise makes up for it. It begins with one card of the value or, `paired`, two."""
    second = 1 << BITS * (value - 1)
    unit = results.unit
    # There is a row for two cards of the value, whatever is done with them.
    cards = [np.array([second if paired else 0, second])]
    nets = [np.repeat([[-unit], [0]], results.once.shape[1], axis=1)]
    squares = [np.repeat([[unit**2], [0]], results.once.shape[1], axis=1)]
    packed = (compositions().counts << BITS * np.arange(VALUES)).sum(axis=1) - second
    over = np.full_like(results.once, -unit)
    for way, before, after in (
        (DOUBLED, over, 2 * over),
        (ONCE, over, results.once),
        (TWICE, 2 * over, results.twice),
    ):
        hands = np.flatnonzero(orders[way])
        times = orders[way, hands][:, None]
        cards.append(packed[hands])
        nets.append(times * (after - before)[hands])
        squares.append(times * (after**2 - before**2)[hands])
    return Amounts(*added_up(cards, nets, squares))


def less(every: Amounts, paired: Amounts) -> Amounts:
    """Hands whose second card differs: all of them, less those that go on from two cards of the
    value; as rows of `every`, which has all cards that the others have."""
    by, squares = every.by.copy(), every.squares.copy()
    place = np.searchsorted(every.cards, paired.cards)
    assert (every.cards[place] == paired.cards).all()
    by[place] -= paired.by
    squares[place] -= paired.squares
    return Amounts(every.cards, by, squares)


@cache
def pair_terms(hands_max: int) -> dict[int, tuple[int, int, int]]:
    """As `splitting.terms`, for two hands in either order: by the number of cards of the pair's
    value that are gone, how often both may have any second card, one differs, both differ."""
    found: dict[int, list[int]] = {}
    for (hands, settled, waiting), ways in ends(hands_max).items():
        for kind, pairs, others in (
            (ANY, waiting * (waiting - 1), settled),
            (ONE_DIFFERS, 2 * waiting * settled, settled - 1),
            (BOTH_DIFFER, settled * (settled - 1), settled - 2),
        ):
            for more in range(others + 1 if pairs else 0):
                sign = (-1) ** more * ways
                at = found.setdefault(hands + more, [0, 0, 0])
                at[kind] += sign * pairs * comb(others, more)
    return {k: (any_, one, both) for k, (any_, one, both) in found.items() if any_ or one or both}


@compiled
def add_products(place: Any, every: Any, differing: Any, products: Any) -> None:
    """products[kind, row, result] of two hands, whose cards together are those of the row: both
    may have any second card, the second one differs, both differ."""
    at = 0
    for one in range(every.shape[0]):
        for other in range(one + 1):
            row = place[at]
            at += 1
            # Either of them may be the first hand.
            times = 1 if one == other else 2
            for result in range(every.shape[1]):
                mine, others = every[one, result], every[other, result]
                mine_differs, other_differs = differing[one, result], differing[other, result]
                products[ANY, row, result] += times * mine * others
                products[ONE_DIFFERS, row, result] += mine * other_differs
                if one != other:
                    products[ONE_DIFFERS, row, result] += others * mine_differs
                products[BOTH_DIFFER, row, result] += times * mine_differs * other_differs


def split_square(
    one: Program,
    shoe: Ints,
    makes: int,
    value: int,
    hands_max: int,
    orders: Ints,
    paired: Ints,
    results: Results,
    *,
    looks: bool,
) -> Fraction:
    """The mean square of what all hands of a split pair come to together, in units squared,
    times the chance of the pair. Where the dealer does not look, a dealer's blackjack counts
    with what went over 21."""
    every = amounts_of(orders, value, results, paired=False)
    differing = less(every, amounts_of(paired, value, results, paired=True))
    listed = list(_rows(every, differing, value, hands_max))
    # The same cards come about in several ways.
    keys, weights = added_up([each for each, _ in listed], [each for _, each in listed])
    if looks:
        weights[:, -1] = 0
    counted = weights.any(axis=1)
    return sum_by_value(one, shoe, makes, unpacked(keys[counted]), weights[counted])


def _rows(
    every: Amounts, differing: Amounts, value: int, hands_max: int
) -> Iterator[tuple[Ints, Ints]]:
    """Cards (packed), and how much they count for: single hands, then two together. k cards of
    the pair's value are gone with them."""
    first = 1 << BITS * (value - 1)
    of_all, of_others = terms(hands_max)
    for k in sorted(of_all.keys() | of_others.keys()):
        weights = every.squares * of_all.get(k, 0) + differing.squares * of_others.get(k, 0)
        yield every.cards + k * first, weights
    sums = (every.cards[:, None] + every.cards)[np.tril_indices(len(every.cards))]
    keys, place = np.unique(sums, return_inverse=True)
    products = np.zeros((3, len(keys), every.by.shape[1]), dtype=np.int64)
    adding: Any = jit(add_products)
    adding(place, every.by, differing.by, products)
    for k, times in pair_terms(hands_max).items():
        weighted: Ints = np.tensordot(np.array(times), products, axes=1)
        yield keys + k * first, weighted
