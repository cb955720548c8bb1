"""Big six's study: every symbol at once."""

from __future__ import annotations

from typing import Any

from pitboss.analysis.study import UNIT, Scenario, Study


def scenarios(rules: Any) -> list[Scenario]:
    wagers = tuple(
        (kind.key, spot, UNIT) for kind in rules.law.wagers.values() for spot in kind.spots
    )
    return [Scenario("symbols", wagers, each=True)]


study = Study(scenarios=scenarios)
