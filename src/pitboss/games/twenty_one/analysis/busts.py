"""What busts cost when the dealer turns out to have a blackjack.

Without a card reader a blackjack is found after all hands are played. It takes the original wager
only, 2.10 and 2.11; but hands over 21 were lost when they went over. So a box loses the greater
of the original wager and what went over: the single place where the hands of a split pair have
to be looked at together."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import jit
from pitboss.games.twenty_one.analysis.compositions import VALUES, Ints, compositions
from pitboss.games.twenty_one.analysis.paths import DOUBLED, ONCE, TWICE, WAYS, count_orders
from pitboss.games.twenty_one.analysis.shoes import Start, chance_of, without
from pitboss.games.twenty_one.analysis.splitting import ends, terms

# One more way for a hand to end: doubled, and one of its wagers forfeited.
FORFEITED = WAYS
# Bits for the number of cards of one value in all hands of a box.
BITS = 6

Forfeits = npt.NDArray[np.bool_] | None


class Loss(NamedTuple):
    """Of a pair that was dealt: E[max(1, B) - 1], where B is what the split hands lose by going
    over 21 and by forfeiting one wager of a doubled hand, and the chance that B is 0; both times
    the chance of the pair."""

    beyond: Fraction
    none: Fraction


def pair_loss(
    start: Start, actions: Ints, kind: int, hands_max: int, forfeits: Forfeits = None
) -> Fraction:
    """What a dealer's blackjack takes beyond the original wager, times its chance. `forfeits`
    are doubled hands of which one wager is forfeited and the other taken back."""
    return _with_blackjack(start, actions, kind, hands_max, forfeits).beyond


def no_loss(
    start: Start, actions: Ints, kind: int, hands_max: int, forfeits: Forfeits = None
) -> Fraction:
    """The chance of a pair, a dealer's blackjack, and that no split hand goes over 21 or
    forfeits a wager."""
    return _with_blackjack(start, actions, kind, hands_max, forfeits).none


def _with_blackjack(
    start: Start, actions: Ints, kind: int, hands_max: int, forfeits: Forfeits
) -> Loss:
    if start.makes < 0 or not start.shoe[start.makes]:
        return Loss(Fraction(0), Fraction(0))
    shoe = without(start.shoe, start.makes + 1)
    chance = Fraction(int(start.shoe[start.makes]), int(start.shoe.sum()))
    given_up = b"" if forfeits is None else forfeits.tobytes()
    found = _pair_loss(tuple(shoe.tolist()), actions.tobytes(), given_up, kind, hands_max)
    return Loss(chance * found.beyond, chance * found.none)


@lru_cache(maxsize=256)
def _pair_loss(
    counts: tuple[int, ...], packed: bytes, given_up: bytes, kind: int, hands_max: int
) -> Loss:
    shoe = np.array(counts, dtype=np.int64)
    actions = np.frombuffer(packed, dtype=np.int64)
    forfeits = np.frombuffer(given_up, dtype=np.bool_) if given_up else None
    hand, paired = (
        _with_forfeits(orders_from(actions, (kind + 1,) * cards), forfeits) for cards in (1, 2)
    )
    value = kind + 1
    # max(1, B) - 1 = B - 1 + (B = 0)
    lost = expected_busts(shoe, hand, paired, value, hands_max)
    none = no_busts(shoe, hand, paired, value, hands_max)
    return Loss(lost + none - chance_of(shoe, value, value), none)


def orders_from(actions: Ints, cards: tuple[int, ...]) -> Ints:
    """orders[way, hand] from these cards on."""
    table = compositions()
    orders = np.empty((WAYS, len(table.cards)), dtype=np.int64)
    counting: Any = jit(count_orders)
    counting(table.index(*cards), actions, table.child, table.by_cards,
             np.empty_like(table.cards), orders)  # fmt: skip
    return orders


def _with_forfeits(orders: Ints, forfeits: Forfeits) -> Ints:
    """The orders with one more row, for doubled hands that forfeit a wager."""
    given = orders[TWICE] * (False if forfeits is None else forfeits)
    found = np.concatenate((orders, given[None]))
    found[TWICE] -= given
    return found


def chance_with(shoe: Ints, counts: Ints) -> Fraction:
    """Of so many cards of each value, in one order."""
    above = 1
    for number, count in zip(shoe.tolist(), counts.tolist(), strict=True):
        above *= perm(number, count) if count <= number else 0
    return Fraction(above, perm(int(shoe.sum()), int(counts.sum())))


def expected_busts(shoe: Ints, hand: Ints, paired: Ints, value: int, hands_max: int) -> Fraction:
    """What all hands together lose by going over 21, on average, times the chance of the
    pair."""
    every, differing = terms(hands_max)
    total = Fraction(0)
    for k, times in every.items():
        total += times * one_bust(shoe, hand, value, k)
    for k, times in differing.items():
        total += times * (one_bust(shoe, hand, value, k) - second_bust(shoe, paired, value, k))
    return total


def one_bust(shoe: Ints, orders: Ints, value: int, gone: int) -> Fraction:
    """One hand from a card of the value, `gone` of which are out of the shoe."""
    alone = np.zeros(VALUES, dtype=np.int64)
    alone[value - 1] = gone
    return chance_with(shoe, alone) - _kept(shoe, orders, value, gone - 1)


def second_bust(shoe: Ints, orders: Ints, value: int, gone: int) -> Fraction:
    """One hand from two cards of the value, where `gone` and its second card are out."""
    alone = np.zeros(VALUES, dtype=np.int64)
    alone[value - 1] = gone + 1
    return chance_with(shoe, alone) - _kept(shoe, orders, value, gone - 1)


def _kept(shoe: Ints, orders: Ints, value: int, extra: int) -> Fraction:
    """The chance of not going over, by wagers: a doubled hand that stays adds its second, one
    that forfeits a wager keeps the other."""
    table = compositions()
    total = Fraction(0)
    for hand in np.flatnonzero(orders.any(axis=0)).tolist():
        counts = table.counts[hand].copy()
        counts[value - 1] += extra
        times = orders[ONCE, hand] + 2 * orders[TWICE, hand] - orders[DOUBLED, hand]
        total += int(times + orders[FORFEITED, hand]) * chance_with(shoe, counts)
    return total


def no_busts(shoe: Ints, hand: Ints, paired: Ints, value: int, hands_max: int) -> Fraction:
    """The chance that no hand goes over, times that of the pair."""
    every, differing = packed_hands(hand, value), packed_hands(hand - paired, value)
    total = Fraction(0)
    for (hands, settled, waiting), ways in ends(hands_max).items():
        keys, numbers = np.array([0]), np.array([1])
        for factor in [differing] * settled + [every] * waiting:
            keys, numbers = convolved(keys, numbers, *factor)
        counts = unpacked(keys)
        counts[:, value - 1] += hands
        total += ways * weighted_chance(shoe, numbers, counts)
    return total


def weighted_chance(shoe: Ints, numbers: Ints, counts: Ints) -> Fraction:
    """The sum of numbers[i] times the chance of counts[i] in one order."""
    cards, sizes = int(shoe.sum()), counts.sum(axis=1)
    most = int(sizes.max())
    falling = [[perm(n, c) for c in range(1 << BITS)] for n in shoe.tolist()]
    above = 0
    for size in range(most + 1):
        here = sizes == size
        part = sum(
            number * prod(table[count] for table, count in zip(falling, row, strict=True))
            for number, row in zip(numbers[here].tolist(), counts[here].tolist(), strict=True)
        )
        above += part * perm(cards - size, most - size)
    return Fraction(above, perm(cards, most))


def packed_hands(orders: Ints, value: int) -> tuple[Ints, Ints]:
    """Final hands of 21 or less, without their first card, as one number each; and how many
    orders they have."""
    table = compositions()
    number = orders[ONCE] + orders[TWICE]
    hands = np.flatnonzero(number)
    counts = table.counts[hands].copy()
    counts[:, value - 1] -= 1
    keys = (counts << (BITS * np.arange(VALUES))).sum(axis=1)
    return keys, number[hands]


def unpacked(keys: Ints) -> Ints:
    found: Ints = keys[:, None] >> (BITS * np.arange(VALUES)) & ((1 << BITS) - 1)
    return found


def convolved(
    keys: Ints, numbers: Ints, other_keys: Ints, other_numbers: Ints
) -> tuple[Ints, Ints]:
    """The cards of two hands together, whichever is whose."""
    sums = (keys[:, None] + other_keys).reshape(-1)
    products = (numbers[:, None] * other_numbers).reshape(-1)
    order = np.argsort(sums)
    sums, products = sums[order], products[order]
    first = np.flatnonzero(np.concatenate(([True], sums[1:] != sums[:-1])))
    return sums[first], np.add.reduceat(products, first)
