"""The 32 tiles of pai gow and hands of two of them (10.2): the higher integer is the better hand,
equal integers are copies.

Tiles are integers 0..31 in the order of their ranks: 0 and 1 are the two 6-6, 22 is 6-3 and 23 is
5-4, 31 is 2-1. Two tiles of one text are alike in everything but their number."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.errors import BadInput

TILES = 32
SECTION = "10.2"
SETTING_SECTION = "10.7"

# 10.2(g): the tiles by rank, high pips first. The first eleven have two copies each.
_MATCHED = ("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1")
_SINGLE = ("6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1")
TILE_TEXT: tuple[str, ...] = (*(text for text in _MATCHED for _ in range(2)), *_SINGLE)
TILE_SPOTS: tuple[int, ...] = tuple(int(text[0]) + int(text[2]) for text in TILE_TEXT)
# 10.2(g): tiles 6-3 and 5-4 share a rank, and so do the eights, sevens and fives.
TILE_RANKS: tuple[int, ...] = (*(1 + tile // 2 for tile in range(28)), 15, 16, 16, 17)

SIX = 28  # 4-2, which may count three
THREE = 31  # 2-1, which may count six
SIX_RANK = 15
THREE_RANK = 17

PAIR_RANKS = 20
PAIR_NAMES = (
    "supreme pair",
    *(f"pair of {text}" for text in _MATCHED),
    "mixed nines",
    "mixed eights",
    "mixed sevens",
    "mixed fives",
    "wong of twelve",
    "wong of two",
    "gong of twelve",
    "gong of two",
)
VALUE_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

# A hand without a permissible pair is value * RANK_STEPS + (RANK_STEPS - rank of its best tile).
RANK_STEPS = 17
PAIR_BASE = 180  # above every value: the pair of rank n is PAIR_BASE + PAIR_RANKS - n
_NINE = 12
_EIGHT = 13
_FOURS = 3
_TWELVE = 1
_TWO = 2


@compiled
def pair_rank(a: int, b: int) -> int:
    """10.2(b): the rank of two tiles as a permissible pair, 1 the best; 0 if they are none."""
    first = min(a, b)
    second = max(a, b)
    if first == SIX and second == THREE:
        return 1
    low = TILE_RANKS[first]
    high = TILE_RANKS[second]
    if low == high:
        return 16 if low == 16 else low + 1
    if low > _TWO:
        return 0
    if high == _NINE:
        return 16 + low  # wong
    if high in (_EIGHT, _FOURS):
        return 18 + low  # gong
    return 0


@compiled
def pair_key(a: int, b: int, zero_is_copy: bool = False) -> int:
    """10.2(b) to (h): two tiles as a hand. With `zero_is_copy`, all hands of value zero are equal;
    the text read has no such exception."""
    pair = pair_rank(a, b)
    if pair:
        return PAIR_BASE + PAIR_RANKS - pair
    best = -1
    # 10.2(e): each of 2-1 and 4-2 counts three or six, as is better, and ranks as it counts.
    for swap in range(2):
        total = 0
        rank = RANK_STEPS
        for tile in (a, b):
            spots = TILE_SPOTS[tile]
            its_rank = TILE_RANKS[tile]
            if swap and tile in (SIX, THREE):
                spots = 9 - spots
                its_rank = SIX_RANK + THREE_RANK - its_rank
            total += spots
            rank = min(rank, its_rank)
        value = total % 10
        key = value * RANK_STEPS + RANK_STEPS - rank
        if value == 0 and zero_is_copy:
            key = 0
        best = max(best, key)
    return best


def key_text(key: int) -> str:
    """What the regulation calls a hand of that key."""
    if key >= PAIR_BASE:
        return PAIR_NAMES[PAIR_BASE + PAIR_RANKS - key - 1]
    value, rest = divmod(key, RANK_STEPS)
    if rest == 0 and value == 0:
        return VALUE_NAMES[0]
    return f"{VALUE_NAMES[value]} headed by {rank_text(RANK_STEPS - rest)}"


def rank_text(rank: int) -> str:
    """The tiles of a rank: `6-6`, or `6-3 or 5-4`."""
    return " or ".join(
        dict.fromkeys(t for t, r in zip(TILE_TEXT, TILE_RANKS, strict=True) if r == rank)
    )


def tile_text(tile: int) -> str:
    return TILE_TEXT[tile]


def tiles_text(tiles: Sequence[int]) -> str:
    return " ".join(TILE_TEXT[tile] for tile in tiles)


def parse_tile(text: str) -> int:
    """`6-6`, `4-2`, `2-4`: a tile of that text; the first, where there are two."""
    high_first = "-".join(sorted(text.split("-"), reverse=True))
    if high_first not in TILE_TEXT:
        raise BadInput(
            f"{text[:20]!r} is not one of the tiles, such as 6-6, 4-2 or 6-5", cite=SECTION
        )
    return TILE_TEXT.index(high_first)


def parse_tiles(text: str) -> tuple[int, ...]:
    """Tiles separated by spaces; of a text that two tiles have, first the one, then the other."""
    tiles: list[int] = []
    for word in text.split():
        tile = parse_tile(word)
        copies = TILE_TEXT.count(TILE_TEXT[tile])
        while tile in tiles:
            tile += 1
            copies -= 1
        if copies < 1:
            times = TILE_TEXT.count(TILE_TEXT[parse_tile(word)])
            raise BadInput(
                f"tile {word} is there {times + 1} times: the set has {times}", cite=SECTION
            )
        tiles.append(tile)
    return tuple(tiles)
