"""Published figures are reproduced, and shown with their sources."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss import registry
from pitboss.analysis.published import Figure, beside, figures

DAY = date(2013, 1, 1)
# Those that take more than a second are compared in the studies' own tests.
SLOW = {"caribbean-stud-poker", "let-it-ride-poker", "four-card-poker", "blackjack-switch"}


def test_every_figure_has_a_source_and_a_game() -> None:
    assert len(figures()) >= 50
    for figure in figures():
        assert figure.game in registry.OURS
        assert figure.source
        assert float(figure.percent) < 25


@pytest.mark.parametrize("game", sorted({figure.game for figure in figures()} - SLOW))
def test_they_are_reproduced_to_the_last_digit(game: str) -> None:
    found = list(beside(game, DAY))
    assert found
    for each in found:
        assert each.edge is not None, each.refused
        assert each.figure.agrees(each.edge), each


def test_what_does_not_agree_is_noticed() -> None:
    figure = Figure("x", "craps", "pass", "1.41", "nobody", True, exact="7/495")
    assert figure.agrees(Fraction(7, 495))
    assert not figure.agrees(Fraction(7, 494))
    assert not Figure("x", "craps", "pass", "1.42", "nobody", True).agrees(Fraction(7, 495))


def test_the_command(pitboss: Run) -> None:
    ran = pitboss("odds", "red-dog", "--published")
    for told in ("3.155 %", "3.1554 %", "Wizard of Odds", "decks = 4"):
        assert told in ran.out, told
    answer = pitboss("odds", "craps", "--published", "--wager", "pass", "--json").json()
    (figure,) = answer["figures"]
    assert figure["agrees"] is True
    assert figure["house_edge"]["exact"] == "7/495"
    assert "takes --wager" in refused(
        pitboss("odds", "red-dog", "--published", "--option", "decks=6")
    )
    assert "no published figures" in pitboss("odds", "mini-dice", "--published").out
