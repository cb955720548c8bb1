"""The submissions from which the floor was run, each with its text and from when to when it was in
force. They are rows of the casino's chain: none of them can be altered unseen."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.store.casino.book import entries, note
from pitboss.store.casino.money import CasinoJob
from pitboss.store.casino.rows import SubmissionFiled
from pitboss.store.database import Reading
from pitboss.store.writer import Batch


class Version(msgspec.Struct, frozen=True):
    """A submission, in force `since` then until the next (0: it is in force still)."""

    number: int
    at: int
    until: int
    by: int
    filed: SubmissionFiled


def versions(reading: Reading) -> list[Version]:
    """Every submission from which the floor was run, in order."""
    found = [
        entry.body
        for entry in entries(reading, kind="submission")
        if isinstance(entry.body, SubmissionFiled)
    ]
    ends = [*(body.at for body in found[1:]), 0]
    return [
        Version(body.number, body.at, until, body.by, body)
        for body, until in zip(found, ends, strict=False)
    ]


class FileSubmission(CasinoJob, kw_only=True):
    """Keeps the submission from which the floor is run from now on; nothing is done where it is the
    one before."""

    file: str
    licensee: str
    version: int
    since: str
    text: str
    files: dict[str, str]

    def work(self, batch: Batch) -> Any:
        common = self.common(batch)
        before = versions(batch)
        if before and before[-1].filed.file == self.file and before[-1].filed.files == self.files:
            return {"number": before[-1].number, "fresh": False}
        number = len(before) + 1
        row = SubmissionFiled(
            **common,
            number=number,
            file=self.file,
            licensee=self.licensee,
            version=self.version,
            since=self.since,
            text=self.text,
            files=self.files,
        )
        note(batch, row)
        return {"number": number, "fresh": True}
