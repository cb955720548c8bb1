"""Subchapter 6, Red Dog."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.red_dog.irregular import IRREGULARITIES
from pitboss.games.red_dog.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.red_dog.rules import RedDogRules, RedDogState, red_dog_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: RedDogRules) -> tuple[Shoe, RedDogState]:
    """A shuffled shoe with the cutting card a quarter from the back."""
    shoe = full_shoe(rules.decks)
    return shoe if rules.continuous_shuffler else shoe.with_cutting_card(), RedDogState()


game = Game(
    "red-dog",
    data=data_folder() / "06_red_dog.toml",
    rules=red_dog_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=RedDogState,
    several_areas="6.8",
)
