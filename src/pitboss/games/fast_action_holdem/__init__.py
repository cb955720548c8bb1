"""Subchapter 21, Fast action hold'em."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.fast_action_holdem.irregular import IRREGULARITIES
from pitboss.games.fast_action_holdem.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.fast_action_holdem.rules import (
    FastActionRules,
    FastActionState,
    fast_action_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: FastActionRules) -> tuple[Shoe, FastActionState]:
    """A shuffled shoe, the cutting card as far back as it may be, the marker at the dealer."""
    shoe = full_shoe(rules.decks, cutting_card=rules.cutting_card_from_back)
    return shoe, FastActionState(begun=True)


game = Game(
    "fast-action-holdem",
    data=data_folder() / "21_fast_action_holdem.toml",
    rules=fast_action_rules,
    procedures={
        "opening": open_the_table,
        "shuffle": shuffle_and_cut,
        "round": play_a_round,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=FastActionState,
    seats_max=7,
    # 21.10 forbids it: there is no option that permits it.
    several_areas="21.10",
)
