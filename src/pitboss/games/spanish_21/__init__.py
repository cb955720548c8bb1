"""Subchapter 19, Spanish 21."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.table import ShoeState
from pitboss.games.spanish_21.irregular import IRREGULARITIES
from pitboss.games.spanish_21.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.spanish_21.rules import Spanish21Rules, complete_shoe, spanish_21_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: Spanish21Rules) -> tuple[Shoe, ShoeState]:
    """A shuffled shoe with the cutting card a quarter from the back."""
    shoe = complete_shoe(rules)
    return shoe if rules.continuous_shuffler else shoe.with_cutting_card(), ShoeState(begun=True)


game = Game(
    "spanish-21",
    data=data_folder() / "19_spanish_21.toml",
    rules=spanish_21_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=ShoeState,
    seats_max=6,
    several_areas="19.14",
)
