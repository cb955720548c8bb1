"""Blackjack without approximation: the best strategy off the top of a shoe, and what it is worth.

*Composition-dependent*: a decision depends on the player's own cards, by value, and on what the
dealer shows. *Split hands follow the strategy of hands that were not split*: with a card of the
pair and what it draws, a split hand does what the same hand would do as first cards (the class
that E. Farmer calls CDZ-), and a pair is split again as often as the rules allow if it is split
at all. Within that class nothing is approximated: a hand's expectation does not depend on cards
that other hands draw if its decisions do not (`splitting`).

A round must not run out of cards: in mid-round the procedure would shuffle the discards, which the
analysis knows nothing of (it counts a dealer who can draw no more as over 21). All cards of a hand
but its last come to 20 at most, those of the dealer to 16; so four hands and the dealer's need no
more than 30 cards of one full deck. Of a shoe of one's own, see to it that it has enough.

Decisions are found in floating point. A chance is a product of at most 22 factors and a value a
sum of at most 1,100 such products, all positive, so its relative error is below 1,200 * 2**-53;
a decision adds at most 20 levels of ten products. `ERROR` is more than all of that together. To
stand, draw or double by a smaller margin is decided by fractions; to split or surrender by a
smaller margin is left as found, which costs less than ERROR. What is published is a fraction, the
exact worth of the strategy: see `evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import jit

from ..table_rules import EARLY_SURRENDER, FIVE_CARDS, TableRules
from .best import Gains, best_of_hands, final_gains, hands_against, least_difference
from .busts import pair_loss
from .by_value import Sum, sum_exactly
from .compositions import TOTAL_MAX, VALUES, Ints, compositions
from .dealer import LEAST, TOTALS, Floats, Program, program
from .paths import DOUBLE, DOUBLED, DRAW, STAND, WAYS, Payments
from .rows import first_rows, split_rows
from .shoes import Start, chance_of, one_card_starts, shoe_of, two_card_starts, without
from .split_walk import GONE_MAX, splits_worth
from .splitting import terms
from .strategy import Strategy, may_double, nothing, start_row, two_card_hands

ERROR = 1e-11


@lru_cache(maxsize=64)
def payments(rules: TableRules) -> Payments:
    """Equal scores give the wager back, 2.3(b), or lose it, 2.6(k); a 21 may always win."""
    table = compositions()
    unit = lcm(rules.win.denominator, rules.five_cards_win.denominator)
    win, five = int(rules.win * unit), int(rules.five_cards_win * unit)
    pushes = bool(rules.push_total)
    once = np.full((len(table.hard), TOTALS + 1 + pushes), unit, dtype=np.int64)
    won = np.where((table.cards == FIVE_CARDS) & (table.total == TOTAL_MAX), five, win) + unit
    for column in range(TOTALS):
        once[:, column] = np.where(table.total > LEAST + column, won, 0)
        if not rules.ties_lose:
            once[table.total == LEAST + column, column] = unit
    once[:, -1] = won
    if rules.twenty_one_wins:
        once[table.total == TOTAL_MAX] = once[table.total == TOTAL_MAX, -1:]
    return Payments(once, 2 * once, unit)


def program_of(rules: TableRules, start: Start) -> Program:
    """What the dealer may draw under the rules."""
    return program(start.cards, rules.soft_17_draws, rules.push_total)


def starts_of(rules: TableRules, shoe: Ints) -> list[Start]:
    return two_card_starts(shoe) if rules.face_up else one_card_starts(shoe)


def extras_of(rules: TableRules, shoe: Ints) -> dict[int, Ints]:
    """For every value that may be split: the numbers of cards of it to think gone, beside the
    hand's own first card."""
    return {
        kind: np.array(terms(rules.hands_from(kind)).gone) - 1
        for kind in range(VALUES)
        if shoe[kind] >= 2 and rules.hands_from(kind) >= 2
    }


