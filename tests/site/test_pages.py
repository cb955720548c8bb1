"""What the pages of the site say is so: commands print what is shown, code and notebooks run."""

from __future__ import annotations

import re
import shlex
from datetime import date
from pathlib import Path

import pytest
from tools.site import game_page, pages, reference_pages, run_code

from pitboss import registry
from pitboss.casino.guide import guide_of
from pitboss.cli import main
from tests.markdown import ROOT, blocks
from tests.test_readme import fits

WRITTEN = [path for path in pages().values() if (ROOT / "site") in path.parents]
GUIDES = [path for path in WRITTEN if path.parent.name != "gallery"]
# The others take seconds; the build runs them all, and stops where one fails.
QUICK = ("a_receipt_and_its_proof.md", "a_game_of_two_persons.md")
FILE = re.compile(r"`([\w.]+\.toml)`:")


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_commands_print_what_is_shown(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("COLUMNS", "100")
    for block in blocks(path):
        if block.language == "toml" and (named := FILE.search(block.before)):
            Path(named[1]).write_text(block.text)
        if block.language == "python":
            exec(compile(block.text, path.name, "exec"), {})
        if block.language != "console":
            continue
        for said in ("\n" + block.text).split("\n$ ")[1:]:
            command, _, shown = said.partition("\n")
            code = main(shlex.split(command)[1:])
            told = capsys.readouterr()
            printed = "\n".join(line.rstrip() for line in (told.out + told.err).splitlines())
            assert code in (0, 1, 2)
            assert fits(shown.strip("\n"), printed.strip("\n")), f"{command}\n{printed}"


@pytest.mark.parametrize("name", QUICK)
def test_notebooks_run_and_show_what_they_print(name: str) -> None:
    text = (ROOT / "site" / "gallery" / name).read_text()
    shown = run_code(text, name)
    assert shown.count("```text") > text.count("```text")
    assert "digest" in shown or "the Player's Hand draws with 5 9/11" in shown


def test_a_notebook_that_fails_stops_the_build() -> None:
    with pytest.raises(ZeroDivisionError):
        run_code("```python\n1 / 0\n```\n", "wrong.md")
    assert run_code("```python\n'<svg/>'\n```\n", "drawn.md").endswith(
        '<div class="chart"><svg/></div>\n'
    )


def test_a_page_of_a_game_has_its_odds_and_a_chart() -> None:
    page = game_page(guide_of(registry.find("craps"), date(2024, 1, 1), {}))
    assert page.startswith("# Craps")
    assert "| 1.4141 % |" in page
    assert "## Wagers" in page
    assert "<svg" in game_page(guide_of(registry.find("red-dog"), date(2024, 1, 1), {}))


def test_the_reference_has_every_function_of_the_front_door() -> None:
    index = dict(reference_pages())["reference/index.md"]
    for name in ("settle", "odds", "play", "verify", "check_game"):
        assert f"autofunction:: pitboss.{name}\n" in index
