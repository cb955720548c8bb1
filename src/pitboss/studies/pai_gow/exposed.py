"""What it is worth at pai gow to see tiles of the dealer's when a hand is set: exactly, over every
hand and all that may be seen of the other one. The tiles of further players, which are gone, are
dealt at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.exposure.figures import Before, BeforeRow, Exposure, Way
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.progress import part_of
from pitboss.errors import BadInput
from pitboss.games.pai_gow.rules import PaiGowRules
from pitboss.hands.tiles import TILE_RANKS, TILES, tiles_text

from .exact import (
    AGAINST,
    COPIES,
    HANDS,
    IN_A_HAND,
    RANKS,
    WAYS,
    Array,
    Worth,
    chosen_by,
    counts_against,
    hands_left,
    kinds,
    values_of,
)

SITUATIONS = 10_000
SHARES_MAX = TILES // IN_A_HAND - 2
AS_BEFORE, OTHERWISE = "as without the leak", "another setting"
# Of the mean and of the square of a net, by the number of wins and losses.
Cells = tuple[Cell, Cell, Cell]


class Others(NamedTuple):
    """The hands of the other side, by kind, as the house way sets them."""

    high: Array
    low: Array


class Table(NamedTuple):
    """One wager: the other side's hands, what a win and a loss are worth, in whole numbers of so
    many `one`s, and the setting that is best by the own tiles alone."""

    rules: PaiGowRules
    others: Others
    win: int
    lose: int
    one: int
    best: Array
    bank: bool

    def results(self, number: int) -> tuple[Array, Array]:
        """By setting of a kind of hand and kind of the other: whether it wins, and whether it
        loses."""
        keys = kinds(self.rules.zero_is_copy).keys[number]
        high, low = keys[:, 0, None], keys[:, 1, None]
        if self.bank:
            above, over = self.others.high <= high, self.others.low <= low
        else:
            above, over = self.others.high < high, self.others.low < low
        return above & over, ~(above | over)


def table_of(rules: PaiGowRules, worth: Worth, *, bank: bool) -> Table:
    every = kinds(rules.zero_is_copy)
    set_so = np.arange(len(every.ranks)), chosen_by(rules.house_way, rules.zero_is_copy)
    counts = counts_against(rules.house_way, rules.zero_is_copy)
    won, lost = (counts.bank_won, counts.bank_lost) if bank else (counts.won, counts.lost)
    values, one = values_of(won, lost, worth)
    scale = one // AGAINST
    theirs = every.keys[set_so]
    return Table(
        rules,
        Others(theirs[:, 0], theirs[:, 1]),
        int(worth.win * scale),
        int(worth.lose * scale),
        scale,
        values.argmax(axis=1),
        bank,
    )


class Seen(NamedTuple):
    """All that may be seen of a hand: entries of a kind of hand, the number of what is seen, and in
    how many ways. There are so many `sights`."""

    kind: Array
    sight: Array
    ways: Array
    sights: int


@cache
def seen_of(tiles: int) -> Seen:
    """Every choice of so many tiles of every hand."""
    sights: dict[tuple[int, ...], int] = {}
    rows = []
    for number, ranks in enumerate(kinds(False).ranks):
        for sight, ways in Counter(combinations(ranks, tiles)).items():
            rows.append((number, sights.setdefault(sight, len(sights)), ways))
    kind, sight, ways = np.array(rows).T
    return Seen(kind, sight, ways, len(sights))


def best_seeing(table: Table, tiles: int) -> tuple[int, int, int]:
    """How many of all deals, by all choices of so many tiles, are won and lost, and in how many the
    setting is another than without the leak."""
    every, seen = kinds(table.rules.zero_is_copy), seen_of(tiles)
    won = lost = other = 0
    told = part_of("hands")
    for number, hand in enumerate(every.ranks):
        ways = hands_left(hand)[seen.kind] * seen.ways
        wins, losses = (
            np.stack([_by_sight(seen, ways * of[setting][seen.kind]) for setting in range(WAYS)])
            for of in table.results(number)
        )
        values = wins * table.win + losses * table.lose
        taken = values.argmax(axis=0)
        before = int(table.best[number])
        taken[values[before] == values.max(axis=0)] = before
        at = taken, np.arange(seen.sights)
        size = int(every.sizes[number])
        won, lost = won + size * int(wins[at].sum()), lost + size * int(losses[at].sum())
        other += size * int(_by_sight(seen, ways)[taken != before].sum())
        told(number / len(every.ranks))
    return won, lost, other


def _by_sight(seen: Seen, weights: Array) -> Array:
    # At most 20,475 hands in six ways: floats add them up exactly.
    return np.bincount(seen.sight, weights, seen.sights).astype(np.int64)


# -- with the hands of others -----------------------------------------------------------------


class Sampled(NamedTuple):
    """What came of situations at random: the part that was won and lost, the part in which another
    setting was taken, and the mean gain with its standard error."""

    won: float
    lost: float
    other: float
    gain: float
    error: float


def sample(table: Table, tiles: int, shares: int, situations: int, seed: int) -> Sampled:
    """Deals situations: an own hand, tiles of the other side that are seen, and hands that are
    gone. What else the other side may have is counted in full."""
    every = kinds(table.rules.zero_is_copy)
    source = np.random.Generator(np.random.PCG64(seed))
    rank_of = np.array(TILE_RANKS) - 1
    choose = np.array([[comb(n, k) if k >= 0 else 0 for k in (0, 1, 2, -1, -1)] for n in range(3)])
    numbers = {hand: number for number, hand in enumerate(every.ranks)}
    sums, gains = np.zeros(3), np.zeros(situations)
    told = part_of("situations")
    known = IN_A_HAND + tiles
    for place in range(situations):
        ranks = rank_of[source.permutation(TILES)[: known + IN_A_HAND * shares]]
        number = numbers[tuple(sorted(ranks[:IN_A_HAND].tolist()))]
        left = np.array(COPIES) - np.bincount(ranks, minlength=RANKS)
        seen = np.bincount(ranks[IN_A_HAND:known], minlength=RANKS)
        # What is still to come of each rank; below 0 the hand cannot be (the table's last columns).
        ways = choose[left, every.counts - seen].prod(axis=1)
        total = int(ways.sum())
        wins, losses = (of @ ways for of in table.results(number))
        values = wins * table.win + losses * table.lose
        before = int(table.best[number])
        taken = before if values[before] == values.max() else int(values.argmax())
        gains[place] = (values[taken] - values[before]) / (total * table.one)
        sums += (wins[taken] / total, losses[taken] / total, taken != before)
        told(place / situations)
    won, lost, other = (sums / situations).tolist()
    error = float(gains.std(ddof=1)) / sqrt(situations)
    return Sampled(won, lost, other, float(gains.mean()), error)


# -- together ---------------------------------------------------------------------------------


def exposed(
    rules: PaiGowRules,
    wager: str,
    leak: Leak,
    worth: Worth,
    cells: Cells,
    *,
    bank: bool,
    situations: int = 0,
    seed: int = 1,
) -> Exposure | Before:
    """Returns what it is worth to see tiles; `cells` are those of a win, a push and a loss."""
    if leak.classed:
        raise BadInput("--sees-class: tiles have no ranks by which their backs could be told apart")
    if any(not position.name.startswith("dealer") for position in leak.seen):
        names = ", ".join(f"dealer {number}" for number in range(1, IN_A_HAND + 1))
        raise BadInput(f"--sees: of this game the worth of the other hand is worked out: {names}")
    if leak.shares > SHARES_MAX:
        raise BadInput(f"--shares {leak.shares}: there are at most {SHARES_MAX} further hands")
    table, tiles = table_of(rules, worth, bank=bank), len(leak.seen)
    without = _without(table, cells)
    if leak.first:
        return _before(table, wager, without.edge())
    if not leak.shares and not situations:
        won, lost, other = best_seeing(table, tiles)
        total = HANDS * AGAINST * comb(IN_A_HAND, tiles)
        way = _way(cells, Fraction(won, total), Fraction(lost, total), Fraction(other, total))
        number = len(kinds(rules.zero_is_copy).ranks) * seen_of(tiles).sights
        return Exposure(wager, leak.in_words(), "exact", way, without, [], number)
    number = situations or SITUATIONS
    found = sample(table, tiles, leak.shares, number, seed)
    way = _way(cells, *map(Fraction, found[:3]))
    way.estimated_edge = without.edge() - Fraction(found.gain)
    way.stderr = found.error
    note = f"{number:,} situations dealt at random, each counted in full"
    return Exposure(wager, leak.in_words(), "simulated", way, without, [], number, notes=(note,))


def _way(cells: Cells, won: Fraction, lost: Fraction, other: Fraction) -> Way:
    found = Distribution()
    for cell, chance in zip(cells, (won, 1 - won - lost, lost), strict=True):
        if chance:
            found.add(cell, chance)
    found.check()
    return Way(found, {AS_BEFORE: 1 - other, OTHERWISE: other})


def _without(table: Table, cells: Cells) -> Way:
    counts = counts_against(table.rules.house_way, table.rules.zero_is_copy)
    pair = (counts.bank_won, counts.bank_lost) if table.bank else (counts.won, counts.lost)
    sizes = kinds(table.rules.zero_is_copy).sizes
    at = np.arange(len(sizes)), table.best
    won, lost = (Fraction(int(sizes @ of[at]), HANDS * AGAINST) for of in pair)
    return _way(cells, won, lost, Fraction(0))


def _before(table: Table, wager: str, edge: Fraction) -> Before:
    """The edge by the first own tile, if it is known before the wager is made."""
    every = kinds(table.rules.zero_is_copy)
    counts = counts_against(table.rules.house_way, table.rules.zero_is_copy)
    won, lost = (counts.bank_won, counts.bank_lost) if table.bank else (counts.won, counts.lost)
    at = np.arange(len(every.sizes)), table.best
    values: Any = (won * table.win + lost * table.lose)[at] * every.sizes
    rows = []
    for rank, copies in enumerate(COPIES):
        # Any of the four tiles is as likely as another to be the first.
        worth = Fraction(int(values @ every.counts[:, rank]), IN_A_HAND * HANDS * AGAINST)
        chance = Fraction(copies, TILES)
        name = tiles_text([TILE_RANKS.index(rank + 1)])
        rows.append(BeforeRow(name, chance, ((wager, -worth / (table.one * chance)),)))
    return Before("player 1 before the wager", rows, {wager: edge})
