"""Values by date: half-open intervals, one value on each day, gaps and overlaps refused."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Generic, TypeVar

from pitboss.errors import DataError
from pitboss.law.schema import Act, Entry

E = TypeVar("E", bound=Entry)


class Dated(Generic[E]):
    """The entries of one name in force over time. `at(day)` is None before the first entry
    and while an entry says `absent`."""

    def __init__(self, name: str, entries: Sequence[E], acts: Mapping[str, Act]) -> None:
        self.name = name
        base: list[tuple[date, E]] = []
        self._overlays: list[tuple[date, date, E]] = []
        for entry in entries:
            if bool(entry.since) == bool(entry.during):
                raise DataError(f"{name}: an entry needs either `since` or `during`")
            act = acts.get(entry.since or entry.during)
            if act is None:
                raise DataError(f"{name}: no act named {entry.since or entry.during!r}")
            if entry.during:
                if act.expires is None:
                    raise DataError(f"{name}: act {entry.during!r} does not expire")
                self._overlays.append((act.effective, act.expires, entry))
            else:
                if act.expires is not None:
                    raise DataError(f"{name}: act {entry.since!r} expires: use `during`")
                base.append((act.effective, entry))
            if not entry.absent and not entry.cite:
                raise DataError(f"{name}: the entry of {entry.since or entry.during} has no cite")
        self._check(base)
        self._starts = [start for start, _ in base]
        self._entries = [entry for _, entry in base]

    def _check(self, base: list[tuple[date, E]]) -> None:
        """Two entries of one day would overlap; entries out of order would hide a mistake;
        an absence after an absence, or at the start, would be a gap that says nothing."""
        for (earlier, _), (later, _) in pairwise(base):
            if later <= earlier:
                raise DataError(f"{self.name}: two entries overlap on {later}")
        previous_absent = True
        for start, entry in base:
            if entry.absent and previous_absent:
                raise DataError(f"{self.name}: nothing ends on {start}, where it is made absent")
            previous_absent = entry.absent
        overlays = sorted(self._overlays, key=lambda overlay: overlay[0])
        for (_, end, _), (start, _, _) in pairwise(overlays):
            if start < end:
                raise DataError(f"{self.name}: two experiments overlap on {start}")

    def at(self, day: date) -> E | None:
        for start, end, entry in self._overlays:
            if start <= day < end:
                return None if entry.absent else entry
        index = bisect_right(self._starts, day) - 1
        if index < 0 or self._entries[index].absent:
            return None
        return self._entries[index]

    def first_day(self) -> date:
        days = self._starts + [start for start, _, _ in self._overlays]
        return min(days)

    def boundaries(self) -> list[date]:
        """Every day on which the value may change."""
        days = set(self._starts)
        for start, end, _ in self._overlays:
            days |= {start, end}
        return sorted(days)

    def last_day_before(self, day: date) -> date | None:
        """The first day of the absence that holds on `day`, if it existed before."""
        ended = [
            start
            for start, entry in zip(self._starts, self._entries, strict=True)
            if entry.absent and start <= day
        ]
        ended += [end for _, end, entry in self._overlays if end <= day and not entry.absent]
        return max(ended) if ended else None

    def act_that_ended(self, day: date) -> str:
        """The key of the act by which there is no such thing on `day`, or an empty string."""
        for start, end, entry in self._overlays:
            if start <= day < end:
                return entry.during
        ended = [(end, entry.during) for _, end, entry in self._overlays if end <= day]
        ended += [
            (start, entry.since)
            for start, entry in zip(self._starts, self._entries, strict=True)
            if entry.absent and start <= day
        ]
        return max(ended)[1] if ended else ""
