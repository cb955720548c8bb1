"""PHH: hands read as records and written from them, held to pokerkit's reader and writer."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import pokerkit as pk
import pytest

from pitboss.cli import main
from pitboss.errors import BadInput
from pitboss.records.phh import phh_text, read_phh
from pitboss.records.settle import Settlement, settle
from tests.games.poker_peer import played

TODAY = date(2024, 10, 1)
FOLDER = Path(__file__).parent / "hands"
NAMED = ("no-limit hold 'em", "fixed-limit hold 'em", "pot-limit Omaha", "Omaha eight or better",
         "seven-card stud", "stud eight or better", "razz", "Badugi")  # fmt: skip


def stacks_of(settled: Settlement, players: int) -> list[int]:
    after = dict.fromkeys(range(1, players + 1), 0)
    for wager in settled.after.standing:
        after[wager.seat] = wager.cents
    return list(after.values())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.phh")), ids=lambda path: path.stem)
def test_hands_as_people_write_them(path: Path) -> None:
    """Each says how its stacks end."""
    text = path.read_text(encoding="utf-8")
    record = read_phh(text, today=TODAY)
    settled = settle(record)
    assert settled.settled
    assert "finishing_stacks" in text


@pytest.mark.parametrize("name", NAMED)
def test_pokerkit_reads_what_is_written(name: str) -> None:
    for number in range(40):
        settled, state = played(name, random.Random(f"phh {name} {number}"))
        if any(event.act == "load" for event in settled.receipts[0].events):
            continue  # a file without burned cards does not tell which discards are dealt again
        text = phh_text(settled)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, last = pk.HandHistory.loads(text, parse_value=Decimal)  # type: ignore[arg-type]
        theirs = [round(stack * 100) for stack in last.stacks]
        ours = stacks_of(settled, len(last.stacks))
        assert not last.status, text
        if list(state.stacks) == ours:
            # Odd chips: where all amounts are whole dollars, pokerkit's chip is a dollar.
            assert all(abs(a - b) < 300 for a, b in zip(ours, theirs, strict=True)), text
        again = settle(read_phh(text, today=TODAY))
        assert stacks_of(again, len(ours)) == ours, text


HAND = """\
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  "d dh p1 AsKs",
  "d dh p2 ????",
  "p2 cbr 6",
  "p1 f",
]
"""
Change = Callable[[str], str]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"NT"', '"NS"', "line 1, variant: 'NS' is no kind of poker that 14.8 permits"),
        ("p2 cbr 6", "p2 cbr 3", "line 9, 'p2 cbr 3': expected p2 to choose: raise to 4.00"),
        ("p2 cbr 6", "p1 cbr 6", "line 9, 'p1 cbr 6': it is the turn of p2"),
        ("p1 f", "p3 f", "line 10, 'p3 f': there is no player 'p3'"),
        ("p1 f", "p1 dance", "line 10, 'p1 dance': expected d dh"),
        ("AsKs", "AsK", "line 7, 'd dh p1 AsK': 'AsK' is not cards"),
        ("AsKs", "AsXs", "line 7, 'd dh p1 AsXs': 'Xs' is not a card"),
        ("AsKs", "AsAs", "As is not in the shoe"),
        ("[0, 0]", "[1, 0]", "line 2, antes: an ante is the same for all"),
        ("[1, 2]", "[2, 1]", "line 3, blinds_or_straddles: expected"),
        ("[100, 100]", "[100]", "line 5, starting_stacks: expected 2 to 11 players"),
        ("[100, 100]", "[100, 0.001]", "line 5, starting_stacks: '0.001' is not an amount"),
        ("min_bet", "finishing_stacks = [101, 99]\nmin_bet", "the actions lead to 98.00, 102.00"),
        ("min_bet", "year = 2024\nmonth = 13\nday = 1\nmin_bet", "year, month and day are no day"),
        ('"p1 f",', '"p1 f", "p2 cbr 6",', "the round is over: nothing more is expected"),
        ("actions", "acts", "expected a list of strings"),
        ('variant = "NT"', "variant = ", "the hand history cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_line(old: str, new: str, said: str) -> None:
    assert old in HAND
    with pytest.raises(BadInput) as refused:
        read_phh(HAND.replace(old, new, 1), today=TODAY)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_history_that_ends_early_waits() -> None:
    settled = settle(read_phh(HAND.replace('  "p1 f",\n', ""), today=TODAY))
    assert settled.waiting is not None
    assert settled.waiting.seat == 1


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND, encoding="utf-8")
    assert main(["settle", str(file), "--phh"]) == 0
    written = capsys.readouterr().out
    assert '"p2 cbr 6",' in written
    assert "finishing_stacks = [98, 102]" in written
    assert main(["settle", str(file), "--tape"]) == 0
    record = tmp_path / "hand.toml"
    record.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["settle", str(record), "--phh"]) == 0
    assert capsys.readouterr().out == written
    file.write_text(HAND.replace("cbr 6", "cbr 600"), encoding="utf-8")
    assert main(["settle", str(file)]) == 2
    assert "line 9, 'p2 cbr 600'" in capsys.readouterr().err


def test_what_phh_cannot_say_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hand.toml"
    file.write_text(
        'game = "poker"\nstanding = ["p1 stack 20.00", "p2 stack 20.00"]\n'
        'tape = ["d close", "! card-off-the-table Kd", "d draw 2c", "d draw 3c", "d draw 4c", '
        '"d draw 5c", "p2 fold"]\n',
        encoding="utf-8",
    )
    assert main(["settle", str(file), "--phh"]) == 2
    assert "PHH cannot say 'card-off-the-table Kd'" in capsys.readouterr().err
