"""The shape of a data file (one per subchapter). Decoded strictly: an unknown key is an error.

Every dated thing is a list of entries under one name, each with `since`, the key of an act
whose effective date is stated once, in `[act]`. An entry lasts until the next one begins;
`absent = true` says that from that act on there was no such thing; `during` names an act with
an `expires` date instead, an experiment laid over the rest for its days."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import msgspec

Basis = Literal["read", "inferred", "unverified"]
Value = bool | int | str
# How well a thing is known, as people are told it: what was read needs no word.
KNOWN_AS: dict[str, str] = {"read": "", "inferred": "inferred", "unverified": "not verified"}


class Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every dated entry has. `basis`: read in a text of the regulation; inferred from
    one; or unverified, which is general knowledge that no text we have confirms."""

    since: str = ""
    during: str = ""
    cite: str = ""
    absent: bool = False
    basis: Basis = "read"
    note: str = ""
    # It may have been there before its act: when it came is not known to us.
    start_unknown: bool = False


class Act(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    effective: date
    expires: date | None = None  # the first day on which it is no longer in force
    source: str = ""
    what: str = ""
    basis: Basis = "read"


class PaytableEntry(Entry, kw_only=True):
    """`minimum`: the licensee may pay more, never less. `offered_if`: the table is there only
    while an option has (one of) these values. `notice_cite`: the section that asks for notice
    before the licensee pays less than it did; where there is none, the text asks for none.
    `scope`: for which tables the licensee's odds must be the same, by `scope_cite`."""

    label: str = ""
    minimum: bool = False
    notice_cite: str = ""
    scope: str = ""
    scope_cite: str = ""
    rows: list[tuple[str, str]] = []
    offered_if: dict[str, Value | list[Value]] = {}


class Range(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    at_least: int
    at_most: int | None = None


class Exclusion(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """While this option has one of `values` (default: any but false), `option` may not have
    one of `forbids`."""

    option: str
    forbids: list[Value]
    values: list[Value] = []
    cite: str = ""


class OptionEntry(Entry, kw_only=True):
    """What may be chosen: one of `values`, or a number in `range`, or either if both are there.
    `notice`: what kind of notice a change needs; `notice_on`: in which direction.
    `without_notice`: changes, from and to, that need none although `notice_on` covers them.
    `offered_if`: the option exists only while another one has (one of) these values. `tenths`: a
    number in the range may have one decimal, written as a word, "2.5". `text`: the licensee may
    write a text of its own instead, of several lines, which the game reads. `amounts`: it may be so
    many amounts of money, none smaller than the one before, written `1.00/2.00`. `notice_cites`:
    where the notice of a change to one of these values stands, if not under `notice_cite`.
    `scope`: for which tables the choice must be the same, by `scope_cite`. `notice_first`: the
    notice is needed before the first use as well."""

    label: str = ""
    values: list[Value] = []
    range: Range | None = None
    default: Value = False
    excludes: list[Exclusion] = []
    offered_if: dict[str, Value | list[Value]] = {}
    scope: str = ""
    scope_cite: str = ""
    notice: Literal["", "8.3", "written", "sign", "approval"] = ""
    notice_on: Literal["", "change", "increase", "decrease", "start", "stop"] = ""
    notice_cite: str = ""
    notice_cites: dict[str, str] = {}
    notice_first: bool = False
    tenths: bool = False
    text: bool = False
    amounts: int = 0
    without_notice: list[tuple[Value, Value]] = []


Scope = Literal["table", "pit", "casino"]


def shared_in(scope: str) -> Scope:
    """Within what a choice of that scope must be the same: a table, a pit, or the casino."""
    if scope.endswith("a pit"):
        return "pit"
    return "casino" if scope.endswith("the casino") else "table"


class WagerEntry(Entry, kw_only=True):
    """`pays` names a pay table, or `table:row` for one row of it; `spots` are the places on
    the layout where this kind of wager can lie. `multiple_of` counts smallest chips."""

    label: str = ""
    pays: str = ""
    spots: list[str] = []
    offered_if: dict[str, Value | list[Value]] = {}
    pays_exactly: str = ""
    multiple_of: int = 1
    when: str = ""


class MannerEntry(Entry, kw_only=True):
    """How wagers are made beside chips and plaques: on which of them a match play coupon may lie
    ("all": on any), and who confirms a spoken wager with cash ("": it is not accepted)."""

    coupons: list[str] = []
    spoken: str = ""

    def permits_coupon(self, kind: str) -> bool:
        return kind in self.coupons or "all" in self.coupons


class DecisionEntry(Entry, kw_only=True):
    label: str = ""
    choices: list[str] = []


class ValueEntry(Entry, kw_only=True):
    """A fact of the text that the procedure needs: a number, a name, a choice by date."""

    label: str = ""
    value: Value | list[int | str] = 0


class Section(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`since` is the act by which it came, where it is younger than the subchapter; `retitled`
    has later titles by the day of the act, or of the edition in which they are first seen."""

    title: str
    since: str = ""
    retitled: dict[str, str] = {}


class Lettering(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Paragraphs that had other letters before an act (`before`: its key, or its day where it is
    not the subchapter's own), as a note tells: by the letters of the text that the file cites.
    `since`: the act from which on the earlier letters are known (default: from the beginning)."""

    before: str
    letters: dict[str, str]
    since: str = ""
    note: str = ""


class Subchapter(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One data file."""

    game: str
    title: str
    subchapter: str
    adopted: str
    verified_until: date
    # For rules that are not New Jersey's: what stands before a section in a citation.
    authority: str = ""
    summary: str = ""
    # Later titles of the subchapter, by day.
    retitled: dict[str, str] = {}
    # Paragraphs that were read, by the day of the edition.
    read: dict[str, list[str]] = {}
    lettering: list[Lettering] = []
    act: dict[str, Act] = {}
    contents: dict[str, str | Section] = {}
    renumbered: dict[str, dict[str, str]] = {}
    paytable: dict[str, list[PaytableEntry]] = {}
    option: dict[str, list[OptionEntry]] = {}
    wager: dict[str, list[WagerEntry]] = {}
    decision: dict[str, list[DecisionEntry]] = {}
    manner: list[MannerEntry] = []
    value: dict[str, list[ValueEntry]] = {}
    not_executable: dict[str, str] = {}
    doubts: list[str] = []
    layout: dict[str, Any] = {}
