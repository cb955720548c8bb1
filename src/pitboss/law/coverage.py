"""Which paragraph of the texts that were read is carried out where: every one of them, by edition,
with a heading in our words and exactly one class.

- executed: functions carry it out, and cases show it
- data: it is a fact of a data file
- not executable: it is about people, places or paper; the reason is given
- not built: pitboss has no software for it yet
- not read: of the section only its title was available to us

The file is kept by `tools/law_coverage.py`, which looks functions and cases up."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any, Literal

import msgspec

from pitboss.errors import UnknownName
from pitboss.law.address import parse_address
from pitboss.law.citation import section_of
from pitboss.law.lookup import FORMAT as LAW_FORMAT
from pitboss.law.lookup import all_regulations, is_under
from pitboss.law.regulation import Regulation, data_folder

FORMAT = "pitboss.coverage.v1"
FILE = "coverage.toml"
Class = Literal["executed", "data", "not executable", "not built", "not read"]
CLASSES: tuple[Class, ...] = ("executed", "data", "not executable", "not built", "not read")


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that was read: a part of the chapter as it was printed about a day."""

    chapter: str
    day: date
    what: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A paragraph as the file has it. `stated`: functions and cases were named by a person, since
    the paragraph is carried out without being cited word for word."""

    heading: str
    functions: list[str] = []
    facts: list[str] = []
    cases: list[str] = []
    stated: bool = False
    not_executable: str = ""
    not_built: str = ""

    @property
    def classes(self) -> list[Class]:
        """What the entry claims to be; a sound one claims one thing."""
        claims: list[Class] = []
        if self.functions:
            claims.append("executed")
        elif self.facts:
            claims.append("data")
        if self.not_executable:
            claims.append("not executable")
        if self.not_built:
            claims.append("not built")
        return claims


class Coverage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: dict[str, Edition]
    paragraph: dict[str, dict[str, Entry]]


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of an edition; `at` is its address or, for a definition, section and term."""

    edition: str
    at: str
    entry: Entry
    kind: Class

    @property
    def section(self) -> str:
        return section_of(self.at.partition(" ")[0])

    def as_json(self) -> dict[str, Any]:
        address = parse_address(self.at.partition(" ")[0])
        return {
            "edition": self.edition,
            "at": self.at,
            "eid": address.eid,
            "class": self.kind,
            **msgspec.to_builtins(self.entry),
        }


@cache
def coverage() -> Coverage:
    """The file, strictly read."""
    text = (data_folder() / FILE).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Coverage)


def paragraphs(subchapter: str = "") -> Iterator[Paragraph]:
    """Every paragraph of a subchapter or of the chapter, as the editions have them; then the
    sections of which only the title was read."""
    held = coverage()
    read: set[str] = set()
    for edition, entries in held.paragraph.items():
        for at, entry in entries.items():
            kind = entry.classes[0]
            paragraph = Paragraph(edition, at, entry, kind)
            read.add(paragraph.section)
            if not subchapter or paragraph.section.partition(".")[0] == subchapter:
                yield paragraph
    for section, title in _titles_only(subchapter, read):
        yield Paragraph("", section, Entry(heading=title), "not read")


def _titles_only(subchapter: str, read: set[str]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for regulation in all_regulations():
        for section in regulation.data.contents:
            belongs = not subchapter or section.partition(".")[0] == subchapter
            if belongs and section not in read and section not in seen:
                seen.add(section)
                yield section, regulation.contents[section].title


def citing(text: str) -> dict[str, Any]:
    """What rests on a paragraph or section: functions, cases, facts, and the notices, steps of
    amounts and exclusions that name it."""
    address = parse_address(text)
    rows = [
        row
        for row in paragraphs(address.section.partition(".")[0])
        if is_under(row.at.partition(" ")[0], address)
    ]
    found: dict[str, list[str]] = {
        name: sorted({each for row in rows for each in getattr(row.entry, name)})
        for name in ("functions", "facts", "cases")
    }
    found["named_by"] = sorted(
        f"{regulation.data.game} {kind} {name}: {why}"
        for regulation in all_regulations()
        for kind, name, why, cite in _naming(regulation)
        if is_under(cite, address)
    )
    return {"format": LAW_FORMAT, "cites": address.key, "eid": address.eid, **found}


def _naming(regulation: Regulation) -> Iterator[tuple[str, str, str, str]]:
    """Where a fact names a paragraph other than its own."""
    for name, options in regulation.data.option.items():
        for option in options:
            if option.notice_cite:
                yield "option", name, "notice", option.notice_cite
            for other in option.excludes:
                if other.cite:
                    yield "option", name, f"excludes {other.option}", other.cite
    for name, wagers in regulation.data.wager.items():
        for wager in wagers:
            if wager.pays_exactly:
                yield "wager", name, "amounts that can be paid", wager.pays_exactly


def report(subchapter: str = "") -> dict[str, Any]:
    """Counts by class and subchapter, and what is missing, as `pitboss coverage --json` has it."""
    rows = list(paragraphs(subchapter))
    if not rows:
        raise UnknownName(f"no subchapter {subchapter!r} among those that were read or are built")
    by_subchapter: dict[str, Counter[str]] = {}
    for row in rows:
        by_subchapter.setdefault(row.section.partition(".")[0], Counter())[row.kind] += 1
    return {
        "format": FORMAT,
        "subchapter": subchapter or None,
        "editions": msgspec.to_builtins(coverage().edition),
        "totals": {kind: sum(row.kind == kind for row in rows) for kind in CLASSES},
        "subchapters": {
            number: {kind: counts[kind] for kind in CLASSES}
            for number, counts in sorted(by_subchapter.items(), key=_in_order)
        },
        "paragraphs": [row.as_json() for row in rows],
    }


def _in_order(item: tuple[str, object]) -> tuple[int, str]:
    number = item[0]
    return int(number.rstrip("AB")), number
