"""The page of who did what, when and from which terminal; and the same as a file."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.money import format_dollars
from pitboss.server import words
from pitboss.server.acts import FILTERS, asked_for, for_the_role, look, page_of, read
from pitboss.server.files import as_csv, dollars_cell
from pitboss.server.pages import PageAsk, add, render
from pitboss.server.problems import RequestRefused
from pitboss.store.acts import Act, Asked
from pitboss.store.rows import THE_CASINO, THE_HOUSE

A_FILE_MAX = 100_000


def install(app: FastAPI) -> None:
    add(app, "GET", "/casino/entries", page)


def page(ask: PageAsk) -> Response:
    """The page; `?as=csv` is a file."""
    asked = asked_for(ask)
    if ask.query("as") == "csv":
        return _file(ask, asked)
    number = page_of(ask)
    found, names, more = read(ask, asked, number)
    lines = [(act, place_of(act), telling(act)) for act in found]
    kept = {name: ask.query(name) or "" for name in FILTERS} | {
        "from": asked.period.first.isoformat(),
        "to": asked.period.last.isoformat(),
    }
    return render(
        ask,
        "acts.html",
        title="Who did what",
        lines=lines,
        names=names,
        number=number,
        more=more,
        asked=kept,
        whole=not asked.chains,
    )


def _file(ask: PageAsk, asked: Asked) -> Response:
    found, names = look(ask, asked, A_FILE_MAX + 1)
    if len(found) > A_FILE_MAX:
        raise RequestRefused(
            422, "too-many", f"more than {A_FILE_MAX} rows: choose fewer days, a person or a table"
        )
    head = ["time", "where", "row", "what", "of which", "amount", "by", "about", "second",
            "terminal"]  # fmt: skip
    rows = [
        [
            words.when(act.at),
            place_of(act),
            f"{act.round}/{act.seq}",
            words.nice(act.kind),
            telling(act),
            dollars_cell(act.cents) if act.cents else "",
            names.get(act.by, act.by),
            *(names.get(one, one) if one else "" for one in (act.account, act.second)),
            act.terminal,
        ]
        for act in (for_the_role(ask, act) for act in found)
    ]
    return as_csv(f"acts-{asked.period.first}-{asked.period.last}.csv", head, rows)


def place_of(act: Act) -> str:
    """Where it was done."""
    if act.table > 0:
        return f"table {act.table}, round {act.round}" if act.round else f"table {act.table}"
    if act.table == THE_HOUSE:
        return "the house"
    return "the casino" if act.table == THE_CASINO else "keno"


def telling(act: Act) -> str:
    """What a row says, in a line."""
    plain = ("entry", "note", "reason", "what", "act")
    parts = [
        _shown(name, value) if name in plain else f"{words.nice(name)} {_shown(name, value)}"
        for name, value in act.what.items()
    ]
    return "; ".join(parts)


def _shown(name: str, value: Any) -> str:
    if name == "effective_at":
        return words.when(value)
    if name == "seats":
        # An occupant is its account, its name, how it is there, and more.
        return ", ".join(
            f"{seat} {who[1]}" + ("" if who[2:3] in ([], ["seated"]) else f" ({who[2]})")
            for seat, who in value.items()
        )
    if isinstance(value, dict):
        return ", ".join(f"{words.nice(k)} {_shown(k, v)}".strip() for k, v in value.items() if v)
    if isinstance(value, list):
        amounts = len(value) == 2 and all(isinstance(one, int) for one in value)
        return (" to " if amounts else ", ").join(
            format_dollars(one) if amounts else str(one) for one in value
        )
    if name in ("entry", "note", "reason", "name"):
        return str(value)
    return words.plain(value)
