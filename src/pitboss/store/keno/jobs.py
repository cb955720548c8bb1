"""What is done at a keno system. Each job locks the system's chain first, checks, and writes last:
one that is refused has changed nothing."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.chain import NO_HASH
from pitboss.errors import NotPermitted, PitbossError
from pitboss.games.keno import system as law_of_keno
from pitboss.games.keno.findings import findings
from pitboss.games.keno.payment import needs_supervisor
from pitboss.games.keno.rate_card import SECONDS_MAX
from pitboss.games.keno.requests import Group, Request, read_request
from pitboss.games.keno.rules import card_of
from pitboss.games.keno.selection import SELECTIONS
from pitboss.games.keno.tickets import Ticket
from pitboss.money import format_dollars
from pitboss.store.accounts import new_account
from pitboss.store.jobs import Job
from pitboss.store.keno.rows import (
    ClaimAuthorised,
    ClaimPaid,
    ClosingNotice,
    CodeRefused,
    DrawerCounted,
    DrawerOpened,
    GameOpened,
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
from pitboss.store.keno.slips import find_slip, payer_of
from pitboss.store.keno.state import (
    DRAWN,
    EXPIRED,
    FAILED,
    INSPECTOR,
    LOCKED,
    OPEN,
    PAID,
    SOLD,
    SUPERVISOR,
    VOID,
    KenoAccounts,
    KenoGame,
    KenoSystem,
    KenoTicket,
    expired_tickets,
    find_game,
    find_system,
    find_ticket,
    last_sold,
    locked_game,
    open_game,
    ticket_of,
    tickets_of_game,
    valid_until,
)
from pitboss.store.refusal import Kind, Refused
from pitboss.store.software import identity
from pitboss.store.training import refuse_school_money
from pitboss.store.writer import Batch

STATIONS_MAX = 99
TICKETS_AT_ONCE = 50
REASON_MAX = 200
DRAWER_MAX = 10**9
TICKET_ROW = (
    "keno_ticket (system_id, day, station, serial, first, last, request, quick, price, payer, "
    "writer, sold_at, status, owed, authorised)"
)
GAME_ROW = (
    "keno_game (system_id, number, day, of_day, status, closes, noticed, locked_at, drawn_at, "
    "selection, sold, owed)"
)


def refused(error: PitbossError) -> Refused:
    """What the law refuses, as a refusal with its section."""
    kind = Kind.NOT_PERMITTED if isinstance(error, NotPermitted) else Kind.BAD_ENTRY
    return Refused(kind, str(error.args[0]), section=error.cite or None)


class OpenKeno(Job):
    """A new keno system with its rate card, which must be lawful on the day."""

    account: int
    name: str
    card: str
    stations: int = 4
    day: date | None = None

    def work(self, batch: Batch) -> Any:
        day = self.day or batch.today
        try:
            card = card_of(self.card)
            wrong = findings(card, law_of_keno.regulation, day)
            rules = law_of_keno.rules(day, {"rate_card": self.card})
        except PitbossError as error:
            raise refused(error) from None
        if wrong:
            what = f"the rate card is not lawful: {wrong[0].where}: {wrong[0].what}"
            raise Refused(Kind.NOT_PERMITTED, what, section=wrong[0].cite)
        if not 1 <= self.stations <= STATIONS_MAX or not self.name.strip():
            raise Refused(Kind.BAD_FIELD, f"expected a name, and 1 to {STATIONS_MAX} stations")
        if batch.execute("SELECT 1 FROM keno_system WHERE name = ?", (self.name,)).first():
            raise Refused(Kind.NAME_TAKEN, f"there is a keno system {self.name!r} already")
        number = int(batch.execute("SELECT COALESCE(MAX(id), 0) + 1 FROM keno_system").value())
        accounts = self._accounts(batch, number)
        fields = (accounts.sold, accounts.owed, accounts.win, accounts.currency)
        batch.execute(
            "INSERT INTO book (id, n, hash, at, day) VALUES (?, 0, ?, ?, '')",
            (-number, NO_HASH, batch.now),
        )
        batch.execute(
            "INSERT INTO keno_system (id, name, stations, day, card, inspector, supervisor, "
            "sold_id, owed_id, win_id, currency_id) VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?)",
            (number, self.name, self.stations, day.isoformat(), self.card, *fields),
        )
        opened = SystemOpened(
            batch.now,
            self.account,
            number,
            self.name,
            self.card,
            day,
            rules.law.hash,
            identity("keno"),
            self.stations,
            fields,
        )
        batch.record(opened, book=-number)
        system = find_system(batch, number)
        game = begin_game(batch, system, 1)
        return {"system": number, "name": self.name, "game": game.number}

    def _accounts(self, batch: Batch, number: int) -> KenoAccounts:
        made = {}
        for kind in KenoAccounts.__struct_fields__:
            name = f"keno {number} {kind}"
            made[kind] = new_account(batch, name, kind=f"keno-{kind[:4]}", by=self.account)
        return KenoAccounts(**made)


def begin_game(batch: Batch, system: KenoSystem, number: int) -> KenoGame:
    """15.5(b): the next game, numbered in the gaming day, also where the clock goes back to a day
    that had games."""
    card = system.rules.card
    today = batch.today.isoformat()
    closes = batch.now + 1000 * card.seconds_between_games if card.automatic_lock_out else 0
    sql = "SELECT COALESCE(MAX(of_day), 0) + 1 FROM keno_game WHERE system_id = ? AND day = ?"
    of_day = int(batch.execute(sql, (system.id, today)).value())
    body = GameOpened(batch.now, 0, number, today, of_day, closes)
    batch.record(body, book=system.book)
    game = KenoGame(number, today, of_day, OPEN, closes, 0, 0, 0, -1, 0, 0)
    batch.execute(
        f"INSERT INTO {GAME_ROW} VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, -1, 0, 0)",
        (system.id, number, today, of_day, OPEN, closes),
    )
    return game


class Counter(msgspec.Struct):
    """What the jobs of a batch know of a system without asking again: the open game, the last
    serial of each station today, and the shift and the writer of its drawer."""

    system: KenoSystem
    game: KenoGame
    serials: dict[int, int] = {}
    drawers: dict[int, tuple[int, int]] = {}


class KenoJob(Job):
    """What an account (0: the system itself) does at a system."""

    account: int
    system: int

    def locked(self, batch: Batch) -> KenoSystem:
        """The system, whose chain nobody else writes until this batch is committed. Whoever changes
        more than a sale does reads it anew."""
        batch.lock_book(-self.system)
        batch.scratch.pop(("keno", self.system), None)
        return find_system(batch, self.system)

    def counter(self, batch: Batch) -> Counter:
        key = ("keno", self.system)
        known = batch.scratch.get(key)
        if known is None:
            batch.lock_book(-self.system)
            system = find_system(batch, self.system)
            known = batch.scratch[key] = Counter(system, open_game(batch, system.id), {}, {})
        assert isinstance(known, Counter)
        return known

    def own_shift_at(self, batch: Batch, counter: Counter, station: int) -> int:
        """The shift of the drawer at a station, which must be the caller's own: whoever opened it
        answers for what is in it."""
        shift, writer = self.drawer_at(batch, counter, station)
        if writer != self.account:
            what = f"the drawer at work station {station} is another writer's: open your own"
            raise Refused(Kind.NOT_YOURS, what, section=counter.system.rules.law.cite("15.6(a)"))
        return shift

    def drawer_at(self, batch: Batch, counter: Counter, station: int) -> tuple[int, int]:
        """The shift of the drawer that is open at a station, and whose it is."""
        if not 1 <= station <= counter.system.stations:
            raise Refused(
                Kind.BAD_FIELD,
                f"there are work stations 1 to {counter.system.stations}",
                section=counter.system.rules.law.cite("15.3(a)"),
            )
        if station not in counter.drawers:
            sql = (
                "SELECT shift, writer FROM keno_drawer WHERE system_id = ? AND station = ? AND "
                "closed_at = 0"
            )
            found = batch.execute(sql, (counter.system.id, station)).first()
            if found is None:
                raise Refused(Kind.DRAWER_CLOSED, f"no drawer is open at work station {station}")
            counter.drawers[station] = tuple(found)
        return counter.drawers[station]


class SellTickets(KenoJob):
    """15.4: requests, paid for together, become tickets: all of them, or none. `payer` is an
    account, or 0 for currency. `slip` is a request that a patron handed in, who pays for it; what
    it asks for is read here, so that no two writers take the same one."""

    station: int
    asked: tuple[str, ...]
    payer: int = 0
    slip: int = 0

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.payer,) if self.payer else ()

    def work(self, batch: Batch) -> Any:
        counter = self.counter(batch)
        system = counter.system
        shift = self.own_shift_at(batch, counter, self.station)
        if system.rules.card.automatic_lock_out and batch.now >= counter.game.closes:
            raise Refused(
                Kind.LOCKED_OUT,
                f"game {counter.game.number} is closed",
                section=system.rules.law.cite("15.5(d)1"),
            )
        asked, payer = self.asked, self.payer
        if self.slip:
            slip = find_slip(batch, system.id, self.slip)
            asked, payer = (slip.request,), payer_of(batch, slip)
        conditioned = [self._request(system, text) for text in asked]
        tickets = [ticket_of(system.day, system.card, request) for request, _ in conditioned]
        total = sum(ticket.total for ticket in tickets)
        self._check_money(batch, payer, total)
        sold = []
        for (request, quick), ticket in zip(conditioned, tickets, strict=True):
            sold.append(self._sell(batch, counter, request, quick, ticket, payer))
        if not payer:
            move_drawer(batch, system.id, self.station, shift, total)
        if self.slip:
            batch.execute("DELETE FROM keno_slip WHERE id = ?", (self.slip,))
        return {"system": system.id, "station": self.station, "total": total, "tickets": sold}

    def _sell(
        self, batch: Batch, counter: Counter, request: str, quick: bool, ticket: Ticket, payer: int
    ) -> dict[str, Any]:
        system, number = counter.system, self._next(batch, counter)
        first, last = counter.game.number, counter.game.number + ticket.games - 1
        payer, total = payer or system.accounts.currency, ticket.total
        body = TicketSold(batch.now, self.account, number, first, request, quick, payer, total)
        batch.record(body, {payer: -total, system.accounts.sold: total}, book=system.book)
        counter.serials[self.station] = number.serial
        batch.insert_later(
            TICKET_ROW,
            (
                system.id,
                number.day,
                self.station,
                number.serial,
                first,
                last,
                request,
                quick,
                ticket.price,
                payer,
                self.account,
                batch.now,
                SOLD,
                0,
                0,
            ),
        )
        return {
            "ticket": number.text,
            "request": request,
            "quick": quick,
            "first": first,
            "last": last,
            "ways": len(ticket.ways),
            "price": ticket.price,
            "total": total,
            "at": batch.now,
        }

    def _request(self, system: KenoSystem, text: str) -> tuple[str, bool]:
        """The request as it is conditioned; the spots of a quick-pick are selected here."""
        try:
            request = read_request(text)
            quick = bool(request.quick_spots)
            if quick:
                if not system.rules.card.quick_pick:
                    raise NotPermitted(
                        "quick-picks are not on the rate card", cite=system.rules.law.cite("15.1")
                    )
                request = replace(quick_pick(request, system.rules.numbers), quick_spots=0)
            plain = request.text
            ticket_of(system.day, system.card, plain)
        except PitbossError as error:
            raise refused(error) from None
        return plain, quick

    def _check_money(self, batch: Batch, payer: int, total: int) -> None:
        if not payer:
            return
        if payer not in batch.balances:
            raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no account {payer}")
        sql = "SELECT name FROM account WHERE id = ?"
        refuse_school_money(batch.execute(sql, (payer,)).value())
        held = batch.balance(payer)
        if held < total:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the ticket costs {format_dollars(total)}, and the account holds "
                f"{format_dollars(held)}",
            )

    def _next(self, batch: Batch, counter: Counter) -> TicketNumber:
        day = batch.today.isoformat()
        if self.station not in counter.serials:
            sql = (
                "SELECT COALESCE(MAX(serial), 0) FROM keno_ticket WHERE system_id = ? AND day = ? "
                "AND station = ?"
            )
            found = batch.execute(sql, (counter.system.id, day, self.station)).value()
            counter.serials[self.station] = int(found)
        return TicketNumber(day, self.station, counter.serials[self.station] + 1)


def quick_pick(request: Request, numbers: int) -> Request:
    """15.1: the system selects the spots, fairly."""
    spots = secrets.SystemRandom().sample(range(1, numbers + 1), min(request.quick_spots, numbers))
    return replace(request, groups=(Group(tuple(sorted(spots))),))


def move_drawer(batch: Batch, system: int, station: int, shift: int, cents: int) -> None:
    sql = (
        "UPDATE keno_drawer SET moved = moved + ? WHERE system_id = ? AND station = ? AND shift = ?"
    )
    batch.execute_later(sql, (cents, system, station, shift))


class TicketJob(KenoJob):
    """What is done with a ticket that is presented at a station."""

    station: int
    number: TicketNumber

    def ticket(self, batch: Batch, system: KenoSystem) -> KenoTicket:
        return find_ticket(batch, system.id, self.number)


class VoidTicket(TicketJob):
    """15.4(e): before the start of the game; a multi-race ticket whole, before its first game."""

    reason: str = ""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        law = system.rules.law
        shift = self.own_shift_at(batch, self.counter(batch), self.station)
        ticket = self.ticket(batch, system)
        if ticket.status != SOLD:
            raise Refused(Kind.NOT_PAYABLE, f"the ticket is {ticket.status}")
        first = find_game(batch, system.id, ticket.first)
        closed = system.rules.card.automatic_lock_out and batch.now >= first.closes
        if first.status != OPEN or closed:
            raise Refused(
                Kind.LOCKED_OUT,
                f"game {first.number} has started: the ticket stands",
                section=law.cite("15.3(c)"),
            )
        slip = 1 + int(
            batch.execute(
                "SELECT COUNT(*) FROM keno_ticket WHERE system_id = ? AND day = ? AND station = ? "
                "AND status = ?",
                (system.id, ticket.number.day, ticket.number.station, VOID),
            ).value()
        )
        moves = {system.accounts.sold: -ticket.total}
        moves[ticket.payer] = moves.get(ticket.payer, 0) + ticket.total
        batch.lock_accounts({ticket.payer})
        reason = self.reason[:REASON_MAX]
        body = TicketVoided(batch.now, self.account, ticket.number, self.station, slip, reason)
        batch.record(body, moves, book=system.book)
        set_ticket(batch, system.id, ticket.number, "status = ?", (VOID,))
        if ticket.payer == system.accounts.currency:
            move_drawer(batch, system.id, self.station, shift, -ticket.total)
        return {"ticket": ticket.number.text, "slip": slip, "returned": ticket.total}


class CancelRaces(TicketJob):
    """15.4(d): the races of a multi-race ticket that are not drawn, where the licensee refunds
    them. The ticket is then paid for what was drawn."""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        law, card = system.rules.law, system.rules.card
        ticket = self.ticket(batch, system)
        if ticket.status != SOLD:
            raise Refused(Kind.NOT_PAYABLE, f"the ticket is {ticket.status}")
        if not card.refund_races or ticket.first == ticket.last:
            what = "races that were not drawn are not refunded"
            raise Refused(Kind.NOT_PERMITTED, what, section=law.cite("15.4(d)"))
        current = open_game(batch, system.id)
        # Of a game that is locked out nothing is changed any more.
        start = max(current.number, ticket.first + 1)
        if card.automatic_lock_out and batch.now >= current.closes:
            start = max(start, current.number + 1)
        races = ticket.last - start + 1
        if races <= 0:
            raise Refused(
                Kind.LOCKED_OUT, "no race of the ticket is left", section=law.cite("15.3(c)")
            )
        cents = races * ticket.price
        body = RacesCancelled(batch.now, self.account, ticket.number, races)
        moves = {system.accounts.sold: -cents, system.accounts.owed: cents}
        batch.record(body, moves, book=system.book)
        set_ticket(batch, system.id, ticket.number, "last = ?, owed = owed + ?", (start - 1, cents))
        return {"ticket": ticket.number.text, "races": races, "refunded": cents}


def set_ticket(
    batch: Batch, system: int, number: TicketNumber, what: str, values: tuple[Any, ...]
) -> None:
    batch.execute(
        f"UPDATE keno_ticket SET {what} WHERE system_id = ? AND day = ? AND station = ? AND "
        "serial = ?",
        (*values, system, number.day, number.station, number.serial),
    )


# -- games ---------------------------------------------------------------------------------------


class LockOut(KenoJob):
    """15.5(d)1, (e): no ticket is issued or voided for the game any more; the next one opens. A
    game before it that is not drawn yet is drawn first. Where both keys are in the generator and
    the lock-out is automatic, the numbers are selected at once."""

    automatic: bool = False

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        game = open_game(batch, system.id)
        waiting = locked_game(batch, system.id)
        if waiting is not None:
            raise Refused(Kind.ROUND_UNDER_WAY, f"game {waiting.number} is still to be drawn")
        self._check_time(batch, system, game)
        self._check_notice(batch, system, game)
        batch.record(
            LockedOut(batch.now, self.account, game.number, self.automatic), book=system.book
        )
        batch.execute(
            "UPDATE keno_game SET status = ?, locked_at = ? WHERE system_id = ? AND number = ?",
            (LOCKED, batch.now, system.id, game.number),
        )
        begin_game(batch, system, game.number + 1)
        if system.both_keys and self.automatic:
            return select_numbers(batch, system, find_game(batch, system.id, game.number), 0)
        return {"game": game.number, "status": LOCKED}

    def _check_time(self, batch: Batch, system: KenoSystem, game: KenoGame) -> None:
        """15.5(e): before its time nobody locks out an automatic system without saying why."""
        if self.automatic and not game.closes:
            raise Refused(Kind.TOO_SOON, f"game {game.number} is open")
        if game.closes and batch.now < game.closes:
            kind = Kind.TOO_SOON if self.automatic else Kind.NOT_PERMITTED
            what = f"game {game.number} closes by itself; to close it before, override the lock-out"
            raise Refused(kind, what, section=system.rules.law.cite("15.5(e)"))

    def _check_notice(self, batch: Batch, system: KenoSystem, game: KenoGame) -> None:
        """15.5(c): spoken notice a minute before, where the time that remains is not displayed."""
        rules = system.rules
        if rules.card.closing != "notice":
            return
        least = rules.law.number("notice_seconds")
        if not game.noticed or batch.now - game.noticed < 1000 * least:
            what = f"notice of the closing is given at least {least} seconds before"
            raise Refused(Kind.TOO_SOON, what, section=rules.law.cite("15.5(c)"))


class GiveClosingNotice(KenoJob):
    """15.5(c): a supervisor or a writer announces that the game will be closing."""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        game = open_game(batch, system.id)
        if game.noticed:
            raise Refused(Kind.NO_CHANGE, f"notice was given of game {game.number}")
        batch.record(ClosingNotice(batch.now, self.account, game.number), book=system.book)
        batch.execute(
            "UPDATE keno_game SET noticed = ? WHERE system_id = ? AND number = ?",
            (batch.now, system.id, game.number),
        )
        return {"game": game.number, "noticed": batch.now}


class OverrideLockOut(KenoJob):
    """15.5(e): a supervisor sets another time for the automatic lock-out; who and why is kept. The
    seconds run from when it is written: however long it waited for that, nothing is too late."""

    seconds: int
    reason: str

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        section = system.rules.law.cite("15.5(e)")
        game = open_game(batch, system.id)
        if not system.rules.card.automatic_lock_out:
            raise Refused(Kind.NOT_PERMITTED, "the lock-out is not automatic", section=section)
        if not self.reason.strip():
            raise Refused(Kind.BAD_FIELD, "the reason of an override is kept", section=section)
        if not 0 <= self.seconds <= SECONDS_MAX:
            what = f"seconds: expected 0 to {SECONDS_MAX:,}"
            raise Refused(Kind.BAD_FIELD, what, section=section)
        closes = batch.now + 1000 * self.seconds
        body = LockOutOverridden(
            batch.now, self.account, game.number, closes, self.reason[:REASON_MAX]
        )
        batch.record(body, book=system.book)
        batch.execute(
            "UPDATE keno_game SET closes = ? WHERE system_id = ? AND number = ?",
            (closes, system.id, game.number),
        )
        return {"game": game.number, "closes": closes}


class TurnKey(KenoJob):
    """15.5(a): the inspector or the supervisor puts a key in, or takes it out."""

    which: str
    inside: bool

    def work(self, batch: Batch) -> Any:
        assert self.which in (INSPECTOR, SUPERVISOR)
        system = self.locked(batch)
        holder = system.inspector if self.which == INSPECTOR else system.supervisor
        other = system.supervisor if self.which == INSPECTOR else system.inspector
        section = system.rules.law.cite("15.5(a)")
        if self.inside and other == self.account:
            raise Refused(Kind.OWN_REQUEST, "the other key is another person's", section=section)
        if bool(holder) == self.inside:
            state = "in" if self.inside else "out"
            raise Refused(Kind.NO_CHANGE, f"the {self.which}'s key is {state} already")
        if not self.inside and holder != self.account and self._is_there(batch, holder):
            what = f"the {self.which}'s key that is in is another person's"
            raise Refused(Kind.NOT_YOURS, what, section=section)
        batch.record(KeyTurned(batch.now, self.account, self.which, self.inside), book=system.book)
        batch.execute(
            f"UPDATE keno_system SET {self.which} = ? WHERE id = ?",
            (self.account if self.inside else 0, system.id),
        )
        return {"system": system.id, "key": self.which, "inside": self.inside}

    def _is_there(self, batch: Batch, holder: int) -> bool:
        """Whether somebody can still take out their key: else a colleague does."""
        sql = "SELECT 1 FROM account WHERE id = ? AND disabled = ?"
        return batch.execute(sql, (holder, False)).first() is not None


class Select(KenoJob):
    """15.5(d)2: the numbers of the game that is locked out."""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        game = locked_game(batch, system.id)
        if game is None:
            raise Refused(Kind.NOT_PENDING, "no game is locked out")
        return select_numbers(batch, system, game, self.account)


def select_numbers(batch: Batch, system: KenoSystem, game: KenoGame, by: int) -> dict[str, Any]:
    """Selects twenty numbers by the operating system's generator, and works out what every ticket
    is owed. What was selected is in the chain before anybody is told."""
    if not system.both_keys:
        raise Refused(
            Kind.KEYS_MISSING,
            "the inspector's and the supervisor's keys must both be in",
            section=system.rules.law.cite("15.5(a)"),
        )
    tickets = tickets_of_game(batch, system.id, game.number)
    selection = secrets.randbelow(SELECTIONS)
    owed = owed_for(system, [(each.number, each.request) for each in tickets], selection)
    sold, due = sum(each.price for each in tickets), sum(cents for _, cents in owed)
    body = NumbersSelected(batch.now, by, game.number, selection, tuple(owed))
    accounts = system.accounts
    moves = {accounts.sold: -sold, accounts.owed: due, accounts.win: sold - due}
    batch.record(body, moves, book=system.book)
    finish_game(batch, system.id, game.number, DRAWN, selection, sold, due)
    owe(batch, system.id, owed)
    return {"game": game.number, "status": DRAWN, "selection": selection, "winners": len(owed)}


def finish_game(
    batch: Batch, system: int, game: int, status: str, selection: int, sold: int, owed: int
) -> None:
    batch.execute(
        "UPDATE keno_game SET status = ?, drawn_at = ?, selection = ?, sold = ?, owed = ? "
        "WHERE system_id = ? AND number = ?",
        (status, batch.now, selection, sold, owed, system, game),
    )


def owe(batch: Batch, system: int, owed: list[tuple[TicketNumber, int]]) -> None:
    batch.flush()
    batch.transaction.many(
        "UPDATE keno_ticket SET owed = owed + ? WHERE system_id = ? AND day = ? AND station = ? "
        "AND serial = ?",
        [(cents, system, one.day, one.station, one.serial) for one, cents in owed],
    )


class FailSelection(KenoJob):
    """15.7: a malfunction while numbers are selected that cannot be corrected: what was wagered on
    the game is returned, to whoever presents the ticket."""

    reason: str

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        game = locked_game(batch, system.id)
        if game is None:
            raise Refused(Kind.NOT_PENDING, "no game is locked out")
        if not self.reason.strip():
            raise Refused(Kind.BAD_FIELD, "say what failed")
        tickets = tickets_of_game(batch, system.id, game.number)
        total = sum(each.price for each in tickets)
        body = SelectionFailed(batch.now, self.account, game.number, self.reason[:REASON_MAX])
        moves = {system.accounts.sold: -total, system.accounts.owed: total}
        batch.record(body, moves, book=system.book)
        finish_game(batch, system.id, game.number, FAILED, -1, total, total)
        owe(batch, system.id, [(each.number, each.price) for each in tickets])
        return {"game": game.number, "status": FAILED, "returned": total}


# -- claims --------------------------------------------------------------------------------------


def check_payable(batch: Batch, system: KenoSystem, ticket: KenoTicket) -> None:
    """15.4(d), 15.6: whether the ticket can be paid now."""
    law = system.rules.law
    if ticket.status != SOLD:
        raise Refused(
            Kind.NOT_PAYABLE, f"the ticket is {ticket.status}", section=law.cite("15.6(a)")
        )
    last = find_game(batch, system.id, ticket.last) if _begun(batch, system, ticket.last) else None
    if last is None or last.status not in (DRAWN, FAILED):
        section = "15.4(d)" if ticket.first < ticket.last else "15.6(a)"
        what = f"game {ticket.last} is not drawn yet"
        raise Refused(Kind.TOO_SOON, what, section=law.cite(section))
    until = valid_until(system, _last_sold(batch, system, ticket))
    if until is not None and datetime.fromtimestamp(batch.now / 1000, tz=UTC) > until:
        what = f"the ticket was valid until {until:%Y-%m-%d %H:%M}"
        raise Refused(Kind.TOO_LATE, what, section=law.cite("15.6(c)"))
    if not ticket.owed:
        raise Refused(Kind.NOT_PAYABLE, "the ticket has won nothing", section=law.cite("15.6(a)"))


def _begun(batch: Batch, system: KenoSystem, game: int) -> bool:
    return game <= open_game(batch, system.id).number


def _last_sold(batch: Batch, system: KenoSystem, ticket: KenoTicket) -> KenoGame | None:
    """15.6(c)1: the last game for which the ticket was sold, whether or not its last races were
    cancelled since; None while there is no such game yet."""
    number = last_sold(system, ticket.first, ticket.request)
    return find_game(batch, system.id, number) if _begun(batch, system, number) else None


class AuthoriseClaim(TicketJob):
    """15.6(b): a supervisor signs the back of a ticket."""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        ticket = self.ticket(batch, system)
        check_payable(batch, system, ticket)
        if not needs_supervisor(ticket.owed, system.rules):
            least = format_dollars(system.rules.supervisor_from)
            raise Refused(Kind.NO_CHANGE, f"payouts below {least} need no authorisation")
        if ticket.authorised:
            raise Refused(Kind.NO_CHANGE, "the ticket is signed already")
        body = ClaimAuthorised(batch.now, self.account, ticket.number, ticket.owed)
        batch.record(body, book=system.book)
        set_ticket(batch, system.id, ticket.number, "authorised = ?", (self.account,))
        return {"ticket": ticket.number.text, "owed": ticket.owed}


class PayClaim(TicketJob):
    """15.6(a): a winning ticket is paid, once. `payee` is an account, or 0 for currency."""

    payee: int = 0

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.payee,) if self.payee else ()

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        law = system.rules.law
        shift = self.own_shift_at(batch, self.counter(batch), self.station)
        ticket = self.ticket(batch, system)
        check_payable(batch, system, ticket)
        if needs_supervisor(ticket.owed, system.rules) and not ticket.authorised:
            what = f"a payout of {format_dollars(ticket.owed)} is authorised by a supervisor first"
            raise Refused(Kind.NEEDS_SUPERVISOR, what, section=law.cite("15.6(b)"))
        if self.payee and self.payee not in batch.balances:
            raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no account {self.payee}")
        payee = self.payee or system.accounts.currency
        body = ClaimPaid(batch.now, self.account, ticket.number, self.station, payee, ticket.owed)
        moves = {system.accounts.owed: -ticket.owed, payee: ticket.owed}
        batch.record(body, moves, book=system.book)
        set_ticket(batch, system.id, ticket.number, "status = ?", (PAID,))
        if not self.payee:
            move_drawer(batch, system.id, self.station, shift, -ticket.owed)
        return {"ticket": ticket.number.text, "paid": ticket.owed}


class RefuseCode(KenoJob):
    """A code that was altered or invented is kept."""

    station: int
    code: str

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        shown = "".join(mark if mark.isprintable() else "?" for mark in self.code[:80])
        # A station that there is not is kept as none.
        station = self.station if 1 <= self.station <= system.stations else 0
        batch.record(CodeRefused(batch.now, self.account, station, shown), book=system.book)
        return {"refused": shown}


class ExpireTickets(KenoJob):
    """15.6(c): winning tickets whose time is over; what they were owed is the house's."""

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        expired = expired_tickets(batch, system, batch.now)
        if not expired:
            return {"expired": 0, "cents": 0}
        numbers = tuple(ticket.number for ticket in expired)
        cents = sum(ticket.owed for ticket in expired)
        moves = {system.accounts.owed: -cents, system.accounts.win: cents}
        batch.record(
            TicketsExpired(batch.now, self.account, numbers, cents), moves, book=system.book
        )
        for number in numbers:
            set_ticket(batch, system.id, number, "status = ?", (EXPIRED,))
        return {"expired": len(numbers), "cents": cents}