class ActionGains(NamedTuple):
    """The gain over losing the wager, by hand, of each action against one start, if all that
    follows is played in the best way."""

    stand: Floats
    draw: Floats
    double: Floats
    # The least difference between standing and drawing, or doubling and the better of them.
    margin: float

    @property
    def best(self) -> Floats:
        most: Floats = np.maximum(np.maximum(self.stand, self.draw), self.double)
        return most


def best_play(rules: TableRules, start: Start) -> ActionGains:
    """Every hand, but for splitting."""
    gains = _gains(rules, start, best_of_hands)
    gains.draw[_at_21()] = -np.inf
    nearest: Any = jit(least_difference)
    return ActionGains(*gains, nearest(start.shoe, compositions(), gains))


def stand_or_double(rules: TableRules, start: Start) -> Gains:
    """What needs no further decision: nothing is drawn."""
    return _gains(rules, start, final_gains)


@lru_cache(maxsize=64)
def _in_wagers(rules: TableRules) -> tuple[Floats, Floats]:
    """The payments in initial wagers."""
    paid = payments(rules)
    return paid.once / paid.unit, paid.twice / paid.unit


def _gains(rules: TableRules, start: Start, kernel: Any) -> Gains:
    """What standing, drawing and doubling gain, by hand."""
    return hands_against(program_of(rules, start), start).gains(
        _in_wagers(rules), may_double(rules), looks=rules.dealer_looks, kernel=kernel
    )


@cache
def _at_21() -> Ints:
    found: Ints = np.flatnonzero(compositions().total == TOTAL_MAX)
    return found


def split_worth(
    rules: TableRules, start: Start, paid: Payments, actions: Ints, ace_actions: Ints
) -> Floats:
    """What splitting each pair wins or loses, times the chance of the pair, where the dealer has
    no blackjack."""
    most = [rules.hands_from(kind) if start.shoe[kind] >= 2 else 0 for kind in range(VALUES)]
    one, both = program_of(rules, start), np.stack((ace_actions, actions))
    return splits_worth(one, start.shoe, start.makes, both, most, paid)


def alone_chances(start: Start, kind: int, one: Any) -> list[Any]:
    """[k]: the chance of k cards of one value, and of no blackjack of the dealer's; in the
    arithmetic of `one`, a fraction or a float."""
    found = []
    chance = one
    left, alike = int(start.shoe.sum()), int(start.shoe[kind])
    makes = int(start.shoe[start.makes]) if start.makes >= 0 else 0
    for k in range(GONE_MAX + 1):
        if left <= k:
            found.append(0 * one)
            continue
        blackjack = makes - k if kind == start.makes else makes
        found.append(chance * (left - k - blackjack) / (left - k))
        chance = chance * max(alike - k, 0) / (left - k)
    return found


class TwoCards(NamedTuple):
    """First two cards, by place: the hand and the columns of its values; the places of pairs,
    and that of a blackjack."""

    hands: Ints
    low: Ints
    high: Ints
    pairs: Ints
    blackjack: int


@cache
def two_cards() -> TwoCards:
    hands, low, high = np.array(two_card_hands()).T
    (blackjack,) = np.flatnonzero((low == 1) & (high == VALUES)).tolist()
    return TwoCards(hands, low - 1, high - 1, np.flatnonzero(low == high), blackjack)


def first_chances(start: Start) -> tuple[Floats, Floats]:
    """How often the first two cards are dealt, in any order, and how often the dealer then has
    a blackjack; by the places of `two_cards`."""
    two, shoe = two_cards(), start.shoe
    left = int(shoe.sum())
    other = 2 * shoe[two.high]
    other[two.pairs] = shoe - 1
    chance = shoe[two.low] * other / (left * (left - 1))
    blackjack = np.full(len(chance), float(start.is_blackjack))
    if start.makes >= 0:
        gone = (two.low == start.makes).astype(np.int64) + (two.high == start.makes)
        blackjack = (shoe[start.makes] - gone) / (left - 2)
    return chance, blackjack


class FirstHand(NamedTuple):
    """First two cards: how often, in any order, and how often the dealer then has a
    blackjack."""

    hand: int
    low: int
    high: int
    chance: float
    blackjack: float

    @property
    def is_blackjack(self) -> bool:
        return self.low == 1 and self.high == VALUES


