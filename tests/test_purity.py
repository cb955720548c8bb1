"""A procedure is pure: it talks to the dealer and to nothing else. No clock, no randomness, no
input or output, no iteration over sets, no floats."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import pitboss
from pitboss import registry
from tests.sources import LAW, imported, tree_of

KEYS = list(registry.OURS)
ROOT = Path(pitboss.__file__).parent
ALLOWED = (
    "pitboss.table", "pitboss.law", "pitboss.money", "pitboss.equipment", "pitboss.hands",
    "pitboss.compiled", "pitboss.errors", "msgspec",
    # Of the standard library, only what has neither state nor a door to the outside.
    "__future__", "collections.abc", "enum", "functools", "itertools", "math", "typing",
)  # fmt: skip
# What a tape is fed from, or what is made of it afterwards.
FORBIDDEN = ("pitboss.table.sources", "pitboss.table.round", "pitboss.table.tape")
CALLS = frozenset(
    "open print input eval exec compile globals locals vars id hash object __import__".split()
)
ATTRIBUTES = frozenset("now today utcnow urandom getrandbits random perf_counter".split())
# What only the dealer alters, the methods that alter a list or a dictionary, and how variables
# that hold a wager end.
KEPT = frozenset("wagers owed cash house commission lines events counts remaining most".split())
ALTERING = frozenset(
    "append clear extend insert pop popitem remove reverse setdefault sort update".split()
)
WAGERS = ("wager", "bet", "ante")
# A set may be walked through where the order cannot be told afterwards.
ORDERLESS = frozenset("sum any all set frozenset sorted min max len".split())


def procedure_modules(key: str) -> list[str]:
    """All modules of the games' packages that a table needs: everything that is imported from
    the game's own package on, and nothing of what points to it (a study, say)."""
    found = [registry.OURS[key]]
    for name in found:
        for other in imported(tree_of(path_of(name))):
            if other.startswith(LAW) and other not in found:
                found.append(other)
    return found


def path_of(name: str) -> Path:
    file = import_module(name).__file__
    assert file is not None
    return Path(file)


@pytest.mark.parametrize("key", KEYS)
def test_a_procedure_imports_nothing_from_outside_its_room(key: str) -> None:
    modules = procedure_modules(key)
    assert any(name.endswith(".procedure") for name in modules)
    for module in modules:
        for name in imported(tree_of(path_of(module))):
            inside = name.startswith((*ALLOWED, *LAW)) and not name.startswith(FORBIDDEN)
            assert inside, f"{module} imports {name}"


