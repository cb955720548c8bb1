"""Subchapter 22, Casino War."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.casino_war.irregular import IRREGULARITIES
from pitboss.games.casino_war.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.casino_war.rules import CasinoWarRules, CasinoWarState, casino_war_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: CasinoWarRules) -> tuple[Shoe, CasinoWarState]:
    """A shuffled shoe with the cutting card a quarter from the back."""
    return full_shoe(rules.decks).with_cutting_card(), CasinoWarState(begun=True)


game = Game(
    "casino-war",
    data=data_folder() / "22_casino_war.toml",
    rules=casino_war_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=CasinoWarState,
    several_areas="22.6",
)
