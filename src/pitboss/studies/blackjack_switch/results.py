"""What a way to play blackjack switch comes to, exactly: average, stakes, and mean square.

What a hand comes to is a sum over the cards that it may end with (exact.moments): every hand is
counted as over 21, and one that ends otherwise makes up for it. A split hand is the sum of its
parts, with cards of the pair's value thought gone (exact.splitting). The two hands of a spot are
played against one dealer, so that their results go together: a product of two sums is one over the
cards of both hands, and the dealer is worked out once for each of these."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import lcm, perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.progress import part_of
from pitboss.studies.families.twenty_one.exact.busts import convolved, packed_hands, unpacked
from pitboss.studies.families.twenty_one.exact.by_value import added_up, sum_by_value
from pitboss.studies.families.twenty_one.exact.compositions import Ints, compositions
from pitboss.studies.families.twenty_one.exact.moments import pair_terms
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, ONCE, STAND, TWICE, orders_from
from pitboss.studies.families.twenty_one.exact.shoes import Start
from pitboss.studies.families.twenty_one.exact.solve import payments, program_of, starts_of
from pitboss.studies.families.twenty_one.exact.splitting import ends, terms
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row
from pitboss.studies.families.twenty_one.exact.sums import (
    NO_CARDS,
    Amounts,
    Sums,
    packed,
    packed_counts,
    product_of,
)
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import ACE_TEN, GIVEN_UP, KEPT, SHARES, Solution, dealt_ways, place_of, places, times_of


class Hand(NamedTuple):
    """What a hand comes to, its square, and what is staked on it."""

    net: Amounts
    square: Amounts
    staked: Amounts


# -- hands -----------------------------------------------------------------------------------


class Hands:
    """What hands come to against one start, each worked out once. Amounts are in `unit`ths of a
    wager. `squares`: those of split pairs are wanted as well."""

    def __init__(self, rules: TableRules, start: Start, *, squares: bool) -> None:
        paid = payments(rules)
        self.rules, self.start, self.index = rules, start, start_row(start.cards)
        self.unit = lcm(paid.unit, rules.blackjack.denominator, rules.surrender_keeps.denominator)
        times = self.unit // paid.unit
        lost = np.full((len(paid.once), 1), -self.unit)
        # A dealer's blackjack takes one wager, doubled or not.
        self.once = np.hstack((times * paid.once - self.unit, lost))
        self.twice = np.hstack((times * paid.twice - 2 * self.unit, lost))
        self.results = self.once.shape[1]
        self.squares = squares
        self.known: dict[Any, Hand] = {}
        self.books: dict[bytes, int] = {}

    def book(self, strategy: Strategy) -> int:
        """Return a number that strategies have in common that play alike against this start."""
        index = self.index
        played = b"".join(
            each[index].tobytes() for each in (strategy.draws, strategy.doubles, strategy.splits)
        )
        return self.books.setdefault(played, len(self.books))

    def hand(self, strategy: Strategy, how: int, low: int, high: int) -> Hand:
        key = (self.book(strategy), how, low, high)
        if key not in self.known:
            self.known[key] = self._made(strategy, how, low, high)
        return self.known[key]

    def _made(self, strategy: Strategy, how: int, low: int, high: int) -> Hand:
        if how == GIVEN_UP:
            lost = int((self.rules.surrender_keeps - 1) * self.unit)
            return self._settled(lost, -self.unit, low, high)
        if (low, high) == ACE_TEN and (how == KEPT or self.rules.switched_blackjack):
            won = int(self.rules.blackjack * self.unit)
            return self._settled(won, 0, low, high)
        if low == high and strategy.splits[self.index, low - 1]:
            return self._split(strategy, low)
        return self._played(strategy, low, high)

    def _all(self, amounts: Any) -> Ints:
        """An amount for every row, whatever the dealer's result."""
        return np.repeat(np.array(amounts, dtype=np.int64)[:, None], self.results, axis=1)

    def _settled(self, net: int, to_blackjack: int, low: int, high: int) -> Hand:
        cards, by = np.array([packed(low, high)]), self._all([net])
        by[0, -1] = to_blackjack
        return Hand(Amounts(cards, by), Amounts(cards, by**2), Amounts(cards, self._all([1])))

    def _played(self, strategy: Strategy, low: int, high: int) -> Hand:
        actions = strategy.actions(self.index)
        # Where it is no blackjack, an ace and a ten stand on 21.
        actions[compositions().row_of(*ACE_TEN)] = STAND
        return self._from(orders_from(actions, (low, high)), packed(low, high))

    def _from(self, orders: Ints, begun: int, ended_by_blackjack: bool = True) -> Hand:
        """A hand that begins with these cards and has so many orders to end. In a split pair it
        is not ended by a blackjack, which takes what the whole box has lost by then."""
        unit = self.unit
        first = np.array([begun])
        cards, by, squares = [first], [self._all([-unit])], [self._all([unit**2])]
        twice = np.flatnonzero(orders[DOUBLED])
        doubled = packed_counts(compositions().counts[twice])
        number = orders[DOUBLED, twice]
        cards.append(doubled)
        by.append(self._all(-unit * number))
        squares.append(self._all(3 * unit**2 * number))
        for way, net, over in ((ONCE, self.once, unit), (TWICE, self.twice, 2 * unit)):
            hands = np.flatnonzero(orders[way])
            ended = net[hands]
            if not ended_by_blackjack:
                ended[:, -1] = 0
            times = orders[way, hands][:, None]
            cards.append(packed_counts(compositions().counts[hands]))
            by.append(times * (ended + over))
            squares.append(times * (ended**2 - over**2))
        every = np.concatenate(cards)
        return Hand(
            Amounts(every, np.concatenate(by)),
            Amounts(every, np.concatenate(squares)),
            Amounts(np.concatenate((first, doubled)), self._all([1, *number])),
        )

    def _split(self, strategy: Strategy, value: int) -> Hand:
        rules = self.rules
        actions = strategy.split_actions(self.index, rules)[0 if value > 1 else 1]
        orders, paired = (orders_from(actions, (value,) * n) for n in (1, 2))
        most = rules.hands_from(value - 1)
        every = self._from(orders, packed(value), ended_by_blackjack=False)
        second = self._from(paired, packed(value, value), ended_by_blackjack=False)
        # Those whose second card differs: all, less those that go on from two cards of the value.
        differing = [
            product_of(_both(one, Amounts(other.cards, -other.by)))
            for one, other in zip(every, second, strict=True)
        ]
        net, square, staked = (
            _of_parts(one, other, value, most) for one, other in zip(every, differing, strict=True)
        )
        if self.squares:
            square = _both(square, _products(every.net, differing[0], value, most))
        if not self.rules.dealer_looks and self.start.makes >= 0:
            none, ways = _none_over(orders, paired, value, most)
            whole = np.zeros((len(none), self.results), dtype=np.int64)
            whole[:, -1] = ways
            net = _both(net, Amounts(none, -self.unit * whole))
            square = _both(square, Amounts(none, self.unit**2 * whole))
        return Hand(net, square, staked)


