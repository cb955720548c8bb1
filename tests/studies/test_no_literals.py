"""Nothing that the data has stands in a study or a kernel as a literal: no payoff, no paragraph, no
drawing rule. A figure that is written down twice is right until a licensee, or an act, changes one
of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss import registry

ROOT = Path(__file__).parents[2] / "src" / "pitboss"
STUDIES = ROOT / "studies"
FILES = sorted([*STUDIES.rglob("*.py"), *(ROOT / "analysis").rglob("*.py")])

# Names of things that a pay table or another fact of the data decides.
PAYS = re.compile(r"(^|_)(numerator|denominator|pays|odds|kept|award|percent|vigorish|commission)$")
ODDS = re.compile(r"\d+ (to|for) \d+")
PARAGRAPH = re.compile(r"\d{1,2}[A-Z]?\.\d{1,2}(\([a-z]{1,3}\).*)?")
# Where a dealer stops to draw, in games of twenty-one.
DRAWING = (16, 17)
# Numbers up to here are ranks, cards and places; 52 cards and 100 per cent are nobody's odds.
SMALL, COMMON = 13, (52, 100)

PAYOFF, SECTION, DRAWS, MONEY = "a payoff", "a paragraph", "a drawing rule", "told from the money"
OF_DATA = "a number of the data"


class Literal(NamedTuple):
    what: str
    line: int
    text: str


# Where a literal stands for good, by file and text, with the reason.
ALLOWED: dict[tuple[str, str], str] = {
    ("let_it_ride_poker/study.py", "2500"): "an amount to study, which happens to be odds as well",
    ("analysis/laboratory/after_rounds.py", "Fraction(19, 20)"): "the level of a band, no odds",
    ("analysis/laboratory/desk.py", "Fraction(1, 100)"): "how often a dealer errs, no odds",
    ("analysis/laboratory/desk.py", "Fraction(1, 500)"): "how often a dealer errs, no odds",
    ("analysis/laboratory/desk.py", "Fraction(1, 1000)"): "how often a dealer errs, no odds",
    ("families/one_deck_poker/three_cards.py", "[(0, 1), (0, 2), (1, 2)]"): "places of cards",
}
# What the twenty-one studies have left, at most.
LEFT = {
    "blackjack/study.py": 3,  # a result by its net
    "blackjack/ways.py": 1,  # totals of a table in common use
    "families/twenty_one/kernel_tables.py": 1,  # two cards that make 6-7-8 or 7-7-7
    "families/twenty_one/table_rules.py": 2,  # odds and a surrender by default
}


# -- finding them -----------------------------------------------------------------------------


def number_of(node: ast.expr | None) -> int | float | None:
    """The number that a literal is, with its sign; None for what is no number."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = number_of(node.operand)
        return None if number is None else -number
    if isinstance(node, ast.Call) and name_of(node.func) == "Fraction" and len(node.args) == 1:
        return number_of(node.args[0])
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def documentation(tree: ast.Module) -> set[int]:
    """The nodes that are docstrings."""
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }


