"""What a round of blackjack comes to, with the chance of each outcome as an exact fraction.

Rounds in which a pair is split into two hands are exact as well, both hands being looked at
together. Three and four hands are too many for that: those rounds are one outcome, with the exact
averages of their net, its square and their stakes. So mean and variance are exact; how many of
these rounds are won is not known."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.studies.families.twenty_one.exact.busts import no_loss, orders_from
from pitboss.studies.families.twenty_one.exact.by_value import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LEAST, TOTALS
from pitboss.studies.families.twenty_one.exact.moments import results_of, split_square
from pitboss.studies.families.twenty_one.exact.pairs import (
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
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, SET_ASIDE, WAYS
from pitboss.studies.families.twenty_one.exact.rows import first_rows, split_rows
from pitboss.studies.families.twenty_one.exact.shoes import Start, chance_of, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    Payments,
    alone_chances,
    bust_penalty,
    double_penalty,
    extras_of,
    first_chance,
    payments,
    program_of,
    starts_of,
)
from pitboss.studies.families.twenty_one.exact.split_walk import GONE_MAX
from pitboss.studies.families.twenty_one.exact.splitting import terms
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    start_row,
    two_card_hands,
)
from pitboss.studies.families.twenty_one.table_rules import (
    EARLY_SURRENDER,
    FIVE_CARDS,
    TableRules,
)


class Outcome(NamedTuple):
    """`kind` says how the wager was decided; net and stakes in initial wagers. Where rounds
    were not told apart these are averages, and `square` is that of the net's square."""

    kind: str
    net: Fraction
    staked: Fraction
    square: Fraction | None = None


Chances = dict[Outcome, Fraction]

WIN, PUSH, LOSE = "win", "push", "lose"
DOUBLE_WIN, DOUBLE_PUSH, DOUBLE_LOSE = "doubled, win", "doubled, push", "doubled, lose"
FIVE_CARD_21 = "five-card 21"
OWN_BLACKJACK, BOTH_BLACKJACK = "blackjack", "blackjack, push"
DOUBLED_TO_BLACKJACK = "doubled, dealer's blackjack"
SURRENDER, SURRENDER_LOST = "surrender", "surrender, dealer's blackjack"
SPLIT, MORE_HANDS = "split", "split into three or more hands"


def outcomes(rules: TableRules, strategy: Strategy, shoe: Ints | None = None) -> Chances:
    """Every outcome of a round off the top of the shoe. The mean is that of `evaluate`."""
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    paid = payments(rules)
    found: Chances = {}
    more: Parts = []
    for start in starts_of(rules, shoe):
        index = start_row(start.cards)
        if start.is_blackjack:
            parts = _over_at_once(rules, start)
        else:
            parts = [
                *_first(rules, start, strategy, index),
                *_played(rules, start, strategy, index, paid),
                *_split(rules, start, strategy, index, paid),
            ]
        for outcome, chance in parts:
            if outcome.kind == MORE_HANDS:
                more.append((outcome, start.chance * chance))
            elif chance:
                found[outcome] = found.get(outcome, Fraction(0)) + start.chance * chance
    none = Fraction(0)
    if total := sum((chance for _, chance in more), none):
        net = sum((each.net * chance for each, chance in more), none) / total
        staked = sum((each.staked * chance for each, chance in more), none) / total
        square = sum((_square(each) * chance for each, chance in more), none) / total
        found[Outcome(MORE_HANDS, net, staked, square)] = total
    return found


Parts = list[tuple[Outcome, Fraction]]


def _square(outcome: Outcome) -> Fraction:
    return outcome.net**2 if outcome.square is None else outcome.square


def _outcome(kind: str, net: Fraction | int, staked: Fraction | int = 1) -> Outcome:
    return Outcome(kind, Fraction(net), Fraction(staked))


def _over_at_once(rules: TableRules, start: Start) -> Parts:
    """2.6(k): the dealer's blackjack is seen."""
    own = 2 * chance_of(start.shoe, 1, 10)
    held = _outcome(BOTH_BLACKJACK, 0)
    if rules.blackjack_beats_blackjack:
        held = _outcome(OWN_BLACKJACK, rules.blackjack)
    return [(held, own), (_outcome(LOSE, -1), 1 - own)]


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
            found += [(_outcome(OWN_BLACKJACK, held), won),
                      (_outcome(BOTH_BLACKJACK, 0), chance - won)]  # fmt: skip
        elif strategy.surrenders[index, hand]:
            early = rules.surrender == EARLY_SURRENDER
            lost = Fraction(0) if early else lost
            found += [(_outcome(SURRENDER, rules.surrender_keeps - 1), chance - lost),
                      (_outcome(SURRENDER_LOST, -1), lost)]  # fmt: skip
        elif low == high and strategy.splits[index, low - 1]:
            if rules.dealer_looks:
                found.append((_outcome(LOSE, -1), lost))
        elif strategy.doubles[index, hand] and not rules.dealer_looks:
            over = double_penalty(rules, start, low, high)
            found += [(_outcome(DOUBLED_TO_BLACKJACK, -1, 2), lost - over),
                      (_outcome(DOUBLE_LOSE, -2, 2), over)]  # fmt: skip
        else:
            found.append((_outcome(LOSE, -1), lost))
    return found


