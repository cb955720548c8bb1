"""Subchapter 13, Mini-Dice."""

from __future__ import annotations

from pitboss.games.mini_dice.irregular import IRREGULARITIES
from pitboss.games.mini_dice.procedure import open_the_table, shake_of_the_dice
from pitboss.games.mini_dice.rules import MiniDiceRules, MiniDiceState, mini_dice_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: MiniDiceRules) -> tuple[None, MiniDiceState]:
    """The shaker is with the dealer, or a player who is not of the record."""
    return None, MiniDiceState()


game = Game(
    "mini-dice",
    data=data_folder() / "13_mini_dice.toml",
    rules=mini_dice_rules,
    procedures={"opening": open_the_table, "round": shake_of_the_dice},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=MiniDiceState,
    seats_max=7,
    standing=True,
)
