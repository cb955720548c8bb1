"""Blackjack switch without approximation, by the analysis that blackjack uses.

A hand is played by its own cards, the dealer's first card and the two cards that the other hand
began with; what the other hand draws is ignored, and so has no bearing on the worth of this one:
it may as well be dealt later. So a hand is worth what it is worth at blackjack with two more cards
gone from the shoe. Those two are one of 55 pairs of values: 55 analyses give every hand's worth,
and the sum over both hands says whether to switch. Split hands are played as hands that were not
split.

Four cards make three pairs of hands, equally likely to be dealt; a switch leads to one of the
others, each as often. Decisions are found in floating point, as at blackjack: where two ways are
apart by less than its ERROR, either may be taken. The worth of what is decided is a fraction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.blackjack_switch.hands import (
    FIRST_UP,
    SECOND_UP,
    SOFT_17_DRAWS,
    SWITCHES,
    match_row,
)
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints
from pitboss.studies.families.twenty_one.exact.dealer import Floats
from pitboss.studies.families.twenty_one.exact.shoes import (
    one_card_starts,
    shoe_of,
    two_card_starts,
    without,
)
from pitboss.studies.families.twenty_one.exact.solve import (
    bust_penalty,
    first_chance,
    first_hands,
    payments,
    play_best,
    starts_of,
)
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    nothing,
    start_row,
    starts_number,
    two_card_hands,
)
from pitboss.studies.families.twenty_one.table_rules import (
    HOLE_CARDS,
    LATE_SURRENDER,
    NO_SURRENDER,
    TableRules,
)

# How a hand came to be played: as dealt, after the switch, or given up.
KEPT, SWITCHED, GIVEN_UP = range(3)
# What is played is counted in shares of what is dealt: enough that six ways to deal and switch four
# cards, up to three of them alike, and two equal hands all have whole numbers.
SHARES = 24

RANKS = 13
ACE_TEN = (1, VALUES)

Part = Callable[[float], None]
Choices = npt.NDArray[np.uint8]


def table_rules(rules: SwitchRules) -> TableRules:
    """The rules of a hand. A surrender is decided on with all four cards."""
    return TableRules(
        decks=rules.decks,
        hole_card=HOLE_CARDS.index(rules.hole_card),
        soft_17_draws=SOFT_17_DRAWS,
        push_total=rules.push_total,
        win=rules.win.fraction,
        blackjack=rules.blackjack.fraction,
        insurance=rules.insurance.fraction,
        surrender=LATE_SURRENDER if rules.surrender else NO_SURRENDER,
        surrender_keeps=1 - Fraction(rules.surrender_charge.percent, 100),
        hands_max=rules.hands_max,
        aces_hands_max=rules.aces_hands_max,
        switched_blackjack=rules.switched_blackjack,
    )


@cache
def places() -> dict[tuple[int, int], int]:
    """The place of two cards, lower first, among the 55."""
    return {(low, high): place for place, (_, low, high) in enumerate(two_card_hands())}


def place_of(first: int, second: int) -> int:
    return places()[min(first, second), max(first, second)]


@cache
def place_table() -> Ints:
    """Return the places by values less one, first and second."""
    values = range(1, VALUES + 1)
    return np.array([[place_of(first, second) for second in values] for first in values])


class Worth(NamedTuple):
    """By the other hand's two cards, the dealer's first card and a hand's own two: what it wins
    on average, with a chance of `alone` that the dealer has no blackjack; and how often these
    cards are `dealt`. `stood`: what an ace and a ten win that are no blackjack. Where the dealer
    looks, what is lost to a blackjack is no part of it. All are 0 where the cards cannot be
    dealt."""

    played: Floats
    alone: Floats
    dealt: Floats
    stood: Floats

    def given_up(self, rules: TableRules) -> Floats:
        """What a hand wins that is surrendered: a part is lost, all of it to a blackjack."""
        kept = self.alone * float(rules.surrender_keeps)
        return kept - (self.alone if rules.dealer_looks else self.alone > 0)

    def switched(self, rules: TableRules) -> Floats:
        """What a hand wins that came about by the switch."""
        if rules.switched_blackjack:
            return self.played
        found = self.played.copy()
        found[:, :, place_of(*ACE_TEN)] = self.stood
        return found


def best_choices(rules: TableRules, worth: Worth) -> Choices:
    """What is done with four cards, as bits (hands.py), by the dealer's card and the values less
    one of each hand's first card and second: whatever wins most."""
    given_up = worth.given_up(rules)
    gives_up = (given_up > worth.played) & rules.surrenders_first
    kept = np.where(gives_up, given_up, worth.played)
    return choices_by(kept, worth.switched(rules), gives_up)


