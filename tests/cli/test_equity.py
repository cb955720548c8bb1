"""`pitboss equity`: what it prints, at 80 columns and as JSON; what it refuses; the table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pitboss.studies.poker import preflop
from pitboss.studies.poker.preflop import BOARDS, HEADING, Preflop
from tests.cli.conftest import Run
from tests.cli.test_schema import described


def test_two_hands(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = pitboss("equity", "As Ks", "Qd Qh")
    assert ran.code == 0
    assert "46.2145 %  197833/428076" in ran.out
    assert "exact: 1,712,304 deals" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_as_json(pitboss: Run) -> None:
    ran = pitboss("equity", "As Ks", "QQ", "--board", "Qs 5c 4c", "--dead", "2c", "--json")
    answer = ran.json()
    described(pitboss, answer)
    assert answer["method"] == "exact"
    assert sum(player["share"]["decimal"] for player in answer["players"]) == pytest.approx(1)
    simulated = pitboss(
        "equity", "As Ks 2d", "random", "--kind", "razz", "--deals", "500", "--json"
    )
    answer = simulated.json()
    described(pitboss, answer)
    assert answer["method"] == "simulated"
    assert answer["deals"] == 500
    assert answer["players"][0]["stderr"] > 0
    assert "exact" not in answer["players"][0]["share"]


def test_what_is_simulated_says_so_and_what_exact_would_cost(
    pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = pitboss("equity", "As Ks 2d", "Qd Qh Jc", "--kind", "stud-8", "--deals", "2000")
    assert ran.code == 0
    assert "simulated: 2,000 deals, seed 1" in ran.out
    assert "exact (--exact) is up to 18,265,297,050 deals, about" in ran.out
    assert "win: the whole pot" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("As Kx", "QQ"), "hand 1: 'Kx' is not a card such as As, Td or 9c"),
        (("As Ks", "As Qh"), "hand 2: As is also in hand 1"),
        (("As Ks", "QQ", "--kind", "badugi"), "the player's choice (14.12); the kinds are"),
        (("As Ks", "QQ", "--deals", "1"), "--deals 1: expected 2 to"),
        (("As Ks", "QQ", "--deals", "9", "--exact"), "not allowed with"),
        (("As Ks", "QQ", "--seed", "-1"), "--seed -1: expected 0 to"),
        (("As Ks", "QQ", "-o", "x.csv"), "-o is for --table"),
        (("--table",), "--table needs -o FILE.csv"),
        (("--table", "-o", "x.txt"), "--table needs -o FILE.csv"),
        (("--table", "AA", "-o", "x.csv"), "it takes -o and --json alone"),
        ((), "between 2 and 11 hands, and not 0"),
    ],
)
def test_mistakes(
    pitboss: Run,
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pitboss("equity", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_table_is_written(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a table of two kinds in place of the true one, which has its own test."""
    small = Preflop(
        ["AA", "KK"],
        [[223_260, 50_371_344], [10_986_372, 223_260]],
        [[9_827_304, 285_228], [285_228, 9_827_304]],
        [[6, 36], [36, 6]],
    )
    monkeypatch.setattr(preflop, "preflop_table", lambda: small)
    path = tmp_path / "preflop.csv"
    ran = pitboss("equity", "--table", "-o", str(path), "--json")
    assert ran.code == 0
    described(pitboss, ran.json())
    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == list(HEADING)
    assert rows[2] == ["AA", "KK", "36", "50371344", "285228", "10986372", "0.819461"]
    assert sum(map(int, rows[2][3:6])) == 36 * BOARDS
    ran = pitboss("equity", "--table", "-o", str(tmp_path / "no" / "x.csv"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
