"""The API over HTTP: signing in, roles, errors, streams, rounds of the past, notices."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.server.demo import PASSWORD
from tests.server.services import Client, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    found = Server(str(folder / "pit.db"), "--demo").start()
    yield found
    assert found.stop() == 0, "a graceful stop"


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Client]:
    names = ("patron", "patron2", "dealer", "floorperson", "pit-boss", "surveillance",
             "regulator", "admin2")  # fmt: skip
    return {name: Client(server.base, name, PASSWORD) for name in names}


def opened(people: dict[str, Client], game: str, **fields: object) -> int:
    asked = {"game": game, "limits": {"": [500, 50_000]}} | fields
    said = people["floorperson"].post("/api/tables", asked)
    assert said.status_code == 201, said.text
    return int(said.json()["table"])


def test_the_first_administrator_must_change_the_password(server: Server) -> None:
    admin = Client(server.base, "admin", server.one_time_password())
    refused = admin.get("/api/accounts")
    assert (refused.status_code, refused.json()["code"]) == (403, "password-must-change")
    old = server.one_time_password()
    weak = admin.http.post("/api/password", json={"old": old, "new": "short"})
    assert weak.status_code == 422
    done = admin.http.post("/api/password", json={"old": old, "new": "a better password"})
    assert done.status_code == 200
    assert admin.get("/api/accounts").status_code == 200
    said = admin.post("/api/accounts", {"name": "clerk", "role": "dealer"})
    assert said.status_code == 201
    once = said.json()["one_time_password"]
    clerk = Client(server.base, "clerk", once)
    assert clerk.get("/api/session").json()["must_change"] is True
    gone = admin.post(f"/api/accounts/{said.json()['id']}", {"disabled": True})
    assert gone.status_code == 200
    time.sleep(0.1)
    assert clerk.get("/api/session").status_code == 401


def test_sign_in_is_limited(server: Server) -> None:
    for attempt in range(12):
        said = httpx.post(
            f"{server.base}/api/session", json={"name": "nobody", "password": f"wrong {attempt}"}
        )
        assert said.status_code in (401, 429)
    assert said.status_code == 429
    assert said.json()["code"] == "too-many-attempts"


def test_cookies_need_their_csrf_token(server: Server, people: dict[str, Client]) -> None:
    table = opened(people, "roulette")
    with httpx.Client(base_url=server.base) as browser:
        said = browser.post(
            "/api/session", json={"name": "patron", "password": PASSWORD, "cookie": True}
        )
        cookie = said.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        csrf = said.json()["csrf"]
        assert browser.get("/api/session").json()["csrf"] == csrf
        path, key = f"/api/tables/{table}/seats", {"Idempotency-Key": "k"}
        without = browser.post(path, json={}, headers=key)
        assert (without.status_code, without.json()["code"]) == (403, "csrf")
        wrong = browser.post(path, json={}, headers=key | {"X-CSRF-Token": "x"})
        assert wrong.status_code == 403
        foreign = browser.post(
            path, json={}, headers=key | {"X-CSRF-Token": csrf, "Origin": "http://evil.example"}
        )
        assert foreign.status_code == 403
        ours = browser.post(path, json={}, headers=key | {"X-CSRF-Token": csrf})
        assert ours.status_code == 200, ours.text
        entries = f"/api/tables/{table}/entries"
        body = {"entry": "p1 wager straight 17 5.00"}
        assert browser.post(entries, json=body, headers=key).status_code == 403
        key = {"Idempotency-Key": "k2", "X-CSRF-Token": csrf}
        assert browser.post(entries, json=body, headers=key).status_code == 200
        # The cookie's token is not a bearer token.
        token = browser.cookies["pitboss_session"]
        bearer = browser.get("/api/session", headers={"Authorization": f"Bearer {token}"})
        assert bearer.status_code == 401
        assert browser.delete("/api/session", headers={"X-CSRF-Token": csrf}).status_code == 200
        assert browser.get("/api/session").status_code == 401


def test_headers_and_openapi(server: Server, people: dict[str, Client]) -> None:
    said = httpx.get(f"{server.base}/healthz")
    assert said.json() == {"status": "ok"}
    for name in (
        "content-security-policy",
        "x-content-type-options",
        "x-frame-options",
        "referrer-policy",
    ):
        assert name in said.headers
    document = httpx.get(f"{server.base}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert "/api/tables/{table}/entries" in document["paths"]
    assert {"NewTable", "EntryRequest", "Problem"} <= document["components"]["schemas"].keys()
    assert "pitboss_rows_written_total" in httpx.get(f"{server.base}/metrics").text
    assert httpx.get(f"{server.base}/api/floor").status_code == 401
    assert httpx.get(f"{server.base}/api/nowhere").json()["code"] == "not-found"


def test_who_may_do_what(people: dict[str, Client]) -> None:
    table = opened(people, "red-dog")
    attempts = {
        ("POST", "/api/tables", '{"game": "red-dog"}'): {"floorperson", "pit-boss"},
        ("POST", f"/api/tables/{table}/notices", '{"limits": {"": [500, 60000]}}'): {
            "floorperson", "pit-boss"},
        ("POST", "/api/accounts", '{"name": "x", "role": "none"}'): {"admin2"},
        ("GET", f"/api/tables/{table}/journal", ""): {"surveillance", "regulator"},
        ("GET", "/api/ledger", ""): {"regulator", "admin2"},
        ("GET", "/api/notices", ""): {"surveillance", "regulator", "pit-boss"},
        ("POST", f"/api/tables/{table}/seats", "{}"): {"patron", "patron2"},
    }  # fmt: skip
    for (method, path, body), may in attempts.items():
        for name, client in people.items():
            said = client.http.request(
                method, path, content=body, headers={"Idempotency-Key": uuid.uuid4().hex}
            )
            if name in may:
                assert said.status_code != 403, (name, path, said.text)
            else:
                assert said.status_code == 403, (name, path, said.text)
    for name in ("surveillance", "regulator", "admin2"):
        closed = people[name].post(f"/api/tables/{table}/close", {})
        entered = people[name].enter(table, "d close")
        assert (closed.status_code, entered.status_code) == (403, 403)


def test_a_round_and_its_past(people: dict[str, Client]) -> None:
    table = opened(people, "three-card-poker")
    patron, other = people["patron"], people["patron2"]
    for client in (patron, other):
        assert client.post(f"/api/tables/{table}/seats", {}).status_code == 200
    seen = patron.get(f"/api/tables/{table}").json()
    while seen["procedure"] != "round":
        asked = patron if seen["waiting_for"] == "p1" else other
        answer = asked.get(f"/api/tables/{table}").json()["prompt"]["answers"][-1]["entry"]
        assert asked.enter(table, answer.replace("NUMBER", "20")).status_code == 200
        seen = patron.get(f"/api/tables/{table}").json()
    assert patron.enter(table, "p1 wager ante 5.00", "p1 wager pair-plus 5.00").status_code == 200
    assert other.enter(table, "p2 wager ante 5.00").status_code == 200
    etag = patron.get(f"/api/tables/{table}").headers["etag"]
    same = patron.get(f"/api/tables/{table}", headers={"If-None-Match": etag})
    assert same.status_code == 304
    assert patron.enter(table, "d close").status_code == 200
    closing = patron.get(f"/api/tables/{table}").json()["closing"]
    assert closing == {"asked": ["p1"], "waits_for": ["p2"]}
    again = patron.enter(table, "d close")
    assert (again.status_code, again.json()["code"]) == (409, "not-agreed")
    assert other.enter(table, "d close").status_code == 200
    mine = patron.get(f"/api/tables/{table}").json()
    cards = [e for e in mine["events"] if e["act"] == "draw"]
    assert len([e for e in cards if "card" in e]) == 3, "three of one's own, and no other"
    assert all(e["seat"] == "p1" for e in cards if "card" in e)
    assert mine["prompt"]["kind"] == "decision"
    theirs = other.get(f"/api/tables/{table}").json()
    assert theirs["prompt"] is None
    # Out of turn, and for somebody else.
    late = other.enter(table, "p2 play")
    assert (late.status_code, late.json()["code"]) == (422, "illegal-entry")
    assert late.json()["waiting_for"] == "p1"
    assert late.json()["section"].startswith("N.J.A.C. 13:69F-20")
    assert other.enter(table, "p1 fold").status_code == 403
    n = mine["n"]
    first = patron.enter(table, "p1 play", If_Match=f'"{n}"')
    assert first.status_code == 200
    lost = patron.enter(table, "p1 fold", If_Match=f'"{n}"')
    assert (lost.status_code, lost.json()["code"]) == (409, "moved-on")
    done = other.enter(table, "p2 fold").json()
    receipt = done["receipts"][0]
    assert {line["seat"] for line in receipt["lines"]} == {"p1", "p2"}
    number = receipt["round"]
    # As one's own seat, as a bystander, and not as another's.
    base = f"/api/tables/{table}/rounds/{number}"
    own = patron.get(base).json()
    assert own["seat"] == "p1"
    assert own["receipt"]["net"] == receipt["net"]
    assert patron.get(base, params={"seat": "p2"}).status_code == 403
    assert patron.get(base, params={"seat": "all"}).status_code == 403
    hidden = [e for e in other.get(base).json()["events"] if e["act"] == "draw" and "card" in e]
    assert {e.get("seat") for e in hidden} <= {"p2"}
    room = people["surveillance"]
    everything = room.get(base, params={"seat": "all"}).json()
    assert all("card" in e for e in everything["events"] if e["act"] == "draw")
    steps = room.get(f"{base}/steps", params={"seat": "p2"}).json()["steps"]
    assert steps[-1]["finished"]
    assert room.get(f"{base}/steps/3", params={"seat": "p2"}).json() == steps[3] | {"seat": "p2"}
    assert room.get(f"{base}/steps/99").status_code == 404
    rows = room.get(f"/api/tables/{table}/journal").json()["rows"]
    assert [row["prev_hash"] for row in rows[1:]] == [row["hash"] for row in rows[:-1]]
    listed = patron.get(f"/api/tables/{table}/rounds").json()["rounds"]
    assert number in [one["round"] for one in listed]


def test_repeated_and_forged_requests(people: dict[str, Client]) -> None:
    tables = [opened(people, "roulette"), opened(people, "roulette")]
    patron, other = people["patron"], people["patron2"]
    for table in tables:
        patron.post(f"/api/tables/{table}/seats", {})
    other.post(f"/api/tables/{tables[0]}/seats", {})
    entry = "p1 wager straight 17 5.00"
    first = patron.enter(tables[0], entry, key="same")
    again = patron.enter(tables[0], entry, key="same")
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    crossed = patron.enter(tables[1], entry, key="same")
    assert (crossed.status_code, crossed.json()["code"]) == (422, "key-reused")
    # Another account's key is another key, and another's seat is not one's own.
    assert other.enter(tables[0], "p2 wager straight 17 5.00", key="same").status_code == 200
    assert other.enter(tables[0], entry, key="x").status_code == 403
    assert other.enter(tables[1], entry, key="y").status_code == 403
    without = patron.http.post(f"/api/tables/{tables[0]}/entries", json={"entry": entry})
    assert (without.status_code, without.json()["code"]) == (400, "no-key")
    for body in (b"", b"{", b'{"entry": 5}', b'{"entries": []}', b'{"x": 1}', b"\xff", b"[[[["):
        said = patron.http.post(
            f"/api/tables/{tables[0]}/entries", content=body, headers={"Idempotency-Key": "z"}
        )
        assert said.status_code == 422, body
    huge = patron.http.post(
        f"/api/tables/{tables[0]}/entries", content=b"x" * 100_000, headers={"Idempotency-Key": "z"}
    )
    assert huge.status_code == 413
    assert patron.enter(999_999, entry).status_code == 404
    forged = httpx.get(
        f"{patron.http.base_url}/api/session", headers={"Authorization": "Bearer forged"}
    )
    assert forged.status_code == 401


def test_a_dealer_deals_by_hand(people: dict[str, Client]) -> None:
    table = opened(people, "red-dog", dealer="by hand")
    patron, dealer = people["patron"], people["dealer"]
    patron.post(f"/api/tables/{table}/seats", {})
    irregular = False
    for _ in range(80):
        seen = dealer.get(f"/api/tables/{table}").json()
        if seen["last"] is not None and irregular:
            break
        if seen["waiting_for"] == "p1":
            assert patron.enter(table, "p1 refuse the cut").status_code == 200
            continue
        prompt = seen["prompt"]
        if seen["waiting_for"] == "players" and not seen["wagers"]:
            assert prompt is None, "nothing to close yet"
            assert patron.enter(table, "d close").status_code == 403
            assert patron.enter(table, "p1 wager original 5.00").status_code == 200
            continue
        assert all("cards" not in answer for answer in prompt["answers"])
        answer = prompt["answers"][-1]
        entry = answer["entry"].replace("NUMBER", str(answer.get("at_least")))
        if prompt["kind"] == "act":
            wrong = dealer.enter(table, "d announce something else")
            assert wrong.status_code == 422
            assert wrong.json()["expected"] == [entry]
        if prompt["kind"] == "draw":
            named = dealer.enter(table, "d draw As")
            assert (named.status_code, named.json()["code"]) == (422, "equipment")
            if seen["procedure"] == "round" and not irregular:
                assert "! card-found-face-up" in seen["irregularities"]
                found = dealer.enter(table, "! card-found-face-up")
                assert found.status_code == 200, found.text
                assert found.json()["events"][0]["act"] == "irregularity"
                irregular = True
                continue
        said = dealer.enter(table, entry, If_Match=f'"{seen["n"]}"')
        assert said.status_code == 200, (entry, said.text)
    else:
        raise AssertionError("the round does not end")


class Listening(threading.Thread):
    def __init__(self, client: Client, table: int, last: str = "") -> None:
        super().__init__(daemon=True)
        self.client, self.table, self.last = client, table, last
        self.messages: list[tuple[str, str, dict[str, object]]] = []
        self.ready = threading.Event()
        self.stop = False

    def run(self) -> None:
        headers = {"Last-Event-ID": self.last} if self.last else {}
        kept: dict[str, str] = {}
        with self.client.http.stream(
            "GET", f"/api/tables/{self.table}/stream", headers=headers, timeout=30
        ) as stream:
            assert stream.status_code == 200
            for line in stream.iter_lines():
                self.ready.set()
                if self.stop:
                    return
                if line:
                    name, _, value = line.partition(": ")
                    kept[name] = value
                elif "data" in kept:
                    self.messages.append((kept["id"], kept["event"], json.loads(kept["data"])))
                    kept = {}

    def until(self, count: int) -> list[tuple[str, str, dict[str, object]]]:
        for _ in range(200):
            steps = [m for m in self.messages if m[1] == "step"]
            if len(steps) >= count:
                return steps
            time.sleep(0.05)
        raise AssertionError(self.messages)


def test_the_stream_goes_on_where_it_broke_off(people: dict[str, Client]) -> None:
    table = opened(people, "red-dog")
    patron = people["patron"]
    patron.post(f"/api/tables/{table}/seats", {})
    listening = Listening(people["patron2"], table)
    listening.start()
    assert listening.ready.wait(10)
    time.sleep(0.2)
    assert patron.enter(table, "p1 refuse the cut").status_code == 200
    assert patron.enter(table, "p1 wager original 5.00").status_code == 200
    steps = listening.until(2)
    assert [e["act"] for e in steps[1][2]["events"]] == ["wager"]  # type: ignore[attr-defined]
    listening.stop = True
    place = steps[0][0]
    assert patron.enter(table, "p1 wager original 5.00").status_code == 200
    again = Listening(people["patron2"], table, place)
    again.start()
    found = again.until(1)
    events = [e for m in found for e in m[2]["events"]]  # type: ignore[attr-defined]
    assert [e["act"] for e in events] == ["wager", "wager"], "everything behind the place"
    patron.enter(table, "d close")
    more = again.until(2)
    assert more[-1][2]["events"]
    bad = patron.get(f"/api/tables/{table}/stream", headers={"Last-Event-ID": "x"})
    assert bad.status_code == 422


def test_the_floor_is_told(people: dict[str, Client]) -> None:
    """Which table moved on, to whoever watches the floor."""
    table = opened(people, "roulette")
    told: list[list[int]] = []
    ready = threading.Event()

    def listen() -> None:
        with people["patron2"].http.stream("GET", "/api/floor/stream") as stream:
            for line in stream.iter_lines():
                if line == "event: hello":
                    ready.set()
                elif line.startswith("data: ") and "tables" in line:
                    told.append(json.loads(line[6:])["tables"])
                    if table in told[-1]:
                        return

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert ready.wait(10)
    time.sleep(0.6)  # it has looked at the floor once
    assert people["patron"].post(f"/api/tables/{table}/seats", {}).status_code == 200
    thread.join(10)
    assert not thread.is_alive()
    people["patron"].delete(f"/api/tables/{table}/seats")


def test_a_further_betting_area(people: dict[str, Client]) -> None:
    patron = people["patron"]
    plain = opened(people, "red-dog")
    path = f"/api/tables/{plain}/seats"
    assert patron.post(path, {}).status_code == 200
    refused = patron.post(path, {"also": True}).json()
    assert refused["code"] == "refused"
    assert refused["section"].startswith("N.J.A.C. 13:69F-6.")
    assert patron.get(f"/api/tables/{plain}").json()["you"]["may_add"] == []
    table = opened(people, "red-dog", options={"several_betting_areas": True})
    path = f"/api/tables/{table}/seats"
    patron.post(path, {"seat": "p3"})
    assert patron.post(path, {"also": True}).json()["seat"] == "p4"
    seen = patron.get(f"/api/tables/{table}").json()
    assert seen["you"]["areas"] == ["p4"]
    assert "p5" in seen["you"]["may_add"]
    # Two requests under one key that differ in what they give up are two requests.
    assert (
        patron.http.delete(path, params={"seat": "p4"}, headers={"Idempotency-Key": "one"}).json()[
            "seat"
        ]
        == "p4"
    )
    again = patron.http.delete(path, params={"seat": "p3"}, headers={"Idempotency-Key": "one"})
    assert again.json()["code"] == "key-reused"
    for number in (plain, table):
        assert patron.delete(f"/api/tables/{number}/seats").status_code == 200


def test_tables_show_their_meter(people: dict[str, Client]) -> None:
    tables = [
        opened(people, "caribbean-stud-poker", meter="palace", options={"meter_reset": 5_000})
        for _ in range(2)
    ]
    for table in tables:
        seen = people["patron"].get(f"/api/tables/{table}").json()
        assert seen["meter"] == {"name": "palace", "reading": 500_000}
    refused = people["floorperson"].post("/api/tables", {"game": "roulette", "meter": "palace"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no-meter")
    assert people["regulator"].get("/api/ledger").json()["sum"] == 0


def test_a_notice(people: dict[str, Client]) -> None:
    table = opened(people, "baccarat-punto-banco")
    floor = people["floorperson"]
    path = f"/api/tables/{table}/notices"
    plan = floor.http.post(f"{path}/preview", json={"limits": {"": [1000, 50_000]}}).json()
    assert plan["lead_minutes"] == 30
    assert plan["required"][0]["kind"] == "8.3"
    assert "8.3" in plan["required"][0]["cite"]
    soon = floor.post(path, {"limits": {"": [1000, 50_000]}, "effective_at": 1})
    assert (soon.status_code, soon.json()["code"]) == (422, "too-soon")
    given = floor.post(path, {"limits": {"": [1000, 50_000]}})
    assert given.status_code == 201
    assert given.json()["in_effect"] is False
    at_once = floor.post(path, {"limits": {"": [500, 40_000]}})
    assert at_once.json()["lead_minutes"] == 0
    assert at_once.json()["in_effect"] is True
    seen = floor.get(f"/api/tables/{table}").json()
    assert seen["limits"] == {"": [500, 40_000]}
    assert [p["notice"] for p in seen["pending"]] == [given.json()["notice"]]
    listed = people["regulator"].get("/api/notices").json()["notices"]
    assert given.json()["notice"] in [one["notice"] for one in listed]
    gone = floor.delete(f"{path}/{given.json()['notice']}")
    assert gone.status_code == 200
    assert not floor.get(f"/api/tables/{table}").json()["pending"]
    impossible = floor.post(path, {"options": {"decks": 0}})
    assert impossible.status_code == 422
    nothing = floor.post(path, {})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "no-change")


def test_a_notice_changes_what_it_names_and_nothing_else(people: dict[str, Client]) -> None:
    """What another notice changed in the meantime stays."""
    table = opened(people, "red-dog")
    floor = people["floorperson"]
    path = f"/api/tables/{table}/notices"
    later = floor.post(path, {"limits": {"": [1000, 50_000]}})
    assert later.json()["in_effect"] is False
    assert floor.post(path, {"chip": 500}).json()["in_effect"] is True
    seen = floor.get(f"/api/tables/{table}").json()
    assert seen["chip"] == 500
    assert seen["pending"][0] | {"notice": 0, "effective_at": 0} == {
        "notice": 0,
        "effective_at": 0,
        "options": {},
        "limits": {"": [1000, 50_000]},
        "chip": 0,
    }
    far = floor.post(path, {"limits": {"": [1000, 50_000]}, "effective_at": 2**60})
    assert (far.status_code, far.json()["code"]) == (422, "too-late")


def test_a_one_time_password_is_told_once(people: dict[str, Client]) -> None:
    """A repeated request makes no other one: nothing is told that would not fit."""
    admin = people["admin2"]
    made = [
        admin.post("/api/accounts", {"name": "twice", "role": "patron"}, key="t") for _ in range(2)
    ]
    assert "one_time_password" in made[0].json()
    assert made[1].json() == {k: v for k, v in made[0].json().items() if k != "one_time_password"}
    path = f"/api/accounts/{made[0].json()['id']}"
    reset = [admin.post(path, {"reset_password": True}, key="r") for _ in range(2)]
    assert "one_time_password" not in reset[1].json()
    word = reset[0].json()["one_time_password"]
    assert Client(str(admin.http.base_url), "twice", word).get("/api/session").status_code == 200


def test_a_stream_ends_with_its_session(server: Server, people: dict[str, Client]) -> None:
    table = opened(people, "red-dog")
    guest = Client(server.base, "patron2", PASSWORD)
    listening = Listening(guest, table)
    listening.start()
    assert listening.ready.wait(10)
    assert guest.http.delete("/api/session").status_code == 200
    listening.join(10)
    assert not listening.is_alive(), "whoever signed out is told nothing more"


def test_what_others_are_asked_is_not_told(people: dict[str, Client]) -> None:
    """The choices of a hand of fast action hold'em name its cards."""
    table = opened(people, "fast-action-holdem")
    patron, other = people["patron"], people["patron2"]
    for client in (patron, other):
        assert client.post(f"/api/tables/{table}/seats", {}).status_code == 200
    for _ in range(30):
        seen = patron.get(f"/api/tables/{table}").json()
        if seen["procedure"] == "round" and seen["waiting_for"] == "p1":
            break
        if seen["waiting_for"] == "players":
            assert patron.enter(table, "p1 wager original 5.00").status_code == 200
            assert patron.enter(table, "d close").status_code == 200
        else:
            asked = patron if seen["waiting_for"] == "p1" else other
            answer = asked.get(f"/api/tables/{table}").json()["prompt"]["answers"][-1]["entry"]
            assert asked.enter(table, answer.replace("NUMBER", "20")).status_code == 200
    else:
        return  # three naturals in a row: nothing was asked
    choice = seen["prompt"]["answers"][0]["entry"]
    assert choice.startswith("p1 set ")
    refused = other.enter(table, "p2 discontinue").json()
    assert refused["message"] == "the table waits for p1"
    assert choice[3:] not in str(refused)
    assert patron.enter(table, choice).status_code == 200
    number = patron.get(f"/api/tables/{table}").json()["last"]["round"]
    steps = other.get(f"/api/tables/{table}/rounds/{number}/steps").json()["steps"]
    assert "p1 set" in [step["entry"] for step in steps]


