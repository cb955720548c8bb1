"""Notices (8.2, 8.3): change an option or a limit, see what notice that needs and when it takes
effect, and print the sign."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.casino.signs import ON_THE_SIGN
from pitboss.law.options import allowed
from pitboss.server import api, casino, words
from pitboss.server.pages import (
    PageAsk,
    add,
    converted,
    go,
    read_value,
    read_whole,
    refused_in,
    render,
)
from pitboss.server.problems import RequestRefused
from pitboss.store import notices as noticing
from pitboss.store.casino.rows import Terms
from pitboss.store.casino.wagering import SECTION, terms_of
from pitboss.store.live import Live
from pitboss.store.notices import NewNotice
from pitboss.store.roles import may

# Lines of the form for players who have no limits of their own yet.
BLANK_LINES = 2


def install(app: FastAPI) -> None:
    add(app, "GET", "/notices", overview)
    add(app, "GET", "/tables/{table}/notices", notices)
    add(app, "POST", "/tables/{table}/notices", give)
    add(app, "POST", "/tables/{table}/notices/{notice}/withdraw", withdraw)
    add(app, "GET", "/tables/{table}/sign", sign)
    add(app, "POST", "/tables/{table}/terms", set_terms)
    add(app, "GET", "/signs", signs)


def overview(ask: PageAsk) -> Response:
    known = ask.call(api.all_notices)["notices"] if may(ask.person.role, "see-notices") else []
    tables = {line["id"]: line for line in ask.house.floor_lines(closed=True)}
    return render(
        ask,
        "notices.html",
        title="Notices",
        notices=known,
        tables=tables,
        pending=[one for table in tables for one in pending_at(ask.house.table(table))],
    )


def pending_at(live: Live) -> list[dict[str, Any]]:
    """Returns the changes of this table whose time has not come, each in words."""
    found = []
    for change in live.pending:
        said = [
            f"{words.nice(name)}: {words.plain(value)}" for name, value in change.options.items()
        ]
        said += [
            f"{words.nice(kind) or 'wagers'}: {words.dollars(low)} to {words.dollars(high)}"
            for kind, (low, high) in change.limits.items()
            if live.table.limits.by_kind.get(kind) != (low, high)
        ]
        found.append(
            {
                "table": live.id,
                "notice": change.notice,
                "said": said,
                "effective_at": change.effective_at,
            }
        )
    return found


def options_of(live: Live) -> list[dict[str, Any]]:
    """Returns the licensee's options on the table's day, as fields of a form."""
    found = []
    law = live.rules.law
    for name, dated in live.game.regulation.options.items():
        entry = dated.at(live.day)
        if entry is None or name not in law.options:
            continue
        found.append(
            {
                "name": name,
                "label": entry.label or words.nice(name),
                "values": entry.values,
                "range": entry.range,
                "allowed": allowed(entry),
                "cite": law.cite(entry.cite),
                "basis": law.known(entry.cite, entry.basis).basis,
                "value": law.options[name],
                "notice": entry.notice,
                "may_be_off": False in entry.values,
                "group": words.section_title(live.game, law, law.cite(entry.cite))
                or "Other options",
            }
        )
    return found


def notices(ask: PageAsk) -> Response:
    return _page(ask, None, None, {})


def _page(
    ask: PageAsk, said: Any, found: Any, asked: dict[str, str], status: int = 200
) -> Response:
    live = ask.house.table(ask.number("table"))
    known = ask.call(api.table_notices)["notices"]
    return render(
        ask,
        "table_notices.html",
        status,
        title=f"Notices at {live.opened.name}",
        live=live,
        options=options_of(live),
        limits=live.table.limits.by_kind,
        wagers=live.rules.law.wagers,
        notices=known,
        said=said,
        problem=found,
        asked=asked,
        terms=ask.call(casino.table_terms),
        changes=may(ask.person.role, "manage-tables"),
        terms_cite=live.rules.law.cite(SECTION),
        blank=range(BLANK_LINES),
    )


def give(ask: PageAsk) -> Response:
    """Preview, or give notice: as the button says."""

    def work() -> Any:
        live = ask.house.table(ask.number("table"))
        body = converted(_change(ask, live), NewNotice)
        if ask.field("do") == "preview":
            return ask.call(api.preview_notice, body, needs="manage-tables")
        return ask.call(api.give_notice, body, needs="manage-tables")

    said, found = refused_in(ask, work)
    if found is None and ask.field("do") != "preview":
        return go(ask, f"/tables/{ask.number('table')}/notices#given")
    return _page(ask, said, found, ask.form, 422 if found is not None else 200)


def _change(ask: PageAsk, live: Live) -> dict[str, Any]:
    """Returns what the form changes against what is in force."""
    options = {}
    for option in options_of(live):
        text = ask.field(f"option.{option['name']}")
        if text and text.lower() != str(option["value"]).lower():
            options[option["name"]] = read_value(text, option["values"])
    limits = {}
    for kind in ("", *live.rules.law.wagers):
        low, high = ask.field(f"low.{kind}"), ask.field(f"high.{kind}")
        if low and high:
            pair = (words.read_amount(low), words.read_amount(high))
            if live.table.limits.by_kind.get(kind) != pair:
                limits[kind] = pair
    body: dict[str, Any] = {"options": options, "limits": limits}
    if ask.field("approved"):
        body["approved"] = True
    minutes = read_whole(ask.field("minutes"))
    if minutes is not None:
        body["effective_at"] = ask.house.clock() + minutes * 60_000
    return body


def withdraw(ask: PageAsk) -> Response:
    _, found = refused_in(ask, lambda: ask.call(api.withdraw_notice, needs="manage-tables"))
    if found is not None:
        return _page(ask, None, found, {}, 422)
    return go(ask, f"/tables/{ask.number('table')}/notices")


def set_terms(ask: PageAsk) -> Response:
    """8.2: increments, and limits of single players, as the form has them."""

    def work() -> Any:
        live = ask.house.table(ask.number("table"))
        steps = {kind: ask.field(f"step.{kind}") for kind in ("", *live.rules.law.wagers)}
        players = {}
        for number in range(len(ask.form)):
            name = ask.field(f"player.{number}").lower()
            low, high = ask.field(f"least.{number}"), ask.field(f"most.{number}")
            if name and low and high:
                players[name] = (words.read_amount(low), words.read_amount(high))
            elif name and (low or high):
                raise RequestRefused(422, "bad-field", f"{name}: expected minimum and maximum")
        increments = {kind: words.read_amount(text) for kind, text in steps.items() if text}
        body = converted({"increments": increments, "players": players}, Terms)
        return ask.call(casino.set_terms, body, needs="manage-tables")

    said, found = refused_in(ask, work)
    if said is None:
        return _page(ask, None, found, ask.form, 422)
    return go(ask, f"/tables/{ask.number('table')}/notices#terms")


def sign(ask: PageAsk) -> Response:
    """The sign that hangs at the table: limits in force, every rule of which notice must be
    given, and every change whose time is set."""
    live = ask.house.table(ask.number("table"))
    return render(
        ask,
        "sign.html",
        title=f"Sign for {live.opened.name}",
        back=live.id,
        signs=[_sign_of(ask, live)],
    )


def signs(ask: PageAsk) -> Response:
    """The signs of all tables, each on a sheet of its own."""
    return render(
        ask,
        "sign.html",
        title="Signs of the floor",
        back=0,
        signs=[_sign_of(ask, live) for live in ask.house.floor() if not live.opened.training],
    )


def _sign_of(ask: PageAsk, live: Live) -> dict[str, Any]:
    with ask.house.db.read() as reading:
        known = noticing.list_notices(reading, live.id)
        terms = terms_of(reading).get(live.id, Terms())
    return {
        "live": live,
        "law": live.rules.law,
        "limits": live.table.limits.by_kind,
        "increments": terms.increments,
        "rules": [option for option in options_of(live) if option["notice"] in ON_THE_SIGN],
        "pending": [one for one in known if one.status == "pending"],
    }
