"""Patrons who play by chance, with the chips that patrons have: for demonstration, and for the
dealer in training. Whatever they do is legal."""

from __future__ import annotations

import random
from math import lcm
from typing import Any

from pitboss.table.entries import Chose, Closed, Entry, Wagered, parse_entry
from pitboss.table.prompts import Prompt
from pitboss.table.sources import RandomEquipment

# Nobody likes to count out 7.43: amounts are whole multiples of this where they can be.
CHIP_CENTS = 500


class Patrons:
    """Every seat makes a wager or two, and decides by chance; so does the equipment."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.equipment = RandomEquipment(rng)

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "decision":
            return Chose(prompt.seat, self.decide(prompt))
        if prompt.kind == "wagers":
            return self.wager(prompt)
        return self.equipment.answer(prompt)

    def decide(self, prompt: Prompt) -> str:
        """The dealer and the supervisors do what the text names first; patrons what they like."""
        if not prompt.seat:
            return prompt.choices[0]
        return self.rng.choice(prompt.choices)

    def wager(self, prompt: Prompt) -> Entry:
        answers = prompt.answers()
        wagers = [answer for answer in answers if "wager" in answer]
        # Seats with nothing on the layout come first, so that nobody sits the round out.
        active = {wager.seat for wager in prompt.dealer.wagers}
        idle = [answer for answer in wagers if int(answer["seat"][1:]) not in active]
        if not prompt.opening:
            idle = []
        seats = len(prompt.dealer.table.seats)
        enough = self.rng.random() < prompt.made / (2 * seats)
        closes = {"entry": "d close"} in answers
        if not wagers or (closes and not idle and enough):
            return Closed()
        if closes and not prompt.opening and not prompt.made and self.rng.random() < 0.3:
            return Closed()
        others = [a for a in answers if "wager" not in a and a["entry"] != "d close"]
        if others and not idle and self.rng.random() < 0.05:
            return parse_entry(self.rng.choice(others)["entry"])
        chosen = self._one_of(idle or wagers)
        seat = int(chosen["seat"][1:])
        return Wagered(seat, chosen["wager"], self.amount(chosen), chosen["spot"])

    def _one_of(self, answers: list[dict[str, Any]]) -> dict[str, Any]:
        """A kind by chance, then a place for it: else every roulette chip would be a split."""
        kind = self.rng.choice(list(dict.fromkeys(answer["wager"] for answer in answers)))
        return self.rng.choice([answer for answer in answers if answer["wager"] == kind])

    def amount(self, answer: dict[str, Any]) -> int:
        low, high, step = answer["at_least"], answer["at_most"], answer["step"]
        chips = lcm(step, CHIP_CENTS)
        first = -(-low // chips) * chips
        if low % step:
            # What lies there already is no whole number of steps: what is added makes it one.
            first, chips = low, step
        if first <= high:
            return int(first + chips * self.rng.randint(0, min((high - first) // chips, 4)))
        return int(low)
