"""Answers that took long are kept in the user's cache directory, and not worked out again.

An answer's place is a digest of what was asked, the version of pitboss and the state of its source
files: nothing that another version or an edited source worked out is ever read. An entry is written
beside its place and then moved there, and begins with the digest of what follows, so that one that
was cut off, damaged or put there by somebody else is as if it were not there. Nothing is lost with
the directory; `PITBOSS_CACHE` moves it, or switches it off (`off`)."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss import __version__
from pitboss.compiled import cache_directory

VARIABLE = "PITBOSS_CACHE"
OFF = ("off", "0", "no", "none", "false")
FORMAT = b"pitboss.answer.v1 "
# No answer is larger; what is, was not written here.
BYTES_MAX = 200_000_000
# What an answer can depend on, in the package.
SOURCES = (".py", ".toml", ".json")


@contextlib.contextmanager
def without_cache() -> Iterator[None]:
    """Within this block nothing is read from the cache, and nothing written, by new processes
    either."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = OFF[0]
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before


def directory() -> Path | None:
    """Where answers are kept, whether or not it exists yet; None where they are not."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen.lower() in OFF:
        return None
    return (Path(chosen) if chosen else cache_directory()) / f"answers-{__version__}"


@cache
def sources_digest() -> str:
    """The state of the installed sources: names, sizes and times of change."""
    root = Path(pitboss.__file__).parent
    found: list[tuple[str, int, int]] = []
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(SOURCES):
                status = os.stat(os.path.join(folder, name))
                found.append((os.path.join(folder, name), status.st_size, status.st_mtime_ns))
    return hashlib.sha256(msgspec.json.encode(sorted(found))).hexdigest()


def place_of(kind: str, question: Any) -> Path | None:
    """The file of an answer; None where answers are not kept."""
    folder = directory()
    if folder is None:
        return None
    asked = [kind, __version__, sources_digest(), question]
    digest = hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()
    return folder / kind / digest[:2] / digest[2:]


def fetch(kind: str, question: Any) -> bytes | None:
    """The answer, if it is there whole."""
    place = place_of(kind, question)
    if place is None:
        return None
    try:
        with open(place, "rb") as file:
            data = file.read(BYTES_MAX)
    except OSError:
        return None
    head, _, answer = data.partition(b"\n")
    whole = head == FORMAT + hashlib.sha256(answer).hexdigest().encode()
    return answer if whole else None


def keep(kind: str, question: Any, answer: bytes) -> None:
    """Writes the answer; where that cannot be done, it is only not kept."""
    place = place_of(kind, question)
    if place is None:
        return
    beside = ""
    with contextlib.suppress(OSError):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            number, beside = tempfile.mkstemp(prefix=".new-", dir=place.parent)
            with os.fdopen(number, "wb") as file:
                file.write(FORMAT + hashlib.sha256(answer).hexdigest().encode() + b"\n" + answer)
            os.replace(beside, place)
            beside = ""
        finally:
            if beside:
                os.unlink(beside)
