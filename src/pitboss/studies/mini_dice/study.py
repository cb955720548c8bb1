"""Mini-dice's study: every wager from the shake it is made for to the shake that decides it."""

from __future__ import annotations

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.mini_dice.rules import MiniDiceRules


def total_of(faces: tuple[int, ...]) -> int:
    return sum(faces)


def scenarios(rules: MiniDiceRules) -> list[Scenario]:
    return [
        Scenario(f"{kind.key} {spot}".strip(), ((kind.key, spot, UNIT),))
        for kind in rules.law.wagers.values()
        for spot in kind.spots or ("",)
    ]


study = Study(scenarios=scenarios, roll_class=total_of)
