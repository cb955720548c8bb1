"""A keno system again, from its chain alone: every sale, selection and claim is judged as it was
made, its money compared with the ledger, and the tables of the system with what the chain says."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, NoReturn

import msgspec

from pitboss.chain import Broken, Fault
from pitboss.games.keno import system as law_of_keno
from pitboss.games.keno.findings import findings
from pitboss.games.keno.payment import needs_supervisor
from pitboss.games.keno.rules import card_of
from pitboss.games.keno.selection import SELECTIONS
from pitboss.store.database import Reading
from pitboss.store.keno.rows import (
    ClaimAuthorised,
    ClaimPaid,
    ClosingNotice,
    CodeRefused,
    DrawerCounted,
    DrawerOpened,
    GameOpened,
    KenoBody,
    KeyTurned,
    LockedOut,
    LockOutOverridden,
    NumbersSelected,
    RacesCancelled,
    SelectionFailed,
    SystemOpened,
    TicketNumber,
    TicketsExpired,
    TicketSold,
    TicketVoided,
)
from pitboss.store.keno.settling import owed_for
from pitboss.store.keno.state import (
    DRAWN,
    EXPIRED,
    FAILED,
    GAME,
    INSPECTOR,
    LOCKED,
    OPEN,
    PAID,
    SOLD,
    SYSTEM,
    TICKET,
    VOID,
    KenoAccounts,
    KenoSystem,
    last_sold,
    ticket_from,
    ticket_of,
    valid_until,
)
from pitboss.store.keno.state import KenoGame as GameRow
from pitboss.store.rows import HouseDay, Row

Moves = dict[int, int]


class _Ticket(msgspec.Struct):
    first: int
    last: int
    request: str
    quick: bool
    price: int
    payer: int
    writer: int
    sold_at: int
    status: str = SOLD
    owed: int = 0
    authorised: int = 0


class _Game(msgspec.Struct):
    day: str
    of_day: int
    status: str
    closes: int
    noticed: int = 0
    locked_at: int = 0
    drawn_at: int = 0
    selection: int = -1
    sold: int = 0
    owed: int = 0


class _Drawer(msgspec.Struct):
    writer: int
    opened_at: int
    opened_with: int
    moved: int = 0
    closed_at: int = 0
    counted: int = 0


class KenoCheck:
    """Checks one system."""

    def __init__(self, reading: Reading, book: int) -> None:
        self.reading, self.book = reading, book
        self.system: KenoSystem | None = None
        self.tickets: dict[TicketNumber, _Ticket] = {}
        self.games: dict[int, _Game] = {}
        self.drawers: dict[tuple[int, int], _Drawer] = {}
        self.serials: dict[tuple[str, int], int] = {}
        self.slips: dict[tuple[str, int], int] = {}
        self.games_of_day: dict[str, int] = {}
        self.day = ""
        self.seq = 0
        self.playing: dict[int, list[TicketNumber]] = {}
        self.anchors: dict[int, tuple[str, int, int, str, int]] = {}

    def check(self, rows: Iterable[tuple[Row, KenoBody]]) -> None:
        postings = self._postings()
        for row, body in rows:
            self.seq = row.seq
            moves = {account: cents for account, cents in self._hear(row, body).items() if cents}
            made = {a: cents for a, cents in postings.pop(row.seq, {}).items() if cents}
            if moves != made:
                self._forged("the postings are not those of the row")
        if postings:
            self._forged("postings without an entry", min(postings))
        if self.system is None:
            self._forged("the chain does not begin with the opening of a system")
        self._compare(self.system)

    def _forged(self, reason: str, seq: int | None = None) -> NoReturn:
        raise Broken(Fault("forged", reason, self.seq if seq is None else seq, table=self.book))

    def _altered(self, reason: str) -> NoReturn:
        raise Broken(Fault("altered", reason, self.seq, table=self.book))

    def _postings(self) -> dict[int, Moves]:
        sql = "SELECT seq, account_id, cents FROM posting WHERE table_id = ? AND round = 0"
        found: dict[int, Moves] = {}
        for seq, account, cents in self.reading.execute(sql, (self.book,)):
            moves = found.setdefault(seq, {})
            moves[account] = moves.get(account, 0) + cents
        return found

    def _need(self, right: bool, reason: str) -> None:
        if not right:
            self._forged(reason)

    @property
    def known(self) -> KenoSystem:
        if self.system is None:
            self._forged("a row before the opening of the system")
        return self.system

    def _open(self) -> tuple[int, _Game]:
        number = max(self.games, default=0)
        self._need(number > 0 and self.games[number].status == OPEN, "no game is open")
        return number, self.games[number]

    def _closed(self, game: _Game, at: int) -> bool:
        return bool(game.closes) and at >= game.closes

    # -- row by row -------------------------------------------------------------------------

    def _hear(self, row: Row, body: KenoBody) -> Moves:
        match body:
            case HouseDay():
                self._need(body.anchor == row.prev and body.before == self.day, "the day before")
                if self.day:
                    self.anchors[row.seq] = (self.day, 0, row.seq - 1, row.prev, body.at)
                self.day = body.day
            case SystemOpened():
                self._opened(body)
            case GameOpened():
                self._game(body)
            case TicketSold():
                return self._sold(body)
            case TicketVoided():
                return self._voided(body)
            case RacesCancelled():
                return self._cancelled(body)
            case LockedOut() | LockOutOverridden() | KeyTurned() | ClosingNotice():
                self._control(body)
            case NumbersSelected():
                return self._selected(body)
            case SelectionFailed():
                return self._failed(body)
            case ClaimAuthorised() | ClaimPaid() | TicketsExpired():
                return self._claim(body)
            case DrawerOpened() | DrawerCounted():
                self._drawer(body)
            case CodeRefused():
                pass
        return {}

    def _opened(self, body: SystemOpened) -> None:
        self._need(self.system is None and body.system == -self.book, "opened twice, or elsewhere")
        rules = law_of_keno.rules(body.day, {"rate_card": body.card})
        self._need(rules.law.hash == body.rules, "the rules of that day and card are others")
        unlawful = findings(card_of(body.card), law_of_keno.regulation, body.day)
        self._need(not unlawful, "the rate card is not lawful")
        self.system = KenoSystem(
            body.system,
            body.name,
            body.stations,
            body.day.isoformat(),
            body.card,
            0,
            0,
            KenoAccounts(*body.accounts),
        )

    def _game(self, body: GameOpened) -> None:
        last = max(self.games, default=0)
        before = self.games.get(last)
        of_day = self.games_of_day[body.day] = self.games_of_day.get(body.day, 0) + 1
        self._need(body.number == last + 1 and body.of_day == of_day, "the number of the game")
        self._need(body.day == self.day, "the gaming day of the game")
        self._need(before is None or before.status != OPEN, "two games are open")
        card = self.known.rules.card
        closes = body.at + 1000 * card.seconds_between_games if card.automatic_lock_out else 0
        self._need(body.closes == closes, "when the game closes")
        self.games[body.number] = _Game(body.day, body.of_day, OPEN, body.closes)

    def _sold(self, body: TicketSold) -> Moves:
        system = self.known
        number, game = self._open()
        ticket = ticket_of(system.day, system.card, body.request)
        place = (body.ticket.day, body.ticket.station)
        serial = self.serials.get(place, 0) + 1
        self._need(body.ticket.serial == serial, "the number of the ticket")
        self._need(body.ticket.day == self.day, "the gaming day of the ticket")
        self._need(body.first == number and not self._closed(game, body.at), "sold too late")
        self._need(body.total == ticket.total, "the price of the ticket")
        self.serials[place] = serial
        self.tickets[body.ticket] = _Ticket(
            number,
            number + ticket.games - 1,
            body.request,
            body.quick,
            ticket.price,
            body.payer,
            body.by,
            body.at,
        )
        for race in range(number, number + ticket.games):
            self.playing.setdefault(race, []).append(body.ticket)
        if body.payer == system.accounts.currency:
            self._cash(body.ticket.station, body.total)
        return {body.payer: -body.total, system.accounts.sold: body.total}

    def _held(self, number: TicketNumber) -> _Ticket:
        ticket = self.tickets.get(number)
        if ticket is None or ticket.status != SOLD:
            self._forged(f"ticket {number.text} is not there, or not any more")
        return ticket

    def _voided(self, body: TicketVoided) -> Moves:
        ticket = self._held(body.ticket)
        game = self.games[ticket.first]
        self._need(game.status == OPEN and not self._closed(game, body.at), "voided too late")
        place = (body.ticket.day, body.ticket.station)
        self.slips[place] = self.slips.get(place, 0) + 1
        self._need(body.slip == self.slips[place], "the number of the void slip")
        total = ticket.price * (ticket.last - ticket.first + 1)
        ticket.status = VOID
        if ticket.payer == self.known.accounts.currency:
            self._cash(body.station, -total)
        return {self.known.accounts.sold: -total, ticket.payer: total}

    def _cancelled(self, body: RacesCancelled) -> Moves:
        ticket = self._held(body.ticket)
        self._need(self.known.rules.card.refund_races, "no races are refunded")
        last = ticket.last - body.races
        undrawn = all(
            race not in self.games
            or (self.games[race].status == OPEN and not self._closed(self.games[race], body.at))
            for race in range(last + 1, ticket.last + 1)
        )
        self._need(ticket.first <= last < ticket.last and undrawn, "races that cannot be cancelled")
        for race in range(last + 1, ticket.last + 1):
            self.playing[race].remove(body.ticket)
        cents = body.races * ticket.price
        ticket.last, ticket.owed = last, ticket.owed + cents
        return {self.known.accounts.sold: -cents, self.known.accounts.owed: cents}

    def _control(self, body: LockedOut | LockOutOverridden | KeyTurned | ClosingNotice) -> None:
        match body:
            case ClosingNotice():
                number, game = self._open()
                self._need(body.game == number and not game.noticed, "a notice of closing")
                game.noticed = body.at
            case LockedOut():
                number, game = self._open()
                early = bool(game.closes or body.automatic) and not self._closed(game, body.at)
                self._need(body.game == number and not early, "locked out too early, or another")
                waiting = any(other.status == LOCKED for other in self.games.values())
                self._need(not waiting, "a game before it was not drawn")
                rules = self.known.rules
                told = game.noticed and body.at - game.noticed >= 1000 * rules.law.number(
                    "notice_seconds"
                )
                self._need(bool(told) or rules.card.closing != "notice", "closed without notice")
                game.status, game.locked_at = LOCKED, body.at
            case LockOutOverridden():
                number, game = self._open()
                self._need(body.game == number and body.closes >= body.at, "an override")
                game.closes = body.closes
            case KeyTurned():
                system = self.known
                holder = body.by if body.inside else 0
                if body.key == INSPECTOR:
                    self.system = msgspec.structs.replace(system, inspector=holder)
                else:
                    self.system = msgspec.structs.replace(system, supervisor=holder)

    def _locked(self, number: int) -> _Game:
        game = self.games.get(number)
        if game is None or game.status != LOCKED:
            self._forged(f"game {number} was not locked out")
        return game

    def _selected(self, body: NumbersSelected) -> Moves:
        system, game = self.known, self._locked(body.game)
        self._need(system.both_keys, "without both keys")
        self._need(0 <= body.selection < SELECTIONS, "no selection has that number")
        playing = self._playing(body.game)
        tickets = [(number, self.tickets[number].request) for number in playing]
        owed = owed_for(system, tickets, body.selection)
        self._need(tuple(owed) == body.owed, "what the tickets are owed")
        sold, due = sum(self.tickets[n].price for n in playing), sum(cents for _, cents in owed)
        for number, cents in owed:
            self.tickets[number].owed += cents
        game.status, game.drawn_at, game.selection = DRAWN, body.at, body.selection
        game.sold, game.owed = sold, due
        accounts = system.accounts
        return {accounts.sold: -sold, accounts.owed: due, accounts.win: sold - due}

    def _playing(self, game: int) -> list[TicketNumber]:
        held = self.playing.pop(game, [])
        return sorted(number for number in held if self.tickets[number].status == SOLD)

    def _failed(self, body: SelectionFailed) -> Moves:
        game, total = self._locked(body.game), 0
        for number in self._playing(body.game):
            ticket = self.tickets[number]
            ticket.owed += ticket.price
            total += ticket.price
        game.status, game.drawn_at, game.sold, game.owed = FAILED, body.at, total, total
        return {self.known.accounts.sold: -total, self.known.accounts.owed: total}

    def _claim(self, body: ClaimAuthorised | ClaimPaid | TicketsExpired) -> Moves:
        accounts = self.known.accounts
        if isinstance(body, TicketsExpired):
            held = [self._held(number) for number in body.tickets]
            self._need(sum(ticket.owed for ticket in held) == body.cents, "what expired")
            for ticket in held:
                self._need(self._decided(ticket), "a ticket whose games are not drawn")
                self._need(self._until(ticket) < body.at, "a ticket that was still valid")
                ticket.status = EXPIRED
            return {accounts.owed: -body.cents, accounts.win: body.cents}
        ticket = self._held(body.ticket)
        self._need(body.cents == ticket.owed > 0, "what the ticket is owed")
        self._need(self._decided(ticket), "claimed before its last game")
        self._need(self._until(ticket) >= body.at, "claimed too late")
        if isinstance(body, ClaimAuthorised):
            ticket.authorised = body.by
            return {}
        big = needs_supervisor(body.cents, self.known.rules)
        self._need(bool(ticket.authorised) or not big, "paid without a supervisor")
        ticket.status = PAID
        if body.payee == accounts.currency:
            self._cash(body.station, -body.cents)
        return {accounts.owed: -body.cents, body.payee: body.cents}

    def _decided(self, ticket: _Ticket) -> bool:
        game = self.games.get(ticket.last)
        return game is not None and game.status in (DRAWN, FAILED)

    def _until(self, ticket: _Ticket) -> float:
        """Until when the ticket is valid, in milliseconds."""
        number = last_sold(self.known, ticket.first, ticket.request)
        game = self.games.get(number)
        last = None if game is None else GameRow(number, *msgspec.structs.astuple(game))
        until = valid_until(self.known, last)
        return inf if until is None else round(until.timestamp() * 1000)

    def _drawer(self, body: DrawerOpened | DrawerCounted) -> None:
        place = (body.station, body.shift)
        if isinstance(body, DrawerOpened):
            last = max((shift for at, shift in self.drawers if at == body.station), default=0)
            self._need(body.shift == last + 1, "the shift of the drawer")
            self.drawers[place] = _Drawer(body.by, body.at, body.cents)
            return
        drawer = self.drawers.get(place)
        if drawer is None or drawer.closed_at:
            self._forged("a drawer that was not open")
        self._need(body.expected == drawer.opened_with + drawer.moved, "what the drawer must hold")
        drawer.closed_at, drawer.counted = body.at, body.counted

    def _cash(self, station: int, cents: int) -> None:
        shift = max((shift for at, shift in self.drawers if at == station), default=0)
        drawer = self.drawers.get((station, shift))
        if drawer is None or drawer.closed_at:
            self._forged("currency without a drawer")
        drawer.moved += cents

    # -- the tables of the system -----------------------------------------------------------

    def _compare(self, system: KenoSystem) -> None:
        values = (system.id,)
        accounts = system.accounts
        wanted = (
            system.id, system.name, system.stations, system.day, system.card, system.inspector,
            system.supervisor, accounts.sold, accounts.owed, accounts.win, accounts.currency,
        )  # fmt: skip
        row = self.reading.execute(f"{SYSTEM} WHERE id = ?", values).first()
        if row is None or tuple(row) != wanted:
            self._altered("the system is not as recorded")
        self._same(
            "game",
            self._games_now(),
            {number: msgspec.structs.astuple(game) for number, game in self.games.items()},
        )
        tickets = {}
        for found in self.reading.execute(TICKET, values):
            ticket = ticket_from(found)
            tickets[ticket.number] = msgspec.structs.astuple(ticket)[1:]
        self._same(
            "ticket",
            tickets,
            {number: msgspec.structs.astuple(ticket) for number, ticket in self.tickets.items()},
        )
        sql = (
            "SELECT station, shift, writer, opened_at, opened_with, moved, closed_at, counted "
            "FROM keno_drawer WHERE system_id = ?"
        )
        drawers = {(row[0], row[1]): tuple(row[2:]) for row in self.reading.execute(sql, values)}
        self._same(
            "drawer",
            drawers,
            {place: msgspec.structs.astuple(drawer) for place, drawer in self.drawers.items()},
        )
        sql = "SELECT n, day, round, seq, hash, made_at FROM anchor WHERE table_id = ?"
        anchors = {row[0]: tuple(row[1:]) for row in self.reading.execute(sql, (self.book,))}
        self._same("anchor", anchors, self.anchors)

    def _games_now(self) -> dict[int, tuple[Any, ...]]:
        rows = self.reading.execute(GAME, (self.known.id,))
        return {row[0]: tuple(row[1:]) for row in rows}

    def _same(self, what: str, now: dict[Any, Any], wanted: dict[Any, Any]) -> None:
        for key in sorted(now.keys() | wanted.keys()):
            if now.get(key) != wanted.get(key):
                shown = key.text if isinstance(key, TicketNumber) else key
                self._altered(f"{what} {shown} is not as recorded")
