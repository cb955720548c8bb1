"""`pitboss settle`: the records of the contract, and the shape of what comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, subprocess_run

RED_DOG = """
game = "red-dog"
day = 1999-06-01
options = { decks = 6 }
tape = [
  "p1 wager original 10.00", "d close",
  "d draw 4s", "d draw 7h",
  "p1 wager raise 10.00", "d close",
  "! card-found-face-up 9c",          # an irregularity stands before the entry it interrupts
  "d draw 5c",
]
"""

THREE_CARD_POKER = """
game = "three-card-poker"
day = 1999-01-04
wagers = { p1 = { ante = "10.00", pair-plus = "5.00" }, p2 = { ante = "25.00" } }
shoe = "8s Kd Jc 8d 4h 9s 3c 2h 2d"     # dealing order of the regulation
decisions = { p1 = ["play"], p2 = ["fold"] }
"""

WAITING = """
game = "red-dog"
day = 1999-06-01
tape = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 7h"]
"""

LINE = {
    "seat", "wager", "stake", "result", "odds", "pays", "commission", "cite", "table", "row",
    "basis",
}  # fmt: skip


def test_the_tape_of_the_contract(pitboss: Run) -> None:
    answer = pitboss("settle", "-", "--json", given=RED_DOG).json()
    assert answer["status"] == "settled"
    assert answer["net"] == {"p1": 8000}
    cite = "N.J.A.C. 19:47-6.5(i)2"
    assert answer["lines"] == [
        {
            "seat": "p1",
            "wager": wager,
            "stake": 1000,
            "result": "win",
            "odds": "4 to 1",
            "pays": 4000,
            "commission": 0,
            "cite": cite,
            "table": "spread",
            "row": "2",
            "basis": "inferred",
        }
        for wager in ("original", "raise")
    ]
    assert all(event["cite"].startswith("N.J.A.C. 19:47-") for event in answer["events"])


def test_the_script_of_the_contract(pitboss: Run) -> None:
    """The dealer has no queen: the ante wins 1 to 1, the play wager goes back; the pair wins
    the pair plus; the seat that folded loses its ante."""
    answer = pitboss("settle", "-", "--json", given=THREE_CARD_POKER).json()
    assert answer["status"] == "settled"
    assert answer["net"] == {"p1": 1500, "p2": -2500}
    lines = {(line["seat"], line["wager"]): line for line in answer["lines"]}
    assert lines["p1", "ante"]["cite"] == "N.J.A.C. 19:47-20.11(a)1"
    assert lines["p1", "play"]["result"] == "returned"
    assert lines["p1", "pair-plus"]["odds"] == "1 to 1"
    assert lines["p1", "pair-plus"]["row"] == "pair"
    assert lines["p2", "ante"]["result"] == "lose"
    assert lines["p2", "ante"]["table"] == ""
    assert all(set(line) == LINE for line in answer["lines"])


def test_the_same_record_in_json(pitboss: Run) -> None:
    record = {
        "game": "red-dog",
        "day": "1999-06-01",
        "options": {"decks": 6},
        "tape": [
            "p1 wager original 10.00",
            "d close",
            "d draw 4s",
            "d draw 7h",
            "p1 wager raise 10.00",
            "d close",
            "! card-found-face-up 9c",
            "d draw 5c",
        ],
    }
    given = json.dumps(record)
    assert pitboss("settle", "-", "--json", given=given) == pitboss(
        "settle", "-", "--json", given=RED_DOG
    )


def test_from_a_file(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text("\ufeff" + RED_DOG)
    assert pitboss("settle", file, "--json").json()["net"] == {"p1": 8000}


def test_as_a_program_of_its_own() -> None:
    ran = subprocess_run("settle", "-", "--json", given=RED_DOG.encode())
    assert (ran.code, ran.err) == (0, "")
    assert ran.json()["status"] == "settled"


def test_waiting(pitboss: Run) -> None:
    ran = pitboss("settle", "-", "--json", given=WAITING)
    assert ran.code == 0
    answer = ran.json()
    assert answer["status"] == "waiting"
    assert answer["prompt"]["kind"] == "wagers"
    assert answer["prompt"]["seat"] is None
    assert answer["prompt"]["legal"] == ["p1 wager raise 0.01..10.00 step 0.01", "d close"]
    assert answer["prompt"]["cite"] == "N.J.A.C. 19:47-6.5(h)"
    told = pitboss("settle", "-", given=WAITING).out
    assert "Waiting" in told
    assert "p1 wager raise 0.01..10.00" in told


def test_illegal(pitboss: Run) -> None:
    record = RED_DOG.replace("raise 10.00", "raise 10.01")
    ran = pitboss("settle", "-", "--json", given=record)
    assert ran.code == 2
    answer = ran.json()
    assert answer["status"] == "illegal"
    assert answer["entry"] == 5
    assert answer["got"] == "p1 wager raise 10.01"
    assert "d close" in answer["expected"]
    assert answer["cite"] == "N.J.A.C. 19:47-6.5(h)"
    assert ran.err.count("\n") == 1
    assert "entry 5" in ran.err
    told = pitboss("settle", "-", given=record)
    assert (told.code, told.out, told.err) == (2, "", ran.err)


def test_the_receipt_for_a_person(pitboss: Run) -> None:
    told = pitboss("settle", "-", given=RED_DOG).out
    for text in (
        "4♠ to the left box",
        '"Raises closed"',
        "! card-found-face-up 9c",
        "4 to 1",
        "40.00",
        "+80.00",
        "N.J.A.C. 19:47-6.7(a)",
    ):
        assert text in told
    for line in told.partition("The round")[2].partition("seat")[0].strip().splitlines():
        assert "N.J.A.C. 19:47-" in line


def test_what_is_not_verified_is_said(pitboss: Run) -> None:
    record = """
    game = "roulette"
    day = 1999-06-01
    wagers = { p1 = { red = "10.00" } }
    spins = ["1"]
    """
    answer = pitboss("settle", "-", "--json", given=record).json()
    assert "wager red" in answer["unverified"]
    told = pitboss("settle", "-", given=record).out
    assert "not verified" in told
    assert "Not verified" in told


def test_a_mark_follows_the_row_that_paid(pitboss: Run) -> None:
    """A double is a wager that was read; that it pays 1 to 1 was not. Insurance was read, odds
    and all."""
    record = """
    game = "blackjack"
    day = 1999-06-01
    wagers = { p1 = { initial = "10.00" } }
    shoe = "5c Ad 6s Tc 9s"
    decisions = { p1 = ["insurance 5.00", "double 10.00"] }
    """
    answer = pitboss("settle", "-", "--json", given=record).json()
    paid = {line["wager"]: (line["table"], line["row"]) for line in answer["lines"]}
    assert paid == {"insurance": ("", ""), "initial": ("win", "win"), "double 1": ("win", "win")}
    told = pitboss("settle", "-", given=record).out
    settled = told[told.index("  seat ") :]
    marked = {line.split()[1]: line for line in settled.splitlines() if line.startswith("  p1")}
    assert "2.3(e) not verified" in marked["initial"]
    assert "2.3(e) not verified" in marked["double"]
    # 2.9(d) was read in the edition of 1999-02-16, which is taken to continue.
    assert "2.9(d) inferred" in marked["insurance"]


def test_wagers_that_stand(pitboss: Run) -> None:
    record = """
    game = "craps"
    day = 1999-06-01
    wagers = [{ p1 = { pass = "10.00" } }]
    dice = ["4 2"]
    """
    ran = pitboss("settle", "-", "--json", given=record)
    assert ran.code == 0
    answer = ran.json()
    assert [wager["wager"] for wager in answer["standing"]] == ["pass"]
    assert "on the layout" in pitboss("settle", "-", given=record).out


# -- written back -------------------------------------------------------------------------------


def test_a_tape_keeps_its_commentary(pitboss: Run) -> None:
    text = pitboss("settle", "-", "--tape", given=RED_DOG).out
    assert '"! card-found-face-up 9c",  # an irregularity stands before' in text
    assert pitboss("settle", "-", "--tape", given=text).out == text
    first = pitboss("settle", "-", "--json", given=RED_DOG)
    assert pitboss("settle", "-", "--json", given=text).out == first.out


@pytest.mark.parametrize("form", [("--tape",), ("--tape", "--json")])
def test_a_script_as_the_tape_dealt_from_it(pitboss: Run, form: tuple[str, ...]) -> None:
    text = pitboss("settle", "-", *form, given=THREE_CARD_POKER).out
    assert "p2 fold" in text
    first = pitboss("settle", "-", "--json", given=THREE_CARD_POKER)
    assert pitboss("settle", "-", "--json", given=text).out == first.out
    assert pitboss("settle", "-", *form, given=text).out == text


def test_fields_that_are_not_known_are_told(pitboss: Run) -> None:
    ran = pitboss("settle", "-", "--json", given='color = "red"\n' + RED_DOG)
    assert ran.code == 0
    assert ran.json()["status"] == "settled"
    assert "'color'" in ran.err