@pytest.mark.parametrize("key", KEYS)
def test_a_procedure_has_no_door_to_the_outside(key: str) -> None:
    for module in procedure_modules(key):
        for node in ast.walk(tree_of(path_of(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in CALLS, f"{module}:{node.lineno} {node.func.id}()"
            if isinstance(node, ast.Attribute):
                assert node.attr not in ATTRIBUTES, f"{module}:{node.lineno} .{node.attr}"
            if isinstance(node, ast.Constant):
                assert not isinstance(node.value, float), f"{module}:{node.lineno} is a float"
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                path = isinstance(node.left, ast.Call) and "data_folder" in ast.dump(node.left)
                assert path, f"{module}:{node.lineno} divides"
            assert not isinstance(node, ast.Global | ast.Nonlocal | ast.AsyncFunctionDef)


@pytest.mark.parametrize("key", KEYS)
def test_a_procedure_never_iterates_over_a_set(key: str) -> None:
    for name in procedure_modules(key):
        found = [f"{name}:{line}" for line in set_iterations(path_of(name), import_module(name))]
        assert not found, found


def set_iterations(path: Path, module: ModuleType | None = None) -> Iterator[int]:
    """The lines on which a set is iterated over in a way that shows its order."""
    tree = tree_of(path)
    local = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and is_set(node.value, module, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    excused = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ORDERLESS
        for argument in node.args
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and is_set(node.iter, module, local):
            yield node.lineno
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
            if id(node) not in excused:
                for part in node.generators:
                    if is_set(part.iter, module, local):
                        yield node.lineno
        elif isinstance(node, ast.Call) and shows_order(node):
            for argument in node.args:
                if is_set(argument, module, local):
                    yield node.lineno
        elif isinstance(node, ast.Starred) and is_set(node.value, module, local):
            yield node.lineno


def shows_order(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id in ("list", "tuple", "iter", "next", "enumerate", "zip", "map", "dict")
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("join", "pop", "fromkeys")


def is_set(node: ast.expr, module: ModuleType | None, local: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub):
        return is_set(node.left, module, local) or is_set(node.right, module, local)
    if isinstance(node, ast.Name):
        return node.id in local or isinstance(getattr(module, node.id, None), set | frozenset)
    return False


@pytest.mark.parametrize(
    "line",
    ["for x in {1, 2}: pass", "[x for x in {1, 2}]", "list({1, 2})", "tuple(set(y))",
     "a = {1, 2}\nfor x in a: pass", "','.join({'a'})", "for x in set(y) | z: pass",
     "{x: 1 for x in frozenset(y)}", "(*{1, 2},)", "list(x for x in {1})"],
)  # fmt: skip
def test_the_check_itself_sees_iterations_over_sets(line: str, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(line, encoding="utf-8")
    assert list(set_iterations(tmp_path / "x.py"))


@pytest.mark.parametrize(
    "line",
    ["for x in [1, 2]: pass", "sorted({1, 2})", "1 in {1, 2}", "sum(x for x in {1, 2})",
     "len(set(y))", "a = {1: 2}\nfor x in a: pass", "any(x for x in set(y))"],
)  # fmt: skip
def test_the_check_itself_lets_the_rest_pass(line: str, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(line, encoding="utf-8")
    assert not list(set_iterations(tmp_path / "x.py"))


@pytest.mark.parametrize("key", KEYS)
def test_no_arithmetic_on_money_in_a_procedure(key: str) -> None:
    """Limits are arguments and payment is by odds: `procedure.py` neither reckons with a
    wager's cents nor decides by them."""
    for name in procedure_modules(key):
        if not name.endswith((".procedure", ".irregular")):
            continue
        for node in ast.walk(tree_of(path_of(name))):
            if isinstance(node, ast.BinOp | ast.Compare):
                parts = ast.walk(node)
                cents = [p for p in parts if isinstance(p, ast.Attribute) and p.attr == "cents"]
                assert not cents, f"{name}:{node.lineno} reckons with cents"


@pytest.mark.parametrize("key", KEYS)
def test_the_layout_and_the_books_are_the_dealers(key: str) -> None:
    """A game changes them by the dealer's verbs: wagers, money, lines, events and cards are
    neither assigned to nor altered in place."""
    for name in procedure_modules(key):
        found = [f"{name}:{line}" for line in meddling(tree_of(path_of(name)))]
        assert not found, found


def meddling(tree: ast.Module) -> Iterator[int]:
    """The lines on which something of the dealer's, or a wager, is altered."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Attribute) and node.attr in ALTERING and is_kept(node.value):
            yield node.lineno
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                if is_kept(part) or is_of_a_wager(part):
                    yield part.lineno


def is_kept(node: ast.expr) -> bool:
    """`dealer.wagers`, `self.dealer.cash[seat]` and the like."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute) or node.attr not in KEPT:
        return False
    owner = node.value
    return getattr(owner, "id", getattr(owner, "attr", "")) == "dealer"


def is_of_a_wager(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith(WAGERS)


@pytest.mark.parametrize(
    "line",
    ["dealer.wagers[:] = []", "dealer.wagers.append(x)", "dealer.owed[seat] = 1",
     "self.dealer.cash[seat] += 1", "dealer.house -= 1", "wager.point = 4", "a, wager.on = 1, 2",
     "del dealer.wagers[0]", "dealer.counts[3] -= 1", "dealer.owed.update(x)",
     "self.dealer.lines.pop()", "other_wager.cents += 1"],
)  # fmt: skip
def test_the_check_itself_sees_meddling(line: str) -> None:
    assert list(meddling(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    ["wagers = dealer.wagers", "dealer.owe(seat, 5)", "laid.wagers.append(wager)",
     "stake.cents = sum(x)", "dealer.cutting_card = 5", "dealer.next_procedure = 'shuffle'"],
)  # fmt: skip
def test_the_check_itself_lets_verbs_pass(line: str) -> None:
    assert not list(meddling(ast.parse(line)))


def test_the_table_and_the_law_have_no_clock_and_no_dice() -> None:
    """Randomness enters by the sources alone, the clock not at all."""
    for folder in ("table", "law", "equipment", "hands"):
        for path in sorted((ROOT / folder).glob("*.py")):
            names = set(imported(tree_of(path)))
            if path.name != "sources.py":
                assert not names & {"random", "secrets"}, path
            assert not names & {"time", "socket", "subprocess", "threading"}, path
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.Attribute):
                    assert node.attr not in ("today", "now", "utcnow"), f"{path}:{node.lineno}"
