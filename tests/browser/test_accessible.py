"""The pages for everybody: axe-core over each of them in both themes, and a whole round by the
keyboard alone. axe-core comes from npm when the test runs; without npm the audit is skipped."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.driver import act, after, entries, place, play_to_receipt, sit
from tests.long import SOAK

SignIn = Callable[..., Any]

AXE = "axe-core@4.14.0"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (tags) => {
  const found = await axe.run(document, { runOnly: { type: "tag", values: tags } });
  return found.violations.map(one => one.id + ": " + one.help + " at " +
    one.nodes.slice(0, 3).map(node => node.target.join(" ") + " (" +
      (node.failureSummary || "").replace(/\\s+/g, " ").slice(0, 160) + ")").join("; "));
}"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: axe-core cannot be had")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "pack", "--silent", AXE],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    packed = list(folder.glob("*.tgz"))
    if done.returncode or not packed:
        pytest.skip(f"npm cannot get {AXE}: {done.stderr.strip()[-200:]}")
    with tarfile.open(packed[0]) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


def audit(page: Any, axe: str, *themes: str) -> None:
    for theme in themes or ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.evaluate(axe)
        assert page.evaluate(RUN, RULES) == [], f"{page.url} ({theme})"


def test_pages_of_a_patron(server: Any, browser: Any, sign_in: SignIn, axe: str) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/signin")
    audit(page, axe)
    page.close()
    page = sign_in("anna")
    for path in ("/", "/watch", "/password"):
        page.goto(path)
        audit(page, axe)


GAMES = ["craps", "roulette", "three-card-poker", "blackjack", "caribbean-stud-poker"]
DESK, PHONE = 1280, 390
# On a phone one layout and one arc of seats stand for the others; all of them in the long runs.
ON_A_PHONE = GAMES if SOAK else ["craps", "blackjack"]


@pytest.mark.parametrize(
    ("game", "width"), [(game, DESK) for game in GAMES] + [(game, PHONE) for game in ON_A_PHONE]
)
def test_tables(game: str, width: int, server: Any, sign_in: SignIn, axe: str) -> None:
    """At the wagers, in the midst of a round where there is one, and at the receipt."""
    page = sign_in("anna", viewport={"width": width, "height": 800})
    table = server.open_table(game)
    theme = "light" if width > 640 else "dark"
    page.goto(f"/tables/{table}")
    audit(page, axe, theme)
    sit(page, table)
    while not page.locator(".area.open").count():
        act(page, 0)
    place(page, 0)
    audit(page, axe)
    after(page, lambda: page.click("button[data-choice='d close']"))
    audit(page, axe, theme)
    play_to_receipt([page])
    audit(page, axe, theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_pages_of_the_house(server: Any, sign_in: SignIn, axe: str) -> None:
    by_hand = server.open_table("red-dog", dealer="by hand")
    patron = sign_in("anna")
    sit(patron, by_hand)
    table = server.open_table("three-card-poker")
    sit(patron, table)
    play_to_receipt([patron])
    number = int(patron.locator("#receipt-title").inner_text().rsplit(" ", 1)[1])
    for name, paths in {
        "dora": [f"/tables/{by_hand}", "/school", "/school/drill?game=roulette&kind=act"],
        "finn": [
            "/open?game=craps",
            f"/tables/{table}/notices",
            "/notices",
            "/signs",
            "/casino/submissions",
            "/school/report",
            "/school/exams",
        ],
        "sue": [f"/watch/{table}", f"/watch/{table}/{number}?step=6"],
        "rex": ["/books", f"/tables/{table}/shoes", f"/tables/{table}/sign"],
        "ada": ["/accounts", "/casino/entries"],
    }.items():
        page = sign_in(name)
        for path in paths:
            page.goto(path)
            audit(page, axe)


def test_pages_of_keno(server: Any, sign_in: SignIn, axe: str) -> None:
    """Board, slip, terminal with a ticket on it, desk, results, reports; board and slip on a
    telephone."""
    booth = server.open_keno("accessible booth")
    writer = sign_in("kim")
    writer.goto(f"{booth}/write")
    audit(writer, axe)
    writer.fill("#sell-request", "straight 5 6 7 at 2.00")
    writer.keyboard.press("Enter")
    writer.wait_for_selector("[role=status] >> text=Sold: ticket")
    audit(writer, axe)
    for name, paths in {
        "kai": [f"{booth}/supervise", f"{booth}/reports"],
        "ines": [f"{booth}/supervise"],
        "rex": [f"{booth}/reports", f"{booth}/results"],
    }.items():
        page = sign_in(name)
        for path in paths:
            page.goto(path)
            audit(page, axe)
    for width in (1280, 390):
        page = sign_in("anna", viewport={"width": width, "height": 800})
        for path in ("", "/slip", "/guide"):
            page.goto(f"{booth}{path}")
            audit(page, axe)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_slip_by_the_keyboard_alone(server: Any, sign_in: SignIn) -> None:
    booth = server.open_keno("keyboard booth")
    page = sign_in("anna")
    page.goto(f"{booth}/slip")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    passed = tab_to(page, "hand in")
    assert all(passed), "whatever can have the focus has a name"
    assert [name for name in passed if name[:1].isdigit()] == ["1"], "one stop for eighty numbers"


def focused(page: Any) -> str:
    """The name of what has the focus, as a screen reader says it."""
    return str(
        page.evaluate(
            "(() => { const at = document.activeElement; if (at === document.body) return '-'; "
            "return at.getAttribute('aria-label') || "
            "(at.labels && at.labels[0] ? at.labels[0].innerText : at.innerText) || ''; })()"
        )
    )


def tab_to(page: Any, words: str, *, whole: bool = False) -> list[str]:
    """Press Tab until the focus is on what is called so; what was passed on the way."""
    passed: list[str] = []
    for _ in range(60):
        name = focused(page)
        if words.lower() in name.lower() and (not whole or words == name):
            return passed
        passed.append(name)
        page.keyboard.press("Tab")
    raise AssertionError(f"{words!r} is not reached: {passed}")


def test_a_round_by_the_keyboard_alone(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("three-card-poker")
    page = sign_in("anna")
    page.goto(f"/tables/{table}")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content", "the first stop leads past the head of the page"
    passed = tab_to(page, "sit down")
    assert all(passed), "whatever can have the focus has a name"
    after(page, lambda: page.keyboard.press("Enter"))
    while not page.locator(".area.open").count():
        tab_to(page, page.locator("button[data-choice]").first.inner_text())
        after(page, lambda: page.keyboard.press("Enter"))
    tab_to(page, "wager on ante")
    after(page, lambda: page.keyboard.press("Enter"))
    tab_to(page, "go on")
    after(page, lambda: page.keyboard.press("Enter"))
    tab_to(page, page.locator("button[data-choice*=' play']").first.inner_text(), whole=True)
    before = entries(page)
    after(page, lambda: page.keyboard.press("Enter"))
    assert entries(page) > before
    assert page.locator("#receipt-title").count() == 1, page.inner_text("main")
    assert page.locator("#said").inner_text(), "and the result is told"
