"""The page that settles a dispute, in Chromium, with no server but one for files.

It is one test, so that the page is built and Python started once."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tools.settle_page import NotToBeHad, build

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
CHROMIUM = os.environ.get("PITBOSS_CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-dev-shm-usage"]  # fmt: skip
FIRST_ANSWER_SECONDS = 10
PATIENCE_MS = 60_000


class Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no Chromium at {CHROMIUM}")
    folder = tmp_path_factory.mktemp("site")
    try:
        build(folder / "settle")
    except NotToBeHad as error:
        pytest.skip(f"what the page is made of is not to be had: {error}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.set_default_timeout(PATIENCE_MS)
        page.asked = []
        page.problems = []
        page.on("request", lambda asked: page.asked.append(asked.url))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and page.problems.append(said.text))
        yield page
        browser.close()


def answer(page: Any) -> str:
    output = page.locator("#output")
    sync_api.expect(output).not_to_have_text("", timeout=PATIENCE_MS)
    text: str = page.inner_text("#output")
    return text


def check_the_first_answer_comes_within_ten_seconds(page: Any, address: str) -> None:
    """Twice where it took longer: a machine that others use as well is no fault of the page."""
    for _ in range(2):
        begun = time.monotonic()
        page.goto(f"{address}/settle/index.html")
        page.click("text=Settle it")
        text = answer(page)
        taken = time.monotonic() - begun
        assert "Red Dog, settled" in text
        assert "net   p1 +80.00" in text
        assert "N.J.A.C. 19:47-6.5(i)2" in text
        print(f"first answer after {taken:.1f} s")
        in_time = FIRST_ANSWER_SECONDS * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
        if taken < in_time:
            return
    raise AssertionError(f"first answer after {taken:.1f} s, twice too late")


def check_what_cannot_be_is_refused_with_the_section(page: Any) -> None:
    page.fill(
        "#record",
        'game = "red-dog"\nday = 1999-06-01\ntape = ["p1 wager original 10.00", '
        '"d close", "d draw 4s", "d draw 7h", "p1 wager raise 11.00"]',
    )
    page.click("text=Settle it")
    page.wait_for_selector("#output.refused")
    assert "11.00 is not between 0.01 and 10.00" in answer(page)
    assert "N.J.A.C. 19:47-6.5(h)" in answer(page)


def check_every_example_is_settled(page: Any) -> None:
    number = page.locator("#example option").count()
    assert number >= 3
    for each in range(number):
        page.select_option("#example", index=each)
        page.evaluate("document.getElementById('output').textContent = ''")
        page.click("text=Settle it")
        assert "N.J.A.C." in answer(page)
        assert "refused" not in (page.get_attribute("#output", "class") or "")


def check_rules_and_odds_are_those_of_the_commands(page: Any) -> None:
    page.click("#tab-rules")
    page.select_option("#rules-game", "red-dog")
    page.fill("#rules-day", "1999-02-16")
    page.click("text=Show the rules")
    assert "Casino Control Commission" in answer(page)
    page.click("#tab-odds")
    assert {"craps", "red-dog", "roulette", "minibaccarat"} <= {
        option.get_attribute("value") for option in page.locator("#odds-game option").all()
    }
    page.select_option("#odds-game", "roulette")
    page.click("text=Work out the odds")
    assert "5.2632 %" in answer(page)
    page.select_option("#odds-game", "red-dog")
    page.evaluate("document.getElementById('output').textContent = ''")
    page.click("text=Work out the odds")
    assert "2.7978 %" in answer(page)


def check_a_drill_is_asked_and_marked(page: Any) -> None:
    page.click("#tab-drill")
    page.select_option("#drill-game", "craps")
    page.select_option("#drill-kind", "payoff")
    page.click("text=Ask me")
    page.wait_for_selector("#question:not([hidden])")
    assert page.inner_text("#asked")
    page.fill("#answer", "nonsense")
    page.press("#answer", "Enter")
    said = answer(page)
    assert said.startswith("Wrong: ")
    assert "N.J.A.C. 13:69F-1" in said
    page.fill("#answer", said.removeprefix("Wrong: ").partition(": ")[0])
    page.evaluate("document.getElementById('output').textContent = ''")
    page.press("#answer", "Enter")
    assert answer(page).startswith("Right: ")
    assert page.inner_text("#score") == "1 of 2 right"


def check_nothing_was_asked_of_another_host_and_nothing_failed(page: Any, address: str) -> None:
    elsewhere = [url for url in page.asked if not url.startswith((address, "data:", "blob:"))]
    assert len(page.asked) > 5
    assert elsewhere == []
    assert page.problems == []


def check_a_phone_is_wide_enough(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_settles_disputes_by_itself(page: Any, address: str) -> None:
    check_the_first_answer_comes_within_ten_seconds(page, address)
    check_what_cannot_be_is_refused_with_the_section(page)
    check_every_example_is_settled(page)
    check_rules_and_odds_are_those_of_the_commands(page)
    check_a_drill_is_asked_and_marked(page)
    check_a_phone_is_wide_enough(page)
    check_nothing_was_asked_of_another_host_and_nothing_failed(page, address)
