"""The code on a ticket: its number, and a mark that nobody can make without the system's key. A
code that was altered or invented does not read."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from pitboss.store.keno.rows import TicketNumber
from pitboss.store.refusal import Kind, Refused

MARK_LENGTH = 12
_CODE = re.compile(
    rf"K([1-9][0-9]{{0,5}})-([0-9]{{8}})-([1-9][0-9]?)-([0-9]{{5,9}})-([A-Z2-7]{{{MARK_LENGTH}}})",
    re.ASCII,
)


def code_of(key: bytes, system: int, number: TicketNumber) -> str:
    """The code of a ticket, as it is printed."""
    plain = f"K{system}-{number.text}"
    return f"{plain}-{_mark(key, plain)}"


def _mark(key: bytes, plain: str) -> str:
    digest = hmac.new(key, plain.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode()[:MARK_LENGTH]


def read_code(key: bytes, system: int, text: str) -> TicketNumber:
    """The number of the ticket that has this code."""
    found = _CODE.fullmatch(text.strip().upper())
    if found is None or int(found[1]) != system:
        raise Refused(Kind.NO_SUCH_TICKET, "that is no code of a ticket of this system")
    day = f"{found[2][:4]}-{found[2][4:6]}-{found[2][6:]}"
    number = TicketNumber(day, int(found[3]), int(found[4]))
    if not hmac.compare_digest(code_of(key, system, number), text.strip().upper()):
        raise Refused(Kind.NO_SUCH_TICKET, "the code was altered: its mark does not fit")
    return number
