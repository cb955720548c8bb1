"""Subchapter 7, Minibaccarat."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.families.baccarat.settlement import settle_with_who_leaves
from pitboss.games.minibaccarat.irregular import IRREGULARITIES
from pitboss.games.minibaccarat.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.minibaccarat.rules import MinibaccaratState, minibaccarat_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: BaccaratRules) -> tuple[Shoe, MinibaccaratState]:
    """A shuffled shoe, the cutting card as far back as it may be."""
    cutting_card = 0 if rules.continuous_shuffler else rules.cutting_card_from_back
    return full_shoe(rules.decks, cutting_card=cutting_card), MinibaccaratState()


game = Game(
    "minibaccarat",
    data=data_folder() / "07_minibaccarat.toml",
    rules=minibaccarat_rules,
    procedures={
        "opening": open_the_table,
        "shuffle": shuffle_and_cut,
        "round": play_a_round,
        "leave": settle_with_who_leaves,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=MinibaccaratState,
    seats_max=9,
    owed="marked",
)
