"""Who did what, when and from which terminal, over HTTP: what was done at the tables, in the house
(accounts, sign-ins, the cage), above the tables and at keno."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import msgspec

from pitboss.server.bridge import Api, Ask
from pitboss.server.problems import RequestRefused
from pitboss.store.acts import Act, Asked, acts
from pitboss.store.books import Movement, names_of
from pitboss.store.period import Period
from pitboss.store.roles import may, need
from pitboss.store.rows import THE_CASINO

A_PAGE = 200
DAYS_MAX = 400
# The rows of whole days are looked through.
COST_OF_A_LOOK, COST_OF_A_ROW = 30.0, 0.01
PAGES_MAX = 500
# A day before or after these is nobody's gaming day.
YEARS = range(1971, 9999)
FILTERS = ("from", "to", "day", "person", "table", "house", "page")
A_WAGER = re.compile(r"p[0-9]+ wager ")
NOT_SHOWN = "not shown: what is entered at a table may name cards"


def add_routes(api: Api) -> None:
    api.add("GET", "/api/acts", listed, query=dict.fromkeys(FILTERS, "string"))


def listed(ask: Ask) -> Any:
    """Who did what, the latest first: from one gaming day to another, of a person, at a table."""
    asked = asked_for(ask)
    number = page_of(ask)
    found, names, more = read(ask, asked, number)
    return {
        "from": asked.period.first,
        "to": asked.period.last,
        "page": number,
        "more": more,
        "acts": [_as_json(act, names) for act in found],
    }


def page_of(ask: Ask) -> int:
    return max(ask.query_number("page", 1, at_most=PAGES_MAX), 1)


def _as_json(act: Act, names: dict[int, str]) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.to_builtins(act)
    return said | {
        f"{field}_name": names.get(number, f"account {number}") if number or field == "by" else ""
        for field, number in (("by", act.by), ("account", act.account), ("second", act.second))
    }


def read(ask: Ask, asked: Asked, number: int) -> tuple[list[Act], dict[int, str], bool]:
    """The acts of a page, the names in them, and whether there are earlier ones."""
    most = number * A_PAGE
    found, names = look(ask, asked, most + 1)
    shown = [for_the_role(ask, act) for act in found[most - A_PAGE : most]]
    return shown, names, len(found) > most


def look(ask: Ask, asked: Asked, most: int) -> tuple[list[Act], dict[int, str]]:
    """At most so many acts, and the names in them. What it costs depends on how many they are."""
    ask.spend(COST_OF_A_LOOK)
    with ask.house.db.read() as reading:
        found = acts(reading, asked, most)
        names = names_of(reading)
    ask.spend(len(found) * COST_OF_A_ROW)
    return found, names


def asked_for(ask: Ask) -> Asked:
    """Which acts are asked for. Whoever reads only the casino's reports sees its chain alone."""
    role = ask.person.role
    whole = may(role, "see-journals") or may(role, "see-ledger")
    if not whole:
        need(role, "see-casino")
    return Asked(
        period=period_of(ask),
        person=_person(ask),
        table=ask.query_number("table", 0) if ask.query("table") else 0,
        chains=() if whole else (THE_CASINO,),
        house=bool(ask.query("house")),
    )


def period_of(ask: Ask, days: int = 0) -> Period:
    """The gaming days of the query; without one, today and so many days before it."""
    today = ask.house.writer.day_of(ask.house.clock())
    first, last = _day(ask, "from"), _day(ask, "to")
    last = last or max(first or today, today)
    first = first or min(last, today) - timedelta(days=days)
    if not timedelta() <= last - first <= timedelta(days=DAYS_MAX):
        raise RequestRefused(
            422, "bad-day", f"expected from a day to the same or a later one, {DAYS_MAX} at most"
        )
    return Period(first, last)


def _day(ask: Ask, name: str) -> date | None:
    text = ask.query(name) or ask.query("day")
    if not text:
        return None
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.year in YEARS:
            return day
    raise RequestRefused(422, "bad-day", f"{name}: expected such as 2026-11-18")


def _person(ask: Ask) -> int:
    wanted = (ask.query("person") or "").strip().lower()
    if not wanted or (wanted.isascii() and wanted.isdigit() and len(wanted) < 16):
        return int(wanted or 0)
    with ask.house.db.read() as reading:
        names = names_of(reading)
    found = next((number for number, name in names.items() if name == wanted), 0)
    if not found:
        raise RequestRefused(404, "no-such-account", f"there is no account {wanted[:40]!r}")
    return found


def for_the_role(ask: Ask, act: Act) -> Act:
    """What is entered at a table may name a card that not everybody sees: it is told to those who
    read the chains."""
    if _may_read(ask, act):
        return act
    return msgspec.structs.replace(act, what={"entry": NOT_SHOWN})


def movement_for_the_role(ask: Ask, moved: Movement) -> Movement:
    """The same of what moved at an account. A wager names no card; that which loses it may."""
    if _may_read(ask, moved) or A_WAGER.match(moved.what):
        return moved
    return msgspec.structs.replace(moved, what=NOT_SHOWN)


def _may_read(ask: Ask, row: Act | Movement) -> bool:
    return row.table <= 0 or row.kind != "entry" or may(ask.person.role, "see-journals")
