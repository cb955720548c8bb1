"""`pitboss drill` in the terminal: answers, histories, exams and their results; docs/school.md."""

from __future__ import annotations

import json
import shlex
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pitboss import registry
from pitboss.school.drill import NoItem, Syllabus
from pitboss.school.items import KINDS
from pitboss.school.marking import mark
from pitboss.school.trainee import next_item, read_history, review
from tests.cli.conftest import Run, pitboss, refused
from tests.cli.test_schema import described
from tests.markdown import ROOT, blocks
from tests.test_readme import fits

__all__ = ["pitboss"]  # the fixture
DAY = "2011-06-01"
ASKED = ("red-dog", "--day", DAY, "--seed", "3", "--items", "6")
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def right_answers(pitboss: Run, *asked: str) -> list[str]:
    return [item["answer"] for item in pitboss("drill", *asked, "--json").json()["items"]]


def answers_file(folder: Path, answers: list[str]) -> str:
    path = folder / "answers.txt"
    path.write_text("".join(f"{line}\n" for line in answers), encoding="utf-8")
    return str(path)


def test_right_answers_are_right_and_others_wrong(pitboss: Run, tmp_path: Path) -> None:
    answers = right_answers(pitboss, *ASKED)
    answers[1] = "x"
    given = answers_file(tmp_path, answers)
    ran = pitboss("drill", *ASKED, "--answers", given, "--json")
    assert ran.code == 0
    said = ran.json()
    assert [item["right"] for item in said["items"]] == [True, False, True, True, True, True]
    assert (said["score"]["right"], said["score"]["percent"]) == (5, 83)
    assert sum(part["items"] for part in said["score"]["sections"]) == 6
    described(pitboss, said)
    words = pitboss("drill", *ASKED, "--answers", given).out
    assert "5 of 6 right: 83 %" in words
    assert f"wrong: {said['items'][1]['answer']}" in words


def test_typed_answers_are_timed_and_the_input_may_end(pitboss: Run) -> None:
    answers = right_answers(pitboss, *ASKED)
    ran = pitboss("drill", *ASKED, given=f"{answers[0]}\n\n")
    assert ran.code == 0
    assert "1 of 2 right: 50 %" in ran.out
    assert "s an answer" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nowhere", "no game 'nowhere'"),
        ("keno", "keno is a computer system"),
        ("red-dog --kind chips", "the kinds are payoff"),
        ("red-dog --items 0", "--items 0: expected 1 to 500"),
        ("red-dog --difficulty 9", "--difficulty 9: expected 1 to 3"),
        ("red-dog --seed x", "--seed 'x'"),
        ("red-dog --section 77.1 --seed 1", "red-dog has no item of section 77.1"),
        ("red-dog --trainee a/b", "--trainee 'a/b'"),
        ("red-dog --answers nothing.txt", "--answers nothing.txt"),
        ("red-dog -o result.json", "only an exam"),
        ("red-dog --exam --seed 1", "expected --seed S and -o FILE"),
        ("red-dog --exam -o result.json", "expected --seed S and -o FILE"),
        ("four-card-poker --day 1990-01-01", "four-card-poker"),
    ],
)
def test_bad_input_is_one_line(pitboss: Run, words: str, said: str) -> None:
    assert said in refused(pitboss("drill", *words.split()))


def test_more_answers_than_items_are_refused(pitboss: Run, tmp_path: Path) -> None:
    given = answers_file(tmp_path, ["x"] * 7)
    assert "7 answers to 6 items" in refused(pitboss("drill", *ASKED, "--answers", given))


# -- histories ------------------------------------------------------------------------------


def test_a_history_is_kept_and_goes_on(pitboss: Run, tmp_path: Path) -> None:
    history = tmp_path / "ann.json"
    given = answers_file(tmp_path, ["x", "x"])
    words = ("drill", *ASKED, "--history", str(history), "--answers", given, "--trainee")
    for reviews in (2, 4):
        assert pitboss(*words, "ann").code == 0
        kept = json.loads(history.read_text())
        assert len(kept["reviews"]) == reviews
        assert kept["trainee"] == "ann"
    assert "it is ann's, not bob's" in refused(pitboss(*words, "bob"))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_history_that_is_none_is_refused_and_left(pitboss: Run, tmp_path: Path) -> None:
    history = tmp_path / "ann.json"
    history.write_text("[]")
    words = ("drill", *ASKED, "--trainee", "ann", "--history", str(history))
    assert "not a trainee's history" in pitboss(*words).err
    assert history.read_text() == "[]"


def test_what_was_wrong_is_due_again_and_first() -> None:
    syllabus = Syllabus([registry.find("red-dog")], list(KINDS), NOW.date(), 1, 5)
    history = read_history(None, "ann", "")
    first, second = syllabus.item(0), syllabus.item(1)
    review(history, mark(first, "x", 3.0), NOW)
    review(history, mark(second, second.answer, 3.0), NOW)
    due = {topic.kind: datetime.fromisoformat(topic.due) for topic in history.topics}
    assert due[first.kind] < NOW + timedelta(minutes=5) < due[second.kind]
    soon = next_item(history, syllabus, 2, NOW + timedelta(minutes=5))
    assert (soon.kind, soon.section) == (first.kind, first.section)
    assert soon != first
    assert next_item(history, syllabus, 2, NOW) == syllabus.item(2)