def choices_by(kept: Floats, switched: Floats, gives_up: npt.NDArray[np.bool_]) -> Choices:
    """The choices where hands are rated as such, [other, shown, own], as dealt and after a switch;
    and which of those that are kept are given up."""
    starts = np.arange(kept.shape[1])
    shown, one, two, three, four = np.ix_(starts, *[np.arange(VALUES)] * 4)
    place = place_table()
    a, b, c, d = place[one, two], place[three, four], place[one, four], place[three, two]
    keep = kept[b, shown, a] + kept[a, shown, b]
    change = switched[d, shown, c] + switched[c, shown, d]
    first, second = gives_up[b, shown, a], gives_up[a, shown, b]
    found = np.where(change > keep, SWITCHES, FIRST_UP * first + SECOND_UP * second)
    return found.astype(np.uint8)


Hands = tuple[tuple[int, int], tuple[int, int]]


class Decision(NamedTuple):
    """Whether to switch; the two hands then, each first card first, and how they are played."""

    switch: bool
    hands: Hands
    how: tuple[int, int]


def decide(choices: Choices, shown: int, dealt: Hands) -> Decision:
    """For two hands as they are dealt, each first card first; `shown` is a column."""
    (one, two), (three, four) = dealt
    bits = int(choices[shown, one - 1, two - 1, three - 1, four - 1])
    if bits & SWITCHES:
        return Decision(True, ((one, four), (three, two)), (SWITCHED, SWITCHED))
    up = [GIVEN_UP if bits & bit else KEPT for bit in (FIRST_UP, SECOND_UP)]
    return Decision(False, dealt, (up[0], up[1]))


class Solution(NamedTuple):
    """A way to play: strategies by the other hand's two cards (none where these cannot be dealt),
    and what is done with four cards."""

    rules: TableRules
    shoe: Ints
    strategies: list[Strategy | None]
    choices: Choices

    def decide(self, shown: int, dealt: Hands) -> Decision:
        """With a card of this value shown."""
        return decide(self.choices, shown - 1, dealt)

    def strategy(self, other: tuple[int, int]) -> Strategy:
        """Return the strategy of a hand beside which the other one began with these cards."""
        found = self.strategies[place_of(*other)]
        assert found is not None
        return found


class Best(NamedTuple):
    """The best way to play, and what every hand is worth by it."""

    solution: Solution
    worth: Worth


def solve(rules: TableRules, shoe: Ints | None = None, tell: Part = lambda part: None) -> Best:
    """The best strategy off the top of the shoe. `tell` hears how much is done."""
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    size, starts = len(places()), starts_number(rules)
    played, alone, dealt = np.zeros((3, size, starts, size))
    worth = Worth(played, alone, dealt, np.zeros((size, starts)))
    strategies: list[Strategy | None] = []
    for low, high in places():
        left = without(shoe, low, high)
        possible = bool((left >= 0).all())
        strategies.append(_play(rules, left, len(strategies), worth) if possible else None)
        worth.dealt[len(strategies) - 1] *= float(two_chance(shoe, low, high))
        tell(len(strategies) / size)
    return Best(Solution(rules, shoe, strategies, best_choices(rules, worth)), worth)


