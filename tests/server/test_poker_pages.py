"""The pages of the poker room: the table with its action bar, the lists, the floorperson's break;
and what is answered over HTTP."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.server.house import House
from pitboss.store.opening import NewTable, OpenTable
from tests.server.test_keno_pages import form, signed_in


def open_table(app: Any, **options: Any) -> int:
    house: House = app.state.house
    asked = NewTable(
        game="poker",
        limits={"stack": (4_000, 40_000)},
        wager_seconds=0,
        decision_seconds=30,
        options=options,
    )
    return int(house.do(OpenTable(0, asked))["table"])


@pytest.fixture
def two(app: Any) -> tuple[int, TestClient, TestClient]:
    """A table with two players who have bought in, and a round that is dealt."""
    table = open_table(app, jackpot="bad beat")
    players = signed_in(app, "patron"), signed_in(app, "patron2")
    at = f"/tables/{table}"
    for number, player in enumerate(players, 1):
        assert form(player, at, f"{at}/sit", seat=f"p{number}").status_code == 200
        entry = f"p{number} wager stack"
        bought = form(player, at, f"{at}/enter", entry=entry, amount="100")
        assert bought.status_code == 200
    floor = signed_in(app, "floorperson")
    assert form(floor, at, f"{at}/enter", entry="d close").status_code == 200
    return table, *players


def turn_of(app: Any, table: int) -> int:
    outcome = app.state.house.table(table).outcome
    return int(outcome.prompt.seat)


def test_the_action_bar_is_for_whose_turn_it_is(app: Any, two: Any) -> None:
    table, *players = two
    at = f"/tables/{table}"
    seat = turn_of(app, table)
    acting, waiting = players[seat - 1], players[2 - seat]
    page = acting.get(at).text
    for press in ("c", "f", "r"):
        assert f'data-press="{press}"' in page
    slider = re.search(r'id="raise-slider" min="(\d+)" max="(\d+)" step="(\d+)"', page)
    assert slider is not None
    assert slider.groups() == ("400", "10000", "100")
    assert 'data-sets="600"' in page  # a raise of the size of the pot: 2.00, and 4.00 more
    assert "Your time to act" in page
    assert "bad beat jackpot" in page
    other = waiting.get(at).text
    assert "data-press" not in other
    assert "raise-slider" not in other


def test_a_bet_that_is_not_legal_says_what_would_be(app: Any, two: Any) -> None:
    table, *players = two
    at, seat = f"/tables/{table}", turn_of(app, table)
    wrong = form(players[seat - 1], at, f"{at}/enter", entry=f"p{seat} raise to", amount="3")
    assert wrong.status_code == 422
    assert "4.00" in wrong.text
    assert "14.10(f)" in wrong.text
    assert turn_of(app, table) == seat


def test_leaving_seats_and_breaking(app: Any, two: Any) -> None:
    table, *players = two
    at, seat = f"/tables/{table}", turn_of(app, table)
    moved = form(players[0], at, f"{at}/move", seat="p7")
    assert moved.status_code == 422
    assert "between two rounds" in moved.text
    folded = form(players[seat - 1], at, f"{at}/enter", entry=f"p{seat} fold")
    assert "Buy in" in folded.text or "Add chips" in folded.text
    assert "p7" in form(players[0], at, f"{at}/move", seat="p7").text
    assert app.state.house.table(table).seat_of(app.state.house.table(table).seats[7].account) == 7
    patron = form(players[0], at, f"{at}/break", reason="mine")
    assert patron.status_code == 422
    floor = signed_in(app, "floorperson")
    assert form(floor, at, f"{at}/break", reason="closing").status_code == 200
    house: House = app.state.house
    assert house.table(table).closed
    assert house.balance(house.table(table).accounts.layout) == 0


def test_the_room_and_its_lists(app: Any) -> None:
    table = open_table(app, kind="badugi", limit="fixed limit")
    sort = "badugi, fixed limit 2.00/4.00"
    patron = signed_in(app, "patron")
    page = patron.get("/room").text
    assert sort in page
    assert "seats vacant" not in page  # nobody is listed: no vacancy is announced
    assert "you are number 1" in form(patron, "/room", "/room/on", sort=sort).text
    again = form(patron, "/room", "/room/on", again="1", sort=sort)
    assert again.status_code == 422
    assert "you are on the list" in again.text
    for _ in range(100):
        if "A seat is yours" in patron.get("/room").text:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("no seat is offered")
    assert form(patron, "/room", f"/tables/{table}/sit").status_code == 200
    assert "you are number" not in patron.get("/room").text
    assert form(patron, "/room", "/room/off", sort=sort).status_code == 422
    for role in ("dealer", "surveillance", "regulator"):
        staff = signed_in(app, role)
        assert staff.get("/room").status_code == 200
        assert form(staff, "/room", "/room/on", sort=sort).status_code == 422


def test_decks_and_digests_are_for_who_reads_the_chains(app: Any, two: Any) -> None:
    table, *players = two
    house: House = app.state.house
    seat, round_ = turn_of(app, table), house.table(table).round
    form(players[seat - 1], f"/tables/{table}", f"/tables/{table}/enter", entry=f"p{seat} fold")
    for who, sees in ((players[0], False), (signed_in(app, "surveillance"), True)):
        said = who.get(f"/api/tables/{table}/shoes").json()
        assert any(one.get("cards") for one in said["shoes"]) == sees
        one = who.get(f"/api/tables/{table}/rounds/{round_}").json()
        assert bool(one["digest"]) == sees
    assert "stays unseen" in players[0].get(f"/tables/{table}/shoes").text


def test_a_request_for_a_seat_is_made_once(app: Any) -> None:
    table = open_table(app, kind="mambo-stud", limit="fixed limit")
    sort = app.state.house.table(table).game.stakes.sort(app.state.house.table(table).rules)
    patron = signed_in(app, "patron")
    csrf = patron.get("/room").text
    token = re.search(r'name="_csrf" value="([^"]+)"', csrf)
    assert token is not None
    headers = {"Idempotency-Key": "one request", "X-CSRF-Token": token[1]}
    first, second = (
        patron.post("/api/waiting", json={"sort": sort}, headers=headers) for _ in range(2)
    )
    assert (first.status_code, first.json()) == (201, {"sort": sort, "place": 1})
    assert second.json() == first.json()
    refused = patron.post(
        "/api/waiting", json={"sort": "chess"}, headers={**headers, "Idempotency-Key": "another"}
    )
    assert refused.status_code == 422
    assert "no table of that sort" in refused.json()["message"]


def test_a_table_is_opened_from_the_page(app: Any) -> None:
    floor = signed_in(app, "floorperson")
    page = floor.get("/open?game=poker").text
    assert "Least buy-in" in page
    fields = {"game": "poker", "name": "From the page", "low": "100", "high": "500", "chip": "1",
              "wager_seconds": "8", "decision_seconds": "30", "option.kind": "omaha-8",
              "option.limit": "pot limit", "option.blinds": "2.00/5.00",
              "option.jackpot": "high hand", "meter": "the fund of the room"}  # fmt: skip
    opened = form(floor, "/open", "/open", **fields)
    assert opened.status_code == 200
    assert "omaha-8, pot limit 2.00/5.00, buy-in $100.00 to $500.00" in opened.text
    both = {**fields, "option.jackpot": "both", "name": "Both"}
    refused = form(floor, "/open", "/open", **both)
    assert refused.status_code == 422
    assert "14.19(a)" in refused.text
