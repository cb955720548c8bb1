"""Subchapter 27, Four-Card Poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.four_card_poker.irregular import IRREGULARITIES
from pitboss.games.four_card_poker.procedure import (
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.four_card_poker.rules import (
    FourCardPokerRules,
    FourCardPokerState,
    four_card_poker_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: FourCardPokerRules) -> tuple[Shoe, FourCardPokerState]:
    """One shuffled deck, from which nothing has been dealt."""
    return full_shoe(1), FourCardPokerState()


game = Game(
    "four-card-poker",
    data=data_folder() / "27_four_card_poker.toml",
    rules=four_card_poker_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=FourCardPokerState,
    several_areas="27.6(e)",
    study="pitboss.games.four_card_poker.odds:study",
)
