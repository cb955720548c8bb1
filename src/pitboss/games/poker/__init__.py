"""Subchapter 14, Poker."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.games.poker.irregular import IRREGULARITIES
from pitboss.games.poker.procedure import (
    charge_for_time,
    draw_for_the_button,
    leave_the_table,
    open_the_table,
    play_a_round,
    shuffle_and_cut,
)
from pitboss.games.poker.rules import PokerRules, PokerState, poker_rules
from pitboss.games.poker.stakes import STAKES
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game


def prepare(rules: PokerRules) -> tuple[Shoe, PokerState]:
    """A shuffled deck, and nobody has the button yet."""
    return full_shoe(1), PokerState(begun=True)


def seats_of(rules: PokerRules) -> int:
    return rules.seats


game = Game(
    "poker",
    data=data_folder() / "14_poker.toml",
    rules=poker_rules,
    procedures={
        "opening": open_the_table,
        "shuffle": shuffle_and_cut,
        "button": draw_for_the_button,
        "round": play_a_round,
        "leave": leave_the_table,
        "time": charge_for_time,
    },
    prepare=prepare,
    irregularities=IRREGULARITIES,
    state=PokerState,
    seats_max=11,
    seats_of=seats_of,
    standing=True,
    shared_meter="14.19",
    personal={"owes": False, "known": False},
    stakes=STAKES,
)