def first_hands(start: Start) -> list[FirstHand]:
    """All first two cards that can be dealt."""
    chances = zip(*(each.tolist() for each in first_chances(start)), strict=True)
    return [
        FirstHand(hand, low, high, chance, blackjack)
        for (hand, low, high), (chance, blackjack) in zip(two_card_hands(), chances, strict=True)
        if chance > 0
    ]


# -- the best strategy -----------------------------------------------------------------------


class Solution(NamedTuple):
    """A strategy, and what it is worth to the player, per unit of the initial wager."""

    strategy: Strategy
    value: float
    # The least by which a decision that can arise was better than the next best.
    margin: float


def solve(rules: TableRules, shoe: Ints | None = None) -> Solution:
    """The best composition-dependent strategy, off the top of the shoe."""
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    strategy = nothing(rules)
    paid = payments(rules)
    total, margin = 0.0, np.inf
    for start in starts_of(rules, shoe):
        index = start_row(start.cards)
        if start.is_blackjack:
            total += float(start.chance * against_blackjack(rules, start))
            continue
        found, worth = play_best(rules, start, strategy, index, paid)
        value, least = choose_first(rules, start, strategy, index, found.best, worth)
        total += float(start.chance) * value
        margin = min(margin, least, found.margin)
    return Solution(strategy, total, margin)


