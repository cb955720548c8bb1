"""Attacks on the school and on the record of acts: money that was made for training, meters,
repeated requests, days that are nobody's, letters that a database refuses, costly reads."""

from __future__ import annotations

from datetime import date
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from pitboss.school.exam import sign_result
from pitboss.school.marking import mark
from pitboss.server import acts, school
from pitboss.server.demo import PASSWORD
from pitboss.server.files import as_csv
from pitboss.server.pages_acts import telling
from pitboss.server.pages_drill import COST_OF_A_SEARCH, COST_OF_A_SECTION, syllabus_of
from pitboss.store import acts as chains
from pitboss.store import training as record
from pitboss.store.books import Movement
from pitboss.store.casino.money import CountBox, CountTray, Credit, Fill
from pitboss.store.examining import BeginExam, FinishExam, Plan
from pitboss.store.hints import GiveHint
from pitboss.store.jobs import Sit
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.people import list_people
from pitboss.store.period import Period
from pitboss.store.refusal import Refused
from pitboss.store.training import Attempt, attempts, put_on_record
from pitboss.store.writer import gaming_day, now_ms
from tests.server.room import Room
from tests.server.test_keno_pages import form, signed_in

METER_GAME = "caribbean-stud-poker"
LIMITS = {"": (500, 50_000)}


def opened(app: Any, key: str, **fields: Any) -> int:
    """A training table that the dealer asks for over HTTP."""
    body = {"game": "red-dog", "guests": 2, "guests_play": False} | fields
    dealer = TestClient(app, base_url="http://pit")
    token = dealer.post("/api/session", json={"name": "dealer", "password": PASSWORD}).json()[
        "token"
    ]
    dealer.cookies.clear()
    said = dealer.post(
        "/api/school/tables",
        json=body,
        headers={"authorization": f"Bearer {token}", "idempotency-key": key},
    )
    assert said.status_code == 201, said.text
    return int(said.json()["table"])


def test_a_request_that_is_repeated_seats_nobody_again(app: Any) -> None:
    table = opened(app, "the same request")
    rows = app.state.house.table(table).n
    assert opened(app, "the same request") == table
    live = app.state.house.table(table)
    assert (len(live.seats), live.n) == (2, rows)
    assert all(who.name.startswith(record.SCHOOL_GUEST) for who in live.seats.values())


