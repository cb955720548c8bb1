"""The casino's pages and routes: who may read the money, who may do what, and with whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.cli.tournament import PLAN
from pitboss.server.app import create_app
from pitboss.server.demo import prepare
from pitboss.server.house import House
from pitboss.server.settings import Settings
from pitboss.store.verify import verify_database
from tests.server.test_keno_pages import form, signed_in


@pytest.mark.parametrize("role", ["patron", "dealer", "keno-writer"])
def test_the_money_is_not_for_everybody(app: Any, role: str) -> None:
    browser = signed_in(app, role)
    for page in ("/casino", "/casino/entries"):
        assert browser.get(page).status_code == 403
    assert 'href="/casino"' not in browser.get("/").text


def test_a_shift_through_the_pages(app: Any) -> None:
    floor = signed_in(app, "floorperson")
    page = "/casino"
    done = form(floor, page, "/casino/fill", table="2", amount="5000", note="for the evening")
    assert re.search(r"slip \d+; the tray holds", done.text)
    assert "Done: credit" in form(floor, page, "/casino/credit", table="2", amount="100").text
    assert "Begin the next shift" in form(floor, page, "/casino/shift", note="evening").text
    wrong = form(floor, page, "/casino/credit", table="2", amount="90000000")
    assert wrong.status_code == 422
    assert "the tray holds" in wrong.text
    assert form(floor, page, "/casino/fill", table="999", amount="1").status_code == 422
    assert form(floor, page, "/casino/fill", table="2", amount="a lot").status_code == 422
    watch = signed_in(app, "surveillance")
    rows = watch.get("/casino/entries?table=2").text
    assert "for the evening" in rows
    assert "testclient" in rows, "the terminal"
    told = watch.get("/casino/entries?as=csv&person=floorperson")
    assert told.headers["content-type"].startswith("text/csv")
    assert "5000.00,floorperson" in told.text
    assert watch.get("/casino/entries?person=nobody-of-that-name").status_code == 404
    assert watch.get("/casino?day=yesterday").status_code == 422
    file = watch.get("/casino?as=csv").text
    assert file.startswith("day,shift,table,pit,game,opening,fills")
    assert form(watch, page, "/casino/fill", table="2", amount="1").status_code == 422


def test_the_gaming_day(app: Any) -> None:
    floor = signed_in(app, "floorperson")
    page = floor.get("/casino/day")
    assert page.status_code == 200
    assert "13:69E-1.9" in page.text
    table = next(
        one["table"]
        for one in floor.get("/api/floor").json()["tables"]
        if one["game"] == "roulette"
    )
    done = form(floor, "/casino/day", "/casino/day", table=str(table), what="wheel")
    assert "On record: the wheel of table" in done.text
    wrong = form(floor, "/casino/day", "/casino/day", table=str(table), what="tiles")
    assert wrong.status_code == 422
    assert signed_in(app, "surveillance").get("/casino/hold").status_code == 200
    assert signed_in(app, "surveillance").get("/casino/hold?as=csv").status_code == 200


def test_a_tournament_through_the_pages(app: Any) -> None:
    pytest.importorskip("holidays")
    floor = signed_in(app, "floorperson")
    page = "/tournaments"
    text = PLAN.replace('game = "blackjack"', 'game = "roulette"').replace(
        "rounds = 2", "rounds = 1"
    )
    late = form(floor, page, page, plan=text, noticed="2026-12-06T12:00")
    assert late.status_code == 422
    assert "8.6(b)" in late.text
    assert form(floor, page, page, plan="chips = ", noticed="2026-11-20T12:00").status_code == 422
    opened = form(floor, page, page, plan=text, noticed="2026-11-20T12:00")
    assert "Nobody has entered" in opened.text
    at = str(opened.url).removeprefix("http://pit")
    for patron in ("patron", "patron2"):
        assert patron in form(floor, at, f"{at}/entries", patron=patron).text
    assert form(floor, at, f"{at}/entries", patron="nobody-of-that-name").status_code == 422
    drawn = form(floor, at, f"{at}/rounds", automatic="1")
    assert "round 1 of 1" in drawn.text
    assert "End round 1" not in signed_in(app, "patron").get(at).text
    form(floor, at, f"{at}/end")
    done = form(floor, at, f"{at}/prizes")
    assert "$1500.00" in done.text.replace(",", "")
    assert signed_in(app, "patron").get(at).status_code == 200
    assert form(signed_in(app, "patron"), at, f"{at}/end").status_code == 422
    assert floor.get("/tournaments/999").status_code == 404


@pytest.fixture
def dual(tmp_path: Path) -> Iterator[Any]:
    """A floor at which a second person is needed."""
    settings = Settings(db=str(tmp_path / "pit.db"), log_level="error", dual=True)
    house = House(settings)
    house.open()
    house.writer.start()
    prepare(house)
    house.writer.stop()
    house.db.close()
    application = create_app(settings)
    with TestClient(application):
        yield application


def test_two_are_needed_for_a_fill(dual: Any) -> None:
    floor, boss = signed_in(dual, "floorperson"), signed_in(dual, "pit-boss")
    asked = form(floor, "/casino", "/casino/fill", table="2", amount="5000")
    assert "a second person must agree" in asked.text
    own = form(floor, "/casino", "/casino/approvals/1", agreed="1")
    assert own.status_code == 422, "whoever asks does not agree"
    assert "Agree</button>" in boss.get("/casino").text
    assert "the tray holds" in form(boss, "/casino", "/casino/approvals/1", agreed="1").text
    rows = boss.get("/casino/entries").text
    assert "floorperson, with pit-boss" in rows
    form(floor, "/casino", "/casino/tray", table="2", amount="4999.50")
    assert "somebody else must answer" in floor.get("/casino").text
    done = form(boss, "/casino", "/casino/approvals/2", agreed="1")
    assert "against what was expected" in done.text
    form(floor, "/casino", "/casino/credit", table="2", amount="10")
    refused = form(boss, "/casino", "/casino/approvals/3", agreed="")
    assert refused.status_code == 200
    assert "<td>credit</td>" not in boss.get("/casino/entries").text
    house = dual.state.house
    assert verify_database(house.db).status == "clean"


def test_increments_and_individual_limits_through_the_page(app: Any) -> None:
    """8.2: a floorperson sets them on the page, and the sign and the table know of them."""
    floor = signed_in(app, "floorperson")
    table = next(
        one["table"] for one in floor.get("/api/floor").json()["tables"] if one["game"] == "sic-bo"
    )
    page, terms = f"/tables/{table}/notices", f"/tables/{table}/terms"
    fields = {"step.": "5", "player.0": "patron", "least.0": "1", "most.0": "9000"}
    done = form(floor, page, terms, **fields)
    assert done.status_code == 200, "it goes on to the page"
    said = floor.get(f"/api/tables/{table}/terms").json()
    assert said["increments"] == {"": 500}
    assert said["players"] == {"patron": [100, 900000]}
    assert 'value="9000.00"' in floor.get(page).text
    assert "in multiples of $5.00" in floor.get(f"/tables/{table}/sign").text
    assert "patron" not in floor.get(f"/tables/{table}/sign").text.split('class="sign"')[1]
    wrong = form(floor, page, terms, **{"step.": "3"})
    assert wrong.status_code == 422
    assert "8.2" in wrong.text
    assert form(floor, page, terms, **{"player.0": "patron", "least.0": "1"}).status_code == 422
    assert form(signed_in(app, "dealer"), page, terms, **fields).status_code == 422
    form(floor, page, terms)
    assert floor.get(f"/api/tables/{table}/terms").json()["players"] == {}


def test_signs_of_all_tables(app: Any) -> None:
    page = signed_in(app, "floorperson").get("/signs").text
    tables = signed_in(app, "floorperson").get("/api/floor").json()["tables"]
    assert page.count('class="sign"') == len(tables)


def test_a_short_tray_is_shown_on_the_floor(app: Any) -> None:
    floor = signed_in(app, "floorperson")
    table = next(
        one for one in floor.get("/api/floor").json()["tables"] if one["game"] == "big-six"
    )
    number = str(table["table"])
    form(floor, "/casino", "/casino/fill", table=number, amount="100000")
    assert f"{table['name']}: $" not in floor.get("/").text
    form(floor, "/casino", "/casino/tray", table=number, amount="1000")
    page = floor.get("/").text
    assert "Short trays: a fill is needed" in page
    assert f"{table['name']}: $1000.00 in the tray" in page
    assert "Short trays" not in signed_in(app, "patron").get("/").text
    form(floor, "/casino", "/casino/tray", table=number, amount="100000")
    assert f"{table['name']}: $" not in floor.get("/").text
