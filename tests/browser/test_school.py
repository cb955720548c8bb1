"""The trainer in a browser: choosing, a mistake, a hint, and no page wider than a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SignIn = Callable[..., Any]
PHONE = 390


@pytest.mark.parametrize("width", [1200, PHONE])
def test_a_trainee_at_the_table(sign_in: SignIn, width: int) -> None:
    page = sign_in("dora")
    page.set_viewport_size({"width": width, "height": 900})

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url

    page.goto("/school")
    fits()
    page.select_option("#game", "red-dog")
    page.click("button:has-text('Begin')")
    page.wait_for_selector("#trainer")
    fits()
    # The table is opened with what its section wants first, which is not to close the wagers.
    page.click("#trainer button:has-text('Close the wagers')")
    page.wait_for_selector("[role=alert]")
    assert "sort and inspect" not in page.inner_text("[role=alert]")
    assert "1 mistake" in page.inner_text("#trained")
    assert page.locator("#hint").count() == 0
    page.click("#ask-hint")
    page.wait_for_selector("#hint")
    assert "sort and inspect the cards" in page.inner_text("#hint")
    page.select_option("#do", "sort and inspect the cards")
    page.click("#trainer form:has(#do) button")
    page.wait_for_selector("#trained:has-text('1 step')")
    assert page.locator("#hint").count() == 0
    fits()
    for path in ("/school/drill?game=roulette&kind=payoff", "/school/exams", "/school/report"):
        page.goto(path)
        fits()
