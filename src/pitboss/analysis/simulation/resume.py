"""Finished chunks on disk: one JSON line each, so that a simulation that was interrupted goes on
where it was and comes to the same figures.

The first line says which rules and seed the file is for. Every line carries a digest of itself;
a line that was cut off when the power went is dropped, one that was altered is refused."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from pitboss import __version__
from pitboss.chain import hex_digest
from pitboss.errors import BadInput, file_errors

FORMAT = 1
FILE_BYTES_MAX = 1 << 30

Counts = tuple[int, ...]
Path = str | os.PathLike[str]


class Finished:
    """The chunks that a file holds, by plan and number."""

    def __init__(self, file: BinaryIO, name: str, rules: str, seed: int, chunk_rounds: int) -> None:
        self.file = file
        self.name = name
        self.header = {
            "pitboss": "finished chunks", "format": FORMAT, "version": __version__,
            "rules": rules, "seed": seed, "chunk_rounds": chunk_rounds,
        }  # fmt: skip
        self.chunks: dict[tuple[str, int], tuple[int, Counts]] = {}
        self._read()

    @classmethod
    @contextmanager
    def opened(
        cls, path: Path | None, rules: str, seed: int, chunk_rounds: int
    ) -> Iterator[Finished | None]:
        """Yields the file's chunks, or None where no file is named. A file in which nothing was
        written is not left behind."""
        if path is None:
            yield None
            return
        name = os.fspath(path)[:200]
        existed = os.path.exists(path)
        with file_errors(name):
            file = open(path, "a+b")  # noqa: SIM115
        try:
            _lock(file, name)
            finished = cls(file, name, rules, seed, chunk_rounds)
            yield finished
        finally:
            file.seek(0, os.SEEK_END)
            empty = file.tell() == 0
            file.close()
            if empty and not existed:
                with contextlib.suppress(OSError):
                    os.unlink(path)

    def _read(self) -> None:
        self.file.seek(0)
        data = self.file.read(FILE_BYTES_MAX + 1)
        if len(data) > FILE_BYTES_MAX:
            raise BadInput(f"{self.name}: larger than any file of finished chunks")
        lines = data.split(b"\n")
        torn = lines.pop()
        for number, line in enumerate(lines, 1):
            fields = self._fields(line, number)
            if number == 1:
                self._check_header(fields)
            else:
                self._keep(fields, number)
        if torn:
            if not lines and not torn.startswith(b'{"pitboss"'):
                raise BadInput(f"{self.name}: not a file of finished chunks")
            self.file.truncate(len(data) - len(torn))

    def _fields(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            fields = json.loads(line)
            stated = fields.pop("sha256")
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            what = "damaged" if number > 1 else "not a file of finished chunks"
            raise BadInput(f"{self.name}: line {number}: {what}") from None
        if stated != _digest(fields):
            raise BadInput(f"{self.name}: line {number}: altered since it was written")
        assert isinstance(fields, dict)
        return fields

    def _check_header(self, fields: dict[str, Any]) -> None:
        for name in ("pitboss", "format", "rules", "seed", "chunk_rounds"):
            if fields.get(name) != self.header[name]:
                there, asked = str(fields.get(name))[:20], str(self.header[name])[:20]
                raise BadInput(
                    f"{self.name}: holds another simulation: {name} is {there!r} there, and "
                    f"{asked!r} was asked for"
                )

    def _keep(self, fields: dict[str, Any], number: int) -> None:
        counts = tuple(fields["counts"])
        if sum(counts) != fields["rounds"] or min(counts) < 0:
            raise BadInput(f"{self.name}: line {number}: the counts do not sum to its rounds")
        self.chunks[fields["plan"], fields["chunk"]] = (fields["rounds"], counts)

    def counts(self, plan: str, sizes: Sequence[int]) -> dict[int, Counts]:
        """Returns the chunks of a plan that are finished, where they are of the size that is
        asked."""
        return {
            chunk: counts
            for (made_by, chunk), (rounds, counts) in self.chunks.items()
            if made_by == plan and chunk < len(sizes) and sizes[chunk] == rounds
        }

    def prove(self, plan: str, sizes: Sequence[int], run: Callable[[int, int], Counts]) -> None:
        """Run one of the finished chunks again: it must come out the same."""
        stored = self.counts(plan, sizes)
        if stored:
            chunk = min(stored, key=lambda number: (sizes[number], number))
            if run(chunk, sizes[chunk]) != stored[chunk]:
                raise BadInput(
                    f"{self.name}: chunk {chunk} does not come out as it is stored: it was "
                    "written by another version of pitboss, or altered"
                )

    def add(self, plan: str, chunk: int, rounds: int, counts: Counts) -> None:
        """Write a chunk down, for good."""
        if not self.chunks:
            self.file.seek(0, os.SEEK_END)
            if self.file.tell() == 0:
                self.file.write(_line(self.header))
        self.chunks[plan, chunk] = (rounds, counts)
        fields = {"plan": plan, "rules": self.header["rules"], "seed": self.header["seed"],
                  "chunk": chunk, "rounds": rounds, "counts": list(counts)}  # fmt: skip
        self.file.write(_line(fields))
        self.file.flush()
        os.fsync(self.file.fileno())


def _digest(fields: dict[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hex_digest(text.encode())


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields | {"sha256": _digest(fields)}).encode() + b"\n"


def _lock(file: BinaryIO, name: str) -> None:
    """Two simulations must not write to one file."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadInput(f"{name}: another simulation is writing to it") from None
