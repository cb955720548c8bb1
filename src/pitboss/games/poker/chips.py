"""14.7: the window between rounds in which chips are put on the table. Whoever calls a stack off
sits out; chips are taken off the table only by one who leaves it."""

from __future__ import annotations

from pitboss.table.layout import Wager
from pitboss.table.window import Window


class ChipsOnTheTable(Window):
    """Table stakes: chips may be added before a round, and none taken away."""

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        return "chips on the table stay in play while the player is seated"

    def why_not_call(self, wager: Wager, on: bool) -> str:
        if wager.on == on:
            return f"p{wager.seat} {'plays' if on else 'sits out'} already"
        return ""
