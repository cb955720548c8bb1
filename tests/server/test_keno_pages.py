"""The pages of keno: everybody sees the board; the slip, the terminal and the desk are for those
whose they are, and do what they say."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.server.demo import PASSWORD


def signed_in(app: Any, name: str) -> TestClient:
    browser = TestClient(app, base_url="http://pit")
    said = browser.post(
        "/signin", data={"name": name, "password": PASSWORD}, follow_redirects=False
    )
    assert said.status_code == 303, said.text
    return browser


def form(browser: TestClient, page: str, action: str, **fields: str) -> Any:
    """Fills in a form of the page, as a browser does, and posts it."""
    text = browser.get(page).text
    csrf = re.search(r'name="_csrf" value="([^"]+)"', text)
    assert csrf is not None
    return browser.post(action, data={"_csrf": csrf[1], "_key": f"{action}{fields}"[:60], **fields})


def test_the_board_is_for_everybody(app: Any) -> None:
    for role in ("patron", "dealer", "surveillance", "keno-writer", "inspector", "regulator"):
        browser = signed_in(app, role)
        page = browser.get("/keno")
        assert page.status_code == 200
        assert page.text.count("<li class=") == 80
        assert browser.get("/keno/1/results").status_code == 200
        guide = browser.get("/keno/1/guide")
        assert "26.46 %" in guide.text


@pytest.mark.parametrize(
    ("role", "page"),
    [("patron", "write"), ("patron", "supervise"), ("patron", "reports"), ("dealer", "write"),
     ("keno-writer", "supervise"), ("keno-writer", "reports"), ("inspector", "write")],
)  # fmt: skip
def test_pages_that_are_not_theirs(app: Any, role: str, page: str) -> None:
    assert signed_in(app, role).get(f"/keno/1/{page}").status_code == 403


def test_a_ticket_through_the_pages(app: Any) -> None:
    patron, writer = signed_in(app, "patron"), signed_in(app, "keno-writer")
    supervisor, inspector = signed_in(app, "keno-supervisor"), signed_in(app, "inspector")
    wrong = form(patron, "/keno/1/slip", "/keno/1/slip", request="straight 81 at 1.00")
    assert wrong.status_code == 422
    assert "15.2(a)" in wrong.text
    request = "split " + " / ".join(map(str, range(1, 11))) + " : at 1.00"
    price = form(patron, "/keno/1/slip", "/keno/1/price", request=request)
    assert "$10.00" in price.text
    assert "Handed in" in form(patron, "/keno/1/slip", "/keno/1/slip", request=request).text
    terminal = writer.get("/keno/1/write").text
    slip = re.search(r'name="slip" value="(\d+)"', terminal)
    assert slip is not None
    sold = form(writer, "/keno/1/write", "/keno/1/write/sell", slip=slip[1], station="1")
    assert "Sold: ticket" in sold.text
    assert "<svg" in sold.text
    code = re.search(r"K1-\d{8}-1-\d{5}-[A-Z2-7]{12}", sold.text)
    assert code is not None
    assert "in</strong>" in inspector.get("/keno/1/supervise").text
    at = "/keno/1/supervise"
    early = form(supervisor, at, f"{at}/lock")
    assert "15.5(e)" in early.text
    unread = form(supervisor, at, f"{at}/override", seconds="five", reason="a test")
    assert "expected a whole number" in unread.text
    done = form(supervisor, at, f"{at}/override", seconds="0", reason="a test")
    assert "Done: override" in done.text
    for _ in range(100):
        report = supervisor.get("/keno/1/reports")
        if "$10.00" in report.text:
            break
        time.sleep(0.1)
    looked = form(writer, "/keno/1/write", "/keno/1/write/look", code=code[0], station="1")
    assert "owed" in looked.text
    altered = code[0][:-1] + ("A" if code[0][-1] != "A" else "B")
    refused = form(writer, "/keno/1/write", "/keno/1/write/claim", code=altered, station="1")
    assert refused.status_code == 422
    assert "altered" in refused.text
    assert report.status_code == 200
    assert "$10.00" in report.text
    late = form(writer, "/keno/1/write", "/keno/1/write/void", code=code[0], station="1")
    assert "has started" in late.text


def test_another_page_of_the_terminal(app: Any) -> None:
    writer = signed_in(app, "keno-writer")
    counted = form(writer, "/keno/1/write", "/keno/1/write/count", station="4", amount="10000.00")
    assert "over $0.00" in counted.text
    opened = form(writer, "/keno/1/write", "/keno/1/write/drawer", station="4", amount="500.00")
    assert "Shift 2 begins" in opened.text
    nowhere = form(
        writer, "/keno/1/write", "/keno/1/write/sell", station="one", request="straight 1 at 1.00"
    )
    assert "station: expected a whole number" in nowhere.text
