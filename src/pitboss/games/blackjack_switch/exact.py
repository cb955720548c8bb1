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

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.games.blackjack_switch.hands import match_row
from pitboss.games.twenty_one.analysis.compositions import VALUES, Ints, compositions
from pitboss.games.twenty_one.analysis.dealer import Floats
from pitboss.games.twenty_one.analysis.exact import (
    Parts,
    first_chance,
    first_hands,
    payments,
    play_best,
    program_of,
    split_parts,
    together,
)
from pitboss.games.twenty_one.analysis.parameters import CARD_READER, Parameters
from pitboss.games.twenty_one.analysis.paths import DOUBLED, STAND, WAYS
from pitboss.games.twenty_one.analysis.residues import Sum, sum_exactly
from pitboss.games.twenty_one.analysis.rows import rows_from
from pitboss.games.twenty_one.analysis.shoes import Start, one_card_starts, shoe_of, without
from pitboss.games.twenty_one.analysis.strategy import Strategy, nothing, start_row, two_card_hands

# How a hand came to be played: as dealt, after the switch, or given up.
KEPT, SWITCHED, GIVEN_UP = range(3)
# What is played is counted in shares of what is dealt: enough that six ways to deal and switch four
# cards, up to three of them alike, and two equal hands all have whole numbers.
SHARES = 24

HALF = Fraction(1, 2)
RANKS = 13

Part = Callable[[float], None]


class Game(NamedTuple):
    """The rules. In `parameters` the dealer looks for a blackjack."""

    parameters: Parameters
    switched_blackjack: bool = True
    surrender: bool = False


def game_of(
    decks: int, *, push_total: int = 22, hands_max: int = 2, aces_hands_max: int = 2,
    switched_blackjack: bool = True, surrender: bool = False,
) -> Game:  # fmt: skip
    parameters = Parameters(
        decks=decks, soft_17_draws=1, hole_card=CARD_READER, blackjack_numerator=1,
        blackjack_denominator=1, hands_max=hands_max, aces_hands_max=aces_hands_max,
        push_total=push_total,
    )  # fmt: skip
    return Game(parameters, switched_blackjack, surrender)


@cache
def places() -> dict[tuple[int, int], int]:
    """The place of two cards, lower first, among the 55."""
    return {(low, high): place for place, (_, low, high) in enumerate(two_card_hands())}


def place_of(first: int, second: int) -> int:
    return places()[min(first, second), max(first, second)]


class Worth(NamedTuple):
    """By the other hand's two cards, the dealer's first card and a hand's own two: what it wins
    on average, times the chance (`alone`) that the dealer has no blackjack; and how often these
    cards are `dealt`. `stood`: what an ace and a ten win that are no blackjack. All are 0 where
    the cards cannot be dealt."""

    played: Floats
    alone: Floats
    dealt: Floats
    stood: Floats

    def of(self, game: Game, how: int, other: int, shown: int, own: int) -> float:
        if how == GIVEN_UP:
            return -float(self.alone[other, shown, own]) / 2
        if how == SWITCHED and own == place_of(1, VALUES) and not game.switched_blackjack:
            return float(self.stood[other, shown])
        return float(self.played[other, shown, own])

    def kept(self, game: Game, other: int, shown: int, own: int) -> tuple[float, int]:
        """What a hand that is not switched wins, and whether it is better given up."""
        offers = [(self.of(game, KEPT, other, shown, own), KEPT)]
        if game.surrender:
            offers.append((self.of(game, GIVEN_UP, other, shown, own), GIVEN_UP))
        return max(offers, key=lambda offer: offer[0])


class Decision(NamedTuple):
    """Whether to switch, what that wins, and what else there was; how each hand is played."""

    switch: bool
    best: float
    other: float
    hands: tuple[tuple[int, int], ...]
    how: tuple[int, ...]


Hands = tuple[tuple[int, int], tuple[int, int]]


