"""What was sold, returned, won and owed: by game, by work station, by gaming day. The sums are
those of the ledger, to the cent."""

from __future__ import annotations

import msgspec

from pitboss.store.accounts import balance_of
from pitboss.store.database import Reading
from pitboss.store.keno.rows import TicketsExpired, decode
from pitboss.store.keno.rows import TicketVoided as Voided
from pitboss.store.keno.state import DRAWN, FAILED, VOID, KenoSystem
from pitboss.store.rows import HouseDay


class GameReport(msgspec.Struct, frozen=True):
    """`write` is what was wagered on the game, `owed` what its tickets are owed, `win` the rest; a
    game that failed returns everything."""

    game: int
    day: str
    of_day: int
    status: str
    write: int
    owed: int
    win: int


class StationReport(msgspec.Struct, frozen=True):
    """A work station in a gaming day: tickets, what they cost, and what was void."""

    day: str
    station: int
    tickets: int
    sold: int
    voids: int
    voided: int


class DayReport(msgspec.Struct, frozen=True):
    """A gaming day: games decided, what they took and owe; `expired` is what was owed to tickets
    whose time was over in that day, and is the house's win as well."""

    day: str
    games: int
    write: int
    owed: int
    expired: int
    win: int


class Liability(msgspec.Struct, frozen=True):
    """What the system holds for others: on games to come, and for tickets not yet presented. `win`
    is the house's since the system was opened, currency what came in over the counter."""

    undrawn: int
    owed: int
    win: int
    currency: int


class DrawerReport(msgspec.Struct, frozen=True):
    """A shift at a work station. `over` is what was counted beyond what was expected, once it is
    counted; below nothing the drawer is short."""

    station: int
    shift: int
    writer: int
    opened_at: int
    opened_with: int
    moved: int
    closed_at: int
    counted: int

    @property
    def over(self) -> int:
        return self.counted - self.opened_with - self.moved if self.closed_at else 0


def by_game(reading: Reading, system: int, day: str = "") -> list[GameReport]:
    sql = (
        "SELECT number, day, of_day, status, sold, owed FROM keno_game WHERE system_id = ? AND "
        "status IN (?, ?)" + (" AND day = ?" if day else "") + " ORDER BY number"
    )
    values = (system, DRAWN, FAILED, *((day,) if day else ()))
    return [
        GameReport(number, on, of_day, status, sold, owed, sold - owed)
        for number, on, of_day, status, sold, owed in reading.execute(sql, values)
    ]


def by_day(reading: Reading, system: KenoSystem) -> list[DayReport]:
    expired = _expired(reading, system)
    days: dict[str, list[GameReport]] = {day: [] for day in expired}
    for game in by_game(reading, system.id):
        days.setdefault(game.day, []).append(game)
    found = []
    for day, games in sorted(days.items()):
        write, owed = sum(game.write for game in games), sum(game.owed for game in games)
        cents = expired.get(day, 0)
        found.append(DayReport(day, len(games), write, owed, cents, write - owed + cents))
    return found


def _expired(reading: Reading, system: KenoSystem) -> dict[str, int]:
    """15.6(c): what was owed to tickets whose time was over, by the gaming day of the chain."""
    sql = (
        "SELECT body FROM entry WHERE table_id = ? AND round = 0 AND (body LIKE ? OR body LIKE ?) "
        "ORDER BY seq"
    )
    kinds = ('{"kind":"house-day"%', '{"kind":"keno-expired"%')
    day, expired = "", dict[str, int]()
    for (text,) in reading.execute(sql, (system.book, *kinds)):
        body = decode(text)
        if isinstance(body, HouseDay):
            day = body.day
        elif isinstance(body, TicketsExpired):
            expired[day] = expired.get(day, 0) + body.cents
    return expired


def by_station(reading: Reading, system: int, day: str) -> list[StationReport]:
    sql = (
        "SELECT station, COUNT(*), SUM(price * (last - first + 1)), "
        "SUM(CASE WHEN status = ? THEN 1 ELSE 0 END), "
        "SUM(CASE WHEN status = ? THEN price * (last - first + 1) ELSE 0 END) "
        "FROM keno_ticket WHERE system_id = ? AND day = ? GROUP BY station ORDER BY station"
    )
    rows = reading.execute(sql, (VOID, VOID, system, day))
    return [StationReport(day, row[0], *(int(value) for value in row[1:])) for row in rows]


def liability(reading: Reading, system: KenoSystem) -> Liability:
    accounts = system.accounts
    return Liability(
        *(
            balance_of(reading, account)
            for account in (accounts.sold, accounts.owed, accounts.win, accounts.currency)
        )
    )


def drawers(reading: Reading, system: int) -> list[DrawerReport]:
    sql = (
        "SELECT station, shift, writer, opened_at, opened_with, moved, closed_at, counted FROM "
        "keno_drawer WHERE system_id = ? ORDER BY opened_at DESC LIMIT 500"
    )
    return [DrawerReport(*row) for row in reading.execute(sql, (system,))]


class VoidSlip(msgspec.Struct, frozen=True):
    """15.4(e): a line of the daily list of voids."""

    slip: int
    ticket: str
    station: int
    by: int
    at: int
    reason: str


def voids(reading: Reading, system: KenoSystem, day: str) -> list[VoidSlip]:
    """15.4(e): the voids of the tickets of a gaming day, by work station."""
    sql = "SELECT body FROM entry WHERE table_id = ? AND round = 0 AND body LIKE ? ORDER BY seq"
    pattern = f'{{"kind":"keno-void"%"{day}"%'
    slips = []
    for (text,) in reading.execute(sql, (system.book, pattern)):
        body = decode(text)
        if isinstance(body, Voided) and body.ticket.day == day:
            slips.append(
                VoidSlip(
                    body.slip, body.ticket.text, body.ticket.station, body.by, body.at, body.reason
                )
            )
    return sorted(slips, key=lambda slip: (slip.station, slip.slip))


def chain_rows(
    reading: Reading, system: KenoSystem, first: int, most: int
) -> list[tuple[int, str, str, str]]:
    """Rows of the system's chain: place, body, the hash before and its own."""
    sql = (
        "SELECT seq, body, prev_hash, hash FROM entry WHERE table_id = ? AND round = 0 AND "
        "seq >= ? ORDER BY seq LIMIT ?"
    )
    return [tuple(row) for row in reading.execute(sql, (system.book, first, most))]
