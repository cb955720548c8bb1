"""The gaming day: cards, dice and shakers are due before they are late, by their sections."""

from __future__ import annotations

from datetime import datetime

import pytest

from pitboss.store.casino.upkeep import HOUR_MS, Due, SeeToEquipment, due_acts
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database
from pitboss.store.writer import began_at
from tests.server.room import Room


class Shift:
    """A room with a clock of its own."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = round(datetime(2026, 11, 18, 9).timestamp() * 1000)
        room.writer.clock = lambda: self.now

    def due(self) -> list[Due]:
        room = self.room
        began = began_at(room.writer.day_of(self.now))
        with room.db.read() as reading:
            return due_acts(reading, list(room.writer.cache.values()), self.now, began)


@pytest.fixture
def shift(room: Room) -> Shift:
    return Shift(room)


def test_cards_are_due_before_they_are_late(shift: Shift) -> None:
    room = shift.room
    table, patron = room.open("three-card-poker"), room.patron("player")
    assert shift.due() == [], "no card lies on the table"
    room.sit(table, patron)
    opened = shift.now
    (act,) = shift.due()
    assert (act.upkeep.what, act.upkeep.every, act.state) == ("cards", 8, "in order")
    assert act.upkeep.cite.endswith("20.4(e)")
    assert act.late_at == opened + 8 * HOUR_MS
    shift.now = opened + 8 * HOUR_MS - 10 * 60_000
    assert shift.due()[0].state == "due"
    shift.now = opened + 8 * HOUR_MS
    assert shift.due()[0].state == "late"
    assert "! cards-due-for-change" in shift.due()[0].upkeep.follows
    room.do(SeeToEquipment(by=901, table=table, what="cards"))
    assert shift.due()[0].state == "in order"
    assert verify_database(room.db).status == "clean"


def test_the_dealers_own_entry_counts(shift: Shift) -> None:
    room = shift.room
    table, patron = room.open("pai-gow"), room.patron("player")
    room.sit(table, patron)
    dice = next(act for act in shift.due() if act.upkeep.what == "dice")
    assert dice.upkeep.every == 24
    shift.now += 23 * HOUR_MS + 45 * 60_000
    dice = next(act for act in shift.due() if act.upkeep.what == "dice")
    assert dice.state == "due"


@pytest.mark.parametrize(
    ("game", "what", "cite"),
    [("sic-bo", "shaker", "13:69E-1.16A"), ("mini-dice", "shaker", "13:69E-1.16A"),
     ("roulette", "wheel", "13:69E-1.9")],
)  # fmt: skip
def test_once_in_every_gaming_day(shift: Shift, game: str, what: str, cite: str) -> None:
    table = shift.room.open(game)
    (act,) = shift.due()
    assert (act.upkeep.what, act.state) == (what, "open")
    assert act.upkeep.cite.endswith(cite)
    shift.now += 20 * HOUR_MS + 40 * 60_000
    assert shift.due()[0].state == "due", "twenty minutes before the day ends"
    said = shift.room.do(SeeToEquipment(by=901, table=table, what=what, tampered=True))
    assert said["report"]
    assert shift.due()[0].state == "in order"
    shift.now += HOUR_MS
    assert shift.due()[0].state == "open", "another day"


def test_what_a_game_does_not_have(shift: Shift) -> None:
    table = shift.room.open("roulette")
    with pytest.raises(Refused, match="expected wheel, not 'tiles'"):
        shift.room.do(SeeToEquipment(by=901, table=table, what="tiles"))
    with pytest.raises(Refused, match="there is no table 99"):
        shift.room.do(SeeToEquipment(by=901, table=99, what="wheel"))
