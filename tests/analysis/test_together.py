"""Wagers that are put down together: their sum is held to each of them by itself, to a count of its
own, and to what rounds come to."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.analysis.exact.edges import edges_of, exact_edges
from pitboss.analysis.simulation.simulate import simulate
from pitboss.errors import BadInput

DAY = date(2012, 12, 3)


def test_an_ante_and_pair_plus_are_the_study_of_both_in_units_of_both() -> None:
    """The study's own scenario of the two counts in antes, and this one in all that is put down."""
    both, ante, beside = exact_edges("three-card-poker", DAY, wager="ante + pair-plus").wagers
    (known,) = exact_edges("three-card-poker", DAY, wager="ante and pair-plus").wagers
    assert 2 * both.distribution.house_edge() == known.distribution.house_edge()
    assert 4 * both.distribution.variance() == known.distribution.variance()
    assert (ante.wager, beside.wager) == ("ante", "pair-plus")
    assert beside.distribution.house_edge() == Fraction(128, 5525)
    assert both.distribution.probability(-1) == known.distribution.probability(-1)


def test_amounts_are_weights_and_variances_add_up_with_the_covariance() -> None:
    found = exact_edges("minibaccarat", DAY, wager="banker 20.00 + dragon-7 5.00")
    (joint,) = found.joints
    both, banker, dragon = (each.distribution for each in found.wagers)
    assert both.house_edge() == (4 * banker.house_edge() + dragon.house_edge()) / 5
    covariance = joint.covariance("banker", "dragon-7")
    together = (16 * banker.variance() + dragon.variance() + 8 * covariance) / 25
    assert both.variance() == together
    # A dragon 7 is a banker's win: they go together.
    assert covariance > 0
    assert both.probability(0) == 0


def test_wagers_that_tell_cards_apart_otherwise() -> None:
    """Hands by point values and pairs by ranks: each is what it is alone."""
    both, *each = exact_edges("minibaccarat", DAY, wager="banker + player-pair").wagers
    for one in each:
        (alone,) = exact_edges("minibaccarat", DAY, wager=one.wager).wagers
        assert one.distribution.house_edge() == alone.distribution.house_edge()
        assert one.distribution.variance() == alone.distribution.variance()
    edges = [one.distribution.house_edge() for one in each]
    assert both.distribution.house_edge() == sum(edges) / 2


def test_pass_and_field_by_the_first_roll() -> None:
    """Written down here alone: the field is decided at once, the pass wager by what follows."""
    both = exact_edges("craps", DAY, wager="pass + field").wagers[0].distribution
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    nets: dict[Fraction, Fraction] = {}
    for total, number in ways.items():
        field = {2: 2, 12: 2}.get(total, 1 if total in (3, 4, 9, 10, 11) else -1)
        if total in (7, 11):
            won = Fraction(1)
        elif total in (2, 3, 12):
            won = Fraction(0)
        else:
            won = Fraction(number, number + ways[7])
        for line, chance in ((1, won), (-1, 1 - won)):
            net = Fraction(line + field, 2)
            nets[net] = nets.get(net, Fraction(0)) + chance * Fraction(number, 36)
    found: dict[Fraction, Fraction] = {}
    for cell, chance in both.cells.items():
        found[cell.net] = found.get(cell.net, Fraction(0)) + chance
    assert found == {net: chance for net, chance in nets.items() if chance}


def test_one_spin_for_two_wagers_on_the_layout() -> None:
    both = exact_edges("roulette", DAY, {}, wager="straight 17 + straight 20").wagers[0]
    wheel = Fraction(1, 38)
    assert both.distribution.probability(1) == 2 * wheel
    assert both.distribution.house_edge() == 1 - 2 * wheel * 18


@pytest.mark.parametrize(
    ("key", "wager"),
    [("casino-war", "initial + tie"), ("three-card-poker", "ante + pair-plus")],
)
def test_rounds_come_to_the_same(key: str, wager: str) -> None:
    known = exact_edges(key, DAY, wager=wager).wagers[0].distribution
    (found, *_) = simulate(key, DAY, wager=wager, rounds=400_000, seed=3, workers=1).wagers
    error = sqrt(float(known.variance()) / 400_000)
    assert abs(float(found.distribution.house_edge() - known.house_edge())) < 4 * error


def test_where_only_each_by_itself_is_known_that_is_said() -> None:
    wager = "initial 10.00 + over-13 1.00"
    options = {"additional_wager": "over-under 13"}
    with pytest.raises(BadInput, match="not how they go together"):
        exact_edges("blackjack", DAY, options, wager=wager)
    (found,) = edges_of("blackjack", DAY, options, wager=wager)
    parts = [
        edges_of("blackjack", DAY, options, wager=name)[0].house_edge
        for name in ("initial", "over-13")
    ]
    assert found.house_edge == (10 * parts[0] + parts[1]) / 11


@pytest.mark.parametrize(
    ("key", "wager", "words"),
    [
        ("craps", "pass + come", "different times"),
        ("minibaccarat", "banker + banker", "stands there twice"),
        ("caribbean-stud-poker", "ante + progressive", "meter_reset is not given"),
        ("three-card-poker", "ante + x", "no wager 'x'"),
        ("casino-war", "tie + tie", "twice"),
    ],
)
def test_what_cannot_be_put_down_together_is_refused(key: str, wager: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        exact_edges(key, DAY, wager=wager)
