"""Subchapter 18, Let It Ride Poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.let_it_ride_poker.irregular import IRREGULARITIES
from pitboss.games.let_it_ride_poker.procedure import (
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.let_it_ride_poker.rules import (
    LetItRideRules,
    LetItRideState,
    let_it_ride_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: LetItRideRules) -> tuple[Shoe, LetItRideState]:
    """One shuffled deck, from which nothing has been dealt."""
    return full_shoe(1), LetItRideState()


game = Game(
    "let-it-ride-poker",
    data=data_folder() / "18_let_it_ride.toml",
    rules=let_it_ride_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=LetItRideState,
    several_areas="18.6(e)",
    study="pitboss.games.let_it_ride_poker.odds:study",
)
