"""A keno system as the database has it: which game is open, which keys are in, what a ticket is."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

import msgspec

from pitboss.games.keno import system as law_of_keno
from pitboss.games.keno.payment import Payable, claim_until, payable
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.rules import KenoRules
from pitboss.games.keno.tickets import Ticket, write_ticket
from pitboss.store.database import Reading
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_CASINO

OPEN, LOCKED, DRAWN, FAILED = "open", "locked", "drawn", "failed"
SOLD, VOID, PAID, EXPIRED = "sold", "void", "paid", "expired"
INSPECTOR, SUPERVISOR = "inspector", "supervisor"
EXPIRED_AT_ONCE = 500

SYSTEM = (
    "SELECT id, name, stations, day, card, inspector, supervisor, sold_id, owed_id, win_id, "
    "currency_id FROM keno_system"
)
GAME = (
    "SELECT number, day, of_day, status, closes, noticed, locked_at, drawn_at, selection, sold, "
    "owed FROM keno_game WHERE system_id = ?"
)
TICKET = (
    "SELECT day, station, serial, first, last, request, quick, price, payer, writer, sold_at, "
    "status, owed, authorised FROM keno_ticket WHERE system_id = ?"
)


class KenoAccounts(msgspec.Struct, frozen=True):
    """Where the money of a system is: on games not yet drawn, owed to tickets, won by the house;
    and currency, which comes from outside and goes there."""

    sold: int
    owed: int
    win: int
    currency: int


class KenoSystem(msgspec.Struct, frozen=True):
    """A system; `inspector` and `supervisor` are those whose keys are in the generator."""

    id: int
    name: str
    stations: int
    day: str
    card: str
    inspector: int
    supervisor: int
    accounts: KenoAccounts

    @property
    def book(self) -> int:
        """The number of its chain."""
        return -self.id

    @property
    def rules(self) -> KenoRules:
        return rules_of(self.day, self.card)

    @property
    def both_keys(self) -> bool:
        """15.5(a): neither alone."""
        return bool(self.inspector and self.supervisor and self.inspector != self.supervisor)


class KenoGame(msgspec.Struct, frozen=True):
    """A game. Times are milliseconds since 1970, 0 where it has not come to that; `sold` is what
    its tickets cost for it, `owed` what they are owed for it."""

    number: int
    day: str
    of_day: int
    status: str
    closes: int
    noticed: int
    locked_at: int
    drawn_at: int
    selection: int
    sold: int
    owed: int


class KenoTicket(msgspec.Struct, frozen=True):
    """A ticket; `price` is for one game, `owed` for all games decided so far."""

    number: TicketNumber
    first: int
    last: int
    request: str
    quick: bool
    price: int
    payer: int
    writer: int
    sold_at: int
    status: str
    owed: int
    authorised: int

    @property
    def total(self) -> int:
        return self.price * (self.last - self.first + 1)


@lru_cache(maxsize=64)
def rules_of(day: str, card: str) -> KenoRules:
    """The rules under a rate card, which is worked out once."""
    rules = law_of_keno.rules(date.fromisoformat(day), {"rate_card": card})
    assert isinstance(rules, KenoRules)
    return rules


@lru_cache(maxsize=200_000)
def ticket_of(day: str, card: str, request: str) -> Ticket:
    """The ticket that a request became."""
    return write_ticket(read_request(request), rules_of(day, card))


@lru_cache(maxsize=200_000)
def payable_of(day: str, card: str, request: str) -> Payable:
    return payable(ticket_of(day, card, request), rules_of(day, card).card)


def find_system(reading: Reading, number: int, lock: str = "") -> KenoSystem:
    found = reading.execute(f"{SYSTEM} WHERE id = ?{lock}", (number,)).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_TABLE, f"there is no keno system {number}")
    return _system(found)


def list_systems(reading: Reading) -> list[KenoSystem]:
    return [_system(found) for found in reading.execute(f"{SYSTEM} ORDER BY id")]


def _system(found: tuple[object, ...]) -> KenoSystem:
    plain = msgspec.convert(
        list(found), tuple[int, str, int, str, str, int, int, int, int, int, int]
    )
    return KenoSystem(*plain[:7], KenoAccounts(*plain[7:]))


def rows_of(reading: Reading, system: KenoSystem) -> int:
    """How many rows the chain of the system has."""
    return int(reading.execute("SELECT n FROM book WHERE id = ?", (system.book,)).value())


def heads_of_systems(reading: Reading) -> dict[int, int]:
    """How many rows the chain of every system has."""
    sql = "SELECT id, n FROM book WHERE id < 0 AND id > ?"
    return {-book: n for book, n in reading.execute(sql, (THE_CASINO,))}


def due_systems(reading: Reading, now: int) -> list[int]:
    """The systems whose open game is to be locked out by itself."""
    sql = (
        "SELECT g.system_id FROM keno_game g WHERE g.status = ? AND g.closes > 0 AND "
        "g.closes <= ? AND NOT EXISTS (SELECT 1 FROM keno_game l WHERE l.system_id = g.system_id "
        "AND l.status = ?)"
    )
    return [found[0] for found in reading.execute(sql, (OPEN, now, LOCKED))]


def open_game(reading: Reading, system: int) -> KenoGame:
    """The game for which tickets are sold: there is always one."""
    sql = f"{GAME} AND status = ? ORDER BY number DESC LIMIT 1"
    return KenoGame(*reading.execute(sql, (system, OPEN)).first())


def locked_game(reading: Reading, system: int) -> KenoGame | None:
    """The game that is locked out and not yet drawn, if there is one."""
    found = reading.execute(f"{GAME} AND status = ? ORDER BY number", (system, LOCKED)).first()
    return None if found is None else KenoGame(*found)


def find_game(reading: Reading, system: int, number: int) -> KenoGame:
    found = reading.execute(f"{GAME} AND number = ?", (system, number)).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_ROUND, f"there is no game {number}")
    return KenoGame(*found)


def list_games(
    reading: Reading, system: int, *, before: int = 10**12, most: int = 50
) -> list[KenoGame]:
    """The latest games first."""
    sql = f"{GAME} AND number < ? ORDER BY number DESC LIMIT ?"
    return [KenoGame(*found) for found in reading.execute(sql, (system, before, most))]


def games_after(reading: Reading, system: int, number: int, most: int = 500) -> list[KenoGame]:
    """The games after that number that are decided, in order."""
    sql = f"{GAME} AND number > ? AND status IN (?, ?) ORDER BY number LIMIT ?"
    rows = reading.execute(sql, (system, number, DRAWN, FAILED, most))
    return [KenoGame(*found) for found in rows]


def find_ticket(reading: Reading, system: int, number: TicketNumber) -> KenoTicket:
    sql = f"{TICKET} AND day = ? AND station = ? AND serial = ?"
    values = (system, number.day, number.station, number.serial)
    found = reading.execute(sql, values).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_TICKET, f"there is no ticket {number.text}")
    return ticket_from(found)


def ticket_from(found: tuple[object, ...]) -> KenoTicket:
    day, station, serial, *rest = found
    number = msgspec.convert((day, station, serial), TicketNumber)
    values = list(rest)
    values[3] = bool(values[3])
    return KenoTicket(number, *values)  # type: ignore[arg-type]


def tickets_of_game(reading: Reading, system: int, game: int) -> list[KenoTicket]:
    """The tickets that play in a game, in the order of their numbers."""
    sql = f"{TICKET} AND last >= ? AND first <= ? AND status = ? ORDER BY day, station, serial"
    return [ticket_from(found) for found in reading.execute(sql, (system, game, game, SOLD))]


def last_sold(system: KenoSystem, first: int, request: str) -> int:
    """15.6(c)1: the number of the last game for which a ticket was sold, from which its time is
    counted. Races that were cancelled since are among those for which it was sold."""
    return first + ticket_of(system.day, system.card, request).games - 1


def valid_until(system: KenoSystem, last: KenoGame | None) -> datetime | None:
    """15.6(c): until when a ticket may be presented that was sold to this game; None while that
    has not started."""
    if last is None or not last.locked_at:
        return None
    start = datetime.fromtimestamp(last.locked_at / 1000, tz=UTC)
    return claim_until(start, system.rules.card)


def expired_tickets(reading: Reading, system: KenoSystem, now: int) -> list[KenoTicket]:
    """15.6(c): tickets that are owed something, and whose time is over; some of them, where there
    are many."""
    before = now - 60_000 * system.rules.card.validity
    sql = (
        f"{TICKET} AND status = ? AND owed > 0 AND last IN (SELECT number FROM keno_game WHERE "
        "system_id = ? AND status IN (?, ?) AND locked_at < ?) ORDER BY day, station, serial"
    )
    expired: list[KenoTicket] = []
    values = (system.id, SOLD, system.id, DRAWN, FAILED, before)
    for found in list(reading.execute(sql, values)):
        ticket = ticket_from(found)
        last = last_sold(system, ticket.first, ticket.request)
        if last == ticket.last or _started_before(reading, system.id, last, before):
            expired.append(ticket)
        if len(expired) == EXPIRED_AT_ONCE:
            break
    return expired


def _started_before(reading: Reading, system: int, game: int, before: int) -> bool:
    sql = (
        "SELECT 1 FROM keno_game WHERE system_id = ? AND number = ? AND locked_at > 0 AND "
        "locked_at < ?"
    )
    return reading.execute(sql, (system, game, before)).first() is not None
