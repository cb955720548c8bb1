"""Subchapter 1A, Automated Craps."""

from __future__ import annotations

from pitboss.families.dice.rules import LineState
from pitboss.games.automated_craps.irregular import IRREGULARITIES
from pitboss.games.automated_craps.procedure import open_the_table, shake_of_the_dice
from pitboss.games.automated_craps.rules import SEATS, AutomatedCrapsRules, automated_craps_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: AutomatedCrapsRules) -> tuple[None, LineState]:
    """A table before a come out roll; the shaker is with a player who is not of the record."""
    return None, LineState()


game = Game(
    "automated-craps",
    data=data_folder() / "01a_automated_craps.toml",
    rules=automated_craps_rules,
    procedures={"opening": open_the_table, "round": shake_of_the_dice},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=LineState,
    seats_max=SEATS,
    standing=True,
)
