"""The poker room: what is played and for how much, waiting lists, seats that are offered, and the
jackpots that are displayed (14.18, 14.19)."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import room
from pitboss.server.pages import PageAsk, add, go, refused_in, render
from pitboss.server.pages_table import show_after
from pitboss.server.problems import Problem
from pitboss.store.waiting import sort_of


def install(app: FastAPI) -> None:
    add(app, "GET", "/room", lists)
    add(app, "POST", "/room/on", put_on)
    add(app, "POST", "/room/off", take_off)
    add(app, "POST", "/tables/{table}/move", change_seat)
    add(app, "POST", "/tables/{table}/break", break_table)


def lists(ask: PageAsk) -> Response:
    return _page(ask, None)


def _page(ask: PageAsk, found: Problem | None, status: int = 200) -> Response:
    said = ask.call(room.waiting_lists)
    name = "_room.html" if ask.htmx and found is None else "room.html"
    return render(
        ask,
        name,
        status,
        title="Poker room",
        lists=said["lists"],
        now=said["now"],
        jackpots=_jackpots(ask),
        problem=found,
    )


def _jackpots(ask: PageAsk) -> list[dict[str, Any]]:
    """14.19(b): the current amount of every fund, with the tables that feed it."""
    funds: dict[int, dict[str, Any]] = {}
    for live in ask.house.floor():
        kind = live.rules.law.options.get("jackpot", "none") if sort_of(live) else "none"
        if kind != "none":
            account = live.accounts.jackpot
            shown = {
                "kind": kind,
                "hand": live.rules.law.options["jackpot_hand"],
                "tables": [],
                "cents": ask.house.balance(account),
            }
            funds.setdefault(account, shown)["tables"].append((live.id, live.opened.name))
    return list(funds.values())


def put_on(ask: PageAsk) -> Response:
    body = room.Listed(ask.field("sort"))
    return _after(ask, refused_in(ask, lambda: ask.call(room.put_on, body, needs="sit"))[1])


def take_off(ask: PageAsk) -> Response:
    query = {"sort": ask.field("sort")}
    found = refused_in(ask, lambda: ask.call(room.take_off, needs="sit", query=query))[1]
    return _after(ask, found)


def _after(ask: PageAsk, found: Problem | None) -> Response:
    return go(ask, "/room") if found is None else _page(ask, found, 422)


def change_seat(ask: PageAsk) -> Response:
    body = room.Moving(ask.field("seat"))
    return show_after(ask, *refused_in(ask, lambda: ask.call(room.change_seat, body, needs="sit")))


def break_table(ask: PageAsk) -> Response:
    body = room.Breaking(ask.field("reason"))
    done = refused_in(ask, lambda: ask.call(room.break_table, body, needs="manage-tables"))
    return show_after(ask, *done)
