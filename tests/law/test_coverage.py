"""Every paragraph that was read has exactly one class, and what it names is there."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from tools import law_coverage as tool

from pitboss.errors import UnknownName
from pitboss.law import coverage
from pitboss.law.address import parse_address

ROOT = Path(__file__).resolve().parents[2]


def rows() -> list[tuple[str, str, coverage.Entry]]:
    return [
        (edition, at, entry)
        for edition, entries in coverage.coverage().paragraph.items()
        for at, entry in entries.items()
    ]


@cache
def case_names() -> frozenset[str]:
    files = (ROOT / "tests" / "law").glob("*.toml")
    return frozenset(
        case["name"]
        for path in files
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    )


def test_the_file_is_up_to_date() -> None:
    made = tool.text(coverage.coverage())
    assert made == tool.PATH.read_text(encoding="utf-8"), "run python tools/law_coverage.py"


def test_every_paragraph_has_exactly_one_class() -> None:
    wrong = [f"{edition} {at}: {e.classes}" for edition, at, e in rows() if len(e.classes) != 1]
    assert not wrong, "\n".join(wrong)


def test_every_paragraph_has_an_address_and_a_heading() -> None:
    for _, at, entry in rows():
        assert parse_address(at.partition(" ")[0]).key == at.partition(" ")[0]
        assert entry.heading


def test_what_is_executed_names_functions_that_exist() -> None:
    wrong = [
        f"{at}: {name}" for _, at, entry in rows() for name in entry.functions if not _exists(name)
    ]
    assert not wrong, "\n".join(wrong)


@cache
def _exists(name: str) -> bool:
    module, _, thing = name.partition(":")
    return hasattr(import_module(f"pitboss.{module}"), thing) if thing else True


def test_what_is_executed_is_shown_by_cases_that_exist() -> None:
    wrong = []
    for _, at, entry in rows():
        if entry.functions and not entry.cases:
            wrong.append(f"{at}: no case")
        for name in entry.cases:
            path, _, test = name.partition("::")
            there = (
                f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")
                if test
                else (ROOT / path).exists()
                if name.startswith("tests/")
                else name in case_names()
            )
            if not there:
                wrong.append(f"{at}: {name}")
    assert not wrong, "\n".join(wrong)


def test_the_counts() -> None:
    answer = coverage.report("6")
    assert answer["totals"]["executed"] > 30
    assert answer["totals"]["not built"] == 0
    assert set(answer["subchapters"]) == {"6"}
    whole = coverage.report()
    assert sum(whole["totals"].values()) == len(whole["paragraphs"])


def test_a_subchapter_that_nobody_read() -> None:
    with pytest.raises(UnknownName, match="no subchapter '99'"):
        coverage.report("99")
