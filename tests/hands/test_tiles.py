"""Tiles: the worked examples of 10.2, and counts of hands that were worked out elsewhere."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.hands import tiles
from pitboss.hands.tiles import pair_key, pair_rank, parse_tile, parse_tiles, tile_text


def key(text: str) -> int:
    a, b = parse_tiles(text)
    return pair_key(a, b)


def value(text: str) -> int:
    return key(text) // tiles.RANK_STEPS


PAIRS = list(combinations(range(tiles.TILES), 2))


def test_the_set_has_32_tiles_with_227_spots() -> None:
    assert len(tiles.TILE_TEXT) == tiles.TILES
    assert sum(tiles.TILE_SPOTS) == 227
    assert Counter(tiles.TILE_RANKS) == {**dict.fromkeys(range(1, 15), 2), 15: 1, 16: 2, 17: 1}


@pytest.mark.parametrize("tile", range(tiles.TILES))
def test_a_tile_is_read_as_it_is_written_either_way_round(tile: int) -> None:
    text = tile_text(tile)
    assert tile_text(parse_tile(text)) == text
    assert parse_tile(text[::-1]) == parse_tile(text)


def test_of_two_alike_each_is_read_once() -> None:
    assert parse_tiles("6-6 4-2 6-6") == (0, 28, 1)
    with pytest.raises(BadInput, match=r"tile 6-6 is there 3 times: the set has 2 \(10.2\)"):
        parse_tiles("6-6 6-6 6-6")
    with pytest.raises(BadInput, match=r"tile 2-4 is there 2 times: the set has 1"):
        parse_tiles("4-2 2-4")
    with pytest.raises(BadInput, match="'7-1' is not one of the tiles"):
        parse_tiles("6-6 7-1")


def test_how_many_of_496_pairs_are_what() -> None:
    found = Counter(pair_rank(a, b) for a, b in PAIRS)
    assert found[1] == 1
    assert sum(found[rank] for rank in range(2, 13)) == 11
    assert sum(found[rank] for rank in range(13, 17)) == 4
    assert (found[17] + found[18], found[19] + found[20]) == (8, 16)
    assert found[0] == 456


def test_how_often_each_value() -> None:
    found = Counter(pair_key(a, b) // tiles.RANK_STEPS for a, b in PAIRS if not pair_rank(a, b))
    assert [found[v] for v in (3, 4, 6, 7, 8, 9)] == [48, 52, 56, 52, 56, 48]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-1 3-3", 8),
        ("5-6 1-6", 8),
        ("6-6 1-2", 8),  # the three counts six
        ("1-2 1-6", 3),
        ("2-4 1-6", 3),
        ("1-2 1-4", 8),
        ("2-4 2-3", 8),
        ("2-4 5-5", 6),
        ("2-4 1-5", 9),
        ("6-6 1-6", 9),
    ],
)
def test_values(text: str, expected: int) -> None:
    assert value(text) == expected


def test_comparisons_of_the_worked_examples() -> None:
    assert key("1-1 3-3") > key("5-6 1-6")
    assert key("1-2 1-6") == key("2-4 1-6")
    assert key("1-2 1-4") == key("2-4 2-3")
    assert key("4-6 5-5") > key("2-2 3-3")
    assert key("6-6 1-6") < key("1-1 2-6")
    assert key("6-6 4-5") == key("6-6 3-6") > key("1-1 4-5")
    assert key("6-6 4-4") == key("6-6 2-6") < key("1-1 3-6")
    order = ["2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3"]
    order += ["2-2 2-2", "5-6 5-6", "4-6 4-6", "1-6 1-6", "1-5 1-5", "3-6 4-5", "3-5 2-6"]
    order += ["3-4 2-5", "1-4 2-3", "6-6 4-5", "1-1 3-6", "6-6 3-5", "1-1 4-4", "6-6 1-6"]
    keys = [key(text) for text in order]
    assert keys == sorted(set(keys), reverse=True)


def test_zeros_may_be_copies() -> None:
    a, b, c, d = parse_tiles("4-6 5-5 2-2 3-3")
    assert pair_key(a, b, True) == pair_key(c, d, True) == 0
    assert pair_key(a, b) > pair_key(c, d)


def test_the_names_of_hands() -> None:
    assert tiles.key_text(key("6-6 4-5")) == "wong of twelve"
    assert tiles.key_text(key("6-1 6-3")) == "six headed by 6-1"
    assert tiles.key_text(key("5-4 6-2")) == "seven headed by 6-3 or 5-4"
    assert tiles.key_text(0) == "zero"


@pytest.mark.parametrize("zero_is_copy", [False, True])
def test_compiled_is_the_same(zero_is_copy: bool) -> None:
    fast = jit(pair_key)
    for a, b in PAIRS:
        assert (
            fast(a, b, zero_is_copy) == pair_key(a, b, zero_is_copy) == pair_key(b, a, zero_is_copy)
        )
