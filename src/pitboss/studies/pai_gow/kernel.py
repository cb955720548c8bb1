"""Pai gow by the million: the tiles that matter are dealt, both sides' settings are looked up, and
results are counted. Records have all 32 tiles of a round, and the dice."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.kernels import chunk_key
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.analysis.simulation.plan import Counts, Plan
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL, Records, Tracer
from pitboss.analysis.study import Decide
from pitboss.compiled import compiled, jit
from pitboss.hands.tiles import TILE_TEXT, TILES
from pitboss.studies.families.pai_gow.results import WIN, bank_place, higher
from pitboss.studies.families.pai_gow.start import (
    THROW_TEXT,
    hand_of,
    next_roll,
    throw_of_roll,
    totals,
)
from pitboss.studies.pai_gow.exact import IN_A_HAND, kind_of, kinds

Array = Any

KEY_BITS = 8
KEY_MASK = (1 << KEY_BITS) - 1
# Places counterclockwise from the dealer, the dead hand last.
PLACES = 8
FACE_TEXT = tuple(dict.fromkeys(TILE_TEXT))
FACES = len(FACE_TEXT)
ROOM = 1 + TILES


class Setters(NamedTuple):
    """How every hand is set, `high key << KEY_BITS | low key` by its place among the 35,960: by the
    first seat, and by the house and all others. `chosen` numbers sets of one to four tiles."""

    mine: Array
    theirs: Array
    chosen: Array


@compiled(inline=True)
def place_of(chosen: Array, a: int, b: int, c: int, d: int) -> Any:
    """The place of four tiles, in any order, among all hands."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return chosen[3, a] + chosen[2, b] + chosen[1, c] + d


@compiled(inline=True)
def set_hand(table: Array, chosen: Array, tiles: Array, first: int) -> Any:
    """The entry of the four tiles from `first` on."""
    place = place_of(chosen, tiles[first], tiles[first + 1], tiles[first + 2], tiles[first + 3])
    return np.int64(table[place])


@compiled(inline=True)
def outcome_of(setters: Any, opponents: int, tiles: Array) -> int:
    """What a round comes to: the first four tiles are the first seat's, the next the dealer's, and
    so on. Without opponents the first seat wagers against the dealer; else it is the bank."""
    mine = set_hand(setters.mine, setters.chosen, tiles, 0)
    if opponents == 0:
        other = set_hand(setters.theirs, setters.chosen, tiles, IN_A_HAND)
        up = higher(mine >> KEY_BITS, mine & KEY_MASK, other >> KEY_BITS, other & KEY_MASK)
        return WIN + 2 - up
    won = 0
    lost = 0
    for number in range(1, opponents + 1):
        other = set_hand(setters.theirs, setters.chosen, tiles, IN_A_HAND * number)
        up = higher(other >> KEY_BITS, other & KEY_MASK, mine >> KEY_BITS, mine & KEY_MASK)
        won += up == 0
        lost += up == 2
    return bank_place(opponents, won, lost)


@compiled
def play_rounds(
    setters: Any, opponents: int, tiles: Array, key: Any, rounds: int, counts: Array
) -> None:
    """Plays rounds and counts what they come to."""
    state = np.uint64(key)
    dealt = IN_A_HAND * (max(opponents, 1) + 1)
    for _ in range(rounds):
        state = draw_cards(tiles, 0, dealt, state)
        counts[outcome_of(setters, opponents, tiles)] += 1


@compiled
def trace_rounds(
    setters: Any,
    opponents: int,
    tiles: Array,
    other: Array,
    throws: Array,
    sums: Array,
    faces: Array,
    key: Any,
    out: Array,
) -> None:
    """The same rounds as records: the throw, then the tiles of all places from the one on that the
    total points to, clockwise. Tiles that nobody looks at, and dice, come from a generator beside
    the kernel's."""
    state = np.uint64(key)
    beside = chunk_key(state, np.uint64(3))
    dealt = IN_A_HAND * (max(opponents, 1) + 1)
    bank = 1 if opponents else 0
    for number in range(out.shape[0]):
        state = draw_cards(tiles, 0, dealt, state)
        for at in range(TILES):
            other[at] = tiles[at]
        beside = draw_cards(other, dealt, TILES, beside)
        roll, beside = next_roll(beside)
        throw = throws[roll]
        out[number, 0] = FACES + throw
        start = bank + sums[throw] - 1
        for stack in range(PLACES):
            first = IN_A_HAND * hand_of((start - stack) % PLACES)
            for at in range(IN_A_HAND):
                out[number, 1 + IN_A_HAND * stack + at] = faces[other[first + at]]
        outcome = outcome_of(setters, opponents, tiles)
        out[number, ROOM] = ROOM | SHUFFLED
        out[number, ROOM + 1] = outcome & 255
        out[number, ROOM + 2] = outcome >> 8


