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
from pitboss.games.twenty_one.analysis.busts import BITS, unpacked
from pitboss.games.twenty_one.analysis.compositions import VALUES, Ints, compositions
from pitboss.games.twenty_one.analysis.dealer import TOTALS, Program
from pitboss.games.twenty_one.analysis.pairs import BLACKJACK, RESULTS, weighted_rows
from pitboss.games.twenty_one.analysis.paths import DOUBLED, ONCE, TWICE
from pitboss.games.twenty_one.analysis.splitting import ends, terms

# Two hands whose second cards may be any; one whose second card differs from the pair; both.
ANY, ONE_DIFFERS, BOTH_DIFFER = range(3)


class Results(NamedTuple):
    """What a final hand comes to (net, in units), by hand and the dealer's result: with a single
    wager, and with a doubled one. A hand over 21 has lost its wagers: `unit` each."""

    once: Ints
    twice: Ints
    unit: int


def results_of(once: Ints, twice: Ints, unit: int) -> Results:
    """From what hands gain over losing, by the dealer's total 17 to 21 and over 21. A dealer's
    blackjack is settled for the whole box: what counts here is what went over 21."""
    single, double = np.zeros((2, len(once), RESULTS), dtype=np.int64)
    single[:, : TOTALS + 1] = once - unit
    double[:, : TOTALS + 1] = twice - 2 * unit
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
    table = compositions()
    second = 1 << BITS * (value - 1)
    unit = results.unit
    found: dict[int, tuple[Ints, Ints]] = {}

    def add(cards: int, net: Any, square: Any) -> None:
        by, squares = found.setdefault(
            cards, (np.zeros(RESULTS, dtype=np.int64), np.zeros(RESULTS, dtype=np.int64))
        )
        by += net
        squares += square

    for way, ended, over in (
        (DOUBLED, None, -unit), (ONCE, results.once, -unit), (TWICE, results.twice, -2 * unit),
    ):  # fmt: skip
        for hand in np.flatnonzero(orders[way]).tolist():
            counts = table.counts[hand].tolist()
            counts[value - 1] -= 1
            cards = sum(count << BITS * place for place, count in enumerate(counts))
            times = int(orders[way, hand])
            if ended is None:
                add(cards, -unit * times, 3 * unit**2 * times)
            else:
                net = ended[hand]
                add(cards, times * (net - over), times * (net**2 - over**2))
    add(second if paired else 0, -unit, unit**2)
    # There is a row for two cards of the value, whatever is done with them.
    add(second, 0, 0)
    keys = sorted(found)
    return Amounts(
        np.array(keys, dtype=np.int64), np.array([found[key][0] for key in keys]),
        np.array([found[key][1] for key in keys]),
    )  # fmt: skip


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
def add_products(
    place: Any, every: Any, differing: Any, of_any: int, of_one: int, of_both: int, weights: Any
) -> None:
    """weights[row, result] for two hands, whose cards together are those of the row. Where one
    of them differs it is taken as the second: `of_one` counts both orders."""
    for one in range(every.shape[0]):
        for other in range(every.shape[0]):
            row = place[one, other]
            for result in range(every.shape[1]):
                weights[row, result] += (
                    of_any * every[one, result] * every[other, result]
                    + of_one * every[one, result] * differing[other, result]
                    + of_both * differing[one, result] * differing[other, result]
                )


def split_square(
    one: Program, shoe: Ints, makes: int, value: int, hands_max: int, orders: Ints, paired: Ints,
    results: Results, *, looks: bool,
) -> Fraction:  # fmt: skip
    """The mean square of what all hands of a split pair come to together, in units squared,
    times the chance of the pair. Where the dealer does not look, a dealer's blackjack counts
    with what went over 21."""
    every = amounts_of(orders, value, results, paired=False)
    differing = less(every, amounts_of(paired, value, results, paired=True))
    listed = list(_rows(every, differing, value, hands_max))
    # The same cards come about in several ways, and the dealer is to be worked out once for them.
    keys, place = np.unique(_packed([each for each, _ in listed]), return_inverse=True)
    weights = np.zeros((len(keys), RESULTS), dtype=np.int64)
    np.add.at(weights, place.reshape(-1), np.concatenate([each for _, each in listed]))
    if looks:
        weights[:, BLACKJACK] = 0
    counted = weights.any(axis=1)
    return weighted_rows(one, shoe, makes, unpacked(keys[counted]), weights[counted])


def _packed(counts: list[Ints]) -> Ints:
    found: Ints = (np.concatenate(counts) << BITS * np.arange(VALUES)).sum(axis=1)
    return found


def _rows(
    every: Amounts, differing: Amounts, value: int, hands_max: int
) -> Iterator[tuple[Ints, Ints]]:
    """Cards, and how much they count for: single hands, then two together."""
    of_all, of_others = terms(hands_max)
    for k in sorted(of_all.keys() | of_others.keys()):
        weights = of_all.get(k, 0) * every.squares + of_others.get(k, 0) * differing.squares
        yield _gone(every.cards, value, k), weights
    sums = (every.cards[:, None] + every.cards).reshape(-1)
    keys, place = np.unique(sums, return_inverse=True)
    adding: Any = jit(add_products)
    for k, times in pair_terms(hands_max).items():
        weights = np.zeros((len(keys), RESULTS), dtype=np.int64)
        adding(place.reshape(len(every.cards), -1), every.by, differing.by, *times, weights)
        yield _gone(keys, value, k), weights


def _gone(keys: Ints, value: int, k: int) -> Ints:
    counts = unpacked(keys)
    assert counts.shape[1] == VALUES
    counts[:, value - 1] += k
    return counts
