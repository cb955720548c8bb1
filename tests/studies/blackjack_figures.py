"""Single figures of blackjack, for those who check them: under any rules, New Jersey's or not.

`TableRules` are the rules (`table_rules(rules)` for those of a table); cards are values, 1 for an
ace and 10 for all tens. All figures are exact fractions, off the top of a full shoe, but for what
is said to be known. For example, what A-7 is worth against a 9 with six decks, and how the dealer
ends with a 6:

    hand_values(TableRules(decks=6), (1, 7), 9)
    dealer_results(TableRules(decks=6), shown=6)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

import numpy as np

from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.exact.by_value import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LEAST, TOTALS, program
from pitboss.studies.families.twenty_one.exact.paths import DOUBLE, DOUBLED, DRAW, STAND
from pitboss.studies.families.twenty_one.exact.shoes import (
    Start,
    chance_of,
    one_card_starts,
    shoe_of,
)
from pitboss.studies.families.twenty_one.exact.solve import (
    double_penalty,
    evaluate,
    exact_gain,
    first_chance,
    payments,
    program_of,
    solve,
    split_parts,
    surrendered,
)
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row
from pitboss.studies.families.twenty_one.exact.totals import best_totals, strategy_of
from pitboss.studies.families.twenty_one.table_rules import TableRules

OVER, BLACKJACK = "over 21", "blackjack"


def shoe_without(decks: int, gone: Iterable[int]) -> Ints:
    """A full shoe without cards of these values."""
    shoe = shoe_of(decks)
    for value in gone:
        if not 1 <= value <= VALUES or not shoe[value - 1]:
            raise BadInput(f"no card of value {value} is left in {decks} decks")
        shoe[value - 1] -= 1
    return shoe


def house_edge(rules: TableRules, *, by_totals: bool = False) -> Fraction:
    """Per unit of the initial wager, for the best play by one's own cards or by totals."""
    return -evaluate(rules, best_strategy(rules, by_totals=by_totals))


@lru_cache(maxsize=16)
def best_strategy(rules: TableRules, *, by_totals: bool = False) -> Strategy:
    """The best play by one's own cards, or by totals."""
    if by_totals:
        return strategy_of(best_totals(rules), rules)
    return solve(rules).strategy


# -- the dealer ------------------------------------------------------------------------------


def dealer_results(
    rules: TableRules, *, shown: int | None = None, gone: Iterable[int] = (), looked: bool = False
) -> dict[str, Fraction]:
    """How often the dealer ends with 17 to 21, over 21 and with a blackjack: with the card that
    is shown, or whatever it is; where the cards `gone` are known to be out; `looked`: where it
    is known that there is no blackjack."""
    found = {str(LEAST + column): Fraction(0) for column in range(TOTALS)}
    found |= {OVER: Fraction(0), BLACKJACK: Fraction(0)}
    starts = one_card_starts(shoe_without(rules.decks, gone))
    if shown is not None:
        starts = [start._replace(chance=Fraction(1)) for start in starts if start.cards == (shown,)]
        if not starts:
            raise BadInput(f"the dealer cannot show {shown}")
    for start in starts:
        for name, chance in _results(start, rules.soft_17_draws).items():
            found[name] += start.chance * chance
    if looked:
        none = 1 - found.pop(BLACKJACK)
        found = {name: chance / none for name, chance in found.items()}
    return found


def _results(start: Start, soft_17_draws: bool) -> dict[str, Fraction]:
    one = program(start.cards, soft_17_draws)
    shoe, left = start.shoe.tolist(), int(start.shoe.sum())
    found: dict[str, Fraction] = {BLACKJACK: start.blackjack_chance()}
    for node in np.flatnonzero(one.column >= 0).tolist():
        drawn = one.counts[node].tolist()
        ways = prod(perm(number, count) for number, count in zip(shoe, drawn, strict=True))
        chance = Fraction(int(one.orders[node]) * ways, perm(left, sum(drawn)))
        name = str(LEAST + int(one.column[node]))
        found[name] = found.get(name, Fraction(0)) + chance
    found[OVER] = 1 - sum(found.values(), Fraction(0))
    return found


# -- a hand ----------------------------------------------------------------------------------