@compiled
def first_wrong(
    setters: Any,
    opponents: int,
    tiles: Array,
    seen: Array,
    sums: Array,
    firsts: Array,
    copies: Array,
    records: Array,
) -> int:
    """The number of the first record that is not a whole set of tiles, or whose outcome does not
    follow from its throw and tiles; -1 if there is none."""
    bank = 1 if opponents else 0
    for number in range(records.shape[0]):
        throw = np.int64(records[number, 0]) - FACES
        if throw < 0 or throw >= len(sums) or records[number, ROOM] != ROOM | SHUFFLED:
            return number
        seen[:] = 0
        start = bank + sums[throw] - 1
        for stack in range(PLACES):
            first = IN_A_HAND * hand_of((start - stack) % PLACES)
            for at in range(IN_A_HAND):
                face = np.int64(records[number, 1 + IN_A_HAND * stack + at])
                if face >= FACES or seen[face] == copies[face]:
                    return number
                tiles[first + at] = firsts[face] + seen[face]
                seen[face] += 1
        stated = np.int64(records[number, ROOM + 1]) | np.int64(records[number, ROOM + 2]) << 8
        if outcome_of(setters, opponents, tiles) != stated:
            return number
    return -1


def setters_of(chosen: Array, house: Array, zero_is_copy: bool) -> Setters:
    """Tables of how both sides set every hand, from the number of the setting by kind of hand."""
    every = kinds(zero_is_copy)
    number = np.array(
        [kind_of(four, zero_is_copy) for four in combinations(range(TILES), IN_A_HAND)]
    )
    # Combinations in the order of their highest tile, then of the next.
    places = np.array(
        [
            sum(comb(tile, at + 1) for at, tile in enumerate(four))
            for four in combinations(range(TILES), IN_A_HAND)
        ]
    )
    tables = []
    for settings in (chosen, house):
        keys = every.keys[np.arange(len(settings)), settings]
        table = np.zeros(len(number), dtype=np.int32)
        table[places] = (keys[:, 0] << KEY_BITS | keys[:, 1])[number]
        tables.append(table)
    binomials = np.array([[comb(tile, at + 1) for tile in range(TILES)] for at in range(4)])
    return Setters(tables[0], tables[1], binomials)


def plan(
    wager: str,
    cells: list[Cell],
    opponents: int,
    setters: Setters,
    decide: Decide | None,
    *,
    traced: bool,
) -> Plan:
    """The kernel as a plan."""
    throws, sums = throw_of_roll(), totals()
    faces = np.array([FACE_TEXT.index(text) for text in TILE_TEXT])
    firsts = np.array([TILE_TEXT.index(text) for text in FACE_TEXT])
    copies = np.array([TILE_TEXT.count(text) for text in FACE_TEXT])

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(len(cells), dtype=np.int64)
        tiles = np.arange(TILES, dtype=np.int64)
        jit(play_rounds)(setters, opponents, tiles, np.uint64(key), rounds, counts)
        return counts

    def trace(key: int, rounds: int) -> Records:
        out = np.full((rounds, ROOM + TAIL), 255, dtype=np.uint8)
        tiles = np.arange(TILES, dtype=np.int64)
        jit(trace_rounds)(
            setters, opponents, tiles, tiles.copy(), throws, sums, faces, np.uint64(key), out
        )
        return out

    def derive(records: Records) -> int:
        tiles, seen = np.zeros(TILES, dtype=np.int64), np.zeros(FACES, dtype=np.int64)
        return int(jit(first_wrong)(setters, opponents, tiles, seen, sums, firsts, copies, records))

    tracer = Tracer((*FACE_TEXT, *THROW_TEXT), ROOM, trace, derive)
    return Plan(
        (wager,), [(cell,) for cell in cells], run, tracer=tracer if traced else None, decide=decide
    )
