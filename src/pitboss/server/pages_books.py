"""The books: what binds the shoes of a table, for everybody; the chain and the ledger, for those
who audit them."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import api
from pitboss.server.pages import PageAsk, add, render
from pitboss.store.roles import may, need


def install(app: FastAPI) -> None:
    add(app, "GET", "/books", books)
    add(app, "GET", "/tables/{table}/shoes", shoes)


def books(ask: PageAsk) -> Response:
    """The ledger and where each chain stands; each part for who may read it."""
    role = ask.person.role
    chain = ask.call(api.anchors) if may(role, "see-journals") else None
    ledger = ask.call(api.ledger) if may(role, "see-ledger") else None
    if chain is None and ledger is None:
        need(role, "see-ledger")
    names = {line["id"]: line["name"] for line in ask.house.floor_lines(closed=True)}
    return render(ask, "books.html", title="The books", chain=chain, ledger=ledger, names=names)


def shoes(ask: PageAsk) -> Response:
    """The shoes of a table: what was committed to before the first card, what came of it."""
    said = ask.call(api.shoes)
    live = ask.house.table(said["table"])
    found = said["shoes"]
    before = found[-1].number if found and found[-1].number > 1 else 0
    return render(ask, "shoes.html", title=f"Shoes of {live.opened.name}", shoes=found, live=live,
                  before=before)  # fmt: skip
