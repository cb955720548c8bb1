"""The casino's pages: the money of a gaming day with its shift reports, the gaming day, the
hold desk, and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import api, casino, words
from pitboss.server.files import as_csv, dollars_cell
from pitboss.server.pages import PageAsk, add, go, read_whole, refused_in, render
from pitboss.server.problems import Problem, RequestRefused
from pitboss.store.approving import MONEY
from pitboss.store.books import names_of
from pitboss.store.casino.book import days
from pitboss.store.roles import may, need

MONEY_COLUMNS = (
    "opening", "fills", "credits", "drop", "complimentaries", "box_over", "tray_over", "closing",
    "win",
)  # fmt: skip


def install(app: FastAPI) -> None:
    add(app, "GET", "/casino", money_page)
    for name in ("shift", "fill", "credit", "buy-in", "tray", "box", "form"):
        add(app, "POST", f"/casino/{name}", _does(name))
    add(app, "POST", "/casino/approvals/{approval}", answer)
    add(app, "GET", "/casino/hold", hold_page)
    add(app, "GET", "/tournaments", tournaments_page)
    add(app, "POST", "/tournaments", open_tournament)
    add(app, "GET", "/tournaments/{tournament}", tournament_page)
    for name in ("entries", "rounds", "end", "prizes"):
        add(app, "POST", f"/tournaments/{{tournament}}/{name}", _at_the_tournament(name))
    add(app, "GET", "/casino/day", day_page)
    add(app, "POST", "/casino/day", see_to)


# -- money ----------------------------------------------------------------------------------------


def money_page(ask: PageAsk) -> Response:
    need(ask.person.role, "see-casino")
    if ask.query("as") == "csv":
        return _money_file(ask)
    return _money(ask, None, None)


def _money_file(ask: PageAsk) -> Response:
    said = ask.call(casino.report)
    rows = [
        [
            said["day"],
            shift["shift"],
            line["table"],
            line["pit"],
            line["game"],
            *(dollars_cell(line[name]) for name in MONEY_COLUMNS),
        ]
        for shift in said["shifts"]
        for line in shift["tables"]
    ]
    head = ["day", "shift", "table", "pit", "game", *MONEY_COLUMNS]
    return as_csv(f"casino-{said['day']}.csv", head, rows)


def _money(ask: PageAsk, said: Any, found: Problem | None) -> Response:
    query = {"day": ask.query("day") or ask.field("day")}
    shown = ask.call(casino.report, query={name: day for name, day in query.items() if day})
    with ask.house.db.read() as reading:
        known = days(reading)
    role = ask.person.role
    waiting = [
        one
        for one in ask.call(api.approvals)["approvals"]
        if one.status == "pending" and one.what in MONEY
    ]
    wanted = ask.query("shift")
    chosen = next((one for one in shown["shifts"] if str(one["shift"]) == wanted), None)
    with ask.house.db.read() as reading:
        names = names_of(reading)
    return render(
        ask,
        "casino.html",
        422 if found is not None else 200,
        title="The casino",
        shown=shown,
        days=known,
        said=said,
        problem=found,
        approvals=waiting,
        acts=may(role, "supervise"),
        deals=may(role, "deal"),
        chosen=chosen,
        names=names,
        tables=ask.house.floor_lines(),
        agrees={what: may(role, who) for what, (who, _) in MONEY.items()},
    )


def _cents(ask: PageAsk) -> int:
    return words.read_amount(ask.field("amount"))


def _does(name: str) -> Callable[[PageAsk], Response]:
    """A form of the page, and the page again with what came of it."""

    def work(ask: PageAsk) -> Any:
        note = ask.field("note")
        if name == "shift":
            return ask.call(casino.begin_shift, casino.ShiftAsked(0, note), needs="supervise")
        table = read_whole(ask.field("table"))
        if table is None:
            raise RequestRefused(422, "bad-field", "table: expected its number")
        ask.request.path_params["table"] = str(table)
        if name == "buy-in":
            body: Any = casino.Currency(ask.field("patron"), _cents(ask), note)
            return ask.call(casino.buy_in, body, needs="deal")
        if name == "form":
            number = read_whole(ask.field("round")) or 0
            body = casino.Form(number, ask.field("seat"), ask.field("prepared"), note)
            return ask.call(casino.give_vigorish, body, needs="supervise")
        if name in ("tray", "box"):
            body = casino.Counted(name, _cents(ask), note)
            return ask.call(casino.count, body, needs="supervise")
        body = casino.Chips(_cents(ask), note, bool(ask.field("opening")))
        does = casino.fill if name == "fill" else casino.credit
        return ask.call(does, body, needs="supervise")

    def page(ask: PageAsk) -> Response:
        need(ask.person.role, "see-casino")
        said, found = refused_in(ask, lambda: work(ask))
        return _money(ask, None if said is None else {"did": name} | said, found)

    return page


def answer(ask: PageAsk) -> Response:
    need(ask.person.role, "see-casino")
    body = api.Answering(bool(ask.field("agreed")))
    said, found = refused_in(ask, lambda: ask.call(api.answer_approval, body))
    return _money(ask, None if said is None else {"did": "answer"} | said, found)


def day_page(ask: PageAsk) -> Response:
    return _day(ask, None, None)


def _day(ask: PageAsk, said: Any, found: Problem | None) -> Response:
    shown = ask.call(casino.gaming_day, needs="see-casino")
    return render(
        ask,
        "casino_day.html",
        422 if found is not None else 200,
        title="The gaming day",
        shown=shown,
        said=said,
        problem=found,
        acts=may(ask.person.role, "supervise"),
    )


def see_to(ask: PageAsk) -> Response:
    def work() -> Any:
        ask.request.path_params["table"] = str(read_whole(ask.field("table")) or 0)
        body = casino.Seen(ask.field("what"), bool(ask.field("tampered")), ask.field("note"))
        return ask.call(casino.see_to, body, needs="supervise")

    said, found = refused_in(ask, work)
    return _day(ask, said, found)


def hold_page(ask: PageAsk) -> Response:
    """What each table should have won, and what it won; `?as=csv` is a file."""
    said = ask.call(casino.hold, needs="see-casino")
    if ask.query("as") == "csv":
        head = ["day", "table", "pit", "game", "rounds", "wagered", "without edge", "theoretical",
                "actual", "from", "to", "outside"]  # fmt: skip
        rows = [
            [
                said["day"],
                one["table"],
                one["pit"],
                one["game"],
                one["rounds"],
                dollars_cell(one["wagered"]),
                dollars_cell(one["unpriced"]),
                dollars_cell(one["theoretical"]["cents"]),
                dollars_cell(one["actual"]),
                *(map(dollars_cell, one["band"]) if one["band"] else ("", "")),
                "outside" if one["outside"] else "",
            ]
            for one in said["tables"]
        ]
        return as_csv(f"hold-{said['day']}.csv", head, rows)
    chosen = next((one for one in said["tables"] if str(one["table"]) == ask.query("table")), None)
    return render(ask, "casino_hold.html", title="The hold desk", said=said, chosen=chosen)


# -- tournaments ----------------------------------------------------------------------------------


def tournaments_page(ask: PageAsk) -> Response:
    return _tournaments(ask, None)


def _tournaments(ask: PageAsk, found: Problem | None) -> Response:
    said = ask.call(casino.tournaments)["tournaments"]
    return render(
        ask,
        "tournaments.html",
        422 if found is not None else 200,
        title="Tournaments",
        tournaments=said,
        problem=found,
        fields=ask.form,
        acts=may(ask.person.role, "manage-tables"),
    )


def open_tournament(ask: PageAsk) -> Response:
    body = casino.NewTournament(ask.form.get("plan", ""), ask.field("noticed").replace("T", " "))
    said, found = refused_in(
        ask, lambda: ask.call(casino.open_tournament, body, needs="manage-tables")
    )
    return (
        _tournaments(ask, found) if said is None else go(ask, f"/tournaments/{said['tournament']}")
    )


def tournament_page(ask: PageAsk) -> Response:
    return _tournament(ask, None)


def _tournament(ask: PageAsk, found: Problem | None) -> Response:
    said = ask.call(casino.one_tournament)
    return render(
        ask,
        "tournament.html",
        422 if found is not None else 200,
        title=said["name"],
        said=said,
        problem=found,
        acts=may(ask.person.role, "supervise"),
    )


def _at_the_tournament(name: str) -> Callable[[PageAsk], Response]:
    def work(ask: PageAsk) -> Any:
        match name:
            case "entries":
                body: Any = casino.Entry(ask.field("patron"))
                return ask.call(casino.enter_tournament, body, needs="supervise")
            case "rounds":
                body = casino.Drawing(not ask.field("automatic"))
                return ask.call(casino.draw_seats, body, needs="supervise")
            case "end":
                return ask.call(casino.end_round, needs="supervise")
            case _:
                return ask.call(casino.award, needs="supervise")

    def page(ask: PageAsk) -> Response:
        said, found = refused_in(ask, lambda: work(ask))
        if said is None:
            return _tournament(ask, found)
        return go(ask, f"/tournaments/{ask.number('tournament')}")

    return page
