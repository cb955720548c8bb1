"""The shoe (or deck): how many of each card are still in it, and where the cutting card lies.

The order of the cards exists only on the tape: the shoe knows its composition and refuses a
card that cannot be there."""

from __future__ import annotations

import msgspec

from pitboss.equipment.tiles import FIRST_TILE, TILE_COUNTS, TILES
from pitboss.errors import BadInput


class Shoe(msgspec.Struct, frozen=True):
    """`cutting_card` is the number of cards behind the cutting card: it comes out when that
    many are left. 0 means no cutting card is in use (a deck shuffled every round)."""

    counts: tuple[int, ...]
    remaining: int
    cutting_card: int = 0
    # No card is there more often than this; sources of random cards use it as a bound.
    most: int = 0

    @property
    def cutting_card_reached(self) -> bool:
        return self.cutting_card > 0 and self.remaining <= self.cutting_card

    @property
    def quarter(self) -> int:
        """A quarter of the cards: about so far from the back most sections put the cutting card."""
        return self.remaining // 4

    def with_cutting_card(self) -> Shoe:
        """The same cards with the cutting card a quarter from the back."""
        return msgspec.structs.replace(self, cutting_card=self.quarter)


def full_shoe(
    decks: int, *, cutting_card: int = 0, jokers: int = 0, without: tuple[int, ...] = ()
) -> Shoe:
    """A complete set of cards: `decks` of 52 less the ranks in `without`, and `jokers` in all."""
    if decks < 1:
        raise BadInput(f"a shoe of {decks} decks holds no cards")
    if without:
        counts = tuple(0 if card >> 2 in without else decks for card in range(52))
    else:
        counts = (decks,) * 52
    cards = (52 - 4 * len(without)) * decks
    return Shoe((*counts, jokers), cards + jokers, cutting_card, max(decks, jokers))


def full_set_of_tiles() -> Shoe:
    """One set of 32 tiles."""
    return Shoe((0,) * FIRST_TILE + TILE_COUNTS, TILES, 0, max(TILE_COUNTS))
