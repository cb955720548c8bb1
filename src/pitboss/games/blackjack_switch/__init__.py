"""Subchapter 2A, Blackjack Switch."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.twenty_one.table import ShoeState
from pitboss.games.blackjack_switch.irregular import IRREGULARITIES
from pitboss.games.blackjack_switch.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.blackjack_switch.rules import SwitchRules, switch_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: SwitchRules) -> tuple[Shoe, ShoeState]:
    """A shuffled shoe with the cutting card a quarter from the back."""
    return full_shoe(rules.decks).with_cutting_card(), ShoeState(begun=True)


game = Game(
    "blackjack-switch",
    data=data_folder() / "02a_blackjack_switch.toml",
    rules=switch_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=ShoeState,
    seats_max=5,
    several_areas="2A.14",
)
