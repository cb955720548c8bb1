"""Subchapter 20, Three Card Poker."""

from __future__ import annotations

from pitboss.families.one_deck_poker.deck import one_fresh_deck
from pitboss.families.one_deck_poker.rules import DeckState
from pitboss.games.three_card_poker.irregular import IRREGULARITIES
from pitboss.games.three_card_poker.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.three_card_poker.rules import three_card_poker_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game

game = Game(
    "three-card-poker",
    data=data_folder() / "20_three_card_poker.toml",
    rules=three_card_poker_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=one_fresh_deck,
    irregularities=IRREGULARITIES,
    state=DeckState,
    several_areas="20.6(e)",
)
