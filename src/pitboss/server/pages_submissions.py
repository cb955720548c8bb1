"""The page of the submissions from which the floor was run, and of what differs between two."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import submissions
from pitboss.server.pages import PageAsk, add, render


def install(app: FastAPI) -> None:
    add(app, "GET", "/casino/submissions", page)


def page(ask: PageAsk) -> Response:
    known = ask.call(submissions.listed, needs="see-casino")["submissions"]
    old, new = ask.query("old"), ask.query("new")
    said = None
    if old and new:
        ask.request.path_params["submission"] = new
        said = ask.call(submissions.changes, needs="see-casino", query={"from": old})
    return render(
        ask,
        "casino_submissions.html",
        title="Submissions",
        known=known,
        said=said,
        old=old or "",
        new=new or "",
    )
