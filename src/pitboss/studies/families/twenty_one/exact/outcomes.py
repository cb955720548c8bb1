"""What a round of blackjack comes to, with the chance of each outcome as an exact fraction.

Rounds in which a pair is split into two hands are exact as well, both hands being looked at
together. Three and four hands are too many for that: those rounds are one outcome, with the exact
averages of their net, its square and their stakes. So mean and variance are exact; how many of
these rounds are won is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.progress import part_of

from ..table_rules import EARLY_SURRENDER, FIVE_CARDS, TableRules
from .busts import no_loss
from .by_value import Sum, sum_exactly
from .compositions import TOTAL_MAX, Ints, compositions
from .dealer import LEAST, TOTALS
from .moments import results_of, split_square
from .pairs import (
    BEGINS,
    BLACKJACK,
    EVENTS,
    FIVE_CARD_KIND,
    IS_DOUBLED,
    OVER,
    RESULTS,
    SINGLE,
    TWOFOLD,
    events_of,
    pair_chances,
)
from .paths import DOUBLED, SET_ASIDE, WAYS, Payments, orders_from
from .rows import first_rows, split_rows
from .shoes import Start, chance_of, shoe_of
from .solve import (
    alone_chances,
    bust_penalty,
    double_penalty,
    extras_of,
    first_chance,
    payments,
    program_of,
    starts_of,
)
from .split_walk import GONE_MAX
from .splitting import terms
from .strategy import Strategy, start_row, two_card_hands

NO_BONUS = -1
THREADS = 4


class Outcome(NamedTuple):
    """`kind` says how the wager was decided; net and stakes in initial wagers. Where rounds
    were not told apart these are averages, and `square` is that of the net's square. `row` is that
    of the bonuses for a 21, or NO_BONUS."""

    kind: str
    net: Fraction
    staked: Fraction
    square: Fraction | None = None
    row: int = NO_BONUS


Part = tuple[Outcome, Fraction]
Parts = list[Part]
Chances = dict[Outcome, Fraction]

WIN, PUSH, LOSE = "win", "push", "lose"
DOUBLE_WIN, DOUBLE_PUSH, DOUBLE_LOSE = "doubled, win", "doubled, push", "doubled, lose"
FIVE_CARD_21 = "five-card 21"
OWN_BLACKJACK, BOTH_BLACKJACK = "blackjack", "blackjack, push"
DOUBLED_TO_BLACKJACK = "doubled, dealer's blackjack"
SURRENDER, SURRENDER_LOST = "surrender", "surrender, dealer's blackjack"
SPLIT, MORE_HANDS = "split", "split into three or more hands"


def outcome_of(
    kind: str, net: Fraction | int, staked: Fraction | int = 1, row: int = NO_BONUS
) -> Outcome:
    return Outcome(kind, Fraction(net), Fraction(staked), None, row)


def all_outcomes(
    starts: list[Start], against: Callable[[Start], Iterable[Part]], apart: str
) -> Chances:
    """Every outcome, of what a round comes to against each start; those of the kind `apart` are
    one, with the averages of all of them. Most of it is compiled code, that runs side by side."""
    found: Chances = {}
    none = net = staked = square = total = Fraction(0)
    with ThreadPoolExecutor(THREADS) as pool:
        every = pool.map(lambda start: list(against(start)), starts)
        done = part_of("outcomes")
        for number, (start, parts) in enumerate(zip(starts, every, strict=True), 1):
            done(number / len(starts))
            for outcome, often in parts:
                chance = start.chance * often
                if outcome.kind == apart:
                    net, staked = net + chance * outcome.net, staked + chance * outcome.staked
                    square += chance * (outcome.square or none)
                    total += chance
                elif chance:
                    found[outcome] = found.get(outcome, none) + chance
    if total:
        found[Outcome(apart, net / total, staked / total, square / total)] = total
    return found


def outcomes(rules: TableRules, strategy: Strategy, shoe: Ints | None = None) -> Chances:
    """Every outcome of a round off the top of the shoe. The mean is that of `evaluate`."""
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    paid = payments(rules)

    def against(start: Start) -> Parts:
        if start.is_blackjack:
            return _over_at_once(rules, start)
        index = start_row(start.cards)
        return [
            *_first(rules, start, strategy, index),
            *_played(rules, start, strategy, index, paid),
            *_split(rules, start, strategy, index, paid),
        ]

    return all_outcomes(starts_of(rules, shoe), against, MORE_HANDS)


def _over_at_once(rules: TableRules, start: Start) -> Parts:
    """2.6(k): the dealer's blackjack is seen."""
    own = 2 * chance_of(start.shoe, 1, 10)
    held = outcome_of(BOTH_BLACKJACK, 0)
    if rules.blackjack_beats_blackjack:
        held = outcome_of(OWN_BLACKJACK, rules.blackjack)
    return [(held, own), (outcome_of(LOSE, -1), 1 - own)]


