"""What stands in the chain of a keno system. Every row is made by somebody at a time; the rest of
the system (tickets, games, what is owed) follows from these rows, and is compared with them."""

from __future__ import annotations

from datetime import date

import msgspec

from pitboss.store.rows import HouseDay, RowBody


class TicketNumber(msgspec.Struct, frozen=True, array_like=True, order=True):
    """15.4(c): tickets are numbered in sequence, at each work station of a gaming day."""

    day: str
    station: int
    serial: int

    @property
    def text(self) -> str:
        return f"{self.day.replace('-', '')}-{self.station}-{self.serial:05d}"


class SystemOpened(RowBody, frozen=True, tag="keno-open"):
    """`card` is the text of the rate card, `day` the day whose rules apply. `accounts` are those of
    games not yet drawn, of what is owed to tickets, of the house's win, and of currency that is
    paid in and out at the booths."""

    system: int
    name: str
    card: str
    day: date
    rules: str
    software: str
    stations: int
    accounts: tuple[int, int, int, int]


class GameOpened(RowBody, frozen=True, tag="keno-game"):
    """15.5(b): `number` counts the games of the system, `of_day` those of the gaming day. `closes`
    is when the system locks its stations out by itself (0: a supervisor does)."""

    number: int
    day: str
    of_day: int
    closes: int


class TicketSold(RowBody, frozen=True, tag="keno-sold"):
    """15.4(c): `payer` is the account that paid, or that of currency. `request` is as conditioned;
    a quick-pick has its numbers."""

    ticket: TicketNumber
    first: int
    request: str
    quick: bool
    payer: int
    total: int


class TicketVoided(RowBody, frozen=True, tag="keno-void"):
    """15.4(e): `slip` numbers the voids of the tickets of a station in a gaming day; `station` is
    where the ticket was presented."""

    ticket: TicketNumber
    station: int
    slip: int
    reason: str


class RacesCancelled(RowBody, frozen=True, tag="keno-cancel"):
    """15.4(d): the races of a multi-race ticket that are not drawn."""

    ticket: TicketNumber
    races: int


class ClosingNotice(RowBody, frozen=True, tag="keno-notice"):
    """15.5(c): it was announced that the game will be closing."""

    game: int


class LockedOut(RowBody, frozen=True, tag="keno-lock"):
    """15.5(d)1, (e). `automatic`: by the system itself."""

    game: int
    automatic: bool


class LockOutOverridden(RowBody, frozen=True, tag="keno-override"):
    """15.5(e): who, and why; the game closes later, or at once."""

    game: int
    closes: int
    reason: str


class KeyTurned(RowBody, frozen=True, tag="keno-key"):
    """15.5(a): one of the two keys of the generator, put in or (not `inside`) taken out. `key` is
    inspector or supervisor."""

    key: str
    inside: bool


class NumbersSelected(RowBody, frozen=True, tag="keno-draw"):
    """15.5(d)2: the number of the selection among all of them, and the tickets that are owed
    something for it."""

    game: int
    selection: int
    owed: tuple[tuple[TicketNumber, int], ...]


class SelectionFailed(RowBody, frozen=True, tag="keno-failed"):
    """15.7: all wagers of the game are returned."""

    game: int
    reason: str


class ClaimAuthorised(RowBody, frozen=True, tag="keno-authorise"):
    """15.6(b): a supervisor has signed the ticket."""

    ticket: TicketNumber
    cents: int


class ClaimPaid(RowBody, frozen=True, tag="keno-paid"):
    """15.6(a): `payee` is the account that was paid, or that of currency."""

    ticket: TicketNumber
    station: int
    payee: int
    cents: int


class CodeRefused(RowBody, frozen=True, tag="keno-code"):
    """Somebody presented what is no ticket of ours."""

    station: int
    code: str


class TicketsExpired(RowBody, frozen=True, tag="keno-expired"):
    """15.6(c): winning tickets that were not presented in time."""

    tickets: tuple[TicketNumber, ...]
    cents: int


class DrawerOpened(RowBody, frozen=True, tag="keno-drawer"):
    """A writer's shift at a station begins with so much currency in the drawer."""

    station: int
    shift: int
    cents: int


class DrawerCounted(RowBody, frozen=True, tag="keno-count"):
    """A shift ends: what was counted, and what the system expected."""

    station: int
    shift: int
    counted: int
    expected: int


KenoBody = (
    SystemOpened
    | GameOpened
    | TicketSold
    | TicketVoided
    | RacesCancelled
    | ClosingNotice
    | LockedOut
    | LockOutOverridden
    | KeyTurned
    | NumbersSelected
    | SelectionFailed
    | ClaimAuthorised
    | ClaimPaid
    | CodeRefused
    | TicketsExpired
    | DrawerOpened
    | DrawerCounted
    | HouseDay
)

_decoder: msgspec.json.Decoder[KenoBody] = msgspec.json.Decoder(KenoBody)


def decode(text: str) -> KenoBody:
    return _decoder.decode(text)
