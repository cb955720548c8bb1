"""The example of a third party's game: conformance, odds, and its registration by entry point."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from rich.console import Console

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges
from pitboss.casino.petition import petition_for
from pitboss.cli.games import _from_another
from pitboss.cli.receipt import heading
from pitboss.table.description import describe
from pitboss.table.game import Game
from pitboss.testing import check_game

FOLDER = Path(__file__).parents[2] / "examples" / "high_card"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if `pip install examples/high_card` had been run."""
    monkeypatch.syspath_prepend(str(FOLDER / "src"))
    values = {
        registry.ENTRY_POINTS: "high_card:game",
        registry.STUDY_ENTRY_POINTS: "high_card:study",
    }
    points = {group: EntryPoint("high-card", value, group) for group, value in values.items()}
    monkeypatch.setattr(registry, "_registered", lambda group: {"high-card": points[group]})
    yield
    sys.modules.pop("high_card", None)


def test_it_is_short() -> None:
    text = (FOLDER / "src" / "high_card" / "__init__.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150


def test_it_is_registered_by_its_entry_point() -> None:
    assert registry.keys()[-1] == "high-card"
    game = registry.find("high-card")
    assert isinstance(game, Game)
    rules = game.rules(date(2021, 1, 1))
    assert rules.law.cite("1.3(d)") == "House rules 1.3(d)"
    text = (FOLDER / "pyproject.toml").read_text(encoding="utf-8")
    assert 'high-card = "high_card:game"' in text
    assert 'high-card = "high_card:study"' in text


def test_it_keeps_the_guarantees() -> None:
    assert check_game(registry.find("high-card"), tapes=150) >= 150


def test_its_exact_odds_do_not_look_at_the_dealer_s_card() -> None:
    """The dealer's card lies face down when the player decides: the best strategy goes by the
    player's own card. Counted here a second time, by hand."""
    odds = exact_edges("high-card", date(2021, 1, 1))
    total = Fraction(0)
    for mine in range(13):
        lower, equal, higher = (
            Fraction(4 * mine, 51),
            Fraction(3, 51),
            Fraction(4 * (12 - mine), 51),
        )
        once = Fraction(3, 4) * lower - equal - higher
        total += max(once, 2 * once) / 13
    assert odds.wagers[0].distribution.mean() == total
    told = {choice.situation: choice.do for choice in odds.strategy}
    assert told["holding A"] == "double"
    assert told["holding 2"] == "stand"


def test_it_plays_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli import main

    seed = random.Random(1).randrange(1000)
    assert main(["play", "high-card", "--auto", "--rounds", "3", "--seed", str(seed)]) == 0
    assert "House rules 1.3" in capsys.readouterr().out


def test_it_stands_under_its_own_authority(capsys: pytest.CaptureFixture[str]) -> None:
    """Never as N.J.A.C.; and the house's own rules are not marked as unread."""
    game = registry.find("high-card")
    law = game.rules(date(2021, 1, 1)).law
    answer = describe(game, law)
    assert answer["cite"] == "House rules"
    assert answer["chapter_note"] == ""
    assert {fact["basis"] for fact in answer["wagers"] + answer["paytables"]} == {"read"}
    listed = _from_another("high-card", game.regulation.data)
    assert (listed["title"], listed["cite"]) == ("High Card", "House rules")
    heading(Console(width=100), law, "settled")
    assert "N.J.A.C." not in capsys.readouterr().out


def test_a_petition_for_it_cites_its_own_rules() -> None:
    petition = petition_for(registry.find("high-card"), date(2026, 11, 18), {})
    rules = petition.files["rules.md"]
    assert "## House rules 1.3 The round" in rules
    assert "winning wagers are paid at these odds: higher, 3 to 4." in rules
    assert "N.J.A.C." not in rules
    assert "High card" in petition.files["summary.md"]
    assert "odds.md" in petition.files
    assert "par.html" in petition.files
    assert petition.files["layout.svg"].startswith("<svg")
