"""Roulette's study: every kind of wager at once, on one of its spots."""

from __future__ import annotations

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.roulette.rules import RouletteRules


def scenarios(rules: RouletteRules) -> list[Scenario]:
    """Returns one spot of each kind: the others of a kind are alike."""
    wagers = tuple(
        (kind.key, kind.spots[len(kind.spots) // 2] if kind.spots else "", UNIT)
        for kind in rules.law.wagers.values()
    )
    return [Scenario("layout", wagers, each=True, note="any spot of its kind")]


def scenario_for(rules: RouletteRules, wager: str) -> Scenario | None:
    key, _, spot = wager.partition(" ")
    kind = rules.law.wagers.get(key)
    if kind is None or wager not in kind.names():
        return None
    return Scenario(wager, ((key, spot, UNIT),), each=True)


study = Study(scenarios=scenarios, scenario_for=scenario_for)
