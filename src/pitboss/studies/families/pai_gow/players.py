"""Players: how hands are set at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.equipment.cards import cards_text
from pitboss.families.pai_gow.hands import HOUSE_WAY, SET
from pitboss.studies.families.one_deck_poker.strategies import own_hand
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

# The low hand, of what the player holds under these rules.
Look = Callable[[Any, Sequence[int]], Sequence[int]]


class AsTheHouse:
    """Asks how the house would set the hand, and does so."""

    def __call__(self, prompt: Prompt) -> Entry:
        return Chose(prompt.seat, HOUSE_WAY)


class ByWay:
    """Sets hands by a shipped way, which need not be the house's."""

    def __init__(self, name: str, look: Look) -> None:
        self.name = name
        self.look = look

    def __call__(self, prompt: Prompt) -> Entry:
        low = self.look(prompt.dealer.rules, own_hand(prompt))
        return Chose(prompt.seat, f"{SET} {cards_text(low)}")


class BestSetting(ByWay):
    """Sets every hand in the best way, as it was found under the rules."""
