"""The pages of keno: the board for everybody, the patron's slip, the writer's terminal, the
supervisor's desk, results and reports. They ask the API, as all pages do."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from typing import Any

import segno
from fastapi import FastAPI
from starlette.responses import Response

from pitboss.analysis.exact.edges import exact_edges
from pitboss.server import keno, words
from pitboss.server.pages import PageAsk, add, go, read_whole, refused_in, render
from pitboss.server.problems import Problem, RequestRefused
from pitboss.store.keno.printing import claims_text, limit_text
from pitboss.store.keno.state import find_system
from pitboss.store.roles import may, need

AT = "/keno/{system}"
TYPES = ("straight", "split", "way", "combination", "king")


def install(app: FastAPI) -> None:
    add(app, "GET", "/keno", first_board)
    add(app, "GET", AT, board)
    add(app, "GET", f"{AT}/slip", slip)
    add(app, "POST", f"{AT}/slip", hand_in)
    add(app, "POST", f"{AT}/price", price)
    add(app, "GET", f"{AT}/results", results)
    add(app, "GET", f"{AT}/guide", guide)
    add(app, "GET", f"{AT}/write", terminal)
    for name in ("sell", "look", "void", "cancel", "claim", "drawer", "count"):
        add(app, "POST", f"{AT}/write/{name}", _at_the_terminal(name))
    add(app, "GET", f"{AT}/supervise", desk)
    for name in ("notice", "lock", "override", "key", "select", "failure", "authorise"):
        add(app, "POST", f"{AT}/supervise/{name}", _at_the_desk(name))
    add(app, "GET", f"{AT}/reports", reports)


def first_board(ask: PageAsk) -> Response:
    """The board of the first system; where there is none, who can open one."""
    listed = ask.call(keno.systems)["systems"]
    if listed:
        return go(ask, f"/keno/{listed[0]['system']}")
    return render(ask, "keno_none.html", title="Keno")


def board(ask: PageAsk) -> Response:
    """15.5(g): the numbers and the number of the game, for everybody."""
    name = "_keno_board.html" if ask.htmx else "keno_board.html"
    return render(ask, name, title="Keno", **_shown(ask))


def _shown(ask: PageAsk) -> dict[str, Any]:
    state = ask.call(keno.system_state)
    last = next((game for game in state["games"] if game["numbers"]), None)
    seconds = max(0, (state["open"]["closes"] - state["now"]) // 1000)
    return {
        "state": state,
        "last": last,
        "seconds": seconds,
        "drawn": set(last["numbers"] if last else ()),
    }


def results(ask: PageAsk) -> Response:
    """15.5(h): the winning numbers of past games."""
    state = ask.call(keno.system_state)
    listed = [game for game in ask.call(keno.games)["games"] if game["drawn_at"]]
    before = listed[-1]["game"] if listed and listed[-1]["game"] > 1 else 0
    return render(
        ask, "keno_results.html", title="Keno results", state=state, games=listed, before=before
    )


def guide(ask: PageAsk) -> Response:
    """How keno is played, and what every ticket of the rate card pays, with its exact chances."""
    state = ask.call(keno.system_state)
    with ask.house.db.read() as reading:
        system = find_system(reading, state["system"])
    options = {"rate_card": system.card}
    edges = exact_edges("keno", date.fromisoformat(system.day), options)
    rows = []
    for each in edges.wagers:
        figures = each.distribution.rows()
        rows.append(
            {
                "name": each.wager,
                "note": each.note,
                "edge": float(each.distribution.house_edge()),
                "rows": [row for row in figures if row["odds"]],
            }
        )
    return render(
        ask,
        "keno_guide.html",
        title="How to play keno",
        state=state,
        rules=system.rules,
        tables=rows,
        limit=limit_text(system.rules),
        claims=claims_text(system.rules.card.validity),
    )


# -- the patron -----------------------------------------------------------------------------------


def slip(ask: PageAsk) -> Response:
    return _slip(ask, ask.query("request") or "", None, None)


def _slip(ask: PageAsk, text: str, said: Any, found: Problem | None) -> Response:
    return render(
        ask,
        "keno_slip.html",
        422 if found is not None else 200,
        title="Keno slip",
        text=text,
        said=said,
        problem=found,
        types=TYPES,
        balance=ask.house.balance(ask.person.id),
        **_shown(ask),
    )


def hand_in(ask: PageAsk) -> Response:
    """15.4(a): the request is handed in."""
    text = ask.field("request")
    said, found = refused_in(ask, lambda: ask.call(keno.hand_in, keno.Slip(text), needs="sit"))
    return _slip(ask, text, said, found)


def price(ask: PageAsk) -> Response:
    """The price of a request as it changes, for the slip."""
    text = ask.field("request")
    said, found = refused_in(ask, lambda: ask.call(keno.price, keno.Slip(text)))
    return render(ask, "_keno_price.html", said=said, problem=found)


# -- the writer -----------------------------------------------------------------------------------


def terminal(ask: PageAsk) -> Response:
    need(ask.person.role, "keno-sell")
    return _terminal(ask, {}, None)


def _terminal(ask: PageAsk, said: dict[str, Any], found: Problem | None) -> Response:
    station = read_whole(ask.field("station") or ask.query("station") or "1") or 1
    if "code" in said:
        said = said | {"picture": picture(said["code"])}
    return render(
        ask,
        "keno_write.html",
        422 if found is not None else 200,
        title="Keno terminal",
        said=said,
        problem=found,
        station=station,
        slips=ask.call(keno.slips)["slips"],
        fields=ask.form,
        **_shown(ask),
    )


def picture(code: str) -> str:
    """The code of a ticket in a form that a scanner reads."""
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, scale=3, svgclass="qr", lineclass=None
    )
    return out.getvalue().decode()


def _cents(ask: PageAsk, name: str) -> int:
    return words.read_amount(ask.field(name) or "0.00")


def _whole(ask: PageAsk, name: str, default: int | None = None) -> int:
    """A field with a whole number. What is none is refused, and not taken for something else."""
    text = ask.field(name)
    found = default if not text else read_whole(text)
    if found is None:
        raise RequestRefused(422, "bad-field", f"{name}: expected a whole number")
    return found


def _at_the_terminal(name: str) -> Callable[[PageAsk], Response]:
    """What a writer does, and the terminal again with what came of it."""

    def work(ask: PageAsk) -> Any:
        station = _whole(ask, "station", 1)
        code, patron = ask.field("code"), ask.field("patron")
        match name:
            case "sell":
                body: Any = keno.Sale(
                    station, ask.field("request"), [], ask.field("repeat"), _whole(ask, "slip", 0)
                )
                return ask.call(keno.sell, body, needs="keno-sell")
            case "look":
                return ask.call(keno.look, keno.Presented(code, station))
            case "void":
                body = keno.Voiding(code, station, ask.field("reason"))
                return ask.call(keno.void, body, needs="keno-sell")
            case "cancel":
                return ask.call(keno.cancel, keno.Presented(code, station), needs="keno-sell")
            case "claim":
                body = keno.Claim(code, station, patron)
                return ask.call(keno.claim, body, needs="keno-sell")
            case "drawer":
                body = keno.Drawer(station, _cents(ask, "amount"))
                return ask.call(keno.open_drawer, body, needs="keno-sell")
            case _:
                body = keno.Drawer(station, _cents(ask, "amount"))
                return ask.call(keno.count_drawer, body, needs="keno-sell")

    def page(ask: PageAsk) -> Response:
        need(ask.person.role, "keno-sell")
        said, found = refused_in(ask, lambda: work(ask))
        return _terminal(ask, {} if said is None else {"did": name} | said, found)

    return page


# -- supervisor and inspector ---------------------------------------------------------------------


def desk(ask: PageAsk) -> Response:
    need(ask.person.role, "keno-key")
    return _desk(ask, {}, None)


def _desk(ask: PageAsk, said: dict[str, Any], found: Problem | None) -> Response:
    return render(
        ask,
        "keno_supervise.html",
        422 if found is not None else 200,
        title="Keno desk",
        said=said,
        problem=found,
        supervises=may(ask.person.role, "keno-supervise"),
        **_shown(ask),
    )


def _at_the_desk(name: str) -> Callable[[PageAsk], Response]:
    def work(ask: PageAsk) -> Any:
        reason = ask.field("reason")
        match name:
            case "notice":
                return ask.call(keno.closing_notice, keno.Nothing(), needs="keno-sell")
            case "lock":
                return ask.call(keno.lock_out, keno.Nothing(), needs="keno-supervise")
            case "override":
                body: Any = keno.Override(_whole(ask, "seconds"), reason)
                return ask.call(keno.override, body, needs="keno-supervise")
            case "key":
                body = keno.Key(ask.field("inside") == "in")
                return ask.call(keno.turn_key, body, needs="keno-key")
            case "select":
                return ask.call(keno.select, keno.Nothing(), needs="keno-supervise")
            case "failure":
                return ask.call(keno.failure, keno.Reason(reason), needs="keno-supervise")
            case _:
                body = keno.Presented(ask.field("code"))
                return ask.call(keno.authorise, body, needs="keno-supervise")

    def page(ask: PageAsk) -> Response:
        need(ask.person.role, "keno-key")
        said, found = refused_in(ask, lambda: work(ask))
        return _desk(ask, {} if said is None else {"did": name} | said, found)

    return page


def reports(ask: PageAsk) -> Response:
    """What was sold, won and owed, by game, work station and gaming day."""
    said = ask.call(keno.report, needs="keno-see")
    return render(
        ask, "keno_reports.html", title="Keno reports", said=said, state=ask.call(keno.system_state)
    )
