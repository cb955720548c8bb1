"""Who may do what."""

from __future__ import annotations

from typing import Literal

from pitboss.store.live import PLAYERS_OWN, Live
from pitboss.store.refusal import Kind, Refused
from pitboss.table.entries import (
    DEALER,
    Chose,
    Closed,
    Entry,
    Found,
    Placed,
    Wagered,
    entry_text,
    seat_text,
)
from pitboss.table.view import BYSTANDER

Role = Literal[
    "patron", "dealer", "floorperson", "pit-boss", "surveillance", "regulator", "administrator"
]
ROLES: tuple[Role, ...] = (
    "patron", "dealer", "floorperson", "pit-boss", "surveillance", "regulator", "administrator",
)  # fmt: skip

# What a role may do beyond looking at the floor. The regulator and surveillance only read.
PERMISSIONS: dict[str, frozenset[str]] = {
    "patron": frozenset({"sit"}),
    "dealer": frozenset({"deal"}),
    "floorperson": frozenset({"deal", "supervise", "manage-tables"}),
    "pit-boss": frozenset({"deal", "supervise", "manage-tables", "cage", "see-notices"}),
    "surveillance": frozenset({"see-journals", "see-notices"}),
    "regulator": frozenset({"see-journals", "see-notices", "see-ledger"}),
    "administrator": frozenset({"manage-accounts", "cage", "see-ledger"}),
}


def may(role: str, what: str) -> bool:
    return what in PERMISSIONS.get(role, frozenset())


def need(role: str, what: str) -> None:
    if not may(role, what):
        raise Refused(Kind.FORBIDDEN, f"a {role} may not do that ({what})")


def viewer_of(role: str, seat: int) -> int:
    """Returns as whom somebody sees a table: a patron as their seat there (0: none), whoever may
    deal as the dealer, everybody else as a bystander."""
    if may(role, "deal"):
        return DEALER
    return seat if seat and role == "patron" else BYSTANDER


def check_entry(live: Live, account: int, role: str, entry: Entry) -> None:
    """Whether this account may make this entry at this table; Refused says why not."""
    seat = 0 if type(entry) is Found else getattr(entry, "seat", 0)
    if isinstance(entry, PLAYERS_OWN) and seat:
        _check_players(live, account, role, entry, seat)
        return
    if role == "patron" and type(entry) is Closed and not live.by_hand:
        wagers = live.outcome.wagers if live.outcome is not None else ()
        if any(live.owner(wager.seat) == account for wager in wagers):
            return
        raise _forbidden(entry, "whoever asks for the close must have a wager on the layout")
    if not may(role, "deal"):
        raise _forbidden(entry, "that is the dealer's")


def _check_players(live: Live, account: int, role: str, entry: Entry, seat: int) -> None:
    who = live.seats.get(seat)
    if role == "patron":
        if who is None or who.account != account:
            raise _forbidden(entry, f"{seat_text(seat)} is not your seat")
        if type(entry) is Wagered and entry.accepted:
            raise _forbidden(entry, "only the dealer accepts a wager outside the limits")
        return
    if who is not None and who.guest and may(role, "deal"):
        return  # play money patrons of the house, for schools and demonstrations
    if may(role, "supervise") and type(entry) in (Chose, Placed):
        return  # the floorperson decides for a patron who does not answer
    raise _forbidden(entry, f"{seat_text(seat)} answers for its own money")


def _forbidden(entry: Entry, reason: str) -> Refused:
    return Refused(Kind.NOT_YOURS, reason, entry=entry_text(entry))
