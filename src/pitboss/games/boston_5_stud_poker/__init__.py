"""Subchapter 24, Boston 5 Stud Poker."""

from __future__ import annotations

from pitboss.families.one_deck_poker.deck import one_fresh_deck
from pitboss.families.one_deck_poker.rules import DeckState
from pitboss.games.boston_5_stud_poker.irregular import IRREGULARITIES
from pitboss.games.boston_5_stud_poker.procedure import open_the_table, play_a_round, shuffle
from pitboss.games.boston_5_stud_poker.rules import boston_stud_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game

game = Game(
    "boston-5-stud-poker",
    data=data_folder() / "24_boston_5_stud.toml",
    rules=boston_stud_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle, "round": play_a_round},
    prepare=one_fresh_deck,
    irregularities=IRREGULARITIES,
    state=DeckState,
)