def decide(game: Game, worth: Worth, shown: int, dealt: Hands) -> Decision:
    """For two hands as they are dealt, each first card first; `shown` is a column."""
    (one, two), (three, four) = dealt
    switched = ((one, four), (three, two))
    a, b = (place_of(*hand) for hand in dealt)
    c, d = (place_of(*hand) for hand in switched)
    (first, first_how), (second, second_how) = (
        worth.kept(game, b, shown, a), worth.kept(game, a, shown, b),
    )  # fmt: skip
    keep = first + second
    change = worth.of(game, SWITCHED, d, shown, c) + worth.of(game, SWITCHED, c, shown, d)
    if change > keep:
        return Decision(True, change, keep, switched, (SWITCHED, SWITCHED))
    return Decision(False, keep, change, dealt, (first_how, second_how))


class Solution(NamedTuple):
    """`strategies` by the other hand's two cards (none where these cannot be dealt);
    times[how, other, shown, own] is how often such hands are played, in SHARES of how often they
    are dealt."""

    game: Game
    shoe: Ints
    strategies: list[Strategy | None]
    worth: Worth
    times: Ints

    def decide(self, shown: int, dealt: Hands) -> Decision:
        """With a card of this value shown."""
        return decide(self.game, self.worth, shown - 1, dealt)


def solve(game: Game, shoe: Ints | None = None, tell: Part = lambda part: None) -> Solution:
    """The best strategy off the top of the shoe. `tell` hears how much is done."""
    shoe = shoe_of(game.parameters.decks) if shoe is None else shoe
    size = len(places())
    played, alone, dealt = np.zeros((3, size, VALUES, size))
    worth = Worth(played, alone, dealt, np.zeros((size, VALUES)))
    strategies: list[Strategy | None] = []
    for low, high in places():
        left = without(shoe, low, high)
        possible = bool((left >= 0).all())
        strategies.append(_play(game, left, len(strategies), worth) if possible else None)
        worth.dealt[len(strategies) - 1] *= float(two_chance(shoe, low, high))
        tell(len(strategies) / size)
    return Solution(game, shoe, strategies, worth, times_of(game, shoe, worth))


def _play(game: Game, left: Ints, other: int, worth: Worth) -> Strategy:
    """The best strategy where the other hand's cards are gone; notes what hands are worth."""
    parameters = game.parameters
    strategy, paid = nothing(parameters), payments(parameters)
    for start in one_card_starts(left):
        index = start_row(start.cards)
        found, splits = play_best(parameters, start, strategy, index, paid)
        best = found.best
        for first in first_hands(start):
            place = place_of(first.low, first.high)
            alone = 1 - first.blackjack
            value = float(best[first.hand]) - alone
            if first.is_blackjack:
                worth.stood[other, index] = float(found.stand[first.hand]) - alone
                value = float(parameters.blackjack) * alone
            if first.low == first.high and splits[first.low - 1] / first.chance > value:
                strategy.splits[index, first.low - 1] = True
                value = splits[first.low - 1] / first.chance
            worth.dealt[other, index, place] = float(start.chance) * first.chance
            worth.alone[other, index, place] = alone
            worth.played[other, index, place] = value
    return strategy


def four_cards(shoe: Ints, shown: int) -> Iterator[tuple[int, int, int, int]]:
    """Four values that can be dealt beside the dealer's, in a column."""
    left = without(shoe, shown + 1)
    for cards in combinations_with_replacement(range(1, VALUES + 1), 4):
        if all(cards.count(value) <= left[value - 1] for value in cards):
            yield cards


def times_of(game: Game, shoe: Ints, worth: Worth) -> Ints:
    """How often hands are played, if what they are worth decides."""
    size = len(places())
    times = np.zeros((3, size, VALUES, size), dtype=np.int64)
    for shown in range(VALUES):
        for cards in four_cards(shoe, shown) if shoe[shown] else ():
            for dealt, shares in dealt_as(cards):
                found = decide(game, worth, shown, dealt)
                one, two = (place_of(*hand) for hand in found.hands)
                times[found.how[0], two, shown, one] += shares[found.switch]
                times[found.how[1], one, shown, two] += shares[found.switch]
    return times


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


class Result(NamedTuple):
    """Of one of the two hands, in its initial wager: what is won on average, and staked."""

    net: Fraction
    staked: Fraction


