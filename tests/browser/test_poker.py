"""A poker table in Chromium: chips bought in by a form, keys for the choices, a slider for the
raise, two tables at once, the waiting list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import expect
from tests.browser.driver import after, catch_up, entries

SignIn = Callable[..., Any]
STAKES = {"stack": [4_000, 40_000]}


@pytest.fixture
def two(server: Any, sign_in: SignIn) -> tuple[int, Any, Any]:
    """Two players with chips at a new table."""
    table = server.open_table("poker", limits=STAKES)
    pages = []
    for name in ("anna", "bert"):
        page = sign_in(name)
        page.goto(f"/tables/{table}")
        after(page, lambda page=page: page.click("button:has-text('Sit down')"))
        page.fill("#add", "100")
        after(page, lambda page=page: page.click("button:has-text('Buy in')"))
        pages.append(page)
    return table, pages[0], pages[1]


def deal(first: Any, second: Any) -> None:
    """Both ask for the deal, by their keys."""
    for page, other in ((first, second), (second, first)):
        catch_up(page, entries(other))
        after(page, lambda page=page: page.keyboard.press("d"))
    catch_up(first, entries(second))


def acting(first: Any, second: Any) -> tuple[Any, Any]:
    catch_up(first, entries(second))
    catch_up(second, entries(first))
    return (first, second) if first.locator("#acts").count() else (second, first)


def test_keys_and_slider(two: tuple[int, Any, Any]) -> None:
    _, first, second = two
    deal(first, second)
    page, other = acting(first, second)
    assert other.locator("#acts").count() == 0
    # The slider leads the amount, and so does the button of the pot.
    page.locator("#raise-slider").evaluate(
        "one => { one.value = 1000; one.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    assert page.input_value("#raise-amount") == "10.00"
    page.click("[data-sets='600']")
    assert page.input_value("#raise-amount") == "6.00"
    after(page, lambda: page.click("button[data-press='r']"))
    assert page.locator("[role=alert]").count() == 0
    page, other = acting(first, second)
    expect(page.locator("#acts h2")).to_contain_text("4.00 to call")
    after(page, lambda: page.keyboard.press("c"))
    page, other = acting(first, second)
    assert page.locator(".table-svg [aria-label*='pot']").count() >= 1
    # Nobody's cards but one's own: two of them are face up to each, and the board of three.
    for each in (page, other):
        assert each.locator(".card.back").count() == 2
        assert each.locator(".table-svg .card:not(.back)").count() == 5
    after(page, lambda: page.keyboard.press("f"))
    expect(page.locator("#between")).to_be_visible()


def test_an_amount_that_is_not_legal(two: tuple[int, Any, Any]) -> None:
    _, first, second = two
    deal(first, second)
    page, _ = acting(first, second)
    page.fill("#raise-amount", "3")
    page.click("button[data-press='r']")
    expect(page.locator("[role=alert]")).to_contain_text("4.00")
    assert page.locator("#acts").count() == 1


def test_two_tables_at_once_and_the_list(server: Any, sign_in: SignIn, two: Any) -> None:
    table, first, _ = two
    other = server.open_table("poker", limits=STAKES, options={"kind": "omaha"})
    page = sign_in("anna")
    page.goto("/room")
    row = page.locator("li.panel", has_text="omaha, no limit")
    row.locator("button:has-text('Put me on the list')").click()
    expect(page.locator(".offer")).to_contain_text("A seat is yours")
    page.click("button:has-text('Take the seat')")
    expect(page.locator("#between")).to_be_visible()
    page.fill("#add", "40")
    after(page, lambda: page.click("button:has-text('Buy in')"))
    assert f"/tables/{other}" in page.url
    first.reload()
    expect(first.locator(".ring-stack").first).to_contain_text("$100")
    assert f"/tables/{table}" in first.url
