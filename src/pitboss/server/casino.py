"""The casino above the tables over HTTP: its money, its shifts, and who did what."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

import msgspec

from pitboss.casino.submission import read_time
from pitboss.casino.tournament import BASIS, parse_plan
from pitboss.errors import PitbossError
from pitboss.money import parse_dollars
from pitboss.server.api import ask_second, printable
from pitboss.server.bridge import Api, Ask
from pitboss.server.keno import Nothing
from pitboss.server.problems import RequestRefused
from pitboss.store import approving
from pitboss.store.books import names_of
from pitboss.store.casino import book, money
from pitboss.store.casino import tournaments as events
from pitboss.store.casino.book import current_shift, entries
from pitboss.store.casino.hold import (
    APPROXIMATION,
    EdgeBook,
    held_json,
    hold_desk,
    stored_edges,
)
from pitboss.store.casino.reports import day_report, shift_reports, total_of
from pitboss.store.casino.rows import Terms
from pitboss.store.casino.terms import SetTerms
from pitboss.store.casino.upkeep import SeeToEquipment, due_acts
from pitboss.store.casino.wagering import terms_of
from pitboss.store.keno.slips import find_patron
from pitboss.store.people import list_people
from pitboss.store.roles import may
from pitboss.store.writer import began_at

ENTRIES_AT_ONCE = 500
# The rounds of a whole day are read.
COST_OF_A_DAY = 50.0


def add_routes(api: Api) -> None:
    add = api.add
    at = "/api/tables/{table}"
    add("GET", "/api/casino", report, query={"day": "string"}, needs="see-casino")
    add("GET", "/api/casino/hold", hold, query={"day": "string"}, needs="see-casino")
    add(
        "GET",
        "/api/casino/entries",
        listed,
        needs="see-casino",
        query={
            "day": "string",
            "kind": "string",
            "table": "integer",
            "person": "integer",
            "before": "integer",
        },
    )
    add(
        "POST",
        "/api/casino/shifts",
        begin_shift,
        body=ShiftAsked,
        keyed=True,
        status=201,
        needs="supervise",
    )
    add("POST", f"{at}/fills", fill, body=Chips, keyed=True, needs="supervise")
    add("POST", f"{at}/credits", credit, body=Chips, keyed=True, needs="supervise")
    add("POST", f"{at}/buy-ins", buy_in, body=Currency, keyed=True, needs="deal")
    add("POST", f"{at}/counts", count, body=Counted, keyed=True, needs="supervise")
    add("GET", "/api/casino/day", gaming_day, needs="see-casino")
    add("POST", f"{at}/upkeep", see_to, body=Seen, keyed=True, needs="supervise")
    event = "/api/tournaments/{tournament}"
    add("GET", "/api/tournaments", tournaments)
    add(
        "POST",
        "/api/tournaments",
        open_tournament,
        body=NewTournament,
        keyed=True,
        status=201,
        needs="manage-tables",
    )
    add("GET", event, one_tournament)
    add(
        "POST",
        f"{event}/entries",
        enter_tournament,
        body=Entry,
        keyed=True,
        status=201,
        needs="supervise",
    )
    add(
        "POST",
        f"{event}/rounds",
        draw_seats,
        body=Drawing,
        keyed=True,
        status=201,
        needs="supervise",
    )
    add("POST", f"{event}/rounds/end", end_round, body=Nothing, keyed=True, needs="supervise")
    add("POST", f"{event}/prizes", award, body=Nothing, keyed=True, needs="supervise")
    add("GET", f"{at}/terms", table_terms)
    add("POST", f"{at}/terms", set_terms, body=Terms, keyed=True, needs="manage-tables")
    add("POST", f"{at}/complimentaries", give_vigorish, body=Form, keyed=True, needs="supervise")


class ShiftAsked(msgspec.Struct, forbid_unknown_fields=True):
    """`number` 0: the next shift of the gaming day."""

    number: int = 0
    note: str = ""


class Chips(msgspec.Struct, forbid_unknown_fields=True):
    """`opening`: of a fill, the inventory with which the table opens."""

    cents: int
    note: str = ""
    opening: bool = False


class Currency(msgspec.Struct, forbid_unknown_fields=True):
    """What a patron, by name, hands the dealer for chips."""

    patron: str
    cents: int
    note: str = ""


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """`what` is counted: the "tray" or the drop "box"."""

    what: str
    cents: int
    note: str = ""


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """3.3(c)3, 7.3(c)3: vigorish that a seat owed in a procedure, and that was documented.
    `prepared` names the pit clerk who prepared the form."""

    round: int
    seat: str
    prepared: str = ""
    note: str = ""


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """`what` was changed or inspected: "cards", "dice", "shaker", "wheel"."""

    what: str
    tampered: bool = False
    note: str = ""


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """`plan` is the plan in TOML; `noticed` when notice was given, in the casino's own time."""

    plan: str
    noticed: str


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A patron, by name, who enters."""

    patron: str


class Drawing(msgspec.Struct, forbid_unknown_fields=True):
    by_hand: bool = True


# -- reading --------------------------------------------------------------------------------------


def asked_day(ask: Ask) -> str:
    """The gaming day of the query; today's without one."""
    text = ask.query("day")
    if not text:
        return ask.house.writer.day_of(ask.house.clock()).isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise RequestRefused(422, "bad-day", "day: expected such as 2026-11-18") from None


