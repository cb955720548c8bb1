"""The dealer's page as a trainer: what may be chosen, what is counted, who reads the record."""

from __future__ import annotations

import html
import os
import random
import re
from collections import Counter
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

import pytest

from pitboss import registry
from pitboss.school.acts import expected
from pitboss.school.exam import verify_result
from pitboss.school.repertoire import choices_at, is_money, near_misses, repertoire_of
from pitboss.server.demo import guests_act
from pitboss.server.pages_drill import syllabus_of
from pitboss.signing import public_half
from pitboss.store import people
from pitboss.store.acts import Asked, acts
from pitboss.store.casino.book import trays
from pitboss.store.examining import AnswerExam, BeginExam, KeepDesk, Plan, desk_of, exam_of
from pitboss.store.hints import GiveHint
from pitboss.store.jobs import Sit
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.period import Period
from pitboss.store.refusal import Refused
from pitboss.store.training import attempts, scored
from pitboss.store.verify import verify_database
from pitboss.store.writer import gaming_day, now_ms
from pitboss.table.prompts import Prompt
from tests.server.room import Room
from tests.server.test_keno_pages import form, signed_in


def begin(browser: Any, game: str, **fields: str) -> int:
    """Opens a training table, and returns its number."""
    done = form(browser, "/school", "/school/tables", game=game, **fields)
    assert done.status_code == 200, done.text
    return int(re.search(r"/tables/(\d+)$", str(done.url))[1])  # type: ignore[index]


def options(page: str, name: str) -> list[str]:
    """What a list of the page offers."""
    found = re.search(rf'<select id="{name}"[^>]*>(.*?)</select>', page, re.DOTALL)
    assert found is not None, f"no list {name}"
    return [html.unescape(one) for one in re.findall(r"<option[^>]*>([^<]+)</option>", found[1])]


def waits(app: Any, table: int) -> Prompt | None:
    outcome = app.state.house.table(table).outcome
    return outcome.prompt if outcome is not None else None


def guests_go_first(app: Any, table: int, rng: random.Random) -> None:
    """Guests wager and decide by themselves, until the table waits for the dealer."""
    house = app.state.house
    for _ in range(40):
        job = guests_act(house.table(table), rng)
        if job is None:
            return
        with suppress(Refused):  # the house lets them play as well
            house.do(job)


def right_form(prompt: Prompt) -> dict[str, str]:
    """What somebody fills in who knows the procedure."""
    if prompt.kind == "draw":
        return {"entry": "d draw", "place": prompt.what}
    if prompt.kind in ("roll", "spin"):
        return {"entry": f"d {prompt.kind}"}
    if prompt.kind == "wagers":
        return {"entry": "d close"}
    if prompt.kind == "decision":
        return {"entry": f"d choose {prompt.choices[0]}"}
    if prompt.kind == "number":
        return {"entry": f"d {prompt.what} NUMBER", "number": str(prompt.at_least)}
    act = expected(prompt)
    if act.startswith("announce "):
        return {"entry": "d announce", "text": act.removeprefix("announce ")}
    return {"entry": "d", "text": act}


def offered(page: str, prompt: Prompt) -> bool:
    """Whether the page offers what is right, beside other things that are not."""
    fields = right_form(prompt)
    if prompt.kind == "draw":
        places = options(page, "place")
        return prompt.what in places and len(places) > 2
    if prompt.kind != "act" or is_money(prompt.what):
        return True
    name = "say" if fields["entry"] == "d announce" else "do"
    return fields["text"] in options(page, name) and len(options(page, name)) > 2


# All games where there is time for it.
GAMES = ["red-dog", "blackjack", "craps", "minibaccarat", "roulette"]
if os.environ.get("PITBOSS_SOAK"):
    GAMES = list(registry.keys())


def record_of(dealer: Any, game: str) -> Counter[str]:
    (said,) = dealer.get(f"/api/school/report?game={game}").json()["games"] or [{}]
    return Counter({key: said.get(key, 0) for key in ("wrong", "hints", "right_at_once", "steps")})


