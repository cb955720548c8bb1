"""The source of the games, as syntax trees: for tests that read code rather than run it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from pitboss import registry

# The rooms that hold law: games, and what several games share.
LAW = ("pitboss.games.", "pitboss.families.")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def game_files(key: str) -> tuple[Path, ...]:
    """The modules of a game's package, and of the packages beside it that it imports."""
    packages, found = [registry.OURS[key]], []
    for package in packages:
        module: ModuleType = import_module(package)
        assert module.__file__ is not None
        for path in sorted(Path(module.__file__).parent.glob("*.py")):
            found.append(path)
            for name in imported(tree_of(path)):
                owner = ".".join(name.split(".")[:3])
                if owner.startswith(LAW) and owner not in packages:
                    packages.append(owner)
    return tuple(found)


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a file imports, by their full names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            assert node.module is not None
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = node.module.startswith("pitboss") and _is_module(whole)
                yield whole if is_module else node.module


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def docstrings(tree: ast.Module) -> set[int]:
    """The identities of the constants that are docstrings."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def strings(path: Path) -> Iterator[tuple[str, int]]:
    """Every literal string of a file that is not a docstring, with its line."""
    tree = tree_of(path)
    told = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value, node.lineno
