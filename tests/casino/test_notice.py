"""What notice a change needs: the worked examples of the rules on notice, and how it is told."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pitboss.casino.duties import Duties, duties_between
from pitboss.casino.floor import floor_at
from pitboss.casino.submission import parse_submission
from pitboss.cli import main

AT = datetime(1999, 6, 1, 21, 30)
EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"


def submission(game: str, terms: str, *, tables: tuple[int, ...] = (1,), day: str = "") -> str:
    listed = ", ".join(f'{{ number = {number}, game = "{game}" }}' for number in tables)
    return (
        f'licensee = "A"\nfrom = {day or "1999-06-01"}\n[game.{game}]\n{terms}\n'
        f'[[pit]]\npit = "1"\ntable = [{listed}]\n'
    )


def duties(game: str, old: str, new: str, at: datetime = AT, **keywords: Any) -> Duties:
    agree = keywords.pop("all_patrons_agree", False)
    floors = []
    for terms in (old, new):
        filed = parse_submission(submission(game, terms, **keywords), "a.toml", Path())
        floors.append(floor_at(filed, at, []))
    return duties_between("A", *floors, all_patrons_agree=agree)


def told(found: Duties) -> list[tuple[str, str]]:
    return [(duty.notice.kind, f"{duty.by:%H:%M}") for duty in found.due]


VIGORISH = 'options = {{ vigorish = "{} percent" }}'
LIMITS = 'limits = {{ all = ["{}", "{}"] }}'
EXAMPLES = [
    ("baccarat-punto-banco", VIGORISH.format(5), VIGORISH.format(4), []),
    ("baccarat-punto-banco", VIGORISH.format(4), VIGORISH.format(5), [("8.3", "21:00")]),
    ("blackjack", LIMITS.format(25, 1000), LIMITS.format(25, 500), [("sign", "21:30")]),
    ("blackjack", LIMITS.format(25, 1000), LIMITS.format(50, 1000), [("8.3", "21:00")]),
    ("blackjack", LIMITS.format(25, 1000), LIMITS.format(15, 1000), [("sign", "21:30")]),
    ("blackjack", "", "options = { surrender = true }", [("8.3", "21:00")]),
    ("blackjack", "options = { surrender = true }", "", [("8.3", "21:00")]),
    ("blackjack", "", 'options = { additional_wager = "sevens" }', []),
    ("blackjack", 'options = { additional_wager = "sevens" }', "", [("8.3", "21:00")]),
    ("baccarat-punto-banco", "", "options = { pays_order = 3 }", [("written", "21:00")]),
    ("red-dog", 'odds = { spread = { 1 = "6 to 1" } }', 'odds = { spread = { 1 = "7 to 1" } }', []),
    ("red-dog", 'odds = { spread = { 1 = "7 to 1" } }', 'odds = { spread = { 1 = "5 to 1" } }',
     [("8.3", "21:00")]),
    ("big-six", "", 'options = { clapper = "spin again" }', [("sign", "21:30")]),
    ("red-dog", "", 'increments = { all = "5.00" }', [("8.3", "21:00")]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "old", "new", "expected"), EXAMPLES)
def test_worked_examples(game: str, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert told(duties(game, old, new)) == expected


def test_poker_by_consent_of_all() -> None:
    """14.17: at once if all patrons at the table agree; the game need not be one of ours."""
    old, new = LIMITS.format(5, 100), LIMITS.format(10, 100)
    assert told(duties("poker", old, new)) == [("8.3", "21:00")]
    agreed = duties("poker", old, new, all_patrons_agree=True)
    assert told(agreed) == [("sign", "21:30")]
    assert agreed.due[0].notice.cite == "N.J.A.C. 19:47-14.17"
    assert agreed.due[0].notice.basis == "read"
    elsewhere = duties("blackjack", old, new, all_patrons_agree=True)
    assert told(elsewhere) == [("8.3", "21:00")]


def test_thirty_minutes_are_inclusive() -> None:
    (duty,) = duties("blackjack", LIMITS.format(25, 500), LIMITS.format(50, 500)).due
    assert not duty.too_late(datetime(1999, 6, 1, 21, 0))
    assert duty.too_late(datetime(1999, 6, 1, 21, 0, 1))


def test_the_first_use_of_an_order_of_payment_is_noticed() -> None:
    """3.10(c)2: used or changed; 8.2, 8.3: a sign with the limits."""
    text = submission("baccarat-punto-banco", LIMITS.format(100, 5000), tables=(1, 2))
    floor = floor_at(parse_submission(text, "a.toml", Path()), AT, [])
    found = duties_between("A", None, floor)
    assert told(found) == [("written", "21:00"), ("sign", "21:30")]
    assert found.due[0].tables == (1, 2)
    assert "in pit 1; it holds for all tables of the game there" in found.due[0].letter
    assert "$100.00 to $5000.00" in found.due[1].sign


def test_sign_announcement_and_letter_say_the_change_and_its_time() -> None:
    (duty,) = duties("blackjack", "", "options = { surrender = true }", tables=(1, 2)).due
    for text in (duty.sign, duty.announcement, duty.letter):
        assert "Tuesday, June 1, 1999, 9:30 p.m." in text
        assert "Surrender of half the wager" in text
    assert "Tables 1, 2" in duty.sign
    assert "To the Casino Control Commission" in duty.letter
    assert "surveillance" not in duty.letter
    (written,) = duties("minibaccarat", "", 'options = { shuffle = "lace and reshuffle" }').due
    assert "To the surveillance department\nTo the Casino Control Commission" in written.letter
    assert not written.sign
    assert not written.announcement


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(submission("blackjack", LIMITS.format(25, 500)))
    new.write_text(submission("blackjack", LIMITS.format(50, 500)))
    files = [str(old), str(new), "--at", "1999-06-01 21:30"]
    page = tmp_path / "notice.html"
    argv = ["notice", *files, "--now", "1999-06-01 21:00", "--json", "-o", str(page)]
    assert main(argv) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["lead_minutes"] == 30
    assert answer["duties"][0]["by"] == "1999-06-01 21:00"
    assert answer["duties"][0]["grade"] == "B"
    assert "Minimum wager: $50.00" in page.read_text()
    assert main(["notice", *files, "--now", "1999-06-01 21:01"]) == 1
    assert "too late: it is 1999-06-01 21:01" in capsys.readouterr().out
    assert main(["notice", *files, "--now", "1999-06-02 00:00"]) == 1
    assert "in the past" in capsys.readouterr().out
    assert main(["check", *files, "--now", "1999-06-01 20:00"]) == 1
    assert "minimum of all other wagers: 25.00 to 50.00" in capsys.readouterr().out
    assert (
        main(["check", str(old), str(old), "--at", "1999-06-01 21:30", "--now", "1999-06-01 20:00"])
        == 0
    )
    assert "No notice is needed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["notice", str(EXAMPLE), "--at", "half past nine"], "is not a time such as"),
        (["notice", "a", "b", "c"], "3 files: expected the old submission and the new one"),
        (["check", str(EXAMPLE), str(EXAMPLE)], "--at says when"),
        (["check", str(EXAMPLE), "--at", "2026-11-20 21:30"], "are for two files"),
        (["notice", "nowhere.toml"], "nowhere.toml: No such file"),
    ],
)
def test_bad_input(argv: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    told = capsys.readouterr()
    assert expected in told.err
    assert not told.out
    assert told.err.count("\n") == 1
