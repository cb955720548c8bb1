"""The pages in Chromium: what a patron, a dealer, surveillance and a floorperson do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pitboss import registry
from tests.browser.conftest import expect
from tests.browser.driver import act, after, catch_up, entries, place, play_to_receipt, sit

SignIn = Callable[..., Any]
LABELS = "all => all.map(one => one.getAttribute('aria-label'))"


def test_sign_in_and_out(server: Any, browser: Any, sign_in: SignIn) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/watch")
    assert page.url.endswith("/signin?next=/watch")
    page.fill("#name", "anna")
    page.fill("#password", "not the password")
    page.keyboard.press("Enter")
    assert "wrong" in page.locator("[role=alert]").inner_text()
    page.close()
    page = sign_in("anna", again=True)
    assert page.locator("h1").inner_text() == "The floor"
    page.click("text=Sign out")
    page.wait_for_url("**/signin")
    page.goto("/")
    assert page.url.endswith("/signin")


def test_a_floorperson_opens_a_table(server: Any, sign_in: SignIn) -> None:
    page = sign_in("finn")
    page.goto("/")
    page.click("nav >> text=Open a table")
    page.select_option("#game", "red-dog")
    page.wait_for_url("**game=red-dog*")
    page.fill("#name", "Red dog for schools")
    page.fill("#low", "10")
    page.click("text=Open the table")
    page.wait_for_url("**/tables/*")
    assert page.locator("h1").inner_text() == "Red Dog"
    assert page.locator(".badge.number").inner_text() == "Red dog for schools"
    page.goto("/")
    assert "$10.00 to $500.00" in page.locator("a:has-text('Red dog for schools')").inner_text()


@pytest.mark.parametrize("game", registry.keys())
def test_every_game_to_a_receipt(game: str, server: Any, sign_in: SignIn) -> None:
    table = server.open_table(game)
    page = sign_in("anna")
    sit(page, table)

    def another() -> Any:
        found = sign_in("bert")
        sit(found, table)
        return found

    page = play_to_receipt([page], another)
    line = page.locator(".receipt details").first
    line.locator("summary").click()
    assert "N.J.A.C. " in line.inner_text()
    assert page.locator(".table-svg").count() == 1
    faults = page.evaluate(
        "performance.getEntriesByType('resource').filter(r => r.responseStatus >= 500).length"
    )
    assert faults == 0


def test_an_unpayable_wager_is_refused_with_the_section(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("mini-dice")
    page = sign_in("anna")
    sit(page, table)
    while not page.locator("#by-name").count():
        act(page, 0)  # the shaker is offered first
    page.locator("#by-name").evaluate("one => { one.open = true; }")
    page.select_option("#offer", "p1 wager place 5")
    page.fill("#amount", "6.50")
    after(page, lambda: page.click("#by-name button"))
    told = page.locator("[role=alert]").inner_text()
    assert "Refused" in told
    assert "13:69F-13" in told
    assert page.locator(".own-wagers li").count() == 0
    # What could be paid is one click away.
    after(page, lambda: page.click("[data-instead]"))
    assert page.locator(".own-wagers li").count() == 1


def test_two_browsers_at_one_table(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("three-card-poker")
    anna, bert = sign_in("anna"), sign_in("bert")
    sit(anna, table)
    sit(bert, table)
    catch_up(anna, entries(bert))
    assert "p2 bert" in anna.locator("main").inner_text()
    place(anna, 0)
    catch_up(bert, entries(anna))
    assert "p1 wagers" in bert.locator(".story").first.inner_text()
    place(bert, 0)
    catch_up(anna, entries(bert))
    # Both have wagers: both must want the close.
    after(anna, lambda: anna.click("button[data-choice='d close']"))
    catch_up(bert, entries(anna))
    after(bert, lambda: bert.click("button[data-choice='d close']"))
    catch_up(anna, entries(bert))
    # Anna is asked first; she sees her cards, Bert sees their backs.
    assert anna.locator("button[data-choice]").count() >= 2
    assert bert.locator("button[data-choice]").count() == 0
    own = anna.locator("g.card[aria-label*=' of ']").evaluate_all(LABELS)
    assert len(own) == 3
    html = bert.content()
    assert not any(f'aria-label="{card}"' in html for card in own)


def test_a_hand_is_picked_by_its_cards(server: Any, sign_in: SignIn) -> None:
    """With a pointer or by the keyboard: of thirteen choices those are left that name the cards."""
    table = server.open_table("fast-action-holdem")
    page = sign_in("anna")
    sit(page, table)
    for _ in range(12):
        if page.locator(".card.pick").count():
            break
        act(page, 0)
    cards = page.locator(".card.pick")
    assert cards.count() == 4
    choices = page.locator("button[data-choice]:visible")
    # The choices are narrowed once the page has settled: only to discontinue needs no cards.
    expect(choices).to_have_count(1)
    cards.nth(0).click()
    cards.nth(1).focus()
    page.keyboard.press("Enter")
    picked = {cards.nth(n).get_attribute("data-card") for n in (0, 1)}
    shown = [one.get_attribute("data-choice") for one in choices.all()]
    assert len(shown) == 3
    assert all(picked == set(one.split()[2:4]) for one in shown if "discontinue" not in one)
    after(page, lambda: page.locator("button[data-choice*=' set ']:visible").click())
    assert page.locator("[role=alert]").count() == 0


def test_reconnect_in_mid_round(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("three-card-poker")
    page = sign_in("anna")
    sit(page, table)
    place(page, 0)
    after(page, lambda: page.click("button[data-choice='d close']"))
    cards = page.locator("g.card").evaluate_all(LABELS)
    page.context.set_offline(True)
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(f"/tables/{table}")
    assert page.locator("g.card").evaluate_all(LABELS) == cards
    assert page.locator(".badge.turn:has-text('your turn')").count() == 1
    act(page, 0)
    assert page.locator("#receipt-title").count() == 1


def test_the_keyboard_places_a_chip(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("roulette")
    page = sign_in("anna")
    sit(page, table)
    page.locator(".area.open[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    wanted = page.evaluate("document.activeElement.dataset.entry")
    after(page, lambda: page.keyboard.press("Enter"))
    wager = wanted.split(" wager ")[1]
    assert wager in page.locator(".own-wagers").inner_text()
    # The focus is still where it was, so that the next chip can follow.
    page.wait_for_function("e => document.activeElement.dataset.entry === e", arg=wanted)
    after(page, lambda: page.click("button:has-text('take back')"))
    assert page.locator(".own-wagers li").count() == 0


def test_by_hand_and_an_irregularity(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("red-dog", dealer="by hand")
    patron, dealer = sign_in("anna"), sign_in("dora")
    sit(patron, table)
    dealer.goto(f"/tables/{table}")
    _deal_until(dealer, lambda: patron.locator(".area.open").count() > 0, patron)
    place(patron, 0)
    catch_up(dealer, entries(patron))
    # A wrong act is caught, and the section is named.
    dealer.fill("#announce", "Place your trust in me")
    after(dealer, lambda: dealer.click("button:has-text('Announce')"))
    assert "13:69F-6." in dealer.locator("[role=alert]").inner_text()
    after(dealer, lambda: dealer.click("button[data-choice='d close'] >> nth=0"))
    _deal_until(dealer, lambda: dealer.locator("[data-irregularity]").count() > 0, dealer)
    button = dealer.locator("[data-irregularity]").first
    name = button.get_attribute("data-irregularity").replace("-", " ")
    # What it means is read before it can be declared, and it is confirmed.
    assert not button.is_visible()
    folded = dealer.locator("details.irregular").first
    folded.locator("summary").click()
    assert len(folded.locator("p").first.inner_text()) > 20
    n = entries(dealer)
    button.click()
    dealer.wait_for_timeout(300)
    assert entries(dealer) == n
    folded.locator("input[type=checkbox]").check()
    after(dealer, button.click)
    catch_up(patron, entries(dealer))
    assert f"irregularity: {name}" in patron.locator(".story").first.inner_text()


def _deal_until(dealer: Any, done: Callable[[], bool], other: Any) -> None:
    for _ in range(60):
        if done():
            return
        dealer.locator("#hint").evaluate("one => { one.open = true; }")
        after(dealer, lambda: dealer.locator("#hint button[data-choice]").first.click())
        if other is not dealer:
            catch_up(other, entries(dealer))
            # A patron may be asked to cut.
            while other.locator(".bar button[data-choice]:not([data-choice='d close'])").count():
                act(other, 0)
                catch_up(dealer, entries(other))
    raise AssertionError(dealer.inner_text("main")[:2000])


def test_surveillance_steps_through_a_round(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("three-card-poker")
    patron = sign_in("anna")
    sit(patron, table)
    play_to_receipt([patron])
    number = int(patron.locator("#receipt-title").inner_text().rsplit(" ", 1)[1])
    page = sign_in("sue")
    page.goto(f"/watch/{table}")
    page.click(f"text=Step through {number}")
    assert page.locator("[data-step]").get_attribute("data-step") == "0"
    page.click("text=Forward")
    page.wait_for_url("**step=1")
    assert page.locator("[data-entry-text]").inner_text().startswith("p1 wager")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=2")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=1")
    page.select_option("#as", "p1")
    page.wait_for_url("**seat=p1*")
    page.click("text=End")
    page.wait_for_selector(".receipt details", state="attached")
    assert re.search(r"N\.J\.A\.C\. 13:69F-20\.\d+", page.locator("main").inner_text())
    page.goto(f"/watch/{table}")
    page.fill("#round", str(number))
    page.click("text=Step through it")
    expect(page.locator("[data-step]")).to_have_count(1)


def test_a_notice_takes_effect(server: Any, sign_in: SignIn) -> None:
    table = server.open_table("big-six")
    page = sign_in("finn")
    page.goto(f"/tables/{table}/notices")
    # A higher minimum needs half an hour; a lower one only a sign.
    page.fill("#low", "25.00")
    page.click("text=What notice would that need?")
    assert "30 minutes before" in page.locator("#needed").inner_text()
    page.fill("#minutes", "5")
    page.click("button:has-text('Give notice')")
    assert "30 minutes" in page.locator("[role=alert]").inner_text()
    page.goto(f"/tables/{table}/notices")
    page.fill("#low", "2.00")
    page.click("button:has-text('Give notice')")
    page.wait_for_selector("[data-notice=effective]")
    page.goto(f"/tables/{table}/sign")
    assert "Minimum wager $2.00" in page.locator(".sign").inner_text()
    page.goto("/")
    assert "$2.00 to $1000.00" in page.locator(f"a[href='/tables/{table}']").inner_text()


def test_a_phone(server: Any, sign_in: SignIn) -> None:
    page, anna = (
        sign_in("anna", viewport={"width": 375, "height": 740}, has_touch=True),
        server.client("anna"),
    )
    for game in list(registry.keys()):
        table = server.open_table(game)
        path, key = f"/api/tables/{table}/seats", {"idempotency-key": f"phone {game}"}
        assert anna.post(path, json={}, headers=key).status_code == 200
        page.goto(f"/tables/{table}", wait_until="domcontentloaded")
        # A table at which players wager against each other has an upright oval of its own.
        wide = 400 if registry.find(game).stakes is not None else 496
        page.wait_for_selector(f".table-svg[viewBox^='0 0 {wide}']")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, f"{game}: something sticks out to the side"


def test_the_stream_comes_back_by_itself(server: Any, sign_in: SignIn) -> None:
    """The network is gone while somebody else wagers: the page catches up without a reload."""
    table = server.open_table("three-card-poker")
    anna, bert = sign_in("anna"), sign_in("bert")
    sit(anna, table)
    sit(bert, table)
    catch_up(anna, entries(bert))
    anna.evaluate("window.still = true")
    anna.context.set_offline(True)
    place(bert, 0)
    anna.context.set_offline(False)
    catch_up(anna, entries(bert))
    assert "p2 wagers" in anna.locator(".story").first.inner_text()
    assert anna.evaluate("window.still"), "it is the same page"


def test_splits_and_a_further_area(server: Any, sign_in: SignIn) -> None:
    """Two betting areas of one player at blackjack, until a pair is split."""
    table = server.open_table("blackjack", options={"several_betting_areas": True, "decks": 1})
    page = sign_in("anna")
    sit(page, table)
    after(page, lambda: page.click("text=Wager there as well"))
    for _ in range(150):
        split = page.locator("button[data-choice$=' split']")
        if split.count():
            after(page, lambda: page.locator("button[data-choice$=' split']").first.click())
            break
        stand = page.locator("button[data-choice$=' stand']")
        if stand.count():
            after(page, stand.first.click)
        elif page.locator(".own-wagers li").count() > 1:
            act(page, 0)
        elif page.locator(".area.open").count():
            # One wager at each area.
            place(page, page.locator(".own-wagers li").count())
        else:
            act(page, 0)
    else:
        pytest.skip("no pair came in a hundred and fifty acts")
    assert "Hand 2" in (page.text_content(".table-svg") or "")
    play_to_receipt([page])
    told = re.findall(r"p\d ([+−]?)\$([\d,.]+)", page.locator(".receipt").inner_text())[-2:]
    cents = [int(amount.replace(",", "").replace(".", "")) for _, amount in told]
    net = sum(-c if sign == "−" else c for (sign, _), c in zip(told, cents, strict=True))
    assert page.locator("[data-net]").get_attribute("data-net") == str(net)


def test_accounts(server: Any, sign_in: SignIn) -> None:
    page = sign_in("ada", again=True)
    page.click("nav >> text=Accounts")
    page.fill("#name", "newcomer")
    page.click("text=Make the account")
    word = page.locator("[role=status] code").inner_text()
    page.click("text=Sign out")
    page.fill("#name", "newcomer")
    page.fill("#password", word)
    page.click("main button")
    page.wait_for_url("**/password")
    page.fill("#old", word)
    page.fill("#new", "quite another word")
    page.fill("#again", "quite another word")
    page.click("text=Change it")
    page.wait_for_url(f"{server.url}/")
    page.goto("/accounts")
    assert "may not" in page.locator("[role=alert]").inner_text()
