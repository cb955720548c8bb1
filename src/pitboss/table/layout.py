"""The layout: the wagers that lie on the table, and the money they stand for."""

from __future__ import annotations

import msgspec


class Wager(msgspec.Struct, gc=False):
    """A wager on the layout. `point` is the number a come bet has moved to (or 0); `on` is
    false while it is inactive; `charged` is vigorish paid when it was made; `round_made` is
    the round in which it was put down; `coupon` the amount of a match play coupon with it."""

    seat: int
    kind: str
    cents: int
    spot: str = ""
    on: bool = True
    point: int = 0
    charged: int = 0
    round_made: int = 0
    coupon: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind} {self.spot}" if self.spot else self.kind


# Lines and events are sealed as arrays of their fields: less to write and to hash than maps.


class Line(msgspec.Struct, gc=False, array_like=True):
    """One line of the settlement. `pays` is on top of the stake. `table` and `row` name the row
    of a pay table by which a winning wager was paid; an award of an amount has none."""

    seat: int
    wager: str
    stake: int
    result: str
    odds: str
    pays: int
    commission: int
    cite: str
    table: str = ""
    row: str = ""


LIMIT_REACHED = "the payout limit is reached"


class PayoutLimit(msgspec.Struct, gc=False):
    """The most that may be paid on one hand, over all its wagers: what is `left` of it, and
    the section that sets it. Stakes go back besides."""

    left: int
    cite: str


class Event(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What happened, in order. `seen` is the set of seats (as bits, the dealer's is bit 0)
    that may see `card`, or of a choice that names cards more than its first word; everything
    else in an event is public. `table` and `row` are those by which a wager was paid."""

    act: str
    cite: str
    seat: int = 0
    what: str = ""
    cents: int = 0
    card: int = -1
    seen: int = -1
    table: str = ""
    row: str = ""


EVERYONE = -1
NOBODY = 0


def only(seat: int) -> int:
    """The set of one seat."""
    return 1 << seat
