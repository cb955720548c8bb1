"""The words of a house way for tiles. Four tiles are parted in three ways, and the better two are
the high hand, so no setting is a foul.

    [[rule]]
    name = "Nines are split for nine and nine"
    hand.pair_of = [9]              # a pair of nine spots each; "supreme" for 4-2 with 2-1
    pair = "split"                  # or "kept"
    low = "nine or better"
    high = "nine or better"
    unless_both_lower = true        # not where both hands would be lower than with the pair kept
    choose = "best low"             # or "best high"

Further: `hand.no_pair = true`; `hand.holds = [["6-6"], ["6-1", "5-2"]]` (one tile of each list,
all different; a tile stands for every tile of its rank); `either = "nine headed by 6-6"` (one of
the two hands); `low_and_high = [["seven", "nine or better"], ["eight", "eight or better"]]`.

Hands are called `supreme pair`, `pair of 6-6`, `mixed nines`, `wong of twelve`, `gong of two`,
`nine`, `nine headed by 1-1`, or all of a kind: `pair`, `wong`, `gong`, `ranked pair`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from pitboss.errors import BadInput
from pitboss.hands.tiles import (
    PAIR_BASE,
    PAIR_NAMES,
    PAIR_RANKS,
    RANK_STEPS,
    TILE_RANKS,
    TILE_SPOTS,
    VALUE_NAMES,
    pair_key,
    pair_rank,
    parse_tile,
)

BEST_KEY = PAIR_BASE + PAIR_RANKS
OR_BETTER = " or better"
HEADED = " headed by "
# Pairs proper have ranks 1 to 16; then come two wongs and two gongs.
LAST_PAIR = 16
KINDS = {"ranked pair": (1, 20), "pair": (1, 16), "wong": (17, 18), "gong": (19, 20)}
SUPREME = "supreme"
# The three ways to part four tiles.
PARTINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))

Range = tuple[int, int]
ANY: Range = (0, BEST_KEY)


class HandFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pair_of: list[int | str] = []
    no_pair: bool = False
    holds: list[list[str]] = []


class RuleFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    choose: Literal["best low", "best high"]
    hand: HandFields = HandFields()
    pair: Literal["", "kept", "split"] = ""
    high: str = ""
    low: str = ""
    either: str = ""
    low_and_high: list[tuple[str, str]] = []
    unless_both_lower: bool = False


class TileRule(msgspec.Struct, frozen=True):
    """A rule as it was read: hands as ranges of keys, tiles as ranks."""

    name: str
    best_low: bool
    pair_of: frozenset[int | str]
    no_pair: bool
    holds: tuple[frozenset[int], ...]
    pair: str
    either: Range
    low_and_high: tuple[tuple[Range, Range], ...]
    unless_both_lower: bool


class Setting(msgspec.Struct, frozen=True):
    """One of the three ways: two hands with their keys, and whether the pairs lie together."""

    high: tuple[int, int]
    low: tuple[int, int]
    high_key: int
    low_key: int
    keeps_pair: bool


def read_rule(fields: dict[str, object]) -> TileRule:
    read = msgspec.convert(fields, RuleFields)
    bounds = [(range_of(low), range_of(high)) for low, high in read.low_and_high]
    if read.low or read.high:
        if bounds:
            raise BadInput("low and high, or low_and_high, not both")
        bounds = [(range_of(read.low), range_of(read.high))]
    for spots in read.hand.pair_of:
        if spots != SUPREME and spots not in {TILE_SPOTS[tile] for tile in range(31)}:
            raise BadInput(f'pair_of has {spots!r}; expected spots from 2 to 12, or "{SUPREME}"')
    held = tuple(
        frozenset(TILE_RANKS[parse_tile(text)] for text in either) for either in read.hand.holds
    )
    return TileRule(
        read.name,
        read.choose == "best low",
        frozenset(read.hand.pair_of),
        read.hand.no_pair,
        held,
        read.pair,
        range_of(read.either),
        tuple(bounds) or ((ANY, ANY),),
        read.unless_both_lower,
    )


def range_of(text: str) -> Range:
    """The keys of hands that a rule calls by that text; all, where there is none."""
    if not text:
        return ANY
    lowest, highest = _exactly(text.removesuffix(OR_BETTER))
    return (lowest, BEST_KEY) if text.endswith(OR_BETTER) else (lowest, highest)


def _exactly(text: str) -> Range:
    if text in KINDS:
        best, worst = KINDS[text]
        return _key_of_pair(worst), _key_of_pair(best)
    if text in PAIR_NAMES:
        key = _key_of_pair(PAIR_NAMES.index(text) + 1)
        return key, key
    value, headed, head = text.partition(HEADED)
    if value not in VALUE_NAMES:
        raise BadInput(
            f"{text[:40]!r} is no hand of two tiles; expected such as 'nine', "
            "'nine headed by 1-1', 'wong of twelve', 'pair', each with or without ' or better'"
        )
    base = VALUE_NAMES.index(value) * RANK_STEPS
    if not headed:
        return base, base + RANK_STEPS - 1
    key = base + RANK_STEPS - TILE_RANKS[parse_tile(head)]
    return key, key


def _key_of_pair(rank: int) -> int:
    return PAIR_BASE + PAIR_RANKS - rank


def settings(four: Sequence[int], zero_is_copy: bool = False) -> list[Setting]:
    """The three ways to set four tiles, the better two as the high hand."""
    found = []
    pairs = _pairs_in(four)
    for (a, b), (c, d) in PARTINGS:
        first, second = (four[a], four[b]), (four[c], four[d])
        key, other = pair_key(*first, zero_is_copy), pair_key(*second, zero_is_copy)
        keeps = all(pair in (first, second) for pair in pairs)
        if key >= other:
            found.append(Setting(first, second, key, other, keeps))
        else:
            found.append(Setting(second, first, other, key, keeps))
    return found


def _pairs_in(four: Sequence[int]) -> list[tuple[int, int]]:
    return [
        (four[i], four[j])
        for i in range(4)
        for j in range(i + 1, 4)
        if 0 < pair_rank(four[i], four[j]) <= LAST_PAIR
    ]


def set_hand(
    rules: Sequence[TileRule], four: Sequence[int], zero_is_copy: bool
) -> tuple[tuple[int, int], tuple[int, int], str] | None:
    """The setting by the first rule that applies, and that rule's name; None if there is none."""
    ways = settings(four, zero_is_copy)
    pairs = _pairs_in(four)
    for rule in rules:
        if not _is_as(rule, four, pairs):
            continue
        kept = next((way for way in ways if way.keeps_pair), None) if pairs else None
        possible = [way for way in ways if _allows(rule, way, kept)]
        if possible:
            best = max(possible, key=_by_low if rule.best_low else _by_high)
            return best.high, best.low, rule.name
    return None


