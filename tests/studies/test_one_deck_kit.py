"""A further poker game is its outcome function and its table: Mississippi stud, which the
regulation does not have, studied by the kit alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from tests.long import only_in_long_runs
from tests.studies import mississippi_stud as stud

from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.redeal import counted
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import five_card_value
from pitboss.studies.families.one_deck_poker.course import Course
from pitboss.studies.families.one_deck_poker.situations import whole_numbers
from pitboss.studies.families.one_deck_poker.strategies import ByTable

NO_RULES = cast(Any, None)
LINES_MAX = 150


@pytest.fixture(scope="module")
def best() -> Joint:
    """All deals under best play: searched once."""
    return stud.game.exact(NO_RULES, stud.SCENARIO, None).joint


@pytest.fixture(scope="module")
def plan() -> Plan:
    return stud.game.plan(NO_RULES, stud.SCENARIO, None)


def test_it_is_short() -> None:
    assert len(Path(stud.__file__).read_text().splitlines()) <= LINES_MAX


def test_the_published_house_edge(best: Joint) -> None:
    """4.91 % of the ante with best play, by the usual pay table."""
    found = best.distribution("ante")
    assert round(float(found.house_edge()), 4) == 0.0491
    assert found.total == 1_326 * 50 * 49 * 48


def test_the_best_decisions_are_those_of_a_plain_search() -> None:
    """Every way to act, on a deck of eight cards, one set of known cards after the other."""
    deck = parse_cards("As Ks Qs Js Ts Th 6c 6d")
    course = Course(
        stud.ASKED,
        (2, 3, 4),
        stud.payout_row,
        stud.ROWS,
        stud.index,
        stud.situation,
        after=stud.after,
        deck=deck,
    )
    nets = [cell.net for cell in stud.game.cells(NO_RULES, stud.SCENARIO)]

    def worth(known: tuple[int, ...], wagered: int) -> Fraction:
        """The sum over all orders of the cards to come."""
        if len(known) == 5:
            return nets[stud.index(0, wagered, stud.payout_row(five_card_value(known)))]
        rest = [card for card in deck if card not in known]
        return max(
            sum((worth((*known, card), stud.after(wagered, action)) for card in rest), Fraction(0))
            for action in range(4)
        )

    total = sum((worth(known, 1) for known in combinations(sorted(deck), 2)), Fraction(0))
    found = stud.game.exact(NO_RULES, stud.SCENARIO, None, course).joint.distribution("ante")
    assert found.mean() == total / course.deals


def test_the_kernel_agrees_and_its_records_are_proved(plan: Plan, best: Joint) -> None:
    assert plan.tracer is not None
    records = plan.tracer.trace(key_of(1, 0), 5_000)
    assert plan.tracer.derive(records) == -1
    assert counted(plan, records) == plan.run(key_of(1, 0), 5_000).tolist()
    records[4_000, 2] = records[4_000, 1]
    assert plan.tracer.derive(records) == 4_000
    rounds = 4_000_000
    counts = run_chunk(plan, 7, 0, rounds).tolist()
    mean = sum(n * plan.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    exact = best.distribution("ante")
    error = float(exact.variance() / rounds) ** 0.5
    assert abs(float(mean - exact.mean())) < 4 * error


@only_in_long_runs
def test_a_strategy_that_looks_cards_up_is_studied_as_it_is_played(plan: Plan, best: Joint) -> None:
    assert isinstance(plan.decide, ByTable)
    again = stud.game.exact(NO_RULES, stud.SCENARIO, plan.decide).joint
    assert again.outcomes == best.outcomes


def test_whole_numbers_do_not_overflow() -> None:
    nets = [[Fraction(1, 3), Fraction(-5, 7)]]
    assert whole_numbers(nets, 10).dtype == np.int64
    large = whole_numbers(nets, 1 << 62)
    assert large.dtype == object
    assert large.tolist() == [[7, -15]]
