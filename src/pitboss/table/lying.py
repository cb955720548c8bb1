"""What lies on the table, read from the events: the cards by place, face up or face down."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pitboss.table.entries import seat_text
from pitboss.table.layout import Event

FACE_DOWN = -1
# Cards that are out of play do not lie on the table.
OUT_OF_PLAY = ("discard", "burn")


class Place(msgspec.Struct):
    """A place before a seat (0: the house) with its cards. `faces` are the cards as the events
    name them (-1: they do not), `up` says which of them can be seen; `open`: some were laid face
    up."""

    name: str
    seat: int
    faces: list[int] = []
    up: list[bool] = []
    open: bool = False

    @property
    def cards(self) -> list[int]:
        """The cards in the order in which they came; -1 is one that lies face down."""
        return [face if up else FACE_DOWN for face, up in zip(self.faces, self.up, strict=True)]

    @property
    def label(self) -> str:
        """The place's name, with whose it is where the name does not say so."""
        who = seat_text(self.seat)
        return f"{who} {self.name}" if self.seat and who not in self.name else self.name

    def lay(self, card: int, *, up: bool) -> None:
        self.faces.append(card)
        self.up.append(up)
        self.open |= up

    def take(self, card: int) -> bool:
        """Takes a card away, and returns whether it could be seen."""
        at = self.faces.index(card)
        del self.faces[at]
        return self.up.pop(at)


def lying(events: Iterable[Event], sees: Callable[[Event], bool] | None = None) -> list[Place]:
    """Returns the places at which cards lie, in the order in which they came to be. `events` may be
    those of a view, in which hidden cards are not named, or all of them: then `sees` says of each
    whether its card can be seen (without it all are)."""
    places: list[Place] = []
    for event in events:
        seen = event.card >= 0 and (sees is None or sees(event))
        match event.act:
            case "draw" if not event.what.startswith(OUT_OF_PLAY):
                _place(places, event.what, event.seat).lay(event.card, up=seen)
            case "reveal" if seen:
                _turn(places, event.what, event.seat, event.card)
            case "move":
                _move(places, event)
            case "deliver":
                _deliver(places, event)
    return places


def _place(places: list[Place], name: str, seat: int) -> Place:
    for place in places:
        if place.name == name and place.seat == seat:
            return place
    places.append(Place(name, seat))
    return places[-1]


def _move(places: list[Place], event: Event) -> None:
    """A card is taken from one place before a seat and laid at another there. A new place is beside
    the one it comes from: after it, or instead of it."""
    here, _, there = event.what.partition(" to ")
    source = _place(places, here, event.seat)
    up = source.take(event.card) if event.card in source.faces else True
    if not any(place.name == there and place.seat == event.seat for place in places):
        places.insert(places.index(source) + bool(source.faces), Place(there, event.seat))
    _place(places, there, event.seat).lay(event.card, up=up)
    if not source.faces:
        places.remove(source)


def _deliver(places: list[Place], event: Event) -> None:
    """A stack goes from the house to somebody, or out of play."""
    here, _, there = event.what.partition(" to ")
    stack = _place(places, here, 0)
    places.remove(stack)
    if not there.startswith(OUT_OF_PLAY):
        place = _place(places, there, event.seat)
        place.faces += stack.faces
        place.up += stack.up


def _turn(places: list[Place], name: str, seat: int, card: int) -> None:
    """A card is turned face up where it lies. Where its face was not known before, that is at the
    place which is named so, or most nearly so: the text may call one of several cards by its
    number."""
    words = _words(name)
    own = sorted(
        (place for place in places if place.seat == seat),
        key=lambda place: (place.name == name, len(words & _words(place.name))),
        reverse=True,
    )
    for place in (*own, *places):
        for at, face in enumerate(place.faces):
            if face == card and not place.up[at]:
                place.up[at] = True
                return
    there = next((place for place in own if place.name == name and card in place.faces), None)
    # Of cards that were all dealt face down, another one that looks the same may be turned.
    if there is not None and (there.open or FACE_DOWN not in there.faces):
        return
    for place in own:
        if FACE_DOWN in place.faces:
            at = place.faces.index(FACE_DOWN)
            place.faces[at], place.up[at] = card, True
            return
    if not any(card in place.faces for place in own):
        _place(places, name, seat).lay(card, up=True)


def _words(name: str) -> set[str]:
    return {word.rstrip("s") for word in name.split()}
