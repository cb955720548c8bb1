"""Sessions: against exact answers, and the same for any number of workers."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.studies.room import DAY

from pitboss.analysis.simulation.sessions import (
    GOAL,
    QUANTILES,
    ROUNDS_OVER,
    RUIN,
    STOP_LOSS,
    Chance,
    Sessions,
    Terms,
    alias_table,
    play_all,
)
from pitboss.errors import BadInput
from pitboss.report.session_chart import svg_chart, text_chart


def red(terms: Terms, sessions: int = 40_000, **asked: Any) -> Sessions:
    return play_all("roulette", DAY, terms=terms, sessions=sessions, wager="red", **asked)


def exactly(start: int, floor: int, goal: int, rounds: int) -> tuple[float, float, float]:
    """Red (or black) at an American wheel with surrender, one unit at a time: the chance of the
    goal, of the floor, and the mean number of rounds, by the distribution round by round."""
    from pitboss.analysis.exact.edges import exact_edges

    found = exact_edges("roulette", DAY, wager="red").wagers[0].distribution
    steps: dict[int, float] = {}
    for cell, part in found.cells.items():
        steps[int(2 * cell.net)] = steps.get(int(2 * cell.net), 0.0) + float(part)
    now = {2 * start: 1.0}
    won = lost = length = 0.0
    for _ in range(rounds):
        after: dict[int, float] = {}
        for money, chance in now.items():
            length += chance
            for step, share in steps.items():
                place = money + step
                if place >= 2 * goal:
                    won += chance * share
                elif place <= 2 * floor:
                    lost += chance * share
                else:
                    after[place] = after.get(place, 0.0) + chance * share
        now = after
    return won, lost, length


def within(found: Chance, exact: float) -> bool:
    error = np.sqrt(exact * (1 - exact) / found.of)
    return bool(abs(found.times / found.of - exact) < 4 * error)


def test_chances_are_those_of_the_exact_walk() -> None:
    result = red(Terms(2000, 100, 150, 3000, 1000))
    won, lost, length = exactly(20, 10, 30, 150)
    assert within(result.chance(GOAL), won)
    assert within(result.chance(STOP_LOSS), lost)
    assert within(result.chance(ROUNDS_OVER), 1 - won - lost)
    told = result.as_json()["duration"]
    assert abs(told["mean"] - length) < 4 * told["stderr"]


def test_ruin_is_when_a_round_is_not_covered() -> None:
    result = red(Terms(500, 100, 60))
    assert result.need == 100
    ruined = result.ends == RUIN
    assert ruined.any()
    assert (result.finals[ruined] < 100).all()
    assert (result.finals[~ruined] >= 100).all()
    assert (result.lengths[~ruined] == 60).all()


def test_a_raise_must_be_covered_too() -> None:
    result = play_all("red-dog", DAY, terms=Terms(5000, 500, 100), sessions=2000)
    assert result.need == 1000
    assert (result.finals[result.ends == RUIN] < 1000).all()


def test_ends_are_all_there_is() -> None:
    result = red(Terms(1000, 100, 80, 1500, 500), sessions=5000)
    assert sum(result.chance(end).times for end in range(4)) == 5000
    assert (result.finals[result.ends == GOAL] >= 1500).all()
    assert (result.finals[result.ends == STOP_LOSS] <= 500).all()


def test_sessions_do_not_depend_on_workers_or_on_how_many_there_are() -> None:
    terms = Terms(10_000, 500, 100, 15_000, 5_000)
    one, three = (red(terms, 10_000, workers=workers) for workers in (1, 3))
    for name in ("finals", "lengths", "ends", "course"):
        assert (getattr(one, name) == getattr(three, name)).all()
    fewer = red(terms, 777)
    assert (fewer.finals == one.finals[:777]).all()
    other = red(terms, 777, seed=2)
    assert (other.finals != fewer.finals).any()


def test_the_mean_loss_is_the_edge() -> None:
    """Without barriers: rounds times the edge, exactly, within error."""
    result = red(Terms(1_000_000, 100, 200), sessions=20_000)
    told = result.as_json()["final_bankroll"]
    expected = 1_000_000 - 200 * 100 * float(result.house_edge)
    assert abs(told["mean"] - expected) < 4 * told["stderr"]


def test_quantiles_are_order_statistics() -> None:
    result = red(Terms(10_000, 500, 50), sessions=1000)
    ordered = sorted(result.finals.tolist())
    found = result.quantiles(result.finals)
    assert found == {f"{q}%": ordered[q * 10 - 1] for q in QUANTILES}


def test_the_course_begins_with_the_bankroll_and_ends_with_the_final() -> None:
    result = red(Terms(10_000, 500, 130), sessions=1000)
    assert (result.course[:, 0] == 10_000).all()
    assert (result.course[:, -1] == result.finals[: len(result.course)]).all()
    assert result.points()[-1] == 130
    assert len(result.points()) == result.course.shape[1]


def test_alias_tables_are_exact() -> None:
    for chances in (
        [Fraction(1)],
        [Fraction(1, 2), Fraction(1, 2)],
        [Fraction(251, 495), Fraction(244, 495)],
        [Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)],
        [Fraction(n, 55) for n in range(1, 11)],
    ):
        table = alias_table(chances)
        assert table.exact
        columns = len(chances)
        weights = [0] * columns
        for column in range(columns):
            threshold = int(table.thresholds[column])
            weights[column] += threshold
            weights[int(table.others[column])] += table.total - threshold
        assert [Fraction(weight, columns * table.total) for weight in weights] == chances
        assert table.fair % (columns * table.total) == 0
        assert table.fair + columns * table.total > 2**64 - 1


def test_chances_beyond_sixty_four_bits_are_nearly_exact() -> None:
    small = Fraction(1, 3**50)
    table = alias_table([1 - 2 * small, small, small])
    assert not table.exact
    assert table.total > 2**59


def test_intervals() -> None:
    assert Chance(0, 1000).interval()[0] == 0
    assert 0 < Chance(0, 1000).interval()[1] < 0.005
    assert Chance(1000, 1000).interval()[1] == 1
    low, high = Chance(500, 1000).interval()
    assert low < 0.5 < high


def test_json_and_charts() -> None:
    result = red(Terms(100_000, 1000, 500, 150_000, 50_000), sessions=2000)
    told = json.loads(json.dumps(result.as_json()))
    assert set(told["ends"]) == {"rounds", "goal", "stop-loss", "ruin"}
    assert told["risk_of_ruin"]["probability"] == 0
    assert told["chances"] == "exact"
    lines = text_chart(result)
    assert len(lines) == 18
    assert any("1000.00 ┤" in line for line in lines)
    root = ElementTree.fromstring(svg_chart(result))
    assert root.tag.endswith("svg")


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (Terms(50, 100, 10), "does not cover one round"),
        (Terms(1000, 100, 10, goal=900), "goal of 9.00 is reached"),
        (Terms(1000, 100, 10, stop_loss=2000), "stop-loss of 20.00"),
        (Terms(1000, 100, 10, stop_loss=0), "stop-loss of 0.00"),
        (Terms(1000, 100, 0), "session rounds 0"),
        (Terms(1000, 0, 10), "at least 0.01"),
    ],
)
def test_terms_that_cannot_be(terms: Terms, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        red(terms, 10)


def test_a_wager_that_cannot_be_paid_to_the_cent() -> None:
    with pytest.raises(BadInput, match=r"multiple of 0\.20"):
        play_all("baccarat-punto-banco", DAY, terms=Terms(1000, 3, 10), wager="banker")
