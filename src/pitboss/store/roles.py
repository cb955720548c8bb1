"""Who may do what."""

from __future__ import annotations

from typing import Literal

from pitboss.store.live import PLAYERS_OWN, Live, would_begin
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import SEATED
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
    "patron",
    "dealer",
    "floorperson",
    "pit-boss",
    "surveillance",
    "regulator",
    "administrator",
    "keno-writer",
    "keno-supervisor",
    "inspector",
]
ROLES: tuple[Role, ...] = (
    "patron", "dealer", "floorperson", "pit-boss", "surveillance", "regulator", "administrator",
    "keno-writer", "keno-supervisor", "inspector",
)  # fmt: skip

# What a role may do beyond looking at the floor. Surveillance only reads; so does the regulator,
# who also answers where a change needs approval.
PERMISSIONS: dict[str, frozenset[str]] = {
    "patron": frozenset({"sit"}),
    "dealer": frozenset({"deal", "train"}),
    "floorperson": frozenset(
        {"deal", "train", "instruct", "supervise", "manage-tables", "see-casino"}
    ),
    "pit-boss": frozenset(
        {
            "deal",
            "train",
            "instruct",
            "supervise",
            "manage-tables",
            "cage",
            "see-notices",
            "see-casino",
        }
    ),
    "surveillance": frozenset({"see-journals", "see-notices", "keno-see", "see-casino"}),
    "regulator": frozenset(
        {"see-journals", "see-notices", "see-ledger", "approve-notices", "keno-see", "see-casino"}
    ),
    "administrator": frozenset({"manage-accounts", "cage", "see-ledger", "see-casino", "instruct"}),
    "keno-writer": frozenset({"keno-sell"}),
    "keno-supervisor": frozenset({"keno-sell", "keno-supervise", "keno-key", "keno-see"}),
    # Of the Commission, since 2011 of the Division: one of the two keys of the generator (15.5(a)).
    "inspector": frozenset({"keno-key", "keno-see"}),
}


# In words.
MAY = {
    "sit": "sit at a table",
    "deal": "deal",
    "train": "train as a dealer",
    "instruct": "read the school's reports",
    "supervise": "supervise a table",
    "manage-tables": "open, change or close tables",
    "cage": "move money at the cage",
    "see-notices": "read all notices",
    "see-journals": "read the chains",
    "see-ledger": "read the ledger",
    "see-casino": "read the casino's reports",
    "manage-accounts": "manage accounts",
    "keno-sell": "sell and redeem keno tickets",
    "keno-supervise": "supervise keno",
    "keno-key": "hold a key of the keno generator",
    "keno-see": "read the reports of keno",
    "approve-notices": "approve a change for the regulator",
}


def may(role: str, what: str) -> bool:
    return what in PERMISSIONS.get(role, frozenset())


def need(role: str, what: str) -> None:
    if not may(role, what):
        raise Refused(Kind.FORBIDDEN, f"{_article(role)} {role} may not {MAY[what]}")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


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
        if live.game.stakes is not None and wagers and not would_begin(live):
            raise _forbidden(entry, "too few players have chips in play: no round would be dealt")
        if any(live.owner(wager.seat) == account for wager in wagers):
            return
        if wagers and account in wagering(live):
            return
        raise _forbidden(entry, "whoever asks for the close must have a wager on the layout")
    if not may(role, "deal"):
        raise _forbidden(entry, "that is the dealer's")
    if not deals_at(live, account, role):
        raise _forbidden(entry, "another dealer is assigned to this table")


def deals_at(live: Live, account: int, role: str) -> bool:
    """Whether somebody deals at this table: a dealer where assigned, a supervisor everywhere."""
    if not may(role, "deal"):
        return False
    return may(role, "supervise") or live.dealers is None or account in live.dealers


def wagering(live: Live) -> set[int]:
    """Returns the patrons without whom the wagering is not closed before its time: those who have
    made a wager in this round, and where a time is posted those who had one settled in the round
    before, so that nobody is shut out by somebody faster. Guests of the house agree to everything,
    as does whoever leaves."""
    if live.outcome is None:
        return set()
    number = live.table.round
    accounts = {live.owner(w.seat) for w in live.outcome.wagers if w.round_made == number}
    if live.opened.wager_seconds and live.last is not None:
        accounts |= {live.last_owners.get(line.seat, 0) for line in live.last.lines}
    there = {who.account for who in live.seats.values() if who.presence == SEATED and not who.guest}
    return accounts & there


def not_agreed(live: Live) -> set[int]:
    """Returns those who wager and have not asked for the close."""
    return wagering(live) - live.asked


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
