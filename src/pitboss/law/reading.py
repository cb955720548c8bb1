"""How a paragraph is known on a day: read in an edition, inferred from one, or not verified.

A data file says which paragraphs were read, and in which edition, named by its day. What was read
holds for the days up to that edition, as far as no act is noted that amended the section; for later
days it is taken to continue, which is an inference. What was read nowhere is not verified."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from pitboss.errors import DataError
from pitboss.law.citation import is_part_of, section_of
from pitboss.law.schema import Act, Basis

# By paragraph (or section), the days of the editions in which it was read.
Readings = Mapping[str, tuple[date, ...]]
# By section, the days of the acts that are noted to have amended it.
Amendments = Mapping[str, tuple[date, ...]]


class Known(NamedTuple):
    """How a paragraph is known on a day. `edition` is the day of the text that was read; `source`
    says what an inference rests on."""

    basis: Basis
    edition: date | None = None
    source: str = ""


def known_on(
    readings: Readings, amended: Amendments, cite: str, day: date, stated: Basis | None = None
) -> Known:
    """How the paragraph is known on that day. `stated` is what a data file says of a fact that
    cites it: that is kept, where the paragraph was read at all and not before that day."""
    editions = editions_of(readings, cite)
    if not editions:
        if stated in ("read", "inferred"):
            return Known("inferred", None, "read in other texts, not in this paragraph")
        return Known("unverified")
    later = [edition for edition in editions if edition >= day]
    if not later:
        last = max(editions)
        if stated == "unverified":
            return Known("unverified", last)
        return Known("inferred", last, f"the text of {last}, which is taken to continue")
    edition = min(later)
    if stated is not None:
        source = "" if stated == "read" else f"the text of {edition} and its notes"
        return Known(stated, edition, source)
    if any(day < act <= edition for act in amended.get(section_of(cite), ())):
        return Known("inferred", edition, f"the text of {edition}, amended since that day")
    return Known("read", edition)


def editions_of(readings: Readings, cite: str) -> tuple[date, ...]:
    """The editions in which the paragraph was read, by its own name or that of what it is under."""
    return tuple(
        sorted({day for key, days in readings.items() if is_part_of(cite, key) for day in days})
    )


def readings_from(name: str, read: Mapping[str, list[str]]) -> dict[str, tuple[date, ...]]:
    """By paragraph, what a data file has by edition."""
    found: dict[str, tuple[date, ...]] = {}
    for day, cites in read.items():
        try:
            edition = date.fromisoformat(day)
        except ValueError:
            raise DataError(f"{name}: read in {day!r}, which is no day") from None
        for cite in cites:
            section_of(cite)
            found[cite] = (*found.get(cite, ()), edition)
    return found


_SECTIONS = re.compile(r"(\d+[AB]?\.\d+[A-Z]?)(?: to (?:\d+[AB]?\.)?(\d+[A-Z]?))?")


def amendments_from(acts: Mapping[str, Act]) -> dict[str, tuple[date, ...]]:
    """By section, the days of the acts whose note names it, one by one or `6.1 to 6.5`."""
    found: dict[str, list[date]] = {}
    for act in acts.values():
        for first, last in _SECTIONS.findall(act.what):
            for section in _range(first, last):
                found.setdefault(section, []).append(act.effective)
    return {section: tuple(sorted(set(days))) for section, days in found.items()}


def _range(first: str, last: str) -> list[str]:
    subchapter, _, number = first.partition(".")
    if not (last.isdigit() and number.isdigit() and int(number) < int(last)):
        return [first]
    return [f"{subchapter}.{n}" for n in range(int(number), int(last) + 1)]