def _both(one: Amounts, other: Amounts) -> Amounts:
    return Amounts(*(np.concatenate(each) for each in zip(one, other, strict=True)))


def _of_parts(every: Amounts, differing: Amounts, value: int, hands_max: int) -> Amounts:
    """All hands of a split pair, from what one comes to and one whose second card differs; further
    cards of the value are gone with each."""
    cards, by = [], []
    for one, terms_of in zip((every, differing), terms(hands_max), strict=True):
        for k, times in terms_of.items():
            cards.append(one.cards + (k - 1) * packed(value))
            by.append(times * one.by)
    return Amounts(np.concatenate(cards), np.concatenate(by))


def _products(every: Amounts, differing: Amounts, value: int, hands_max: int) -> Amounts:
    """The products of any two hands of a split pair."""
    products = [
        product_of(every, every),
        product_of(every, differing),
        product_of(differing, differing),
    ]
    found = Sums(every.by.shape[1])
    for k, terms_of in pair_terms(hands_max).items():
        gone = (k - 2) * packed(value)
        for (cards, by), times in zip(products, terms_of, strict=True):
            if times:
                found.add(Amounts(cards + gone, by), times=times)
    return found.listed()


def _none_over(orders: Ints, paired: Ints, value: int, hands_max: int) -> tuple[Ints, Ints]:
    """That no hand of a split pair goes over 21: the cards of all of them, and in how many ways."""
    every, differing = packed_hands(orders, value), packed_hands(orders - paired, value)
    cards, numbers = [], []
    for (hands, settled, waiting), ways in ends(hands_max).items():
        keys, times = NO_CARDS, np.ones(1, dtype=np.int64)
        for factor in [differing] * settled + [every] * waiting:
            keys, times = convolved(keys, times, *factor)
        cards.append(keys + hands * packed(value))
        numbers.append(ways * times)
    return np.concatenate(cards), np.concatenate(numbers)