def _play(rules: TableRules, left: Ints, other: int, worth: Worth) -> Strategy:
    """The best strategy where the other hand's cards are gone; notes what hands are worth."""
    strategy, paid = nothing(rules), payments(rules)
    for start in starts_of(rules, left):
        index = start_row(start.cards)
        if start.is_blackjack:
            continue
        found, splits = play_best(rules, start, strategy, index, paid)
        best = found.best
        for first in first_hands(start):
            place = place_of(first.low, first.high)
            alone = 1 - first.blackjack
            lost = alone if rules.dealer_looks else 1.0
            value = float(best[first.hand]) - lost
            if first.is_blackjack:
                worth.stood[other, index] = float(found.stand[first.hand]) - lost
                value = float(rules.blackjack) * alone
            split = splits[first.low - 1] / first.chance - (lost - alone)
            if first.low == first.high and split > value:
                penalty = bust_penalty(rules, start, strategy, index, first.low - 1)
                split -= float(penalty) / first.chance
                strategy.splits[index, first.low - 1] = split > value
                value = max(split, value)
            worth.dealt[other, index, place] = float(start.chance) * first.chance
            worth.alone[other, index, place] = alone
            worth.played[other, index, place] = value
    return strategy


class Dealt(NamedTuple):
    """Every way in which four cards, in any order, make two hands (`dealt_as`), one after the
    other: how many cards of each value they need, the columns of the cards (each hand's first card
    and second), and the shares of the hands as dealt and as switched."""

    needs: Ints
    columns: Ints
    shares: Ints


@cache
def every_dealt() -> Dealt:
    needs, columns, shares = [], [], []
    for cards in combinations_with_replacement(range(1, VALUES + 1), 4):
        for (one, two), of_each in dealt_as(cards):
            needs.append([cards.count(value) for value in range(1, VALUES + 1)])
            columns.append([value - 1 for value in (*one, *two)])
            shares.append(of_each)
    return Dealt(np.array(needs), np.array(columns), np.array(shares))


def times_of(shoe: Ints, choices: Choices) -> Ints:
    """[how, how the other, other, shown, own]: how often hands are played, in SHARES of how often
    their cards are dealt."""
    size, dealt, place = len(places()), every_dealt(), place_table()
    times = np.zeros((3, 3, size, len(choices), size), dtype=np.int64)
    starts = one_card_starts(shoe) if len(choices) == VALUES else two_card_starts(shoe)
    for start in starts:
        shown = start_row(start.cards)
        possible = (dealt.needs <= start.shoe).all(axis=1)
        one, two, three, four = dealt.columns[possible].T
        bits = choices[shown, one, two, three, four]
        switch = (bits & SWITCHES) > 0
        first = place[one, np.where(switch, four, two)]
        second = place[three, np.where(switch, two, four)]
        how = [
            np.where(switch, SWITCHED, np.where(bits & up, GIVEN_UP, KEPT))
            for up in (FIRST_UP, SECOND_UP)
        ]
        shares = dealt.shares[possible][np.arange(len(switch)), switch.astype(np.int64)]
        played: list[Any] = [
            (how[0], how[1], second, shown, first),
            (how[1], how[0], first, shown, second),
        ]
        for hands in played:
            np.add.at(times, hands, shares)
    return times


def orders_of(shoe: Ints, beside: Ints) -> tuple[Ints, Ints]:
    """[other, beside, own]: in how many orders two hands are dealt `beside` so many cards of each
    value, which have one order; and how many cards of each value all these are."""
    hands = np.array([np.bincount((low - 1, high - 1), minlength=VALUES) for low, high in places()])
    orders = np.where((hands == 2).any(axis=1), 1, 2)
    dealt = hands[:, None, None] + beside[:, None] + hands[None, None]
    falling = np.ones((VALUES, 7), dtype=np.int64)
    falling[:, 1:] = np.cumprod(np.maximum(shoe[:, None] - np.arange(6), 0), axis=1)
    ways = falling[np.arange(VALUES), dealt].prod(axis=-1) * orders[:, None, None] * orders
    return ways, dealt


