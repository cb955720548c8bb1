"""Every edge can be worked out anew from the rows that are printed beside it."""

from __future__ import annotations

import os
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges

DAY = date(2012, 12, 3)
# Minutes together: with the long tests.
LONG = {"blackjack-switch", "spanish-21", "boston-5-stud-poker", "fast-action-holdem",
        "double-attack-blackjack", "pai-gow-poker"}  # fmt: skip
NO_ODDS = {"poker"}
MORE: dict[str, dict[str, Any]] = {
    "blackjack": {"in_between": True},
    "craps": {"fire_bet": "24-249-999"},
}


@pytest.mark.parametrize("key", [key for key in registry.OURS if key not in NO_ODDS])
def test_the_printed_rows_give_the_printed_edge(key: str) -> None:
    if key in LONG and not os.environ.get("PITBOSS_SOAK"):
        pytest.skip("long: PITBOSS_SOAK=1")
    for wager in exact_edges(key, DAY, MORE.get(key, {})).wagers:
        figures = wager.distribution.figures()
        mean = staked = Fraction(0)
        chances = Fraction(0)
        second = Fraction(0)
        for row in figures["rows"]:
            chance, net = Fraction(row["probability"]["exact"]), Fraction(row["net"]["exact"])
            chances += chance
            mean += chance * net
            staked += chance * Fraction(row["staked"]["exact"])
            square = row["mean_square"]
            second += chance * (net * net if square is None else Fraction(square["exact"]))
        assert chances == 1
        assert -mean == Fraction(figures["house_edge"]["exact"]), wager.wager
        assert staked == Fraction(figures["average_wager"]["exact"]), wager.wager
        assert second - mean**2 == Fraction(figures["variance"]["exact"]), wager.wager
        names = [
            (row["row"], row["detail"], row["odds"], row["net"]["exact"], row["staked"]["exact"])
            for row in figures["rows"]
            if row["mean_square"] is None
        ]
        assert len(set(names)) == len(names), f"{wager.wager}: two rows are the same"


def rows(key: str, wager: str, options: dict[str, Any]) -> dict[str, tuple[str, Fraction]]:
    (found,) = exact_edges(key, DAY, options, wager=wager).wagers
    return {
        f"{row['row']}: {row['detail']}".removesuffix(": "): (
            row["probability"]["exact"],
            Fraction(row["net"]["exact"]),
        )
        for row in found.distribution.rows()
    }


def test_a_fire_bet_that_loses_says_how_many_points_were_made() -> None:
    found = rows("craps", "fire", {"fire_bet": "24-249-999"})
    assert found["lose: 0 points made"] == ("98/165", Fraction(-1))
    assert {"lose: 1 point made", "lose: 2 points made", "lose: 3 points made"} < found.keys()


def test_gaps_that_pay_alike_are_told_apart() -> None:
    found = rows("blackjack", "in-between", {"in_between": True, "decks": 6})
    assert found["spread of four or more: 4 ranks"] == ("18432/626665", Fraction(1))


def test_a_chip_that_is_gone_is_in_the_net() -> None:
    found = rows("let-it-ride-poker", "bonus", {"bonus_wager": True})
    assert max(net for _, net in found.values()).denominator == 1
