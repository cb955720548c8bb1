"""The kinds of poker whose equity is defined: what is dealt, and how hands are made of it.

A kind with a draw has no equity before the draw: what a player keeps is his to choose."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import BadInput, UnknownName
from pitboss.studies.poker import deal_kernels as ways


class Kind(NamedTuple):
    """`own` cards of each player and `board` cards of all; how the high and the low hand are
    made; at most so many players; the nanoseconds a hand takes at a showdown, about."""

    key: str
    title: str
    section: str
    own: int
    board: int
    high: int
    low: int
    players_max: int
    nanoseconds: int


KINDS = {
    kind.key: kind
    for kind in (
        Kind("holdem", "hold 'em", "14.10", 2, 5, ways.HIGH_WITH_BOARD, ways.NONE, 11, 15),
        Kind("omaha", "Omaha", "14.11", 4, 5, ways.HIGH_OMAHA, ways.NONE, 11, 400),
        Kind("omaha-8", "Omaha, eight or better", "14.11", 4, 5, ways.HIGH_OMAHA,
             ways.LOW_OMAHA, 11, 700),
        Kind("stud", "seven-card stud", "14.9", 7, 0, ways.HIGH_OF_SEVEN, ways.NONE, 7, 20),
        Kind("razz", "seven-card stud, low", "14.9", 7, 0, ways.NONE, ways.LOW_OF_SEVEN, 7, 60),
        Kind("stud-8", "seven-card stud, eight or better", "14.9", 7, 0, ways.HIGH_OF_SEVEN,
             ways.LOW_EIGHT, 7, 50),
        Kind("five-card-stud", "five-card stud", "14.13", 5, 0, ways.HIGH_OF_FIVE, ways.NONE,
             8, 15),
        Kind("mambo", "mambo stud", "14.13A", 3, 1, ways.HIGH_MAMBO, ways.LOW_MAMBO, 11, 60),
    )
}  # fmt: skip

_DRAWS = {
    "draw": "14.12",
    "draw-low": "14.12",
    "five-card-draw": "14.12",
    "badugi": "14.12",
}


def find_kind(name: str) -> Kind:
    """The kind of that name; one with a draw is refused with the reason."""
    key = name.lower()
    if key in _DRAWS:
        raise BadInput(
            f"--kind {key}: a hand that may still draw has no equity, because what is discarded is "
            f"the player's choice ({_DRAWS[key]}); the kinds are {', '.join(KINDS)}"
        )
    if key not in KINDS:
        raise UnknownName(f"--kind {name[:40]!r}: the kinds are {', '.join(KINDS)}")
    return KINDS[key]
