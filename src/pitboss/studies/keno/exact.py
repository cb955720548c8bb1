"""Keno exactly: how often a ticket is paid how much.

The ways of a ticket are made of groups that share no number, so what it is paid follows from how
many numbers of each group are caught, and that is counted. Where there are too many such states
the mean and the variance are still exact: the variance needs pairs of ways only, which share
numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.games.keno.findings import hits
from pitboss.games.keno.rate_card import RateCard
from pitboss.games.keno.rules import KenoRules, table_name
from pitboss.games.keno.tickets import Ticket, bits
from pitboss.money import Odds, format_dollars

# States of the groups that are told apart; beyond that a ticket is known by its moments.
STATES_MAX = 200_000


class Wagered(msgspec.Struct, frozen=True):
    """A ticket, and how many tickets alike are in the game: they share the aggregate maximum."""

    ticket: Ticket
    copies: int = 1


def sizes_of(ticket: Ticket) -> list[int]:
    return [len(group.numbers) for group in ticket.request.groups]


def states_of(ticket: Ticket) -> int:
    """How many states the groups have."""
    return prod(size + 1 for size in sizes_of(ticket))


def caught_states(ticket: Ticket) -> npt.NDArray[np.int64]:
    """Every state: a row of how many numbers of each group are caught, the last group's fastest."""
    ranges = [range(size + 1) for size in sizes_of(ticket)]
    return np.array(list(product(*ranges)), dtype=np.int64)


def payoffs_by_state(wagered: Wagered, rules: KenoRules) -> npt.NDArray[np.int64]:
    """What the ticket is paid in every state, in cents, its price included."""
    ticket, card = wagered.ticket, rules.card
    states = caught_states(ticket)
    masks = [bits(group.numbers) for group in ticket.request.groups]
    paid = np.zeros(len(states), dtype=np.int64)
    for way in ticket.ways:
        within = [k for k, mask in enumerate(masks) if mask & way.numbers]
        table = np.array(card.payoffs(ticket.request.schedule, way.spots, way.rate), dtype=np.int64)
        paid += table[states[:, within].sum(axis=1)]
    return _shared(paid, wagered.copies, card)


def _shared(paid: npt.NDArray[np.int64], copies: int, card: RateCard) -> npt.NDArray[np.int64]:
    """15.3(e): tickets that are all alike share the aggregate maximum alike, by either method."""
    if card.aggregate_payoff is None:
        return paid
    return np.minimum(paid, card.aggregate_payoff // copies)


def combinations_by_state(ticket: Ticket, rules: KenoRules) -> Iterator[int]:
    """In how many of all selections each state comes about."""
    sizes = sizes_of(ticket)
    others = rules.numbers - sum(sizes)
    for state in product(*(range(size + 1) for size in sizes)):
        missing = rules.selected - sum(state)
        if missing < 0 or missing > others:
            yield 0
        else:
            chosen = prod(comb(size, caught) for size, caught in zip(sizes, state, strict=True))
            yield chosen * comb(others, missing)


def joint_of_ticket(name: str, wagered: Wagered, rules: KenoRules) -> Joint:
    """The distribution of what the ticket wins, in units of its price for one game."""
    total = comb(rules.numbers, rules.selected)
    joint = Joint((name,), total)
    if states_of(wagered.ticket) > STATES_MAX:
        joint.add((_averaged(wagered, rules),), Fraction(1))
        return joint
    counted: Counter[Cell] = Counter()
    paid = payoffs_by_state(wagered, rules).tolist()
    cells: dict[tuple[int, int], Cell] = {}
    states = caught_states(wagered.ticket).sum(axis=1).tolist()
    straight = len(wagered.ticket.ways) == 1
    for cents, caught, ways in zip(
        paid, states, combinations_by_state(wagered.ticket, rules), strict=True
    ):
        if not ways:
            continue
        key = (cents, caught if straight else -1)
        if key not in cells:
            cells[key] = cell_of(wagered, rules, cents, key[1])
        counted[cells[key]] += ways
    for cell, ways in counted.items():
        joint.add((cell,), Fraction(ways, total))
    return joint


def cell_of(wagered: Wagered, rules: KenoRules, cents: int, caught: int) -> Cell:
    """What it is to be paid so many cents: for a straight ticket, a row of its catch table."""
    price = wagered.ticket.price
    net = Fraction(cents - price, price)
    won = Odds(net.numerator, net.denominator) if net >= 0 and cents else None
    odds = won.text if won is not None else ""
    if caught < 0:
        return Cell(f"pays {format_dollars(cents)}", odds, net, Fraction(1))
    request = wagered.ticket.request
    row = f"catch {caught}"
    table = rules.law.paytables.get(table_name(request.schedule, wagered.ticket.ways[0].spots))
    parts: tuple[Part, ...] = ()
    if won is not None and table is not None and row in table and table[row] == won:
        parts = (Part.by(table[row]),)
    return Cell(row, odds, net, Fraction(1), parts)


# -- moments ------------------------------------------------------------------------------------


def _averaged(wagered: Wagered, rules: KenoRules) -> Cell:
    """Mean and mean square of what a ticket of many ways wins. The aggregate maximum is not taken
    into account: it would need the whole distribution."""
    ticket, card = wagered.ticket, rules.card
    schedule, price = ticket.request.schedule, ticket.price
    alike: Counter[tuple[int, int]] = Counter((way.spots, way.rate) for way in ticket.ways)
    mean = Fraction(0)
    for (spots, rate), ways in alike.items():
        mean += ways * _mean(spots, card.payoffs(schedule, spots, rate), rules)
    pairs: Counter[tuple[int, int, int, int, int]] = Counter()
    for first in ticket.ways:
        for second in ticket.ways:
            shared = (first.numbers & second.numbers).bit_count()
            pairs[first.spots, first.rate, second.spots, second.rate, shared] += 1
    square = Fraction(0)
    for (spots, rate, other_spots, other_rate, shared), times in pairs.items():
        square += times * _mean_product(
            (spots, other_spots, shared),
            card.payoffs(schedule, spots, rate),
            card.payoffs(schedule, other_spots, other_rate),
            rules,
        )
    unit = Fraction(price)
    net = mean / unit - 1
    return Cell("all results", "", net, Fraction(1), square=square / unit**2 - 2 * mean / unit + 1)


def _mean(spots: int, payoffs: tuple[int, ...], rules: KenoRules) -> Fraction:
    total = comb(rules.numbers, rules.selected)
    ways = sum(paid * hits(spots, caught, rules) for caught, paid in enumerate(payoffs))
    return Fraction(ways, total)


@cache
def _choose(of: int, some: int) -> int:
    return comb(of, some) if 0 <= some <= of else 0


def _mean_product(
    sizes: tuple[int, int, int], first: tuple[int, ...], second: tuple[int, ...], rules: KenoRules
) -> Fraction:
    """The mean of the product of what two ways are paid that share some numbers."""
    spots, other_spots, shared = sizes
    own, others = spots - shared, other_spots - shared
    outside = rules.numbers - own - others - shared
    ways = 0
    for both in range(shared + 1):
        for a in range(own + 1):
            if not first[a + both]:
                continue
            for b in range(others + 1):
                if second[b + both]:
                    chosen = _choose(shared, both) * _choose(own, a) * _choose(others, b)
                    rest = _choose(outside, rules.selected - both - a - b)
                    ways += first[a + both] * second[b + both] * chosen * rest
    return Fraction(ways, comb(rules.numbers, rules.selected))
