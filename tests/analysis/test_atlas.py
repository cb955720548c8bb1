"""Every option set of a game in one table; what was worked out is found again."""

from __future__ import annotations

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss.analysis import atlas as atlases
from pitboss.analysis import cache
from pitboss.analysis.atlas import atlas_of
from pitboss.analysis.exact.edges import edges_of
from pitboss.analysis.exact.recall import recalled_edges_only
from pitboss.errors import BadInput
from pitboss.law.hypothetical import WhatIf
from pitboss.law.schema import Value
from pitboss.report.atlas_page import written

DAY = date(2013, 1, 1)


def test_every_set_of_the_options_that_matter() -> None:
    atlas = atlas_of("casino-war", DAY, {})
    assert atlas.options == ("decks", "war_tie_odds")
    assert (atlas.sets, len(atlas.lines)) == (15, 15)
    assert "burn_dealer" in atlas.left
    for line in atlas.lines[:3]:
        options = dict(zip(atlas.options, line.values, strict=True))
        edges = {each.wager: each.house_edge for each in edges_of("casino-war", DAY, options)}
        assert edges == line.edges
    first = [line.edges[atlas.wagers[0]] for line in atlas.lines]
    assert first == sorted(first)


def test_options_that_are_chosen_stay() -> None:
    atlas = atlas_of("casino-war", DAY, {"decks": 8})
    assert atlas.options == ("war_tie_odds",)
    assert "decks" in atlas.left


def test_sets_that_are_not_permitted_are_counted() -> None:
    """With the hole card face up there is no surrender, 2.6(k)."""
    varied: dict[str, list[Value]] = {"hole_card": ["none", "face up"], "surrender": [True, False]}
    atlas = atlas_of("blackjack", DAY, {"decks": 1}, wager="insurance", varied=varied)
    assert atlas.unlawful >= 1
    assert len(atlas.lines) + atlas.unlawful == atlas.sets == 4


def test_sets_that_are_not_permitted_are_priced_and_marked_if_that_is_asked() -> None:
    varied: dict[str, list[Value]] = {"decks": [5, 6], "war_tie_odds": ["2 to 1", "9 to 1"]}
    atlas = atlas_of("casino-war", DAY, WhatIf(), varied=varied)
    lawful = {line.values: line.lawful for line in atlas.lines}
    assert lawful == {
        (5, "2 to 1"): False,
        (5, "9 to 1"): False,
        (6, "2 to 1"): True,
        (6, "9 to 1"): False,
    }
    assert written(atlas, ".csv").decode().startswith("decks,war_tie_odds,lawful,")
    assert b">no</td>" in written(atlas, ".html")


def test_workers_make_the_same_atlas() -> None:
    alone = atlas_of("casino-war", DAY, {})
    with ThreadPoolExecutor(2) as pool:
        together = atlas_of("casino-war", DAY, {}, executor=pool, workers=2)
    assert together.lines == alone.lines


def test_it_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    worked_out = []
    real = recalled_edges_only

    def stopped(*words: object, **named: object) -> object:
        worked_out.append(words)
        if len(worked_out) > 5:
            raise KeyboardInterrupt
        return real(*words, **named)  # type: ignore[arg-type]

    varied: dict[str, list[Value]] = {
        "decks": [6, 7, 8],
        "war_tie_odds": ["1 to 1", "2 to 1", "3 to 1"],
    }
    monkeypatch.setattr(atlases, "recalled_edges_only", stopped)
    part = atlas_of("casino-war", DAY, {}, varied=varied)
    assert part.partial
    assert len(part.lines) == 5
    monkeypatch.undo()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert len(before) == 5
    whole = atlas_of("casino-war", DAY, {}, varied=varied)
    assert not whole.partial
    assert len(whole.lines) == 9
    assert before < {path for path in tmp_path.rglob("*") if path.is_file()}


def test_too_many_sets_are_refused() -> None:
    varied = {"decks": list(range(1, 1000)), "war_tie_odds": ["1 to 1"] * 1000}
    with pytest.raises(BadInput, match="--vary"):
        atlas_of("casino-war", DAY, {}, varied=varied)  # type: ignore[arg-type]


@pytest.mark.parametrize("suffix", ["csv", "json", "html"])
def test_the_command(pitboss: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"atlas.{suffix}"
    ran = pitboss("atlas", "casino-war", "-o", path, "--vary", "decks", "--workers", "1")
    assert ran.code == 0, ran.err
    assert "3 option sets of Casino War" in ran.err
    text = path.read_text()
    if suffix == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["decks"] for row in rows] == ["6", "7", "8"]
        usual = edges_of("casino-war", date.today(), {"decks": 6}, wager="initial")[0].house_edge
        assert Fraction(rows[0]["initial: exact"]) == usual
    elif suffix == "html":
        assert text.count("<tr>") == 4
        assert "<button" in text


def test_what_the_command_refuses(pitboss: Run, tmp_path: Path) -> None:
    assert ".csv" in refused(pitboss("atlas", "casino-war", "-o", tmp_path / "a.txt"))
    told = refused(pitboss("atlas", "casino-war", "-o", tmp_path / "a.csv", "--vary", "dekcs"))
    assert "no option" in told
