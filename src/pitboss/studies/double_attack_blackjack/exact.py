"""Double attack blackjack without approximation, by the analysis that blackjack uses.

What is different: 48-card decks; a hand may be doubled with any number of cards; half of what is
on a hand may be kept by surrendering it at any time, also after doubling; everything scales with
initial and double attack wager together, so the double attack is made in full where the round is
worth something to the player and not at all where it is not. Split hands are played as hands that
were not split."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import DECK
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.families.twenty_one.no_tens import TEN_RANK
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.exact.best import hands_against
from pitboss.studies.families.twenty_one.exact.by_value import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.compositions import (
    TOTAL_MAX,
    VALUES,
    Ints,
    compositions,
)
from pitboss.studies.families.twenty_one.exact.dealer import Floats
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, Payments
from pitboss.studies.families.twenty_one.exact.shoes import Start, one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    choose_first,
    parts_of,
    payments,
    program_of,
    split_worth,
)
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    may_double,
    nothing,
    start_row,
)
from pitboss.studies.families.twenty_one.side_wagers import Rows, rows_of_deals
from pitboss.studies.families.twenty_one.table_rules import (
    DOUBLE_SURRENDERS,
    HOLE_CARDS,
    SURRENDER_ANY_TIME,
    TableRules,
)

# Decks of 48 cards: jack, queen and king alone count ten.
PICTURES = 12
CARDS = [card for card in DECK if card >> 2 != TEN_RANK]


class Against(NamedTuple):
    """The best play against one first card of the dealer's, or against both cards. `gives_up`
    are hands that are surrendered rather than stood on; `value` is the exact worth of a unit
    wagered."""

    start: Start
    value: Fraction
    gives_up: Any
    attack: bool


class Solution(NamedTuple):
    strategy: Strategy
    against: list[Against]

    @property
    def played(self) -> Strategy:
        """The strategy as it is played: with hands that are given up where they would be stood
        on, and the double attack wagers."""
        strategy, table = self.strategy, compositions()
        surrenders, rescues = np.zeros_like(strategy.draws), np.zeros_like(strategy.draws)
        for each in self.against:
            row = start_row(each.start.cards)
            rescues[row] = each.gives_up
            surrenders[row] = each.gives_up & ~strategy.draws[row] & ~strategy.doubles[row]
        for value in range(1, VALUES + 1):
            surrenders[:, table.row_of(value, value)] &= ~strategy.splits[:, value - 1]
        attacks = frozenset(each.start.cards[0] for each in self.against if each.attack)
        return msgspec.structs.replace(
            strategy, surrenders=surrenders, rescues=rescues, attacks=attacks
        )

    @property
    def value(self) -> Fraction:
        """Per unit of the initial wager, with double attack wagers where they are worth it."""
        return sum(
            (each.start.chance * each.value * (2 if each.attack else 1) for each in self.against),
            Fraction(0),
        )


def table_rules(rules: DoubleAttackRules) -> TableRules:
    return TableRules(
        decks=rules.decks,
        without=(TEN_RANK,),
        up_first=True,
        hole_card=HOLE_CARDS.index(rules.hole_card),
        soft_17_draws=SOFT_17_DRAWS,
        win=rules.win.fraction,
        blackjack=rules.blackjack.fraction,
        insurance=rules.insurance.fraction,
        surrender=SURRENDER_ANY_TIME,
        surrender_keeps=1 - Fraction(rules.surrender_charge.percent, 100),
        hands_max=rules.hands_max,
        aces_hands_max=2,
        doubles_later=not rules.double_on_two_cards,
        after_double=DOUBLE_SURRENDERS,
    )


@lru_cache(maxsize=16)
def solve(rules: TableRules) -> Solution:
    """The best strategy, off the top of a full shoe, and its exact worth, at a table at which the
    dealer looks for a blackjack."""
    if not rules.dealer_looks:
        raise BadInput("double attack blackjack is analysed with a card reader only")
    return solve_shoe(rules, shoe_of(rules.decks, tens=PICTURES))


def solve_shoe(rules: TableRules, shoe: Ints) -> Solution:
    """Return the best strategy off the top of any shoe, and what it is worth."""
    strategy = nothing(rules)
    return Solution(strategy, [against(rules, start, strategy) for start in one_card_starts(shoe)])


def against(rules: TableRules, start: Start, strategy: Strategy) -> Against:
    """The best play against what is seen of the dealer's cards, noted in the strategy."""
    index, paid = start_row(start.cards), payments(rules)
    gives_up, gains = _play(rules, start, strategy, index, paid)
    pays = with_surrender(paid, gives_up, rules.surrender_keeps)
    splits = split_worth(rules, start, pays, *strategy.split_actions(index, rules))
    choose_first(rules, start, strategy, index, gains, splits)
    value = _worth(rules, start, strategy, index, pays)
    return Against(start, value, gives_up, value > 0)


def _play(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> tuple[Any, Floats]:
    """Notes in the strategy what is best with every hand; which hands are given up, and what
    the best action gains."""
    table = compositions()
    dealer = hands_against(program_of(rules, start), start)
    wagers = paid.once / paid.unit, paid.twice / paid.unit
    doubles, kept = may_double(rules), float(rules.surrender_keeps)
    stand, draw, double = dealer.gains(wagers, doubles, looks=True, kept=kept)
    plain = dealer.gains(wagers, doubles, looks=True).stand
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


def bust_it(decks: int) -> Rows:
    """26.6: the chances of the rows of the bust it table; NO_ROW for a loss."""

    def row_of(first: int, second: int, third: int) -> int:
        draws = dealer_draws(two_cards(first, second), SOFT_17_DRAWS)
        return bust_it_row(first, second, third) if draws else NO_ROW

    return rows_of_deals(decks, CARDS, 3, row_of)


def _worth(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> Fraction:
    parts = parts_of(rules, start, strategy, index)
    times: Ints = parts.times.copy()
    times[DOUBLED] *= paid.unit
    (gained,) = sum_exactly(
        program_of(rules, start),
        start.shoe,
        parts.rows,
        [Sum(times, paid.once, paid.twice)],
        start.makes,
    )
    return parts.known + gained / paid.unit