def report(ask: Ask) -> Any:
    """The money of a gaming day by shift and table, alarms, and forms that are due."""
    day = asked_day(ask)
    today = ask.house.writer.day_of(ask.house.clock()).isoformat()
    with ask.house.db.read() as reading:
        shifts = shift_reports(reading, day, today)
        tables = day_report(shifts)
        short = money.short_trays(reading)
        due = money.forms_due(reading)
        now = current_shift(reading, today)
    return {
        "day": day,
        "today": today,
        "shift_now": {"day": now.day, "shift": now.number},
        "shifts": [
            {
                "shift": one.shift,
                "began": one.began,
                "ended": one.ended,
                "over": one.over,
                "by": one.by,
                "tables": [line.as_json() for line in one.tables],
                "total": one.total().as_json(),
            }
            for one in shifts
        ],
        "tables": [line.as_json() for line in tables],
        "total": total_of(tables).as_json(),
        "short": [{"table": table, "cents": cents} for table, cents in short.items()],
        "forms_due": due,
    }


def hold(ask: Ask) -> Any:
    """The hold desk: theoretical and actual win of every table on a gaming day, and the band."""
    day = asked_day(ask)
    ask.spend(COST_OF_A_DAY)
    with ask.house.db.read() as reading:
        book = EdgeBook(stored_edges(reading), quick=True)
        lines = [held_json(one) for one in hold_desk(reading, day, book)]
    return {"day": day, "tables": lines, "band": APPROXIMATION}


def gaming_day(ask: Ask) -> Any:
    """The gaming day: its shift, the tables that are open and who is at them, and what is due to be
    changed or inspected, the most pressing first."""
    house = ask.house
    now = house.clock()
    today = house.writer.day_of(now)
    lives = [live for live in house.floor() if not live.opened.training]
    with house.db.read() as reading:
        acts = due_acts(reading, lives, now, began_at(today))
        shift = current_shift(reading, today.isoformat())
        names = names_of(reading)
    tables = [
        {
            "table": live.id,
            "name": live.opened.name,
            "pit": live.opened.pit,
            "game": live.game.key,
            "opened": live.opened.at,
            "dealers": [names.get(one, f"account {one}") for one in live.dealers or ()],
            "patrons": [who.name for who in live.seats.values()],
        }
        for live in lives
    ]
    return {
        "day": today.isoformat(),
        "shift": {"day": shift.day, "shift": shift.number, "began": shift.at},
        "due": acts,
        "tables": tables,
    }


