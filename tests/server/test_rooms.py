"""The store speaks of tables and the server of HTTP: no SQL above, no statuses below."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.server.problems import STATUS
from pitboss.store.refusal import Kind

ROOT = Path(pitboss.__file__).parent
SQL = re.compile(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.*\b(FROM|SET|VALUES|\w+ = )", re.S)


def constants(room: str) -> Iterator[tuple[str, object]]:
    for path in sorted((ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant):
                yield f"{path.name}:{node.lineno}", node.value


def test_the_server_writes_no_sql() -> None:
    texts = [(at, value) for at, value in constants("server") if isinstance(value, str)]
    assert not [at for at, text in texts if SQL.search(text)]
    # The check itself sees the statements of the store.
    assert sum(bool(SQL.search(v)) for _, v in constants("store") if isinstance(v, str)) > 30


def test_the_store_knows_no_status() -> None:
    numbers = [(at, value) for at, value in constants("store") if type(value) is int]
    assert not [at for at, number in numbers if number in STATUS.values()]


@pytest.mark.parametrize("kind", Kind)
def test_every_refusal_has_a_status(kind: Kind) -> None:
    assert 400 <= STATUS[kind] < 504
