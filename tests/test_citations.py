"""Every citation in the code is a section of its subchapter, and every section of the
subchapter is carried out somewhere, or the data file says why it is not executable."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pitboss import registry
from pitboss.law.citation import section_of
from pitboss.law.regulation import Regulation
from tests.sources import game_files, strings, tree_of

KEYS = list(registry.OURS)
CITATION = re.compile(r"\d+A?B?\.\d+[A-Z]?(?:\([a-z]{1,4}\)|\d+|[ivx]+)*")
# Arguments whose value is a citation. What they pass on is checked where it is written.
CITING = frozenset(
    {
        "cite",
        "offer",
        "refused",
        "cut",
        "behind",
        "select",
        "order",
        "step_cite",
        "notice_cite",
        "several_areas",
    }
)
# What a dealer does that must carry a citation.
ACTS = frozenset(
    "announce act note draw reveal discard burn roll spin choose number take_wagers place_wager "
    "pay collect give_back hand_back charge bonus pay_all collect_all return_all".split()
)


def cited_in_code(key: str) -> dict[str, str]:
    """Every literal that is written like a citation, with the place where it stands."""
    found: dict[str, str] = {}
    for path in game_files(key):
        for text, line in strings(path):
            if CITATION.fullmatch(text):
                found.setdefault(text, f"{path.parent.name}/{path.name}:{line}")
    return found


def cited_in_data(regulation: Regulation) -> set[str]:
    data = regulation.data
    found: set[str] = set()
    for named in (data.paytable, data.option, data.wager, data.decision, data.value):
        for entries in named.values():
            found |= {entry.cite for entry in entries if entry.cite}
    for options in data.option.values():
        for option in options:
            found |= {option.notice_cite, *(each.cite for each in option.excludes)}
    for wagers in data.wager.values():
        found |= {wager.pays_exactly for wager in wagers}
    return found - {""}


@pytest.mark.parametrize("key", KEYS)
def test_every_literal_citation_is_in_the_contents(key: str) -> None:
    contents = registry.find(key).regulation.contents
    wrong = [
        f"{where} cites {cite}"
        for cite, where in cited_in_code(key).items()
        if section_of(cite) not in contents
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("key", KEYS)
def test_every_citing_argument_is_written_like_a_citation(key: str) -> None:
    wrong = []
    for path in game_files(key):
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call):
                continue
            for keyword in node.keywords:
                value = keyword.value
                if keyword.arg in CITING and isinstance(value, ast.Constant):
                    # An empty default says "none"; an act must not be given one.
                    text = value.value
                    if not isinstance(text, str) or not CITATION.fullmatch(text):
                        wrong.append(f"{_place(path, node)}: {keyword.arg}={text!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("key", KEYS)
def test_no_act_of_the_dealer_is_uncited(key: str) -> None:
    wrong = []
    for path in game_files(key):
        for node in ast.walk(tree_of(path)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "dealer"
                and node.func.attr in ACTS
                and not any(keyword.arg in ("cite", None) for keyword in node.keywords)
            ):
                wrong.append(f"{_place(path, node)}: dealer.{node.func.attr} without cite=")
    assert not wrong, "\n".join(wrong)


def _place(path: Path, node: ast.expr) -> str:
    return f"{path.parent.name}/{path.name}:{node.lineno}"


@pytest.mark.parametrize("key", KEYS)
def test_irregularities_and_data_cite_sections_of_the_contents(key: str) -> None:
    game = registry.find(key)
    contents = game.regulation.contents
    cites = {found.cite for found in game.irregularities.values()}
    cites |= cited_in_data(game.regulation) | set(game.regulation.data.not_executable)
    if game.several_areas:
        cites.add(game.several_areas)
    assert not [cite for cite in sorted(cites) if section_of(cite) not in contents]


@pytest.mark.parametrize("key", KEYS)
def test_every_section_is_carried_out_or_said_not_to_be_executable(key: str) -> None:
    regulation = registry.find(key).regulation
    cited = {section_of(cite) for cite in cited_in_code(key)}
    cited |= {section_of(cite) for cite in cited_in_data(regulation)}
    missing = [
        f"{section} {title if isinstance(title, str) else title.title}"
        for section, title in regulation.data.contents.items()
        if section not in cited and section not in regulation.data.not_executable
    ]
    assert not missing, f"{key} neither cites nor explains:\n" + "\n".join(missing)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_not_executable_has_a_reason(key: str) -> None:
    """A paragraph may be carried out in part; the reason says what is left."""
    for cite, reason in registry.find(key).regulation.data.not_executable.items():
        assert reason.strip(), cite


@pytest.mark.parametrize("key", KEYS)
def test_every_procedure_says_which_section_it_is(key: str) -> None:
    """The functions that the table calls name a section of the contents in their docstrings."""
    game = registry.find(key)
    for name, procedure in game.procedures.items():
        told = procedure.__doc__ or ""
        sections = {section_of(cite) for cite in CITATION.findall(told) if CITATION.fullmatch(cite)}
        assert sections & set(game.regulation.contents), f"{name} does not name its section"
