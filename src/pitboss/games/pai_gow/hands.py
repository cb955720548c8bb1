"""Four tiles made into two hands (10.2, 10.7). On the table a tile is a face, of which there may be
two; `pitboss.hands.tiles` numbers all 32."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pitboss.equipment.tiles import FIRST_TILE, MATCHED
from pitboss.families.pai_gow.hands import SetHand, Setter, number_of
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.hands.tiles import pair_key


def numbered(faces: Sequence[int]) -> tuple[int, ...]:
    """The tiles of a hand by their numbers; two of one face are both of the pair."""
    found: list[int] = []
    for face in faces:
        kind = face - FIRST_TILE
        tile = 2 * kind if kind < MATCHED else kind + MATCHED
        found.append(tile + found.count(tile))
    return tuple(found)


def face_of(tile: int) -> int:
    return FIRST_TILE + (tile // 2 if tile < 2 * MATCHED else tile - MATCHED)


def setter(way: HouseWay, *, zero_is_copy: bool) -> Setter:
    """How hands of tiles are set and ranked under these rules."""

    def key(faces: Sequence[int]) -> int:
        first, second = numbered(faces)
        return pair_key(first, second, zero_is_copy)

    def as_set(high: Sequence[int], low: Sequence[int], rule: int = 0) -> SetHand:
        higher, lower = key(high), key(low)
        return SetHand(tuple(high), tuple(low), higher, lower, lower > higher, rule)

    def with_low(faces: Sequence[int], low: Sequence[int]) -> SetHand:
        high = list(faces)
        for face in low:
            high.remove(face)
        return as_set(sorted(high), low)

    def by_house_way(faces: Sequence[int]) -> SetHand:
        high, low, rule = way.set_tiles(numbered(faces), zero_is_copy)
        return as_set(_faces(high), _faces(low), number_of(way, rule))

    return Setter(with_low, by_house_way, lows)


def lows(faces: Sequence[int]) -> list[tuple[int, ...]]:
    """Every two of the four tiles, the tile of the higher rank first."""
    return list(dict.fromkeys(combinations(sorted(faces), 2)))


def _faces(tiles: Sequence[int]) -> list[int]:
    return sorted(map(face_of, tiles))
