"""Audited bulk: a simulation that leaves a record of every round, chained by hash.

The file has a header (what was simulated: game, day, options, rules, strategy, seed), blocks of
up to 4,096 rounds, and an end. Every block holds the hash of what came before it and is closed
by its own. The rounds are those that `simulate` counts for the same arguments, in the same order.

`replay` trusts nothing in the file: it builds the rules again, checks every hash, derives every
outcome from what the equipment showed, keeps account of the cards in the shoe, and plays a sample
of rounds through the procedure. It names the first block that is not as it was written."""

from __future__ import annotations

import contextlib
import json
import os
import struct
import time
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss import __version__
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, chunks_of, key_of
from pitboss.analysis.simulation.redeal import same_money, tape_of
from pitboss.analysis.simulation.simulate import (
    Prepared,
    Progress,
    Simulator,
    Tally,
    Tell,
    WagerFigures,
    check_number,
    figures_of,
)
from pitboss.analysis.simulation.tracing import (
    TAIL,
    Records,
    Tracer,
    check_shoe,
    last_of_rounds,
    outcomes_in,
    symbols_of,
)
from pitboss.chain import digest
from pitboss.compiled import jit
from pitboss.errors import BadInput, Diverged, PitbossError, file_errors
from pitboss.law.schema import Value

MAGIC = b"pitboss audit 1\n"
BLOCK_ROUNDS = 4096
# Number of the block, chunk, rounds, records; then the hash of what came before.
HEAD = struct.Struct("<IIII32s")
HASH_BYTES = 32
END = 0xFFFFFFFF
HEADER_BYTES_MAX = 1 << 20
RECORDS_MAX = 1 << 20
AUDIT_ROUNDS_MAX = 10**10


class Audited(msgspec.Struct):
    """What was written. `head` is the hash of the end: kept apart from the file, it is proof
    against a file that was written anew."""

    file: str
    rounds: int
    blocks: int
    bytes: int
    head: str
    seconds: float
    partial: bool
    wagers: list[WagerFigures]

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "rounds": self.rounds,
            "blocks": self.blocks,
            "bytes": self.bytes,
            "head": self.head,
            "seconds": round(self.seconds, 6),
            "rounds_per_second": round(self.rounds / self.seconds) if self.seconds else None,
            "partial": self.partial,
            "wagers": [wager.as_json() for wager in self.wagers],
        }


class Replayed(msgspec.Struct):
    """What a replay found: "clean", or "altered" with the first bad block and why."""

    status: str
    message: str
    file: str
    game: str = ""
    day: str = ""
    wager: str = ""
    rounds: int = 0
    blocks: int = 0
    first_bad: int | None = None
    proved: int = 0
    head: str = ""
    partial: bool = False
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        answer = msgspec.to_builtins(self)
        assert isinstance(answer, dict)
        answer["seconds"] = round(self.seconds, 6)
        answer["rounds_per_second"] = round(self.rounds / self.seconds) if self.seconds else None
        return answer


# -- writing ----------------------------------------------------------------------------------


