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


class Citations(NamedTuple):
    """Turns section numbers into full citations for one edition.

    `renumbered` maps a section as the data cites it to its number in this edition."""

    chapter: str
    renumbered: Mapping[str, str] = {}
    # What stands before a section of rules that are not of the chapter: a house's own game.
    authority: str = ""

    def full(self, cite: str) -> str:
        if not cite:
            return ""
        if self.renumbered:
            section = section_of(cite)
            cite = self.renumbered.get(section, section) + cite[len(section) :]
        return f"{self.authority or f'N.J.A.C. {self.chapter}-'}{cite}"
