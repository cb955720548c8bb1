"""Subchapter 16, Caribbean Stud Poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.caribbean_stud_poker.irregular import IRREGULARITIES
from pitboss.games.caribbean_stud_poker.procedure import (
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.caribbean_stud_poker.rules import (
    CaribbeanStudRules,
    CaribbeanStudState,
    caribbean_stud_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: CaribbeanStudRules) -> tuple[Shoe, CaribbeanStudState]:
    """One shuffled deck, from which nothing has been dealt; the meter at its reset amount."""
    return full_shoe(1), CaribbeanStudState(meter=rules.meter_reset)


def positions(rules: CaribbeanStudRules) -> int:
    return rules.betting_positions


game = Game(
    "caribbean-stud-poker",
    data=data_folder() / "16_caribbean_stud.toml",
    rules=caribbean_stud_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=CaribbeanStudState,
    seats_of=positions,
    shared_meter="16.12",
)
