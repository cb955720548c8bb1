"""Cents, odds and charges: exact, or refused."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadInput, Unpayable
from pitboss.money import CENTS_MAX, Charge, Odds, format_dollars, parse_dollars

AMOUNTS = st.integers(min_value=0, max_value=CENTS_MAX)
TERMS = st.integers(min_value=1, max_value=999)


# -- dollars ------------------------------------------------------------------------------------


@given(AMOUNTS)
def test_dollars_are_read_back_as_written(cents: int) -> None:
    assert parse_dollars(format_dollars(cents)) == cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [("10", 1000), ("10.5", 1050), ("10.05", 1005), ("0.01", 1), ("0", 0), ("007", 700)],
)
def test_dollars(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", " 10", "10 ", "10.", ".5", "10.005", "1,000.00", "$10", "-10.00", "+10", "1e3", "10\n",
     "0x10", "nan", "١٠", "²", "10000000000.01", "9" * 14, "9" * 5000],
)  # fmt: skip
def test_what_is_not_an_amount_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_dollars(text)


def test_the_largest_amount_is_read_and_one_cent_more_is_not() -> None:
    assert parse_dollars(format_dollars(CENTS_MAX)) == CENTS_MAX
    with pytest.raises(BadInput, match="more than the largest amount"):
        parse_dollars(format_dollars(CENTS_MAX + 1))


@pytest.mark.parametrize(("cents", "text"), [(-1, "-0.01"), (-1000, "-10.00"), (5, "0.05")])
def test_dollars_are_written_with_two_decimals_and_a_sign(cents: int, text: str) -> None:
    assert format_dollars(cents) == text


# -- odds ---------------------------------------------------------------------------------------


@given(TERMS, TERMS)
def test_odds_are_read_back_as_written(numerator: int, denominator: int) -> None:
    odds = Odds(numerator, denominator)
    again = Odds.parse(odds.text)
    assert (again.numerator, again.denominator) == (numerator, denominator)
    assert again == odds
    assert hash(again) == hash(odds)


def test_odds_keep_the_terms_of_the_text_and_compare_by_value() -> None:
    assert Odds(10, 5).text == "10 to 5"
    assert Odds(10, 5) == Odds(2)
    assert len({Odds(10, 5), Odds(2), Odds(2, 1)}) == 1
    assert Odds(7, 6) < Odds(6, 5)
    assert not Odds(2) < Odds(10, 5)
    assert Odds(1) != 1
    assert repr(Odds(3, 2)) == "Odds('3 to 2')"
    assert Odds(1).text == "1 to 1"


def test_for_is_refused_and_converted_only_when_asked() -> None:
    with pytest.raises(BadInput, match='stated with "to", never with "for"'):
        Odds.parse("6 for 1")
    assert Odds.from_for("6 for 1") == Odds.parse("5 to 1")
    assert Odds.from_for("3 for 2") == Odds(1, 2)
    with pytest.raises(BadInput, match='not of the form "6 for 1"'):
        Odds.from_for("5 to 1")
    # What gives back less than the stake is not a win.
    with pytest.raises(BadInput):
        Odds.from_for("1 for 2")


@pytest.mark.parametrize(
    "text", ["", "5", "5:1", "5-1", "5/1", "5 to", "to 1", "5 to 0", "-5 to 1", "5.5 to 1",
             "5 TO 1", "five to one", "1 to 1 to 1", "9" * 10 + " to 1"],
)  # fmt: skip
def test_what_is_not_odds_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Odds.parse(text)


@given(AMOUNTS, TERMS, TERMS)
def test_a_win_is_exact_or_unpayable(stake: int, numerator: int, denominator: int) -> None:
    odds = Odds(numerator, denominator)
    exact = stake * Fraction(numerator, denominator)
    if exact.denominator == 1:
        assert odds.win(stake) == exact
    else:
        with pytest.raises(Unpayable, match="cannot be paid exactly"):
            odds.win(stake)


@given(st.sampled_from([1, 5, 25, 100, 500]), TERMS, TERMS, st.integers(1, 1000))
def test_step_is_the_smallest_stake_in_units_that_pays_in_units(
    unit: int, numerator: int, denominator: int, times: int
) -> None:
    odds = Odds(numerator, denominator)
    step = odds.step(unit)
    assert step % unit == 0
    assert odds.win(step * times) % unit == 0
    assert step == unit * denominator // gcd(numerator, denominator)
    for smaller in range(unit, min(step, 50 * unit), unit):
        assert (smaller * numerator) % (denominator * unit) != 0


def test_steps_of_the_regulations_own_odds() -> None:
    # A place bet on six is made in multiples of six chips, on four or ten of five.
    assert Odds.parse("7 to 6").step(100) == 600
    assert Odds.parse("9 to 5").step(100) == 500
    assert Odds.parse("3 to 2").step(1) == 2
    assert Odds.parse("35 to 1").step(100) == 100


# -- charges ------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(1, 100), st.sampled_from([1, 5, 25, 100]))
def test_a_rounded_charge_is_the_next_multiple_up(amount: int, percent: int, unit: int) -> None:
    charged = Charge(percent, cite="3.3(c)", round_up_to=unit).of(amount)
    exact = Fraction(amount * percent, 100)
    assert charged % unit == 0
    assert 0 <= charged - exact < unit


@given(st.integers(0, 10**9), st.integers(1, 100))
def test_a_charge_without_rounding_is_exact_or_unpayable(amount: int, percent: int) -> None:
    charge = Charge(percent, cite="3.3(c)")
    exact = Fraction(amount * percent, 100)
    if exact.denominator == 1:
        assert charge.of(amount) == exact
    else:
        with pytest.raises(Unpayable, match="not a whole number of cents"):
            charge.of(amount)


def test_five_percent_rounded_up_to_a_quarter() -> None:
    quarter = Charge(5, cite="3.3(c)", round_up_to=25)
    assert quarter.of(1000) == 50
    assert quarter.of(1020) == 75
    assert quarter.of(0) == 0
    assert Charge(5, cite="3.3(c)").of(1020) == 51
    with pytest.raises(Unpayable):
        Charge(5, cite="3.3(c)").of(1010)
