"""What lies on the table, drawn: hands and boxes of cards, the dice, where the wheel stopped,
and the wagers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cli.receipt import may_see
from pitboss.cli.screen import card_boxes, dice_boxes, pocket, side_by_side
from pitboss.money import format_dollars
from pitboss.table.entries import seat_text
from pitboss.table.layout import Event, Wager

# Cards that are out of play are not drawn.
OUT_OF_PLAY = ("discard", "burn")


def hands(events: Sequence[Event], eyes: int | None) -> dict[str, list[int]]:
    """The cards by place, as the seats in `eyes` see them; -1 is a card face down."""
    places: dict[str, list[int]] = {}
    faces: dict[str, list[int]] = {}
    for event in events:
        if event.act == "draw" and not event.what.startswith(OUT_OF_PLAY):
            place = _place(event)
            places.setdefault(place, []).append(event.card if may_see(event, eyes) else -1)
            faces.setdefault(place, []).append(event.card)
        elif event.act == "reveal" and may_see(event, eyes):
            _turn(places, faces, _place(event), event.card)
        elif event.act == "move":
            _move(places, faces, event)
    return places


def _place(event: Event) -> str:
    who = seat_text(event.seat)
    return f"{who} {event.what}" if event.seat and who not in event.what else event.what


def _move(places: dict[str, list[int]], faces: dict[str, list[int]], event: Event) -> None:
    """A card is taken from one place before a seat and laid at another there."""
    here, _, there = event.what.partition(" to ")
    who = seat_text(event.seat)
    here, there = (name if who in name else f"{who} {name}" for name in (here, there))
    for cards in (places, faces):
        if event.card in cards.get(here, ()):
            cards[here].remove(event.card)
        if there not in cards:
            _put_beside(cards, here, there)
        cards[there].append(event.card)


def _put_beside(cards: dict[str, list[int]], here: str, there: str) -> None:
    """A new place is beside the one it comes from: after it, or instead of it."""
    for place in list(cards):
        there_too = [(place, cards.pop(place))]
        if place == here:
            there_too = [entry for entry in there_too if entry[1]] + [(there, [])]
        cards.update(there_too)
    cards.setdefault(there, [])


def _turn(places: dict[str, list[int]], faces: dict[str, list[int]], place: str, card: int) -> None:
    """Turn a card face up where it lies; the place may be told in other words at the end."""
    for at in (place, *places):
        for index, face in enumerate(faces.get(at, ())):
            if face == card and places[at][index] < 0:
                places[at][index] = card
                return


def draw_cards(screen: Console, events: Sequence[Event], eyes: int | None) -> None:
    there = hands(events, eyes)
    if not there:
        return
    blocks = [card_boxes(place, cards) for place, cards in there.items()]
    for line in side_by_side(blocks, screen.width - 4):
        screen.print(Text("  ").append_text(line), no_wrap=True, crop=True)


def draw_dice(screen: Console, event: Event) -> None:
    for line in dice_boxes([int(face) for face in event.what.split()]):
        screen.print(Text("    ").append_text(line))


def draw_stop(screen: Console, event: Event) -> None:
    screen.print(Text("    ").append_text(pocket(event.what)))


def draw_wagers(screen: Console, wagers: Sequence[Wager]) -> None:
    """One line a seat."""
    by_seat: dict[int, list[str]] = {}
    for wager in wagers:
        off = "" if wager.on else " off"
        told = f"{wager.name} {format_dollars(wager.cents)}{off}"
        by_seat.setdefault(wager.seat, []).append(told)
    for seat in sorted(by_seat):
        screen.print(Text.assemble("  ", (seat_text(seat), "bold"), "  ", ", ".join(by_seat[seat])))