@pytest.mark.parametrize("game", GAMES)
def test_a_trainee_deals_a_round_alone(app: Any, game: str) -> None:
    dealer = signed_in(app, "dealer")
    before = record_of(dealer, game)  # what other tests did at this school
    table = begin(dealer, game, guests="2")
    rng = random.Random(game)
    live = app.state.house.table(table)
    assert live.opened.training
    assert live.by_hand
    assert len(live.seats) == 2
    for _ in range(150):
        guests_go_first(app, table, rng)
        prompt = waits(app, table)
        assert prompt is not None
        if app.state.house.table(table).last is not None:
            break
        page = dealer.get(f"/tables/{table}").text
        assert offered(page, prompt), (prompt.kind, prompt.what)
        n = app.state.house.table(table).n
        fields = right_form(prompt) | {"_key": f"{game} {n}"}
        done = form(dealer, f"/tables/{table}", f"/tables/{table}/enter", **fields)
        assert done.status_code == 200, (prompt.kind, prompt.what, done.text[:3000])
        assert app.state.house.table(table).n > n
    else:
        raise AssertionError("no round was over")
    mine = record_of(dealer, game) - before
    assert (mine["wrong"], mine["hints"]) == (0, 0)
    assert mine["right_at_once"] == mine["steps"] > 3
    assert verify_database(app.state.house.db).status == "clean"


def test_mistakes_are_counted_and_not_answered(app: Any) -> None:
    dealer = signed_in(app, "dealer")
    table = begin(dealer, "casino-war", guests="1")
    where = f"/tables/{table}"
    rng = random.Random(1)
    for _ in range(60):
        guests_go_first(app, table, rng)
        prompt = waits(app, table)
        assert prompt is not None
        if prompt.kind == "draw":
            break
        fields = right_form(prompt) | {"_key": str(app.state.house.table(table).n)}
        form(dealer, where, f"{where}/enter", **fields)
    assert prompt is not None
    assert prompt.kind == "draw"
    wrong = next(one for one in options(dealer.get(where).text, "place")[1:] if one != prompt.what)
    before = app.state.house.table(table).n
    refused = form(dealer, where, f"{where}/enter", entry="d draw", place=wrong)
    assert refused.status_code == 422
    alert = re.search(r'role="alert">(.*?)</div>', refused.text, re.DOTALL)
    assert alert is not None
    assert prompt.what not in alert[1], "the right place is not told"
    assert prompt.citation() in alert[1]
    assert "1 mistake" in refused.text
    nowhere = form(dealer, where, f"{where}/enter", entry="d draw")
    assert "say where the card goes" in nowhere.text
    form(dealer, where, f"{where}/enter", entry="d roll")
    assert app.state.house.table(table).n == before
    hint = form(dealer, where, f"{where}/hint")
    assert f"a card, to {html.escape(prompt.what)}" in hint.text.replace("&#39;", "&#x27;")
    assert "Hint:" not in dealer.get(where).text, "a hint is given once"
    done = form(dealer, where, f"{where}/enter", entry="d draw", place=prompt.what)
    assert done.status_code == 200
    said = dealer.get("/api/school/report?game=casino-war").json()
    mine = next(one for one in said["sections"] if one["section"] == prompt.citation())
    assert (mine["wrong"], mine["hints"], mine["right_at_once"]) == (2, 1, 0)
    report = signed_in(app, "floorperson").get("/school/report?trainee=dealer").text
    assert html.escape(f"d draw to {wrong}").replace("&#x27;", "&#39;") in report
    assert signed_in(app, "admin2").get("/school").status_code == 200
    file = signed_in(app, "floorperson").get("/school/report?as=csv&trainee=dealer").text
    assert file.startswith("trainee,game,kind,section,steps")
    assert signed_in(app, "patron").get("/school").status_code == 403
    assert signed_in(app, "surveillance").get("/school/report").status_code == 403


def test_the_answer_is_nowhere_before_it_is_given(app: Any) -> None:
    """Neither the page nor the API tells a trainee what the procedure wants."""
    dealer = signed_in(app, "dealer")
    table = begin(dealer, "sic-bo", guests="1")
    prompt = waits(app, table)
    assert prompt is not None
    assert prompt.kind == "act"
    assert dealer.get(f"/api/tables/{table}").json()["prompt"] is None
    page = dealer.get(f"/tables/{table}").text
    assert prompt.citation() not in page.split('id="trainer"')[1].split("</section>")[0]
    assert page.count(html.escape(prompt.what.removeprefix("announce "))) <= 2, "one of a list"
    number = app.state.house.table(table).round
    assert "What this seat could do" not in dealer.get(f"/watch/{table}/{number}").text
    steps = dealer.get(f"/api/tables/{table}/rounds/{number}/steps").json()["steps"]
    assert [step["prompt"] for step in steps] == [None] * len(steps)
    assert dealer.get(f"/api/tables/{table}/rounds/{number}/steps?seat=d").status_code == 403
    session = dealer.get("/api/session").json()
    headers = {"x-csrf-token": session["csrf"], "idempotency-key": "a roll"}
    said = dealer.post(f"/api/tables/{table}/entries", json={"entry": "d roll"}, headers=headers)
    assert said.status_code == 422
    assert "expected" not in said.json()
    assert dealer.get("/api/school/report?game=sic-bo").json()["sections"][0]["wrong"] == 1


