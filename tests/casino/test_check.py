"""A submission is compared with the regulation of its day: every finding at once, each with its
place. Ten unlawful ones stand in `unlawful/` with what each is told; write those anew with
PITBOSS_GOLDEN=write, and read the difference."""

from __future__ import annotations

import json
import os
import time
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import registry
from pitboss.casino.check import check_submission
from pitboss.casino.check_page import page_of
from pitboss.casino.places import Places
from pitboss.casino.submission import parse_submission, read_submission
from pitboss.cli import main
from pitboss.errors import BadInput
from pitboss.law.chapter import chapter

FOLDER = Path(__file__).parent / "unlawful"
EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"
CASES = sorted(FOLDER.glob("*.toml"))


def checked_text(text: str) -> list[tuple[str, str, int]]:
    checked = check_submission(parse_submission(text, "submission.toml", Path()))
    return [(each.verdict, each.text, each.line) for each in checked.findings]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_an_unlawful_submission_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setenv("COLUMNS", "100")
    code = main(["check", path.name])
    told = f"{capsys.readouterr().out}exit {code}\n"
    golden = path.with_suffix(".golden")
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        golden.write_text(told)
    assert told == golden.read_text()
    assert code in (1, 2)


def test_there_are_ten_of_them() -> None:
    assert len(CASES) == 10


def test_the_example_is_lawful_and_quickly_checked(capsys: pytest.CaptureFixture[str]) -> None:
    filed = read_submission(str(EXAMPLE))
    assert len(filed.submission.pit) == 3
    assert filed.submission.number_of_tables == 30
    started = time.perf_counter()
    assert main(["check", str(EXAMPLE)]) == 0
    assert time.perf_counter() - started < 3  # at most 1 s of wall time where nothing else runs
    assert "lawful: Example Boardwalk Casino, 30 tables in 3 pits" in capsys.readouterr().out


def test_the_page_has_every_finding(tmp_path: Path) -> None:
    checked = check_submission(read_submission(str(CASES[0])))
    page = page_of(checked)
    assert page.count("<strong>unlawful</strong>") == len(checked.findings) + 1
    target = tmp_path / "page.html"
    assert main(["check", str(CASES[0]), "--html", str(target)]) == 1
    assert target.read_text() == page


def test_every_option_of_every_game_is_in_a_new_submission(tmp_path: Path) -> None:
    target = tmp_path / "new.toml"
    assert main(["submission", "new", "--day", "2026-11-18", "-o", str(target)]) == 0
    text = target.read_text()
    filed = parse_submission(text, "new.toml", tmp_path)
    assert not filed.unreadable
    assert {*registry.OURS, "keno"} == set(filed.submission.game)
    for key in registry.OURS:
        law = registry.find(key).rules(filed.submission.since).law
        for option in law.options:
            assert f"\n# {option} = " in text, (key, option)
    verdicts = {each.verdict for each in check_submission(filed).findings}
    assert verdicts <= {"not decidable"}


def test_a_commented_option_may_be_chosen_as_it_stands(tmp_path: Path) -> None:
    target = tmp_path / "new.toml"
    argv = ["submission", "new", "--day", "1999-06-01", "--game", "red-dog", "-o", str(target)]
    assert main(argv) == 0
    lines = [
        line.removeprefix("# ") if line.startswith("# decks = ") else line
        for line in target.read_text().splitlines()
    ]
    filed = parse_submission("\n".join(lines), "new.toml", tmp_path)
    assert filed.submission.game["red-dog"].options
    assert check_submission(filed).verdict == "lawful"


POKER = """
licensee = "Poker"
from = 2024-09-16
[[pit]]
pit = "1"
table = [{ number = 1, game = "poker", limits = { all = ["5.00", "100.00"] }, jackpot = %s }]
"""


