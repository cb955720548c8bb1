"""The books: what binds the shoes of a table, for everybody; the chain and the ledger, for those
who audit them."""

from __future__ import annotations

import csv
import io

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import api, words
from pitboss.server.pages import PageAsk, add, render
from pitboss.server.problems import RequestRefused
from pitboss.store import books as kept
from pitboss.store.roles import may, need

ROWS_A_PAGE = 100
# All postings are looked through for those of an account.
COST_OF_A_STATEMENT = 100.0


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
    return render(ask, "shoes.html", title=f"Shoes of {live.opened.name}", shoes=found, live=live,
                  before=before)  # fmt: skip


def house_journal(ask: PageAsk) -> Response:
    """What was done beside the tables, when and by whom: accounts, sign-ins, the cage."""
    need(ask.person.role, "see-journals")
    with ask.house.db.read() as reading:
        n, mark = kept.house_head(reading)
        before = ask.query_number("before", n)
        rows = kept.house_rows(reading, before, ROWS_A_PAGE)
        names = kept.names_of(reading)
    earlier = rows[-1].what["seq"] if rows and rows[-1].what["seq"] else 0
    return render(ask, "journal.html", title="The house's journal", rows=rows, names=names, n=n,
                  mark=mark, earlier=earlier, later=before < n)  # fmt: skip


def statement(ask: PageAsk) -> Response:
    """What moved at an account, for those who may read the ledger; `?as=csv` is a file."""
    need(ask.person.role, "see-ledger")
    account = ask.number("account")
    ask.spend(COST_OF_A_STATEMENT)
    with ask.house.db.read() as reading:
        names = kept.names_of(reading)
        if account not in names or not account:
            raise RequestRefused(404, "no-such-account", f"there is no account {account}")
        moved = kept.statement(reading, account)
    if ask.query("as") == "csv":
        return _as_csv(account, moved, names)
    return render(ask, "statement.html", title=f"Account {account}", moved=moved, names=names,
                  account=account, balance=ask.house.balance(account))  # fmt: skip


def _as_csv(account: int, moved: list[kept.Movement], names: dict[int, str]) -> Response:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["time", "table", "round", "row", "by", "kind", "what", "cents"])
    for one in moved:
        by = names.get(one.by, str(one.by))
        rows.writerow([words.when(one.at), one.table, one.round, one.seq, by, one.kind,
                       one.what.lstrip("=+-@"), one.cents])  # fmt: skip
    name = f"account-{account}.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)