def test_training_is_apart_from_the_casino(app: Any) -> None:
    floor, patron = signed_in(app, "floorperson"), signed_in(app, "patron")
    table = begin(floor, "big-six", guests="1", guests_play="by hand")
    assert f'href="/tables/{table}"' in floor.get("/").text
    assert f'href="/tables/{table}"' not in patron.get("/").text
    refused = form(patron, "/", f"/tables/{table}/sit")
    assert "for training" in refused.text
    assert all(line["table"] != table for line in floor.get("/api/casino").json()["tables"])
    page = floor.get(f"/tables/{table}").text
    assert "Wager for a guest" in page
    wager = re.search(r'<option value="(p1 wager [^"]+)"', page)
    assert wager is not None
    done = form(floor, f"/tables/{table}", f"/tables/{table}/enter", entry=wager[1], amount="5")
    assert done.status_code == 200, done.text[:2000]
    hint = form(floor, "/tables/1", "/tables/1/hint")
    assert hint.status_code == 422, "a live table gives none"
    assert "Give me a hint" not in floor.get("/tables/1").text
    opened = form(floor, "/open?game=red-dog", "/open", game="red-dog", dealer="training")
    other = app.state.house.table(int(str(opened.url).rpartition("/")[2]))
    assert (other.opened.training, other.by_hand, other.opened.guests_play) == (True, True, True)
    bad = form(floor, "/school", "/school/tables", game="whist")
    assert bad.status_code == 422
    form(floor, "/school", f"/school/tables/{table}/close")


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_has_a_repertoire(key: str) -> None:
    game = registry.find(key)
    known = repertoire_of(game, game.rules(date(2026, 11, 18)))
    assert min(len(known.said), len(known.acts)) > 3
    choices = choices_at(known, None, (2, 5), "seed", positions=5)
    assert choices == choices_at(known, None, (2, 5), "seed", positions=5)
    assert min(len(choices.said), len(choices.acts)) > 3, "a list of one gives the answer away"
    named = {
        seat for text in (*choices.said, *choices.acts) for seat in re.findall(r"\bp\d+\b", text)
    }
    assert named <= {"p2", "p5"}


def test_near_misses_are_other_than_the_truth() -> None:
    found = near_misses("p2: 18", (2, 3), random.Random(1))
    assert {"p2: 17", "p2: 19", "p3: 18"} <= set(found)
    assert "p2: 18" not in found
    assert len(near_misses("Ten", (1,), random.Random(1))) >= 3


# -- drills and exams -----------------------------------------------------------------------------


def shown_item(page: str) -> str:
    found = re.search(r'<h2 id="question">(.*?)</h2>', page, re.DOTALL)
    assert found is not None, page[:3000]
    return found[1]


def test_a_drill_in_the_browser(app: Any) -> None:
    pytest.importorskip("fsrs", reason="needs the extra 'school'")
    dealer = signed_in(app, "dealer")
    where = "/school/drill?game=roulette&kind=payoff&difficulty=1"
    page = dealer.get(where).text
    assert shown_item(page) == shown_item(dealer.get(where).text), "it waits for its answer"
    with app.state.house.db.read() as reading:
        desk = desk_of(reading, 2, "dealer")
    assert desk.item is not None
    assert not re.search(rf"value=.{re.escape(desk.item.answer)}.", page.split("<nav")[0])
    fields = {"game": "roulette", "kind": "payoff", "difficulty": "1"}
    wrong = form(dealer, where, "/school/drill", answer="no idea", **fields)
    assert "Wrong" in wrong.text
    assert f"<strong>{desk.item.answer}</strong>" in wrong.text
    assert desk.item.cite in html.unescape(wrong.text)
    page = dealer.get(where).text
    with app.state.house.db.read() as reading:
        desk = desk_of(reading, 2, "dealer")
    assert desk.item is not None
    right = form(dealer, where, "/school/drill", answer=desk.item.answer, **fields)
    assert ">Right</h2>" in right.text
    said = dealer.get("/api/school/report?game=roulette").json()
    mine = next(one for one in said["games"] if one["kind"] == "payoff")
    assert (mine["steps"], mine["right_at_once"], mine["wrong"]) == (2, 1, 1)
    assert dealer.get("/school/drill?game=whist").status_code == 422
    assert dealer.get("/school/drill?game=roulette&kind=song").status_code == 422
    assert dealer.get("/school/drill?game=roulette&day=soon").status_code == 422
    assert signed_in(app, "patron").get(where).status_code == 403