def _by_low(way: Setting) -> tuple[int, int]:
    return way.low_key, way.high_key


def _by_high(way: Setting) -> tuple[int, int]:
    return way.high_key, way.low_key


def _is_as(rule: TileRule, four: Sequence[int], pairs: Sequence[tuple[int, int]]) -> bool:
    if rule.no_pair and pairs:
        return False
    if rule.pair_of and not any(_spots_of(pair) in rule.pair_of for pair in pairs):
        return False
    return not rule.holds or _holds(rule.holds, [TILE_RANKS[tile] for tile in four])


def _spots_of(pair: tuple[int, int]) -> int | str:
    return SUPREME if pair_rank(*pair) == 1 else TILE_SPOTS[pair[0]]


def _holds(wanted: Sequence[frozenset[int]], ranks: list[int]) -> bool:
    """Whether there is a different tile for each of the lists."""
    if not wanted:
        return True
    return any(
        rank in wanted[0] and _holds(wanted[1:], ranks[:at] + ranks[at + 1 :])
        for at, rank in enumerate(ranks)
    )


def _allows(rule: TileRule, way: Setting, kept: Setting | None) -> bool:
    if rule.pair and (kept is None or way.keeps_pair != (rule.pair == "kept")):
        return False
    if not (_is_in(way.high_key, rule.either) or _is_in(way.low_key, rule.either)):
        return False
    if not any(
        _is_in(way.low_key, low) and _is_in(way.high_key, high) for low, high in rule.low_and_high
    ):
        return False
    if rule.unless_both_lower and kept is not None:
        return way.low_key >= kept.low_key or way.high_key >= kept.high_key
    return True


def _is_in(key: int, bounds: Range) -> bool:
    return bounds[0] <= key <= bounds[1]
