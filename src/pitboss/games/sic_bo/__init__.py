"""Subchapter 9, Sic Bo."""

from __future__ import annotations

from pitboss.games.sic_bo.irregular import IRREGULARITIES
from pitboss.games.sic_bo.procedure import open_the_table, play_a_round
from pitboss.games.sic_bo.rules import SEATS, SicBoRules, sic_bo_rules
from pitboss.law.regulation import data_folder
from pitboss.table.game import Game, Nothing


def prepare(rules: SicBoRules) -> tuple[None, Nothing]:
    """Three dice in a covered shaker: nothing is remembered."""
    return None, Nothing()


game = Game(
    "sic-bo",
    data=data_folder() / "09_sic_bo.toml",
    rules=sic_bo_rules,
    procedures={"opening": open_the_table, "round": play_a_round},
    prepare=prepare,
    irregularities=IRREGULARITIES,
    seats_max=SEATS,
)