def write_audit(
    path: str | os.PathLike[str],
    key: str,
    day: date,
    options: Mapping[str, Value] | None = None,
    *,
    rounds: int,
    seed: int = 1,
    strategy: str = "",
    wager: str = "",
    fresh: bool = False,
    tell: Tell | None = None,
) -> Audited:
    """Simulate the first scenario of the game (or that of `wager`), every round on record. An
    interrupt closes the file after the last whole block, marked as partial."""
    check_number("rounds", rounds, 1, AUDIT_ROUNDS_MAX)
    simulator = Simulator(
        key,
        day,
        options,
        rounds=rounds,
        seed=seed,
        strategy=strategy,
        decide=None,
        wager=wager,
        fresh=fresh,
    )
    name = os.fspath(path)
    if os.path.exists(path):
        raise BadInput(f"{name[:200]}: is there already; an audit is not written over")
    if tell is not None:
        tell(Progress(simulator.scenarios[0].wager, 0, rounds, preparing=True))
    made = simulator.prepare(0)
    tracer = need_tracer(made, key)
    tracer.trace(0, 5)
    part = f"{name}.part"
    with file_errors(name[:200]):
        file = open(part, "wb")  # noqa: SIM115
    started = time.perf_counter()
    try:
        with file:
            writer = _Writer(file, _header(simulator, made, tracer), len(made.plan.outcomes))
            partial = _write_blocks(writer, simulator, made, tracer, tell)
            tally, blocks = writer.done.tally, writer.done.blocks
            totals = {
                "rounds": tally.rounds,
                "blocks": blocks,
                "counts": list(tally.counts),
                "partial": partial,
            }
            end = np.frombuffer(json.dumps(totals).encode(), dtype=np.uint8)
            writer.block(END, 0, end, tally)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise BadInput(f"{name[:200]}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)
    seconds = time.perf_counter() - started
    found = figures_of(made, tally, wager) if tally.rounds else []
    for figures in found:
        figures.strategy = simulator.strategy if made.plan.decide is not None else ""
    done = writer.done
    return Audited(
        name, tally.rounds, blocks, done.bytes, done.before.hex(), seconds, partial, found
    )


def need_tracer(made: Prepared, key: str) -> Tracer:
    if made.plan.tracer is None:
        raise BadInput(f"{key}: its rounds cannot be put on record yet")
    return made.plan.tracer


def _header(simulator: Simulator, made: Prepared, tracer: Tracer) -> bytes:
    law = simulator.rules.law
    work = simulator.works[0]
    return json.dumps(
        {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": dict(work.options),
            "rules": law.hash,
            "wager": work.wager,
            "scenario": made.scenario.wager,
            "strategy": work.strategy,
            "fresh": work.fresh,
            "seed": simulator.seed,
            "rounds": simulator.rounds,
            "chunk_rounds": CHUNK_ROUNDS,
            "block_rounds": BLOCK_ROUNDS,
            "plan": made.digest,
            "room": tracer.room,
            "symbols": list(tracer.symbols),
            "version": __version__,
        }
    ).encode()


class _Written(msgspec.Struct, frozen=True):
    """How far the file is whole: blocks, the last hash, bytes, and what they count."""

    blocks: int
    before: bytes
    bytes: int
    tally: Tally


class _Writer:
    """An interrupt may come between any two steps: `done` changes all at once, and what was
    written after it is taken back."""

    def __init__(self, file: BinaryIO, header: bytes, outcomes: int) -> None:
        self.file = file
        start = MAGIC + len(header).to_bytes(4, "little") + header
        file.write(start)
        before = digest(start)
        self.done = _Written(0, before, len(start), Tally(counts=(0,) * outcomes))

    def block(self, chunk: int, rounds: int, records: npt.NDArray[np.uint8], tally: Tally) -> None:
        """Records that lie together in memory are hashed and written where they are. `tally`
        is what the file counts with them."""
        done = self.done
        head = HEAD.pack(done.blocks, chunk, rounds, len(records), done.before)
        body: Any = records.data.cast("B") if len(records) else b""
        self.file.write(head)
        self.file.write(body)
        own = digest(head, body)
        self.file.write(own)
        size = len(head) + len(body) + HASH_BYTES
        self.done = _Written(done.blocks + 1, own, done.bytes + size, tally)

    def take_back(self) -> None:
        """Remove what an interrupt left behind the last whole block."""
        self.file.seek(self.done.bytes)
        self.file.truncate()


def _write_blocks(
    writer: _Writer, simulator: Simulator, made: Prepared, tracer: Tracer, tell: Tell | None
) -> bool:
    """Writes all chunks. Returns whether there was an interrupt; then the file has all blocks
    before it."""
    outcomes = len(made.plan.outcomes)
    try:
        for chunk, size in enumerate(chunks_of(simulator.rounds)):
            records = tracer.trace(key_of(simulator.seed, chunk), size)
            ends = last_of_rounds(records)
            assert len(ends) == size
            stated = outcomes_in(records)[ends]
            for first in range(0, size, BLOCK_ROUNDS):
                last = min(first + BLOCK_ROUNDS, size)
                begin = int(ends[first - 1]) + 1 if first else 0
                counts = np.bincount(stated[first:last], minlength=outcomes)
                tally = writer.done.tally.plus(last - first, tuple(counts.tolist()))
                part = records[begin : int(ends[last - 1]) + 1]
                writer.block(chunk, last - first, part, tally)
            if tell is not None:
                done = writer.done.tally.rounds
                tell(Progress(made.scenario.wager, done, simulator.rounds))
    except KeyboardInterrupt:
        writer.take_back()
        return True
    return False


# -- replay -----------------------------------------------------------------------------------


class _Altered(Exception):
    """Block `number` is not as it was written."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


def replay(
    path: str | os.PathLike[str],
    *,
    head: str = "",
    sample: int = 64,
    from_seed: bool = False,
    game: str = "",
    tell: Tell | None = None,
) -> Replayed:
    """Check an audit (of `game`, if it is named). `head` is the last hash as it was kept apart;
    `sample` rounds are played through the procedure; with `from_seed` all rounds are drawn
    again from the seed."""
    started = time.perf_counter()
    name = os.fspath(path)
    with file_errors(name[:200]):
        file = open(path, "rb")  # noqa: SIM115
    with file:
        found = Replayed("clean", "", name)
        try:
            check = _Replay(file, name, found, sample, from_seed, tell)
            if game and found.game != game:
                raise BadInput(f"{name[:200]}: an audit of {found.game}, not of {game}")
            check.run()
            if head and head.strip().lower() != found.head:
                raise _Altered(found.blocks, "the last hash is not the one that was kept")
            end = " (a partial run)" if found.partial else ""
            found.message = (
                f"clean: {found.blocks} blocks, {found.rounds} rounds{end}; every outcome "
                f"derived again, {found.proved} rounds played through the procedure"
            )
        except _Altered as altered:
            found.status, found.first_bad = "altered", altered.number
            found.message = f"altered: block {altered.number}: {altered}"
        found.seconds = time.perf_counter() - started
        return found


class _Replay:
    """One pass over a file, block by block."""

    def __init__(
        self,
        file: BinaryIO,
        name: str,
        found: Replayed,
        sample: int,
        from_seed: bool,
        tell: Tell | None,
    ) -> None:
        self.file, self.name, self.found = file, name, found
        self.from_seed, self.tell = from_seed, tell
        header = self._read_header()
        found.game, found.day = str(header.get("game")), str(header.get("day"))
        self.simulator, self.made = _rebuilt(header, name)
        found.wager = self.made.scenario.wager
        self.tracer = need_tracer(self.made, found.game)
        self.width = self.tracer.room + TAIL
        self.sizes = chunks_of(self.simulator.rounds)
        self.seen = np.zeros(53, dtype=np.int64)
        self.counts = [0] * len(self.made.plan.outcomes)
        self.measure = Measure(self.made.scenario, self.simulator.rules)
        self.every = max(1, -(-self.simulator.rounds // sample)) if sample > 0 else 0

    def _read_header(self) -> dict[str, Any]:
        start = self.file.read(len(MAGIC) + 4)
        if start[: len(MAGIC)] != MAGIC or len(start) < len(MAGIC) + 4:
            raise BadInput(f"{self.name[:200]}: not an audit of a simulation")
        length = int.from_bytes(start[len(MAGIC) :], "little")
        if length > HEADER_BYTES_MAX:
            raise _Altered(0, "the header's length cannot be")
        text = self.file.read(length)
        self.before = digest(start, text)
        try:
            header = json.loads(text)
            assert isinstance(header, dict)
        except (ValueError, AssertionError, RecursionError):
            raise _Altered(0, "the header cannot be read") from None
        return header

    def run(self) -> None:
        number = 0
        for chunk, size in enumerate(self.sizes):
            drawn = self._drawn(chunk, size)
            for first in range(0, size, BLOCK_ROUNDS):
                rounds = min(BLOCK_ROUNDS, size - first)
                got = self._block(number)
                if got[0] == END:
                    return self._end(number, got[2])
                if got[:2] != (chunk, rounds):
                    raise _Altered(number, f"expected {rounds} rounds of chunk {chunk}")
                records = self._records(number, got[2])
                self._check(number, records, rounds, first)
                if drawn is not None:
                    expected = drawn(first, rounds)
                    if expected.shape != records.shape or (expected != records).any():
                        raise _Altered(number, "the seed gives other rounds")
                self._prove(number, records)
                number += 1
            if self.tell is not None:
                self.tell(Progress(self.found.wager, self.found.rounds, self.simulator.rounds))
        chunk, _, body = self._block(number)
        if chunk != END:
            raise _Altered(number, "more blocks than rounds")
        return self._end(number, body)

    def _block(self, number: int) -> tuple[int, int, bytes]:
        """Returns the next block's chunk, rounds and body, its hashes checked."""
        head = self.file.read(HEAD.size)
        if len(head) < HEAD.size:
            raise _Altered(number, "the file ends before it")
        stated, chunk, rounds, records, before = HEAD.unpack(head)
        if before != self.before:
            raise _Altered(number, "it does not follow from what is before it")
        if stated != number or records > RECORDS_MAX:
            raise _Altered(number, "its number or size cannot be")
        body = self.file.read(records * (1 if chunk == END else self.width))
        self.before = digest(head, body)
        if self.before != self.file.read(HASH_BYTES):
            raise _Altered(number, "its hash is not that of its contents")
        return chunk, rounds, body

    def _records(self, number: int, body: bytes) -> Records:
        records = np.frombuffer(body, dtype=np.uint8)
        if len(records) == 0 or len(records) % self.width:
            raise _Altered(number, "its records are not whole")
        return records.reshape(-1, self.width)

    def _check(self, number: int, records: Records, rounds: int, first: int) -> None:
        """Outcomes follow from symbols, cards from the shoe, rounds are as many as stated."""
        wrong = self.tracer.derive(records)
        if wrong >= 0:
            raise _Altered(number, f"record {wrong} does not come to the outcome it states")
        ends = last_of_rounds(records)
        if len(ends) != rounds:
            raise _Altered(number, f"{len(ends)} rounds where it states {rounds}")
        if self.tracer.decks:
            tracer = self.tracer
            wrong = jit(check_shoe)(
                records, tracer.room, tracer.decks, tracer.cutting_card, int(first == 0), self.seen
            )
            if wrong >= 0:
                raise _Altered(number, f"record {wrong}: the shoe cannot have dealt it")
        seen = np.bincount(outcomes_in(records)[ends], minlength=len(self.counts))
        self.counts = [a + b for a, b in zip(self.counts, seen.tolist(), strict=True)]
        self.found.rounds += rounds
        self.found.blocks = number + 1

    def _drawn(self, chunk: int, size: int) -> Callable[[int, int], Records] | None:
        """Returns the records of a chunk, drawn again from the seed."""
        if not self.from_seed:
            return None
        records = self.tracer.trace(key_of(self.simulator.seed, chunk), size)
        ends = last_of_rounds(records)

        def part(first: int, rounds: int) -> Records:
            begin = int(ends[first - 1]) + 1 if first else 0
            return records[begin : int(ends[first + rounds - 1]) + 1]

        return part

    def _prove(self, number: int, records: Records) -> None:
        """Play the rounds of the sample that fall into this block through the procedure."""
        if not self.every:
            return
        ends = last_of_rounds(records)
        base = self.found.rounds - len(ends)
        for place in range(-base % self.every, len(ends), self.every):
            symbols, outcome = symbols_of(records, place, ends)
            shown = [self.tracer.symbols[symbol] for symbol in symbols]
            try:
                _, lines = tape_of(
                    self.simulator.game,
                    self.simulator.rules,
                    self.made.scenario,
                    self.made.plan.decide,
                    shown,
                )
            except (Diverged, PitbossError) as error:
                raise _Altered(number, f"round {place} cannot be played: {error}") from None
            if not same_money(self.measure.cells(lines), self.made.plan.outcomes[outcome]):
                raise _Altered(number, f"round {place}: the procedure settles it otherwise")
            self.found.proved += 1

    def _end(self, number: int, body: bytes) -> None:
        try:
            totals = json.loads(body)
            stated = (totals["rounds"], totals["blocks"], totals["counts"])
            self.found.partial = bool(totals["partial"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise _Altered(number, "the end cannot be read") from None
        if stated != (self.found.rounds, number, self.counts):
            raise _Altered(number, "the end states other rounds or counts")
        if self.file.read(1):
            raise _Altered(number, "something follows the end")
        if not self.found.partial and self.found.rounds != self.simulator.rounds:
            raise _Altered(number, "fewer rounds than the header states, and not marked partial")
        self.found.head = self.before.hex()


def _rebuilt(header: Mapping[str, Any], name: str) -> tuple[Simulator, Prepared]:
    """Returns the simulation that the header describes, from the rules as they are known here."""
    try:
        simulator = Simulator(
            header["game"],
            date.fromisoformat(header["day"]),
            header["options"],
            rounds=header["rounds"],
            seed=header["seed"],
            strategy=header["strategy"],
            decide=None,
            wager=header["wager"],
            fresh=header["fresh"],
        )
        made = simulator.prepare(0)
        same = (simulator.rules.law.hash, made.digest) == (header["rules"], header["plan"])
        tracer = made.plan.tracer
        if tracer is not None:
            same = same and tracer.room == header["room"]
            same = same and list(tracer.symbols) == header["symbols"]
        same = same and header["chunk_rounds"] == CHUNK_ROUNDS
        same = same and header["block_rounds"] == BLOCK_ROUNDS
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _Altered(0, f"the header cannot be: {error}") from None
    except PitbossError as error:
        raise _Altered(0, f"the header names what cannot be: {error}") from None
    if not same:
        raise BadInput(
            f"{name[:200]}: written under rules or by a version (it says "
            f"{str(header.get('version'))[:20]}) other than this one, {__version__}"
        )
    return simulator, made
