"""The signs of a submission: one a table, with what the table has, and what is coming."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pitboss.casino.signs import page_of, signs_of
from pitboss.casino.submission import parse_submission, read_submission
from pitboss.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"
SMALL = """
licensee = "Small"
from = 2026-01-01
[[pit]]
pit = "A"
[[pit.table]]
number = 1
game = "red-dog"
limits = { all = ["10.00", "500.00"] }
increments = { all = "5.00" }
[[pit.table]]
number = 2
game = "red-dog"
limits = { all = ["5.00", "500.00"] }
[[change]]
at = 2026-12-01T10:00:00
game = "red-dog"
tables = [1]
notice = 2026-11-30T10:00:00
limits = { all = ["15.00", "500.00"] }
"""


def test_a_sign_says_what_its_table_has() -> None:
    filed = parse_submission(SMALL, "small.toml", Path())
    first, second = signs_of(filed, datetime(2026, 11, 18))
    assert first.limits == ["Wagers: $10.00 to $500.00"]
    assert first.increments == ["Wagers in multiples of $5.00"]
    assert first.coming == [(datetime(2026, 12, 1, 10), ["Wagers: $15.00 to $500.00"])]
    assert (second.limits, second.increments, second.coming) == (
        ["Wagers: $5.00 to $500.00"],
        [],
        [],
    )
    after = signs_of(filed, datetime(2026, 12, 2))[0]
    assert (after.limits, after.coming) == (["Wagers: $15.00 to $500.00"], [])
    page = page_of([first], "Small", datetime(2026, 11, 18))
    assert "Tuesday, December 1, 2026, 10:00 a.m." in page
    assert "13:69F-8.3" in page


def test_thirty_tables_have_thirty_signs(tmp_path: Path) -> None:
    made = tmp_path / "signs.html"
    assert main(["submission", "signs", str(EXAMPLE), "-o", str(made)]) == 0
    filed = read_submission(str(EXAMPLE))
    tables = sum(len(pit.table) for pit in filed.submission.pit)
    assert made.read_text().count('class="sheet"') == tables == 30


def test_signs_of_an_unlawful_submission_are_refused() -> None:
    unlawful = sorted((Path(__file__).parent / "unlawful").glob("*.toml"))[0]
    assert main(["submission", "signs", str(unlawful)]) == 2
    assert main(["submission", "signs"]) == 2
