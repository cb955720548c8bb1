"""The keno system over HTTP: 15.3 to 15.6, for writers, supervisors, inspectors, patrons and those
who look on."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pitboss.errors import PitbossError
from pitboss.games.keno.record import numbers_of
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.selection import selection_of
from pitboss.games.keno.tickets import write_ticket
from pitboss.server.api import read_day
from pitboss.server.bridge import INTEGER_MAX, Api, Ask
from pitboss.server.house import House
from pitboss.server.problems import RequestRefused
from pitboss.store import people
from pitboss.store.keno import jobs, reports
from pitboss.store.keno.codes import code_of, read_code
from pitboss.store.keno.printing import ticket_fields, ticket_text
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.keno.slips import HandIn, find_patron, waiting_slips
from pitboss.store.keno.state import (
    DRAWN,
    INSPECTOR,
    SOLD,
    SUPERVISOR,
    KenoGame,
    KenoSystem,
    KenoTicket,
    find_game,
    find_system,
    find_ticket,
    list_games,
    list_systems,
    locked_game,
    open_game,
    rows_of,
    ticket_of,
)
from pitboss.store.refusal import Refused
from pitboss.store.roles import may, need

GAMES_AT_ONCE = 500
NUMBER = re.compile(r"[0-9]{8}-[1-9][0-9]?-[0-9]{5,9}", re.ASCII)
CARD_BYTES_MAX = 60_000


def add_routes(api: Api) -> None:
    add = api.add
    at = "/api/keno/{system}"
    add("GET", "/api/keno", systems)
    add(
        "POST",
        "/api/keno",
        open_system,
        body=NewSystem,
        keyed=True,
        status=201,
        needs="manage-tables",
    )
    add("GET", at, system_state)
    add("POST", f"{at}/price", price, body=Slip)
    add("POST", f"{at}/slips", hand_in, body=Slip, keyed=True, status=201, needs="sit")
    add("GET", f"{at}/slips", slips, needs="keno-sell")
    add(
        "POST",
        f"{at}/tickets",
        sell,
        body=Sale,
        keyed=True,
        status=201,
        needs="keno-sell",
        limited=False,
        job=sale_job,
        finish=sale_done,
    )
    add("POST", f"{at}/tickets/look", look, body=Presented)
    add("POST", f"{at}/tickets/recall", recall, body=Recalled, needs="keno-see")
    add("POST", f"{at}/notice", closing_notice, body=Nothing, keyed=True, needs="keno-sell")
    add("POST", f"{at}/tickets/void", void, body=Voiding, keyed=True, needs="keno-sell")
    add("POST", f"{at}/tickets/cancel", cancel, body=Presented, keyed=True, needs="keno-sell")
    add(
        "POST",
        f"{at}/tickets/authorise",
        authorise,
        body=Presented,
        keyed=True,
        needs="keno-supervise",
    )
    add("POST", f"{at}/claims", claim, body=Claim, keyed=True, needs="keno-sell")
    add("GET", f"{at}/games", games, query={"before": "integer", "limit": "integer"})
    add("GET", f"{at}/games/{{game}}", one_game)
    add("POST", f"{at}/lock", lock_out, body=Nothing, keyed=True, needs="keno-supervise")
    add("POST", f"{at}/override", override, body=Override, keyed=True, needs="keno-supervise")
    add("POST", f"{at}/key", turn_key, body=Key, keyed=True, needs="keno-key")
    add("POST", f"{at}/select", select, body=Nothing, keyed=True, needs="keno-supervise")
    add("POST", f"{at}/failure", failure, body=Reason, keyed=True, needs="keno-supervise")
    add(
        "POST", f"{at}/drawers", open_drawer, body=Drawer, keyed=True, status=201, needs="keno-sell"
    )
    add("POST", f"{at}/drawers/count", count_drawer, body=Drawer, keyed=True, needs="keno-sell")
    add("GET", f"{at}/reports", report, query={"day": "string"}, needs="keno-see")
    add(
        "GET",
        f"{at}/journal",
        journal,
        needs="see-journals",
        query={"seq": "integer", "limit": "integer"},
    )


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A request that says all by being made."""


class NewSystem(msgspec.Struct, forbid_unknown_fields=True):
    """`card` is the name of a rate card that comes with pitboss, or the text of one."""

    name: str
    card: str = "boardwalk"
    stations: int = 4


