"""The petition for a new game (8.4): every file is made of the game itself, and what is not there
is listed as not met."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path

import pytest

from pitboss import registry
from pitboss.casino.petition import petition_for
from pitboss.cli import main
from pitboss.money import format_dollars
from pitboss.records.record import record_from
from pitboss.records.settle import settle

DAY = date(2026, 11, 18)


@pytest.mark.parametrize("key", [*registry.OURS, *registry.SYSTEMS])
def test_of_every_game(key: str) -> None:
    subject = registry.find_subject(key)
    petition = petition_for(subject, DAY, {}, figures=False)
    rules = petition.files["rules.md"]
    law = subject.rules(DAY).law
    for section in subject.regulation.data.contents:
        if subject.regulation.section_in_force(section, DAY):
            assert f"## {law.cite(section)} " in rules
    for table in law.paytables.values():
        for _, odds in table:
            assert odds.text in rules
    assert "odds.md" not in petition.files
    assert any(each.startswith("8.4(d)3iii") for each in petition.not_met)


@pytest.mark.parametrize("key", ["red-dog", "craps", "three-card-poker", "blackjack"])
def test_the_examples_settle_as_they_say(key: str) -> None:
    petition = petition_for(registry.find(key), date(1999, 6, 1), {}, figures=False)
    names = [name for name in petition.files if name.endswith(".toml")]
    assert len(names) >= 3
    told = petition.files["examples.md"].split("## Example ")[1:]
    for name, text in zip(names, told, strict=True):
        settled = settle(record_from(tomllib.loads(petition.files[name]), today=DAY))
        answer = settled.as_json()
        assert answer["status"] == "settled"
        for seat, cents in answer["net"].items():
            assert f"{seat} {format_dollars(cents)}" in text


def test_the_procedure_stands_in_the_draft() -> None:
    rules = petition_for(registry.find("red-dog"), date(1999, 6, 1), {}, figures=False).files
    text = rules["rules.md"]
    assert "**N.J.A.C. 19:47-6.5(g)** The dealer announces: The spread is (number)." in text
    assert "**N.J.A.C. 19:47-6.5(c)** A card is dealt: left box." in text
    # The opening is dealt as well.
    opening = text.split("6.2 Opening")[1].split("## ")[0]
    assert "The dealer shall" in opening


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "petition"
    argv = ["petition", "casino-war", "--day", "1999-06-01", "-o", str(folder), "--json"]
    assert main(argv) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sorted(path.name for path in folder.iterdir()) == answer["files"]
    index = (folder / "index.md").read_text()
    for name in answer["files"]:
        if name in ("summary.md", "rules.md", "odds.md", "layout.svg", "equipment.md"):
            assert name in index
    assert "security and integrity | **not met**" in index
    assert "18.6495 %" in (folder / "odds.md").read_text()
    assert (folder / "layout.svg").read_text().startswith("<svg")
    assert main(argv) == 2
    assert "it is there already" in capsys.readouterr().err
    assert main(["petition", "casino-war", "--day", "1990-01-01", "-o", str(tmp_path / "x")]) == 2
    assert not (tmp_path / "x").exists()
