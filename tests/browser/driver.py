"""Playing any game through the page, knowing nothing of it: whatever is offered is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

STEPS_MAX = 120


def entries(page: Any) -> int:
    return int(page.locator("#table").get_attribute("data-n"))


def after(page: Any, act: Any) -> None:
    """Do it, and wait until the page shows the table after it (or why it was refused)."""
    n = entries(page)
    page.evaluate("document.querySelectorAll('[role=alert]').forEach(one => one.remove())")
    act()
    page.wait_for_function(
        "n => document.querySelector('[role=alert]') || (document.getElementById('table') && "
        "document.getElementById('table').dataset.n !== n)",
        arg=str(n),
    )


def sit(page: Any, table: int) -> None:
    page.goto(f"/tables/{table}")
    after(page, lambda: page.click("button:has-text('Sit down')"))


def catch_up(page: Any, n: int) -> None:
    """Until the stream has brought the page to where the table is."""
    page.wait_for_function("n => Number(document.getElementById('table').dataset.n) >= n", arg=n)


def place(page: Any, index: int) -> None:
    """A wager on one of the open areas: by a chip where one fits, else by name."""
    offers = page.locator("#offer option")
    entry = offers.nth(index % offers.count()).get_attribute("value")
    area = page.locator(f".area.open[data-entry='{entry}']")
    low, high, step = (int(area.get_attribute(f"data-{name}")) for name in ("low", "high", "step"))
    for chip in page.locator("input[name=chip]").all():
        value = int(chip.get_attribute("value"))
        if low <= value <= high and value % step == 0:
            chip.check(force=True)
            return after(page, lambda: area.dispatch_event("click"))
    page.locator("#by-name").evaluate("one => { one.open = true; }")
    page.select_option("#offer", entry)
    page.fill("#amount", f"{low / 100:.2f}")
    return after(page, lambda: page.click("#by-name button"))


def act(page: Any, index: int) -> bool:
    """One act of this patron, if there is one."""
    # Between two rounds of a game with table stakes: chips first, then the deal.
    buys = page.locator("#between button:has-text('Buy in')")
    if buys.count():
        after(page, buys.first.click)
        return True
    other = ":not([data-choice='d close']):not([data-choice*=' call stack '])"
    moves = page.locator(f"button[data-choice]:visible{other}")
    if moves.count():
        after(page, lambda: moves.nth(index % moves.count()).click())
        return True
    close = page.locator("button[data-choice='d close']")
    if close.count() and page.locator(".own-wagers li, #between").count():
        after(page, lambda: close.first.click())
        return True
    if page.locator(".area.open").count():
        place(page, index)
        return True
    return False


def play_to_receipt(pages: list[Any], another: Callable[[], Any] | None = None) -> Any:
    """The patrons act in turn until a receipt has lines. Where one alone can do nothing more,
    `another` sits down."""
    for step in range(STEPS_MAX):
        page = pages[step % len(pages)]
        if len(pages) > 1:
            catch_up(page, max(entries(one) for one in pages))
        # The first choice of each kind, and another one when that leads nowhere.
        if not act(page, step // 24) and another is not None:
            pages, another = [*pages, another()], None
        if page.locator(".receipt details").count():
            return page
    raise AssertionError(f"no receipt after {STEPS_MAX} acts: {pages[0].inner_text('main')[:3000]}")