def listed(ask: Ask) -> Any:
    """What was done above the tables, the latest last: of a day, a kind, a table, a person."""
    with ask.house.db.read() as reading:
        found = entries(
            reading,
            day=asked_day(ask) if ask.query("day") else "",
            kind=ask.query("kind") or "",
            table=ask.query_number("table", 0),
            person=ask.query_number("person", 0),
            before=ask.query_number("before", 0),
            newest=ENTRIES_AT_ONCE,
        )
        names = names_of(reading)
    return {"entries": [entry_json(entry, names) for entry in found]}


def entry_json(entry: book.Entry, names: dict[int, str]) -> dict[str, Any]:
    """A row, with the names of those it names."""
    said: dict[str, Any] = msgspec.to_builtins(entry.body)
    for field in ("by", "second", "account"):
        number = said[field]
        said[f"{field}_name"] = names.get(number, f"account {number}") if number else ""
    if not said["by"]:
        said["by_name"] = names[0]
    return {"seq": entry.seq} | said


# -- doing ----------------------------------------------------------------------------------------


def begin_shift(ask: Ask) -> Any:
    """Begin a shift; the one before ends with what is in the trays."""
    asked: ShiftAsked = ask.body
    return ask.house.do(money.BeginShift(number=asked.number, **_who(ask, asked.note)))


def _who(ask: Ask, note: str) -> dict[str, Any]:
    return {"by": ask.person.id, "note": printable(note), **ask.once()}


def _with_a_second(ask: Ask, what: str, fields: dict[str, Any], note: str) -> Any:
    """Does it, or where two persons are needed asks for the second."""
    fields = {"table": ask.number("table"), **fields}
    if ask.house.settings.dual:
        return ask_second(ask, what, fields | {"note": printable(note)})
    _, kind = approving.MONEY[what]
    return ask.house.do(kind(**fields, **_who(ask, note)))


def fill(ask: Ask) -> Any:
    """Chips from the cage to a table; the cage must agree."""
    asked: Chips = ask.body
    fields = {"cents": asked.cents, "opening": asked.opening}
    return _with_a_second(ask, "fill", fields, asked.note)


def credit(ask: Ask) -> Any:
    """Chips from a table to the cage, which must agree."""
    return _with_a_second(ask, "credit", {"cents": ask.body.cents}, ask.body.note)


def buy_in(ask: Ask) -> Any:
    """A seated patron's currency into the drop box, for chips."""
    asked: Currency = ask.body
    with ask.house.db.read() as reading:
        patron = find_patron(reading, asked.patron.lower())
    job = money.BuyIn(
        table=ask.number("table"), cents=asked.cents, patron=patron, **_who(ask, asked.note)
    )
    return ask.house.do(job)


def count(ask: Ask) -> Any:
    """The tray or the drop box of a table is counted, by two."""
    asked: Counted = ask.body
    if asked.what not in ("tray", "box"):
        raise RequestRefused(422, "bad-field", "what: expected 'tray' or 'box'")
    return _with_a_second(ask, asked.what, {"cents": asked.cents}, asked.note)


def give_vigorish(ask: Ask) -> Any:
    """A Complimentary Vigorish Form for vigorish that was documented."""
    asked: Form = ask.body
    fields = {"round": asked.round, "seat": asked.seat, "prepared": printable(asked.prepared)}
    return _with_a_second(ask, "form", fields, asked.note)


def table_terms(ask: Ask) -> Any:
    """8.2: increments that are asked of wagers at a table; individual limits for those who
    supervise it, and a player's own."""
    with ask.house.db.read() as reading:
        terms = terms_of(reading).get(ask.number("table"), Terms())
    own = ask.person.name
    sees = may(ask.person.role, "see-casino")
    players = {name: pair for name, pair in terms.players.items() if sees or name == own}
    return {"table": ask.number("table"), "increments": terms.increments, "players": players}


def set_terms(ask: Ask) -> Any:
    """8.2: increments and individual limits of a table, in place of those before. Whoever gets
    limits of their own is a patron; a submission may name somebody who has not come yet."""
    with ask.house.db.read() as reading:
        known = set(terms_of(reading).get(ask.number("table"), Terms()).players)
        known |= {one.name for one in list_people(reading) if one.role == "patron"}
    for name in ask.body.players:
        if name not in known:
            raise RequestRefused(404, "no-such-account", f"there is no patron {name[:40]!r}")
    return ask.house.do(SetTerms(table=ask.number("table"), terms=ask.body, **_who(ask, "")))


