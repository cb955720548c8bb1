"""What can go wrong, by kind. Every message says what was wrong, what was expected, and where
the regulation says so; the commands print it on one line and exit 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.table.prompts import Prompt


class PitbossError(Exception):
    """A mistake of the user's, never ours. `cite` is a full citation where one applies."""

    cite: str = ""

    def __init__(self, message: str, *, cite: str = "") -> None:
        super().__init__(message)
        self.cite = cite

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message} ({self.cite})" if self.cite else message


class BadInput(PitbossError):
    """A text, file or argument that cannot be read as what it should be."""


@contextmanager
def file_errors(name: object) -> Iterator[None]:
    """Whatever the system says against opening, reading or writing a file is the user's to hear,
    in one line with the file's name. (A name that cannot be one raises ValueError.)"""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{name}: {reason}") from None


class UnknownName(BadInput):
    """A game, wager, option, seat or decision that does not exist."""


class NotInForce(PitbossError):
    """A game, wager or option that the regulation did not have on that day."""


class NotPermitted(PitbossError):
    """An option or pay table outside what the regulation lets the licensee choose."""


class Unpayable(PitbossError):
    """A payment that the permitted odds do not make a whole number of cents (or chips)."""


class DataError(Exception):
    """A fault in the regulation's data files: ours, found at load."""


class Illegal(PitbossError):
    """An entry that the procedure does not accept at this point. Nothing has changed."""

    def __init__(self, reason: str, *, got: str, prompt: Prompt | None, entry: int = -1) -> None:
        super().__init__(reason, cite=prompt.citation() if prompt is not None else "")
        self.reason = reason
        self.got = got
        self.prompt = prompt
        self.entry = entry

    def as_json(self) -> dict[str, Any]:
        return {
            "status": "illegal",
            "entry": self.entry,
            "got": self.got,
            "reason": self.reason,
            "expected": self.prompt.legal() if self.prompt is not None else [],
            "cite": self.cite,
        }


class Diverged(PitbossError):
    """A replay that does not give what the journal recorded."""
