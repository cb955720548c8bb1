"""The edge of an amount: charges that are rounded up cost more than their percentage."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from pitboss.analysis.exact.edges import edges_by_amount, edges_of, exact_edges
from pitboss.errors import BadInput

DAY = date(1999, 6, 1)
ROUNDED = {"vigorish_rounding": True}
# Chances of eight decks: banker wins, banker loses.
WIN = Fraction(2292252566437888, 4998398275503360)
LOSE = Fraction(2230518282592256, 4998398275503360)


@pytest.mark.parametrize(("cents", "charge"), [(600, 50), (500, 25), (2000, 100), (625, 50)])
def test_a_rounded_vigorish_is_paid_on_the_amount(cents: int, charge: int) -> None:
    wager = f"banker {cents // 100}.{cents % 100:02d}"
    odds = exact_edges("baccarat-punto-banco", DAY, ROUNDED, wager=wager)
    (banker,) = odds.wagers
    assert banker.distribution.house_edge() == LOSE - WIN * Fraction(cents - charge, cents)
    answer = banker.as_json()
    assert answer["amount"] == cents
    assert "rounded up" in answer["depends_on_amount"]


def test_six_dollars_on_the_banker_cost_two_and_a_half_percent() -> None:
    (edge,) = edges_of("baccarat-punto-banco", DAY, ROUNDED, wager="banker", amount=600)
    assert round(edge.house_edge, 4) == Fraction("0.0259")


def test_without_rounding_the_amount_makes_no_difference_or_is_refused() -> None:
    lines = edges_by_amount("baccarat-punto-banco", DAY, {}, "banker", (500, 601, 2000))
    assert lines[0].house_edge == lines[2].house_edge == LOSE - WIN * Fraction(19, 20)
    assert lines[1].house_edge is None
    assert "multiples of 0.20" in lines[1].refused


def test_a_payout_limit_cuts_what_a_large_wager_wins() -> None:
    small, large = edges_by_amount("caribbean-stud-poker", DAY, {}, "ante", (500, 100_000))
    assert small.house_edge is not None
    assert large.house_edge is not None
    assert round(small.house_edge, 4) == Fraction("0.0522")
    assert large.house_edge > small.house_edge


def test_an_amount_that_is_not_the_players_to_choose_is_refused() -> None:
    with pytest.raises(BadInput, match=r"always 1\.00"):
        edges_of("caribbean-stud-poker", DAY, {}, wager="progressive", amount=500)


@pytest.mark.parametrize("cents", [600, 1000])
def test_tiles_are_charged_by_the_amount_too(cents: int) -> None:
    (edge,) = edges_of("pai-gow", DAY, ROUNDED, wager="pai-gow", amount=cents, strategy="house way")
    (even,) = edges_of("pai-gow", DAY, ROUNDED, wager="pai-gow", strategy="house way")
    assert (edge.house_edge > even.house_edge) == (cents == 600)
