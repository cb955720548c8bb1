"""Blackjack's ways of dealing at a served table: cards that come and go in mid-round are committed
to, survive a restart and are verified."""

from __future__ import annotations

import random

import pytest

from pitboss.law.schema import Value
from pitboss.store.loading import load
from tests.server.room import Room


@pytest.mark.parametrize(
    "options",
    [
        {"dealing": "double shoe", "decks": 2},
        {"dealing": "continuous shuffler", "decks": 1},
        {"bart_carter_shuffle": True, "decks": 2},
        {"hole_card": "card reader", "decks": 1},
        {"streak": True},
        {"several_players_on_a_box": True, "decks": 1},
    ],
    ids=str,
)
def test_every_way_of_dealing_is_served_and_verified(
    sqlite_room: Room, options: dict[str, Value]
) -> None:
    room, rng = sqlite_room, random.Random(3)
    table = room.open("blackjack", options=options)
    for number in range(3):
        room.sit(table, room.patron(f"patron-{number}"))
    rounds = 0
    for _ in range(6):
        rounds += room.play(table, rng, 40)
        live = room.live(table)
        with room.db.read() as reading:
            again = load(reading, table)
        assert (again.hash, again.table, again.shoe) == (live.hash, live.table, live.shoe)
    assert rounds
    room.verify()
