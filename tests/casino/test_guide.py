"""The patron's gaming guide: of every game, under the rules in force, and never a wrong figure."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from pitboss import registry
from pitboss.casino.guide import guide_of, guides_of, howtos, stored_figures, worked_out
from pitboss.casino.guide_page import page_of, section_of
from pitboss.casino.submission import read_submission
from pitboss.cli import main
from pitboss.table.game import Limits

DAY = date(2026, 11, 18)
GAMES = [*registry.OURS, *registry.SYSTEMS]
EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_guide(key: str) -> None:
    subject = registry.find_subject(key)
    guide = guide_of(subject, DAY, {})
    law = subject.rules(DAY).law
    assert len(guide.steps) >= 2
    page = section_of(guide)
    assert "<svg" in page
    for wager in guide.wagers:
        assert wager.cite.startswith("N.J.A.C. 13:69F-")
    for table in guide.paytables:
        for row, odds in table.rows:
            assert re.fullmatch(r"\d+ to \d+", odds), (row, odds)
    # Whatever is told as odds stands so in the pay tables in force, and never with "for".
    known = {odds.text for each in law.paytables.values() for _, odds in each}
    told = set(re.findall(r"\b\d+ to \d+\b", " ".join(wager.pays for wager in guide.wagers)))
    assert told <= known
    assert not re.search(r"\d+ for \d+", page)


def test_every_game_says_how_it_is_played() -> None:
    assert set(howtos()) >= set(GAMES)


def test_a_blackjack_is_not_every_win() -> None:
    guide = guide_of(registry.find("blackjack"), DAY, {})
    assert guide.wagers[0].pays == "blackjack: 3 to 2"
    assert [table.rows for table in guide.paytables if table.wagers == ["Any other win"]] == [
        [("win", "1 to 1")]
    ]


@pytest.mark.parametrize("key", ["craps", "roulette", "three-card-poker", "casino-war", "keno"])
def test_stored_figures_are_those_that_are_worked_out(key: str) -> None:
    law = registry.find_subject(key).rules(DAY).law
    stored = stored_figures()
    if law.hash in stored:  # else the rules have changed since: tools/guide_figures.py
        assert stored[law.hash] == worked_out(key, DAY, ())


def test_other_rules_of_a_game_that_takes_long_are_left_to_the_command() -> None:
    guide = guide_of(registry.find("blackjack"), DAY, {"decks": 2})
    assert not guide.figures.edges
    assert "pitboss odds blackjack --day 2026-11-18 --option decks=2" in section_of(guide)


def test_limits_and_options_of_the_house_are_in_it() -> None:
    limits = Limits({"": (1000, 50000)}, 500)
    page = section_of(guide_of(registry.find("red-dog"), DAY, {"decks": 8}, limits))
    assert "$10.00 to $500.00" in page
    assert "<td>8</td>" in page


def test_the_guide_of_a_casino() -> None:
    filed = read_submission(str(EXAMPLE))
    guides = guides_of(filed, DAY)
    offered = {table.game for pit in filed.submission.pit for table in pit.table} | {"keno"}
    assert {guide.game for guide, _ in guides} == offered
    page = page_of(guides, licensee="A <b>casino</b>", day=DAY)
    assert "A &lt;b&gt;casino&lt;/b&gt;" in page
    assert "At tables 108, 109." in page


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "guide.html"
    assert main(["guide", "red-dog", "--day", "1999-06-01", "-o", str(target)]) == 0
    assert "N.J.A.C. 19:47-6" in target.read_text()
    assert main(["guide", "red-dog", "--day", "1990-01-01", "-o", str(tmp_path / "no.html")]) == 2
    assert not (tmp_path / "no.html").exists()
    bad = Path(__file__).parent / "unlawful" / "01-several-options.toml"
    assert main(["guide", str(bad), "-o", str(tmp_path / "no.html")]) == 2
    assert "pitboss check tells all" in capsys.readouterr().err
    assert not (tmp_path / "no.html").exists()
