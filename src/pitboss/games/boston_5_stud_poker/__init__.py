"""Subchapter 24, Boston 5 Stud Poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.boston_5_stud_poker.irregular import IRREGULARITIES
from pitboss.games.boston_5_stud_poker.procedure import (
    open_the_table,
    play_a_round,
    shuffle,
)
from pitboss.games.boston_5_stud_poker.rules import (
    BostonStudRules,
    BostonStudState,
    boston_stud_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: BostonStudRules) -> tuple[Shoe, BostonStudState]:
    """One shuffled deck, from which nothing has been dealt."""
    return full_shoe(1), BostonStudState()


game = Game(
    "boston-5-stud-poker",
    data=data_folder() / "24_boston_5_stud.toml",
    rules=boston_stud_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=BostonStudState,
    study="pitboss.games.boston_5_stud_poker.odds:study",
)