def test_a_poker_table_has_one_jackpot() -> None:
    """14.19(a)."""
    both = checked_text(POKER % '["bad beat", "high hand"]')
    assert ("unlawful", "bad beat or high hand payouts at a poker table, never both", 6) in both
    assert not [each for each in checked_text(POKER % '["bad beat"]') if each[0] == "unlawful"]


def test_a_game_that_pitboss_does_not_have_is_not_decided() -> None:
    absent = [
        game.game
        for game in chapter().games
        if game.game not in (*registry.OURS, *registry.SYSTEMS) and game.by is not None
    ]
    for key in absent[:1]:
        told = checked_text(POKER.replace('"poker"', f'"{key}"') % "[]")
        assert [each[0] for each in told] == ["not decidable"]


MUTATED = [
    ('from = 1999-06-01', 'from = 1977-01-01'),
    ('from = 1999-06-01', 'from = 0001-01-01'),
    ('at = 1999-06-02T20:00:00', 'at = 9999-12-31T23:59:59'),
    ('at = 1999-06-02T20:00:00', 'at = 1977-06-02T00:10:00'),
    ('number = 2, game = "blackjack"', 'number = 1, game = "hazard"'),
    ('surrender = true', 'decks = 99999999999999999999'),
    ('game = "blackjack"', 'game = "keno"'),
    ('"10.00"', '"1e9"'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), MUTATED)
def test_nothing_in_a_file_breaks_the_check(old: str, new: str) -> None:
    """Whatever stands there is a finding; none of it raises."""
    text = (FOLDER / "07-changes.toml").read_text()
    assert old in text
    assert checked_text(text.replace(old, new))


def test_a_day_may_be_named() -> None:
    filed = read_submission(str(FOLDER / "03-not-authorised.toml"))
    texts = [each.text for each in check_submission(filed, date(1999, 6, 1)).findings]
    assert len(texts) == 1
    assert "hazard" in texts[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("licensee = ", "not TOML"),
        ("from = 1999-06-01\n", "licensee is missing"),
        ('licensee = "A"\nfrom = "today"\n', "2:1: expected a day such as"),
        ('licensee = "A"\n', "from is missing"),
    ],
)
def test_what_is_no_submission_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_submission(text, "file.toml", Path())
    assert told in str(error.value)


def test_no_file_outside_the_folder_is_read(tmp_path: Path) -> None:
    for name in ("../secret.toml", "/etc/hostname"):
        text = (
            f'licensee = "A"\nfrom = 1999-06-01\n[game.keno]\nfiles = {{ rate_card = "{name}" }}\n'
        )
        filed = parse_submission(text, "a.toml", tmp_path)
        (first, *_) = check_submission(filed).findings
        assert "expected a file beside the submission" in first.text


# -- places ---------------------------------------------------------------------------------------


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths_of(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            found += paths_of(inner, (*path, number))
    return found


DATA = sorted((Path(registry.__file__).parent / "data").rglob("*.toml"))


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_every_key_and_element_of_a_file_has_its_place(path: Path) -> None:
    text = path.read_text()
    places = Places(text)
    known = paths_of(tomllib.loads(text))
    assert set(places.starts) == set(known)


KEYS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=6)
VALUES = st.sampled_from(
    ["1", "true", '"a # [b"', "'{'", '"""\n"x = 1"\n"""', "[1, [2, 3],\n # no\n 4]",
     "1999-06-01 10:00:00", "{ a = 1, b = { c = [1] } }"]
)  # fmt: skip


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=6))
def test_a_key_stands_where_its_place_says(pairs: dict[str, str]) -> None:
    lines = [f"{json.dumps(key, ensure_ascii=False)} = {value}" for key, value in pairs.items()]
    text = "\n# a comment\n" + "\n".join(lines)
    places, all_lines = Places(text), text.split("\n")
    assert set(places.starts) == set(paths_of(tomllib.loads(text)))
    for key in pairs:
        place = places.of((key,))
        quoted = json.dumps(key, ensure_ascii=False)
        assert all_lines[place.line - 1][place.column - 1 :].startswith(quoted)