# -- all hands against one start -------------------------------------------------------------


class Played(NamedTuple):
    """A hand, and the cards with which it begins, with all hands beside which it is played alike:
    their cards, and (`beside`) what they come to, each as often as both are played."""

    hand: Hand
    begun: int
    seen: Amounts
    beside: Amounts


class _Group(NamedTuple):
    """The same, before it is added up."""

    hand: Hand
    begun: int
    seen: dict[int, int]
    beside: list[Amounts]


def _added(parts: list[Amounts], results: int) -> Amounts:
    """All of them as one, each cards once."""
    if not any(len(each.cards) for each in parts):
        return Amounts(NO_CARDS[:0], np.zeros((0, results), dtype=np.int64))
    return Amounts(*added_up([each.cards for each in parts], [each.by for each in parts]))


class Against:
    """A way to play against one start: times[how, how the other, other, own]. With a dealer's
    blackjack all is otherwise, and simpler: `blackjack` has that part of it alone, and else it is
    left out."""

    def __init__(self, found: Solution, hands: Hands, times: Ints, *, blackjack: bool) -> None:
        self.found, self.hands, self.times = found, hands, times
        self.blackjack = blackjack
        self.names = list(places())
        # By the cards of the other hand, those that are played alike have one number.
        self.books = [-1 if each is None else hands.book(each) for each in found.strategies]
        self.results = 1 if blackjack else hands.results - 1
        self.parts: dict[tuple[int, int, int], Hand] = {}

    def _part(self, amounts: Amounts) -> Amounts:
        by = amounts.by[:, -1:] if self.blackjack else amounts.by[:, :-1]
        counted = by.any(axis=1)
        return Amounts(amounts.cards[counted], np.ascontiguousarray(by[counted]))

    def hand(self, own: int, how: int, other: int) -> Hand:
        key = (self.books[other], how, own)
        if key not in self.parts:
            strategy = self.found.strategies[other]
            assert strategy is not None
            whole = self.hands.hand(strategy, how, *self.names[own])
            self.parts[key] = Hand(*map(self._part, whole))
        return self.parts[key]

    def played(self, *, together: bool) -> list[Played]:
        """All hands; those that are beside them only if `together`."""
        names = self.names
        groups: dict[tuple[int, int, int], _Group] = {}
        for how, other_how, other, own in np.argwhere(self.times).tolist():
            number = int(self.times[how, other_how, other, own])
            number *= _orders(names[own]) * _orders(names[other])
            key = (own, how, self.books[other])
            if key not in groups:
                groups[key] = _Group(self.hand(own, how, other), packed(*names[own]), {}, [])
            group = groups[key]
            cards = packed(*names[other])
            group.seen[cards] = group.seen.get(cards, 0) + number
            # The same two hands the other way round come to the same: they count here.
            if together and (own, how) <= (other, other_how):
                twice = 1 if (own, how) == (other, other_how) else 2
                beside = self.hand(other, other_how, own).net
                group.beside.append(Amounts(beside.cards, twice * number * beside.by))
        return [self._listed(group) for group in groups.values()]

    def _listed(self, group: _Group) -> Played:
        numbers = np.array(list(group.seen.values()))
        seen = Amounts(
            np.array(list(group.seen)), np.repeat(numbers[:, None], self.results, axis=1)
        )
        return Played(group.hand, group.begun, seen, _added(group.beside, self.results))

    def average(self, played: list[Played] | None = None) -> tuple[Fraction, Fraction]:
        """What a hand of the two comes to, and what is staked on it; in SHARES."""
        net, staked = Sums(self.results), Sums(self.results)
        for each in played or self.played(together=False):
            net.add(each.hand.net, each.seen)
            staked.add(each.hand.staked, each.seen)
        return self._chance(net) / self.hands.unit, self._chance(staked)

    def square(self, played: list[Played] | None = None) -> Fraction:
        """The mean of (X * X + X * Y) / 2, for what the two hands come to; in SHARES."""
        sums = Sums(self.results)
        # Hands that come to the same by the same further cards are one, beside all others.
        drawn: dict[tuple[bytes, bytes], tuple[Amounts, list[Amounts]]] = {}
        for hand, begun, seen, beside in played or self.played(together=True):
            sums.add(hand.square, seen)
            cards, by = _added([Amounts(hand.net.cards - begun, hand.net.by)], self.results)
            _, others = drawn.setdefault((cards.tobytes(), by.tobytes()), (Amounts(cards, by), []))
            others.append(Amounts(beside.cards + begun, beside.by))
        self.parts.clear()
        for one, others in drawn.values():
            sums.add(one, _added(others, self.results))
        return self._chance(sums) / (2 * self.hands.unit**2)

    def both(self) -> tuple[tuple[Fraction, Fraction], Fraction]:
        """The average and the square."""
        played = self.played(together=True)
        return self.average(played), self.square(played)

    def _chance(self, sums: Sums) -> Fraction:
        """The sum over cards of their chance, in one order, and the dealer's result."""
        cards, by = sums.listed()
        sums.clear()
        counted = by.any(axis=1)
        weights = np.zeros((int(counted.sum()), self.hands.results), dtype=np.int64)
        weights[:, -1:] = by[counted] if self.blackjack else 0
        if not self.blackjack:
            weights[:, :-1] = by[counted]
        start = self.hands.start
        one = program_of(self.found.rules, start)
        return sum_by_value(one, start.shoe, start.makes, unpacked(cards[counted]), weights)


