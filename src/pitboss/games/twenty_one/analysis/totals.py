"""Total-dependent play: what to do by the hand's total, soft or hard, by the pair, and by what
the dealer shows. The best such strategy, and those that people follow without working it out.

The best one is found for hands that are not split: every entry of the table does what gains most
on average over the hands of that total as they come about under the table itself (a table for
which no entry wants to change). Split hands follow the same table, as in `exact`."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import jit
from pitboss.games.twenty_one.analysis.best import gains_by
from pitboss.games.twenty_one.analysis.compositions import TOTAL_MAX, VALUES, Ints, compositions
from pitboss.games.twenty_one.analysis.dealer import Floats
from pitboss.games.twenty_one.analysis.exact import (
    Found,
    best_play,
    bust_penalty,
    first_hands,
    payments,
    split_worth,
    starts_of,
    surrendered,
)
from pitboss.games.twenty_one.analysis.parameters import NO_SURRENDER, Parameters
from pitboss.games.twenty_one.analysis.paths import (
    DRAW,
    SET_ASIDE,
    STAND,
    WAYS,
    chances_of,
    count_orders,
)
from pitboss.games.twenty_one.analysis.rows import falling_tables
from pitboss.games.twenty_one.analysis.shoes import Start, shoe_of
from pitboss.games.twenty_one.analysis.strategy import (
    Strategy,
    may_double,
    nothing,
    start_row,
    starts_number,
)

TOTALS = TOTAL_MAX + 1
# A table that has not settled after so many rounds of changes would go round in circles.
CHANGES_MAX = 50

Bools = npt.NDArray[np.bool_]


class Totals(NamedTuple):
    """By the dealer's start; then by softness (0 hard, 1 soft) and total, or by a pair's value.
    A pair that is neither split nor surrendered is played by its total."""

    draws: Bools
    doubles: Bools
    surrenders: Bools
    splits: Bools
    pair_surrenders: Bools


def no_totals(starts: int) -> Totals:
    by_total, by_pair = (starts, 2, TOTALS), (starts, VALUES)
    shapes = (by_total, by_total, by_total, by_pair, by_pair)
    return Totals(*(np.zeros(shape, dtype=bool) for shape in shapes))


def strategy_of(totals: Totals, parameters: Parameters) -> Strategy:
    """The table as a strategy under these rules: what they do not permit is not done."""
    table = compositions()
    found = nothing(parameters)
    soft = table.soft.astype(np.int64)
    found.draws[:] = totals.draws[:, soft, table.total] & (table.total < TOTAL_MAX)
    found.doubles[:] = totals.doubles[:, soft, table.total] & may_double(parameters)
    if parameters.surrender != NO_SURRENDER:
        found.surrenders[:] = totals.surrenders[:, soft, table.total] & (table.cards == 2)
        found.surrenders[:, table.index(1, 10)] = False
    for value in range(1, VALUES + 1):
        pair = table.index(value, value)
        if parameters.hands_max >= 2:
            found.splits[:, value - 1] = totals.splits[:, value - 1]
        if parameters.surrender != NO_SURRENDER:
            found.surrenders[:, pair] = totals.pair_surrenders[:, value - 1]
    return found


# -- the best table --------------------------------------------------------------------------


def best_totals(parameters: Parameters, shoe: Ints | None = None) -> Totals:
    """The best total-dependent strategy, off the top of the shoe."""
    shoe = shoe_of(parameters.decks) if shoe is None else shoe
    paid = payments(parameters)
    found = no_totals(starts_number(parameters))
    for start in starts_of(parameters, shoe):
        if start.is_blackjack:
            continue
        index = start_row(start.cards)
        one = best_play(parameters, start, paid)
        settle_totals(parameters, start, one, found, index)
        actions = strategy_of(found, parameters).split_actions(index, parameters)
        splits = split_worth(parameters, start, paid, *actions)
        if choose_pairs(parameters, start, one, found, index, splits):
            # Pairs that are split are no longer among the hands of their total.
            settle_totals(parameters, start, one, found, index)
    return found


def settle_totals(
    parameters: Parameters, start: Start, one: Found, found: Totals, index: int
) -> None:
    """Changes the entries for one start until none wants to be otherwise."""
    table = compositions()
    draws, doubles, surrenders = found.draws[index], found.doubles[index], found.surrenders[index]
    dealt = _chances(start, np.where(table.cards >= 2, 1, 0))
    first = np.zeros(len(dealt))
    for each in first_hands(start):
        if not each.is_blackjack and not (each.low == each.high and _apart(found, index, each.low)):
            first[each.hand] = each.chance
    doubled = may_double(parameters)
    for _ in range(CHANGES_MAX):
        before = np.concatenate((draws, doubles, surrenders))
        follow, draw = _followed(start, one, found, index)
        weights = _chances(start, _reached(parameters, found, index))
        # A total that is always doubled, split or surrendered needs an entry all the same.
        weights = np.where(_at(_sums(weights) > 0), weights, dealt)
        later = table.total < TOTAL_MAX
        draws[:] = _sums(weights * np.where(later, draw - one.stand, 0)) > 0
        doubles[:] = _sums(first * np.where(doubled, one.double - follow, 0)) > 0
        if parameters.surrender != NO_SURRENDER:
            best = np.where(doubled & _at(doubles), one.double, follow)
            surrenders[:] = _sums(first * (_surrendered(parameters, start) - best)) > 0
        if (before == np.concatenate((draws, doubles, surrenders))).all():
            return
    raise AssertionError("a table of totals that does not settle")


def _apart(found: Totals, index: int, value: int) -> bool:
    """Whether a pair is not played by its total."""
    return bool(found.splits[index, value - 1] or found.pair_surrenders[index, value - 1])


def _at(entries: Bools) -> Bools:
    """The entries by hand."""
    found: Bools = entries.reshape(-1)[_entry()]
    return found


@cache
def _entry() -> Ints:
    """The place of every hand's entry."""
    table = compositions()
    found: Ints = table.soft * TOTALS + table.total
    return found


