"""Subchapter 12, Pokette."""

from __future__ import annotations

from pitboss.games.pokette.irregular import IRREGULARITIES
from pitboss.games.pokette.procedure import spin_of_the_wheel
from pitboss.games.pokette.rules import SEATS, PoketteRules, PoketteState, pokette_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: PoketteRules) -> tuple[None, PoketteState]:
    """A table on which no card is shown yet."""
    return None, PoketteState()


game = Game(
    "pokette",
    data=data_folder() / "12_pokette.toml",
    rules=pokette_rules,
    procedures={"round": spin_of_the_wheel},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=PoketteState,
    seats_max=SEATS,
    first_procedure="round",
)
