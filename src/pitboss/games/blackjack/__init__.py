"""Subchapter 2, Blackjack."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.blackjack.irregular import IRREGULARITIES
from pitboss.games.blackjack.procedure import open_the_table, play_a_round, shuffle_and_cut
from pitboss.games.blackjack.rules import (
    CONTINUOUS,
    DOUBLE_SHOE,
    LEFT,
    BlackjackRules,
    BlackjackState,
    blackjack_rules,
)
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: BlackjackRules) -> tuple[Shoe, BlackjackState]:
    """A shuffled shoe with the cutting card a quarter from the back, where there is one; a
    double shoe has two such sides. The progressive meter shows its first amount."""
    without = rules.dealing == CONTINUOUS or rules.bart_carter_shuffle
    shoe = full_shoe(rules.decks, cutting_card=0 if without else rules.cutting_card)
    two_sides = rules.dealing == DOUBLE_SHOE
    return shoe, BlackjackState(
        side=LEFT if two_sides else "",
        other_side=shoe if two_sides else None,
        meter=rules.meter_reset,
    )


def boxes(rules: BlackjackRules) -> int:
    """2.11(e): the table's boxes, of which there are up to seven."""
    return rules.boxes


game = Game(
    "blackjack",
    data=data_folder() / "02_blackjack.toml",
    rules=blackjack_rules,
    procedures={"opening": open_the_table, "shuffle": shuffle_and_cut, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=BlackjackState,
    seats_of=boxes,
    standing=True,
    several_areas="2.14",
    # 2.3: who sat out is barred at any seat; a run of wins ends with the player.
    personal={"sat_out": True, "streaks": False},
)
