"""How the commands are run: in this process mostly, in one of their own where that matters."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.cli import main

SOURCE = Path(__file__).parents[2] / "src"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output as JSON: nothing else may be there."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`pitboss(*words, given=text)`: run the command, with the text on standard input."""
    for name in ("PITBOSS_DEBUG", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str | Path, given: str | bytes = "") -> Ran:
        text = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return run


def subprocess_run(*words: str, given: bytes = b"", **environment: str) -> Ran:
    """The same as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        input=given,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PITBOSS_DEBUG": "", **environment},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(ran: Ran) -> str:
    """Exit code 2, one line on standard error, nothing on standard output. Gives the line."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("pitboss: ")
    return ran.err
