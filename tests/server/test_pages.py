"""The pages without a browser: who gets which, forms that are not ours, drawings that show
nothing a seat may not see, and that any game has a table."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import pytest
from markupsafe import escape

pytest.importorskip("fastapi", reason="needs the extra 'server'")

from starlette.testclient import TestClient

from pitboss import registry
from pitboss.draw.pieces import card_name
from pitboss.draw.scene import scene_of
from pitboss.draw.table import Drawing, table_svg
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput, PitbossError
from pitboss.server import words
from pitboss.server.app import create_app
from pitboss.server.demo import PASSWORD
from pitboss.server.house import House
from pitboss.server.pages_table import receipt_of
from pitboss.server.settings import Settings
from pitboss.store.opening import NewTable, OpenTable
from pitboss.table.game import Game
from pitboss.table.receipt import event_json, standing_json
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape
from pitboss.table.view import prompt_for, view

PEOPLE = ("patron", "dealer", "floorperson", "pit-boss", "surveillance", "regulator", "admin2")


def visitor(app: Any, name: str = "", password: str = PASSWORD) -> TestClient:
    client = TestClient(app, base_url="http://pit", follow_redirects=False)
    if name:
        answer = client.post("/signin", data={"name": name, "password": password})
        assert answer.status_code == 303, answer.text
    return client


def fields(page: str) -> dict[str, str]:
    found = re.search(
        r'name="_csrf" value="([^"]+)"><input type="hidden" name="_key" value="([^"]+)"', page
    )
    assert found is not None
    return {"_csrf": found[1], "_key": found[2]}


def table_of(app: Any, game: str) -> int:
    return next(int(one["id"]) for one in app.state.house.floor_lines() if one["game"] == game)


# -- who ------------------------------------------------------------------------------------------

PAGES = {
    "/": set(PEOPLE),
    "/tables/1": set(PEOPLE),
    "/tables/1/view": set(PEOPLE),
    "/tables/1/sign": set(PEOPLE),
    "/watch": set(PEOPLE),
    "/watch/1": set(PEOPLE),
    "/tables/1/notices": set(PEOPLE),
    "/open": {"floorperson", "pit-boss"},
    "/open?game=craps": {"floorperson", "pit-boss"},
    "/accounts": {"pit-boss", "admin2"},
    "/password": set(PEOPLE),
    "/tables/1/shoes": set(PEOPLE),
    "/books": {"surveillance", "regulator", "admin2"},
    "/watch/1?before=3": set(PEOPLE),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_each_role_has_its_pages(app: Any, name: str) -> None:
    client = visitor(app, name)
    for path, who in PAGES.items():
        answer = client.get(path)
        assert answer.status_code == (200 if name in who else 403), path
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        # Nothing that the policy would refuse.
        assert not re.search(r"<script(?! src)|\son[a-z]+=|javascript:", answer.text), path


def test_nobody_sees_anything_without_signing_in(app: Any) -> None:
    client = visitor(app)
    for path in PAGES:
        answer = client.get(path)
        assert answer.status_code == 303, path
        assert answer.headers["location"].startswith("/signin")
    assert client.get("/signin").status_code == 200
    assert client.get("/static/pitboss.js").status_code == 200


def test_a_wrong_password_and_a_foreign_next(app: Any) -> None:
    client = visitor(app)
    answer = client.post("/signin", data={"name": "patron", "password": "wrong"})
    assert answer.status_code == 401
    assert "the name or the password is wrong" in answer.text
    for wanted in ("//evil.example/", "https://evil.example/", "/\\evil"):
        answer = client.post(
            "/signin", data={"name": "patron", "password": PASSWORD, "next": wanted}
        )
        assert answer.headers["location"] == "/"
    foreign = {"origin": "http://evil.example"}
    answer = client.post("/signin", data={"name": "patron", "password": PASSWORD}, headers=foreign)
    assert answer.status_code == 403


def test_forms_need_the_token_of_the_session(app: Any) -> None:
    client, table = visitor(app, "patron"), table_of(app, "red-dog")
    page = client.get(f"/tables/{table}").text
    good = fields(page)
    for bad in ({}, {"_csrf": ""}, {"_csrf": "x" * 32}):
        answer = client.post(f"/tables/{table}/sit", data=bad | {"_key": "1"})
        assert answer.status_code == 403
    other = fields(visitor(app, "patron2").get(f"/tables/{table}").text)
    assert client.post(f"/tables/{table}/sit", data=other).status_code == 403
    foreign = {"origin": "http://evil.example"}
    answer = client.post(f"/tables/{table}/sit", data=good, headers=foreign)
    assert answer.status_code == 403


def test_a_form_sent_twice_is_one_wager(app: Any) -> None:
    client, table = visitor(app, "patron"), table_of(app, "big-six")
    path = f"/tables/{table}"
    client.post(f"{path}/sit", data=fields(client.get(path).text) | {"seat": "p5"})
    page = client.get(path).text
    asked = fields(page) | {"entry": "p5 wager symbol 1", "amount": "5"}
    for _ in range(2):
        answer = client.post(f"{path}/enter", data=asked)
        assert answer.status_code in (303, 200), answer.text
    again = client.get(path).text
    assert again.count("<span>p5 wagers $5.00 on symbol 1") == 1
    # Another seat is not ours, whatever the form says.
    asked = fields(again) | {"entry": "p2 wager symbol 1", "amount": "5"}
    answer = client.post(f"{path}/enter", data=asked, headers={"hx-request": "true"})
    assert answer.status_code == 422
    assert "p2 is not your seat" in answer.text
    client.post(f"{path}/leave", data=fields(again))


def test_a_notice_and_its_sign(app: Any) -> None:
    client, table = visitor(app, "floorperson"), table_of(app, "sic-bo")
    path = f"/tables/{table}/notices"
    asked = fields(client.get(path).text) | {"low.": "25.00", "high.": "500.00"}
    preview = client.post(path, data=asked | {"do": "preview"})
    assert preview.status_code == 200
    assert "30 minutes before" in preview.text
    assert client.post(path, data=asked | {"do": "give", "minutes": "1"}).status_code == 422
    assert client.post(path, data=asked | {"do": "give"}).status_code == 303
    sign = client.get(f"/tables/{table}/sign").text
    assert "minimum of all other wagers: 5.00 to 25.00" in sign
    number = re.search(rf"/tables/{table}/notices/(\d+)/withdraw", client.get(path).text)
    assert number is not None
    answer = client.post(number[0], data=fields(client.get(path).text))
    assert answer.status_code == 303
    assert "25.00" not in client.get(f"/tables/{table}/sign").text
    # A patron may read it, and change nothing.
    patron = visitor(app, "patron")
    assert "Give notice" not in patron.get(path).text
    token = re.search(r'name="_csrf" value="([^"]+)"', patron.get(path).text)
    assert token is not None
    answer = patron.post(path, data=asked | {"_csrf": token[1], "do": "give"})
    assert answer.status_code == 422
    assert "may not open, change or close tables" in answer.text


def test_the_sign_states_what_notice_must_be_given_of(app: Any) -> None:
    client = visitor(app, "patron")
    for game, option in (("blackjack", "blackjack_pays"), ("big-six", "clapper")):
        entry = registry.find(game).regulation.options[option].at(date.today())
        assert entry is not None
        sign = client.get(f"/tables/{table_of(app, game)}/sign").text
        shown = escape(entry.label)
        assert f"<li>{shown}: <strong>" in sign, game


def test_the_first_administrator_must_change_the_password(tmp_path: Any) -> None:
    from pitboss.server.app import first_start

    settings = Settings(db=str(tmp_path / "pit.db"), log_level="error")
    house = House(settings)
    house.open()
    house.writer.start()
    password = first_start(house)
    house.writer.stop()
    house.db.close()
    app = create_app(settings)
    with TestClient(app, base_url="http://pit"):
        client = visitor(app, "admin", password)
        assert client.get("/").headers["location"] == "/password"
        asked = fields(client.get("/password").text)
        answer = client.post(
            "/password",
            data=asked | {"old": password, "new": "another password", "again": "another password"},
        )
        assert answer.headers["location"] == "/"
        assert client.get("/accounts").status_code == 200


HOSTILE = (
    "", "²", "٥", "9" * 5000, "-1", "1e5", "\x00", "p1\r\nSet-Cookie: x=1", "<script>", "{{7*7}}",
    "'; DROP TABLE entry; --", "../../etc/passwd", "NUMBER", "d draw As", "! card-found-face-up 9c",
)  # fmt: skip
FORMS = {
    "patron": {
        "/tables/1/enter": ("entry", "amount", "number", "seat", "detail", "text", "at"),
        "/tables/1/sit": ("seat", "also", "guest"),
        "/tables/1/leave": ("seat",),
    },
    "floorperson": {
        "/tables/1/enter": ("entry", "text"),
        "/tables/1/close": ("reason",),
        "/open": (
            "game",
            "day",
            "name",
            "pit",
            "dealer",
            "low",
            "chip",
            "wager_seconds",
            "meter",
            "option.decks",
        ),
        "/tables/2/notices": ("do", "low.", "high.", "minutes", "approved", "option.wheel"),
        "/tables/2/notices/1/withdraw": ("x",),
    },
    "admin2": {
        "/accounts": ("name", "role", "guest"),
        "/accounts/1": ("do",),
        "/accounts/999/deposits": ("amount",),
        "/password": ("old", "new", "again"),
    },
}


@pytest.mark.parametrize("name", FORMS)
def test_whatever_is_in_a_form_there_is_an_answer(app: Any, name: str) -> None:
    client = visitor(app, name)
    good = fields(client.get("/password").text)
    for path, names in FORMS[name].items():
        for field in names:
            for value in HOSTILE:
                more = {"game": "red-dog"} if path == "/open" and field != "game" else {}
                if path == "/accounts" and field != "name":
                    more = {"name": f"x-{names.index(field)}-{HOSTILE.index(value)}"}
                asked = good | more | {field: value, "_key": f"{field}{value[:20]}"}
                answer = client.post(path, data=asked)
                assert answer.status_code < 500, (path, field, value[:40])
                assert "set-cookie" not in answer.headers
                assert "<script>" not in answer.text
    for path in (
        "/tables/²",
        "/watch/1/²",
        "/watch/1/find?round=²",
        "/watch/1?before=-1",
        "/tables/1/shoes?before=x",
        "/open?day=x&game=²",
        "/signin?next=//x",
    ):
        assert client.get(path).status_code < 500, path


def test_sign_in_with_anything(app: Any) -> None:
    client = visitor(app)
    for value in HOSTILE:
        answer = client.post("/signin", data={"name": value, "password": value})
        assert answer.status_code in (401, 429)


def test_a_session_is_not_somebody_elses_to_choose(app: Any) -> None:
    """Session fixation: a cookie that was there before signing in is worth nothing after it."""
    client = visitor(app)
    client.cookies.set("pitboss_session", "chosen-by-somebody")
    answer = client.post("/signin", data={"name": "patron", "password": PASSWORD})
    assert answer.status_code == 303
    token = re.search(r"pitboss_session=([^;]+)", answer.headers["set-cookie"])
    assert token is not None
    assert token[1] != "chosen-by-somebody"
    other = visitor(app)
    other.cookies.set("pitboss_session", "chosen-by-somebody")
    assert other.get("/").status_code == 303


def test_the_result_is_that_of_all_areas_of_a_player() -> None:
    class Stand:
        rules = rules_on_some_day(registry.find("blackjack"))
        game = registry.find("blackjack")

    said = {"net": {"p1": -800, "p2": 500, "p3": 100}, "lines": []}
    live: Any = Stand
    assert receipt_of(live, said, ["p1", "p2"])["own"] == -300
    assert receipt_of(live, said, [])["own"] is None


# -- drawings -------------------------------------------------------------------------------------


def rules_on_some_day(game: Game) -> Any:
    for day in (date.today(), date(2010, 1, 1), date(2000, 1, 1)):
        try:
            return game.rules(day)
        except PitbossError:
            continue
    pytest.skip("no day on which the game was in force")


def drawings(game: Game, rules: Any, seed: int, seat: int, layout: Any = None) -> Iterator[Any]:
    """A round of random play, drawn at every prefix as one seat sees it."""
    table = game.open_table(rules, 3)
    tape = LiveTape(RandomPlayers(random.Random(seed)))
    run(game, rules, table, tape)
    for length in range(0, len(tape.entries) + 1, max(1, len(tape.entries) // 12)):
        outcome = play(game, rules, table, tape.entries[:length])
        waiting = isinstance(outcome, Waiting)
        wagers = outcome.wagers if isinstance(outcome, Waiting) else outcome.after.standing
        prompt = prompt_for(outcome.prompt, seat) if isinstance(outcome, Waiting) else None
        drawing = Drawing(
            law=rules.law,
            layout=game.regulation.data.layout if layout is None else layout,
            has_cards=table.shoe is not None,
            seats=3,
            names={"p1": "a", "p2": "b", "p3": "c"},
            you=f"p{seat}" if seat > 0 else "",
            scene=scene_of(view(outcome.events, seat)),
            wagers=[standing_json(wager) for wager in wagers],
            answers=prompt["answers"] if prompt is not None else (),
            narrow=bool(length % 2),
        )
        yield outcome.events, drawing, table_svg(drawing), waiting


@pytest.mark.parametrize("key", registry.keys())
def test_a_drawing_shows_no_hidden_card(key: str) -> None:
    game = registry.find(key)
    rules = rules_on_some_day(game)
    for seat in (-1, 1, 2):
        for events, _, svg, _ in drawings(game, rules, seed=7 + seat, seat=seat):
            bit = 1 << seat if seat >= 0 else 0
            may_be_seen = Counter(
                card_name(CARD_TEXT[e.card])
                for e in events
                if e.card >= 0 and (e.seen < 0 or e.seen & bit)
            )
            if key == "pokette":
                continue  # its wheel shows cards that nobody holds
            shown = Counter(
                re.findall(r'aria-label="([^"]+ of (?:spades|hearts|diamonds|clubs))"', svg)
            )
            assert shown <= may_be_seen, key


@pytest.mark.parametrize("key", registry.keys())
def test_every_offer_has_an_area(key: str) -> None:
    game = registry.find(key)
    rules = rules_on_some_day(game)
    layouts: tuple[dict[str, Any] | None, ...] = (None, {})
    for layout in layouts:  # as the data file has it, and where it has none
        for _, drawing, svg, _ in drawings(game, rules, seed=3, seat=1, layout=layout):
            offered = {one["entry"] for one in drawing.answers if "wager" in one}
            drawn = set(re.findall(r'data-entry="([^"]+)"', svg))
            assert offered == drawn, (key, offered ^ drawn)
            msgspec.json.encode(str(svg))


def test_what_a_patron_is_called_cannot_be_markup() -> None:
    game = registry.find("three-card-poker")
    rules = rules_on_some_day(game)
    drawing = Drawing(
        law=rules.law,
        layout=game.regulation.data.layout,
        has_cards=True,
        seats=3,
        names={"p2": "<script>alert(1)</script>"},
        you="",
        scene=scene_of([]),
        wagers=[{"seat": "p2", "wager": '"><b>', "stake": 500, "on": True}],
        answers=(),
    )
    svg = table_svg(drawing)
    assert "<script" not in svg
    assert "<b>" not in svg


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cents"), [("5", 500), ("$1,000.50", 100_050), (" 0.25 ", 25), ("5.5", 550)]
)
def test_amounts_as_people_type_them(text: str, cents: int) -> None:
    assert words.read_amount(text) == cents


@pytest.mark.parametrize("text", ["", "x", "-5", "0", "1.001", "1e99", "nan", "inf", "٥", "9" * 40])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(BadInput):
        words.read_amount(text)


def test_the_number_of_a_table() -> None:
    assert words.table_number("Spanish 21 18", "Spanish 21") == "18"
    assert words.table_number("Craps 1", "Craps and Mini-craps") == "1"
    assert words.table_number("Spanish 21", "Spanish 21") == ""
    assert words.table_number("Red dog for schools", "Red Dog") == "Red dog for schools"


def test_choices_show_cards_as_cards() -> None:
    assert words.choice("set Kh Td") == "Set K♥ 10♦"
    assert words.spoken("set Kh Td") == "Set king of hearts, 10 of diamonds"
    assert words.choice("refuse the cut") == words.spoken("refuse the cut") == "Refuse the cut"
    assert words.tell({"act": "choice", "seat": "p1", "what": "set As 2c"}) == "p1: set A♠ 2♣"


def test_every_kind_of_event_is_told() -> None:
    for key in list(registry.keys()):
        game = registry.find(key)
        rules = rules_on_some_day(game)
        tape = LiveTape(RandomPlayers(random.Random(1)))
        receipt = run(game, rules, game.open_table(rules, 2), tape)
        for event in receipt.events:
            said = words.tell(event_json(event, rules.law))
            assert said
            assert not said.startswith(f"{event.act} ") or event.act == "act", (key, said)


# -- the floorperson's page of a table ------------------------------------------------------------


def posted(client: TestClient, table: int, what: str, **more: str) -> Any:
    page = client.get(f"/tables/{table}").text
    return client.post(f"/tables/{table}/{what}", data=fields(page) | more)


def test_a_floorperson_takes_a_seat_away(app: Any) -> None:
    table = table_of(app, "casino-war")
    patron, floor = visitor(app, "patron2"), visitor(app, "floorperson")
    assert posted(patron, table, "sit").status_code == 303
    house = app.state.house
    seats = house.table(table).seats
    seat = next(seat for seat, who in seats.items() if who.name == "patron2")
    assert 'id="unseat"' in floor.get(f"/tables/{table}").text
    assert 'id="unseat"' not in visitor(app, "dealer").get(f"/tables/{table}").text
    assert posted(floor, table, "leave", seat=f"p{seat}").status_code == 303
    assert seat not in house.table(table).seats


def test_dealers_are_assigned_on_the_page(app: Any) -> None:
    table, house = table_of(app, "sic-bo"), app.state.house
    floor = visitor(app, "floorperson")
    page = floor.get(f"/tables/{table}").text
    dealer = int(re.findall(r'name="dealer\.(\d+)"', page)[0])
    assert "Who deals here: any dealer" in page
    assert posted(floor, table, "dealers", **{f"dealer.{dealer}": "1"}).status_code == 303
    assert house.table(table).dealers == (dealer,)
    assert f'name="dealer.{dealer}" value="1" checked' in floor.get(f"/tables/{table}").text
    assert posted(floor, table, "dealers").status_code == 303
    assert house.table(table).dealers == ()
    assert "nobody yet" in floor.get(f"/tables/{table}").text
    refused = posted(visitor(app, "dealer"), table, "dealers", **{f"dealer.{dealer}": "1"})
    assert refused.status_code == 422
    assert house.table(table).dealers == ()


def test_a_dealer_alone_seats_a_guest(app: Any) -> None:
    """Users, dealer school: a trainee alone was stuck, since no form seated a guest."""
    table, house = table_of(app, "four-card-poker"), app.state.house
    dealer = visitor(app, "dealer")
    page = dealer.get(f"/tables/{table}").text
    guest = re.findall(r'<select id="guest" name="guest"><option value="(\d+)"', page)[0]
    assert posted(dealer, table, "sit", guest=guest, seat="").status_code == 303
    assert int(guest) in {who.account for who in house.table(table).seats.values()}


# -- the books ------------------------------------------------------------------------------------


def test_who_did_what_and_when_is_on_a_page(app: Any) -> None:
    """Users, compliance: every row has it, and no page showed it."""
    # A table of its own: at another's, the time to wager might be over in the midst of this.
    house = app.state.house
    asked = NewTable(game="big-six", limits={"": (500, 50_000)}, wager_seconds=0)
    table = house.do(OpenTable(0, asked))["table"]
    patron = visitor(app, "patron2")
    assert posted(patron, table, "sit").status_code == 303
    for entry, amount in (("p1 wager symbol 1", "5.00"), ("d close", "")):
        assert posted(patron, table, "enter", entry=entry, amount=amount).status_code == 303
    for name in ("surveillance", "regulator"):
        client = visitor(app, name)
        page = client.get("/books/house").text
        assert "signed in" in page
        assert "patron2" in page
        row = re.search(r"before=(\d+)", page)
        assert row is None or client.get(f"/books/house?before={row[1]}").status_code == 200
    assert visitor(app, "patron").get("/books/house").status_code == 403
    number = house.table(table).last_round
    watching = visitor(app, "surveillance")
    made = re.compile(r"data-made>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, by patron2<")
    for step in (1, 2):
        assert made.search(watching.get(f"/watch/{table}/{number}?step={step}").text)
    assert "data-made" not in visitor(app, "patron").get(f"/watch/{table}/{number}?step=1").text


def test_an_account_has_a_statement_and_a_file(app: Any) -> None:
    client = visitor(app, "regulator")
    ledger = client.get("/books").text
    account = re.findall(r'/books/accounts/(\d+)">patron<', ledger)[0]
    page = client.get(f"/books/accounts/{account}").text
    assert "deposit" in page
    file = client.get(f"/books/accounts/{account}?as=csv")
    assert file.headers["content-type"].startswith("text/csv")
    lines = file.text.splitlines()
    assert lines[0] == "time,table,round,row,by,kind,what,cents,terminal"
    cents = sum(int(line.rsplit(",", 2)[1]) for line in lines[1:])
    assert cents == app.state.house.balance(int(account))
    assert client.get("/books/accounts/999999").status_code == 404
    assert visitor(app, "surveillance").get(f"/books/accounts/{account}").status_code == 403