class Slip(msgspec.Struct, forbid_unknown_fields=True):
    """15.4(a): a keno request, as text."""

    request: str


class Sale(msgspec.Struct, forbid_unknown_fields=True):
    """A request for which currency goes into the drawer; or `requests`, several tickets that are
    paid for together; or `repeat`, the code of a previous ticket that serves as the request; or
    `slip`, one that a patron handed in. Nobody's account pays for what they did not hand in."""

    station: int
    request: str = ""
    requests: list[str] = []
    repeat: str = ""
    slip: int = 0


class Presented(msgspec.Struct, forbid_unknown_fields=True):
    """A ticket that is presented at a work station, by its code."""

    code: str
    station: int = 1


class Recalled(msgspec.Struct, forbid_unknown_fields=True):
    """A ticket by its number, such as 20261118-1-00042, for those who look on."""

    ticket: str


class Voiding(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    station: int = 1
    reason: str = ""


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """`patron` is paid to an account; without one, currency is paid from the drawer."""

    code: str
    station: int
    patron: str = ""


class Override(msgspec.Struct, forbid_unknown_fields=True):
    seconds: int
    reason: str


class Key(msgspec.Struct, forbid_unknown_fields=True):
    inside: bool


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    reason: str


class Drawer(msgspec.Struct, forbid_unknown_fields=True):
    station: int
    cents: int


def code_key(house: House) -> bytes:
    """The key by which tickets are marked: it follows from the key that signs anchors."""
    if house.key is None:
        raise RequestRefused(503, "starting", "the server waits for its database")
    secret = house.key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return hashlib.sha256(b"pitboss keno tickets\n" + secret).digest()


def _payee(ask: Ask, name: str) -> int:
    """The account of a patron; 0 for currency."""
    if not name:
        return 0
    with ask.house.db.read() as reading:
        return find_patron(reading, name.lower())


# -- what everybody sees --------------------------------------------------------------------------


def systems(ask: Ask) -> Any:
    """The keno systems of the house."""
    with ask.house.db.read() as reading:
        listed = [
            {"system": each.id, "name": each.name, "stations": each.stations}
            for each in list_systems(reading)
        ]
    return {"systems": listed}


def system_state(ask: Ask) -> Any:
    """A keno system: the open game, the last numbers, the rate card."""
    return state_json(ask.house, ask.number("system"))


def state_json(house: House, number: int) -> dict[str, Any]:
    """15.5(g): what the board shows."""
    with house.db.read() as reading:
        system = find_system(reading, number)
        current = open_game(reading, number)
        waiting = locked_game(reading, number)
        shown = [game for game in list_games(reading, number, most=12) if game.drawn_at]
        n = rows_of(reading, system)
    card = system.rules.card
    return {
        "system": system.id,
        "name": system.name,
        "stations": system.stations,
        "n": n,
        "now": house.clock(),
        "open": game_json(current),
        "locked": None if waiting is None else game_json(waiting),
        "games": [game_json(game) for game in shown],
        "keys": {INSPECTOR: bool(system.inspector), SUPERVISOR: bool(system.supervisor)},
        "rate_card": card.name,
        "spots_most": card.spots_most,
        "races_most": card.races_most,
        "quick_pick": card.quick_pick,
        "automatic": card.automatic_lock_out,
        "closing": card.closing,
        "cite": system.rules.law.cite("15.5(g)"),
    }


def game_json(game: KenoGame) -> dict[str, Any]:
    """A game; its numbers once they are selected."""
    drawn = game.status == DRAWN
    return {
        "game": game.number,
        "day": game.day,
        "of_day": game.of_day,
        "status": game.status,
        "closes": game.closes,
        "noticed": game.noticed,
        "locked_at": game.locked_at,
        "drawn_at": game.drawn_at,
        "numbers": numbers_of(selection_of(game.selection)) if drawn else [],
    }


def games(ask: Ask) -> Any:
    """15.5(h): the winning numbers of past games, the latest first."""
    before = ask.query_number("before", 10**12)
    most = ask.query_number("limit", 50, GAMES_AT_ONCE)
    with ask.house.db.read() as reading:
        find_system(reading, ask.number("system"))
        listed = list_games(reading, ask.number("system"), before=before, most=most)
    return {"games": [game_json(game) for game in listed]}


def one_game(ask: Ask) -> Any:
    """A game by its number."""
    with ask.house.db.read() as reading:
        find_system(reading, ask.number("system"))
        return game_json(find_game(reading, ask.number("system"), ask.number("game")))


def price(ask: Ask) -> Any:
    """15.4(a): the ways and the price of a request, by the rate card."""
    with ask.house.db.read() as reading:
        system = find_system(reading, ask.number("system"))
    return priced(system, ask.body.request)


def priced(system: KenoSystem, text: str) -> dict[str, Any]:
    try:
        request = read_request(text)
        if request.quick_spots:
            request = jobs.quick_pick(request, system.rules.numbers)
        ticket = write_ticket(request, system.rules)
    except PitbossError as error:
        raise jobs.refused(error) from None
    return {
        "ways": [
            {"ways": ways, "spots": spots, "rate": rate}
            for ways, spots, rate in ticket.conditioning()
        ],
        "count": len(ticket.ways),
        "price": ticket.price,
        "games": ticket.games,
        "total": ticket.total,
    }


# -- the patron -----------------------------------------------------------------------------------


def hand_in(ask: Ask) -> Any:
    """15.4(a): hand a request in; a writer makes it a ticket."""
    asked: Slip = ask.body
    system_id, person = ask.number("system"), ask.person
    with ask.house.db.read() as reading:
        system = find_system(reading, system_id)
    said = priced(system, asked.request)
    return ask.house.do(HandIn(person.id, system_id, asked.request, **ask.once())) | said


def slips(ask: Ask) -> Any:
    """Requests that wait for a writer."""
    with ask.house.db.read() as reading:
        return {"slips": waiting_slips(reading, ask.number("system"))}


# -- the writer -----------------------------------------------------------------------------------


def open_system(ask: Ask) -> Any:
    """Open a keno system with a rate card, which must be lawful."""
    asked: NewSystem = ask.body
    if len(asked.card) > CARD_BYTES_MAX:
        raise RequestRefused(413, "too-large", f"a rate card has at most {CARD_BYTES_MAX} bytes")
    job = jobs.OpenKeno(
        ask.person.id, asked.name.strip()[:80], asked.card, asked.stations, None, **ask.once()
    )
    return ask.house.do(job)


def sell(ask: Ask) -> Any:
    """15.4(c): sell a ticket, or several that are paid for together."""
    asked: Sale = ask.body
    requests = _requests(asked)
    if asked.repeat:
        requests = (_repeated(ask, asked.repeat),)
    return sale_done(ask, ask.house.do(_sale(ask, requests)))


def _requests(asked: Sale) -> tuple[str, ...]:
    """What is asked for, in one of the four forms; a slip is read when it is sold."""
    if not 0 <= asked.slip <= INTEGER_MAX:
        raise RequestRefused(422, "bad-field", "slip: expected the number of a request handed in")
    if sum(map(bool, (asked.request, asked.requests, asked.repeat, asked.slip))) > 1:
        what = "expected one of request, requests, repeat and slip"
        raise RequestRefused(422, "bad-field", what)
    if len(asked.requests) > jobs.TICKETS_AT_ONCE:
        raise RequestRefused(422, "bad-field", f"at most {jobs.TICKETS_AT_ONCE} tickets at once")
    return tuple(asked.requests) or (asked.request,)


def _sale(ask: Ask, requests: tuple[str, ...]) -> jobs.SellTickets:
    asked: Sale = ask.body
    return jobs.SellTickets(
        ask.person.id, ask.number("system"), asked.station, requests, 0, asked.slip, **ask.once()
    )


def sale_job(ask: Ask) -> jobs.SellTickets | None:
    """A sale for currency as a job, where nothing has to be looked up for it."""
    asked: Sale = ask.body
    ask.house.entries.take(ask.person.name)
    if asked.repeat or ask.number("system") not in ask.house.keno:
        return None
    return _sale(ask, _requests(asked))


def _remember(ask: Ask) -> KenoSystem:
    """The system as it was opened: its rate card and its day do not change."""
    number = ask.number("system")
    known = ask.house.keno.get(number)
    if known is None:
        with ask.house.db.read() as reading:
            known = ask.house.keno[number] = find_system(reading, number)
    return known


def sale_done(ask: Ask, sold: dict[str, Any]) -> dict[str, Any]:
    """What was sold, with everything that stands on the tickets."""
    system, key = _remember(ask), code_key(ask.house)
    for each in sold["tickets"]:
        number = _number_of(each["ticket"])
        code = code_of(key, system.id, number)
        ticket = KenoTicket(
            number,
            each["first"],
            each["last"],
            each["request"],
            each["quick"],
            each["price"],
            0,
            ask.person.id,
            each["at"],
            SOLD,
            0,
            0,
        )
        each |= _as_printed(system, ticket, ask.person.name, code)
    # One ticket alone is told as such.
    return sold | (sold["tickets"][0] if len(sold["tickets"]) == 1 else {})


def _repeated(ask: Ask, code: str) -> str:
    """15.3(b): a previous ticket, winning or losing, serves as the request."""
    with ask.house.db.read() as reading:
        number = read_code(code_key(ask.house), ask.number("system"), code)
        return find_ticket(reading, ask.number("system"), number).request


def _number_of(text: str) -> TicketNumber:
    day, station, serial = text.split("-")
    return TicketNumber(f"{day[:4]}-{day[4:6]}-{day[6:]}", int(station), int(serial))


def _printed(ask: Ask, system_id: int, number: TicketNumber) -> dict[str, Any]:
    """The ticket with everything that stands on it."""
    with ask.house.db.read() as reading:
        system = find_system(reading, system_id)
        ticket = find_ticket(reading, system_id, number)
        writer = people.name_of(reading, ticket.writer)
    code = code_of(code_key(ask.house), system_id, number)
    return _as_printed(system, ticket, writer, code)


def _as_printed(system: KenoSystem, ticket: KenoTicket, writer: str, code: str) -> dict[str, Any]:
    fields = ticket_fields(system, ticket, writer, code)
    return {
        "code": code,
        "fields": [
            {"cite": system.rules.law.cite(cite), "name": name, "value": value}
            for cite, name, value in fields
        ],
        "text": ticket_text(system, fields),
    }


def _presented(ask: Ask, code: str, station: int) -> TicketNumber:
    """The ticket of a code. One that was altered or invented is put on record."""
    try:
        return read_code(code_key(ask.house), ask.number("system"), code)
    except Refused:
        if may(ask.person.role, "keno-sell"):
            ask.house.do(jobs.RefuseCode(ask.person.id, ask.number("system"), station, code))
        raise


def look(ask: Ask) -> Any:
    """What a ticket is, and what has become of it: for whoever holds its code."""
    asked: Presented = ask.body
    number = _presented(ask, asked.code, asked.station)
    return ticket_json(ask, ask.number("system"), number)


def recall(ask: Ask) -> Any:
    """Any ticket by its number, for those who look on."""
    asked: Recalled = ask.body
    if not NUMBER.fullmatch(asked.ticket):
        raise RequestRefused(422, "bad-field", "ticket: expected such as 20261118-1-00042")
    return ticket_json(ask, ask.number("system"), _number_of(asked.ticket))


def ticket_json(ask: Ask, system_id: int, number: TicketNumber) -> dict[str, Any]:
    with ask.house.db.read() as reading:
        system = find_system(reading, system_id)
        ticket = find_ticket(reading, system_id, number)
        drawn = [
            game_json(game)
            for game in list_games(
                reading, system_id, before=ticket.last + 1, most=ticket.last - ticket.first + 1
            )
            if game.drawn_at
        ]
    return ticket_state(system, ticket) | {"games": drawn} | _printed(ask, system_id, number)


def ticket_state(system: KenoSystem, ticket: KenoTicket) -> dict[str, Any]:
    written = ticket_of(system.day, system.card, ticket.request)
    return {
        "ticket": ticket.number.text,
        "request": ticket.request,
        "status": ticket.status,
        "first": ticket.first,
        "last": ticket.last,
        "price": ticket.price,
        "ways": len(written.ways),
        "owed": ticket.owed,
        "authorised": bool(ticket.authorised),
        "quick": ticket.quick,
    }


def void(ask: Ask) -> Any:
    """15.4(e): void a ticket before its first game starts."""
    asked: Voiding = ask.body
    number = _presented(ask, asked.code, asked.station)
    job = jobs.VoidTicket(
        ask.person.id, ask.number("system"), asked.station, number, asked.reason, **ask.once()
    )
    return ask.house.do(job)


def cancel(ask: Ask) -> Any:
    """15.4(d): cancel the races of a multi-race ticket that are not drawn."""
    asked: Presented = ask.body
    number = _presented(ask, asked.code, asked.station)
    job = jobs.CancelRaces(ask.person.id, ask.number("system"), asked.station, number, **ask.once())
    return ask.house.do(job)


def authorise(ask: Ask) -> Any:
    """15.6(b): a supervisor signs a ticket of 1,500.00 or more."""
    asked: Presented = ask.body
    number = _presented(ask, asked.code, asked.station)
    job = jobs.AuthoriseClaim(
        ask.person.id, ask.number("system"), asked.station, number, **ask.once()
    )
    return ask.house.do(job)


def claim(ask: Ask) -> Any:
    """15.6(a): pay a winning ticket."""
    asked: Claim = ask.body
    number = _presented(ask, asked.code, asked.station)
    job = jobs.PayClaim(
        ask.person.id,
        ask.number("system"),
        asked.station,
        number,
        _payee(ask, asked.patron),
        **ask.once(),
    )
    return ask.house.do(job)


def open_drawer(ask: Ask) -> Any:
    """Begin a shift at a work station."""
    asked: Drawer = ask.body
    job = jobs.OpenDrawer(
        ask.person.id, ask.number("system"), asked.station, asked.cents, **ask.once()
    )
    return ask.house.do(job)


def count_drawer(ask: Ask) -> Any:
    """End a shift at a work station: the drawer is counted."""
    asked: Drawer = ask.body
    job = jobs.CountDrawer(
        ask.person.id, ask.number("system"), asked.station, asked.cents, **ask.once()
    )
    return ask.house.do(job)


# -- supervisor and inspector ---------------------------------------------------------------------


def closing_notice(ask: Ask) -> Any:
    """15.5(c): the closing of the game was announced."""
    return ask.house.do(jobs.GiveClosingNotice(ask.person.id, ask.number("system"), **ask.once()))


def lock_out(ask: Ask) -> Any:
    """15.5(d)1: lock the stations out for the start of the game."""
    return ask.house.do(jobs.LockOut(ask.person.id, ask.number("system"), False, **ask.once()))


def override(ask: Ask) -> Any:
    """15.5(e): override the automatic lock-out."""
    asked: Override = ask.body
    system = ask.number("system")
    return ask.house.do(
        jobs.OverrideLockOut(ask.person.id, system, asked.seconds, asked.reason, **ask.once())
    )


def turn_key(ask: Ask) -> Any:
    """15.5(a): put one's key into the generator, or take it out."""
    asked: Key = ask.body
    which = INSPECTOR if ask.person.role == "inspector" else SUPERVISOR
    job = jobs.TurnKey(ask.person.id, ask.number("system"), which, asked.inside, **ask.once())
    return ask.house.do(job)


def select(ask: Ask) -> Any:
    """15.5(d)2: select the numbers of the game that is locked out, with both keys in."""
    return ask.house.do(jobs.Select(ask.person.id, ask.number("system"), **ask.once()))


def failure(ask: Ask) -> Any:
    """15.7: the selection failed; what was wagered on the game is returned."""
    asked: Reason = ask.body
    job = jobs.FailSelection(ask.person.id, ask.number("system"), asked.reason, **ask.once())
    return ask.house.do(job)


# -- those who look on ----------------------------------------------------------------------------


def report(ask: Ask) -> Any:
    """What was sold and won: by game, work station and gaming day; the voids; the drawers."""
    today = ask.house.writer.day_of(ask.house.clock())
    day = read_day(ask.query("day"), today).isoformat()
    with ask.house.db.read() as reading:
        system = find_system(reading, ask.number("system"))
        return {
            "system": system.id,
            "day": day,
            "games": reports.by_game(reading, system.id, day),
            "stations": reports.by_station(reading, system.id, day),
            "days": reports.by_day(reading, system),
            "voids": reports.voids(reading, system, day),
            "drawers": [
                msgspec.structs.asdict(each) | {"over": each.over}
                for each in reports.drawers(reading, system.id)
            ],
            "liability": reports.liability(reading, system),
        }


def journal(ask: Ask) -> Any:
    """The chain of the system, row by row."""
    need(ask.person.role, "see-journals")
    with ask.house.db.read() as reading:
        system = find_system(reading, ask.number("system"))
        first, most = ask.query_number("seq", 0), ask.query_number("limit", 500, 2000)
        rows = reports.chain_rows(reading, system, first, most)
    return {
        "rows": [
            {"seq": seq, "body": msgspec.Raw(body.encode()), "prev": prev, "hash": mark}
            for seq, body, prev, mark in rows
        ]
    }
