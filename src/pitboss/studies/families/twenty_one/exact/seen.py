"""What lies on the table, as the analysis counts it: an ace is 1."""

from __future__ import annotations

from pitboss.families.twenty_one.hands import card_value
from pitboss.table.prompts import Prompt


def hands_seen(prompt: Prompt) -> dict[str, list[int]]:
    """The values in every hand on the table, by the hand's place."""
    found: dict[str, list[int]] = {}
    for event in prompt.dealer.events:
        if event.act == "draw" and event.card >= 0:
            found.setdefault(event.what, []).append(_value(event.card))
        elif event.act == "move" and event.card >= 0:
            source, _, place = event.what.partition(" to ")
            if place:
                value = _value(event.card)
                found[source].remove(value)
                found.setdefault(place, []).append(value)
    return found


def _value(card: int) -> int:
    value = card_value(card)
    return 1 if value == 11 else value
