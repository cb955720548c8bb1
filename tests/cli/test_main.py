"""The door: help, unknown commands, and what happens when something goes wrong."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from pitboss import __version__, cli
from tests.cli.conftest import Run, refused, subprocess_run


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help_lists_every_command(pitboss: Run, word: str) -> None:
    ran = pitboss(word)
    assert ran.code == 0
    for command in cli.COMMANDS:
        assert f"\n  {command}" in ran.out


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_help_of_a_command(pitboss: Run, command: str) -> None:
    ran = pitboss(command, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: pitboss {command}")
    assert pitboss("help", command).out == ran.out


def test_version(pitboss: Run) -> None:
    assert pitboss("--version") == (0, f"pitboss {__version__}\n", "")


def test_the_floor_explains_itself_without_a_terminal(pitboss: Run) -> None:
    ran = pitboss()
    assert ran.code == 0
    assert "Rules of the Games" in ran.out
    assert "red-dog" in ran.out
    assert "pitboss play" in ran.out


def test_unknown_command(pitboss: Run) -> None:
    line = refused(pitboss("gmaes"))
    assert "'gmaes'" in line
    assert "games, rules" in line


@pytest.mark.parametrize(
    "words",
    [
        ("rules",),
        ("rules", "red-dog", "--what"),
        ("diff", "red-dog"),
        ("games", "red-dog"),
        ("settle",),
        ("games", "--jso"),
    ],
)
def test_wrong_arguments_are_one_line(pitboss: Run, words: tuple[str, ...]) -> None:
    assert f"pitboss {words[0]} --help" in refused(pitboss(*words))


def broken(_: argparse.Namespace) -> int:
    raise RuntimeError("two\nlines \x1b[31mred")


def test_a_fault_of_ours_is_one_line(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.games.run", broken)
    ran = pitboss("games")
    assert ran.code == 70
    assert ran.out == ""
    assert ran.err.startswith("pitboss: internal error: RuntimeError: two lines [31mred (")
    assert ran.err.count("\n") == 1


def test_a_fault_of_ours_with_debugging(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.games.run", broken)
    monkeypatch.setenv("PITBOSS_DEBUG", "1")
    with pytest.raises(RuntimeError):
        cli.main(["games"])


def test_interrupted(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.cli.games.run", interrupt)
    assert pitboss("games") == (130, "", "\n")


def test_a_closed_pipe_is_quiet() -> None:
    script = "import sys; from pitboss.cli import main; sys.exit(main(sys.argv[1:]))"
    reader = [sys.executable, "-c", "import sys; sys.stdin.close()"]
    words = ["play", "red-dog", "--auto", "--rounds", "200", "--seed", "1"]
    with (
        subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as writer,
        subprocess.Popen(reader, stdin=writer.stdout),
    ):
        assert writer.stdout is not None
        writer.stdout.close()
        assert writer.stderr is not None
        assert writer.stderr.read() == b""
    assert writer.returncode == 141


def test_as_a_program_of_its_own() -> None:
    ran = subprocess_run("games", "--day", "1990-01-01", "--json")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json()["day"] == "1990-01-01"


def test_a_screen_that_knows_no_unicode() -> None:
    ran = subprocess_run("play", "red-dog", "--auto", "--rounds", "1", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert ran.err == ""