def see_to(ask: Ask) -> Any:
    """Equipment of a table was changed or inspected."""
    asked: Seen = ask.body
    job = SeeToEquipment(
        table=ask.number("table"), what=asked.what, tampered=asked.tampered, **_who(ask, asked.note)
    )
    return ask.house.do(job)


# -- tournaments ----------------------------------------------------------------------------------


def tournament_json(one: events.Tournament) -> dict[str, Any]:
    plan = one.plan
    state = "over" if one.over else "playing" if one.playing else "between rounds"
    return {
        "tournament": one.number,
        "name": plan.name,
        "game": plan.game,
        "starts": plan.starts.isoformat(),
        "place": plan.place,
        "fee": one.cents("fee"),
        "chips": one.cents("chips"),
        "entrants": len(one.entrants),
        "round": one.round,
        "rounds": plan.rounds,
        "state": state if one.round else "entries",
        "prizes": [parse_dollars(prize) for prize in plan.prizes],
        "tips_withheld": plan.tips_withheld,
        "known": BASIS,
    }


def tournaments(ask: Ask) -> Any:
    """The tournaments of the house."""
    with ask.house.db.read() as reading:
        found = events.tournaments(reading)
    return {"tournaments": [tournament_json(one) for one in found.values()]}


def one_tournament(ask: Ask) -> Any:
    """A tournament with its leaderboard; its revenue for those who read the casino's reports."""
    with ask.house.db.read() as reading:
        one = _tournament(events.tournaments(reading), ask.number("tournament"))
        board = events.leaderboard(reading, one)
    said = tournament_json(one) | {"leaderboard": board}
    if may(ask.person.role, "see-casino"):
        money_of = events.revenue(one)
        said |= {
            "fees": money_of["fees"],
            "prizes_paid": money_of["prizes"],
            "revenue": money_of["revenue"],
        }
    return said


def _tournament(found: dict[int, events.Tournament], number: int) -> events.Tournament:
    if number not in found:
        raise RequestRefused(404, "no-such-tournament", f"there is no tournament {number}")
    return found[number]


def open_tournament(ask: Ask) -> Any:
    """8.6: a tournament whose notice was given in time."""
    asked: NewTournament = ask.body
    try:
        plan = parse_plan(tomllib.loads(asked.plan))
        noticed = read_time(asked.noticed)
    except tomllib.TOMLDecodeError as error:
        raise RequestRefused(422, "bad-field", f"plan: not TOML: {error}"[:200]) from None
    except PitbossError as error:
        raise RequestRefused(422, "bad-field", str(error)[:200]) from None
    return ask.house.do(events.OpenTournament(plan=plan, noticed=noticed, **_who(ask, "")))


def _event(ask: Ask) -> dict[str, Any]:
    return {"number": ask.number("tournament"), **_who(ask, "")}


def enter_tournament(ask: Ask) -> Any:
    """A patron enters: the fee is paid, and a badge gets chips."""
    with ask.house.db.read() as reading:
        patron = find_patron(reading, ask.body.patron.lower())
    return ask.house.do(events.Enter(patron=patron, **_event(ask)))


def draw_seats(ask: Ask) -> Any:
    """The next round: tables are opened, seats are given by lot."""
    return ask.house.do(events.DrawSeats(by_hand=ask.body.by_hand, **_event(ask)))


def end_round(ask: Ask) -> Any:
    """A round ends: its tables are closed, and those with the fewest chips are out."""
    with ask.house.db.read() as reading:
        one = _tournament(events.tournaments(reading), ask.number("tournament"))
    tables = tuple(sorted({table for _, table, _ in one.drawn}))
    return ask.house.do(events.EndRound(tables_of_round=tables, **_event(ask)))


def award(ask: Ask) -> Any:
    """The prizes, by the chips of the last round."""
    return ask.house.do(events.Award(**_event(ask)))
