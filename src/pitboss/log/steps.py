"""Stepping through a procedure, forwards and back, as any seat saw it.

Everything a step shows is made from the events visible to the seat: a card that the seat may
not see is never in it. Of the prompt a seat is shown only what is its own to answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import msgspec

from pitboss.chain import Broken
from pitboss.errors import BadInput, Illegal
from pitboss.log.journal import Journal
from pitboss.records.record import Record
from pitboss.records.settle import settle
from pitboss.table.entries import Chose, Drew, Entry, entry_text, parse_entry, seat_text
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_json, line_json
from pitboss.table.round import run
from pitboss.table.tape import Awaiting, RecordedTape
from pitboss.table.view import BYSTANDER, prompt_for, view, waiting_for

FACE_DOWN = "d draw (face down)"


class Step(msgspec.Struct, frozen=True):
    """After `number` entries, as one seat saw it: the entry that led here, all events so far,
    of which the last `fresh` are new, and what the table waits for. `prompt` is there only
    where it is this seat's to answer."""

    number: int
    entry: str
    events: tuple[Event, ...]
    fresh: int
    waiting_for: str
    prompt: dict[str, Any] | None
    finished: bool


class Steps(Sequence[Step]):
    """All steps of one procedure: `steps[0]` is before the first entry, `steps[-1]` after the
    last. One run of the procedure makes them all."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        before: Table,
        entries: Sequence[Entry],
        *,
        seat: int,
        by_hand: bool = False,
        only: int | None = None,
    ) -> None:
        """With `only`, what is asked is worked out for the step of that number (-1: the last)
        alone: to list every answer at every step costs more than the procedure itself."""
        if only is not None and only < 0:
            only += len(entries) + 1
        if seat not in (0, BYSTANDER) and seat not in before.seats:
            raise BadInput(f"p{seat} is not at the table")
        self.game, self.rules, self.before, self.seat = game, rules, before, seat
        tape = _WatchedTape(entries, seat, only)
        self.receipt: Receipt | None = None
        try:
            self.receipt = run(game, rules, before, tape, by_hand=by_hand)
            events = self.receipt.events
            tape.seen.append((len(events), "", None))
        except Awaiting as awaiting:
            events = awaiting.prompt.dealer.events
        if tape.position < len(entries):
            raise Illegal(
                "the round is over: nothing more is expected",
                got=entry_text(entries[tape.position]),
                prompt=None,
                entry=tape.position + 1,
            )
        self._seen = tape.seen
        self._events = view(events, seat)
        self._entries = [self._entry(index, entry) for index, entry in enumerate(entries)]

    def _entry(self, index: int, entry: Entry) -> str:
        """Returns the entry as the seat saw it: a draw shows its card only if its event does, and a
        choice is told as its event tells it."""
        start, end = self._seen[index][0], self._seen[index + 1][0]
        if isinstance(entry, Drew):
            drawn = [event for event in self._events[start:end] if event.act == "draw"]
            if not drawn or drawn[0].card != entry.card:
                return FACE_DOWN
        if isinstance(entry, Chose):
            chosen = [event for event in self._events[start:end] if event.act == "choice"]
            if chosen:
                entry = Chose(entry.seat, chosen[0].what)
        return entry_text(entry)

    def __len__(self) -> int:
        return len(self._seen)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        length, waiting_for, prompt = self._seen[number]
        return Step(
            number=number,
            entry=self._entries[number - 1] if number else "",
            events=tuple(self._events[:length]),
            fresh=length - (self._seen[number - 1][0] if number else 0),
            waiting_for=waiting_for,
            prompt=prompt,
            finished=self.receipt is not None and number == len(self) - 1,
        )

    def __iter__(self) -> Iterator[Step]:
        return (self[number] for number in range(len(self)))

    def step_json(self, number: int) -> dict[str, Any]:
        """Returns a step for a screen: the events that are new with it, and what comes next."""
        step, law = self[number], self.rules.law
        fresh = step.events[len(step.events) - step.fresh :]
        answer: dict[str, Any] = {
            "step": step.number,
            "steps": len(self) - 1,
            "procedure": self.before.next,
            "entry": step.entry,
            "events": [event_json(event, law) for event in fresh],
            "waiting_for": step.waiting_for or None,
            "prompt": step.prompt,
            "finished": step.finished,
        }
        if step.finished and self.receipt is not None:
            net = self.receipt.net()
            answer["lines"] = [line_json(line, law) for line in self.receipt.lines]
            answer["net"] = {seat_text(seat): cents for seat, cents in net.items()}
        return answer


class _WatchedTape(RecordedTape):
    """A recorded tape that notes, at every prompt, how many events there are and what the seat
    may know of the prompt. The answers must be worked out then: the table moves on."""

    __slots__ = ("only", "seat", "seen")

    def __init__(self, entries: Sequence[Entry], seat: int, only: int | None = None) -> None:
        super().__init__(entries)
        self.seat = seat
        self.only = only
        self.seen: list[tuple[int, str, dict[str, Any] | None]] = []

    def next(self, prompt: Prompt) -> Entry:
        wanted = self.only is None or self.only == len(self.seen)
        asked = prompt_for(prompt, self.seat) if wanted else None
        self.seen.append((len(prompt.dealer.events), waiting_for(prompt), asked))
        return super().next(prompt)


def steps(source: Record | Journal | str | Path, *, seat: int, number: int = 1) -> Steps:
    """Returns the steps of procedure `number` (from 1) of a record, or of a journal or its path."""
    if isinstance(source, Record):
        return _record_steps(source, seat, number)
    if isinstance(source, Journal):
        return _journal_steps(source, seat, number)
    with Journal(source) as journal:
        return _journal_steps(journal, seat, number)


def _journal_steps(journal: Journal, seat: int, number: int) -> Steps:
    """Reads the journal up to that procedure: open it anew for an earlier one."""
    for block in journal.blocks():
        if block.fault is not None:
            raise Broken(block.fault)
        if block.number == number:
            entries = [parse_entry(text) for text in block.entries]
            return Steps(
                journal.game,
                journal.rules,
                journal.before(block),
                entries,
                seat=seat,
                by_hand=journal.header.by_hand,
            )
    raise BadInput(f"the journal has no procedure {number}")


def _record_steps(record: Record, seat: int, number: int) -> Steps:
    settled = settle(record)
    game, rules, table, tape = settled.game, settled.rules, settled.before, settled.tape
    position = 0
    for receipt in settled.receipts[: number - 1]:
        watched = RecordedTape(tape[position:])
        run(game, rules, table, watched, by_hand=record.by_hand)
        position += watched.position
        table = receipt.after
        if record.script is not None and table.next == "shuffle":
            # As in settle: a script does not hold the reshuffle.
            shoe, _ = game.prepare(rules)
            table = msgspec.structs.replace(table, shoe=shoe, next="round")
    last = len(settled.receipts) + (settled.waiting is not None)
    if not 1 <= number <= last:
        raise BadInput(f"the record has no procedure {number}: it has {last}")
    if number <= len(settled.receipts):
        watched = RecordedTape(tape[position:])
        run(game, rules, table, watched, by_hand=record.by_hand)
        tape = tape[: position + watched.position]
    return Steps(game, rules, table, tape[position:], seat=seat, by_hand=record.by_hand)