def _sums(values: Floats) -> Floats:
    """The sum over the hands of every softness and total."""
    found: Floats = np.bincount(_entry(), weights=values, minlength=2 * TOTALS).astype(np.float64)
    return found.reshape(2, TOTALS)


def _followed(start: Start, one: Found, found: Totals, index: int) -> tuple[Floats, Floats]:
    """What following the table gains, and what drawing once and then following it gains."""
    table = compositions()
    draws = _at(found.draws[index]) & (table.total < TOTAL_MAX)
    follow, draw = np.zeros(len(draws)), np.zeros(len(draws))
    gains: Any = jit(gains_by)
    gains(start.shoe, table.counts, table.child, table.cards, table.by_cards, draws, one.stand,
          draw, follow)  # fmt: skip
    return follow, draw


def _reached(parameters: Parameters, found: Totals, index: int) -> Ints:
    """In how many orders every hand comes about that is to be stood on or drawn to."""
    table = compositions()
    actions = np.where(_at(found.draws[index]) & (table.total < TOTAL_MAX), DRAW, STAND)
    aside = may_double(parameters) & _at(found.doubles[index])
    aside |= (table.cards == 2) & _at(found.surrenders[index])
    aside[table.index(1, 10)] = True
    for value in range(1, VALUES + 1):
        if _apart(found, index, value):
            aside[table.index(value, value)] = True
    actions[aside] = SET_ASIDE
    actions[table.cards < 2] = DRAW
    reach = np.zeros(len(actions), dtype=np.int64)
    counting: Any = jit(count_orders)
    counting(0, actions, table.child, table.by_cards, reach,
             np.empty((WAYS, len(actions)), dtype=np.int64))  # fmt: skip
    reach[aside | (table.cards < 2)] = 0
    return reach


def _chances(start: Start, reach: Ints) -> Floats:
    chances = np.zeros(len(reach))
    weighing: Any = jit(chances_of)
    weighing(*falling_tables(start.shoe), compositions().counts, reach, chances)
    return chances


def _surrendered(parameters: Parameters, start: Start) -> Floats:
    """What surrendering gains over losing the wager, by hand."""
    found = np.zeros(len(compositions().hard))
    for first in first_hands(start):
        found[first.hand] = 1 + surrendered(parameters, first.blackjack)
    return found


def choose_pairs(
    parameters: Parameters, start: Start, one: Found, found: Totals, index: int, splits: Floats
) -> bool:
    """Splits and surrenders pairs where that is better than playing their total; whether any
    was."""
    follow, _ = _followed(start, one, found, index)
    doubled = may_double(parameters) & _at(found.doubles[index])
    strategy = strategy_of(found, parameters)
    for first in first_hands(start):
        if first.low != first.high:
            continue
        place = first.low - 1
        gain = one.double[first.hand] if doubled[first.hand] else follow[first.hand]
        if parameters.surrender != NO_SURRENDER:
            given_up = 1 + surrendered(parameters, first.blackjack)
            found.pair_surrenders[index, place] = given_up > gain
            gain = max(gain, given_up)
        worth = splits[place] - first.chance * first.blackjack
        if worth > first.chance * (gain - 1):
            worth -= float(bust_penalty(parameters, start, strategy, index, place))
            found.splits[index, place] = worth > first.chance * (gain - 1)
            found.pair_surrenders[index, place] &= not found.splits[index, place]
    return bool(found.splits[index].any() or found.pair_surrenders[index].any())
