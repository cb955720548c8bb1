"""The two tapes: a recorded one, which ends, and a live one, which asks a source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pitboss.table.entries import Entry
from pitboss.table.prompts import Prompt

# A round is short. A longer tape is somebody's mistake or somebody's attack.
ENTRIES_PER_ROUND_MAX = 4_096


class Awaiting(Exception):  # not an error: the round waits for its next entry
    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt


class Tape(Protocol):
    @property
    def position(self) -> int: ...

    @property
    def entries(self) -> Sequence[Entry]: ...

    def next(self, prompt: Prompt) -> Entry: ...


class RecordedTape:
    """Entries that exist already; at their end the round is waiting."""

    __slots__ = ("entries", "position")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.position = 0

    def next(self, prompt: Prompt) -> Entry:
        if self.position >= len(self.entries):
            raise Awaiting(prompt)
        entry = self.entries[self.position]
        self.position += 1
        return entry


class Source(Protocol):
    """Whoever answers prompts: a random number generator, a script, a human, a policy."""

    def answer(self, prompt: Prompt) -> Entry: ...


class LiveTape:
    """Asks its source for every entry and keeps what it was given."""

    __slots__ = ("_answer", "entries")

    def __init__(self, source: Source) -> None:
        self._answer = source.answer
        self.entries: list[Entry] = []

    def next(self, prompt: Prompt) -> Entry:
        answer = self._answer
        entry = answer(prompt)
        self.entries.append(entry)
        return entry

    @property
    def position(self) -> int:
        return len(self.entries)
