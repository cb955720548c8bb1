"""A shoe as counts by value, and the dealer's starts: the card or cards that are seen."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from .compositions import VALUES, Ints

ACE, TEN = 0, 9


class Start(NamedTuple):
    """`chance` is that of these cards from the full shoe; `shoe` what is left of it. `makes` is
    the column of the value that would make a blackjack of the dealer's one card, or -1."""

    cards: tuple[int, ...]
    chance: Fraction
    shoe: Ints
    makes: int = -1

    @property
    def is_blackjack(self) -> bool:
        return self.cards == (1, 10)

    def blackjack_chance(self, *gone: int) -> Fraction:
        """Return the chance of the dealer's blackjack, with cards of these values gone as well."""
        if self.makes < 0:
            return Fraction(int(self.is_blackjack))
        found = int(self.shoe[self.makes]) - sum(value - 1 == self.makes for value in gone)
        return Fraction(found, int(self.shoe.sum()) - len(gone))


def shoe_of(decks: int, *, tens: int = 16) -> Ints:
    """So many decks by value; Spanish decks have 12 tens, the others 16."""
    counts = np.full(VALUES, 4 * decks, dtype=np.int64)
    counts[TEN] = tens * decks
    return counts


def without(shoe: Ints, *values: int) -> Ints:
    left = shoe.copy()
    for value in values:
        left[value - 1] -= 1
    return left


def chance_of(shoe: Ints, *values: int) -> Fraction:
    """Return the chance of drawing these values in this order."""
    chance = Fraction(1)
    for value in values:
        chance *= Fraction(int(shoe[value - 1]), int(shoe.sum()))
        shoe = without(shoe, value)
    return chance


def one_card_starts(shoe: Ints) -> list[Start]:
    """The dealer shows one card."""
    makes = {1: TEN, 10: ACE}
    return [
        Start((value,), chance_of(shoe, value), without(shoe, value), makes.get(value, -1))
        for value in range(1, VALUES + 1)
        if shoe[value - 1]
    ]


def two_card_starts(shoe: Ints) -> list[Start]:
    """The dealer shows both cards, in either order."""
    found = []
    for low in range(1, VALUES + 1):
        for high in range(low, VALUES + 1):
            chance = chance_of(shoe, low, high) * (1 if low == high else 2)
            if chance:
                found.append(Start((low, high), chance, without(shoe, low, high)))
    return found
