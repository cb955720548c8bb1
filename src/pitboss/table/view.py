"""What a seat may see. A view is made from the events that are visible to the seat: a hidden
card is never in it, rather than deleted from it. Of the prompt a seat is shown only what is its
own to answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.table.entries import seat_text
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt

# Whoever looks on is named by a seat: 0 is the dealer, and this is somebody who has none.
BYSTANDER = -1


def view(events: Iterable[Event], viewer: int) -> list[Event]:
    """Returns the events as `viewer` sees them: a seat, the dealer or a bystander."""
    bit = 1 << viewer if viewer >= 0 else 0
    shown = []
    for event in events:
        if event.seen < 0 or event.seen & bit:
            shown.append(event)
        else:
            # Of a card its place; of a choice that names cards what is chosen, and not which.
            what = event.what if event.card >= 0 else event.what.partition(" ")[0]
            shown.append(Event(event.act, event.cite, event.seat, what, event.cents))
    return shown


def waiting_for(prompt: Prompt) -> str:
    """Returns whom the table waits for: a seat, the dealer, or `players` for all of them."""
    return "players" if prompt.seat < 0 else seat_text(prompt.seat)


def prompt_for(prompt: Prompt, seat: int) -> dict[str, Any] | None:
    """Returns the prompt as far as it is this seat's to answer, or None. The dealer is not told
    which cards are in the shoe, nor anybody which irregularities the table could have."""
    # A player may wager on several betting areas: then all of them are the player's.
    areas = prompt.dealer.table.areas
    own = {s for s in (seat, *areas) if areas.get(s, s) == areas.get(seat, seat)}
    own |= {areas.get(seat, seat)}
    if seat == BYSTANDER or prompt.seat not in (-1, *own):
        return None
    answers = prompt.answers()
    if prompt.kind == "draw":
        answers = [{"entry": "d draw CARD"}]
    if prompt.seat < 0:
        names = tuple(f"{seat_text(s)} " for s in own)
        answers = [answer for answer in answers if answer["entry"].startswith(names)]
        if not answers:
            return None
    return {
        "seat": seat_text(max(prompt.seat, 0) or seat),
        "kind": prompt.kind,
        "what": prompt.what,
        "answers": answers,
        "cite": prompt.citation(),
    }
