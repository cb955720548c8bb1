"""Subchapter 3, Baccarat-Punto Banco."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.families.baccarat.settlement import settle_with_who_leaves
from pitboss.games.baccarat_punto_banco.irregular import IRREGULARITIES
from pitboss.games.baccarat_punto_banco.procedure import (
    offer_the_shoe,
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.baccarat_punto_banco.rules import PuntoBancoState, punto_banco_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: BaccaratRules) -> tuple[Shoe, PuntoBancoState]:
    """A shuffled shoe, the cutting card as far back as it may be, the dealer as curator."""
    shoe = full_shoe(rules.decks, cutting_card=rules.cutting_card_from_back)
    return shoe, PuntoBancoState()


game = Game(
    "baccarat-punto-banco",
    data=data_folder() / "03_baccarat_punto_banco.toml",
    rules=punto_banco_rules,
    procedures={
        "opening": open_the_table,
        "shuffle": shuffle_and_cut,
        "curator": offer_the_shoe,
        "round": play_a_round,
        "leave": settle_with_who_leaves,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=PuntoBancoState,
    owed="marked",
    seats_max=15,
)
