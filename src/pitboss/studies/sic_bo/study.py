"""Sic bo's study: all 50 wagers at once."""

from __future__ import annotations

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.sic_bo.rules import SicBoRules


def dice_in_order(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Which die shows which number makes no difference."""
    return tuple(sorted(faces))


def scenarios(rules: SicBoRules) -> list[Scenario]:
    wagers = tuple(
        (kind.key, spot, UNIT) for kind in rules.law.wagers.values() for spot in kind.spots or ("",)
    )
    return [Scenario("layout", wagers, each=True)]


study = Study(scenarios=scenarios, roll_class=dice_in_order)
