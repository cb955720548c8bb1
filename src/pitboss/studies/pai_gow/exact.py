"""Pai gow, exactly: every hand of four tiles, in each of its three settings, against every hand
that the house way may set with the other 28.

Tiles of one rank are alike, so that 4,285 kinds of hands stand for all 35,960. For each, the hands
of the other side are counted by how many tiles of each rank are left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.house_way_tiles import Setting, settings
from pitboss.hands.tiles import TILE_RANKS, TILES

Array = Any

IN_A_HAND = 4
WAYS = 3
RANKS = max(TILE_RANKS)
HANDS = comb(TILES, IN_A_HAND)
AGAINST = comb(TILES - IN_A_HAND, IN_A_HAND)
DEALS = HANDS * AGAINST
COPIES = tuple(TILE_RANKS.count(rank) for rank in range(1, RANKS + 1))
_FIRST = tuple(TILE_RANKS.index(rank) for rank in range(1, RANKS + 1))


class Kinds(NamedTuple):
    """Kinds of hands: by rank (0 and up), one hand of each as tiles, how many hands it is, how many
    tiles of each rank it has, its three settings, and their keys (high, low)."""

    ranks: list[tuple[int, ...]]
    tiles: list[tuple[int, ...]]
    sizes: Array
    counts: Array
    settings: list[list[Setting]]
    keys: Array


@cache
def kinds(zero_is_copy: bool) -> Kinds:
    """Every kind of hand."""
    ranks = [
        hand
        for hand in combinations_with_replacement(range(RANKS), IN_A_HAND)
        if all(hand.count(rank) <= COPIES[rank] for rank in hand)
    ]
    tiles = [
        tuple(_FIRST[rank] + hand[:at].count(rank) for at, rank in enumerate(hand))
        for hand in ranks
    ]
    counts = [[hand.count(rank) for rank in range(RANKS)] for hand in ranks]
    sizes = [prod(map(comb, COPIES, held)) for held in counts]
    ways = [settings(hand, zero_is_copy) for hand in tiles]
    keys = [[(way.high_key, way.low_key) for way in hand] for hand in ways]
    return Kinds(ranks, tiles, np.array(sizes), np.array(counts), ways, np.array(keys))


@lru_cache(maxsize=16)
def chosen_by(way: HouseWay, zero_is_copy: bool) -> Array:
    """For every kind of hand, the number of the setting that a house way takes."""
    found = []
    every = kinds(zero_is_copy)
    for hand, ways in zip(every.tiles, every.settings, strict=True):
        high, _, _ = way.set_tiles(hand, zero_is_copy)
        found.append(next(at for at, each in enumerate(ways) if sorted(each.high) == sorted(high)))
    return np.array(found)


class Counts(NamedTuple):
    """By kind of hand and setting, how many of the 20,475 hands of the other side are beaten in
    both hands, and how many are not in either: of a player's hand against the dealer, who has the
    copies, and of a bank's, which has them itself."""

    won: Array
    lost: Array
    bank_won: Array
    bank_lost: Array


@lru_cache(maxsize=16)
def counts_against(way: HouseWay, zero_is_copy: bool) -> Counts:
    """Every kind of hand in each setting against hands that are set by a house way."""
    every = kinds(zero_is_copy)
    chosen = chosen_by(way, zero_is_copy)
    total = len(every.ranks)
    theirs = every.keys[np.arange(total), chosen]
    high, low = theirs[:, 0], theirs[:, 1]
    found = Counts(*(np.zeros((total, WAYS), dtype=np.int64) for _ in range(4)))
    for number, hand in enumerate(every.ranks):
        left = hands_left(hand)
        for setting in range(WAYS):
            mine_high, mine_low = every.keys[number, setting]
            above, over = high < mine_high, low < mine_low
            found.won[number, setting] = left @ (above & over)
            found.lost[number, setting] = left @ ~(above | over)
            above, over = high <= mine_high, low <= mine_low
            found.bank_won[number, setting] = left @ (above & over)
            found.bank_lost[number, setting] = left @ ~(above | over)
    return found


def hands_left(gone: tuple[int, ...]) -> Array:
    """How many hands of each kind there are without the tiles of one hand, which is given by
    ranks."""
    left, halves = kinds(False).sizes, _left_of()
    for rank in set(gone):
        left = left * halves[rank, gone.count(rank)] >> 1
    return left


@cache
def _left_of() -> dict[tuple[int, int], Array]:
    """By a rank and how many of its tiles are gone: the share of the hands of every kind that can
    still be there, in halves. With one of two alike gone, half of the hands with one are left."""
    counts = kinds(False).counts
    found = {}
    for rank, copies in enumerate(COPIES):
        for gone in range(1, copies + 1):
            share = [
                2 * comb(copies - gone, held) // comb(copies, held) for held in range(copies + 1)
            ]
            found[rank, gone] = np.array(share)[counts[:, rank]]
    return found


class Worth(NamedTuple):
    """What a wager won and a wager lost are worth, in units of the wager."""

    win: Fraction
    lose: Fraction


class Played(NamedTuple):
    """Deals that were won and lost, of all; and the setting that was taken for every kind."""

    won: int
    lost: int
    chosen: Array


def values_of(won: Array, lost: Array, worth: Worth) -> tuple[Array, int]:
    """The value of every setting as a whole number, and how many of those are one wager on all of
    the other side's hands."""
    scale = worth.win.denominator * worth.lose.denominator
    values = won * int(worth.win * scale) + lost * int(worth.lose * scale)
    return values, scale * AGAINST


def play(
    counts: Counts, worth: Worth, *, bank: bool, chosen: Array | None, zero_is_copy: bool
) -> Played:
    """All deals, with hands set as `chosen` says; the best way, where it says nothing."""
    won, lost = (counts.bank_won, counts.bank_lost) if bank else (counts.won, counts.lost)
    if chosen is None:
        chosen = values_of(won, lost, worth)[0].argmax(axis=1)
    sizes = kinds(zero_is_copy).sizes
    taken = np.arange(len(sizes)), chosen
    return Played(int(sizes @ won[taken]), int(sizes @ lost[taken]), chosen)


def kind_of(tiles: Sequence[int], zero_is_copy: bool) -> int:
    """The number of the kind of a hand."""
    ranks = tuple(sorted(TILE_RANKS[tile] - 1 for tile in tiles))
    return kinds(zero_is_copy).ranks.index(ranks)
