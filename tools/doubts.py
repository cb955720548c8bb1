"""Collects the doubts: where the text is silent or contradicts itself, and the reading taken.

They stand where they matter, as `Doubt:` in a comment or docstring and as `doubts` in a data
file; this makes docs/doubts.md of them. Run it from anywhere: `python tools/doubts.py`."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pitboss"
PAGE = ROOT / "docs" / "doubts.md"
MARK = "Doubt:"

HEAD = """\
# Doubts

The regulation is silent in places, contradicts itself in others, and some of its pages were not
available to us. Wherever that mattered, this is the reading pitboss takes. A data file's doubts
are also shown by `pitboss rules GAME`.

This page is made by `python tools/doubts.py`; do not edit it by hand.
"""


def doubts_in_code(path: Path) -> Iterator[tuple[str, str]]:
    """The doubts of a module, each with the function it stands in (or nothing)."""
    text = path.read_text(encoding="utf-8")
    if MARK not in text:
        return
    tree = ast.parse(text)
    found = [*_in_docstrings(tree), *_in_comments(text, tree)]
    for _, where, doubt in sorted(found):
        yield where, doubt


def _in_docstrings(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            continue
        told = ast.get_docstring(node) or ""
        if MARK in told:
            name = "" if isinstance(node, ast.Module) else node.name
            line = 0 if isinstance(node, ast.Module) else node.lineno
            for part in told.split(MARK)[1:]:
                yield line, name, _sentence(part.split("\n\n")[0])


def _in_comments(text: str, tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    comments: dict[int, tuple[int, str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and token.line.strip() == token.string:
            comments[token.start[0]] = (token.start[1], token.string.removeprefix("#").strip())
    for line, (column, comment) in comments.items():
        if not comment.startswith(MARK):
            continue
        words = [comment.removeprefix(MARK)]
        # The comment goes on until it ends or another paragraph begins.
        following = line + 1
        while following in comments and comments[following][0] == column:
            more = comments[following][1]
            if more.startswith(("(", MARK)):
                break
            words.append(more)
            following += 1
        yield line, _function_at(tree, line), _sentence(" ".join(words))


def _function_at(tree: ast.Module, line: int) -> str:
    inner = ""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (
            node.end_lineno or node.lineno
        ):
            inner = node.name
    return inner


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


def page() -> str:
    """The whole page, from the sources as they are."""
    parts = [HEAD]
    shown: set[Path] = set()
    for path in sorted((SOURCE / "data").glob("[0-9]*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        folder = SOURCE / "games" / data["game"].replace("-", "_")
        study = SOURCE / "studies" / folder.name
        files = [*sorted(folder.glob("*.py")), *sorted(study.glob("*.py"))]
        shown.update(files)
        lines = [f"- {_sentence(doubt)}" for doubt in data.get("doubts", ())]
        lines += _code_lines(files)
        if lines:
            title = f"## {data['title']} (subchapter {data['subchapter']})"
            parts.append("\n".join([title, "", *lines, ""]))
    rest = [path for path in sorted(SOURCE.rglob("*.py")) if path not in shown]
    lines = _code_lines(rest)
    if lines:
        parts.append("\n".join(["## What several games share", "", *lines, ""]))
    return "\n".join(parts)


def _code_lines(files: list[Path]) -> list[str]:
    lines = []
    for path in files:
        name = path.relative_to(SOURCE).as_posix()
        for where, doubt in doubts_in_code(path):
            place = f"`{name}`, `{where}`" if where else f"`{name}`"
            lines.append(f"- {doubt} ({place})")
    return lines


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
            return 0
        print("docs/doubts.md is not up to date: run python tools/doubts.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
