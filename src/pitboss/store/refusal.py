"""Why something is refused at a table, an account or the cage: a closed set of reasons. What each
of them is in HTTP is the server's to say (`server.problems`)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.store.live import Live


class Kind(StrEnum):
    # There is no such thing.
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_ROUND = "no-such-round"
    NO_SUCH_ACCOUNT = "no-such-account"
    NO_SUCH_TICKET = "no-such-ticket"
    # Somebody else's, or nothing that the role permits.
    FORBIDDEN = "forbidden"
    NOT_YOURS = "not-yours"
    # The table or the account does not stand so that it could be done now.
    MOVED_ON = "moved-on"
    LOST_THE_RACE = "lost-the-race"
    TABLE_CLOSED = "table-closed"
    TABLE_FULL = "table-full"
    ROUND_UNDER_WAY = "round-under-way"
    NOBODY_SEATED = "nobody-seated"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    SEAT_TAKEN = "seat-taken"
    OTHERS_WAIT = "others-wait"
    ALREADY_LISTED = "already-listed"
    NOT_LISTED = "not-listed"
    NAME_TAKEN = "name-taken"
    NOT_PENDING = "not-pending"
    NOT_AGREED = "not-agreed"
    # The procedure has taken as many entries as it takes.
    TOO_MANY_ENTRIES = "too-many-entries"
    TOO_MANY_ATTEMPTS = "too-many-attempts"
    # At keno: what the state of the game or of the ticket does not permit.
    LOCKED_OUT = "locked-out"
    KEYS_MISSING = "keys-missing"
    NOT_PAYABLE = "not-payable"
    NEEDS_SUPERVISOR = "needs-supervisor"
    DRAWER_CLOSED = "drawer-closed"
    # A second person must agree, or has answered.
    OWN_REQUEST = "own-request"
    NO_SUCH_APPROVAL = "no-such-approval"
    # The table cannot be played, or nobody can sit at it.
    SET_ASIDE = "table-set-aside"
    TOO_MANY_SEATS = "too-many-seats"
    # What was asked for cannot be, here or anywhere.
    BAD_ENTRY = "bad-entry"
    ILLEGAL_ENTRY = "illegal-entry"
    EQUIPMENT = "equipment"
    OVER_BALANCE = "over-balance"
    KEY_REUSED = "key-reused"
    NO_SUCH_SEAT = "no-such-seat"
    NO_METER = "no-meter"
    NO_SUCH_GAME = "no-such-game"
    IMPOSSIBLE_TABLE = "impossible-table"
    BAD_FIELD = "bad-field"
    BAD_LIMITS = "bad-limits"
    BAD_NAME = "bad-name"
    BAD_PASSWORD = "bad-password"
    BAD_ROLE = "bad-role"
    NOT_A_PATRON = "not-a-patron"
    NOT_A_GUEST = "not-a-guest"
    NO_CHANGE = "no-change"
    NOT_PERMITTED = "not-permitted"
    NEEDS_APPROVAL = "needs-approval"
    TOO_SOON = "too-soon"
    TOO_LATE = "too-late"
    BY_THE_RULES = "refused"


class Refused(Exception):
    """What was asked for is not done, and nothing has changed. `entry` is the one refused, at
    `position` of several; `table` is the table as it stands, where whoever asked (in that role, at
    that seat, 0 for none) may want to know what it waits for."""

    def __init__(
        self,
        kind: Kind,
        message: str,
        *,
        entry: str | None = None,
        position: int | None = None,
        section: str | None = None,
        table: Live | None = None,
        seat: int = 0,
        role: str = "",
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.entry = entry
        self.position = position
        self.section = section
        self.table = table
        self.seat = seat
        self.role = role
