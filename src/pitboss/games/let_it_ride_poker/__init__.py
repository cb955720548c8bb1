"""Subchapter 18, Let It Ride Poker."""

from __future__ import annotations

from pitboss.families.one_deck_poker.deck import one_fresh_deck
from pitboss.families.one_deck_poker.rules import DeckState
from pitboss.games.let_it_ride_poker.irregular import IRREGULARITIES
from pitboss.games.let_it_ride_poker.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.let_it_ride_poker.rules import let_it_ride_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game

game = Game(
    "let-it-ride-poker",
    data=data_folder() / "18_let_it_ride.toml",
    rules=let_it_ride_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=one_fresh_deck,
    irregularities=IRREGULARITIES,
    state=DeckState,
    several_areas="18.6(e)",
)