class HandValues(NamedTuple):
    """What each action wins or loses on average, in initial wagers; None where it is not
    permitted. What follows is played in the best way by one's own cards."""

    stand: Fraction
    draw: Fraction
    double: Fraction | None
    split: Fraction | None
    surrender: Fraction | None

    @property
    def best(self) -> str:
        offers = {name: value for name, value in self._asdict().items() if value is not None}
        return max(offers, key=lambda name: offers[name])


def hand_values(
    rules: TableRules, hand: Iterable[int], shown: int, *, looked: bool | None = None
) -> HandValues:
    """A hand below 21 against the card that the dealer shows. `looked`: where it is known that
    the dealer has no blackjack, as it is if the dealer looks (the default then); otherwise a
    blackjack's cost is counted in."""
    if rules.face_up:
        raise BadInput("the dealer shows both cards under these rules")
    cards = tuple(sorted(hand))
    start, place = _dealt(rules, cards, shown)
    looked = rules.dealer_looks if looked is None else looked
    strategy, index = best_strategy(rules), start_row(start.cards)
    chance = chance_of(start.shoe, *cards)
    blackjack = start.blackjack_chance(*cards)

    def given(value: Fraction) -> Fraction:
        return (value + blackjack) / (1 - blackjack) if looked else value

    def played(action: int) -> Fraction:
        paid = payments(rules)
        return exact_gain(start, strategy, index, place, action, rules, paid) / chance - 1

    double = split = surrender = None
    if len(cards) == 2:
        low, high = cards
        if rules.may_double(int(compositions().total[place])):
            lost = double_penalty(rules, start, low, high) / first_chance(start, low, high)
            double = given(played(DOUBLE) - lost)
        if low == high and rules.hands_max >= 2:
            split = given(split_value(rules, start, strategy, low))
        if rules.surrenders_first:
            surrender = given(surrendered(rules, blackjack))
    return HandValues(given(played(STAND)), given(played(DRAW)), double, split, surrender)


def _dealt(rules: TableRules, cards: tuple[int, ...], shown: int) -> tuple[Start, int]:
    """The dealer's start and the place of the hand."""
    shoe_without(rules.decks, (shown, *cards))
    if len(cards) < 2 or sum(cards) + 10 * (1 in cards and sum(cards) <= 11) >= 21:
        raise BadInput("a hand has two cards or more and a total below 21")
    (start,) = (each for each in one_card_starts(shoe_of(rules.decks)) if each.cards == (shown,))
    return start, compositions().row_of(*cards)


def split_value(rules: TableRules, start: Start, strategy: Strategy, value: int) -> Fraction:
    """What splitting a pair of the value wins or loses against one start of the dealer's, from
    any shoe; split hands follow the strategy."""
    paid = payments(rules)
    often = [int(kind == value - 1) for kind in range(VALUES)]
    parts = split_parts(rules, start, strategy, start_row(start.cards), often)
    times = parts.times.copy()
    times[DOUBLED] *= paid.unit
    (gained,) = sum_exactly(
        program_of(rules, start),
        start.shoe,
        parts.rows,
        [Sum(times, paid.once, paid.twice)],
        start.makes,
    )
    pair = first_chance(start, value, value)
    return (parts.known + gained / paid.unit) / pair - start.blackjack_chance(value, value)


# -- insurance, and cards that are gone ------------------------------------------------------


def insurance_value(rules: TableRules, hand: Iterable[int] = ()) -> Fraction:
    """What insurance wins or loses, per unit of the insurance wager, if the dealer's ace and
    these cards are seen."""
    shoe = shoe_without(rules.decks, (1, *hand))
    ten = Fraction(int(shoe[VALUES - 1]), int(shoe.sum()))
    return ten * rules.insurance - (1 - ten)


def effects_of_removal(
    rules: TableRules, *, by_totals: bool = False, replay: bool = False
) -> dict[int, Fraction]:
    """What taking one card of each value out of the full shoe does to the worth of a round:
    played as off the top of the full shoe, or (`replay`) in the best way for what is left."""
    strategy = best_strategy(rules, by_totals=by_totals)
    before = evaluate(rules, strategy)
    found = {}
    for value in range(1, VALUES + 1):
        shoe = shoe_without(rules.decks, (value,))
        if replay and by_totals:
            strategy = strategy_of(best_totals(rules, shoe), rules)
        elif replay:
            strategy = solve(rules, shoe).strategy
        found[value] = evaluate(rules, strategy, shoe) - before
    return found
