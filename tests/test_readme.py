"""The README is true: its commands print what it shows, its Python runs as shown.

In a `console` block `$` begins a command, and `...` stands for anything that is left out."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.markdown import ROOT, blocks

README = ROOT / "README.md"
FILE = re.compile(r"`([\w.]+\.toml)`:")


def commands() -> list[tuple[str, str]]:
    """Each command with the output that the README shows, in order."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks(README, "console"):
        for line in block.text.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line.rstrip())
    return [(command, "\n".join(lines)) for command, lines in found]


def fits(shown: str, printed: str) -> bool:
    """Whether the output is what is shown, `...` being anything."""
    pattern = ".*?".join(re.escape(part) for part in shown.split("..."))
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


def test_the_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    for block in blocks(README, "toml"):
        named = FILE.search(block.before)
        assert named is not None, f"line {block.line}: which file is this?"
        (tmp_path / named[1]).write_text(block.text, encoding="utf-8")
    assert commands()
    for command, shown in commands():
        program, *words = shlex.split(command)
        assert program == "pitboss"
        code = main(words)
        printed = capsys.readouterr()
        out = "\n".join(line.rstrip() for line in (printed.out + printed.err).splitlines())
        # An empty first line sets the output off on a screen.
        assert fits(shown.strip("\n"), out.strip("\n")), f"$ {command}\n{out}"
        assert code == (2 if shown.startswith("pitboss: ") else 0), command


def test_the_python_runs_as_shown() -> None:
    text = "\n".join(block.text for block in blocks(README, "python"))
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    assert len(example.examples) >= 10
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example)
    assert runner.summarize(verbose=False).failed == 0


def test_there_are_two_commands_to_set_up() -> None:
    (block,) = blocks(README, "sh")
    assert [line.split("#")[0].split() for line in block.text.splitlines()] == [
        ["make", "run"],
        ["make", "test"],
    ]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("run", "test", "soak", "bench"):
        assert f"\n{target}:" in makefile


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize(
    ("shown", "printed", "is_so"),
    [("a\n...\nd", "a\nb\nc\nd", True), ("a ... c", "a b c", True), ("a", "a b", False),
     ("a (b)", "a (b)", True), ("...", "anything", True), ("a...", "b", False)],
)  # fmt: skip
def test_what_fits(shown: str, printed: str, is_so: bool) -> None:
    assert fits(shown, printed) is is_so
