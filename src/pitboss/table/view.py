"""What a seat may see. A view is made from the events that are visible to the seat: a hidden
card is never in it, rather than deleted from it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.table.layout import Event


def view(events: Iterable[Event], seat: int) -> list[Event]:
    """The events as `seat` sees them (0: the dealer's own view, -1: a bystander's)."""
    bit = 1 << seat if seat >= 0 else 0
    shown = []
    for event in events:
        if event.seen < 0 or event.seen & bit:
            shown.append(event)
        else:
            # Of a card its place; of a choice that names cards what is chosen, and not which.
            what = event.what if event.card >= 0 else event.what.partition(" ")[0]
            shown.append(Event(event.act, event.cite, event.seat, what, event.cents))
    return shown
