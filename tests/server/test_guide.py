"""What is one tap away from a table, and what is shown where nothing is."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")

from starlette.testclient import TestClient

from pitboss.casino.guide import guide_of, stored_figures
from pitboss.casino.guide_page import section_of
from pitboss.server.app import create_app
from pitboss.server.demo import PASSWORD
from pitboss.server.house import House
from pitboss.server.settings import Settings
from tests.server.test_pages import fields, table_of, visitor

BROWSER = {"accept": "text/html,application/xhtml+xml"}


def test_the_guide_of_every_table_is_of_its_own_rules(app: Any) -> None:
    client = visitor(app, "patron")
    for line in app.state.house.floor_lines():
        answer = client.get(f"/tables/{line['id']}/guide")
        assert answer.status_code == 200, line["game"]
        live = app.state.house.table(line["id"])
        for kind in live.rules.law.wagers.values():
            table = live.rules.law.paytables.get(kind.pays.partition(":")[0])
            if table is not None:
                assert table.rows[0][1].text in answer.text, (line["game"], kind.key)
        page = client.get(f"/tables/{line['id']}").text
        for part in ("guide", "guide#rules", "guide#pays", "guide#odds", "sign"):
            assert f'href="/tables/{line["id"]}/{part}"' in page


def test_odds_are_exact_where_they_are_quick_or_stored(app: Any) -> None:
    client = visitor(app, "patron")
    page = client.get(f"/tables/{table_of(app, 'roulette')}/guide").text
    assert "5.2632 %" in page
    assert "2.6316 %" in page  # 0 and 00 take half of an even wager
    page = client.get(f"/tables/{table_of(app, 'blackjack')}/guide").text
    assert "0.4872 %" in page


def test_an_unknown_address_is_a_page_for_browsers_and_json_for_others(app: Any) -> None:
    for client in (visitor(app), visitor(app, "patron")):
        answer = client.get("/no/such/page", headers=BROWSER)
        assert answer.status_code == 404
        assert "There is nothing at this address" in answer.text
        assert "text/html" in answer.headers["content-type"]
    for path in ("/no/such/page", "/api/no-such"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.json()["code"] == "not-found"
    assert client.get("/api/no-such", headers=BROWSER).json()["code"] == "not-found"
    # What is in an address is shown as text.
    answer = client.get("/<script>alert(1)</script>", headers=BROWSER)
    assert "<script>alert" not in answer.text


def test_the_demonstration_tells_its_accounts_and_no_other_floor_does(
    app: Any, tmp_path: Any
) -> None:
    assert PASSWORD not in visitor(app).get("/signin").text
    settings = Settings(db=str(tmp_path / "demo.db"), log_level="error", demo=True)
    house = House(settings)
    house.open()
    demo = create_app(settings, house=house)
    page = TestClient(demo, base_url="http://pit").get("/signin").text
    assert PASSWORD in page
    for name in ("patron", "patron2", "dealer", "admin2"):
        assert f"<code>{name}</code>" in page
    house.db.close()


def test_the_notices_page_shows_what_is_pending(app: Any) -> None:
    client, table = visitor(app, "floorperson"), table_of(app, "blackjack")
    assert "No notice is pending" in client.get("/notices").text
    path = f"/tables/{table}/notices"
    page = client.get(path).text
    # A number that is off is an empty field, and options stand in groups.
    assert not re.search(r'<input id="option-[^>]*value="(false|true)"', page)
    assert page.count("<legend>") > 3
    asked = fields(page) | {"low.": "10.00", "high.": "500.00", "do": "give", "minutes": "60"}
    assert client.post(path, data=asked).status_code == 303
    seen = client.get("/notices").text
    assert "1 notice<" in seen
    assert "No notice is pending" not in seen


def test_a_message_says_which_wager_and_how_much(app: Any) -> None:
    floor = visitor(app, "floorperson")
    asked = fields(floor.get("/open?game=blackjack-switch").text)
    opened = floor.post(
        "/open", data=asked | {"game": "blackjack-switch", "low": "5", "high": "500"}
    )
    path, client = opened.headers["location"], visitor(app, "patron")
    client.post(f"{path}/sit", data=fields(client.get(path).text) | {"seat": "p1"})
    for _ in range(12):
        page = client.get(path).text
        choice = re.search(r'name="entry" value="(p1 refuse the cut)"', page)
        if choice is None:
            break
        entry = choice[1]
        client.post(f"{path}/enter", data=fields(page) | {"entry": entry})
    assert "Make a wager first: Wager on the first hand ($5.00 to $500.00)." in page
    client.post(f"{path}/enter", data=fields(page) | {"entry": "p1 wager first", "amount": "15"})
    page = client.get(path).text
    assert "Before the round can go on: Wager on the second hand ($15.00)." in page


def test_the_number_of_a_table_is_apart_from_its_name(app: Any) -> None:
    client, table = visitor(app, "patron"), table_of(app, "spanish-21")
    page = client.get(f"/tables/{table}").text
    assert "<h1>Spanish 21</h1>" in page
    assert re.search(r'<span class="badge number">table \d+</span>', page)
    assert re.search(r"<b>Spanish 21</b>table \d+</span>", client.get("/").text)


def test_at_a_live_table_nobody_is_advised(app: Any) -> None:
    """8.1: no page of a table has the best play, which the printed guide has; nor does the API."""
    client = visitor(app, "patron")
    table = table_of(app, "blackjack")
    page = client.get(f"/tables/{table}/guide").text
    live = app.state.house.table(table)
    assert live.rules.law.hash in stored_figures(), "run python -m tools.guide_figures"
    assert "8.1" in page
    for path in (f"/tables/{table}/guide", f"/tables/{table}", f"/api/tables/{table}"):
        text = client.get(path).text
        assert "Best play" not in text
        assert "double or draw" not in text
    assert "double or draw" in section_of(guide_of(live.game, live.day, live.options))
