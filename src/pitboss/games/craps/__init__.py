"""Subchapter 1, Craps and Mini-craps."""

from __future__ import annotations

from pitboss.games.craps.irregular import IRREGULARITIES
from pitboss.games.craps.procedure import open_the_table, roll_of_the_dice
from pitboss.games.craps.rules import SEATS, CrapsRules, CrapsState, craps_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: CrapsRules) -> tuple[None, CrapsState]:
    """A table before a come out roll; the dice are with a player who is not of the record."""
    return None, CrapsState()


def seats_of(rules: CrapsRules) -> int:
    return rules.seats


game = Game(
    "craps",
    data=data_folder() / "01_craps.toml",
    rules=craps_rules,
    procedures={"opening": open_the_table, "round": roll_of_the_dice},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=CrapsState,
    seats_max=SEATS,
    seats_of=seats_of,
    standing=True,
)
