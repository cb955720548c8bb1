"""The kinds of poker whose equity is defined: what is dealt, and how hands are made of it.

A kind with a draw has no equity before the draw: what a player keeps is his to choose."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import BadInput, UnknownName
from pitboss.games.poker import kinds as law
from pitboss.studies.poker import deal_kernels as ways


class Kind(NamedTuple):
    """`name` is the kind's among the options of the game; `own` cards of each player and `board`
    cards of all; how the high and the low hand are made; at most so many players; the nanoseconds
    a hand takes at a showdown, about."""

    key: str
    name: str
    title: str
    own: int
    board: int
    high: int
    low: int
    players_max: int
    nanoseconds: int

    @property
    def section(self) -> str:
        """Where the regulation has it."""
        return law.KINDS[self.name].cite


# At seven-card stud eight players may need more cards than there are; they then get a common one.
_STUD_MAX = 7

KINDS = {
    kind.key: kind
    for kind in (
        Kind("holdem", "hold-em", "hold 'em", 2, 5, ways.HIGH_WITH_BOARD, ways.NONE, 11, 15),
        Kind("omaha", "omaha", "Omaha", 4, 5, ways.HIGH_OMAHA, ways.NONE, 11, 400),
        Kind(
            "omaha-8",
            "omaha-8",
            "Omaha, eight or better",
            4,
            5,
            ways.HIGH_OMAHA,
            ways.LOW_OMAHA,
            11,
            700,
        ),
        Kind(
            "stud",
            "seven-card-stud",
            "seven-card stud",
            7,
            0,
            ways.HIGH_OF_SEVEN,
            ways.NONE,
            _STUD_MAX,
            20,
        ),
        Kind(
            "razz",
            "seven-card-stud-low",
            "seven-card stud, low",
            7,
            0,
            ways.NONE,
            ways.LOW_OF_SEVEN,
            _STUD_MAX,
            60,
        ),
        Kind(
            "stud-8",
            "seven-card-stud-8",
            "seven-card stud, eight or better",
            7,
            0,
            ways.HIGH_OF_SEVEN,
            ways.LOW_EIGHT,
            _STUD_MAX,
            50,
        ),
        Kind(
            "stud-high-low",
            "seven-card-stud-high-low",
            "seven-card stud, high-low",
            7,
            0,
            ways.HIGH_OF_SEVEN,
            ways.LOW_OF_SEVEN,
            _STUD_MAX,
            80,
        ),
        Kind(
            "five-card-stud",
            "five-card-stud",
            "five-card stud",
            5,
            0,
            ways.HIGH_OF_FIVE,
            ways.NONE,
            8,
            15,
        ),
        Kind("mambo", "mambo-stud", "mambo stud", 3, 1, ways.HIGH_MAMBO, ways.LOW_MAMBO, 11, 60),
    )
}

_DRAWS = ("draw", "draw-low", "five-card-draw", "five-card-draw-low", "badugi")


def find_kind(name: str) -> Kind:
    """The kind of that name, ours or the option's; one with a draw is refused with the reason."""
    said = name.lower()
    if said in _DRAWS:
        raise BadInput(
            f"--kind {said}: a hand that may still draw has no equity, because what is discarded "
            f"is the player's choice ({law.KINDS['five-card-draw'].cite}); the kinds are "
            f"{', '.join(KINDS)}"
        )
    for kind in KINDS.values():
        if said in (kind.key, kind.name):
            return kind
    raise UnknownName(f"--kind {name[:40]!r}: the kinds are {', '.join(KINDS)}")
