"""What a round of Spanish 21 comes to, with the chance of each outcome as an exact fraction.

Rounds in which a pair is split are one outcome, with the exact averages of their net, its square
and their stakes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.studies.families.twenty_one.exact.busts import chance_with
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, compositions
from pitboss.studies.families.twenty_one.exact.moments import pair_terms
from pitboss.studies.families.twenty_one.exact.outcomes import (
    DOUBLE_LOSE,
    DOUBLE_PUSH,
    DOUBLE_WIN,
    DOUBLED_TO_BLACKJACK,
    LOSE,
    OWN_BLACKJACK,
    PUSH,
    SURRENDER,
    SURRENDER_LOST,
    WIN,
    Chances,
    Outcome,
    Part,
    Parts,
    all_outcomes,
    first_hands,
    outcome_of,
    played_chances,
    split_averages,
    split_square_of,
)
from pitboss.studies.families.twenty_one.exact.paths import ONCE, orders_from
from pitboss.studies.families.twenty_one.exact.shoes import Start, chance_of
from pitboss.studies.families.twenty_one.exact.solve import (
    bust_penalty,
    first_chance,
    payments,
    starts_of,
)
from pitboss.studies.families.twenty_one.exact.splitting import terms as hands_in_split
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row, two_card_hands

from .exact import (
    SPADES,
    Bonus,
    SpanishGame,
    Suits,
    Uses,
    all_of_suits,
    bonuses,
    doubles_to_blackjack,
    paid_by,
    rules_against,
    with_rescue,
)

RESCUED, SPLIT = "doubled, rescued", "split"
MIXED = Suits(Fraction(1), Fraction(0), Fraction(0))


def outcomes(game: SpanishGame, strategy: Strategy) -> Chances:
    """Every outcome of a round off the top of the shoe. The mean is that of `evaluate`."""

    def against(start: Start) -> Parts:
        if start.is_blackjack:
            own = 2 * chance_of(start.shoe, 1, VALUES)
            return [
                (outcome_of(OWN_BLACKJACK, game.rules.blackjack), own),
                (outcome_of(LOSE, -1), 1 - own),
            ]
        return [*_first(game, start, strategy), *_played(game, start, strategy)]

    return all_outcomes(starts_of(game.rules, game.shoe), against, SPLIT)


# -- the first two cards ---------------------------------------------------------------------


def _first(game: SpanishGame, start: Start, strategy: Strategy) -> Iterator[Part]:
    """Blackjacks, surrenders, split pairs, and what a dealer's blackjack takes."""
    index = start_row(start.cards)
    lost = Fraction(0)
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance:
            continue
        blackjack = chance * start.blackjack_chance(low, high)
        if (low, high) == (1, VALUES):
            yield outcome_of(OWN_BLACKJACK, game.rules.blackjack), chance
        elif strategy.surrenders[index, hand]:
            yield outcome_of(SURRENDER, game.rules.surrender_keeps - 1), chance - blackjack
            yield outcome_of(SURRENDER_LOST, -1), blackjack
        elif low == high and strategy.splits_pair(index, low - 1):
            yield _split(game, start, strategy, low)
            lost += blackjack if game.rules.dealer_looks else 0
        else:
            lost += blackjack
    if not game.rules.dealer_looks:
        to = doubles_to_blackjack(start, strategy, index)
        yield outcome_of(DOUBLED_TO_BLACKJACK, -1, 2), to.doubled - to.over
        yield outcome_of(DOUBLE_LOSE, -2, 2), to.over
        lost -= to.doubled
    yield outcome_of(LOSE, -1), lost


# -- hands that are not split ----------------------------------------------------------------


def _played(game: SpanishGame, start: Start, strategy: Strategy) -> Iterator[Part]:
    """Where the dealer has no blackjack."""
    index = start_row(start.cards)
    assert strategy.rescues is not None
    plain = payments(game.rules)
    won, even = plain.once > plain.unit, plain.once == plain.unit
    extra = bonuses(game)
    more = np.any([each.hands for each in extra], axis=0)[:, None]
    rescued = strategy.rescues[index][:, None]
    once = [won & ~more, even] + [won & each.hands[:, None] for each in extra]
    twice = [won & ~rescued, even & ~rescued, np.broadcast_to(rescued, won.shape)]
    *found, doubled = played_chances(
        game.rules, start, strategy.actions(index), once, twice, doubled=True
    )
    single, double = found[: len(once)], found[len(once) :]
    played = sum((chance for _, chance in first_hands(start, strategy, index)), Fraction(0))
    win = game.rules.win
    yield outcome_of(WIN, win), single[0]
    yield outcome_of(PUSH, 0), single[1]
    for each, chance in zip(extra, single[2:], strict=True):
        for row, share in each.rows:
            yield outcome_of(WIN, game.rules.bonuses[row], row=row), chance * share
    yield outcome_of(LOSE, -1), played - doubled - sum(single)
    yield outcome_of(DOUBLE_WIN, 2 * win, 2), double[0]
    yield outcome_of(DOUBLE_PUSH, 0, 2), double[1]
    yield outcome_of(RESCUED, -1, 2), double[2]
    yield outcome_of(DOUBLE_LOSE, -2, 2), doubled - sum(double)


