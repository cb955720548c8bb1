"""Exams: a seed, a number of items, a pass mark; a result that is signed, and can be marked
again from the seed by whoever holds it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss import __version__, registry
from pitboss.errors import PitbossError
from pitboss.school.drill import Syllabus
from pitboss.school.marking import Marked
from pitboss.signing import NotSigned, check_signature, public_half, signature

FORM = "pitboss exam 1"


class Answer(msgspec.Struct, frozen=True):
    game: str
    kind: str
    cite: str
    typed: str
    expected: str
    right: bool
    seconds: float | None


class Statement(msgspec.Struct, frozen=True):
    """What is signed: its JSON, fields in this order, without white space."""

    form: str
    software: str
    made_at: int
    public_key: str
    trainee: str
    games: list[str]
    kinds: list[str]
    day: str
    difficulty: int
    seed: int
    items: int
    pass_mark: int
    section: str
    right: int
    passed: bool
    answers: list[Answer]


class Result(msgspec.Struct, frozen=True):
    statement: Statement
    signature: str


_encode = msgspec.json.Encoder().encode


def passes(right: int, items: int, pass_mark: int) -> bool:
    return right * 100 >= pass_mark * items


def sign_result(
    syllabus: Syllabus,
    marked: Sequence[Marked],
    pass_mark: int,
    trainee: str,
    now: int,
    key: Ed25519PrivateKey,
) -> Result:
    right = sum(one.right for one in marked)
    statement = Statement(
        FORM,
        __version__,
        now,
        public_half(key),
        trainee,
        [game.key for game in syllabus.games],
        syllabus.kinds,
        syllabus.day.isoformat(),
        syllabus.difficulty,
        syllabus.seed,
        len(marked),
        pass_mark,
        syllabus.section,
        right,
        passes(right, len(marked), pass_mark),
        [_answer(one) for one in marked],
    )
    return Result(statement, signature(_encode(statement), key))


def _answer(one: Marked) -> Answer:
    item = one.item
    return Answer(item.game, item.kind, item.cite, one.typed, item.answer, one.right, one.seconds)


def read_signed(content: bytes, public: str = "") -> Statement | str:
    """The statement of a result, or why it is not what was signed, with that key if one is given.
    Whether the items were marked as they should be is not asked."""
    try:
        result = msgspec.json.decode(content, type=Result)
        stated = result.statement
        check_signature(_encode(stated), stated.public_key, result.signature)
    except (msgspec.MsgspecError, ValueError) as error:
        return f"not as it was signed: {error}"
    except NotSigned:
        return "the signature does not fit"
    if stated.form != FORM:
        return f"expected {FORM!r}, not {stated.form[:40]!r}"
    if public and public != stated.public_key:
        return f"signed with another key, {stated.public_key}"
    return stated


def verify_result(content: bytes, public: str = "") -> dict[str, Any]:
    """Checks the signature, then makes every item anew from the seed and marks it again. `status`
    is clean, altered, or not-replayable (signed, but the items are other software's)."""
    stated = read_signed(content, public)
    if isinstance(stated, str):
        return _verdict("altered", stated)
    if stated.software != __version__:
        reason = f"signed, but its items are of pitboss {stated.software[:40]}"
        return _verdict("not-replayable", reason, stated)
    try:
        fault = _fault(stated)
    except (PitbossError, ValueError) as error:
        fault = str(error)
    return _verdict("altered", fault, stated) if fault else _verdict("clean", "", stated)


def _fault(stated: Statement) -> str:
    """What is not as the items of the seed say, or an empty string."""
    syllabus = Syllabus(
        [registry.find(key) for key in stated.games],
        stated.kinds,
        date.fromisoformat(stated.day),
        stated.difficulty,
        stated.seed,
        stated.section,
    )
    if stated.items != len(stated.answers):
        return f"{stated.items} items, but {len(stated.answers)} answers"
    for number, answer in enumerate(stated.answers):
        item = syllabus.item(number)
        made = (item.game, item.kind, item.cite, item.answer, item.is_right(answer.typed))
        if made != (answer.game, answer.kind, answer.cite, answer.expected, answer.right):
            return f"answer {number + 1} is not as the item of the seed is marked"
    right = sum(answer.right for answer in stated.answers)
    if right != stated.right or stated.passed != passes(right, stated.items, stated.pass_mark):
        return "the score is not that of the answers"
    return ""


def _verdict(status: str, reason: str, stated: Statement | None = None) -> dict[str, Any]:
    if stated is None:
        return {"status": status, "message": f"{status}: {reason}"}
    outcome = "passed" if stated.passed else "failed"
    whose = f"{stated.trainee}'s exam" if stated.trainee else "an exam"
    games = ", ".join(stated.games)
    told = f"{whose} in {games}: {stated.right} of {stated.items} right, {outcome}"
    return {
        "status": status,
        "message": f"{status}: {reason or told}",
        "trainee": stated.trainee,
        "right": stated.right,
        "items": stated.items,
        "passed": stated.passed,
        "public_key": stated.public_key,
    }
