"""Who answers prompts: random equipment, random players, scripts, policies."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.table.entries import (
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Placed,
    Rolled,
    Spun,
    Wagered,
    parse_entry,
)
from pitboss.table.prompts import Prompt
from pitboss.table.tape import Awaiting

# Entries that are given over and over: frozen, so one of each serves.
DREW = tuple(Drew(card) for card in range(len(CARD_TEXT)))
CLOSED = Closed()


class RandomEquipment:
    """Cards, dice, wheels and numbers from one seeded generator. Draws are uniform over the
    cards left in the shoe, which is the same as a shuffle made beforehand."""

    __slots__ = ("_chance", "rng")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._chance = rng.random

    def answer(self, prompt: Prompt) -> Entry:
        kind = prompt.kind
        if kind == "draw":
            return DREW[self.card(prompt)]
        if kind == "roll":
            return Rolled(tuple(self.rng.randint(1, 6) for _ in range(prompt.at_most)))
        if kind == "spin":
            return Spun(self.rng.choice(prompt.choices))
        if kind == "number":
            return Placed(
                prompt.seat, prompt.what, self.rng.randint(prompt.at_least, prompt.at_most)
            )
        if kind == "act":
            return Did(prompt.what)
        raise Awaiting(prompt)

    def card(self, prompt: Prompt) -> int:
        """A card from the shoe, each as likely as any other that is left."""
        dealer = prompt.dealer
        counts = dealer.counts
        if not dealer.remaining:
            raise BadInput("the shoe is empty: no card can be drawn")
        # Pick one of 53 x the largest count places, and again if nothing is there. 53 bits
        # over at most a few hundred places: no card is favoured by as much as 1 in 10 ** 13.
        size = len(counts)
        places = size * (dealer.most or max(counts))
        chance = self._chance
        while True:
            place = int(chance() * places)
            card = place % size
            if counts[card] > place // size:
                return card


class RandomPlayers:
    """Random legal play: every seat wagers once in a while, and decides by chance. Equipment
    is random as well. For fuzzing and demonstration."""

    __slots__ = ("equipment", "rng", "wagers_most")

    def __init__(self, rng: random.Random, wagers_most: int = 3) -> None:
        self.rng = rng
        self.equipment = RandomEquipment(rng)
        self.wagers_most = wagers_most

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "decision":
            return Chose(prompt.seat, self.rng.choice(prompt.choices))
        if prompt.kind != "wagers":
            return self.equipment.answer(prompt)
        answers = prompt.answers()
        wagers = [answer for answer in answers if "wager" in answer]
        others = [a for a in answers if "wager" not in a and a["entry"] != "d close"]
        may_close = len(answers) > len(wagers) + len(others)
        enough = prompt.made and self.rng.random() < prompt.made / self.wagers_most
        if may_close and (not wagers or (enough and prompt.dealer.wagers)):
            return Closed()
        # Where nothing can be added and what lies there is incomplete, something is taken back.
        several = len(answers) - len(wagers) > 1
        if not wagers or (several and self.rng.random() < 0.15 and others):
            return parse_entry(self.rng.choice(others)["entry"])
        chosen = self.rng.choice(wagers)
        low, high, step = chosen["at_least"], chosen["at_most"], chosen["step"]
        # Mostly small amounts: a table of random millions tests less.
        steps = min((high - low) // step, self.rng.choice((0, 0, 1, 5, 20, 10**9)))
        cents = low + step * self.rng.randint(0, steps)
        return Wagered(int(chosen["seat"][1:]), chosen["wager"], cents, chosen["spot"])


Policy = Callable[[Prompt], str]


class Players:
    """A table of seats with fixed wagers and a policy for their decisions; random equipment.

    `wagers` maps (seat, kind, spot) to cents, put down in every opening window that offers
    them; windows in mid-round and decisions go to `decide`."""

    __slots__ = ("_plan", "decide", "equipment")

    def __init__(
        self,
        rng: random.Random,
        wagers: Mapping[tuple[int, str, str], int],
        decide: Callable[[Prompt], Entry],
    ) -> None:
        self.equipment = RandomEquipment(rng)
        self._plan = [
            Wagered(seat, kind, cents, spot) for (seat, kind, spot), cents in wagers.items()
        ]
        self.decide = decide

    def answer(self, prompt: Prompt) -> Entry:
        kind, decide = prompt.kind, self.decide
        if kind == "draw":
            return DREW[self.equipment.card(prompt)]
        if kind == "wagers":
            if not prompt.dealer.opening:
                return decide(prompt)
            if prompt.made < len(self._plan):
                return self._plan[prompt.made]
            return CLOSED
        if kind == "decision":
            return decide(prompt)
        return self.equipment.answer(prompt)
