"""A simulation plan: an automaton (or a game's own kernel) in the form that chunks run.

The unit is (plan, seed, chunk) to a small array of counts; merging is addition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.automaton import Automaton, Cells
from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation import kernels
from pitboss.analysis.simulation.counted import CountedShoes
from pitboss.analysis.simulation.counts import CARDS_A_DECK, Count, Ramp, Steps, ramp_of
from pitboss.analysis.simulation.kernels import LANES, PAIRS
from pitboss.analysis.simulation.strides import shoes_of, strides_of
from pitboss.analysis.simulation.tracing import (
    Tracer,
    cards_tracer,
    dice_tracer,
    longest,
    wheel_tracer,
)
from pitboss.analysis.study import Decide
from pitboss.compiled import jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput

Counts = npt.NDArray[np.int64]

# Rounds a chunk: fixed, because it is part of what a seed means.
CHUNK_ROUNDS = 1 << 22
PAIR_NODES_MAX = 64
# A card is drawn by sixteen random bits.
CARDS_MAX = (1 << 16) - 1


class Plan(msgspec.Struct):
    """`run(key, rounds)` returns the counts of `outcomes`, each of which has a cell for every
    one of `wagers`; `deal(key, rounds, round)` returns the equipment of one of those rounds;
    `tracer` returns all of them, as records. `decide` is how the kernel takes decisions."""

    wagers: tuple[str, ...]
    outcomes: list[Cells]
    run: Callable[[int, int], Counts]
    deal: Callable[[int, int, int], list[int]] | None = None
    tracer: Tracer | None = None
    decide: Decide | None = None


def plan_of(
    automaton: Automaton,
    *,
    fresh: bool = False,
    count: Count | None = None,
    ramp: Steps | None = None,
    penetration: int = 0,
) -> Plan:
    """The plan that runs an automaton. `fresh` shuffles all cards before every round; cards are
    dealt to the cutting card, or to so many percent of them. Wagers may go by a count."""
    if automaton.kind == "cards":
        if penetration:
            if fresh:
                raise BadInput("a full shoe for every round has no penetration")
            size = CARDS_A_DECK * automaton.decks
            left = max(size - size * penetration // 100, longest(automaton.next))
            automaton = msgspec.structs.replace(automaton, cutting_card=left)
        counted = ramp_of(count, ramp, decks=automaton.decks)
        return (
            _counted_plan(automaton, counted, fresh) if counted else _cards_plan(automaton, fresh)
        )
    if len(automaton.next) == 1:
        return _wheel_plan(automaton)
    return _dice_plan(automaton)


def key_of(seed: int, chunk: int) -> int:
    with np.errstate(over="ignore"):
        return int(kernels.chunk_key(np.uint64(seed % 2**64), np.uint64(chunk)))


def run_chunk(plan: Plan, seed: int, chunk: int, rounds: int) -> Counts:
    """The counts of one chunk."""
    counts = plan.run(key_of(seed, chunk), rounds)
    assert counts.sum() == rounds
    return counts


def chunks_of(rounds: int) -> list[int]:
    """How many rounds each chunk has: all the same, but for the last."""
    whole, rest = divmod(rounds, CHUNK_ROUNDS)
    return [CHUNK_ROUNDS] * whole + [rest] * (rest > 0)


def _cards_plan(automaton: Automaton, fresh: bool) -> Plan:
    size = 52 * automaton.decks
    if size > CARDS_MAX:
        raise BadInput(
            f"a shoe of {automaton.decks} decks is too large to simulate: at most "
            f"{CARDS_MAX // 52} decks"
        )
    symbols = len(automaton.next[0])
    if len(automaton.next) * symbols > kernels.GO_ON_MASK:
        raise BadInput("the automaton is too large for the shared kernel")
    # Without a cutting card the cards of every round go back at once: a continuous shuffler.
    cutting_card = size if fresh else automaton.cutting_card or size
    counts = [weight * automaton.decks for weight in automaton.weights]
    strides, ended = strides_of(automaton.next, longest(automaton.next), size, cutting_card)

    def run(key: int, rounds: int) -> Counts:
        seen = np.zeros((len(ended), kernels.ABREAST), dtype=np.int64)
        kernel: Any = jit(kernels.cards_kernel)
        room = shoes_of(counts, strides)
        kernel(room, strides, np.uint64(key), rounds, seen.reshape(-1))
        found = np.zeros(len(automaton.outcomes), dtype=np.int64)
        np.add.at(found, ended, seen.sum(axis=1))
        return found

    table = _packed(automaton.next, symbols)
    tracer = cards_tracer(
        automaton.next,
        table,
        strides,
        counts,
        automaton.decks,
        cutting_card,
        automaton.classes,
        CARD_TEXT[:52],
    )
    return Plan(automaton.wagers, automaton.outcomes, run, tracer=tracer)


def _counted_plan(automaton: Automaton, ramp: Ramp, fresh: bool) -> Plan:
    """The plan of an automaton whose wagers go by a count."""
    if fresh or not automaton.cutting_card:
        raise BadInput("there is nothing to count where every round is dealt from a full shoe")
    shoes = CountedShoes(automaton, ramp, [CARDS_A_DECK * automaton.decks - automaton.cutting_card])

    def run(key: int, rounds: int) -> Counts:
        found: Counts = shoes.run(key, rounds=rounds)[0].reshape(-1)
        return found

    outcomes = [
        tuple(_times(cell, unit) for cell in cells)
        for unit in ramp.units
        for cells in automaton.outcomes
    ]
    return Plan(automaton.wagers, outcomes, run)


def _times(cell: Cell, unit: Fraction) -> Cell:
    """So many units of what a wager comes to."""
    if not unit:
        return Cell("no wager", "", unit, unit)
    parts = tuple(msgspec.structs.replace(part, units=part.units * unit) for part in cell.parts)
    square = None if cell.square is None else cell.square * unit * unit
    return msgspec.structs.replace(
        cell, net=cell.net * unit, staked=cell.staked * unit, parts=parts, square=square
    )


def _packed(rows: list[list[int]], symbols: int) -> npt.NDArray[np.int32]:
    """Where to go on (already multiplied out) below, the outcome's number plus one above."""
    table = np.zeros(len(rows) * symbols, dtype=np.int32)
    for node, row in enumerate(rows):
        for symbol, target in enumerate(row):
            packed = target * symbols if target >= 0 else -target << kernels.OUTCOME_SHIFT
            table[node * symbols + symbol] = packed
    return table