def test_money_at_the_cage(people: dict[str, Client]) -> None:
    boss, patron = people["pit-boss"], people["patron2"]
    me = patron.get("/api/session").json()
    path = f"/api/accounts/{me['id']}/deposits"
    before = me["balance"]
    assert boss.post(path, {"cents": 5000}, key="d1").json()["balance"] == before + 5000
    assert boss.post(path, {"cents": 5000}, key="d1").json()["balance"] == before + 5000
    assert boss.post(path, {"cents": -(10**12)}).status_code == 422
    assert patron.post(path, {"cents": 5000}).status_code == 403
    assert people["regulator"].get("/api/ledger").json()["sum"] == 0


def test_tables_open_and_close(people: dict[str, Client]) -> None:
    floor, patron = people["floorperson"], people["patron"]
    assert floor.post("/api/tables", {"game": "faro"}).status_code == 422
    bad = floor.post("/api/tables", {"game": "red-dog", "options": {"decks": 0}})
    assert bad.status_code == 422
    assert "6.1" in bad.json()["section"]
    table = opened(people, "red-dog", day="1999-06-01")
    assert floor.get(f"/api/tables/{table}").json()["day"] == "1999-06-01"
    patron.post(f"/api/tables/{table}/seats", {"seat": "p3"})
    taken = people["patron2"].post(f"/api/tables/{table}/seats", {"seat": "p3"})
    assert (taken.status_code, taken.json()["code"]) == (409, "seat-taken")
    patron.enter(table, "p3 refuse the cut")
    patron.enter(table, "p3 wager original 5.00")
    under_way = floor.post(f"/api/tables/{table}/close", {})
    assert (under_way.status_code, under_way.json()["code"]) == (409, "round-under-way")
    while floor.get(f"/api/tables/{table}").json()["wagers"]:
        assert patron.enter(table, "d close").status_code == 200
    left = patron.delete(f"/api/tables/{table}/seats")
    assert left.status_code == 200, left.text
    assert floor.post(f"/api/tables/{table}/close", {"reason": "the end"}).status_code == 200
    assert floor.get(f"/api/tables/{table}").json()["status"] == "closed"
    assert patron.post(f"/api/tables/{table}/seats", {}).status_code == 409
    shoes = patron.get(f"/api/tables/{table}/shoes").json()["shoes"]
    assert shoes[0]["cards"], "the order of a shoe that is over"
    assert table not in [one["id"] for one in floor.get("/api/floor").json()["tables"]]


def test_nothing_secret_is_logged(server: Server, people: dict[str, Client]) -> None:
    text = server.log.read_text()
    assert PASSWORD not in text.replace(f"the password of each is {PASSWORD}", "")
    for client in people.values():
        assert client.http.headers["Authorization"].split()[1] not in text
