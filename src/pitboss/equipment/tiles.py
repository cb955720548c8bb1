"""Pai gow tiles: 32 in a set, 21 different faces in the order of their rank (10.2(g)).

A tile is written as its two numbers of spots, the higher first: `6-6`, `4-2`. In a shoe, on a tape
and in an event a face is a number after the cards and the joker, so whatever deals cards deals
tiles. Two tiles that look alike are one face, of which the set has two."""

from __future__ import annotations

from collections.abc import Sequence

# Ranks first to eleventh are matched pairs, of which the set has two tiles each; then there is one
# of each. Tiles of the same number of spots share a rank, but for those of the supreme pair.
TILE_FACES = (
    "6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1",
    "6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1",
)  # fmt: skip
MATCHED = 11
TILES = 32
# The first face: cards are 0 to 51, the joker is 52.
FIRST_TILE = 53
TILE_COUNTS = (2,) * MATCHED + (1,) * (len(TILE_FACES) - MATCHED)


def is_tile(face: int) -> bool:
    return face >= FIRST_TILE


def tile_face(face: int) -> str:
    return TILE_FACES[face - FIRST_TILE]


def tile_spots(face: int) -> tuple[int, int]:
    """The spots of the two ends, the higher number first."""
    high, _, low = tile_face(face).partition("-")
    return int(high), int(low)


def tiles_text(faces: Sequence[int]) -> str:
    return " ".join(map(tile_face, faces))
