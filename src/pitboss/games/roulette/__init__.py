"""Subchapter 5, Roulette and Big Six Wheels: roulette."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.games.roulette.irregular import IRREGULARITIES
from pitboss.games.roulette.procedure import play_a_round
from pitboss.games.roulette.rules import RouletteRules, roulette_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game, Nothing


def prepare(rules: RouletteRules) -> tuple[Shoe | None, Nothing]:
    """A wheel remembers nothing."""
    return None, Nothing()


game = Game(
    "roulette",
    data=data_folder() / "05_roulette.toml",
    rules=roulette_rules,
    procedures={"round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    seats_max=8,
    first_procedure="round",
)