def _first(rules: TableRules, start: Start, strategy: Strategy, index: int) -> Parts:
    """What is decided with the first two cards: blackjacks, surrenders, and all that a dealer's
    blackjack takes but for split pairs that were played."""
    found: Parts = []
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance:
            continue
        lost = chance * start.blackjack_chance(low, high)
        if (low, high) == (1, 10):
            held = rules.blackjack
            won = chance if rules.blackjack_beats_blackjack else chance - lost
            found += [
                (outcome_of(OWN_BLACKJACK, held), won),
                (outcome_of(BOTH_BLACKJACK, 0), chance - won),
            ]
        elif strategy.surrenders[index, hand]:
            early = rules.surrender == EARLY_SURRENDER
            lost = Fraction(0) if early else lost
            found += [
                (outcome_of(SURRENDER, rules.surrender_keeps - 1), chance - lost),
                (outcome_of(SURRENDER_LOST, -1), lost),
            ]
        elif low == high and strategy.splits[index, low - 1]:
            if rules.dealer_looks:
                found.append((outcome_of(LOSE, -1), lost))
        elif strategy.doubles[index, hand] and not rules.dealer_looks:
            over = double_penalty(rules, start, low, high)
            found += [
                (outcome_of(DOUBLED_TO_BLACKJACK, -1, 2), lost - over),
                (outcome_of(DOUBLE_LOSE, -2, 2), over),
            ]
        else:
            found.append((outcome_of(LOSE, -1), lost))
    return found


