"""Subchapter 10, Pai gow."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_set_of_tiles
from pitboss.families.pai_gow.places import POSITIONS
from pitboss.families.pai_gow.rules import PERSONAL
from pitboss.games.pai_gow.irregular import IRREGULARITIES
from pitboss.games.pai_gow.procedure import (
    open_the_table,
    play_a_round,
    select_the_bank,
    wash_and_stack,
)
from pitboss.games.pai_gow.rules import PaiGowRules, PaiGowState, pai_gow_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: PaiGowRules) -> tuple[Shoe, PaiGowState]:
    """A set of tiles, washed and stacked; the dealer banks."""
    return full_set_of_tiles(), PaiGowState()


game = Game(
    "pai-gow",
    data=data_folder() / "10_pai_gow.toml",
    rules=pai_gow_rules,
    procedures={
        "opening": open_the_table,
        "bank": select_the_bank,
        "shuffle": wash_and_stack,
        "round": play_a_round,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=PaiGowState,
    seats_max=POSITIONS,
    several_areas="10.10",
    # 10.8: who wagered against the dealer, and who banked last, is remembered of the person.
    personal=PERSONAL,
)
