"""`pitboss odds poker`: what a table costs a seat in an hour, and how often its jackpot falls."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_schema import described

POTS = "pot,hands\n37.00,3\n90.00,1\n"
DAY = ("--day", "2024-12-01")


@pytest.fixture
def pots(tmp_path: Path) -> Path:
    path = tmp_path / "pots.csv"
    path.write_text(POTS, encoding="utf-8")
    return path


def test_a_rake_by_hand(pitboss: Run, pots: Path) -> None:
    """Ten percent in quarters, at most $4: 3.50 of 37.00, and 4.00 of 90.00."""
    options = ("rake_percent=10", "rake_most=4.00", "rake_step=0.25")
    words = [word for option in options for word in ("--option", option)]
    taken = ("--pots", str(pots), "--hands", "30", "--seats", "10")
    answer = pitboss("odds", "poker", *DAY, *taken, *words, "--json").json()
    described(pitboss, answer)
    (rake,) = answer["charges"]
    assert Fraction(rake["cents_a_hand"]["exact"]) == Fraction(3 * 350 + 400, 4)
    assert Fraction(rake["cents_a_seat_an_hour"]["exact"]) == Fraction(3 * 350 + 400, 4) * 3
    assert Fraction(answer["pots"]["part_taken"]["exact"]) == Fraction(1450, 20100)
    assert Fraction(answer["pots"]["at_most"]["exact"]) == Fraction(1, 4)
    assert answer["jackpot"] is None
    assert "option rake_percent" in answer["unverified"]


def test_a_charge_for_each_hand_and_for_time(pitboss: Run, pots: Path) -> None:
    taken = ("--pots", str(pots), "--hands", "30", "--seats", "10")
    each = ("--option", "revenue=per hand", "--option", "charge=3.00")
    (charge,) = pitboss("odds", "poker", *DAY, *taken, *each, "--json").json()["charges"]
    assert charge["cents_a_hand"]["exact"] == "300"
    half_hours = ("--option", "revenue=time", "--option", "charge=5.00")
    answer = pitboss("odds", "poker", *DAY, *half_hours, "--json").json()
    described(pitboss, answer)
    assert answer["charges"][0]["cents_a_seat_an_hour"]["exact"] == "1000"
    assert answer["charges"][0]["cents_a_hand"] is None


def test_a_bad_beat(pitboss: Run, pots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jackpot = ("--option", "jackpot=bad beat", "--seats", "9", "--cards", "both")
    answer = pitboss("odds", "poker", *DAY, *jackpot, "--json").json()
    described(pitboss, answer)
    chance = Fraction(answer["jackpot"]["chance"]["exact"])
    assert round(1 / chance) == 79_990
    assert Fraction(answer["jackpot"]["mean_payout_cents"]["exact"]) == 100 / chance
    monkeypatch.setenv("COLUMNS", "80")
    eights = ("--hand", "8c 8d 8h 8s 2c", "--hands", "30", "--pots", str(pots))
    ran = pitboss("odds", "poker", *DAY, *jackpot, *eights)
    assert "8c 8d 8h 8s 2c or better beaten; both hole cards must play" in ran.out
    assert "one round in 199,260.6" in ran.out
    assert "jackpot contribution" in ran.out
    assert "Not verified" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "for what it costs say --pots FILE, --hands N and --seats N"),
        (("--seats", "9"), "(N.J.A.C. 13:69F-14.14)"),
        (("--pots", "POTS"), "expected --hands N, an hour, and --seats N"),
        (("--pots", "nowhere.csv", "--hands", "30", "--seats", "9"), "nowhere.csv: No such file"),
        (("--pots", "BAD", "--hands", "30", "--seats", "9"), "line 1: 'x1' is not a pot"),
        (("--hands", "0"), "--hands 0: expected 1 to 1000"),
        (("--seats", "12"), "--seats 12: expected 2 to 11"),
        (("--cards", "both"), "--cards is about a jackpot"),
        (("--hand", "8c 8d"), "--hand is about a jackpot"),
        (("--strategy", "x"), "poker is not played against the house"),
        (
            ("--option", "jackpot=bad beat", "--seats", "9", "--hand", "8c 8d"),
            "the designated hand has 5 cards",
        ),
        (
            ("--option", "jackpot=bad beat", "--seats", "9", "--cards", "one"),
            "--cards 'one': expected any, both, pair",
        ),
        (
            ("--option", "jackpot=bad beat", "--option", "kind=omaha", "--cards", "any"),
            "counted at hold-em, not omaha",
        ),
        (
            ("--option", "jackpot=bad beat", "--option", "jackpot_hand=royal flush", "--seats",
             "9", "--cards", "both"),
            "no hand can win that jackpot",
        ),
    ],
)  # fmt: skip
def test_mistakes(pitboss: Run, pots: Path, words: tuple[str, ...], message: str) -> None:
    bad = pots.with_name("bad.csv")
    bad.write_text("x1\n", encoding="utf-8")
    named = {"POTS": str(pots), "BAD": str(bad)}
    ran = pitboss("odds", "poker", *DAY, *(named.get(word, word) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_other_games_have_no_pots(pitboss: Run) -> None:
    ran = pitboss("odds", "craps", "--seats", "3")
    assert (ran.code, ran.err) == (2, "pitboss: --seats is for poker, and not for craps\n")
