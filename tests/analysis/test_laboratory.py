"""What a laboratory asks beyond the edge: each figure a second way."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import lru_cache

import pytest

from pitboss import registry
from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.laboratory.after_rounds import after_rounds
from pitboss.analysis.laboratory.amounts import by_amounts
from pitboss.analysis.laboratory.beside import upper_tail
from pitboss.analysis.laboratory.desk import Laboratory, hourly, laboratory_of, skewness
from pitboss.analysis.laboratory.meters import MeterTerms, meter_desk
from pitboss.analysis.laboratory.protection import FIRST, SEEN
from pitboss.analysis.par import par_of
from pitboss.analysis.study import study_of
from pitboss.errors import BadInput
from pitboss.registry import find
from pitboss.report.draft_rules import draft_of
from pitboss.report.drawn_chart import drawn, heading_of
from pitboss.report.flow_chart import flow_svg
from pitboss.report.html import page_of
from pitboss.report.protection import sections_of
from pitboss.report.requirements import REQUIREMENTS, index_of

DAY = date(2026, 11, 18)


@lru_cache
def desk(key: str, rounds: int = 200_000) -> Laboratory:
    game = registry.find_subject(key)
    return laboratory_of(game, DAY, {}, exact_edges(key, DAY), simulated=rounds)


def convolved(distribution: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """The player's result after so many rounds, one round after the other, in fractions."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        more: dict[Fraction, Fraction] = {}
        for before, chance in sums.items():
            for cell, share in distribution.cells.items():
                net = before + cell.net
                more[net] = more.get(net, Fraction(0)) + chance * share
        sums = more
    return sums


@pytest.mark.parametrize(
    ("key", "wager", "rounds"),
    [("red-dog", "original", 8), ("three-card-poker", "pair-plus", 10), ("craps", "pass", 30)],
)
def test_the_sum_of_rounds_is_theirs(key: str, wager: str, rounds: int) -> None:
    (found,) = [each for each in exact_edges(key, DAY).wagers if each.wager == wager]
    after = after_rounds(found.distribution, rounds)
    assert after is not None
    sums = {-net: chance for net, chance in convolved(found.distribution, rounds).items()}
    ahead = sum((chance for net, chance in sums.items() if net > 0), Fraction(0))
    assert after.ahead == pytest.approx(float(ahead), abs=1e-9)
    assert after.even == pytest.approx(float(sums.get(Fraction(0), 0)), abs=1e-9)
    for bound, level in ((after.low, "0.025"), (after.median, "0.5"), (after.high, "0.975")):
        below = sum((chance for net, chance in sums.items() if net < bound), Fraction(0))
        upto = below + sums[bound]
        assert below < Fraction(level) <= upto


def test_results_that_were_not_told_apart_have_no_sum() -> None:
    distribution = Distribution()
    distribution.add(Cell("all", "", Fraction(0), Fraction(1), square=Fraction(1)), Fraction(1))
    assert after_rounds(distribution, 10) is None
    assert skewness(distribution) is None


def test_skewness_of_a_fair_coin_and_of_one_number() -> None:
    coin, number = Distribution(), Distribution()
    coin.add(Cell("win", "1 to 1", Fraction(1), Fraction(1)), Fraction(1, 2))
    coin.add(Cell("lose", "", Fraction(-1), Fraction(1)), Fraction(1, 2))
    assert skewness(coin) == 0
    p = Fraction(1, 38)
    number.add(Cell("win", "35 to 1", Fraction(35), Fraction(1)), p)
    number.add(Cell("lose", "", Fraction(-1), Fraction(1)), 1 - p)
    # (1 - 2p) / sqrt(p q), whatever the two results are.
    found = skewness(number)
    assert found is not None
    assert float(found) == pytest.approx(float(1 - 2 * p) / float(p * (1 - p)) ** 0.5)


def test_true_odds_of_the_pass_line() -> None:
    passing = desk("craps").wagers[0]
    assert passing.wager == "pass"
    assert passing.against_winning == Fraction(251, 244)
    assert passing.modal_net == -1
    assert passing.modal_probability == Fraction(251, 495)


def test_what_errors_cost_is_a_share_of_what_was_pushed_or_lost() -> None:
    errors = {each.error: each for each in desk("craps").wagers[0].errors}
    returned = errors["losing wagers that are returned"]
    assert returned.cost == Fraction(251, 495) / 500
    assert returned.edge_after == Fraction(7, 495) - returned.cost
    assert "pushes that are paid at even money" not in errors


@pytest.mark.parametrize("key", ["craps", "three-card-poker", "minibaccarat", "sic-bo"])
def test_a_simulation_agrees(key: str) -> None:
    for each in desk(key).beside:
        assert each.z is None or abs(each.z) < 4.5, each
        assert each.p_value is None or each.p_value > 1e-5, each


