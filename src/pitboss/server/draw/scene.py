"""What lies on a table, worked out from the events that a seat may see and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

# Cards that are out of play are not drawn.
OUT_OF_PLAY = ("discard", "burn")


class Place(msgspec.Struct):
    """Cards at one place; `seat` is whose ("": the house's). None is a card face down."""

    name: str
    seat: str
    cards: list[str | None]


class Scene(msgspec.Struct):
    places: list[Place]
    dice: list[int]
    stop: str

    @property
    def empty(self) -> bool:
        return not (self.places or self.dice or self.stop)

    def of(self, seat: str) -> list[Place]:
        return [place for place in self.places if place.seat == seat]


def scene_of(events: Sequence[Mapping[str, Any]]) -> Scene:
    """`events` are as `event_json` writes them, for one seat."""
    scene = Scene([], [], "")
    for event in events:
        what = str(event.get("what", ""))
        match event["act"]:
            case "draw" if not what.startswith(OUT_OF_PLAY):
                _place(scene, what, event.get("seat", "")).cards.append(event.get("card"))
            case "reveal" if "card" in event:
                _turn(scene, what, event.get("seat", ""), event["card"])
            case "move":
                _move(scene, what, event.get("seat", ""), event["card"])
            case "roll":
                scene.dice = [int(face) for face in what.split() if face.isdigit()]
            case "spin":
                scene.stop = what
    return scene


def _place(scene: Scene, name: str, seat: str) -> Place:
    for place in scene.places:
        if place.name == name and place.seat == seat:
            return place
    scene.places.append(Place(name, seat, []))
    return scene.places[-1]


def _move(scene: Scene, name: str, seat: str, card: str) -> None:
    """A card is taken from one place before a seat and laid at another there."""
    here, _, there = name.partition(" to ")
    place = _place(scene, here, seat)
    if card in place.cards:
        place.cards.remove(card)
    if not any(other.name == there for other in scene.of(seat)):
        # A new place is beside the one it comes from: after it, or instead of it.
        at = scene.places.index(place) + bool(place.cards)
        scene.places.insert(at, Place(there, seat, []))
    _place(scene, there, seat).cards.append(card)
    scene.places = [place for place in scene.places if place.cards]


def _turn(scene: Scene, name: str, seat: str, card: str) -> None:
    """Turn a card face up where it lies: at that place, or at the one whose name is nearest,
    since the text may call one of several cards by its number."""
    if any(card in place.cards for place in scene.of(seat) if place.name == name):
        return
    words = {word.rstrip("s") for word in name.split()}

    def near(place: Place) -> tuple[bool, int]:
        common = words & {word.rstrip("s") for word in place.name.split()}
        return place.name == name, len(common)

    for place in sorted(scene.of(seat), key=near, reverse=True):
        if None in place.cards:
            place.cards[place.cards.index(None)] = card
            return
    _place(scene, name, seat).cards.append(card)
