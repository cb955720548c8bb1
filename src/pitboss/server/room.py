"""A room with table stakes over HTTP: waiting lists (14.18), seats that are changed, tables that
break."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.games.poker.room import why_not_announced
from pitboss.server.api import printable, seat_number
from pitboss.server.bridge import Api, Ask
from pitboss.server.view import floor_line
from pitboss.store.live import Live
from pitboss.store.seating import BreakTable, ChangeSeat, PutOnList, TakeOffList
from pitboss.store.waiting import Request, all_requests, by_the_text, free_seats, sort_of


def add_routes(api: Api) -> None:
    add = api.add
    add("GET", "/api/waiting", waiting_lists)
    add("POST", "/api/waiting", put_on, body=Listed, keyed=True, status=201, needs="sit")
    add("DELETE", "/api/waiting", take_off, keyed=True, needs="sit", query={"sort": "string"})
    add("POST", "/api/tables/{table}/move", change_seat, body=Moving, keyed=True, needs="sit")
    add(
        "POST",
        "/api/tables/{table}/break",
        break_table,
        body=Breaking,
        keyed=True,
        needs="manage-tables",
    )


class Listed(msgspec.Struct, forbid_unknown_fields=True):
    """`sort` is what is played and for how much, such as `hold-em, no limit 1.00/2.00`."""

    sort: str


class Moving(msgspec.Struct, forbid_unknown_fields=True):
    """`seat` is such as p3; without it the first that is free is taken."""

    seat: str = ""


class Breaking(msgspec.Struct, forbid_unknown_fields=True):
    reason: str = ""


def waiting_lists(ask: Ask) -> Any:
    """The lists: for each sort of table how many wait, the caller's place, and the seat that is
    offered to the caller. Only vacancies for which somebody is listed are announced (14.18)."""
    house = ask.house
    with house.db.read() as reading:
        requests = all_requests(reading)
    sorts: dict[str, list[Live]] = {}
    for live in house.floor():
        if sort_of(live) and not live.breaking:
            sorts.setdefault(sort_of(live), []).append(live)
    for request in requests:
        sorts.setdefault(request.sort, [])
    now = house.clock()
    return {
        "now": now,
        "lists": [_list(sort, lives, requests, ask.person.id) for sort, lives in sorts.items()],
    }


def _list(sort: str, lives: list[Live], requests: list[Request], account: int) -> dict[str, Any]:
    waiting = [each for each in requests if each.sort == sort]
    own = next((at for at, each in enumerate(waiting) if each.account == account), None)
    # 14.18: only a vacancy for which somebody is on the list.
    announced = why_not_announced(by_the_text(waiting), sort) is None
    offer = None
    if own is not None and waiting[own].table:
        offer = {"table": waiting[own].table, "until": waiting[own].until}
    return {
        "sort": sort,
        "tables": [floor_line(live) for live in lives],
        "waiting": len(waiting),
        "vacancies": sum(map(free_seats, lives)) if announced else None,
        "place": None if own is None else own + 1,
        "offer": offer,
    }


def put_on(ask: Ask) -> Any:
    """Ask for a seat at a sort of table."""
    sorts = {sort_of(live) for live in ask.house.floor() if not live.breaking} - {""}
    job = PutOnList(ask.person.id, ask.body.sort, tuple(sorted(sorts)), **ask.once())
    return ask.house.do(job)


def take_off(ask: Ask) -> Any:
    """Wait no longer, or let an offered seat go."""
    return ask.house.do(TakeOffList(ask.person.id, ask.query("sort") or "", **ask.once()))


def change_seat(ask: Ask) -> Any:
    """Take another seat of the table, with the chips, between two rounds."""
    seat = seat_number(ask.body.seat)
    return ask.house.do(ChangeSeat(ask.number("table"), ask.person.id, seat, **ask.once()))


def break_table(ask: Ask) -> Any:
    """Give a table up: the round is played to its end, everybody gets their chips back
    (floorperson up)."""
    reason = printable(ask.body.reason)
    job = BreakTable(ask.number("table"), ask.person.id, reason, **ask.once())
    return ask.house.do(job)