def test_nobody_has_any_number_of_training_tables(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(app, "the same request")
    monkeypatch.setattr(school, "TABLES_MAX", 0)
    refused = form(signed_in(app, "dealer"), "/school", "/school/tables", game="red-dog")
    assert refused.status_code == 422
    assert "close some of your" in refused.text


def test_money_of_the_school_stays_at_its_tables(sqlite_room: Room) -> None:
    """A dealer makes it alone, without the cage: at a table for money it would be anybody's."""
    room = sqlite_room
    guest = room.patron(f"{record.SCHOOL_GUEST}1", guest=True)
    live = int(room.do(OpenTable(1, NewTable(game="red-dog", limits=LIMITS)))["table"])
    with pytest.raises(Refused, match="training tables alone"):
        room.do(Sit(live, guest, f"{record.SCHOOL_GUEST}1", 1, guest=True))
    wanted = NewTable(game="red-dog", dealer="by hand", training=True, limits=LIMITS)
    apart = int(room.do(OpenTable(1, wanted))["table"])
    room.do(Sit(apart, guest, f"{record.SCHOOL_GUEST}1", 1, guest=True))
    room.verify()


def test_a_training_table_shares_no_meter(sqlite_room: Room) -> None:
    """Else guests would win a jackpot that patrons have paid for, and patrons one of the school."""
    room = sqlite_room
    training = partial(NewTable, game=METER_GAME, dealer="by hand", training=True, limits=LIMITS)
    room.do(OpenTable(1, NewTable(game=METER_GAME, meter="big", limits=LIMITS)))
    with pytest.raises(Refused, match="shares no meter"):
        room.do(OpenTable(1, training(meter="big")))
    room.do(OpenTable(1, training(meter="practice")))
    with pytest.raises(Refused, match="shares no meter"):
        room.do(OpenTable(1, NewTable(game=METER_GAME, meter="practice", limits=LIMITS)))
    room.do(OpenTable(1, NewTable(game=METER_GAME, meter="big", limits=LIMITS)))
    room.verify()


def test_what_a_trainee_types_is_put_on_record_in_either_database(room: Room) -> None:
    """PostgreSQL takes no text with a zero byte: the whole transaction would fail."""
    typed = Attempt(now_ms(), 1, 0, "red-dog", "wager", "wrong", "", "to \0 \x1b[2J p1\n", 5)
    room.call(lambda batch: put_on_record(batch, typed))
    today = gaming_day(now_ms())
    with room.db.read() as reading:
        (found,) = attempts(reading, Period(today, today))
    assert found.text == "to    [2J p1 "


def test_of_a_long_record_the_latest_is_read(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "ATTEMPTS_MAX", 2)
    for text in ("one", "two", "three"):
        done = Attempt(now_ms(), 1, 0, "red-dog", "wager", "right", "", text, 5)
        sqlite_room.call(partial(put_on_record, attempt=done))
    today = gaming_day(now_ms())
    with sqlite_room.db.read() as reading:
        assert [one.text for one in attempts(reading, Period(today, today))] == ["two", "three"]


@pytest.mark.parametrize("days", ["from=9999-12-31", "to=0001-01-01", "day=1969-12-31", "day=x"])
def test_days_that_are_nobodys(app: Any, days: str) -> None:
    for name, address in (
        ("regulator", "/api/acts"),
        ("regulator", "/casino/entries"),
        ("regulator", "/books/accounts/1"),
        ("dealer", "/school/report"),
    ):
        said = signed_in(app, name).get(f"{address}?{days}")
        assert said.status_code == 422, (address, said.status_code)
        assert "expected such as" in said.text


def test_a_game_that_there_is_not_has_no_record(app: Any) -> None:
    assert signed_in(app, "dealer").get("/api/school/report?game=%00").status_code == 422


def test_what_costs_much_is_weighed(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []
    monkeypatch.setattr(app.state.house.requests, "spend", lambda _name, cost: spent.append(cost))
    regulator = signed_in(app, "regulator")
    said = regulator.get("/api/acts?page=999999999999999").json()
    assert said["page"] == acts.PAGES_MAX
    assert sum(spent) >= acts.COST_OF_A_LOOK
    spent.clear()
    dealer = signed_in(app, "dealer")
    dealer.get("/school/report?as=csv")
    assert sum(spent) >= school.COST_OF_A_REPORT
    spent.clear()
    dealer.get("/school/drill?game=red-dog&about=spread")
    assert sum(spent) >= COST_OF_A_SEARCH > COST_OF_A_SECTION


def test_acts_of_many_chains_are_never_more_than_asked_for(sqlite_room: Room) -> None:
    for _ in range(3):
        sqlite_room.do(OpenTable(1, NewTable(game="red-dog", limits=LIMITS)))
    today = gaming_day(now_ms())
    whole = chains.Asked(period=Period(date(2020, 1, 1), today))
    with sqlite_room.db.read() as reading:
        known = chains.acts(reading, whole, 1000)
        assert chains.acts(reading, whole, 4) == known[:4]
    assert len(known) > 4


def test_no_money_goes_to_a_training_tray_or_from_it(sqlite_room: Room) -> None:
    """No report shows that tray: a fill and a count would make chips of the cage disappear."""
    wanted = NewTable(game="red-dog", dealer="by hand", training=True, limits=LIMITS)
    table = int(sqlite_room.do(OpenTable(1, wanted))["table"])
    for job in (
        Fill(by=1, table=table, cents=100_000),
        Credit(by=1, table=table, cents=1),
        CountTray(by=1, table=table, cents=1),
        CountBox(by=1, table=table, cents=1),
    ):
        with pytest.raises(Refused, match="no money"):
            sqlite_room.do(job)
    live = int(sqlite_room.do(OpenTable(1, NewTable(game="red-dog", limits=LIMITS)))["table"])
    sqlite_room.do(Fill(by=1, table=live, cents=100_000))


def test_limits_of_a_player_whom_there_is_not(app: Any) -> None:
    """A name that is misspelt would leave the player with the posted limits, and nobody told."""
    floor, where = signed_in(app, "floorperson"), "/tables/1/notices"
    amounts = {"least.0": "5", "most.0": "900"}
    refused = form(floor, where, "/tables/1/terms", **amounts, **{"player.0": "patrn"})
    assert refused.status_code == 422
    assert "there is no patron" in refused.text
    done = form(floor, where, "/tables/1/terms", **amounts, **{"player.0": "patron"})
    assert done.status_code == 200
    assert floor.get("/api/tables/1/terms").json()["players"] == {"patron": [500, 90_000]}
    form(floor, where, "/tables/1/terms")


def test_a_file_has_no_formula_and_loses_no_sign() -> None:
    said = bytes(as_csv("a.csv", ["a"], [["-5.00 short"], ["=1+1"], ["＝1"], [-5], ["fine"]]).body)
    assert said.decode().splitlines() == ["a", "'-5.00 short", "'=1+1", "'＝1", "-5", "fine"]


def test_an_account_is_told_by_its_own_name() -> None:
    act = chains.Act(0, 0, 0, 1, "account", 1, "", what={"name": "pit-boss", "role": "pit-boss"})
    assert telling(act) == "name pit-boss; role pit boss"


def test_a_statement_names_no_card_to_whoever_reads_no_journals(app: Any) -> None:
    """Where a seat is settled by a card, the round may go on: that card may be the hole card."""
    house = app.state.house
    drawn = Movement(0, 1, 1, 5, 0, "entry", "d draw Ks", 500, "")
    wagered = Movement(0, 1, 1, 1, 2, "entry", "p1 wager initial 5.00", -500, "")
    for role, shown in (("administrator", acts.NOT_SHOWN), ("regulator", "d draw Ks")):
        ask = SimpleNamespace(house=house, person=SimpleNamespace(role=role))
        assert acts.movement_for_the_role(ask, drawn).what == shown  # type: ignore[arg-type]
        assert acts.movement_for_the_role(ask, wagered) == wagered  # type: ignore[arg-type]
    tray = int(house.table(1).accounts.inventory)
    assert "d roll" not in signed_in(app, "admin2").get(f"/books/accounts/{tray}?as=csv").text


def test_a_result_that_was_written_to_the_database_is_not_believed(app: Any) -> None:
    """A pass that nobody signed, and one that is somebody else's."""
    house = app.state.house
    with house.db.read() as reading:
        numbers = {one.name: one.id for one in list_people(reading)}
    plan = Plan(["red-dog"], ["wager"], "2011-06-01", 1, seed=3, items=1, pass_mark=50)
    syllabus = syllabus_of(plan)
    item = syllabus.item(0)
    signed = sign_result(syllabus, [mark(item, item.answer, 1.0)], 50, "dealer", 1, house.key)
    assert signed.statement.passed
    unsigned = msgspec.structs.replace(signed, signature=signed.signature[::-1])
    floor = signed_in(app, "floorperson")
    for name, result, why in (
        ("dealer", signed, ""),
        ("dealer", unsigned, "the signature does not fit"),
        ("dealer", {}, "not as it was signed"),
        ("pit-boss", signed, "the result of dealer"),
    ):
        exam = house.do(BeginExam(numbers[name], plan))["exam"]
        house.do(FinishExam(exam, msgspec.json.encode(result).decode(), []))
        page = floor.get(f"/school/exams/{exam}")
        assert page.status_code == (409 if why else 200)
        assert (why or "Passed") in page.text
        assert (why or "passed") in floor.get("/school/exams").text


def test_whoever_follows_the_hints_makes_no_mistake(sqlite_room: Room) -> None:
    """Also where a number is asked for: at which card the deck is cut."""
    room = sqlite_room
    wanted = NewTable(game=METER_GAME, dealer="by hand", training=True, limits=LIMITS)
    table = int(room.do(OpenTable(1, wanted))["table"])
    hints: list[str] = []
    room.do(Sit(table, room.patron("gus", guest=True), "gus", 1, guest=True))
    while not any(act.startswith("cut ") for act in hints):
        hints.append(room.do(GiveHint(table, 1))["act"])
        room.enter(table, 1, f"d {hints[-1]}", role="dealer")
    today = gaming_day(now_ms())
    with room.db.read() as reading:
        made = attempts(reading, Period(today, today), table=table)
    assert {one.result for one in made} == {"hint", "right"}
