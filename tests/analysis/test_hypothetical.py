"""Rules that no text permits are priced, and marked; nobody deals by them."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss import registry
from pitboss.analysis.exact.edges import edges_of, exact_edges
from pitboss.analysis.exact.target import read_target, solve_for
from pitboss.analysis.simulation.simulate import simulate
from pitboss.errors import BadInput, NotPermitted, UnknownName
from pitboss.law.hypothetical import WhatIf
from pitboss.law.schema import Value

DAY = date(2013, 1, 1)
FLUSH: dict[str, Value] = {"odds.pair_plus.flush": "3 to 1"}
WORDS = ("three-card-poker", "--hypothetical", "--option", "odds.pair_plus.flush=3 to 1")


def edge(key: str, options: dict[str, Value], wager: str) -> Fraction:
    (found,) = edges_of(key, DAY, WhatIf(options), wager=wager)
    return found.house_edge


def test_what_is_refused_is_priced_and_the_refusal_kept() -> None:
    game = registry.find("three-card-poker")
    with pytest.raises(NotPermitted) as refusal:
        game.rules(DAY, FLUSH)
    law = game.rules(DAY, WhatIf(FLUSH)).law
    (against,) = law.unlawful
    assert (against.name, against.cite) == ("odds.pair_plus.flush", refusal.value.cite)
    assert against.in_words() == str(refusal.value)
    assert law.hash != game.rules(DAY).law.hash
    # 1,096 of 22,100 hands are flushes.
    lawful = edges_of("three-card-poker", DAY, {}, wager="pair-plus")[0].house_edge
    assert edge("three-card-poker", FLUSH, "pair-plus") == lawful + Fraction(1096, 22100)


def test_decisions_are_found_anew() -> None:
    """At 1 to 1 a spread of 1 is no longer worth a raise that it was before."""
    poor: dict[str, Value] = {f"odds.spread.{row}": "1 to 2" for row in ("1", "2", "3", "4-11")}
    found = exact_edges("red-dog", DAY, WhatIf(poor))
    does = {choice.situation: choice.do for choice in found.strategy}
    usual = {choice.situation: choice.do for choice in exact_edges("red-dog", DAY).strategy}
    assert does != usual
    assert set(does) == set(usual)


@pytest.mark.parametrize(
    ("key", "options", "wager"),
    [
        ("casino-war", {"decks": 1}, "initial"),
        ("casino-war", {"war_tie_odds": "7 to 2"}, "initial"),
        ("baccarat-punto-banco", {"decks": 3}, "tie"),
        ("red-dog", {"odds.spread.1": "1 to 1", "decks": 1}, "original"),
    ],
    ids=str,
)
def test_the_kernel_deals_the_same_supposed_game(
    key: str, options: dict[str, Value], wager: str
) -> None:
    ran = simulate(key, DAY, WhatIf(options), rounds=200_000, wager=wager, fresh=True, workers=1)
    away = float(-ran.wagers[0].mean() - edge(key, options, wager))
    error = ran.wagers[0].stderr()
    assert error is not None
    assert abs(away) < 4.5 * error
    assert ran.as_json()["unlawful"][0]["name"] in options


def test_an_option_of_another_day() -> None:
    before = date(1990, 1, 1)
    law = registry.find("blackjack").rules(before, WhatIf({"blackjack_pays": "6 to 5"})).law
    assert law.paytables["blackjack"]["blackjack"].text == "6 to 5"
    assert "permitted from" in law.unlawful[0].why
    law = registry.find("blackjack").rules(DAY, WhatIf({"blackjack_pays": "7 to 5"})).law
    assert law.paytables["blackjack"]["blackjack"].text == "7 to 5"


def test_a_fact_of_the_text() -> None:
    game = registry.find("blackjack")
    chosen: dict[str, Value] = {"fact.surrender_percent": 40}
    with pytest.raises(NotPermitted, match="50 by the text"):
        game.rules(DAY, chosen)
    assert [each.name for each in game.regulation.violations(DAY, chosen)] == list(chosen)
    assert game.rules(DAY, WhatIf(chosen)).law.values["surrender_percent"] == 40


@pytest.mark.parametrize(
    "chosen",
    [{"dekcs": 9}, {"decks": "many"}, {"odds.nothing.x": "1 to 1"}, {"odds.spread.9": "1 to 1"},
     {"fact.none": 1}, {"odds.spread.1": "6 for 1"}],
    ids=str,
)  # fmt: skip
def test_what_means_nothing_is_refused_still(chosen: dict[str, Value]) -> None:
    with pytest.raises((UnknownName, NotPermitted, BadInput)):
        registry.find("red-dog").rules(DAY, WhatIf(chosen))


def test_rules_without_sense_are_one_line(pitboss: Run) -> None:
    ran = pitboss("odds", "spanish-21", "--hypothetical", "--option", "decks=2", "--edge-only")
    assert "make no sense" in refused(ran)


def test_it_is_marked_everywhere(pitboss: Run, tmp_path: Path) -> None:
    why = "fixed at 4 to 1"
    shown = pitboss("odds", *WORDS, "--wager", "pair-plus")
    assert "NOT LAWFUL" in shown.out
    assert why in shown.out
    for words in (
        ("odds", *WORDS),
        ("odds", *WORDS, "--edge-only"),
        ("simulate", *WORDS, "--rounds", "2000", "--wager", "pair-plus"),
        ("expose", *WORDS, "--sees", "dealer 1"),
    ):
        (mark,) = pitboss(*words, "--json").json()["unlawful"]
        assert why in mark["why"]
        assert "20.11(a)2" in mark["cite"]
    assert "NOT LAWFUL" in pitboss("simulate", *WORDS, "--rounds", "2000").out


def test_every_page_of_a_sheet_is_marked(pitboss: Run, tmp_path: Path) -> None:
    words = ("big-six", "--hypothetical", "--option", "odds.payout.1=1 to 2")
    why = "below the minimum, 1 to 1"
    for suffix in ("html", "json", "xlsx"):
        path = tmp_path / f"sheet.{suffix}"
        ran = pitboss("par", *words, "--simulated", "0", "-o", path)
        assert ran.code == 0, ran.err
        assert "NOT LAWFUL" in ran.err
    assert why in (tmp_path / "sheet.html").read_text()
    assert 'class="unlawful on-every-page"' in (tmp_path / "sheet.html").read_text()
    assert (
        why in json.loads((tmp_path / "sheet.json").read_text())["identity"]["unlawful"][0]["why"]
    )
    book = openpyxl.load_workbook(tmp_path / "sheet.xlsx")
    assert all("NOT LAWFUL" in (sheet.oddHeader.center.text or "") for sheet in book)


def test_a_lawful_answer_has_no_mark(pitboss: Run) -> None:
    assert "unlawful" not in pitboss("odds", "red-dog", "--hypothetical", "--json").json()


def test_no_round_of_it_is_put_on_record(pitboss: Run) -> None:
    ran = pitboss("simulate", *WORDS, "--rounds", "100", "--show", "1")
    assert "lawful" in refused(ran)


# -- solve ------------------------------------------------------------------------------------


def test_a_row_is_solved_exactly() -> None:
    found = solve_for(
        "three-card-poker", DAY, {}, "odds.pair_plus.flush", Fraction(1, 20), wager="pair-plus"
    )
    lawful = edges_of("three-card-poker", DAY, {}, wager="pair-plus")[0].house_edge
    assert found.exactly == 4 - (Fraction(1, 20) - lawful) / Fraction(1096, 22100)
    assert [trial.value for trial in found.trials] == ["3 to 1", "4 to 1"]
    assert found.trials[0].unlawful
    assert found.trials[1].in_use


def test_where_decisions_change_both_neighbours_are_told() -> None:
    asked = Fraction(7, 100)
    found = solve_for("red-dog", DAY, {}, "odds.spread.4-11", asked)
    edges = [trial.house_edge for trial in found.trials]
    assert edges[0] is not None
    assert edges[1] is not None
    assert edges[0] >= asked > edges[1]


def test_a_number_of_decks() -> None:
    found = solve_for("red-dog", DAY, {}, "decks", Fraction(3, 100))
    by = {trial.value: trial.house_edge for trial in found.trials}
    assert by["2"] > Fraction(3, 100) > by["3"]  # type: ignore[operator]
    assert found.answer.startswith("3 comes nearest")


def test_an_edge_that_nothing_gives() -> None:
    found = solve_for("red-dog", DAY, {}, "odds.spread.1", Fraction(1, 2))
    assert "no payment" in found.answer
    assert found.exactly is None


def test_solve_as_a_command(pitboss: Run) -> None:
    ran = pitboss("odds", "red-dog", "--solve", "odds.spread.1=3%")
    assert "exactly 608261/126720 to 1" in ran.out
    answer = pitboss("odds", "red-dog", "--solve", "odds.spread.1=0.03", "--json").json()
    assert answer["exactly"]["exact"] == "608261/126720"
    told = refused(pitboss("odds", "three-card-poker", "--solve", "odds.pair_plus.flush=5%"))
    assert "which wager" in told


@pytest.mark.parametrize("text", ["decks", "decks=", "=3%", "decks=x%", "decks=1/0", "decks=9000%"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(BadInput):
        read_target(text)
