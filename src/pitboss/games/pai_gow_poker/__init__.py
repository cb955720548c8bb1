"""Subchapter 11, Pai gow poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.families.pai_gow.places import POSITIONS
from pitboss.families.pai_gow.rules import PERSONAL
from pitboss.games.pai_gow_poker.deck import full_deck, open_the_table, shuffle_and_cut
from pitboss.games.pai_gow_poker.irregular import IRREGULARITIES
from pitboss.games.pai_gow_poker.procedure import play_a_round, select_the_bank
from pitboss.games.pai_gow_poker.rules import (
    PaiGowPokerRules,
    PaiGowPokerState,
    pai_gow_poker_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: PaiGowPokerRules) -> tuple[Shoe, PaiGowPokerState]:
    """A shuffled deck with its joker, from which nothing has been dealt; the dealer banks."""
    return full_deck(), PaiGowPokerState(begun=True)


game = Game(
    "pai-gow-poker",
    data=data_folder() / "11_pai_gow_poker.toml",
    rules=pai_gow_poker_rules,
    procedures={
        "opening": open_the_table,
        "bank": select_the_bank,
        "shuffle": shuffle_and_cut,
        "round": play_a_round,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=PaiGowPokerState,
    seats_max=POSITIONS,
    several_areas="11.12",
    # 11.10: who wagered against the dealer, and who banked last, is remembered of the person.
    personal=PERSONAL,
)
