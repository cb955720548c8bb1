"""Subchapter 17, Double Down Stud."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.double_down_stud.irregular import IRREGULARITIES
from pitboss.games.double_down_stud.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.double_down_stud.rules import (
    DoubleDownStudRules,
    DoubleDownStudState,
    double_down_stud_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: DoubleDownStudRules) -> tuple[Shoe, DoubleDownStudState]:
    """One shuffled deck, from which nothing has been dealt."""
    return full_shoe(1), DoubleDownStudState(begun=True)


game = Game(
    "double-down-stud",
    data=data_folder() / "17_double_down_stud.toml",
    rules=double_down_stud_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=DoubleDownStudState,
    several_areas="17.6(c)",
)
