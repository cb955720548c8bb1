"""What busts cost when the dealer turns out to have a blackjack.

Without a card reader a blackjack is found after all hands are played. It takes the original wager
only, 2.10 and 2.11; but hands over 21 were lost when they went over. So a box loses the greater
of the original wager and what went over: the single place where the hands of a split pair have
to be looked at together."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit

from .compositions import VALUES, Ints, compositions
from .paths import DOUBLED, ONCE, TWICE, WAYS, orders_from
from .residues import NONE, fields, put_together, reduced
from .shoes import Start, chance_of, without
from .splitting import ends, terms

# One more way for a hand to end: doubled, and one of its wagers forfeited.
FORFEITED = WAYS
# Bits for the number of cards of one value in all hands of a box.
BITS = 6
# Values as columns, highest first, as they are packed.
ORDER = tuple(range(VALUES - 1, -1, -1))

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


def _with_forfeits(orders: Ints, forfeits: Forfeits) -> Ints:
    """The orders with one more row, for doubled hands that forfeit a wager."""
    given = orders[TWICE] * (False if forfeits is None else forfeits)
    found = np.concatenate((orders, given[None]))
    found[TWICE] -= given
    return found


def chance_with(shoe: Ints, counts: Ints) -> Fraction:
    """Return the chance of drawing so many cards of each value, in one order."""
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


Sets = tuple[Ints, Ints]


def no_busts(shoe: Ints, hand: Ints, paired: Ints, value: int, hands_max: int) -> Fraction:
    """The chance that no hand goes over, times that of the pair."""
    every, differing = packed_hands(hand, value), packed_hands(hand - paired, value)
    # By the number of hands and the last two of them (or one, or none): all the others.
    firsts: dict[tuple[int, int, int], list[Sets]] = {}
    for (hands, settled, waiting), ways in ends(hands_max).items():
        settled_last = min(max(2 - waiting, 0), settled)
        waiting_last = min(waiting, 2)
        keys, numbers = np.array([0]), np.array([ways])
        for factor in [differing] * (settled - settled_last) + [every] * (waiting - waiting_last):
            keys, numbers = convolved(keys, numbers, *factor)
        firsts.setdefault((hands, settled_last, waiting_last), []).append((keys, numbers))
    total = Fraction(0)
    for (hands, settled, waiting), parts in firsts.items():
        last: Sets = np.array([0]), np.array([1])
        for factor in [differing] * settled + [every] * waiting:
            last = convolved(*last, *factor)
        keys, numbers = (np.concatenate(each) for each in zip(*parts, strict=True))
        first = convolved(keys, numbers, np.array([0]), np.array([1]))
        total += chance_of_both(shoe, first, last, value, hands)
    return total


class Tree(NamedTuple):
    """Sets of cards as a walk: every node adds `number` cards of the value in `column` to the
    last node one level up; `times` counts the set that the node completes."""

    depth: Ints
    column: Ints
    number: Ints
    size: Ints
    times: Any


def tree_of(sets: Sets) -> Tree:
    """Sets whose highest values are alike stand together."""
    keys, times = sets
    nodes: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, 0)]
    path: list[tuple[int, int]] = []
    for key, count in sorted(zip(keys.tolist(), times.tolist(), strict=True)):
        cards = [(column, key >> BITS * column & (1 << BITS) - 1) for column in ORDER]
        cards = [each for each in cards if each[1]]
        same = 0
        while same < min(len(path), len(cards)) and path[same] == cards[same]:
            same += 1
        for level in range(same, len(cards)):
            size = sum(number for _, number in cards[: level + 1])
            nodes.append((level + 1, *cards[level], size, 0))
        # Sorted by their highest values, a set comes before those that go on from it.
        nodes[-1] = (*nodes[-1][:4], count)
        path = cards
    return Tree(*(np.array(each, dtype=np.int64) for each in zip(*nodes, strict=True)))


@compiled
def sum_of_both(shoe: Any, counts: Any, numbers: Any, tree: Tree, field: Any, work: Any) -> Any:
    """The sum over sets i and nodes j of their numbers times the chance of the cards of both,
    modulo the prime; of the `field`, shares[n] is the inverse of the falling factorial of n of all
    cards, and `word` is 2**32. `work` is room for the falling factorials, the walk and its sums."""
    shares, word, modulus, inverse = field
    falling, stack, found = work
    total = NONE
    for row in range(counts.shape[0]):
        base = numbers[row]
        size = counts[row].sum()
        for kind in range(VALUES):
            left = shoe[kind]
            for _ in range(counts[row, kind]):
                base = base * np.uint64(max(left, 0)) % modulus
                left -= 1
            falling[kind, 0] = word
            for more in range(1, falling.shape[1]):
                factor = np.uint64(max(left, 0))
                falling[kind, more] = falling[kind, more - 1] * factor % modulus
                left -= 1
        if base == NONE:
            continue
        for place in range(found.shape[0]):
            found[place] = NONE
        stack[0] = word
        found[0] = tree.times[0]
        for node in range(1, tree.depth.shape[0]):
            here = tree.depth[node]
            factor = falling[tree.column[node], tree.number[node]]
            stack[here] = reduced(stack[here - 1] * factor, modulus, inverse)
            found[tree.size[node]] += reduced(stack[here] * tree.times[node], modulus, inverse)
        summed = NONE
        for place in range(found.shape[0]):
            summed = (summed + found[place] % modulus * shares[size + place]) % modulus
        total = (total + base * summed) % modulus
    return total


def chance_of_both(shoe: Ints, first: Sets, last: Sets, value: int, hands: int) -> Fraction:
    """The sum, over sets of both, of the product of their numbers times the chance of all their
    cards and of so many of the value in one order."""
    counts = unpacked(first[0])
    counts[:, value - 1] += hands
    tree = tree_of(last)
    cards, most = int(shoe.sum()), int(counts.sum(axis=1).max() + tree.size.max())
    denominator = perm(cards, min(most, cards))
    walk: Any = jit(sum_of_both)
    room = (VALUES, int(tree.number.max()) + 1), VALUES + 1, int(tree.size.max()) + 1
    work = tuple(np.empty(shape, dtype=np.uint64) for shape in room)
    remainders = []
    used = fields(denominator, cards)
    for each in used:
        modulus = each.modulus
        shares = [1]
        for drawn in range(most):
            shares.append(shares[-1] * int(each.shares[max(cards - drawn, 0)]) % modulus)
        numbers = (1 << 32) % modulus, modulus, each.inverse
        field = np.array(shares, dtype=np.uint64), *map(np.uint64, numbers)
        times, of_last = ((n % modulus).astype(np.uint64) for n in (first[1], tree.times))
        remainders.append([walk(shoe, counts, times, tree._replace(times=of_last), field, work)])
    (found,) = put_together(remainders, used, denominator)
    return found


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
