"""Citations. Code and data cite a section by its number inside the chapter, `6.5(i)2`; the
chapter in force on the day of the round makes it `N.J.A.C. 19:47-6.5(i)2`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from pitboss.errors import NotInForce

_SECTION = re.compile(r"(\d+A?B?\.\d+[A-Z]?)((?:\([a-z]{1,4}\)|\d+|[ivx]+)*)")


class Edition(NamedTuple):
    """A chapter of the Administrative Code while it held the rules of the games."""

    chapter: str
    since: date
    regulator: str


EDITIONS = (
    Edition("19:47", date(1978, 6, 2), "Casino Control Commission"),
    Edition("13:69F", date(2012, 3, 19), "Division of Gaming Enforcement"),
)


def edition_on(day: date) -> Edition:
    found = None
    for edition in EDITIONS:
        if edition.since <= day:
            found = edition
    if found is None:
        raise NotInForce(
            f"there were no rules of the games on {day}: the chapter was adopted on "
            f"{EDITIONS[0].since}"
        )
    return found


def section_of(cite: str) -> str:
    """`6.5(i)2` belongs to section `6.5`. Raises ValueError for what is not a citation."""
    found = _SECTION.fullmatch(cite)
    if found is None:
        raise ValueError(f"{cite!r} is not a citation such as 6.5(i)2")
    return found[1]


def is_part_of(cite: str, key: str) -> bool:
    """Whether `6.5(i)2` is, or stands under, `6.5(i)`; `1.2(a)11` does not under `1.2(a)1`."""
    rest = cite.removeprefix(key)
    if rest == cite and cite != key:
        return False
    if not rest or rest[0] == "(":
        return True
    if key.endswith(")"):
        return rest[0].isdigit()
    return ")" in key and rest[0] in "ivx"


class Citations(NamedTuple):
    """Turns section numbers into full citations for one edition.

    `renumbered` maps a section as the data cites it to its number in this edition; `lettered` a
    paragraph to the letter that it had on this day."""

    chapter: str
    renumbered: Mapping[str, str] = {}
    # What stands before a section of rules that are not of the chapter: a house's own game.
    authority: str = ""
    lettered: Mapping[str, str] = {}

    def full(self, cite: str) -> str:
        return f"{self.authority or f'N.J.A.C. {self.chapter}-'}{self.number(cite)}" if cite else ""

    def whole(self, subchapter: str) -> str:
        """A whole subchapter; of rules that are not the chapter's, whose they are."""
        return self.authority.strip() or f"N.J.A.C. {self.chapter}-{subchapter}"

    def letters(self, cite: str) -> str:
        """The paragraph by the letters that it had on the day."""
        for paragraph, then in self.lettered.items():
            if is_part_of(cite, paragraph):
                # Where only the section is known, points of the paragraph are not cited.
                return then + cite[len(paragraph) :] if "(" in then else then
        return cite

    def number(self, cite: str) -> str:
        """The paragraph under the number and the letters of the day."""
        cite = self.letters(cite)
        if self.renumbered:
            section = section_of(cite)
            cite = self.renumbered.get(section, section) + cite[len(section) :]
        return cite
