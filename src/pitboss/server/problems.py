"""Errors as answers: a code, what was wrong, the entry, what was expected, the section."""

from __future__ import annotations

import msgspec

from pitboss.errors import PitbossError
from pitboss.server.view import expected
from pitboss.store.database import Unavailable
from pitboss.store.refusal import Kind, Refused

# What each refusal of the store is in HTTP.
KINDS = {
    403: (Kind.FORBIDDEN, Kind.NOT_YOURS),
    404: (Kind.NO_SUCH_TABLE, Kind.NO_SUCH_ROUND, Kind.NO_SUCH_ACCOUNT, Kind.NO_SUCH_APPROVAL,
          Kind.NO_SUCH_TICKET),
    409: (
        Kind.MOVED_ON, Kind.LOST_THE_RACE, Kind.TABLE_CLOSED, Kind.TABLE_FULL,
        Kind.ROUND_UNDER_WAY, Kind.NOBODY_SEATED, Kind.ALREADY_SEATED, Kind.NOT_SEATED,
        Kind.SEAT_TAKEN, Kind.NAME_TAKEN, Kind.NOT_PENDING, Kind.OWN_REQUEST,
        Kind.TOO_MANY_SEATS, Kind.NOT_AGREED, Kind.LOCKED_OUT, Kind.KEYS_MISSING,
        Kind.NOT_PAYABLE, Kind.NEEDS_SUPERVISOR, Kind.DRAWER_CLOSED, Kind.OTHERS_WAIT,
        Kind.ALREADY_LISTED, Kind.NOT_LISTED,
    ),
    422: (
        Kind.BAD_ENTRY, Kind.ILLEGAL_ENTRY, Kind.EQUIPMENT, Kind.OVER_BALANCE, Kind.KEY_REUSED,
        Kind.NO_SUCH_SEAT, Kind.NO_METER, Kind.IMPOSSIBLE_TABLE, Kind.BAD_FIELD, Kind.BAD_LIMITS,
        Kind.BAD_NAME, Kind.BAD_PASSWORD, Kind.BAD_ROLE, Kind.NOT_A_PATRON, Kind.NOT_A_GUEST,
        Kind.NO_CHANGE, Kind.NOT_PERMITTED, Kind.NEEDS_APPROVAL, Kind.TOO_SOON, Kind.TOO_LATE,
        Kind.BY_THE_RULES, Kind.NO_SUCH_GAME,
    ),
    429: (Kind.TOO_MANY_ENTRIES, Kind.TOO_MANY_ATTEMPTS),
    503: (Kind.SET_ASIDE,),
}  # fmt: skip
STATUS = {kind: status for status, kinds in KINDS.items() for kind in kinds}


class RequestRefused(Exception):
    """A request that does not get as far as a table: its form, its sender, its limits."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


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
    """Returns the status and the body that say what was wrong."""
    if isinstance(error, Refused):
        kind = error.kind
        answer = Problem(kind.value, error.message, error.entry, error.position)
        if error.table is not None:
            for name, value in expected(error.table, error.seat, error.role).items():
                setattr(answer, name, value)
        if error.section is not None:
            answer.section = error.section
        return STATUS[kind], answer
    if isinstance(error, RequestRefused):
        return error.status, Problem(error.code, error.message)
    if isinstance(error, Unavailable):
        return 503, Problem("unavailable", "the database is not available: try again")
    if isinstance(error, PitbossError):
        return 422, Problem("bad-input", str(error), section=error.cite or None)
    return 500, Problem("internal", "a fault of ours; it is in the log")


def code_of(error: Exception) -> str:
    """Returns the code of an error, and nothing else of the answer to it."""
    if isinstance(error, Refused):
        return error.kind.value
    return error.code if isinstance(error, RequestRefused) else "unavailable"


def encode(answer: Problem) -> bytes:
    return msgspec.json.encode(answer)


def headers(status: int) -> dict[str, str]:
    """Returns the headers that an answer of this status has."""
    answer = {"cache-control": "no-store"}
    if status == 503:
        answer["retry-after"] = "1"
    if status == 429:
        answer["retry-after"] = "60"
    if status == 401:
        answer["www-authenticate"] = "Bearer"
    return answer
