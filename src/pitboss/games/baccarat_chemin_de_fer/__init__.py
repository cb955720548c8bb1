"""Subchapter 4, Baccarat-Chemin de Fer."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.baccarat_chemin_de_fer.irregular import IRREGULARITIES
from pitboss.games.baccarat_chemin_de_fer.procedure import (
    open_the_table,
    play_a_round,
    select_banker,
    shuffle_and_cut,
)
from pitboss.games.baccarat_chemin_de_fer.rules import (
    CheminDeFerRules,
    CheminDeFerState,
    chemin_de_fer_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: CheminDeFerRules) -> tuple[Shoe, CheminDeFerState]:
    """A shuffled shoe, the cutting card as far back as it may be, no banker yet."""
    shoe = full_shoe(rules.decks, cutting_card=rules.cutting_card_from_back)
    return shoe, CheminDeFerState(begun=True)


game = Game(
    "baccarat-chemin-de-fer",
    data=data_folder() / "04_chemin_de_fer.toml",
    rules=chemin_de_fer_rules,
    procedures={
        "opening": open_the_table,
        "shuffle": shuffle_and_cut,
        "banker": select_banker,
        "round": play_a_round,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=CheminDeFerState,
    seats_max=15,
)
