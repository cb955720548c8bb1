"""The redline as a file."""

from __future__ import annotations

from pathlib import Path

from pitboss.report.redline import page_of
from tests.cli.conftest import Run


def test_the_page_has_both_sides(pitboss: Run, tmp_path: Path) -> None:
    name = tmp_path / "changes.html"
    ran = pitboss("diff", "--from", "1996-01-01", "--to", "1999-12-31", "--html", str(name))
    assert ran.code == 0
    text = name.read_text(encoding="utf-8")
    assert "<del>" in text
    assert "<ins>" in text
    assert page_of([])


def test_a_file_that_cannot_be_written(pitboss: Run, tmp_path: Path) -> None:
    ran = pitboss(
        "diff", "red-dog", "--from", "1996-01-01", "--html", str(tmp_path / "no" / "x.html")
    )
    assert ran.code == 2
    assert "No such file" in ran.err