# -- exams ----------------------------------------------------------------------------------

EXAM = ("--exam", "red-dog", "roulette", "--day", DAY, "--seed", "7", "--items", "12")


def sit(pitboss: Run, folder: Path, answers: list[str]) -> tuple[int, Path]:
    result = folder / "result.json"
    given = answers_file(folder, answers)
    ran = pitboss("drill", *EXAM, "--trainee", "ann", "--answers", given, "-o", str(result))
    assert ran.err == ""
    return ran.code, result


def all_right(pitboss: Run) -> list[str]:
    return right_answers(pitboss, *(word for word in EXAM if word != "--exam"))


def test_an_exam_is_passed_and_its_result_verified(pitboss: Run, tmp_path: Path) -> None:
    code, result = sit(pitboss, tmp_path, all_right(pitboss))
    assert code == 0
    ran = pitboss("verify", str(result))
    assert ran.code == 0
    assert ran.out == "clean: ann's exam in red-dog, roulette: 12 of 12 right, passed\n"
    public = json.loads(result.read_text())["statement"]["public_key"]
    assert pitboss("verify", str(result), "--public-key", public).code == 0
    other = pitboss("verify", str(result), "--public-key", "00" * 32)
    assert (other.code, "another key" in other.out) == (1, True)


def test_an_exam_is_failed(pitboss: Run, tmp_path: Path) -> None:
    answers = all_right(pitboss)
    code, result = sit(pitboss, tmp_path, [*answers[:9], "x"])
    assert code == 1  # 9 of 12 are 75 %
    assert pitboss("verify", str(result)).out.endswith("9 of 12 right, failed\n")


def _alter(statement: dict[str, Any], name: str) -> None:
    if name == "typed":
        statement["answers"][-1] |= {"typed": statement["answers"][-1]["expected"], "right": True}
    else:
        statement[name] = {
            "right": 12,
            "passed": True,
            "trainee": "bob",
            "seed": 8,
            "pass_mark": 10,
            "form": "pitboss exam 9",
        }[name]


@pytest.mark.parametrize(
    "name", ["right", "passed", "trainee", "seed", "pass_mark", "form", "typed"]
)
def test_an_altered_result_is_refused(pitboss: Run, tmp_path: Path, name: str) -> None:
    _, result = sit(pitboss, tmp_path, ["x"])
    altered = json.loads(result.read_text())
    _alter(altered["statement"], name)
    result.write_text(json.dumps(altered))
    ran = pitboss("verify", str(result))
    assert ran.code == 1
    assert ran.out.startswith("altered: ")


def test_a_result_signed_anew_is_marked_again(pitboss: Run, tmp_path: Path) -> None:
    """Whoever has the key can sign a wrong score: the items of the seed refute it."""
    import msgspec

    from pitboss.school.exam import Result
    from pitboss.signing import load_key, signature

    _, result = sit(pitboss, tmp_path, ["x"])
    key = load_key(Path(f"{result}.key"), create=False)
    stated = msgspec.json.decode(result.read_bytes(), type=Result).statement
    forged = msgspec.structs.replace(stated, right=12, passed=True)
    signed = Result(forged, signature(msgspec.json.encode(forged), key))
    result.write_bytes(msgspec.json.encode(signed))
    ran = pitboss("verify", str(result))
    assert (ran.code, ran.out) == (1, "altered: the score is not that of the answers\n")


# -- the page -------------------------------------------------------------------------------


def test_the_page_prints_what_is_shown(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown: list[tuple[str, list[str]]] = []
    for block in blocks(ROOT / "docs" / "school.md", "console"):
        for line in block.text.splitlines():
            if line.startswith("$ "):
                shown.append((line[2:], []))
            else:
                shown[-1][1].append(line.rstrip())
    assert shown
    (tmp_path / "answers.txt").write_text("x\nlose\n")
    for command, lines in shown:
        ran = pitboss(*shlex.split(command)[1:])
        out = "\n".join(line.rstrip() for line in (ran.out + ran.err).splitlines())
        assert fits("\n".join(lines).strip("\n"), out.strip("\n")), f"$ {command}\n{out}"


def test_a_situation_by_its_words(pitboss: Run) -> None:
    """`--about` starts at a situation: its words come up in every item."""
    asked = ("red-dog", "--day", DAY, "--seed", "2", "--items", "3", "--about", "pair")
    for item in pitboss("drill", *asked, "--json").json()["items"]:
        told = " ".join((*item["situation"], item["question"], item["why"]))
        assert "pair" in told.lower().split() or "pair" in told.lower()
    other = Syllabus([registry.find("red-dog")], ["wager"], date(2011, 6, 1), 1, 2, about="zebra")
    with pytest.raises(NoItem, match="zebra"):
        other.item(0)
    assert "--about" in refused(pitboss("drill", "--exam", *asked, "-o", "x.json"))
