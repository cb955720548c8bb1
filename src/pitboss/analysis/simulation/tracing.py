"""What every round of a chunk showed and came to, as records of a fixed size.

The walks below take the same random words in the same order as the kernels that only count
(kernels.py), so round k of a chunk is the same round in both: a test compares all of them.
Here a loop over tables does, because records are written and speed is not the first concern.

A record is `room` symbols (255: none), a byte of marks, and the outcome's number in two bytes.
The marks: how many symbols; SHUFFLED, if all cards were shuffled before the round; and MORE, if
the round goes on in the next record, in which case the outcome is not yet known (0xFFFF)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss.analysis.simulation.kernels import (
    GO_ON_MASK,
    LANES,
    OUTCOME_SHIFT,
    PAIRS,
    SHOES,
    Shoes,
    Strides,
    chunk_key,
    deal_shoes,
    mix,
)
from pitboss.analysis.simulation.strides import shoes_of
from pitboss.compiled import compiled, jit

Array = Any
Records = npt.NDArray[np.uint8]

COUNT_MASK = 0x3F
SHUFFLED = 0x40
MORE = 0x80
TAIL = 3
UNKNOWN = 0xFFFF
# Symbols a record where a round may be of any length.
ROOM_OPEN = 5
ROOM_MAX = COUNT_MASK


class Tracer(msgspec.Struct):
    """`trace(key, rounds)` returns the records of all rounds of a chunk in order; `derive`
    works their outcomes out again, from the symbols alone, and returns the number of the first
    record that is not so (or -1). `symbols` are what the symbols are on a tape.

    For cards, `decks` of 52 are dealt until `cutting_card` or fewer are left; a chunk begins
    with a full shoe."""

    symbols: tuple[str, ...]
    room: int
    trace: Callable[[int, int], Records]
    derive: Callable[[Records], int]
    decks: int = 0
    cutting_card: int = 0


def outcomes_in(records: Records) -> npt.NDArray[np.uint16]:
    """The outcome that each record states."""
    low = records[:, -2].astype(np.uint16)
    return low | (records[:, -1].astype(np.uint16) << np.uint16(8))


def last_of_rounds(records: Records) -> npt.NDArray[np.int64]:
    """The number of the last record of every round."""
    return np.flatnonzero((records[:, -TAIL] & MORE) == 0)


def symbols_of(records: Records, number: int, ends: npt.NDArray[np.int64]) -> tuple[list[int], int]:
    """The symbols of round `number`, and its outcome. `ends` is last_of_rounds(records)."""
    last = int(ends[number])
    first = int(ends[number - 1]) + 1 if number else 0
    found: list[int] = []
    for record in records[first : last + 1]:
        found += record[: int(record[-TAIL]) & COUNT_MASK].tolist()
    return found, int(outcomes_in(records[last : last + 1])[0])


# -- cards ------------------------------------------------------------------------------------


class Piles(NamedTuple):
    """The cards of a shoe by class: those of class k are cards[starts[k] : starts[k + 1]], and
    the first gone[k] of them are drawn."""

    cards: Array
    starts: Array
    gone: Array


@compiled
def draw_of(piles: Piles, kind: int, state: Any) -> tuple[int, Any]:
    """Any of the cards of a class that are left, all alike; and the generator on."""
    part = np.uint64(0xFFFF)
    start = piles.starts[kind] + piles.gone[kind]
    left = np.uint64(piles.starts[kind + 1] - start)
    unfair = np.uint64(65536) % left
    state += np.uint64(0x9E3779B97F4A7C15)
    product = (mix(state) & part) * left
    while (product & part) < unfair:
        state += np.uint64(0x9E3779B97F4A7C15)
        product = (mix(state) & part) * left
    at = start + np.int64(product >> np.uint64(16))
    card = piles.cards[at]
    piles.cards[at] = piles.cards[start]
    piles.cards[start] = card
    piles.gone[kind] += 1
    return card, state


@compiled
def trace_cards(
    shoes: Shoes, strides: Strides, table: Array, piles: Piles, key: Any, room: int, out: Array
) -> None:
    """A round for every record of `out`, as cards_kernel plays them. The kernel knows classes
    of cards only; which of a class is drawn comes from a generator beside it."""
    state = np.uint64(key)
    which = chunk_key(state, np.uint64(2))
    number = 0
    while number < out.shape[0]:
        state = deal_shoes(shoes, strides.symbols, strides.opening_cards, state)
        for shoe in range(SHOES):
            drawn = 0
            piles.gone[:] = 0
            while drawn < strides.limit and number < out.shape[0]:
                entry: Any = 0
                mark = 0 if drawn else SHUFFLED
                place = 0
                while entry <= GO_ON_MASK:
                    kind: Any = np.int64(shoes.pairs[drawn * SHOES + shoe]) // strides.symbols
                    card, which = draw_of(piles, kind, which)
                    out[number, place] = card
                    entry = np.int64(table[entry + kind])
                    place += 1
                    drawn += 1
                outcome = (entry >> OUTCOME_SHIFT) - 1
                out[number, room] = mark | place
                out[number, room + 1] = outcome & 255
                out[number, room + 2] = outcome >> 8
                number += 1


def cards_tracer(
    rows: Sequence[Sequence[int]],
    table: Any,
    strides: Strides,
    counts: Sequence[int],
    decks: int,
    cutting_card: int,
    classes: Sequence[int],
    texts: tuple[str, ...],
) -> Tracer:
    """Return the tracer of an automaton for cards: `rows` are its nodes by class of card, `table`
    the same packed, `counts` the cards of each class."""
    room = strides.longest
    wide = np.array([[row[kind] for kind in classes] for row in rows], dtype=np.int64)
    cards = [card for kind in range(len(counts)) for card in range(52) if classes[card] == kind]

    def trace(key: int, rounds: int) -> Records:
        out = np.full((rounds, room + TAIL), 255, dtype=np.uint8)
        piles = Piles(
            np.repeat(np.array(cards, dtype=np.uint8), decks),
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            np.zeros(len(counts), dtype=np.int64),
        )
        walk: Any = jit(trace_cards)
        walk(shoes_of(counts, strides), strides, table, piles, np.uint64(key), room, out)
        return out

    return Tracer(texts, room, trace, deriver(wide, room), decks, cutting_card)


def longest(rows: Sequence[Sequence[int]]) -> int:
    """The most symbols that a round can take."""
    known: dict[int, int] = {}

    def depth(node: int, above: int) -> int:
        assert above < ROOM_MAX, "a round of cards without an end"
        if node not in known:
            below = {target for target in rows[node] if target > 0}
            known[node] = 1 + max((depth(target, above + 1) for target in below), default=0)
        return known[node]

    return depth(0, 0)


def _second(key: int) -> Any:
    """The key of the rounds that are left over when a chunk is dealt out to the lanes."""
    with np.errstate(over="ignore"):
        return chunk_key(np.uint64(key), np.uint64(1))


# -- dice -------------------------------------------------------------------------------------


@compiled
def note_roll(
    single: Array, roll: Any, room: int, node: int, at: int, used: int, out: Array
) -> tuple[int, int, int, int]:
    """Notes one roll at a table in the record that begins at out[at] and has `used` symbols.
    Returns node, at and used as they are then, and 1 if the round is over."""
    if used == room:
        out[at + room] = room | MORE
        at += room + TAIL
        used = 0
    out[at + used] = roll
    used += 1
    entry = single[node * 36 + roll]
    if entry <= GO_ON_MASK:
        return entry, at, used, 0
    outcome = (entry >> OUTCOME_SHIFT) - 1
    out[at + room] = used
    out[at + room + 1] = outcome & 255
    out[at + room + 2] = outcome >> 8
    return entry & GO_ON_MASK, at + room + TAIL, 0, 1


@compiled
def trace_dice(
    single: Array,
    key: Any,
    quota: int,
    lanes: int,
    room: int,
    lane_state: Array,
    words: Array,
    out: Array,
) -> bool:
    """`quota` rounds at each of `lanes` tables, as dice_kernel (four) or single_rolls (one)
    plays them. Each table has its share of `out`; lane_state[lane] has node, where its record
    begins, symbols in it, rounds done. False if `out` has too little room."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    fair = np.uint64(5045) * np.uint64(3656158440062976)
    digits, six_six = np.uint64(PAIRS), np.uint64(36)
    state = np.uint64(key)
    share = out.shape[0] // lanes
    for lane in range(lanes):
        lane_state[lane, 1] = lane * share
    while lanes == LANES:
        most = 0
        for lane in range(lanes):
            most = max(most, lane_state[lane, 3])
        if (quota - most) // 10 <= 0:
            break
        unfair = True
        while unfair:
            unfair = False
            for lane in range(lanes):
                state += golden
                words[lane] = mix(state)
                unfair = unfair or words[lane] >= fair
        for lane in range(lanes):
            word = words[lane]
            node, at = lane_state[lane, 0], lane_state[lane, 1]
            used, done = lane_state[lane, 2], lane_state[lane, 3]
            if at + 11 * (room + TAIL) > (lane + 1) * share:
                return False
            for _ in range(5):
                pair = word % digits
                word //= digits
                first, second = np.int64(pair // six_six), np.int64(pair % six_six)
                node, at, used, over = note_roll(single, first, room, node, at, used, out)
                done += over
                node, at, used, over = note_roll(single, second, room, node, at, used, out)
                done += over
            lane_state[lane, 0], lane_state[lane, 1] = node, at
            lane_state[lane, 2], lane_state[lane, 3] = used, done
    fair = np.uint64(0x7FFFFFFFFFFFFFFF) // six_six * six_six
    for lane in range(lanes):
        node, at = lane_state[lane, 0], lane_state[lane, 1]
        used, done = lane_state[lane, 2], lane_state[lane, 3]
        while done < quota:
            state += golden
            word = mix(state) >> np.uint64(1)
            if word < fair:
                if at + 2 * (room + TAIL) > (lane + 1) * share:
                    return False
                roll = np.int64(word % six_six)
                node, at, used, over = note_roll(single, roll, room, node, at, used, out)
                done += over
        lane_state[lane, 1] = at
    return True


def dice_tracer(
    rows: Sequence[Sequence[int]], single: Any, paired: bool, texts: tuple[str, ...]
) -> Tracer:
    """Return the tracer of an automaton for two dice; `paired` if dice_kernel plays it."""
    room = ROOM_OPEN
    table = np.array(rows, dtype=np.int64)

    # Records a round, as found by the first walk: so much room is made for the next.
    rate = [2.0]

    def walk(key: Any, quota: int, lanes: int) -> list[Records]:
        space = int(quota * rate[0]) + 1024
        while True:
            out = np.full((lanes, space, room + TAIL), 255, dtype=np.uint8)
            share = space * (room + TAIL)
            lane_state = np.zeros((lanes, 4), dtype=np.int64)
            words = np.zeros(LANES, dtype=np.uint64)
            flat = out.reshape(-1)
            if jit(trace_dice)(single, key, quota, lanes, room, lane_state, words, flat):
                used = (lane_state[:, 1] - np.arange(lanes) * share) // (room + TAIL)
                if quota > 1000:
                    rate[0] = 1.02 * int(used.max()) / quota
                return [out[lane, : used[lane]] for lane in range(lanes)]
            space *= 2

    def trace(key: int, rounds: int) -> Records:
        if not paired:
            return walk(np.uint64(key), rounds, 1)[0]
        each, rest = divmod(rounds, LANES)
        parts = walk(np.uint64(key), each, LANES)
        if rest:
            parts += walk(_second(key), rest, 1)
        return np.concatenate(parts)

    return Tracer(texts, room, trace, deriver(table, room))


# -- wheels -----------------------------------------------------------------------------------


@compiled
def trace_wheel(stops: Array, pockets: Array, key: Any, spins: int, out: Array) -> None:
    """`spins` spins, as wheel_kernel spins them. `pockets` has the symbol of every stop."""
    size = np.uint64(stops.shape[0])
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    golden = np.uint64(0x9E3779B97F4A7C15)
    threshold = np.uint64(0x100000000) % size
    state = np.uint64(key)
    done = 0
    while done < spins:
        state += golden
        word = mix(state)
        for _ in range(2):
            product = (word & low) * size
            word >>= half
            if (product & low) >= threshold and done < spins:
                stop = np.int64(product >> half)
                out[done, 0] = pockets[stop]
                out[done, 1] = 1
                out[done, 2] = stops[stop] & 255
                out[done, 3] = stops[stop] >> 8
                done += 1


def wheel_tracer(
    row: Sequence[int], stops: Any, pockets: Sequence[int], texts: tuple[str, ...]
) -> Tracer:
    """Return the tracer of an automaton of one node: a wheel, or dice that decide at once."""
    symbols = np.array(pockets, dtype=np.int64)

    def trace(key: int, rounds: int) -> Records:
        out = np.full((rounds, 1 + TAIL), 255, dtype=np.uint8)
        jit(trace_wheel)(stops, symbols, np.uint64(key), rounds, out)
        return out

    return Tracer(texts, 1, trace, deriver(np.array([row], dtype=np.int64), 1))


# -- back from records ------------------------------------------------------------------------


@compiled
def derive_outcomes(rows: Array, records: Array, room: int) -> int:
    """Walk the automaton by each record's symbols and compare what it comes to with what the
    record states. The number of the first record that is wrong in any way, or -1."""
    node = 0
    for number in range(records.shape[0]):
        mark = records[number, room]
        count = mark & COUNT_MASK
        more = mark & MORE
        if count < 1 or count > room or (more and count < room):
            return number
        stated = np.int64(records[number, room + 1]) | np.int64(records[number, room + 2]) << 8
        reached = node
        for place in range(room):
            symbol = records[number, place]
            if place >= count:
                if symbol != 255:
                    return number
                continue
            if reached < 0 or symbol >= rows.shape[1]:
                return number
            reached = rows[reached, symbol]
        if more:
            if reached < 0 or stated != UNKNOWN:
                return number
            node = reached
        else:
            if reached >= 0 or stated != -1 - reached:
                return number
            node = 0
    return -1 if node == 0 else records.shape[0] - 1


def deriver(rows: npt.NDArray[np.int64], room: int) -> Callable[[Records], int]:
    def derive(records: Records) -> int:
        return int(jit(derive_outcomes)(rows, records, room))

    return derive


@compiled
def check_shoe(
    records: Array, room: int, decks: int, cutting_card: int, begins: int, seen: Array
) -> int:
    """That no card was drawn more often than the shoe holds it, and that all cards were
    shuffled when and only when it was time. `seen` counts cards since the last shuffle, their
    sum at 52; with `begins`, the first record is the first round of a table. The number of the
    first record that is wrong, or -1. For games of one record a round."""
    size = 52 * decks
    for number in range(records.shape[0]):
        mark = records[number, room]
        due = size - seen[52] <= cutting_card or (begins != 0 and number == 0)
        if due != ((mark & SHUFFLED) != 0):
            return number
        if due:
            for card in range(53):
                seen[card] = 0
        for place in range(mark & COUNT_MASK):
            card = records[number, place]
            seen[card] += 1
            seen[52] += 1
            if seen[card] > decks:
                return number
    return -1
