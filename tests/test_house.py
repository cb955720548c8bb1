"""The walls of the house stay where they are (docs/architecture.md): what import-linter cannot see.

Rooms know the type of the rules they pass on; modules and functions have names that say what they
are or do; a window of wagers is told in few words; a study of one-deck poker is short."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import pitboss
from pitboss import registry
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.table.dealer import Dealer

ROOT = Path(pitboss.__file__).parent
PROJECT = ROOT.parents[1]
FILES = sorted(ROOT.rglob("*.py"))
# A round that lies in the store is of whatever game it is of.
UNTYPED = {"store/live.py"}
# Participles that say nothing by themselves.
EMPTY_NAMES = {"told", "found", "one", "came", "kept", "held"}
DEALER_LINES_MAX, WAGERS_PARAMETERS_MAX = 500, 5
STUDY_LINES_MAX = 150
# Caribbean stud has a payout limit over two wagers and a meter that grows.
LONGER = {"caribbean-stud-poker": 190}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_contract_of_the_rooms_has_an_excuse() -> None:
    linter = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]
    assert len(linter["contracts"]) >= 7
    assert not [each["name"] for each in linter["contracts"] if each.get("ignore_imports")]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_rules_have_a_type_and_functions_a_name(path: Path) -> None:
    assert path.stem not in EMPTY_NAMES
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.name not in EMPTY_NAMES, f"{path}:{node.lineno}: {node.name}"
            for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                typed = each.annotation is None or ast.unparse(each.annotation) != "Any"
                known = each.arg != "rules" or typed or name_of(path) in UNTYPED
                assert known, f"{path}:{node.lineno}: rules without a type"


def test_the_dealer_is_thin() -> None:
    assert len((ROOT / "table" / "dealer.py").read_text().splitlines()) <= DEALER_LINES_MAX
    parameters = inspect.signature(Dealer.take_wagers).parameters
    assert len(parameters) - 1 <= WAGERS_PARAMETERS_MAX


def one_deck_studies() -> list[str]:
    return [
        key
        for key, module in registry.STUDIES.items()
        if re.search(
            r"\bOneDeckGame\[", (ROOT.parent / (module.replace(".", "/") + ".py")).read_text()
        )
    ]


def test_the_studies_of_one_deck_poker_are_found() -> None:
    assert len(one_deck_studies()) >= 6
    assert OneDeckGame.study.__doc__


@pytest.mark.parametrize("key", one_deck_studies())
def test_a_study_of_one_deck_poker_is_short(key: str) -> None:
    folder = (ROOT.parent / registry.STUDIES[key].replace(".", "/")).parent
    lines = sum(len(path.read_text().splitlines()) for path in folder.glob("*.py"))
    assert lines - 1 <= LONGER.get(key, STUDY_LINES_MAX)
