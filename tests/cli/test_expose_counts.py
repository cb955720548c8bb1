"""`pitboss expose GAME --counts` on the screen and as JSON."""

from __future__ import annotations

from tests.cli.conftest import Run

QUICK = ("--shoes", "400", "--situations", "80")


def test_counts_on_the_screen_with_a_safe_limit(pitboss: Run) -> None:
    ran = pitboss("expose", "red-dog", "--counts", *QUICK, "--loss", "100.00")
    assert ran.code == 0
    for text in ("card gone", "the count goes with these effects", "highest wager", "per shoe"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 120


def test_counts_as_json(pitboss: Run) -> None:
    ran = pitboss("expose", "red-dog", "--counts", *QUICK, "--decks", "4 6", "--json").json()
    assert [each["decks"] for each in ran["wagers"]] == [4, 6]
    assert ran["wagers"][0]["by_cutting_card"][0]["cards_behind_the_cutting_card"] > 0


def test_what_does_not_go_together_is_refused(pitboss: Run) -> None:
    for words in (
        ("--counts", "--sees", "left 1"),
        ("--loss", "100.00"),
        ("--counts", "--count", "nonsense"),
        ("--counts", "--decks", "x"),
    ):
        ran = pitboss("expose", "red-dog", *words)
        assert ran.code == 2
        assert ran.err.startswith("pitboss: ")
        assert len(ran.err.splitlines()) == 1