def _wheel_plan(automaton: Automaton) -> Plan:
    stops = [
        -1 - target
        for target, weight in zip(automaton.next[0], automaton.weights, strict=True)
        for _ in range(weight)
        if target < 0
    ]
    table = np.array(stops, dtype=np.int64)
    pockets = [
        symbol
        for symbol, target in enumerate(automaton.next[0])
        for _ in range(automaton.weights[symbol])
        if target < 0
    ]

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(len(automaton.outcomes), dtype=np.int64)
        jit(kernels.wheel_kernel)(table, np.uint64(key), rounds, counts)
        return counts

    tracer = wheel_tracer(automaton.next[0], table, pockets, automaton.symbols)
    return Plan(automaton.wagers, automaton.outcomes, run, tracer=tracer)


def _dice_plan(automaton: Automaton) -> Plan:
    nodes = len(automaton.next)
    single = np.zeros(nodes * 36, dtype=np.int32)
    for node, row in enumerate(automaton.next):
        for roll, target in enumerate(row):
            packed = target if target >= 0 else -target << kernels.OUTCOME_SHIFT
            single[node * 36 + roll] = packed
    pairs, meaning = _pairs(automaton)
    outcomes = len(automaton.outcomes)

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(outcomes, dtype=np.int64)
        # Rounds for each of the lanes, and what is left over for one more.
        each, rest = divmod(rounds, LANES)
        if pairs is None:
            _finish(single, key, rounds, counts)
            return counts
        seen = np.zeros((LANES, len(meaning)), dtype=np.int64)
        kernel: Any = jit(kernels.dice_kernel)
        kernel(pairs, single, np.uint64(key), each, *seen, counts)
        for number, times in enumerate(seen.sum(axis=0)):
            for outcome in meaning[number]:
                counts[outcome] += times
        if rest:
            _finish(single, key_of(key, 1), rest, counts)
        return counts

    tracer = dice_tracer(automaton.next, single, pairs is not None, automaton.symbols)
    return Plan(automaton.wagers, automaton.outcomes, run, tracer=tracer)


def _finish(single: Any, key: int, rounds: int, counts: Counts) -> None:
    jit(kernels.single_rolls)(single, np.uint64(key), 0, rounds, counts)


def _pairs(automaton: Automaton) -> tuple[npt.NDArray[np.int32] | None, list[tuple[int, ...]]]:
    """The table of two rolls a look-up, and what each pair's number means."""
    nodes = len(automaton.next)
    meaning: dict[tuple[int, ...], int] = {(): 0}
    if nodes > PAIR_NODES_MAX or len(automaton.next[0]) ** 2 != PAIRS:
        return None, []
    table = np.zeros(nodes * PAIRS, dtype=np.int32)
    for node, row in enumerate(automaton.next):
        for first, middle in enumerate(row):
            start = automaton.next[middle if middle >= 0 else 0]
            for second, last in enumerate(start):
                ended = tuple(-1 - t for t in (middle, last) if t < 0)
                number = meaning.setdefault(ended, len(meaning))
                to = max(last, 0)
                table[node * PAIRS + first * 36 + second] = (
                    number << kernels.PAIR_SHIFT | len(ended) << kernels.FINISHED_SHIFT | to
                )
    if len(meaning) >= 1 << 15:
        return None, []
    return table, list(meaning)
