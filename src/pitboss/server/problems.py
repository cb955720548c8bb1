"""Errors as answers: a code, what was wrong, the entry, what was expected, the section."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.store.database import Unavailable
from pitboss.store.live import Refused


class Problem(msgspec.Struct, omit_defaults=True):
    """The body of every answer that is not a success."""

    code: str
    message: str
    entry: str | None = None
    position: int | None = None
    expected: list[str] | None = None
    waiting_for: str | None = None
    section: str | None = None
    n: int | None = None


def problem(error: Exception) -> tuple[int, Problem]:
    if isinstance(error, Refused):
        known = {k: v for k, v in error.more.items() if k in Problem.__struct_fields__}
        return error.status, Problem(error.code, error.message, **known)
    if isinstance(error, Unavailable):
        return 503, Problem("unavailable", "the database is not available: try again")
    if isinstance(error, PitbossError):
        return 422, Problem("bad-input", str(error), section=error.cite or None)
    return 500, Problem("internal", "a fault of ours; it is in the log")


def encode(found: Problem) -> bytes:
    return msgspec.json.encode(found)


def headers(status: int) -> dict[str, Any]:
    found = {"cache-control": "no-store"}
    if status == 503:
        found["retry-after"] = "1"
    if status == 429:
        found["retry-after"] = "60"
    if status == 401:
        found["www-authenticate"] = "Bearer"
    return found
