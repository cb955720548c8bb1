"""Suits are equal (14.3): exchanging them changes no showdown. What is alike is counted once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from pitboss.equipment.cards import SUITS

Permutation = tuple[int, ...]
ALL: tuple[Permutation, ...] = tuple(permutations(range(len(SUITS))))


def exchanged(cards: Iterable[int], permutation: Permutation) -> tuple[int, ...]:
    """The cards with their suits exchanged, in ascending order."""
    return tuple(sorted(card & ~3 | permutation[card & 3] for card in cards))


def keeping(permutations: Iterable[Permutation], cards: Sequence[int]) -> list[Permutation]:
    """Those exchanges of suits that leave a set of cards as it is."""
    kept = tuple(sorted(cards))
    return [each for each in permutations if exchanged(cards, each) == kept]


def keeping_weights(
    permutations: Iterable[Permutation], weights: dict[tuple[int, ...], int]
) -> list[Permutation]:
    """Those exchanges of suits that leave every hand's weight as it is."""
    return [
        each
        for each in permutations
        if all(weights.get(exchanged(hand, each)) == weight for hand, weight in weights.items())
    ]


def first_alike(
    permutations: Sequence[Permutation], hands: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    """Of all that the exchanges of suits make of the players' hands, the first in order."""
    return min(tuple(exchanged(hand, each) for hand in hands) for each in permutations)
