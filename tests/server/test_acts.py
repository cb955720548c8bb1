"""Who did what, when and from which terminal, over all chains; and statements of the books."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from pitboss.server.doors import Doors
from pitboss.server.pages_acts import telling
from pitboss.store import acts as reading_acts
from pitboss.store.acts import Act, Asked, acts
from pitboss.store.period import Period
from pitboss.store.rows import Entered, decode
from pitboss.store.terminals import TERMINAL
from pitboss.store.writer import gaming_day, now_ms
from tests.server.test_keno_pages import form, signed_in


def lines_of(said: Any) -> list[dict[str, str]]:
    assert said.headers["content-type"].startswith("text/csv"), said.text
    return list(csv.DictReader(said.text.splitlines()))


def play(app: Any) -> int:
    """A patron wagers at an automatic table of roulette, and the table's number."""
    patron = signed_in(app, "patron")
    table = next(
        one["table"]
        for one in patron.get("/api/floor").json()["tables"]
        if one["game"] == "roulette"
    )
    form(patron, f"/tables/{table}", f"/tables/{table}/sit")
    session = patron.get("/api/session").json()
    seat = patron.get(f"/api/tables/{table}").json()["you"]["seat"]
    headers = {"idempotency-key": "one wager", "x-csrf-token": session["csrf"]}
    said = patron.post(
        f"/api/tables/{table}/entries", headers=headers, json={"entry": f"{seat} wager red 10.00"}
    )
    assert said.status_code == 200, said.text
    return int(table)


def test_every_act_has_its_time_person_and_terminal(app: Any) -> None:
    table = play(app)
    watch = signed_in(app, "surveillance")
    page = watch.get("/casino/entries?person=patron").text
    assert "wager red 10.00" in page
    assert "signed-in" in page or "signed in" in page
    rows = lines_of(watch.get(f"/casino/entries?as=csv&table={table}&person=patron"))
    assert [row for row in rows if "wager red 10.00" in row["of which"]]
    assert {row["terminal"] for row in rows} == {"testclient"}
    assert {row["by"] for row in rows} == {"patron"}
    both = lines_of(watch.get(f"/casino/entries?as=csv&table={table}&house=1"))
    assert len(both) > len(rows)
    said = watch.get(f"/api/acts?table={table}&person=patron").json()
    assert {act["terminal"] for act in said["acts"]} == {"testclient"}
    assert watch.get("/casino/entries?from=2001-01-01&to=2001-01-02").text.count("<td") == 1
    for wrong in ("from=soon", "from=2026-02-02&to=2026-02-01", "from=2001-01-01&to=2009-01-01"):
        assert watch.get(f"/casino/entries?{wrong}").status_code == 422
    assert watch.get("/casino/entries?person=nobody-of-that-name").status_code == 404


def test_cards_are_not_told_by_the_books(app: Any) -> None:
    table = play(app)
    books = signed_in(app, "admin2").get(f"/casino/entries?table={table}")
    assert books.status_code == 200
    assert "wager red" not in books.text
    assert "not shown" in books.text
    floor = signed_in(app, "floorperson").get(f"/casino/entries?table={table}").text
    assert "What was done above the tables" in floor
    assert "wager red" not in floor
    assert "not shown" not in floor


@pytest.mark.parametrize("role", ["patron", "dealer", "keno-writer"])
def test_it_is_not_for_everybody(app: Any, role: str) -> None:
    assert signed_in(app, role).get("/casino/entries").status_code == 403
    assert signed_in(app, role).get("/api/acts").status_code == 403


def test_a_statement_by_day_table_and_kind(app: Any) -> None:
    floor, books = signed_in(app, "floorperson"), signed_in(app, "regulator")
    form(floor, "/casino", "/casino/fill", table="2", amount="77")
    form(floor, "/casino", "/casino/credit", table="2", amount="7")
    accounts = books.get("/api/ledger").json()["accounts"]
    account = next(one["account"] for one in accounts if one["name"] == "table 2 inventory")
    where = f"/books/accounts/{account}"
    fills = lines_of(books.get(f"{where}?as=csv&kind=fill"))
    assert "7700" in [row["cents"] for row in fills]
    assert {row["kind"] for row in fills} == {"fill"}
    assert {row["terminal"] for row in fills} <= {"testclient", ""}
    assert "-700" in [row["cents"] for row in lines_of(books.get(f"{where}?as=csv&kind=credit"))]
    assert not lines_of(books.get(f"{where}?as=csv&from=2001-01-01&to=2001-02-01"))
    assert not lines_of(books.get(f"{where}?as=csv&table=3"))
    assert "Nothing moved" in books.get(f"{where}?from=2001-01-01&to=2001-02-01").text
    assert "together <strong>" in books.get(where).text
    assert books.get(f"{where}?from=later").status_code == 422


def test_a_row_says_from_where_it_was_asked_for(
    sqlite_room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sqlite_room.open("roulette")
    anna = sqlite_room.patron("anna")
    token = TERMINAL.set("10.0.0.7")
    try:
        seat = sqlite_room.sit(table, anna)["seat"]
        sqlite_room.enter(table, anna, f"{seat} wager red 10.00")
    finally:
        TERMINAL.reset(token)
    with sqlite_room.db.read() as reading:
        sql = "SELECT body FROM entry WHERE table_id = ? ORDER BY round, seq"
        bodies = [decode(text) for (text,) in reading.execute(sql, (table,))]
        today = gaming_day(now_ms())
        asked = Asked(period=Period(today, today), person=anna)
        found = acts(reading, asked, 10)
    entered = [body for body in bodies if isinstance(body, Entered) and body.by]
    assert [body.terminal for body in entered] == ["10.0.0.7"]
    assert not [body for body in bodies if not body.by and body.terminal]
    assert {act.terminal for act in found if act.table == table} == {"10.0.0.7"}
    monkeypatch.setattr(reading_acts, "ROWS_AT_ONCE", 1)
    with sqlite_room.db.read() as reading:
        assert acts(reading, asked, 10) == found, "in portions of one row it is the same"


def test_the_address_behind_a_proxy() -> None:
    doors = Doors("127.0.0.1, 10.0.0.1")
    assert doors.address_behind("9.9.9.9", "1.2.3.4") == "9.9.9.9"
    assert doors.address_behind("127.0.0.1", "") == "127.0.0.1"
    assert doors.address_behind("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.1") == "1.2.3.4"


def test_rows_in_words() -> None:
    what = {"notice": 2, "options": {"decks": 6}, "limits": {"": [500, 50_000]}}
    said = telling(Act(1, 1, 1, 1, "notice", 5, "", what=what))
    assert said == "notice 2; options decks 6; limits 5.00 to 500.00"
    seats = {"p1": [7, "anna", "seated"], "p2": [8, "bert", "leaving", False, 0]}
    assert telling(Act(1, 1, 1, 1, "seats", 5, "", what={"seats": seats})) == (
        "seats p1 anna, p2 bert (leaving)"
    )
    assert telling(Act(1, 1, 1, 1, "entry", 5, "", what={"entry": "d pay p1 initial-2 5.00"})) == (
        "d pay p1 initial-2 5.00"
    )