def dealt_ways(shoe: Ints, *, blackjack: bool) -> Ints:
    """[other, shown, own]: in how many orders of six cards they are dealt, the hole card being any
    that makes a blackjack of the dealer's or that does not."""
    ways, dealt = orders_of(shoe, np.eye(VALUES, dtype=np.int64))
    makes = np.zeros((VALUES, VALUES), dtype=np.int64)
    makes[0, -1] = makes[-1, 0] = 1
    left = (makes * (shoe - dealt.transpose(0, 2, 1, 3))).sum(axis=-1).transpose(0, 2, 1)
    found: Ints = ways * (left if blackjack else int(shoe.sum()) - 5 - left)
    return found


@cache
def dealt_as(cards: tuple[int, int, int, int]) -> list[tuple[Hands, tuple[int, int]]]:
    """The six ways in which four cards make two hands to keep and two others by a switch; and
    the shares of each for the hands as dealt and as switched. Two hands of the same values can
    come about by several pairings: what is played has its share in all of them. Two equal hands
    are counted twice, once for each, and so have half as much."""
    a, b, c, d = cards
    pairs = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    names = [frozenset((place_of(*one), place_of(*two))) for one, two in pairs]
    whole = [SHARES // 2 // names.count(name) // (2 if len(name) == 1 else 1) for name in names]
    # The first card of each hand, its second, the other's first and second.
    orders = [((a, b), (c, d), 0, 2), ((a, b), (d, c), 0, 1), ((a, c), (b, d), 1, 2),
              ((a, c), (d, b), 1, 0), ((a, d), (b, c), 2, 1), ((a, d), (c, b), 2, 0)]  # fmt: skip
    return [((one, two), (whole[kept], whole[other])) for one, two, kept, other in orders]


# -- what it is worth ------------------------------------------------------------------------


def estimate(best: Best) -> float:
    """What a hand of the two wins on average, in floating point: at once, and within blackjack's
    ERROR."""
    (rules, shoe, _, choices), worth = best
    kept, switched, given_up = times_of(shoe, choices).sum(axis=1) * worth.dealt / SHARES
    won = kept * worth.played + switched * worth.switched(rules) + given_up * worth.given_up(rules)
    found = float(won.sum())
    return found + float(dealers_blackjack(shoe)[0]) if rules.dealer_looks else found


def two_chance(shoe: Ints, low: int, high: int) -> Fraction:
    """Return the chance of two cards, in either order."""
    here, there = int(shoe[low - 1]), int(shoe[high - 1])
    ways = comb(here, 2) if low == high else here * there
    return Fraction(ways, comb(int(shoe.sum()), 2))


def dealers_blackjack(shoe: Ints) -> tuple[Fraction, Fraction]:
    """Where the dealer looks, every hand as dealt loses to it, but for a blackjack: nothing was
    switched."""
    lost = both = Fraction(0)
    for start in one_card_starts(shoe):
        for _, low, high in two_card_hands():
            chance = first_chance(start, low, high)
            if not chance:
                continue
            chance *= start.chance * start.blackjack_chance(low, high)
            both += chance
            lost += chance * ((low, high) != ACE_TEN)
    return -lost, both


# -- the wagers beside it --------------------------------------------------------------------


def match_wager(decks: int) -> dict[int, Fraction]:
    """2A.6: the chances of the rows of the match wager's table; -1 (hands.NO_ROW) for a loss."""
    alike = 4 * decks
    found: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(RANKS), 4):
        ways = prod(comb(alike, ranks.count(rank)) for rank in set(ranks))
        row = int(match_row(*(rank << 2 for rank in ranks)))
        found[row] = found.get(row, 0) + ways
    total = comb(RANKS * alike, 4)
    return {row: Fraction(ways, total) for row, ways in sorted(found.items())}