def _played(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> Parts:
    """First two cards that are played, where the dealer has no blackjack."""
    table = compositions()
    gained, even = paid.once > paid.unit, paid.once == paid.unit
    five = ((table.cards == FIVE_CARDS) & (table.total == TOTAL_MAX))[:, None]
    five = five & bool(rules.five_card_21)
    won, five_won, push, double_won, double_push = played_chances(
        rules, start, strategy.actions(index), (gained & ~five, gained & five, even), (gained, even)
    )
    hands = list(first_hands(start, strategy, index))
    double = sum((chance for hand, chance in hands if strategy.doubles[index, hand]), Fraction(0))
    single = sum((chance for _, chance in hands), -double)
    win = rules.win
    return [
        (outcome_of(WIN, win), won),
        (outcome_of(FIVE_CARD_21, rules.five_cards_win), five_won),
        (outcome_of(PUSH, 0), push),
        (outcome_of(LOSE, -1), single - won - five_won - push),
        (outcome_of(DOUBLE_WIN, 2 * win, 2), double_won),
        (outcome_of(DOUBLE_PUSH, 0, 2), double_push),
        (outcome_of(DOUBLE_LOSE, -2, 2), double - double_won - double_push),
    ]


def first_hands(start: Start, strategy: Strategy, index: int) -> Iterator[tuple[int, Fraction]]:
    """First two cards that are played as they are, with their chance and that of no blackjack."""
    aside = strategy.actions(index) == SET_ASIDE
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if chance and not aside[hand]:
            yield hand, chance * (1 - start.blackjack_chance(low, high))


def played_chances(
    rules: TableRules,
    start: Start,
    actions: Ints,
    once: Sequence[Any],
    twice: Sequence[Any],
    *,
    doubled: bool = False,
) -> list[Fraction]:
    """The chances of hands that are not split, of those with a single wager and of doubled ones, by
    hand and the dealer's result; last, if asked for, that a hand is doubled."""
    listed = first_rows(start.shoe, actions)
    times, doubling = listed.ways[:WAYS].copy(), np.zeros_like(listed.ways[:WAYS])
    doubling[DOUBLED] = -times[DOUBLED]
    times[DOUBLED] = 0
    none = np.zeros((len(compositions().cards), once[0].shape[1]), dtype=np.int64)
    sums = [Sum(times, none + kind, none) for kind in once]
    sums += [Sum(times, none, none + kind) for kind in twice]
    if doubled:
        sums.append(Sum(doubling, none, none))
    return sum_exactly(program_of(rules, start), start.shoe, listed.rows, sums, start.makes)


# -- pairs that are split --------------------------------------------------------------------


class HandResult(NamedTuple):
    """One split hand: what it stakes, and what it comes to (for a dealer's blackjack: what it
    has lost by going over 21)."""

    staked: int
    net: Fraction


@lru_cache(maxsize=32)
def pair_weights(rules: TableRules) -> tuple[list[Outcome], Ints]:
    """The outcomes of two split hands, and the weights of their events (`pair_chances`)."""
    found: dict[Outcome, list[tuple[int, int, int, int]]] = {}
    for result in range(RESULTS):
        if result == BLACKJACK and rules.dealer_looks:
            continue
        signed = [_signed(rules, event, result) for event in range(EVENTS)]
        for a in range(EVENTS):
            for b in range(EVENTS):
                for first, sign in signed[a]:
                    for second, other in signed[b]:
                        net = first.net + second.net
                        if result == BLACKJACK:
                            net = -max(Fraction(1), -net)
                        made = outcome_of(SPLIT, net, first.staked + second.staked)
                        found.setdefault(made, []).append((a, b, result, sign * other))
    weights = np.zeros((len(found), EVENTS, EVENTS, RESULTS), dtype=np.int64)
    for number, places in enumerate(found.values()):
        for a, b, result, sign in places:
            weights[number, a, b, result] += sign
    return list(found), weights


def _signed(rules: TableRules, event: int, result: int) -> list[tuple[HandResult, int]]:
    """An event as results of the hand: every hand that begins goes over 21 unless another event
    says that it is doubled, or ends otherwise."""
    over, double_over = HandResult(1, Fraction(-1)), HandResult(2, Fraction(-2))
    if event == BEGINS:
        return [(over, 1)]
    if event == IS_DOUBLED:
        return [(double_over, 1), (over, -1)]
    twofold = event >= TWOFOLD
    kind = event - (TWOFOLD if twofold else SINGLE)
    staked = 2 if twofold else 1
    net = staked * _net(rules, kind, result, twofold)
    return [(HandResult(staked, net), 1), (double_over if twofold else over, -1)]


def _net(rules: TableRules, kind: int, result: int, twofold: bool) -> Fraction:
    """Return what one wager comes to on a hand that is not over 21. A dealer's blackjack is settled
    for the whole box."""
    if result == BLACKJACK:
        return Fraction(0)
    won = rules.win
    if kind == FIVE_CARD_KIND and not twofold:
        won = rules.five_cards_win
    total = LEAST - 1 + min(kind, TOTALS)
    if result == OVER or total > LEAST + result:
        return won
    if total == LEAST + result and not rules.ties_lose:
        return Fraction(0)
    return Fraction(-1)


def _split(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> Parts:
    found: Parts = []
    one = program_of(rules, start)
    for kind in extras_of(rules, start.shoe):
        if not strategy.splits_pair(index, kind):
            continue
        value = kind + 1
        again = rules.hands_from(kind) > 2
        actions = strategy.split_actions(index, rules)[0 if kind else 1]
        orders, paired = (orders_from(actions, (value,) * n) for n in (1, 2))
        events = events_of(orders, paired, value, differing=again)
        made, weights = pair_weights(rules)
        two = list(
            zip(
                made,
                pair_chances(one, start.shoe, start.makes, value, events, weights),
                strict=True,
            )
        )
        found += two
        if again:
            found.append(_more_hands(rules, start, strategy, index, kind, paid, two))
    return found


def _more_hands(
    rules: TableRules,
    start: Start,
    strategy: Strategy,
    index: int,
    kind: int,
    paid: Payments,
    two: Parts,
) -> tuple[Outcome, Fraction]:
    """All rounds in which a pair comes to three hands or more: their averages, which are what
    rounds with two hands leave of those of all splits."""
    value = kind + 1
    pair = first_chance(start, value, value)
    blackjack = pair * start.blackjack_chance(value, value)
    net, staked = split_averages(rules, start, strategy, index, kind, paid)
    square = split_square_of(rules, start, strategy, index, kind, paid)
    if rules.dealer_looks:
        pair -= blackjack
    else:
        net -= blackjack + bust_penalty(rules, start, strategy, index, kind)
    rest = pair - sum(chance for _, chance in two)
    if not rest:
        return outcome_of(MORE_HANDS, 0), rest
    net -= sum(outcome.net * chance for outcome, chance in two)
    staked -= sum(outcome.staked * chance for outcome, chance in two)
    square -= sum(outcome.net**2 * chance for outcome, chance in two)
    return Outcome(MORE_HANDS, net / rest, staked / rest, square / rest), rest


def split_square_of(
    rules: TableRules, start: Start, strategy: Strategy, index: int, kind: int, paid: Payments
) -> Fraction:
    """The mean square of the net of all rounds that split the pair, times its chance; without
    those in which the dealer has a blackjack, where the dealer looks."""
    value = kind + 1
    actions = strategy.split_actions(index, rules)[0 if kind else 1]
    orders, paired = (orders_from(actions, (value,) * n) for n in (1, 2))
    hands = rules.hands_from(kind)
    results = results_of(*paid)
    forfeits = None if strategy.rescues is None else strategy.rescues[index]
    if forfeits is not None:
        # What is forfeited is lost before a blackjack is found, as what goes over 21 is.
        results.twice[forfeits, BLACKJACK] = -paid.unit
    found = (
        split_square(
            program_of(rules, start),
            start.shoe,
            start.makes,
            value,
            hands,
            orders,
            paired,
            results,
            looks=rules.dealer_looks,
        )
        / paid.unit**2
    )
    if rules.dealer_looks:
        return found
    # A blackjack takes max(1, B) of a box that has lost B: its square is B * B + (B = 0).
    return found + no_loss(start, actions, kind, hands, forfeits)


def split_averages(
    rules: TableRules, start: Start, strategy: Strategy, index: int, kind: int, paid: Payments
) -> tuple[Fraction, Fraction]:
    """Net where the dealer has no blackjack, and stakes (with or without one, unless the dealer
    looks), of all rounds that split the pair; times the chance of the pair."""
    every, differing = terms(rules.hands_from(kind))
    extras = extras_of(rules, start.shoe)[kind]
    listed = split_rows(start.shoe, *strategy.split_actions(index, rules), {kind: extras})
    of_all, of_others = np.zeros((2, GONE_MAX), dtype=np.int64)
    for k, times in every.items():
        of_all[k - 1] = times
    for k, times in differing.items():
        of_others[k - 1] = times
    extra = listed.rows[2]
    times = of_all[extra] * listed.ways[:WAYS] + of_others[extra] * listed.ways[WAYS:]
    one = program_of(rules, start)
    gains, doubles = times.copy(), np.zeros_like(times)
    gains[DOUBLED] *= paid.unit
    doubles[DOUBLED] = -times[DOUBLED]
    gained, doubled = sum_exactly(
        one,
        start.shoe,
        listed.rows,
        [Sum(gains, paid.once, paid.twice), Sum(doubles, paid.once, paid.twice)],
        start.makes,
    )
    begun = _begun(start, kind, every, differing)
    staked = begun + doubled
    if not rules.dealer_looks:
        staked += _staked_to_blackjack(start, kind, every, differing, listed.rows, times)
    return gained / paid.unit - begun, staked


def _begun(start: Start, kind: int, every: dict[int, int], differing: dict[int, int]) -> Fraction:
    """The number of hands, where the dealer has no blackjack."""
    alone = alone_chances(start, kind, Fraction(1))
    return sum((n * alone[k] for k, n in every.items()), Fraction(0)) + sum(
        (n * (alone[k] - alone[k + 1]) for k, n in differing.items()), Fraction(0)
    )


def _staked_to_blackjack(
    start: Start,
    kind: int,
    every: dict[int, int],
    differing: dict[int, int],
    rows: Ints,
    times: Ints,
) -> Fraction:
    """The stakes of all hands where the dealer's second card makes a blackjack."""
    if start.makes < 0:
        return Fraction(0)
    table = compositions()
    value = kind + 1

    def chance(cards: tuple[int, ...]) -> Fraction:
        return chance_of(start.shoe, *cards) * start.blackjack_chance(*cards)

    total = sum((n * chance((value,) * k) for k, n in every.items()), Fraction(0))
    total += sum(
        (n * (chance((value,) * k) - chance((value,) * (k + 1))) for k, n in differing.items()),
        Fraction(0),
    )
    for row in np.flatnonzero(times[DOUBLED]).tolist():
        counts = table.counts[rows[0, row]].tolist()
        cards = tuple(v for v in range(1, 11) for _ in range(counts[v - 1]))
        total += int(times[DOUBLED, row]) * chance(cards + (value,) * int(rows[2, row]))
    return total