def _played(
    rules: TableRules, start: Start, strategy: Strategy, index: int, paid: Payments
) -> Parts:
    """First two cards that are played, where the dealer has no blackjack."""
    table = compositions()
    actions = strategy.actions(index)
    aside = actions == SET_ASIDE
    listed = first_rows(start.shoe, actions)
    one = program_of(rules, start)
    none = np.zeros_like(paid.once)
    gained = (paid.once > paid.unit).astype(np.int64)
    even = (paid.once == paid.unit).astype(np.int64)
    five = ((table.cards == FIVE_CARDS) & (table.total == TOTAL_MAX))[:, None]
    five = five & bool(rules.five_card_21)
    times = listed.ways[:WAYS].copy()
    times[DOUBLED] = 0
    pays = [(gained * ~five, none), (gained * five, none), (even, none), (none, gained),
            (none, even)]  # fmt: skip
    won, five_won, push, double_won, double_push = sum_exactly(
        one, start.shoe, listed.rows, [Sum(times, *each) for each in pays],
        start.makes,
    )  # fmt: skip
    single, double = Fraction(0), Fraction(0)
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance or aside[hand]:
            continue
        chance *= 1 - start.blackjack_chance(low, high)
        if strategy.doubles[index, hand]:
            double += chance
        else:
            single += chance
    win = rules.win
    return [
        (_outcome(WIN, win), won),
        (_outcome(FIVE_CARD_21, rules.five_cards_win), five_won),
        (_outcome(PUSH, 0), push),
        (_outcome(LOSE, -1), single - won - five_won - push),
        (_outcome(DOUBLE_WIN, 2 * win, 2), double_won),
        (_outcome(DOUBLE_PUSH, 0, 2), double_push),
        (_outcome(DOUBLE_LOSE, -2, 2), double - double_won - double_push),
    ]


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
                        made = _outcome(SPLIT, net, first.staked + second.staked)
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
    """Of one wager, for a hand that is not over 21. A dealer's blackjack is settled for the
    whole box."""
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
        two = list(zip(made, pair_chances(one, start.shoe, start.makes, value, events, weights),
                       strict=True))  # fmt: skip
        found += two
        if again:
            found.append(_more_hands(rules, start, strategy, index, kind, paid, two))
    return found


def _more_hands(
    rules: TableRules, start: Start, strategy: Strategy, index: int, kind: int,
    paid: Payments, two: Parts,
) -> tuple[Outcome, Fraction]:  # fmt: skip
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
        return _outcome(MORE_HANDS, 0), rest
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
    found = split_square(
        program_of(rules, start), start.shoe, start.makes, value,
        hands, orders, paired, results, looks=rules.dealer_looks,
    ) / paid.unit**2  # fmt: skip
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
        one, start.shoe, listed.rows,
        [Sum(gains, paid.once, paid.twice), Sum(doubles, paid.once, paid.twice)], start.makes,
    )  # fmt: skip
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
    start: Start, kind: int, every: dict[int, int], differing: dict[int, int], rows: Ints,
    times: Ints,
) -> Fraction:  # fmt: skip
    """The stakes of all hands where the dealer's second card makes a blackjack."""
    if start.makes < 0:
        return Fraction(0)
    table = compositions()
    value = kind + 1

    def chance(cards: tuple[int, ...]) -> Fraction:
        return chance_of(start.shoe, *cards) * start.blackjack_chance(*cards)

    total = sum((n * chance((value,) * k) for k, n in every.items()), Fraction(0))
    total += sum((n * (chance((value,) * k) - chance((value,) * (k + 1)))
                  for k, n in differing.items()), Fraction(0))  # fmt: skip
    for row in np.flatnonzero(times[DOUBLED]).tolist():
        counts = table.counts[rows[0, row]].tolist()
        cards = tuple(v for v in range(1, 11) for _ in range(counts[v - 1]))
        total += int(times[DOUBLED, row]) * chance(cards + (value,) * int(rows[2, row]))
    return total
