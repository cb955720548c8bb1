"""Chance, told apart from everybody else: equipment that waits to be told what comes."""

from __future__ import annotations

from pitboss.table.entries import Entry, Placed
from pitboss.table.prompts import Prompt
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import Awaiting

CHANCE_KINDS = ("draw", "roll", "spin")


class Chance(RandomEquipment):
    """Cards, dice and wheels are chance's to say; acts have one answer, and a cut is the least."""

    def __init__(self) -> None:
        """There is no generator."""

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind in CHANCE_KINDS:
            raise Awaiting(prompt)
        if prompt.kind == "number":
            return Placed(prompt.seat, prompt.what, prompt.at_least)
        return super().answer(prompt)
