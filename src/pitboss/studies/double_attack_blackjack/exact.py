"""Double attack blackjack without approximation, by the analysis that blackjack uses.

What is different: 48-card decks; a hand may be doubled with any number of cards; half of what is
on a hand may be kept by surrendering it at any time, also after doubling; everything scales with
initial and double attack wager together, so the double attack is made in full where the round is
worth something to the player and not at all where it is not. Split hands are played as hands that
were not split."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import point_count, two_cards
from pitboss.games.double_attack_blackjack.hands import NO_ROW, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.exact.best import best_of_hands
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import Floats, program, stands
from pitboss.studies.families.twenty_one.exact.parameters import (
    CARD_READER,
    HOLE_CARDS,
    Parameters,
)
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED
from pitboss.studies.families.twenty_one.exact.residues import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.rows import dealer_chances, every_hand
from pitboss.studies.families.twenty_one.exact.shoes import Start, one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    Payments,
    choose_first,
    parts_of,
    payments,
    split_worth,
)
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing, start_row

# Decks of 48 cards: jack, queen and king alone count ten.
PICTURES, TEN_RANK = 12, 8


class Terms(NamedTuple):
    """The rules in blackjack's terms, and what is this game's own: `kept` is the part of what is
    on a hand that a surrender keeps."""

    parameters: Parameters
    kept: Fraction
    double_on_two_cards: bool


class Against(NamedTuple):
    """The best play against one first card of the dealer's. `gives_up` are hands that are
    surrendered rather than stood on; `value` is the exact worth of a unit wagered."""

    start: Start
    value: Fraction
    gives_up: Any
    attack: bool


class Solution(NamedTuple):
    strategy: Strategy
    against: list[Against]

    @property
    def value(self) -> Fraction:
        """Per unit of the initial wager, with double attack wagers where they are worth it."""
        return sum(
            (each.start.chance * each.value * (2 if each.attack else 1) for each in self.against),
            Fraction(0),
        )


def terms_of(rules: DoubleAttackRules) -> Terms:
    """The rules of a table at which the dealer looks for a blackjack."""
    if rules.hole_card != HOLE_CARDS[CARD_READER]:
        raise BadInput("double attack blackjack is analysed with a card reader only")
    parameters = Parameters(
        decks=rules.decks, hole_card=CARD_READER,
        win_numerator=rules.win.numerator, win_denominator=rules.win.denominator,
        blackjack_numerator=rules.blackjack.numerator,
        blackjack_denominator=rules.blackjack.denominator,
        hands_max=rules.hands_max, aces_hands_max=2,
    )  # fmt: skip
    kept = 1 - Fraction(rules.surrender_charge.percent, 100)
    return Terms(parameters, kept, rules.double_on_two_cards)


@lru_cache(maxsize=16)
def solve(terms: Terms) -> Solution:
    """The best strategy, off the top of a full shoe, and its exact worth."""
    return solve_shoe(terms, shoe_of(terms.parameters.decks, tens=PICTURES))


def solve_shoe(terms: Terms, shoe: Ints) -> Solution:
    """The same off the top of any shoe."""
    parameters, kept = terms.parameters, terms.kept
    table = compositions()
    doubles = (table.cards >= 2) & (table.total < TOTAL_MAX)
    if terms.double_on_two_cards:
        doubles &= table.cards == 2
    strategy = nothing(parameters)
    paid = payments(parameters)
    found = []
    for start in one_card_starts(shoe):
        index = start_row(start.cards)
        gives_up, gains = _play(parameters, start, strategy, index, paid, doubles, kept)
        pays = with_surrender(paid, gives_up, kept)
        splits = split_worth(parameters, start, pays, *strategy.split_actions(index, parameters))
        choose_first(parameters, start, strategy, index, gains, splits)
        value = _worth(parameters, start, strategy, index, pays)
        found.append(Against(start, value, gives_up, value > 0))
    return Solution(strategy, found)


def _play(
    parameters: Parameters, start: Start, strategy: Strategy, index: int, paid: Payments,
    doubles: Any, kept: Fraction,
) -> tuple[Any, Floats]:  # fmt: skip
    """Notes in the strategy what is best with every hand; which hands are given up, and what
    the best action gains."""
    table = compositions()
    size = len(table.hard)
    listed, place = every_hand()
    out = dealer_chances(program(start.cards, False), start.shoe, listed)
    kernel: Any = jit(best_of_hands)
    found = []
    for part in (float(kept), 0.0):
        stand, draw, double = np.zeros(size), np.zeros(size), np.full(size, -np.inf)
        kernel(start.shoe, table.counts, table.child, table.cards, table.total, table.by_cards,
               place, out, paid.once / paid.unit, paid.twice / paid.unit, doubles, start.makes, 1,
               part, stand, draw, double)  # fmt: skip
        found.append((stand, draw, double))
    (stand, draw, double), (plain, _, _) = found
    draw[table.total == TOTAL_MAX] = -np.inf
    strategy.draws[index] = draw > stand
    best = np.maximum(stand, draw)
    strategy.doubles[index] = double > best
    return stand > plain, np.maximum(best, double)


def with_surrender(paid: Payments, gives_up: Any, kept: Fraction) -> Payments:
    """Hands that are given up keep a part, whatever the dealer has."""
    times = kept.denominator
    once, twice = times * paid.once, times * paid.twice
    once[gives_up] = kept.numerator * paid.unit
    twice[gives_up] = 2 * kept.numerator * paid.unit
    return Payments(once, twice, times * paid.unit)


def bust_it(decks: int) -> dict[int, Fraction]:
    """26.6: the chances of the rows of the bust it table; NO_ROW for a loss."""
    cards = [card for card in range(52) if card >> 2 != TEN_RANK]
    found: dict[int, int] = {}
    for first in cards:
        for second in cards:
            pair = decks * (decks - (first == second))
            draws = not stands(point_count(two_cards(first, second)), False, False)
            for third in cards:
                ways = pair * (decks - (third == first) - (third == second))
                row = bust_it_row(first, second, third) if draws else NO_ROW
                found[row] = found.get(row, 0) + ways
    total = perm(len(cards) * decks, 3)
    return {row: Fraction(ways, total) for row, ways in sorted(found.items())}


def _worth(
    parameters: Parameters, start: Start, strategy: Strategy, index: int, paid: Payments
) -> Fraction:
    parts = parts_of(parameters, start, strategy, index)
    times: Ints = parts.times.copy()
    times[DOUBLED] *= paid.unit
    (gained,) = sum_exactly(
        program(start.cards, False), start.shoe, parts.rows, parts.gone,
        [Sum(times, paid.once, paid.twice)], start.makes,
    )  # fmt: skip
    return parts.known + gained / paid.unit