# -- pairs that are split --------------------------------------------------------------------


def _split(game: SpanishGame, start: Start, strategy: Strategy, value: int) -> Part:
    """All rounds that split a pair; without a dealer's blackjack, where that is looked for."""
    index, kind = start_row(start.cards), value - 1
    rules = rules_against(game, start)
    assert strategy.rescues is not None
    paid = with_rescue(paid_by(_of_pair(game, value)), strategy.rescues[index])
    split = (rules, start, strategy, index, kind, paid)
    net, staked = split_averages(*split)
    square = split_square_of(*split) + _suits_apart(game, start, strategy, value)
    chance = first_chance(start, value, value)
    blackjack = chance * start.blackjack_chance(value, value)
    if rules.dealer_looks:
        chance -= blackjack
    else:
        net -= blackjack + bust_penalty(rules, start, strategy, index, kind)
    if not chance:
        return outcome_of(SPLIT, 0), chance
    return Outcome(SPLIT, net / chance, staked / chance, square / chance), chance


def _of_pair(game: SpanishGame, value: int) -> SpanishGame:
    """The game, where hands begin with a card of this value: others that cannot come about
    are left out, so that payments are in larger units."""
    return game._replace(
        six_seven_eight=game.six_seven_eight if value in (6, 7, 8) else MIXED,
        three_sevens=game.three_sevens if value == 7 else MIXED,
    )


def _suits_apart(game: SpanishGame, start: Start, strategy: Strategy, value: int) -> Fraction:
    """What the suits of 6-7-8 and 7-7-7 add to the mean square of a split pair: their payments
    are averages so far. They win unless the dealer has a blackjack."""
    table, index = compositions(), start_row(start.cards)
    rules = rules_against(game, start)
    hands_max = rules.hands_from(value - 1)
    actions = strategy.split_actions(index, rules)[0 if value > 1 else 1]
    every, paired = (orders_from(actions, (value,) * n)[ONCE] for n in (1, 2))
    hands = [each for each in bonuses(game)[3:] if (every[each.hands] > 0).any()]
    numbers = [int(np.flatnonzero(each.hands)[0]) for each in hands]

    def chance(*rows: int, gone: int) -> Fraction:
        """Return the chance of these hands in one order, with `gone` cards of the pair's value
        among them and beside them as first cards, and no blackjack."""
        counts = table.counts[list(rows)].sum(axis=0)
        counts[value - 1] += gone - len(rows)
        held = [v for v in range(1, VALUES + 1) for _ in range(int(counts[v - 1]))]
        found = chance_with(start.shoe, counts)
        return found * (1 - start.blackjack_chance(*held)) if found else found

    total = Fraction(0)
    of_all, of_others = hands_in_split(hands_max)
    for k in of_all.keys() | of_others.keys():
        for each, row in zip(hands, numbers, strict=True):
            times = of_all.get(k, 0) * every[row] + of_others.get(k, 0) * (every - paired)[row]
            total += int(times) * chance(row, gone=k) * _spread(game, each)
    for k, (of_any, of_one, of_both) in pair_terms(hands_max).items():
        for one, first in zip(hands, numbers, strict=True):
            for other, second in zip(hands, numbers, strict=True):
                differing = (every - paired)[second]
                times = (
                    of_any * every[first] * every[second]
                    + of_one * every[first] * differing
                    + of_both * (every - paired)[first] * differing
                )
                both = _together(game, one.uses, other.uses)
                total += int(times) * chance(first, second, gone=k) * both
    return total


def _spread(game: SpanishGame, each: Bonus) -> Fraction:
    """The variance of what such a hand is paid."""
    mean = sum((game.rules.bonuses[row] * chance for row, chance in each.rows), Fraction(0))
    square = sum((game.rules.bonuses[row] ** 2 * chance for row, chance in each.rows), Fraction(0))
    return square - mean**2


@lru_cache(maxsize=64)
def _together(game: SpanishGame, one: Uses, other: Uses) -> Fraction:
    """The covariance of what hands with cards of these ranks are paid: neither has the other's
    cards."""
    total = Fraction(0)
    for suit in range(4):
        for second in range(4):
            both = all_of_suits(game.by_suit, (one, suit), (other, second))
            alone = all_of_suits(game.by_suit, (one, suit))
            alone *= all_of_suits(game.by_suit, (other, second))
            total += (both - alone) * _added(game, one, suit) * _added(game, other, second)
    return total


def _added(game: SpanishGame, uses: Uses, suit: int) -> Fraction:
    """What a hand of this suit is paid more than one of mixed suits."""
    rows = next(each.rows for each in bonuses(game) if each.uses == uses)
    mixed, one_suit, spades = (game.rules.bonuses[row] for row, _ in rows)
    return (spades if suit == SPADES else one_suit) - mixed
