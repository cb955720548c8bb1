"""Drills and exams of a school on a server: the item that a trainee has before them, the history by
which topics come again, exams under way, and their signed results."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.school.items import Item
from pitboss.school.trainee import FORM, History
from pitboss.store.database import Reading
from pitboss.store.jobs import Job
from pitboss.store.refusal import Kind, Refused
from pitboss.store.training import Attempt, put_on_record
from pitboss.store.writer import Batch

EXAM = "SELECT id, account_id, at, plan, answers, asked_at, result FROM school_exam"
EXAMS_SHOWN = 100
TYPED_MAX = 200


class Plan(msgspec.Struct, frozen=True):
    """What is asked: games and kinds of items, of a day, with a difficulty and perhaps of one
    section or about some words. Of an exam also how many items, by which seed, and the pass
    mark in percent."""

    games: list[str]
    kinds: list[str]
    day: str
    difficulty: int
    section: str = ""
    about: str = ""
    seed: int = 0
    items: int = 0
    pass_mark: int = 0


class Desk(msgspec.Struct):
    """What lies before a trainee who drills: an item that waits for its answer, since when."""

    history: History
    plan: Plan | None = None
    item: Item | None = None
    asked_at: int = 0


def desk_of(reading: Reading, account: int, name: str) -> Desk:
    sql = "SELECT history FROM school_history WHERE account_id = ?"
    known = reading.execute(sql, (account,)).first()
    if known is None:
        return Desk(History(FORM, name))
    return msgspec.json.decode(known[0], type=Desk)


class KeepDesk(Job):
    """Keeps a trainee's desk, with the answer that was given, if one was."""

    account: int
    desk: Desk
    attempt: Attempt | None = None

    def work(self, batch: Batch) -> Any:
        text = msgspec.json.encode(self.desk).decode()
        sql = (
            "INSERT INTO school_history (account_id, history) VALUES (?, ?) "
            "ON CONFLICT (account_id) DO UPDATE SET history = excluded.history"
        )
        batch.execute(sql, (self.account, text))
        if self.attempt is not None:
            put_on_record(batch, self.attempt)
        return {}


class Given(msgspec.Struct, frozen=True):
    """An answer of an exam, and how long it took."""

    typed: str
    ms: int


class Exam(msgspec.Struct, frozen=True):
    """`result` is the signed result as JSON, once the last item is answered."""

    id: int
    account: int
    at: int
    plan: Plan
    answers: list[Given]
    asked_at: int
    result: str

    @property
    def over(self) -> bool:
        return bool(self.result)


def _exam(row: Any) -> Exam:
    number, account, at, plan, answers, asked_at, result = row
    return Exam(
        number,
        account,
        at,
        msgspec.json.decode(plan, type=Plan),
        msgspec.json.decode(answers, type=list[Given]),
        asked_at,
        result,
    )


def exam_of(reading: Reading, number: int) -> Exam:
    found = reading.execute(f"{EXAM} WHERE id = ?", (number,)).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no exam {number}")
    return _exam(found)


def exams(reading: Reading, account: int = 0) -> list[Exam]:
    """Exams, the latest first: of one trainee, or of all."""
    where, values = ("WHERE account_id = ?", (account,)) if account else ("", ())
    sql = f"{EXAM} {where} ORDER BY id DESC LIMIT {EXAMS_SHOWN}"
    return [_exam(row) for row in reading.execute(sql, values)]


class BeginExam(Job):
    account: int
    plan: Plan

    def work(self, batch: Batch) -> Any:
        plan = msgspec.json.encode(self.plan).decode()
        sql = (
            "INSERT INTO school_exam (account_id, at, plan, answers, asked_at, result) "
            "VALUES (?, ?, ?, '[]', ?, '') RETURNING id"
        )
        number = batch.execute(sql, (self.account, batch.now, plan, batch.now)).value()
        return {"exam": int(number)}


class AnswerExam(Job):
    """An answer to the item of that number, which is the next: each is answered once."""

    account: int
    exam: int
    number: int
    typed: str

    def work(self, batch: Batch) -> Any:
        exam = exam_of(batch, self.exam)
        if exam.account != self.account:
            raise Refused(Kind.NOT_YOURS, "that is somebody else's exam")
        if exam.over or self.number != len(exam.answers) or self.number >= exam.plan.items:
            raise Refused(Kind.MOVED_ON, "that item was answered already")
        answers = [*exam.answers, Given(self.typed[:TYPED_MAX], batch.now - exam.asked_at)]
        sql = "UPDATE school_exam SET answers = ?, asked_at = ? WHERE id = ?"
        batch.execute(sql, (msgspec.json.encode(answers).decode(), batch.now, self.exam))
        return {"exam": self.exam, "answered": len(answers)}


class FinishExam(Job):
    """Keeps the signed result, and puts every answer on record."""

    exam: int
    result: str
    attempts: list[Attempt]

    def work(self, batch: Batch) -> Any:
        if exam_of(batch, self.exam).over:
            return {"exam": self.exam}
        batch.execute("UPDATE school_exam SET result = ? WHERE id = ?", (self.result, self.exam))
        for attempt in self.attempts:
            put_on_record(batch, attempt)
        return {"exam": self.exam}
