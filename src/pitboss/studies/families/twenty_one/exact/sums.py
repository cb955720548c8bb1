"""Amounts by cards, added up: cards are one number (packed), and the cards of two hands together
are the sum of their numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit

from .busts import BITS
from .compositions import VALUES, Ints

# Odd, so that all bits of the cards have a part in where they are kept.
SPREAD = 0x9E3779B97F4A7C15
FIRST_ROOM = 1 << 5

NO_CARDS = np.zeros(1, dtype=np.int64)


class Amounts(NamedTuple):
    """By cards (packed, all of a hand's or of two) and the dealer's result, of which the last is a
    blackjack: what drawing these cards, in one order, adds."""

    cards: Ints
    by: Ints


class Sums:
    """Amounts by cards, kept in open places by the cards' number: cards first, then amounts, so
    that both are in one line of the processor's cache."""

    def __init__(self, results: int) -> None:
        self.used = 0
        self.places = empty_places(FIRST_ROOM, results)

    def add(self, one: Amounts, other: Amounts | None = None, times: int = 1) -> None:
        """What one adds, times what the other does, for the cards of both."""
        if other is None:
            results = self.places.shape[1] - 1
            other = Amounts(NO_CARDS, np.ones((1, results), dtype=np.int64))
        adding: Any = jit(add_products)
        begin = 0
        while begin < len(one.cards):
            if 2 * (self.used + len(other.cards)) > len(self.places):
                self.make_room(len(other.cards))
            begin, more = adding(*one, begin, times, *other, self.places, self.used)
            self.used += more

    def make_room(self, more: int) -> None:
        size = len(self.places)
        while size < 4 * (self.used + more):
            size *= 2
        known = self.listed()
        self.used = 0
        self.places = empty_places(size, self.places.shape[1] - 1)
        self.add(known)

    def clear(self) -> None:
        self.used = 0
        self.places = empty_places(FIRST_ROOM, self.places.shape[1] - 1)

    def listed(self) -> Amounts:
        found = self.places[self.places[:, 0] >= 0]
        return Amounts(found[:, 0].copy(), found[:, 1:].copy())


def empty_places(size: int, results: int) -> Ints:
    found = np.zeros((size, results + 1), dtype=np.int64)
    found[:, 0] = -1
    return found


@compiled
def place_for(cards: int, places: Any) -> Any:
    """The place of these cards, or a free one for them."""
    last = np.uint64(places.shape[0] - 1)
    place = (np.uint64(cards) * np.uint64(SPREAD)) >> np.uint64(24) & last
    while places[place, 0] != cards and places[place, 0] >= 0:
        place = (place + np.uint64(1)) & last
    return place


@compiled
def add_products(
    cards: Any, amounts: Any, begin: int, times: int, others: Any, by: Any, places: Any, used: int
) -> Any:
    """From cards[begin] on, as long as half of the places are free. Return where to go on, and how
    many cards are new."""
    new = 0
    one = begin
    while one < cards.shape[0] and 2 * (used + new + others.shape[0]) <= places.shape[0]:
        for other in range(others.shape[0]):
            key = cards[one] + others[other]
            place = place_for(key, places)
            if places[place, 0] < 0:
                places[place, 0] = key
                new += 1
            for result in range(by.shape[1]):
                places[place, result + 1] += times * amounts[one, result] * by[other, result]
        one += 1
    return one, new


def product_of(one: Amounts, other: Amounts | None = None) -> Amounts:
    """What both add together (one of them alone, if there is no other), each cards once."""
    found = Sums(one.by.shape[1])
    found.add(one, other)
    return found.listed()


def packed(*values: int) -> int:
    return sum(1 << BITS * (value - 1) for value in values)


def packed_counts(counts: Ints) -> Ints:
    found: Ints = (counts << BITS * np.arange(VALUES)).sum(axis=1)
    return found