# -- drawers -------------------------------------------------------------------------------------


def check_counted(cents: int) -> None:
    if not 0 <= cents <= DRAWER_MAX:
        what = f"currency in a drawer: expected 0.00 to {format_dollars(DRAWER_MAX)}"
        raise Refused(Kind.BAD_FIELD, what)


class OpenDrawer(KenoJob):
    """A writer begins a shift at a station with so much currency."""

    station: int
    cents: int

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        if not 1 <= self.station <= system.stations:
            raise Refused(Kind.BAD_FIELD, f"there are work stations 1 to {system.stations}")
        check_counted(self.cents)
        sql = (
            "SELECT MAX(shift), MIN(closed_at) FROM keno_drawer WHERE system_id = ? AND station = ?"
        )
        last, closed = batch.execute(sql, (system.id, self.station)).first()
        if last is not None and not closed:
            raise Refused(Kind.SEAT_TAKEN, f"a drawer is open at work station {self.station}")
        shift = (last or 0) + 1
        body = DrawerOpened(batch.now, self.account, self.station, shift, self.cents)
        batch.record(body, book=system.book)
        batch.execute(
            "INSERT INTO keno_drawer (system_id, station, shift, writer, opened_at, opened_with, "
            "moved, closed_at, counted) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)",
            (system.id, self.station, shift, self.account, batch.now, self.cents),
        )
        return {"station": self.station, "shift": shift}


class CountDrawer(KenoJob):
    """A shift ends: the drawer is counted, over or short."""

    station: int
    counted: int

    def work(self, batch: Batch) -> Any:
        system = self.locked(batch)
        check_counted(self.counted)
        shift, _ = self.drawer_at(batch, self.counter(batch), self.station)
        batch.scratch.pop(("keno", self.system), None)
        sql = (
            "SELECT opened_with + moved FROM keno_drawer WHERE system_id = ? AND station = ? AND "
            "shift = ?"
        )
        expected = int(batch.execute(sql, (system.id, self.station, shift)).value())
        body = DrawerCounted(batch.now, self.account, self.station, shift, self.counted, expected)
        batch.record(body, book=system.book)
        batch.execute(
            "UPDATE keno_drawer SET closed_at = ?, counted = ? WHERE system_id = ? AND "
            "station = ? AND shift = ?",
            (batch.now, self.counted, system.id, self.station, shift),
        )
        over = self.counted - expected
        return {"station": self.station, "shift": shift, "expected": expected, "over": over}
