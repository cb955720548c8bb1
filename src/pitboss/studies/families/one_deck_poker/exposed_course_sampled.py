"""Hands of others, and the class of a common card, at games whose player decides as the cards of
one hand of five become known: situations at random, each of them counted in full."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.exposure.figures import Exposure, Way
from pitboss.analysis.exposure.leak import PLAYER, Leak, Position
from pitboss.analysis.progress import part_of
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.hands.poker import five_cards
from pitboss.hands.poker_batch import tables

from .course import Course, Tables
from .sets import rows_by_value

Array = Any
SITUATIONS = 20_000
DECK = 52
FIVE = 5


@compiled
def rows_after(t: Any, rows: Array, known: Array, rest: Array, out: Array) -> None:
    """The row of every hand that three or four known cards may become: out[c, d] with the cards c
    and d of the rest, or out[0, d] where one card is to come."""
    a, b, c = known[0], known[1], known[2]
    if known.shape[0] == FIVE - 1:
        for last in range(rest.shape[0]):
            out[0, last] = rows[five_cards(t, a, b, c, known[3], rest[last])]
        return
    for first in range(rest.shape[0]):
        for last in range(first):
            row = rows[five_cards(t, a, b, c, rest[first], rest[last])]
            out[first, last] = row
            out[last, first] = row


class Table(NamedTuple):
    """A game's decisions: all deals, the cells, the best play without the leak, and what each
    number of units wagered wins by row."""

    deals: Course
    cells: list[Cell]
    before: Tables
    nets: dict[int, Array]
    rows: Array


class Known(NamedTuple):
    """The draws of the own cards and of those to come, in the order in which they are turned up,
    and of these the ones that are seen, and those that are known by their class."""

    own: tuple[int, ...]
    coming: tuple[int, ...]
    seen: frozenset[int]
    classed: frozenset[int]
    ranks: frozenset[int]
    shares: int
    hand: int


class Decided(NamedTuple):
    """One situation in the best play: what is won with the leak and without it, of all that may
    follow; the wagers and how often each row comes with them."""

    seeing: float
    without: float
    often: Array


def known_of(positions: list[Position], deals: Course, leak: Leak) -> Known:
    """Which cards are known: the player's, and common cards that all see before the first
    decision; burned cards decide nothing."""
    several = len(positions) > FIVE
    own = tuple(p.draw for p in positions if p.seen)
    coming = tuple(p.draw for p in positions if not p.seen and (p.also or not several))
    hand = sum(p.name.startswith(PLAYER) for p in positions)
    named = {p.draw for p in (*leak.seen, *leak.classed)}
    if not named <= set(coming) and (leak.seen or not named & set(coming)):
        raise BadInput("--sees: of this game the worth of a common card in advance is worked out")
    assert len(own) == deals.points[0]
    return Known(
        own,
        coming,
        frozenset(p.draw for p in leak.seen),
        frozenset(p.draw for p in leak.classed) & set(coming),
        leak.ranks,
        leak.shares,
        hand,
    )


def weights_of(known: Known, rest: Array, to_come: Array, members: Array) -> Array:
    """Which cards may come, as far as that is known: by the first of two and the last."""
    masks = []
    for draw, card in zip(known.coming, to_come.tolist(), strict=True):
        mask = np.ones(len(rest), dtype=bool)
        if draw in known.seen:
            mask = rest == card
        elif draw in known.classed:
            mask = members[rest] == members[card]
        masks.append(mask)
    if len(masks) == 1:
        return masks[0][None, :]
    found = np.outer(masks[0], masks[1])
    np.fill_diagonal(found, False)
    return found


def play(table: Table, own: Array, rest: Array, rows: Array, weights: Array) -> Decided:
    """Decides by what is known, from the last decision back."""
    deals = table.deals
    won = {wagered: (nets[rows] * weights).sum(axis=1) for wagered, nets in table.nets.items()}
    last = len(deals.points) - 1
    choose = np.array([[comb(n, k) for n in range(DECK)] for k in range(FIVE)])
    sets = np.sort(own)[None, :]
    if last:
        sets = np.sort(np.column_stack([np.tile(own, (len(rest), 1)), rest]), axis=1)
    numbers = sum(choose[place + 1][sets[:, place]] for place in range(sets.shape[1]))
    best: dict[int, Array] = {}
    plain: dict[int, Array] = {}
    chosen: dict[int, Array] = {}
    lines = np.arange(len(rows))
    for wagered in deals.wagered[last]:
        after = deals.after[wagered]
        worth = np.stack([won[int(each)] for each in after])
        chosen[wagered] = after[worth.argmax(axis=0)]
        best[wagered] = worth.max(axis=0)
        plain[wagered] = worth[table.before[last][wagered, numbers], lines]
    ahead, before = 1, 1
    if last:
        first = deals.after[1]
        ahead = int(first[np.argmax([best[int(each)].sum() for each in first])])
        number = int(sum(comb(card, place + 1) for place, card in enumerate(sorted(own.tolist()))))
        before = int(first[table.before[0][1, number]])
    often = np.zeros((len(deals.after), table.deals.counts.shape[1]))
    for line in np.flatnonzero(weights.any(axis=1)).tolist():
        often[chosen[ahead][line]] += np.bincount(
            rows[line], weights[line], minlength=often.shape[1]
        )
    return Decided(float(best[ahead].sum()), float(plain[before].sum()), often)


def expose_sampled_course(
    deals: Course,
    cells: list[Cell],
    row_of: Any,
    before: Tables,
    wager: str,
    leak: Leak,
    positions: list[Position],
    without: Way,
    *,
    situations: int,
    seed: int,
) -> Exposure:
    """Deals situations at random, and adds what the leak gains in them to the best play without
    it."""
    known = known_of(positions, deals, leak)
    gone = known.hand * known.shares
    if len(positions) + gone > DECK:
        raise BadInput(f"--shares {leak.shares}: there are not so many cards")
    every = range(deals.counts.shape[1])
    nets = {
        wagered: np.array([float(cells[deals._index(0, wagered, row)].net) for row in every])
        for wagered in deals.wagered[-1]
    }
    table = Table(deals, cells, before, nets, rows_by_value(row_of))
    members = np.array([card >> 2 in known.ranks for card in range(DECK)])
    source = np.random.Generator(np.random.PCG64(seed))
    number = situations or SITUATIONS
    gains, often = np.zeros(number), np.zeros((len(deals.after), len(every)))
    told, size = part_of("situations"), len(known.own)
    kernel: Any = jit(rows_after)
    for place in range(number):
        cards = source.permutation(DECK)
        own, to_come = cards[:size], cards[size : size + len(known.coming)]
        rest = np.sort(np.concatenate([to_come, cards[size + len(to_come) + gone :]]))
        rows = np.zeros((1 if len(to_come) == 1 else len(rest), len(rest)), dtype=np.int64)
        kernel(tables(), table.rows, own, rest, rows)
        weights = weights_of(known, rest, to_come, members)
        found = play(table, own, rest, rows, weights)
        total = int(weights.sum())
        gains[place] = (found.seeing - found.without) / total
        often += found.often / total
        told(place / number)
    distribution = Distribution()
    for wagered, row in zip(*np.nonzero(often), strict=True):
        share = Fraction(float(often[wagered, row])) / Fraction(float(often.sum()))
        distribution.add(cells[deals._index(0, int(wagered), int(row))], share)
    seeing = Way(
        distribution,
        {},
        without.edge() - Fraction(float(gains.mean())),
        float(gains.std(ddof=1)) / sqrt(number),
    )
    plain = Way(without.distribution)
    note = f"{number:,} situations dealt at random, each counted in full"
    return Exposure(wager, leak.in_words(), "simulated", seeing, plain, [], number, (note,))
