"""What is to be said of a submission: findings, each with its verdict, its place in the file, the
section and how well that is known."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from pitboss.casino.floor import Verdict
from pitboss.casino.places import Path
from pitboss.casino.submission import Filed
from pitboss.errors import PitbossError
from pitboss.law.regulation import Regulation, general
from pitboss.law.schema import Basis

# From the gravest on: the verdict of a submission is that of its gravest finding.
VERDICTS: tuple[Verdict, ...] = ("unreadable", "unlawful", "needs notice", "not decidable")
LAWFUL = "lawful"
# How a section is known, by the grade of the rules file and in words.
GRADES: dict[str, str] = {"read": "A", "inferred": "B", "unverified": "C"}
WORDS: dict[str, str] = {
    "read": "read in the regulation",
    "inferred": "inferred",
    "unverified": "not verified: general knowledge that no text we have confirms",
}


class Finding(msgspec.Struct, frozen=True):
    """`basis` is empty where nothing of the law is involved. `known` says how the section is
    known, in words; `tables` are the numbers of those that are concerned (none: not one alone)."""

    verdict: Verdict
    text: str
    path: Path
    line: int
    column: int
    day: date
    tables: tuple[int, ...] = ()
    cite: str = ""
    basis: Basis | None = None
    known: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "text": self.text,
            "line": self.line,
            "column": self.column,
            "path": list(self.path),
            "day": self.day.isoformat(),
            "tables": list(self.tables),
            "cite": self.cite,
            "basis": self.basis,
            "grade": GRADES[self.basis] if self.basis else None,
            "known": self.known,
        }


class Findings:
    """Gathers findings; what is wrong once in the file is told once, for all tables of it."""

    def __init__(self, filed: Filed) -> None:
        self.filed = filed
        self._gathered: dict[tuple[Verdict, str, Path], Finding] = {}

    def add(
        self,
        verdict: Verdict,
        text: str,
        path: Path,
        day: date,
        *,
        tables: Iterable[int] = (),
        regulation: Regulation | None = None,
        cite: str = "",
        stated: Basis | None = None,
        full: str = "",
        basis: Basis | None = None,
    ) -> None:
        """A finding at a path of the file. The section is `cite` of the regulation (of subchapter
        8, if none is named); or it stands in `full`, and how it is known in `basis`."""
        known = WORDS[basis] if basis is not None else ""
        if cite:
            source = regulation or general()
            how = source.known(cite, day, stated)
            basis = how.basis
            known = f"{WORDS[basis]}: {how.source}" if how.source else WORDS[basis]
            full = source.citations_on(day).full(cite)
        key = (verdict, text, path)
        before = self._gathered.get(key)
        numbers = {*tables, *(before.tables if before is not None else ())}
        place = self.filed.at(path)
        self._gathered[key] = Finding(
            verdict,
            text,
            path,
            place.line,
            place.column,
            day if before is None else before.day,
            tuple(sorted(numbers - {0})),
            full,
            basis,
            known,
        )

    def refused(
        self, error: PitbossError, path: Path, day: date, *, tables: Iterable[int] = ()
    ) -> None:
        """What a game's rules refuse. The message has no citation in it: that stands beside."""
        self.add("unlawful", str(error.args[0]), path, day, tables=tables, full=error.cite)

    def ordered(self) -> list[Finding]:
        """By their place in the file, the gravest first at one place."""
        return sorted(
            self._gathered.values(),
            key=lambda each: (each.line, each.column, VERDICTS.index(each.verdict), each.text),
        )


def verdict_of(findings: Iterable[Finding]) -> str:
    """The verdict of all of them together."""
    given = {finding.verdict for finding in findings}
    return next((verdict for verdict in VERDICTS if verdict in given), LAWFUL)
