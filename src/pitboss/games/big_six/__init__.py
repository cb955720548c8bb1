"""Subchapter 5, Roulette and Big Six Wheels: big six."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.games.big_six.irregular import IRREGULARITIES
from pitboss.games.big_six.procedure import play_a_round
from pitboss.games.big_six.rules import BigSixRules, big_six_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game, Nothing


def prepare(rules: BigSixRules) -> tuple[Shoe | None, Nothing]:
    """A wheel remembers nothing."""
    return None, Nothing()


game = Game(
    "big-six",
    data=data_folder() / "05_big_six.toml",
    rules=big_six_rules,
    procedures={"round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    seats_max=12,
    first_procedure="round",
)
