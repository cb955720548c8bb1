"""The books: what binds the shoes of a table, for everybody; the chain and the ledger, for those
who audit them."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import api, words
from pitboss.server.acts import movement_for_the_role, period_of
from pitboss.server.files import as_csv
from pitboss.server.pages import PageAsk, add, render
from pitboss.server.problems import RequestRefused
from pitboss.store import books as kept
from pitboss.store.roles import may, need

ROWS_A_PAGE = 100
# All postings are looked through for those of an account.
COST_OF_A_STATEMENT = 100.0
# Beside today, so many days are shown where none are asked for.
DAYS_SHOWN = 30
# The kinds of rows that move money, as a statement is filtered by them.
MOVING = ("entry", "end", "deposit", "fill", "credit", "buy-in", "count", "inventory",
          "complimentary", "entrant", "prize")  # fmt: skip


def install(app: FastAPI) -> None:
    add(app, "GET", "/books", books)
    add(app, "GET", "/books/house", house_journal)
    add(app, "GET", "/books/accounts/{account}", statement)
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
    return render(
        ask,
        "shoes.html",
        title=f"Shoes of {live.opened.name}",
        shoes=found,
        live=live,
        before=before,
    )


def house_journal(ask: PageAsk) -> Response:
    """What was done beside the tables, when and by whom: accounts, sign-ins, the cage."""
    need(ask.person.role, "see-journals")
    with ask.house.db.read() as reading:
        n, mark = kept.house_head(reading)
        before = ask.query_number("before", n)
        rows = kept.house_rows(reading, before, ROWS_A_PAGE)
        names = kept.names_of(reading)
    earlier = rows[-1].what["seq"] if rows and rows[-1].what["seq"] else 0
    return render(
        ask,
        "journal.html",
        title="The house's journal",
        rows=rows,
        names=names,
        n=n,
        mark=mark,
        earlier=earlier,
        later=before < n,
    )


def statement(ask: PageAsk) -> Response:
    """What moved at an account, for those who may read the ledger; `?as=csv` is a file."""
    need(ask.person.role, "see-ledger")
    account = ask.number("account")
    ask.spend(COST_OF_A_STATEMENT)
    period = period_of(ask, DAYS_SHOWN)
    table, kind = ask.query("table") or "", ask.query("kind") or ""
    kind = kind if kind in MOVING else ""
    chosen = ask.query_number("table", 0) if table else 0
    with ask.house.db.read() as reading:
        names = kept.names_of(reading)
        if account not in names or not account:
            raise RequestRefused(404, "no-such-account", f"there is no account {account}")
        moved = kept.statement(reading, account, period, table=chosen, kind=kind)
    moved = [movement_for_the_role(ask, one) for one in moved]
    if len(moved) > kept.MOVEMENTS_AT_ONCE:
        raise RequestRefused(
            422,
            "too-many",
            f"more than {kept.MOVEMENTS_AT_ONCE} postings: choose fewer days or a table",
        )
    if ask.query("as") == "csv":
        return _as_csv(account, moved, names)
    asked = {
        "from": period.first.isoformat(),
        "to": period.last.isoformat(),
        "table": table,
        "kind": kind,
    }
    return render(
        ask,
        "statement.html",
        title=f"Account {account}",
        moved=moved,
        names=names,
        account=account,
        balance=ask.house.balance(account),
        asked=asked,
        total=sum(one.cents for one in moved),
        kinds=MOVING,
    )


def _as_csv(account: int, moved: list[kept.Movement], names: dict[int, str]) -> Response:
    head = ["time", "table", "round", "row", "by", "kind", "what", "cents", "terminal"]
    rows = (
        [
            words.when(one.at),
            one.table,
            one.round,
            one.seq,
            names.get(one.by, str(one.by)),
            one.kind,
            one.what,
            one.cents,
            one.terminal,
        ]
        for one in moved
    )
    return as_csv(f"account-{account}.csv", head, rows)
