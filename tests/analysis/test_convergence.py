"""Simulations checked against like, foretold, drawn; and numbers of rounds as people write them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path

import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss.analysis.simulation.convergence import Course, duration, forecast
from pitboss.analysis.simulation.simulate import simulate
from pitboss.cli.simulate import read_count
from pitboss.errors import BadInput

DAY = date(2013, 1, 1)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_check_is_of_rounds_from_full_shoes() -> None:
    ran = simulate("red-dog", DAY, rounds=100_000, check=True, workers=1)
    (figures,) = ran.wagers
    full = simulate("red-dog", DAY, rounds=100_000, fresh=True, check=True, workers=1).wagers[0]
    assert figures.from_full_shoes is not None
    assert figures.from_full_shoes.mean() == full.mean()
    assert figures.distance() == full.distance()
    effect, error = figures.cutting_card()
    assert effect == pytest.approx(float(full.mean() - figures.mean()))
    assert error > (figures.stderr() or 0)
    answer = figures.as_json()
    assert answer["cutting_card_effect"]["value"] == effect
    assert answer["distance"] == full.distance()


@pytest.mark.parametrize("key", ["craps", "three-card-poker"])
def test_no_second_run_where_no_shoe_is_dealt_down(key: str) -> None:
    wager = {"craps": "field", "three-card-poker": "pair-plus"}[key]
    ran = simulate(key, DAY, rounds=10_000, check=True, wager=wager, workers=1)
    assert ran.wagers[0].from_full_shoes is None
    assert ran.wagers[0].distance() is not None


def test_the_cutting_card_is_told(pitboss: Run) -> None:
    ran = pitboss("simulate", "red-dog", "--rounds", "100,000", "--check", "--workers", "1")
    words = " ".join(ran.out.split())
    assert "the exact edge is that of a round from a full shoe. 100,000 such rounds" in words
    assert "dealing to the cutting card adds" in words


@pytest.mark.parametrize(
    ("text", "number"),
    [("1e9", 10**9), ("1E6", 10**6), ("2.5e6", 2_500_000), ("1,000,000", 10**6), ("42", 42),
     ("1e+3", 1000)],
)  # fmt: skip
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert read_count(text, "rounds", 1, 10**12) == number


@pytest.mark.parametrize("text", ["1,00", "1e", "1.5", "1.5e0", "1e99", "e9", "1,0000", "-1e3", ""])
def test_what_is_no_number_of_rounds(text: str) -> None:
    with pytest.raises(BadInput, match="rounds"):
        read_count(text, "rounds", 1, 10**12)


def test_a_course_ends_where_the_simulation_does() -> None:
    course = Course()
    ran = simulate("red-dog", DAY, rounds=5_000_000, course=course, workers=1)
    assert [point.rounds for point in course.points] == [
        1 << 10,
        1 << 12,
        1 << 14,
        1 << 16,
        1 << 18,
        1 << 20,
        1 << 22,
        5_000_000,
    ]
    last = course.points[-1]
    assert last.house_edge == float(-ran.wagers[0].mean())
    assert last.stderr == ran.wagers[0].stderr()
    assert course.points[0].stderr > last.stderr


def test_the_first_points_are_the_same_rounds() -> None:
    course = Course()
    simulate("red-dog", DAY, rounds=5_000, course=course, workers=1)
    short = simulate("red-dog", DAY, rounds=1 << 12, workers=1)
    assert course.points[1].house_edge == float(-short.wagers[0].mean())


def test_many_points_are_thinned() -> None:
    course = Course()
    for number in range(1, 5000):
        course.add(number, 0.01, 0.1)
    assert 100 < len(course.points) <= 400
    assert course.points[-1].rounds == 4999


def test_a_chart_of_it(pitboss: Run, tmp_path: Path) -> None:
    path = tmp_path / "course.svg"
    ran = pitboss("simulate", "red-dog", "--rounds", "50000", "--check", "--chart", path)
    assert "How the edge of original comes to rest" in ran.out
    drawn = ElementTree.fromstring(path.read_text())
    assert len(drawn.findall(f".//{SVG}polyline")) == 1
    assert any("Red Dog, original" in (each.text or "") for each in drawn.iter(f"{SVG}text"))
    answer = pitboss("simulate", "red-dog", "--rounds", "50000", "--chart", path, "--json").json()
    assert answer["course"][-1]["rounds"] == 50_000


def test_an_error_is_foretold(pitboss: Run) -> None:
    ran = pitboss("simulate", "big-six", "--wager", "symbol 1", "--to-error", "0.001", "--json")
    assert "about" in ran.err
    assert "rounds" in ran.err
    answer = ran.json()
    # The variance of an even wager is about 1.
    assert answer["foretold"]["rounds"] == pytest.approx(10**6, rel=0.1)
    assert answer["wagers"][0]["stderr"] < 0.001
    assert "target error" in refused(pitboss("simulate", "big-six", "--to-error", "0"))


def test_how_long_in_words() -> None:
    assert [duration(each) for each in (0.1, 30, 300, 9000, 10**6)] == [
        "a second",
        "30 seconds",
        "5 minutes",
        "2 hours",
        "12 days",
    ]
    assert forecast(4.0, 0.001, 1000, 0.5).rounds == 4_000_000
    assert forecast(4.0, 0.001, 1000, 0.5).seconds == pytest.approx(2000)
