"""Subchapter 26, Double Attack Blackjack."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.table import ShoeState
from pitboss.games.double_attack_blackjack.irregular import IRREGULARITIES
from pitboss.games.double_attack_blackjack.procedure import (
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.double_attack_blackjack.rules import (
    DoubleAttackRules,
    complete_shoe,
    double_attack_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: DoubleAttackRules) -> tuple[Shoe, ShoeState]:
    """A shuffled shoe with the cutting card a quarter from the back."""
    return complete_shoe(rules).with_cutting_card(), ShoeState(begun=True)


game = Game(
    "double-attack-blackjack",
    data=data_folder() / "26_double_attack_blackjack.toml",
    rules=double_attack_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=ShoeState,
    seats_max=6,
    several_areas="26.14",
)
