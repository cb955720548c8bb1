"""What lies on a table, from the events that somebody may see and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.table.entries import parse_seat
from pitboss.table.layout import Event
from pitboss.table.lying import Place, lying

# How the act is worded that places a marker on a number of the layout.
MARKS = "place the marker on "


class Scene(msgspec.Struct):
    """The cards by place, the dice as they fell last, where the wheel stopped last, and on what the
    dealer placed a marker."""

    places: list[Place]
    dice: list[int]
    stop: str
    marked: str = ""

    @property
    def empty(self) -> bool:
        return not (self.places or self.dice or self.stop)

    def of(self, seat: str) -> list[Place]:
        """Returns the places before a seat, or ("") those of the house."""
        number = parse_seat(seat) if seat else 0
        return [place for place in self.places if place.seat == number]


def scene_of(events: Sequence[Event]) -> Scene:
    """`events` are those of a view."""
    dice, stop, marked = "", "", ""
    for event in events:
        if event.act == "roll":
            dice = event.what
        elif event.act == "spin":
            stop = event.what
        elif event.act == "act" and MARKS in event.what:
            marked = event.what.split()[-1]
    faces = [int(face) for face in dice.split() if face.isdigit()]
    return Scene(lying(events), faces, stop, marked)
