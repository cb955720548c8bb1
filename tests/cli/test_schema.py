"""What commands print with --json is of the format that it names, and `pitboss schema` tells it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest
from tools.schemas import of_a_floor

from tests.cli.conftest import Run

ASKED = (
    "games",
    "games --day 1979-01-01",
    "rules blackjack --day 1996-06-01",
    "rules spanish-21",
    "diff roulette --from 1980-01-01 --to 2005-01-01",
    "diff --from 1998-01-01 --to 1998-12-31",
    "law 2.9(b) --day 1999-06-01",
    "law 5.2 --timeline",
    "law 3.10(b) --cites",
    "law --search surrender",
    "law --guesses --day 1996-01-01",
    "law --changes --from 1992-01-01 --to 1993-01-01",
    "coverage three-card-poker",
    "odds craps --wager field --day 1990-01-01",
    "odds red-dog --edge-only",
    "odds sic-bo --published",
    "odds red-dog --by-hand",
    "odds three-card-poker --hand Qs,6d,4c",
    "odds red-dog --solve odds.spread.1=3%",
    "odds double-down-stud --day 1999-06-01",
    "odds pai-gow --hand 6-6,4-2,5-4,1-1",
    "simulate sic-bo --rounds 5000 --seed 9",
    "drill red-dog --items 6 --seed 3",
    "play roulette --auto --rounds 1 --seed 2",
)


def described(pitboss: Run, answer: dict[str, object]) -> None:
    """The answer is as the schema of its format says."""
    schema = pitboss("schema", str(answer["format"]))
    assert schema.code == 0
    jsonschema_rs.validate(json.loads(schema.out), answer)


@pytest.mark.parametrize("words", ASKED)
def test_an_answer_is_as_its_schema_says(pitboss: Run, words: str) -> None:
    ran = pitboss(*(word.replace(",", " ") for word in words.split()), "--json")
    assert ran.code == 0, ran.err
    described(pitboss, json.loads(ran.out))


def test_a_round_settled_waiting_and_illegal(pitboss: Run, tmp_path: Path) -> None:
    for more, code in ((', "d draw 5c"', 0), ("", 0), (', "p1 stand"', 2)):
        path = tmp_path / "round.toml"
        path.write_text(
            'game = "red-dog"\nday = 1999-06-01\ntape = ["p1 wager original 10.00", "d close", '
            f'"d draw 4s", "d draw 7h", "d close"{more}]\n'
        )
        ran = pitboss("settle", str(path), "--json")
        assert ran.code == code
        described(pitboss, json.loads(ran.out))


def test_what_differs_between_two_runs_stands_apart(pitboss: Run) -> None:
    one, two = (json.loads(pitboss("odds", "big-six", "--json").out) for _ in range(2))
    varying = {"run", *one["run"]}
    assert {k: v for k, v in one.items() if k not in varying} == {
        k: v for k, v in two.items() if k not in varying
    }


def test_a_sheet_names_its_format(pitboss: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    assert pitboss("par", "big-six", "-o", str(path)).code == 0
    described(pitboss, json.loads(path.read_text(encoding="utf-8")))


def test_a_field_that_is_gone_is_noticed(pitboss: Run) -> None:
    answer = json.loads(pitboss("rules", "red-dog", "--json").out)
    del answer["wagers"][0]["cite"]
    with pytest.raises(jsonschema_rs.ValidationError):
        described(pitboss, answer)


def test_formats_are_listed_and_others_refused(pitboss: Run) -> None:
    assert "pitboss.law.v1" in pitboss("schema").out.split()
    ran = pitboss("schema", "pitboss.whist.v1")
    assert ran.code == 2
    assert "no format" in ran.err


def test_a_floor_and_a_tournament(pitboss: Run) -> None:
    """The hold desk of a played floor, and the notice of a tournament, have their formats."""
    pytest.importorskip("sqlalchemy", reason="needs the extra 'server'")
    pytest.importorskip("holidays", reason="needs the extra 'server'")
    formats = set()
    for answer in of_a_floor():
        formats.add(answer["format"])
        described(pitboss, answer)
    assert formats == {"pitboss.hold.v1", "pitboss.tournament-notice.v1"}
