"""The pages of the dealer school: tables to train at, the trainee's own record, and the report of
the instructor."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss import registry
from pitboss.server import school, words
from pitboss.server.acts import period_of
from pitboss.server.files import as_csv
from pitboss.server.pages import PageAsk, add, go, read_whole, refused_in, render
from pitboss.server.problems import Problem
from pitboss.store.roles import may, need
from pitboss.store.training import scored


def install(app: FastAPI) -> None:
    add(app, "GET", "/school", page)
    add(app, "POST", "/school/tables", open_table)
    add(app, "POST", "/school/tables/{table}/close", close_table)
    add(app, "GET", "/school/report", report)


def page(ask: PageAsk) -> Response:
    return _page(ask, None)


def _page(ask: PageAsk, found: Problem | None) -> Response:
    role = ask.person.role
    if not may(role, "instruct"):
        need(role, "train")
    tables = [
        live
        for live in ask.house.floor()
        if live.opened.training and (may(role, "instruct") or live.opened.by == ask.person.id)
    ]
    said = ask.call(school.report, query={} if may(role, "instruct") else None)
    return render(
        ask,
        "school.html",
        422 if found is not None else 200,
        title="The school",
        problem=found,
        tables=tables,
        said=said,
        games=games_of_school(),
        trains=may(role, "train"),
        instructs=may(role, "instruct"),
        fields=ask.form,
        most=school.GUESTS_MAX,
    )


def games_of_school() -> list[tuple[str, str]]:
    """The games that have a table, by key and title."""
    known = registry.keys()
    return [(key, registry.find(key).regulation.data.title) for key in known]


def open_table(ask: PageAsk) -> Response:
    guests = read_whole(ask.field("guests"))
    body = school.Training(
        ask.field("game"),
        2 if guests is None else guests,
        ask.field("guests_play") != "by hand",
        ask.field("day"),
    )
    said, found = refused_in(ask, lambda: ask.call(school.open_training, body, needs="train"))
    return _page(ask, found) if said is None else go(ask, f"/tables/{said['table']}")


def close_table(ask: PageAsk) -> Response:
    _, found = refused_in(ask, lambda: ask.call(school.close_training, needs="train"))
    return _page(ask, found) if found is not None else go(ask, "/school")


def report(ask: PageAsk) -> Response:
    """The report on trainees, by days, trainee and game; `?as=csv` is a file."""
    if ask.query("as") == "csv":
        return _file(ask)
    said = ask.call(school.report)
    period = period_of(ask, school.DAYS_SHOWN)
    asked = {
        "from": period.first.isoformat(),
        "to": period.last.isoformat(),
        "trainee": ask.query("trainee") or "",
        "game": ask.query("game") or "",
    }
    return render(
        ask,
        "school_report.html",
        title="Report on trainees",
        said=said,
        asked=asked,
        games=games_of_school(),
        instructs=may(ask.person.role, "instruct"),
    )


def _file(ask: PageAsk) -> Response:
    found, names = school.read_record(ask)
    head = ["trainee", "game", "kind", "section", "steps", "right at once", "wrong", "hints",
            "seconds a step"]  # fmt: skip
    rows: list[list[Any]] = [
        [
            names.get(account, account),
            game,
            words.nice(kind),
            cite,
            score.steps,
            score.first,
            score.wrong,
            score.hints,
            score.seconds,
        ]
        for (account, game, kind, cite), score in scored(
            found, lambda one: (one.account, one.game, one.kind, one.cite)
        ).items()
    ]
    return as_csv("trainees.csv", head, rows)
