"""Big six's study: every symbol at once."""

from __future__ import annotations

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.big_six.rules import BigSixRules


def scenarios(rules: BigSixRules) -> list[Scenario]:
    wagers = tuple(
        (kind.key, spot, UNIT) for kind in rules.law.wagers.values() for spot in kind.spots
    )
    return [Scenario("symbols", wagers, each=True)]


study = Study(scenarios=scenarios)
