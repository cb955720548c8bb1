"""Drills and exams in the browser. They are no table's: nothing here is about a round that is being
played, and patrons have no part in it (8.1)."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.responses import Response

from pitboss import registry
from pitboss.errors import BadInput
from pitboss.school.drill import Syllabus
from pitboss.school.exam import Statement, read_signed, sign_result
from pitboss.school.items import KINDS, Item
from pitboss.school.marking import Marked, mark
from pitboss.school.scene import HARDEST
from pitboss.school.trainee import next_item, review
from pitboss.server.files import as_attachment
from pitboss.server.pages import PageAsk, add, go, read_whole, refused_in, render
from pitboss.server.pages_school import games_of_school
from pitboss.server.problems import Problem, RequestRefused
from pitboss.signing import public_half
from pitboss.store.books import names_of
from pitboss.store.examining import (
    AnswerExam,
    BeginExam,
    Desk,
    Exam,
    FinishExam,
    KeepDesk,
    Plan,
    desk_of,
    exam_of,
    exams,
)
from pitboss.store.roles import may, need
from pitboss.store.training import Attempt

# An item is made of random rounds, up to some hundred of them: for one of a section that is half a
# second, and where there is none about some words it is several.
COST_OF_AN_ITEM, COST_OF_A_SECTION, COST_OF_A_SEARCH = 5.0, 500.0, 1000.0
ITEMS_KEPT = 1000
ITEMS_MOST, SEED_BYTES = 100, 5


def install(app: FastAPI) -> None:
    add(app, "GET", "/school/drill", drill)
    add(app, "POST", "/school/drill", answer)
    add(app, "GET", "/school/exams", list_exams)
    add(app, "POST", "/school/exams", begin_exam)
    add(app, "GET", "/school/exams/{exam}", exam_page)
    add(app, "POST", "/school/exams/{exam}", answer_exam)
    add(app, "GET", "/school/exams/{exam}/result", result_file)


def _plan(ask: PageAsk, asked: dict[str, str]) -> Plan:
    """What is chosen in a form; refuses what there is not."""
    games = [asked["game"]] if asked.get("game") else []
    kinds = [asked["kind"]] if asked.get("kind") else list(KINDS)
    today = ask.house.writer.day_of(ask.house.clock()).isoformat()
    difficulty = read_whole(asked.get("difficulty") or "1") or 0
    plan = Plan(
        games,
        kinds,
        asked.get("day") or today,
        difficulty,
        asked.get("section", "").strip()[:40],
        asked.get("about", "").strip()[:60],
    )
    syllabus_of(plan)
    return plan


def syllabus_of(plan: Plan) -> Syllabus:
    if not plan.games:
        raise BadInput("choose a game")
    try:
        day = date.fromisoformat(plan.day)
    except ValueError:
        raise BadInput("day: expected such as 1999-06-01") from None
    games = [registry.find(key) for key in plan.games]
    return Syllabus(games, plan.kinds, day, plan.difficulty, plan.seed, plan.section, plan.about)


def _cost(plan: Plan) -> float:
    if plan.about:
        return COST_OF_A_SEARCH
    return COST_OF_A_SECTION if plan.section else COST_OF_AN_ITEM


@lru_cache(maxsize=ITEMS_KEPT)
def _exam_item(plan: bytes, number: int) -> Item:
    """The item of an exam by its plan as JSON: what was asked is not searched for again."""
    return syllabus_of(msgspec.json.decode(plan, type=Plan)).item(number)


def new_seed() -> int:
    return int.from_bytes(secrets.token_bytes(SEED_BYTES))


FIELDS = ("game", "kind", "difficulty", "section", "about", "day")


def _render(ask: PageAsk, template: str, found: Problem | None, **values: Any) -> Response:
    return render(
        ask,
        template,
        422 if found is not None else 200,
        problem=found,
        games=games_of_school(),
        kinds=KINDS,
        hardest=HARDEST,
        items_most=ITEMS_MOST,
        **values,
    )


# -- drills ---------------------------------------------------------------------------------------


def drill(ask: PageAsk) -> Response:
    """The item that waits, or the next one of what is chosen."""
    need(ask.person.role, "train")
    asked = {name: ask.query(name) or "" for name in FIELDS}
    if not asked["game"]:
        return _drill(ask, asked, None, None, None)
    item, found = refused_in(ask, lambda: _next(ask, asked))
    return _drill(ask, asked, item, None, found)


def _drill(
    ask: PageAsk,
    asked: dict[str, str],
    item: Item | None,
    marked: Marked | None,
    found: Problem | None,
) -> Response:
    return _render(
        ask, "school_drill.html", found, title="Drill", asked=asked, item=item, marked=marked
    )


def _next(ask: PageAsk, asked: dict[str, str]) -> Item:
    plan, person = _plan(ask, asked), ask.person
    with ask.house.db.read() as reading:
        desk = desk_of(reading, person.id, person.name)
    if desk.item is not None and desk.plan == plan:
        return desk.item  # it is not put aside by looking again
    ask.spend(_cost(plan))
    seeded = msgspec.structs.replace(plan, seed=new_seed())
    number = len(desk.history.reviews)
    desk.item = next_item(desk.history, syllabus_of(seeded), number, datetime.now(UTC))
    desk.plan, desk.asked_at = plan, ask.house.clock()
    ask.house.do(KeepDesk(person.id, desk))
    return desk.item


def answer(ask: PageAsk) -> Response:
    """Marks the answer, and says why."""
    need(ask.person.role, "train")
    person, now = ask.person, ask.house.clock()
    asked = {name: ask.field(name) for name in FIELDS}
    with ask.house.db.read() as reading:
        desk = desk_of(reading, person.id, person.name)
    if desk.item is None:
        return go(ask, "/school/drill")
    marked = mark(desk.item, ask.field("answer"), (now - desk.asked_at) / 1000)
    with suppress(ImportError):  # without the extra `school` topics come by turns
        review(desk.history, marked, datetime.now(UTC))
    attempt = attempt_of(marked, person.id, now)
    ask.house.do(KeepDesk(person.id, Desk(desk.history), attempt))
    return _drill(ask, asked, None, marked, None)


def attempt_of(marked: Marked, account: int, now: int) -> Attempt:
    item = marked.item
    said = f"{item.question} {marked.typed}"
    return Attempt(
        now,
        account,
        0,
        item.game,
        item.kind,
        "right" if marked.right else "wrong",
        item.cite,
        said,
        round(1000 * (marked.seconds or 0)),
    )


# -- exams ----------------------------------------------------------------------------------------


def list_exams(ask: PageAsk) -> Response:
    return _exams(ask, None)


def _exams(ask: PageAsk, found: Problem | None) -> Response:
    role = ask.person.role
    if not may(role, "instruct"):
        need(role, "train")
    with ask.house.db.read() as reading:
        known = exams(reading, 0 if may(role, "instruct") else ask.person.id)
        names = names_of(reading)
    stated = {exam.id: _stated(ask, exam, names) for exam in known if exam.over}
    return _render(
        ask,
        "school_exams.html",
        found,
        title="Exams",
        known=known,
        names=names,
        stated=stated,
        asked=ask.form,
        trains=may(role, "train"),
        public=_public(ask),
    )


def _public(ask: PageAsk) -> str:
    return public_half(ask.house.key) if ask.house.key is not None else ""


def _stated(ask: PageAsk, exam: Exam, names: dict[int, str]) -> Statement | str:
    """What the result of an exam states, or why it is not to be believed: it is no part of the
    chains, and whoever writes to the database could write it."""
    stated = read_signed(exam.result.encode(), _public(ask))
    if isinstance(stated, Statement) and stated.trainee != names.get(exam.account):
        return f"it is the result of {stated.trainee[:40]}"
    return stated


def begin_exam(ask: PageAsk) -> Response:
    need(ask.person.role, "train")

    def work() -> Any:
        items, pass_mark = read_whole(ask.field("items")), read_whole(ask.field("pass"))
        if items is None or not 1 <= items <= ITEMS_MOST:
            raise RequestRefused(422, "bad-field", f"items: expected 1 to {ITEMS_MOST}")
        if pass_mark is None or not 1 <= pass_mark <= 100:
            raise RequestRefused(422, "bad-field", "pass mark: expected 1 to 100 percent")
        plan = msgspec.structs.replace(
            _plan(ask, ask.form | {"about": ""}), seed=new_seed(), items=items, pass_mark=pass_mark
        )
        return ask.house.do(BeginExam(ask.person.id, plan))

    said, found = refused_in(ask, work)
    return _exams(ask, found) if said is None else go(ask, f"/school/exams/{said['exam']}")


def _own(ask: PageAsk) -> Exam:
    with ask.house.db.read() as reading:
        exam = exam_of(reading, ask.number("exam"))
    if exam.account != ask.person.id:
        need(ask.person.role, "instruct")
    return exam


def exam_page(ask: PageAsk) -> Response:
    """The next item, and nothing of how those before it were answered; at the end the result."""
    exam = _own(ask)
    if exam.over:
        with ask.house.db.read() as reading:
            stated = _stated(ask, exam, names_of(reading))
        if isinstance(stated, str):
            raise RequestRefused(409, "not-valid", f"exam {exam.id} has no valid result: {stated}")
        return render(
            ask,
            "school_exam.html",
            title="Exam",
            exam=exam,
            stated=stated,
            item=None,
            public=_public(ask),
        )
    if exam.account != ask.person.id:
        raise RequestRefused(409, "not-over", "the exam is not over")
    if len(exam.answers) >= exam.plan.items:
        return _finish(ask, exam)
    ask.spend(_cost(exam.plan))
    item = _exam_item(msgspec.json.encode(exam.plan), len(exam.answers))
    return render(
        ask, "school_exam.html", title="Exam", exam=exam, stated=None, item=item, public=""
    )


def answer_exam(ask: PageAsk) -> Response:
    number = read_whole(ask.field("number"))
    if number is not None:
        ask.spend(_cost(_own(ask).plan))  # it is made again to be marked
        job = AnswerExam(ask.person.id, ask.number("exam"), number, ask.field("answer"))
        _, found = refused_in(ask, lambda: ask.house.do(job))
        if found is not None and found.code != "moved-on":
            raise RequestRefused(403, found.code, found.message)
    return go(ask, f"/school/exams/{ask.number('exam')}")


def _finish(ask: PageAsk, exam: Exam) -> Response:
    """Marks every answer again from the seed, signs the result and keeps it."""
    assert ask.house.key is not None
    syllabus = syllabus_of(exam.plan)
    ask.spend(COST_OF_AN_ITEM * exam.plan.items)
    plan = msgspec.json.encode(exam.plan)
    marked = [
        mark(_exam_item(plan, number), given.typed, given.ms / 1000)
        for number, given in enumerate(exam.answers)
    ]
    now = ask.house.clock()
    result = sign_result(syllabus, marked, exam.plan.pass_mark, ask.person.name, now, ask.house.key)
    attempts = [attempt_of(one, exam.account, now) for one in marked]
    ask.house.do(FinishExam(exam.id, msgspec.json.encode(result).decode(), attempts))
    return go(ask, f"/school/exams/{exam.id}")


def result_file(ask: PageAsk) -> Response:
    """The signed result, which `pitboss verify` checks."""
    exam = _own(ask)
    if not exam.over:
        raise RequestRefused(409, "not-over", "the exam is not over")
    text = msgspec.json.format(exam.result.encode(), indent=1).decode() + "\n"
    return as_attachment(f"exam-{exam.id}.json", text, "application/json")
