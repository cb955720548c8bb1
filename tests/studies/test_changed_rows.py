"""Where a licensee may pay other odds, every part of pitboss pays them: the exact edge, the
kernel and the procedure agree under changed rows of the pay tables and under any options."""

from __future__ import annotations

import random

import pytest
from tests.long import SOAK
from tests.studies.equality import compare
from tests.studies.room import GAMES, day_of

from pitboss import registry
from pitboss.analysis.simulation.simulate import simulate
from pitboss.law.schema import Value

# Rounds of a changed table. An edge that ignores a changed row is off by many standard errors.
ROUNDS = 400_000
# Each variant has its own day, options, odds and strategy.
VARIANTS = range(1, 9 if SOAK else 2)
TAPES = 60


def rows_a_unit_higher(key: str) -> list[dict[str, Value]]:
    """For every pay table that the licensee may change, all its rows one unit higher."""
    law = registry.find(key).regulation.resolve(day_of(key))
    return [
        {
            f"odds.{name}.{row}": f"{odds.numerator + odds.denominator} to {odds.denominator}"
            for row, odds in table.rows
        }
        for name, table in law.paytables.items()
        if table.minimum or table.basis == "unverified"
    ]


CHANGES = [(key, chosen) for key in GAMES for chosen in rows_a_unit_higher(key)]


@pytest.mark.parametrize(("key", "chosen"), CHANGES)
def test_the_exact_edge_is_that_of_the_changed_table(key: str, chosen: dict[str, Value]) -> None:
    result = simulate(key, day_of(key), chosen, rounds=ROUNDS, check=True, seed=5)
    if result.unchecked:
        pytest.skip(result.unchecked)
    for wager in result.wagers:
        distance = wager.distance()
        assert distance is not None, wager.wager
        assert abs(distance) < 5, (wager.wager, chosen, distance)


@pytest.mark.parametrize(
    ("key", "variant"), [(key, variant) for key in GAMES for variant in VARIANTS]
)
def test_the_kernel_pays_what_the_procedure_pays(key: str, variant: int) -> None:
    passed, failed = compare(key, variant, TAPES)
    assert not failed, failed[:3]
    assert passed == TAPES


def test_tables_are_there_to_be_changed() -> None:
    games = {key for key, _ in CHANGES}
    assert {"double-attack-blackjack", "casino-war", "blackjack", "red-dog"} <= games


def test_random_choices_have_odds_of_the_licensee_s_own() -> None:
    from pitboss.testing import random_choices

    rng = random.Random(3)
    drawn = [random_choices(registry.find("casino-war"), rng)[1] for _ in range(50)]
    assert any(name.startswith("odds.initial") for options in drawn for name in options)
