"""Mini-dice's study: every wager from the shake it is made for to the shake that decides it."""

from __future__ import annotations

from pitboss.analysis.exact.actions import Valued
from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.mini_dice.rules import MiniDiceRules
from pitboss.studies.families import by_point
from pitboss.table.game import Table


def total_of(faces: tuple[int, ...]) -> int:
    return sum(faces)


def scenarios(rules: MiniDiceRules) -> list[Scenario]:
    return [
        Scenario(f"{kind.key} {spot}".strip(), ((kind.key, spot, UNIT),))
        for kind in rules.law.wagers.values()
        for spot in kind.spots or ("",)
    ]


def situation(scenario: Scenario, table: Table) -> str:
    """A place bet is the one wager that lies on."""
    return scenario.wager if table.standing else ""


def worths(rules: MiniDiceRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    by_point.need_no_card(shown)
    return by_point.worths(study, rules, scenario, situation, hand)


study = Study(scenarios=scenarios, roll_class=total_of, by_hand=worths)
