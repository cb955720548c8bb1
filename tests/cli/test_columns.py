"""At 80 columns nothing breaks inside a word or a number; what is numbered can be chosen by its
number; a dumb terminal gets no colours."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.cli.player import read_wager
from pitboss.errors import BadInput

NARROW = 80


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", ["red-dog", "sic-bo", "roulette", "craps"])
def test_odds_keep_their_figures_whole(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(NARROW))
    shown = said(capsys, "odds", game)
    assert max(map(len, shown.splitlines())) <= NARROW
    answer = json.loads(said(capsys, "odds", game, "--json"))
    rows = [line for line in shown.splitlines() if " %" in line]
    for wager in answer["wagers"]:
        own = [line for line in rows if line.startswith(f"{wager['wager']} ")]
        assert any(re.search(r"\d\.\d{4} %", line) for line in own), wager["wager"]
    # No line is the rest of a word or a number of the line before.
    assert not re.search(r"^\d{1,4} %?$|^[a-z]{1,3}$", shown, re.MULTILINE)


def test_the_best_strategy_may_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    def figures(*more: str) -> Any:
        return json.loads(said(capsys, "odds", "red-dog", "--json", *more))["wagers"]

    assert figures("--strategy", "best") == figures()
    assert main(["odds", "red-dog", "--strategy", "worst"]) == 2


def test_a_receipt_with_vigorish_keeps_its_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    record = tmp_path / "round.toml"
    record.write_text(
        'game = "craps"\nday = 2001-06-01\n'
        'tape = ["p1 wager pass 10.00", "p1 wager buy 4 100.00", "d close", "d roll 3 1"]\n'
    )
    monkeypatch.setenv("COLUMNS", str(NARROW))
    shown = said(capsys, "settle", str(record))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= NARROW
    assert "..." not in shown
    assert "…" not in shown


def test_the_number_of_a_listed_wager_is_understood() -> None:
    own = [
        {"wager": name, "spot": spot, "at_least": 500, "at_most": 50_000, "step": 1, "seat": "p1"}
        for name, spot in [("pass", ""), ("come", ""), ("hardway", "4"), ("hardway", "6")]
    ]
    with pytest.raises(BadInput, match=r"how much\? 5\.00 to 500\.00: write such as: come 5\.00"):
        read_wager("2", 1, own)
    with pytest.raises(BadInput, match=r"which place, and how much.*hardway 4 5\.00"):
        read_wager("3", 1, own)
    with pytest.raises(BadInput, match="pass, come, hardway, or its number"):
        read_wager("9", 1, own)
    placed = read_wager("2 10", 1, own)
    assert placed == read_wager("come 10", 1, own)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("term", "coloured"), [("xterm", True), ("dumb", False)])
def test_a_dumb_terminal_gets_no_colours(
    term: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.cli.plain import paint
    from pitboss.cli.screen import screen

    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", term)
    screen().print("a word", style="bold red")
    print(paint("another", "bold"))
    assert ("\x1b" in terminal.getvalue()) is coloured


def test_the_floor_breaks_between_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(NARROW))
    shown = said(capsys)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= NARROW
    # The numbers of the games stand below one another.
    numbered = [line for line in lines if re.match(r"  [ \d]\d  ", line)]
    assert len(numbered) > 9
    assert len({re.search(r"[A-Z]", line).start() for line in numbered}) == 1  # type: ignore[union-attr]
