"""The places at the table and the way round it (10.6, 11.8C): the dealer, the betting positions
counterclockwise from the dealer's right, and at tiles the dead hand.

Doubt: the subchapters were not read where they number the positions. The regulation's example at
a game of the same kind (13:69F-31.11) has a total of 14 at the sixth position of seven places, so
they rise counterclockwise from the dealer's right: p1 sits there, p6 at the dealer's left."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.entries import DEALER

POSITIONS = 6
DEAD_HAND = -1


def places_with_dead_hand(index: int) -> tuple[int, ...]:
    """Counterclockwise from the dealer, the dead hand at this number after the dealer."""
    places = [DEALER, *range(1, POSITIONS + 1)]
    places.insert(index, DEAD_HAND)
    return tuple(places)


def starting_place(places: Sequence[int], bank: int, number: int) -> int:
    """The place at which a count counterclockwise ends, the dealer or bank being one."""
    return places[(places.index(bank) + number - 1) % len(places)]


def clockwise_from(places: Sequence[int], start: int) -> list[int]:
    """All places clockwise, beginning with `start`."""
    first = places.index(start)
    return [places[(first - step) % len(places)] for step in range(len(places))]


def place_text(place: int) -> str:
    if place == DEAD_HAND:
        return "the dead hand"
    return f"p{place}" if place else "the dealer"
