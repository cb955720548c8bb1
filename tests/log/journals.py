"""Journals for the tests and for the soak: how they are made, and how bytes are flipped."""

from __future__ import annotations

import io
import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from pitboss import registry
from pitboss.chain import NO_HASH, Broken
from pitboss.log.journal import JournalWriter, Line, Reader, seal, start, unseal
from pitboss.table.entries import Entry
from pitboss.table.game import Game, Table
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import run
from pitboss.table.tape import Source
from pitboss.testing import Fuzzer

DAY = date(2010, 1, 1)


class JournalTape:
    """A live tape that puts each entry into the journal as soon as the procedure has accepted
    it, which is when it asks for the next one: a refused entry is never recorded. `recorded`
    are entries of this procedure that the journal has already."""

    __slots__ = ("_accepted", "entries", "position", "source", "writer")

    def __init__(
        self, source: Source, writer: JournalWriter, recorded: Sequence[Entry] = ()
    ) -> None:
        self.source = source
        self.writer = writer
        self.entries: list[Entry] = list(recorded)
        self.position = 0
        self._accepted = len(recorded)

    def next(self, prompt: Prompt) -> Entry:
        self.keep()
        if self.position == len(self.entries):
            self.entries.append(self.source.answer(prompt))
        self.position += 1
        return self.entries[self.position - 1]

    def keep(self) -> None:
        for entry in self.entries[self._accepted :]:
            self.writer.entry(entry)
        self._accepted = len(self.entries)


def run_into(
    writer: JournalWriter,
    game: Game,
    rules: Any,
    table: Table,
    source: Source,
    *,
    by_hand: bool = False,
    recorded: Sequence[Entry] = (),
) -> Receipt:
    """Runs the table's next procedure with answers from `source`, and journal it. `recorded`
    are its entries that the journal has already, after `resume`."""
    tape = JournalTape(source, writer, recorded)
    receipt = run(game, rules, table, tape, by_hand=by_hand)
    tape.keep()
    writer.end(receipt)
    return receipt


def write_journal(
    path: Path, key: str, *, rounds: int, seed: int = 0, closed: bool = True, seats: int = 3
) -> None:
    """A journal of random play with irregularities, properly closed."""
    game = registry.find(key)
    rules = game.rules(max(DAY, game.regulation.adopted), {})
    table = game.open_table(rules, seats, closed=closed)
    rng = random.Random(f"journal {key} {seed}")
    with start(path, game, rules, table, sync="never") as writer:
        while writer.totals.rounds < rounds:
            table = run_into(writer, game, rules, table, Fuzzer(rng, 0.05)).after


def lines_of(path: Path) -> list[Line]:
    return [unseal(raw)[0] for raw in path.read_bytes().splitlines()]


def rechained(lines: list[Line]) -> bytes:
    """The lines numbered, linked and hashed anew: what a forger who knows the format does."""
    prev, whole = NO_HASH, []
    for seq, line in enumerate(lines):
        raw, prev = seal(msgspec.structs.replace(line, seq=seq, prev=prev))
        whole.append(raw)
    return b"".join(whole)


class Flips:
    """Checks that a changed byte is found. Everything before its line is as it was, so the
    reader may begin there: the same reader as for the whole journal, at a line of which it
    knows the hash before."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.starts: list[int] = []
        self.prevs: list[str] = []
        at, reader = 0, Reader(io.BytesIO(raw))
        for line in reader:
            self.starts.append(at)
            self.prevs.append(line.prev)
            at = reader.whole_bytes
        assert at == len(raw)
        assert reader.closed

    def line_of(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1

    def found(self, position: int, value: int) -> str:
        """An empty string if that change is found and named, else what happened instead."""
        assert self.raw[position] != value
        index = self.line_of(position)
        start, last = self.starts[index], index + 3 >= len(self.starts)
        end = len(self.raw) if last else self.starts[index + 3]
        altered = bytearray(self.raw[start:end])
        altered[position - start] = value
        reader = Reader(io.BytesIO(altered), number=index, seq=index, prev=self.prevs[index])
        try:
            for _ in reader:
                pass
        except Broken as error:
            if error.fault.line == index + 1 and error.fault.seq == index:
                return ""
            return f"byte {position} of line {index + 1}: {error.fault}"
        return f"byte {position} of line {index + 1}: not found"


def change(lines: list[Line], index: int, by: Callable[[Line], Line]) -> bytes:
    """One line changed, and the chain made anew from end to end."""
    return rechained([*lines[:index], by(lines[index]), *lines[index + 1 :]])
