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
from pitboss.table.lying import lying


def draw_cards(screen: Console, events: Sequence[Event], eyes: int | None) -> None:
    places = lying(events, lambda event: may_see(event, eyes))
    if not places:
        return
    blocks = [card_boxes(place.label, place.cards) for place in places]
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
        wager_text = f"{wager.name} {format_dollars(wager.cents)}{off}"
        by_seat.setdefault(wager.seat, []).append(wager_text)
    for seat in sorted(by_seat):
        screen.print(Text.assemble("  ", (seat_text(seat), "bold"), "  ", ", ".join(by_seat[seat])))