def play_best(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> tuple[ActionGains, Floats]:
    """Notes in the strategy what is best with every hand, but for splitting and surrendering;
    what each action gains, and what splitting is worth."""
    found = best_play(rules, start)
    strategy.draws[index] = found.draw > found.stand
    strategy.doubles[index] = found.double > np.maximum(found.stand, found.draw)
    if found.margin < ERROR:
        decide_exactly(rules, start, strategy, index, found, paid)
    return found, split_worth(rules, start, paid, *strategy.split_actions(index, rules))


def decide_exactly(
    rules: TableRules,
    start: Start,
    strategy: Strategy,
    index: int,
    found: ActionGains,
    paid: Payments,
) -> None:
    """Decisions that floating point cannot tell apart, by fractions; where they are equal,
    nothing more is done than has to be. Most cards first, since fewer lead to more."""
    table = compositions()
    dealt = (table.counts <= start.shoe).all(axis=1) & (table.cards >= 2)
    close = dealt & (np.abs(found.draw - found.stand) < ERROR)
    for hand in table.by_cards[close[table.by_cards]][::-1].tolist():
        gains = [
            exact_gain(start, strategy, index, hand, action, rules, paid)
            for action in (STAND, DRAW)
        ]
        strategy.draws[index, hand] = gains[1] > gains[0]
    best = np.maximum(found.stand, found.draw)
    for hand in np.flatnonzero(dealt & (np.abs(found.double - best) < ERROR)).tolist():
        action = DRAW if strategy.draws[index, hand] else STAND
        gains = [
            exact_gain(start, strategy, index, hand, each, rules, paid) for each in (action, DOUBLE)
        ]
        low, high = (
            value
            for value in range(1, VALUES + 1)
            for _ in range(int(table.counts[hand, value - 1]))
        )
        lost = double_penalty(rules, start, low, high) / first_chance(start, low, high)
        chance = chance_of(start.shoe, low, high)
        strategy.doubles[index, hand] = gains[1] - lost * chance > gains[0]


def exact_gain(
    start: Start,
    strategy: Strategy,
    index: int,
    hand: int,
    action: int,
    rules: TableRules,
    paid: Payments,
) -> Fraction:
    """What the hand gains by the action, and by drawing and standing from then on, times the
    chance of the hand in one order."""
    table = compositions()
    actions = np.where(strategy.draws[index], DRAW, STAND)
    actions[hand] = action
    listed = first_rows(start.shoe, actions, hand)
    times = listed.ways[:WAYS].copy()
    times[DOUBLED] *= paid.unit
    one = program_of(rules, start)
    (gained,) = sum_exactly(
        one, start.shoe, listed.rows, [Sum(times, paid.once, paid.twice)], start.makes
    )
    assert table.cards[hand] == 2 or action != DOUBLE
    return gained / paid.unit


def against_blackjack(rules: TableRules, start: Start) -> Fraction:
    """The dealer's two cards are face up and a blackjack: it is all over, 2.6(k)."""
    own = 2 * chance_of(start.shoe, 1, 10)
    won = rules.blackjack if rules.blackjack_beats_blackjack else Fraction(0)
    return own * won - (1 - own)


def choose_first(
    rules: TableRules, start: Start, strategy: Strategy, index: int, gains: Floats, splits: Floats
) -> tuple[float, float]:
    """Decides between playing the first two cards, splitting and surrendering them, and notes it
    in the strategy. Return what the start is worth, and the least margin of these decisions."""
    two = two_cards()
    chance, blackjack = first_chances(start)
    offers = np.full((3, len(chance)), -np.inf)
    offers[0] = chance * (gains[two.hands] - 1)
    if rules.surrenders_first:
        offers[2] = chance * surrendered(rules, blackjack)
    split = splits - (chance * blackjack)[two.pairs]
    for kind in np.flatnonzero(split > offers[0, two.pairs]).tolist():
        penalty = bust_penalty(rules, start, strategy, index, kind)
        offers[1, two.pairs[kind]] = split[kind] - float(penalty)
    offers[:, two.blackjack] = 0
    best = offers.max(axis=0)
    given_up = offers[2] == best
    apart = (offers[1] == best) & ~given_up
    decided = chance > 0
    decided[two.blackjack] = False
    strategy.surrenders[index, two.hands[given_up & decided]] = True
    strategy.splits[index] |= (apart & decided)[two.pairs]
    second = np.sort(offers, axis=0)[1]
    margins = (best - second)[decided] / chance[decided]
    total = float(best.sum()) + chance[two.blackjack] * float(blackjack_value(rules, start))
    return total, float(margins.min(initial=np.inf))


def first_chance(start: Start, low: int, high: int) -> Fraction:
    """Return the chance of the first two cards, in either order."""
    return chance_of(start.shoe, low, high) * (1 if low == high else 2)


def blackjack_value(rules: TableRules, start: Start) -> Fraction:
    """What a player's blackjack wins, the dealer's being a stand-off, 2.7(b)."""
    both = start.blackjack_chance(1, 10)
    won = rules.blackjack
    return won if rules.blackjack_beats_blackjack else won * (1 - both)


def surrendered(rules: TableRules, blackjack: Any) -> Any:
    """What a surrender is worth: a part of the wager is kept, 2.8, but nothing of it against a
    blackjack (unless it is an early surrender). `blackjack` is its chance, a fraction or floats."""
    kept = (
        rules.surrender_keeps if isinstance(blackjack, Fraction) else float(rules.surrender_keeps)
    )
    if rules.surrender == EARLY_SURRENDER:
        return blackjack - blackjack - (1 - kept)
    return -(1 - kept) - kept * blackjack


def bust_penalty(
    rules: TableRules, start: Start, strategy: Strategy, index: int, kind: int
) -> Fraction:
    """What a dealer's blackjack takes from a split pair beyond the original wager, times the
    chance of both: nothing where it is known before anyone draws."""
    if rules.dealer_looks:
        return Fraction(0)
    actions, ace_actions = strategy.split_actions(index, rules)
    forfeits = None if strategy.rescues is None else strategy.rescues[index]
    return pair_loss(
        start, actions if kind else ace_actions, kind, rules.hands_from(kind), forfeits
    )


def double_penalty(rules: TableRules, start: Start, low: int, high: int) -> Fraction:
    """The same for two cards that are doubled: both wagers are lost when they go over 21."""
    if rules.dealer_looks or start.makes < 0 or not start.shoe[start.makes]:
        return Fraction(0)
    table = compositions()
    hand = table.row_of(low, high)
    shoe = without(start.shoe, start.makes + 1)
    over = [value for value in range(1, VALUES + 1) if table.child[hand, value - 1] < 0]
    blackjack = Fraction(int(start.shoe[start.makes]), int(start.shoe.sum()))
    once = 1 if low == high else 2
    return blackjack * once * sum(chance_of(shoe, low, high, value) for value in over)


# -- the worth of a strategy -----------------------------------------------------------------


class Parts(NamedTuple):
    """A strategy's worth against one start: a fraction, and rows of hands to be added to it.
    `times[way, row]` counts how often."""

    known: Fraction
    rows: Ints
    times: Ints


def parts_of(rules: TableRules, start: Start, strategy: Strategy, index: int) -> Parts:
    """What is not in the rows: wagers counted as lost (rows tell what is gained over that),
    blackjacks, surrenders, and what a dealer's blackjack takes."""
    known = first_hands_known(rules, start, strategy, index)
    first = first_rows(start.shoe, strategy.actions(index))
    split = [int(strategy.splits_pair(index, kind)) for kind in range(VALUES)]
    return together(
        Parts(known, first.rows, first.ways[:WAYS]),
        split_parts(rules, start, strategy, index, split),
    )


def together(one: Parts, other: Parts) -> Parts:
    """The sum of both."""
    return Parts(
        one.known + other.known,
        np.ascontiguousarray(np.concatenate((one.rows, other.rows), axis=1)),
        np.ascontiguousarray(np.concatenate((one.times, other.times), axis=1)),
    )


def split_parts(
    rules: TableRules, start: Start, strategy: Strategy, index: int, often: Sequence[int]
) -> Parts:
    """What is won by splitting pairs, often[kind] times each; dealer's blackjacks apart, but for
    what they take beyond the original wager."""
    split = {kind: gone for kind, gone in extras_of(rules, start.shoe).items() if often[kind]}
    listed = split_rows(start.shoe, *strategy.split_actions(index, rules), split)
    every, differing = np.zeros((2, VALUES, GONE_MAX), dtype=np.int64)
    total = Fraction(0)
    for kind in split:
        known = Fraction(0)
        of_all, of_others = terms(rules.hands_from(kind))
        lost = alone_chances(start, kind, Fraction(1))
        for k, times in of_all.items():
            every[kind, k - 1] = times
            known -= times * lost[k]
        for k, times in of_others.items():
            differing[kind, k - 1] = times
            known -= times * (lost[k] - lost[k + 1])
        known -= bust_penalty(rules, start, strategy, index, kind)
        total += often[kind] * known
    kinds, extra = listed.rows[1], listed.rows[2]
    times = every[kinds, extra] * listed.ways[:WAYS] + differing[kinds, extra] * listed.ways[WAYS:]
    return Parts(total, listed.rows, np.array(often)[kinds] * times)


def first_hands_known(rules: TableRules, start: Start, strategy: Strategy, index: int) -> Fraction:
    total = Fraction(0)
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance:
            continue
        if (low, high) == (1, 10):
            total += chance * blackjack_value(rules, start)
        elif strategy.surrenders[index, hand]:
            total += chance * surrendered(rules, start.blackjack_chance(low, high))
        elif low == high and strategy.splits[index, low - 1]:
            total -= chance * start.blackjack_chance(low, high)
        else:
            total -= chance
            if strategy.doubles[index, hand]:
                total -= double_penalty(rules, start, low, high)
    return total


def evaluate(rules: TableRules, strategy: Strategy, shoe: Ints | None = None) -> Fraction:
    """What the strategy is worth to the player per unit of the initial wager, exactly."""
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    paid = payments(rules)
    total = Fraction(0)
    for start in starts_of(rules, shoe):
        index = start_row(start.cards)
        if start.is_blackjack:
            total += start.chance * against_blackjack(rules, start)
            continue
        parts = parts_of(rules, start, strategy, index)
        one = program_of(rules, start)
        # The wager added by doubling is counted in the same units as what it gains.
        times = parts.times.copy()
        times[DOUBLED] *= paid.unit
        (gained,) = sum_exactly(
            one,
            start.shoe,
            parts.rows,
            [Sum(times, paid.once, paid.twice)],
            start.makes,
        )
        total += start.chance * (parts.known + gained / paid.unit)
    return total
