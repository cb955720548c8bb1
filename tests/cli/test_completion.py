"""Completion scripts and the manual say what the commands take; an extra that is not installed is
named; exit codes are documented."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import cli
from pitboss.cli.described import described
from tests.cli.conftest import Run

ASK = """
source {script}
COMP_WORDS=({words}) COMP_CWORD={at}
_pitboss
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def completed(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    listed = " ".join(f"'{word}'" for word in words)
    code = ASK.format(script=script, words=listed, at=len(words) - 1)
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.split()


def test_bash_completes(pitboss: Run, tmp_path: Path) -> None:
    script = tmp_path / "pitboss.bash"
    script.write_text(pitboss("completion", "bash").out)
    assert completed(script, "pitboss", "") == list(cli.COMMANDS)
    assert completed(script, "pitboss", "eq") == ["equity"]
    assert completed(script, "pitboss", "odds", "three") == ["three-card-poker"]
    assert completed(script, "pitboss", "odds", "ken") == ["keno"]
    assert completed(script, "pitboss", "equity", "--bo") == ["--board"]
    assert completed(script, "pitboss", "keno", "pri") == ["price"]
    assert completed(script, "pitboss", "nothing", "x") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_every_command_and_option(pitboss: Run, shell: str) -> None:
    script = pitboss("completion", shell).out
    for command in described():
        assert command.name in script
        for flag in command.flags:
            assert (flag if shell == "zsh" else flag.lstrip("-")) in script
    assert script.count("'") % 2 == 0
    if shutil.which(shell):
        subprocess.run([shell, "-n", "/dev/stdin"], input=script, text=True, check=True)


def test_an_unknown_shell(pitboss: Run) -> None:
    ran = pitboss("completion", "tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert "the shells are bash, zsh, fish" in ran.err


def test_the_manual_has_every_command_and_option(pitboss: Run) -> None:
    text = pitboss("manual").out
    for command in described():
        assert f"\n.SS {command.name}\n" in text
        for flag in command.flags:
            assert flag in ("-h", "--help") or flag.replace("-", "\\-") in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_is_sound(pitboss: Run) -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"],
        input=pitboss("manual").out,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr


def test_exit_codes_are_documented(pitboss: Run) -> None:
    overview, manual = pitboss("--help").out, pitboss("manual").out
    for code in cli.EXIT_CODES:
        assert f"{code} " in overview
        assert f"\\fB{code}\\fR" in manual
    assert "Every command" in overview
    assert max(map(len, overview.splitlines())) <= 80


def test_a_server_that_could_not_start_says_so_by_its_code(
    pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uvicorn leaves with a code of its own, which is passed on and documented."""
    uvicorn_main = pytest.importorskip("uvicorn.main")
    from pitboss.cli import games

    def leave(asked: object) -> int:
        raise SystemExit(uvicorn_main.STARTUP_FAILURE)

    monkeypatch.setattr(games, "run", leave)
    assert pitboss("games").code == cli.NOT_STARTED == uvicorn_main.STARTUP_FAILURE


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_is_as_wide_as_the_screen(
    command: str, width: int, pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = pitboss(command, "--help")
    assert ran.code == 0
    # An example that is one long word, and a usage of alternatives, cannot be broken.
    long = [line for line in ran.out.splitlines() if len(line) > width]
    assert all(width < 80 for _ in long), long
    assert len(long) <= 3, long


def test_a_plain_terminal_gets_plain_text(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    for words in (["games"], ["rules", "red-dog"], ["odds", "red-dog"], ["drill", "--help"]):
        assert "\x1b" not in pitboss(*words).out


WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from pitboss.cli import main
sys.exit(main({words!r}))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "three-card-poker", "--day", "1999-06-01"],
        ["odds", "blackjack"],
        ["equity", "As Ks", "Qd Qh"],
        ["simulate", "craps", "--rounds", "10"],
    ],
)
def test_a_plain_install_says_which_extra_is_needed(words: list[str]) -> None:
    code = WITHOUT.format(names=["numpy", "numba"], words=words)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "install pitboss[sim]" in done.stderr


def test_a_plain_install_has_the_odds_that_need_no_extra() -> None:
    code = WITHOUT.format(names=["numpy", "numba"], words=["odds", "red-dog", "--json"])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