def _orders(hand: tuple[int, int]) -> int:
    return 1 if hand[0] == hand[1] else 2


# -- all of it -------------------------------------------------------------------------------


class Result(NamedTuple):
    """Of one of the two hands, in its initial wager: what is won on average, and staked."""

    net: Fraction
    staked: Fraction


def evaluate(found: Solution, workers: int = 1) -> Result:
    """What a hand of the two is worth under the strategy, exactly."""
    return _average(found, _by_start(found, Against.average, workers))


def _average(found: Solution, by_start: list[tuple[Start, Any]]) -> Result:
    net = staked = Fraction(0)
    if found.rules.dealer_looks:
        ways, total = _to_blackjack(found)
        staked = Fraction(int(ways.sum()), total)
        net = Fraction(int((ways * _loses()).sum()), -total)
    for start, (won, laid) in by_start:
        net += start.chance * won / SHARES
        staked += start.chance * laid / SHARES
    return Result(net, staked)


def mean_square(found: Solution, workers: int = 1) -> Fraction:
    """Return the mean square of what a spot comes to, in units of its two wagers together,
    exactly."""
    return _mean_square(found, _by_start(found, Against.square, workers))


def _mean_square(found: Solution, by_start: list[tuple[Start, Fraction]]) -> Fraction:
    total = Fraction(0)
    if found.rules.dealer_looks:
        ways, number = _to_blackjack(found)
        lost = _loses()[:, None] + _loses()
        total = Fraction(int((ways * lost**2).sum()), 4 * number)
    for start, square in by_start:
        total += start.chance * square / SHARES
    return total


def evaluate_with_square(found: Solution, workers: int = 1) -> tuple[Result, Fraction]:
    """Return both, in less time than one after the other."""
    by_start = _by_start(found, Against.both, workers)
    averages = [(start, average) for start, (average, _) in by_start]
    squares = [(start, square) for start, (_, square) in by_start]
    return _average(found, averages), _mean_square(found, squares)


def _to_blackjack(found: Solution) -> tuple[Ints, int]:
    """[other, own]: in how many orders of six cards a dealer's blackjack is dealt beside these
    hands, which are not switched; and the number of all orders."""
    return dealt_ways(found.shoe, blackjack=True).sum(axis=1), perm(int(found.shoe.sum()), 6)


def _loses() -> Ints:
    """Whether two cards lose to a blackjack."""
    found = np.ones(len(places()), dtype=np.int64)
    found[place_of(*ACE_TEN)] = 0
    return found


def _by_start(
    found: Solution, figure: Callable[[Against], Any], workers: int
) -> list[tuple[Start, Any]]:
    """A figure of every start, with and without a blackjack where that is found late; by so
    many threads: compiled code lets others run."""
    times = times_of(found.shoe, found.choices)
    with ThreadPoolExecutor(workers) as threads:
        made = []
        for start in starts_of(found.rules, found.shoe):
            if start.is_blackjack:
                continue
            hands = Hands(found.rules, start, squares=figure is not Against.average)
            here = times[:, :, :, hands.index]
            late = not found.rules.dealer_looks and start.makes >= 0
            for blackjack in (False, True) if late else (False,):
                against = Against(found, hands, here, blackjack=blackjack)
                made.append((start, threads.submit(figure, against)))
        done = part_of("what all hands come to")
        results = []
        for start, each in made:
            results.append((start, each.result()))
            done(len(results) / len(made))
        return results