def test_the_tail_of_chi_square() -> None:
    # From tables: 3.841 with one degree, 11.070 with five, 124.342 with a hundred are 5 %.
    for square, degrees in ((3.841459, 1), (5.991465, 2), (11.0705, 5), (124.3421, 100)):
        assert upper_tail(square, degrees) == pytest.approx(0.05, abs=1e-6)
    assert upper_tail(float("inf"), 3) == 0


def test_the_chart_has_the_paragraphs_of_the_procedure() -> None:
    flow = desk("red-dog").flow
    assert flow is not None
    cites = [step.cite for step in flow.steps]
    assert all(cite.startswith("N.J.A.C.") for cite in cites)
    assert {"chance", "wager", "money"} <= {step.kind for step in flow.steps}
    for start in {move.start for move in flow.moves}:
        assert sum(m.share for m in flow.moves if m.start == start) == pytest.approx(1)
    assert {-1, -2} <= {m.start for m in flow.moves} | {m.to for m in flow.moves}
    assert flow_svg(flow, "red dog").count("<rect") == len(flow.steps) + 2


def test_more_seats_deal_fewer_rounds() -> None:
    paces = desk("blackjack", 0).paces
    assert paces is not None
    rounds = [each.rounds for each in paces.seats if each.rounds is not None]
    assert rounds == sorted(rounds, reverse=True)
    assert rounds[4] == 70  # as published, at five seats
    wins = hourly(Fraction(1, 100), paces, Fraction(25))
    assert wins[4] == (5, 5 * 70 * Fraction(1, 4))


def test_draft_rules_name_sections_and_irregularities() -> None:
    game = registry.find("red-dog")
    text = draft_of(game, game.rules(DAY))
    assert "Irregularity:" in text
    assert "6.7" in text


def test_there_are_27_requirements() -> None:
    assert [each.number for each in REQUIREMENTS] == list(range(1, 28))


# -- game protection --------------------------------------------------------------------------


def test_protection_of_red_dog_is_in_the_sheet() -> None:
    """Counting, safe limits and leaks, in the page and in the workbook; what is not worked out says
    so, and the index of requirements has it."""
    found = par_of(find("red-dog"), DAY, sensitivity=False, simulated=0, protection=True)
    assert found.laboratory is not None
    protection = found.laboratory.protection
    (desk,) = protection.counts
    assert sum(change for _, change in desk.effects) == 0
    kinds = {line.kind for line in protection.leaks}
    assert {SEEN, FIRST} <= kinds
    assert all(line.edge < line.without for line in protection.leaks)
    page = page_of(found)
    for text in ("Effect of removal", "Safe limits", "Cards seen", "What is not worked out"):
        assert text in page
    index = {line[0]: line[3] for line in index_of(sections_of(protection), found)}
    assert index["16"] == index["23"] == "counting"
    assert index["19"] == f"exposed: {SEEN}"
    assert index["20"].startswith("not here")


def test_a_wheel_has_nothing_to_protect() -> None:
    found = par_of(find("big-six"), DAY, sensitivity=False, simulated=0, protection=True)
    assert found.laboratory is not None
    assert not found.laboratory.protection.reasons


def test_limits_and_meters_of_caribbean_stud() -> None:
    """A limit of 5,000 dollars costs a wager of 1,000 half of what it could win; the progressive
    wager of a dollar breaks even at 263,205.26 dollars, where it is fair."""
    game = find("caribbean-stud-poker")
    study = study_of(game)
    assert study is not None
    rules = game.rules(DAY, {})
    found = exact_edges("caribbean-stud-poker", DAY, wager="progressive").progressive
    assert found is not None
    meter = meter_desk(found, MeterTerms(), 7)
    assert round(float(meter.break_even)) == 26320526
    assert meter.at_nothing - meter.a_dollar * meter.break_even / 100 == 0
    assert meter.split is None  # the licensee has not said what it is reset to
    (ante,) = by_amounts(game, study, rules, DAY, {}, ["ante", "progressive"])
    edges = {cents: edge for cents, edge, _ in ante.edges}
    assert edges[500] == edges[600]
    assert round(float(edges[100_000] or 0), 6) == 0.105491


def test_a_strategy_that_is_no_table_is_drawn_as_lines() -> None:
    odds = exact_edges("red-dog", DAY)
    assert drawn(odds, "png").startswith(b"\x89PNG")
    assert heading_of(odds).title.startswith("Red Dog")
    with pytest.raises(BadInput, match="nothing is decided"):
        drawn(exact_edges("big-six", DAY), "png")
