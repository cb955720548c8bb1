"""All 169 kinds of hands of hold 'em against each other, before the flop: exact counts.

A kind is a pair (`AA`), two suited ranks (`AKs`) or two that are not (`AKo`)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import jit
from pitboss.equipment.cards import RANKS
from pitboss.hands import poker_batch
from pitboss.studies.poker import suits
from pitboss.studies.poker.equity import boards_alike, parts_of
from pitboss.studies.poker.holdem_kernels import all_kinds

Array = Any

BOARD = 5
BOARDS = comb(52 - 4, BOARD)
HEADING = ("hand", "against", "pairs", "wins", "ties", "losses", "share")


def kind_name(first: int, second: int) -> str:
    """The kind of a hand of two cards."""
    high, low = sorted((first, second), reverse=True)
    pair = RANKS[high >> 2] + RANKS[low >> 2]
    if high >> 2 == low >> 2:
        return pair
    return f"{pair}{'s' if high & 3 == low & 3 else 'o'}"


def kind_names() -> list[str]:
    """All kinds: by the higher card, the lower card, and suited before not."""
    ranks = RANKS[::-1]
    return [
        name
        for at, high in enumerate(ranks)
        for low in ranks[at:]
        for name in ([high + low] if high == low else [f"{high}{low}s", f"{high}{low}o"])
    ]


class Preflop(NamedTuple):
    """wins[a][b] counts the pairs of a hand of kind a and one of kind b, with all boards, where
    the first is better; ties those where they are equal; pairs[a][b] the pairs themselves."""

    names: list[str]
    wins: list[list[int]]
    ties: list[list[int]]
    pairs: list[list[int]]

    def rows(self) -> Iterator[Sequence[str | int]]:
        """Every kind against every kind, under HEADING; the share is rounded to a millionth."""
        for a, hand in enumerate(self.names):
            for b, against in enumerate(self.names):
                deals = self.pairs[a][b] * BOARDS
                wins, ties = self.wins[a][b], self.ties[a][b]
                millionths = ((2 * wins + ties) * 1_000_000 + deals) // (2 * deals)
                share = f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"
                yield hand, against, self.pairs[a][b], wins, ties, deals - wins - ties, share


def preflop_table(workers: int | None = None) -> Preflop:
    """Counts all 1,624,350 pairs of hands on all their boards: those boards once that differ only
    by their suits, and all hands of a board at once."""
    workers = workers or os.cpu_count() or 1
    names = kind_names()
    number = {name: at for at, name in enumerate(names)}
    hands = list(combinations(range(52), 2))
    kinds = np.array([number[kind_name(*hand)] for hand in hands], dtype=np.int64)
    by_cards = np.zeros((52, 52), dtype=np.int64)
    for at, (first, second) in enumerate(hands):
        by_cards[first, second] = by_cards[second, first] = at
    boards, weights = boards_alike((), BOARD, suits.ALL)
    combos = np.array(hands, dtype=np.int64)

    def counted(part: slice) -> Array:
        out = np.zeros((2, len(names), len(names)), dtype=np.int64)
        room = np.zeros((7, len(hands)), dtype=np.int64)
        jit(all_kinds)(
            poker_batch.tables(),
            combos,
            kinds,
            by_cards,
            boards[part],
            weights[part],
            room,
            out[0],
            out[1],
        )
        return out

    with ThreadPoolExecutor(workers) as executor:
        wins, ties = sum(executor.map(counted, parts_of(len(boards), 4 * workers)))
    return Preflop(names, wins.tolist(), ties.tolist(), _pairs(names, hands, number))


def _pairs(
    names: list[str], hands: list[tuple[int, int]], number: dict[str, int]
) -> list[list[int]]:
    """How many pairs of hands of two kinds have no card in common."""
    kinds = [number[kind_name(*hand)] for hand in hands]
    by_kind = np.zeros((len(names), len(hands)), dtype=np.int64)
    by_kind[kinds, np.arange(len(hands))] = 1
    cards = np.zeros((len(hands), 52), dtype=np.int64)
    for at, hand in enumerate(hands):
        cards[at, list(hand)] = 1
    apart = (cards @ cards.T == 0).astype(np.int64)
    pairs: list[list[int]] = (by_kind @ apart @ by_kind.T).tolist()
    return pairs