def named_numbers(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Names that get a value here: assigned, by default, or as an argument."""
    if isinstance(node, ast.Assign):
        yield from ((name_of(target), node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign):
        yield name_of(node.target), node.value
    elif isinstance(node, ast.Call):
        yield from ((keyword.arg or "", keyword.value) for keyword in node.keywords)
    elif isinstance(node, ast.arguments):
        named = [*node.posonlyargs, *node.args]
        yield from zip((a.arg for a in named[::-1]), node.defaults[::-1], strict=False)
        yield from zip((a.arg for a in node.kwonlyargs), node.kw_defaults, strict=True)


def units_of(tree: ast.Module) -> set[str]:
    """Names that stand for a number above 0, such as ONE."""
    return {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for name, value in named_numbers(node)
        if name and (number_of(value) or 0) > 0
    }


def payoffs(node: ast.AST, units: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and ODDS.fullmatch(node.value) is not None
    if any(PAYS.search(name.lower()) and number_of(value) for name, value in named_numbers(node)):
        return True
    if not isinstance(node, ast.Call):
        return False
    called, numbers = name_of(node.func), [number_of(each) for each in node.args]
    if called == "Odds":
        return None not in numbers and bool(numbers)
    if called == "Fraction":
        return len(numbers) == 2 and None not in numbers
    # A cell: its row, the odds, and the net, which is a stake lost or comes from a row.
    if not called.lower().endswith("cell") or len(node.args) < 2:
        return False
    net = node.args[2] if called == "Cell" and len(node.args) > 2 else node.args[1]
    return (number_of(net) or 0) > 0 or name_of(net) in units


def drawing_rules(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return any(number_of(each) in DRAWING for each in (node.left, *node.comparators))
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return len(node.elts) > 1 and all(
            isinstance(each, ast.Tuple)
            and len(each.elts) == 2
            and all(number_of(part) is not None for part in each.elts)
            for each in node.elts
        )
    return False


def told_from_the_money(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and any(
        isinstance(part, ast.Attribute) and part.attr in ("net", "staked")
        for each in (node.left, *node.comparators)
        for part in ast.walk(each)
    )


def literals(source: str, *, of_data: frozenset[int] = frozenset(), study: bool) -> list[Literal]:
    tree = ast.parse(source)
    words, units = documentation(tree), units_of(tree)

    def what(node: ast.AST) -> str:
        if id(node) in words:
            return ""
        if payoffs(node, units):
            return PAYOFF
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and PARAGRAPH.fullmatch(node.value):
                return SECTION
            return OF_DATA if type(node.value) is int and node.value in of_data else ""
        if drawing_rules(node):
            return DRAWS
        # The analysis reads results as money by trade; a study says what happened.
        return MONEY if study and told_from_the_money(node) else ""

    found = [
        Literal(what(node), getattr(node, "lineno", 0), ast.unparse(node))
        for node in ast.walk(tree)
        if what(node)
    ]
    return sorted(found, key=lambda literal: literal.line)


@cache
def numbers_of(key: str) -> frozenset[int]:
    """The larger numbers of a game's data: odds, and facts that are numbers."""
    data = registry.find_subject(key).regulation.data
    found = {
        int(number)
        for entries in data.paytable.values()
        for entry in entries
        for _, odds in entry.rows
        for number in re.findall(r"\d+", odds)
    }
    for entries in data.value.values():
        for entry in entries:
            listed = entry.value if isinstance(entry.value, list) else [entry.value]
            found |= {each for each in listed if type(each) is int}
    return frozenset(number for number in found if number > SMALL and number not in COMMON)


def numbers_for(path: Path) -> frozenset[int]:
    """What the data has of the game whose own study the file belongs to."""
    keys = [key for key, name in registry.STUDIES.items() if name.split(".")[2] == path.parent.name]
    return numbers_of(keys[0]) if keys else frozenset()


def found_in(path: Path) -> list[Literal]:
    study = STUDIES in path.parents
    name = str(path.relative_to(STUDIES if study else ROOT))
    every = literals(path.read_text(), of_data=numbers_for(path), study=study)
    return [literal for literal in every if (name, literal.text) not in ALLOWED]


# -- tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_literal_stands_for_what_the_data_has(path: Path) -> None:
    name = str(path.relative_to(STUDIES)) if STUDIES in path.parents else path.name
    found = found_in(path)
    assert len(found) <= LEFT.get(name, 0), [f"{path}:{line}: {w}: {t}" for w, line, t in found]


def test_every_exception_is_there() -> None:
    for name, text in ALLOWED:
        study = (STUDIES / name).exists()
        path = (STUDIES if study else ROOT) / name
        every = literals(path.read_text(), of_data=numbers_for(path), study=study)
        assert text in [literal.text for literal in every], (name, text)


# The first two are the shape of double attack's old defect, the third that of casino war's.
@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("KEPT = Fraction(1, 2)", PAYOFF),
        ("parameters = Parameters(decks=8, blackjack_numerator=1)", PAYOFF),
        ("def was_tied(cell): return cell.staked == 2 or cell.net not in (ONE, -ONE)", MONEY),
        ("class T:\n    surrendered: Fraction = Fraction(-1, 2)", PAYOFF),
        ("class T:\n    numerator: int = 3", PAYOFF),
        ("def cells(blackjack_pays=1.5): pass", PAYOFF),
        ("VIGORISH_PERCENT = 5", PAYOFF),
        ("odds = Odds(3, 2)", PAYOFF),
        ("odds = '6 to 5'", PAYOFF),
        ("_cell('blackjack', 1, 1)", PAYOFF),
        ("ONE = Fraction(1)\ncell = Cell('win', '', ONE, ONE)", PAYOFF),
        ("Cell('win', '', Fraction(2), one)", PAYOFF),
        ("ASKED = Asked(('fold', 'play'), '20.10(b)')", SECTION),
        ("cite = rules.law.cite('22.8')", SECTION),
        ("cite = '2A.6(g)1'", SECTION),
        ("draws = total < 17", DRAWS),
        ("while total <= 16: pass", DRAWS),
        ("FREE = ((3, 9), (5, 4))", DRAWS),
        ("award = 1000 * wager", OF_DATA),
    ],
)
def test_a_planted_literal_is_found(source: str, what: str) -> None:
    found = literals(source, of_data=frozenset({1000}), study=True)
    assert what in [literal.what for literal in found], found


@pytest.mark.parametrize(
    "source",
    [
        '"""20.10(b) permits it; even money is 1 to 1."""',
        "def f():\n    '22.8'",
        "ONE = Fraction(1)\ncell = Cell('lose', '', -ONE, ONE)",
        "half = Fraction(rules.surrender.percent, 100)",
        "z = Fraction('1.644853626951472714864')",
        "cell = Cell('win', row.text, row.fraction, ONE)",
        "best = one.net + other.net",
    ],
)
def test_what_comes_from_the_rules_is_no_literal(source: str) -> None:
    assert not literals(source, study=True)