def test_an_exam_in_the_browser_is_verified(app: Any) -> None:
    dealer = signed_in(app, "dealer")
    began = form(
        dealer,
        "/school/exams",
        "/school/exams",
        game="red-dog",
        items="3",
        **{"pass": "60", "difficulty": "1", "kind": "wager"},
    )
    where = str(began.url).removeprefix("http://pit")
    exam = int(where.rpartition("/")[2])
    with app.state.house.db.read() as reading:
        syllabus = syllabus_of(exam_of(reading, exam).plan)
    for number in range(3):
        page = dealer.get(where).text
        item = syllabus.item(number)
        assert f"Item {number + 1} of 3" in page
        assert html.escape(item.question) in page.replace("&#39;", "&#x27;")
        typed = item.answer if number else "perhaps"
        again = {"answer": typed, "number": str(number)}
        form(dealer, where, where, **again, _key=f"first {number}")
        form(dealer, where, where, answer="other", number=str(number), _key=f"second {number}")
        if number < 2:
            assert "right" not in dealer.get(where).text.split("<main")[1].split("Item")[0].lower()
    page = dealer.get(where).text
    assert "Passed" in page
    assert "2 of 3 right" in page
    result = dealer.get(f"{where}/result").content
    public = public_half(app.state.house.key)
    assert verify_result(result, public)["status"] == "clean"
    altered = result.replace(b'"perhaps"', b'"yes"')
    assert verify_result(altered, public)["status"] == "altered"
    floor = signed_in(app, "floorperson")
    assert floor.get(where).status_code == 200
    assert "passed" in floor.get("/school/exams").text
    other = signed_in(app, "pit-boss")
    refused = form(other, "/school/exams", where, answer="yes", number="0")
    assert refused.status_code in (200, 403)
    assert (
        form(
            dealer, "/school/exams", "/school/exams", game="red-dog", items="0", **{"pass": "60"}
        ).status_code
        == 422
    )
    assert signed_in(app, "patron").get(where).status_code == 403


def test_the_record_in_either_database(room: Room) -> None:
    """A mistake, a hint and a right act at a training table; a desk; an exam: in each database."""
    trainee = int(room.call(partial(people.create_person, name="tom", role="dealer", stored="")))
    wanted = NewTable(game="red-dog", dealer="by hand", training=True, limits={"": (500, 50_000)})
    table = int(room.do(OpenTable(trainee, wanted))["table"])
    guest = room.patron("gus", guest=True)
    room.do(Sit(table, guest, "gus", 1, guest=True))
    with pytest.raises(Refused, match="for training"):
        room.do(Sit(table, room.patron("pat"), "pat", 2))
    with pytest.raises(Refused) as refused:
        room.enter(table, trainee, "d close", role="dealer")
    assert refused.value.section
    assert refused.value.table is None, "what is expected is not told"
    hint = room.do(GiveHint(table, trainee))
    room.enter(table, trainee, f"d {hint['act']}", role="dealer")
    today = gaming_day(now_ms())
    with room.db.read() as reading:
        found = attempts(reading, Period(today, today), account=trainee, table=table)
        assert acts(reading, Asked(period=Period(today, today), table=table), 50)
        assert table not in trays(reading)
    assert [one.result for one in found] == ["wrong", "hint", "right"]
    (score,) = scored(found, lambda one: one.account).values()
    assert (score.steps, score.first, score.wrong, score.hints) == (1, 0, 1, 1)
    plan = Plan(["red-dog"], ["wager"], "2011-06-01", 1, seed=3, items=1, pass_mark=50)
    exam = int(room.do(BeginExam(trainee, plan))["exam"])
    room.do(AnswerExam(trainee, exam, 0, "yes"))
    with pytest.raises(Refused, match="answered already"):
        room.do(AnswerExam(trainee, exam, 0, "no"))
    with pytest.raises(Refused, match="somebody else"):
        room.do(AnswerExam(guest, exam, 1, "no"))
    with room.db.read() as reading:
        desk = desk_of(reading, trainee, "tom")
        assert [given.typed for given in exam_of(reading, exam).answers] == ["yes"]
    room.do(KeepDesk(trainee, desk))
    room.do(KeepDesk(trainee, desk))
    room.verify()