def evaluate(found: Solution, tell: Part = lambda part: None) -> Result:
    """What a hand of the two is worth under the strategy, exactly."""
    net, staked = dealers_blackjack(found.shoe)
    for other, strategy in enumerate(found.strategies):
        low, high = list(places())[other]
        tell(other / len(found.strategies))
        if strategy is None:
            continue
        left = without(found.shoe, low, high)
        chance = two_chance(found.shoe, low, high)
        for start in one_card_starts(left):
            index = start_row(start.cards)
            times = found.times[:, other, index]
            if times.any():
                won, laid = _against(found.game, start, strategy, index, times)
                net += chance * start.chance * won / SHARES
                staked += chance * start.chance * laid / SHARES
    return Result(net, staked)


def estimate(found: Solution) -> float:
    """What a hand of the two wins on average, in floating point: at once, and within blackjack's
    ERROR."""
    kept, switched, given_up = found.times * found.worth.dealt / SHARES
    won = (kept + switched) * found.worth.played - given_up * found.worth.alone / 2
    if not found.game.switched_blackjack:
        own = place_of(1, VALUES)
        won[:, :, own] = (kept * found.worth.played)[:, :, own]
        won[:, :, own] += switched[:, :, own] * found.worth.stood
    return float(won.sum()) + float(dealers_blackjack(found.shoe)[0])


def two_chance(shoe: Ints, low: int, high: int) -> Fraction:
    """Of two cards, in either order."""
    here, there = int(shoe[low - 1]), int(shoe[high - 1])
    ways = comb(here, 2) if low == high else here * there
    return Fraction(ways, comb(int(shoe.sum()), 2))


def dealers_blackjack(shoe: Ints) -> tuple[Fraction, Fraction]:
    """Every hand as dealt loses to it, but for a blackjack: nothing was switched."""
    lost = both = Fraction(0)
    for start in one_card_starts(shoe):
        for _, low, high in two_card_hands():
            chance = first_chance(start, low, high)
            if not chance:
                continue
            chance *= start.chance * start.blackjack_chance(low, high)
            both += chance
            lost += chance * ((low, high) != (1, VALUES))
    return -lost, both


def _against(
    game: Game, start: Start, strategy: Strategy, index: int, times: Ints
) -> tuple[Fraction, Fraction]:
    """What all hands against one start win, each as often as times[how, own] says, and what is
    staked on them; where the dealer has no blackjack."""
    parameters = game.parameters
    paid = payments(parameters)
    first, laid, split = _first_parts(game, start, strategy, index, times)
    later = split_parts(parameters, start, strategy, index, split)
    parts = together(first, later)
    won, doubled = np.array(parts.times), np.zeros_like(parts.times)
    won[DOUBLED] *= paid.unit
    # A doubled hand stakes one more: counted with its sign, as what it gains less.
    doubled[DOUBLED] = -parts.times[DOUBLED]
    none = np.zeros_like(paid.once)
    gained, more = sum_exactly(
        program_of(parameters, start), start.shoe, parts.rows, parts.gone,
        [Sum(won, paid.once, paid.twice), Sum(doubled, none, none)], start.makes,
    )  # fmt: skip
    return parts.known + gained / paid.unit, laid - later.known + more


def _first_parts(
    game: Game, start: Start, strategy: Strategy, index: int, times: Ints
) -> tuple[Parts, Fraction, list[int]]:
    """Hands that are not split: their parts, and the initial wagers on them; and how often each
    pair is split."""
    known = laid = Fraction(0)
    reach = np.zeros(len(compositions().cards), dtype=np.int64)
    split = [0] * VALUES
    for place, (hand, low, high) in enumerate(two_card_hands()):
        kept, switched, given_up = (int(each) for each in times[:, place])
        played = kept + switched
        if not played + given_up:
            continue
        chance = first_chance(start, low, high) * (1 - start.blackjack_chance(low, high))
        known -= HALF * given_up * chance
        laid += given_up * chance
        if low == high and strategy.splits[index, low - 1]:
            split[low - 1] = played
            continue
        laid += played * chance
        if (low, high) == (1, VALUES):
            blackjacks = played if game.switched_blackjack else kept
            known += game.parameters.blackjack * blackjacks * chance
            played -= blackjacks
        known -= played * chance
        reach[hand] = played * (1 if low == high else 2)
    actions = strategy.actions(index)
    # Where it is no blackjack, an ace and a ten stand on 21.
    actions[compositions().index(1, VALUES)] = STAND
    listed = rows_from(start.shoe, actions, reach)
    return Parts(known, listed.rows, listed.gone, listed.ways[:WAYS]), laid, split


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
