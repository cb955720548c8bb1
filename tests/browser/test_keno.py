"""Keno in Chromium: a slip by keyboard and pointer, a terminal by keyboard alone, the board, which
moves on by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import expect

SignIn = Callable[..., Any]


@pytest.fixture(scope="module")
def booth(server: Any) -> str:
    return str(server.open_keno("browser booth"))


def test_a_slip_a_ticket_and_the_board(booth: str, sign_in: SignIn) -> None:
    patron = sign_in("anna")
    patron.goto(f"{booth}/slip")
    patron.select_option("#slip-type", "way")
    patron.click("[data-spot='1']")
    # By keyboard: to the right, mark; another group by its letter, down, mark twice.
    patron.keyboard.press("ArrowRight")
    patron.keyboard.press("Enter")
    patron.keyboard.press("b")
    patron.keyboard.press("ArrowDown")
    patron.keyboard.press("Enter")
    patron.keyboard.press("ArrowRight")
    patron.keyboard.press("Space")
    patron.fill("#slip-ways", "2/2, 1/4")
    wanted = "way 1 2 / 12 13 : 2/2 at 1.00, 1/4 at 1.00"
    assert patron.input_value("#slip-text") == wanted
    patron.wait_for_selector("#price >> text=$3.00")
    patron.fill("#slip-ways", "3/2")
    patron.wait_for_selector("#price >> text=the groups give 2 ways")
    patron.fill("#slip-ways", "2/2, 1/4")
    patron.wait_for_selector("#price >> text=$3.00")
    patron.click("text=Hand in")
    patron.wait_for_selector("[role=status] >> text=Handed in")

    writer = sign_in("kim")
    writer.goto(f"{booth}/write")
    assert wanted in writer.content()
    writer.wait_for_function("document.activeElement.id === 'sell-request'")
    writer.keyboard.type("straight 5 6 7 at 2.00")
    writer.keyboard.press("Enter")
    writer.wait_for_selector("[role=status] >> text=Sold: ticket")
    assert writer.locator("svg.qr").count() == 1

    patron.goto(booth)
    assert patron.locator(".keno-board .hit").count() == 0
    supervisor = sign_in("kai")
    supervisor.goto(f"{booth}/supervise")
    # The system locks out by itself, so that a supervisor overrides it, and says why.
    supervisor.fill("#seconds", "0")
    supervisor.fill("#why", "the end of the test")
    supervisor.click("button:has-text('Override')")
    supervisor.wait_for_selector("[role=status] >> text=Done: override")
    expect(patron.locator(".keno-board .hit")).to_have_count(20)
