"""Chains of hashes. Each link holds the hash of the one before it and is closed by its own, so
that nothing can be changed, left out or put in between without being found. Journals, the tables
of a store and audits are such chains: what a link looks like is theirs to say, what is common is
here."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from pitboss.errors import Diverged

# What stands in the place of a hash before the first link.
NO_HASH = "0" * 64


def digest(first: bytes, *more: bytes | memoryview) -> bytes:
    """Returns the SHA-256 of the parts, one behind the other."""
    whole = hashlib.sha256(first)
    for part in more:
        whole.update(part)
    return whole.digest()


def hex_digest(whole: bytes) -> str:
    """Returns the SHA-256 as 64 characters."""
    return hashlib.sha256(whole).hexdigest()


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong with a chain: `kind` is altered, missing, reordered,
    duplicated, inserted or forged (the chain fits, the replay does not). `seq` is the link's
    number: in a journal, where it stands on a `line`, or in a procedure (`round`) of a `table`."""

    kind: str
    reason: str
    seq: int
    line: int = 0
    table: int = 0
    round: int = 0

    @property
    def where(self) -> str:
        if self.line:
            return f"entry {self.seq} (line {self.line})"
        return f"table {self.table}, round {self.round}, entry {self.seq}"

    def __str__(self) -> str:
        return f"{self.kind} at {self.where}: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        place = ("line", "seq") if self.line else ("table", "round", "seq")
        return {name: getattr(self, name) for name in (*place, "kind", "reason")}


class Broken(Diverged):
    """A chain that is not as it was written, or whose replay gives something else."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Verdict(msgspec.Struct, kw_only=True):
    """What was found of a chain: clean, altered (and where first), open (all of it is as it was
    written, but its end may be missing), or not replayable (other software wrote it)."""

    status: Literal["clean", "open", "altered", "not-replayable"] = "clean"
    first_bad: Fault | None = None

    def altered(self, fault: Fault) -> None:
        self.status, self.first_bad = "altered", fault
