"""How many rounds an hour, by the number of seats. What is known is one published figure for some
games; how a round grows with its players is counted in the procedure. So this is an estimate, and
says so; a licensee's own figure goes before it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from pitboss.analysis.laboratory.dealt import LIMITS, Round, seats_of
from pitboss.analysis.study import Scenario
from pitboss.errors import PitbossError
from pitboss.table.entries import Chose, Closed, Entry, Wagered
from pitboss.table.game import Game, Limits, Rules
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

SOURCE = "Wizard of Odds, hands per hour of table games"
# Rounds an hour as published there, without the number of players; taken to be of five.
PUBLISHED = {
    "baccarat-punto-banco": 72, "blackjack": 70, "let-it-ride-poker": 52,
    "caribbean-stud-poker": 50, "craps": 48, "roulette": 38, "pai-gow-poker": 34, "pai-gow": 30,
    "big-six": 10,
}  # fmt: skip
SEATS_PUBLISHED = 5
ROUNDS = 12
SEATS_SHOWN = 7


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Acts of a round (cards, payments, announcements) and rounds an hour at so many seats."""

    seats: int
    acts: Fraction
    rounds: Fraction | None


class Paces(msgspec.Struct, frozen=True, kw_only=True):
    """`basis` says where the rounds an hour are from."""

    basis: str
    seats: list[Pace]


class _Patrons:
    """Every seat makes the wagers of the scenario, and decides by chance."""

    def __init__(self, scenario: Scenario, seats: int, seed: str) -> None:
        self.rng = random.Random(seed)
        self.equipment = RandomEquipment(self.rng)
        self.waiting: list[Entry] = [
            Wagered(seat, kind, max(LIMITS[0], 1_000), spot)
            for seat in range(1, seats + 1)
            for kind, spot, _ in scenario.wagers
        ]

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "decision":
            return Chose(prompt.seat, self.rng.choice(prompt.choices))
        if prompt.kind != "wagers":
            return self.equipment.answer(prompt)
        return self.waiting.pop(0) if self.waiting else Closed()


def rounds_alike(
    game: Game, rules: Rules, scenario: Scenario, seats: int, count: int
) -> list[Round]:
    """Returns rounds in which every seat makes the wagers of the scenario."""
    dealt = []
    for number in range(count):
        table = game.open_table(rules, seats, limits=Limits({"": LIMITS}))
        tape = LiveTape(_Patrons(scenario, seats, f"{game.key} {number}"))
        dealt.append(Round(list(tape.entries), run(game, rules, table, tape)))
    return dealt


def acts_of(game: Game, rules: Rules, scenario: Scenario, seats: int) -> Fraction:
    """Returns the acts of a round at so many seats, on average over a few."""
    acts = sum(
        event.act != "note"
        for each in rounds_alike(game, rules, scenario, seats, ROUNDS)
        for event in each.receipt.events
    )
    return Fraction(acts, ROUNDS)


def _acts_by_seats(game: Game, rules: Rules, scenarios: Sequence[Scenario]) -> list[Fraction]:
    """The acts of a round by seats, with the fewest wagers that may be made alone; none if the
    rules do not let every seat wager alike."""
    most = min(seats_of(game, rules), SEATS_SHOWN)
    for scenario in sorted(scenarios, key=lambda each: len(each.wagers)):
        if not scenario.seats:
            try:
                return [acts_of(game, rules, scenario, seats) for seats in range(1, most + 1)]
            except PitbossError:
                continue  # a wager that goes with others, say
    return []


def paces_of(
    game: Game, rules: Rules, scenarios: Sequence[Scenario], own: int | None = None
) -> Paces | None:
    """Returns the pace by seats, or None where the procedure cannot be dealt with every seat's
    wagers alike (a game in which patrons bank, say). `own` is the licensee's figure at
    the published number of seats."""
    acts = _acts_by_seats(game, rules, scenarios)
    if not acts:
        return None
    most = len(acts)
    known = own or PUBLISHED.get(game.key)
    if known is None:
        basis = "no figure is published: give --pace ROUNDS, at five seats"
        return Paces(
            basis=basis,
            seats=[Pace(seats=n, acts=a, rounds=None) for n, a in enumerate(acts, 1)],
        )
    at = acts[min(SEATS_PUBLISHED, most) - 1]
    basis = (
        f"{known} rounds an hour at {min(SEATS_PUBLISHED, most)} seats "
        f"({'as given' if own else SOURCE}); other seats in proportion to the acts of a round"
    )
    return Paces(
        basis=basis,
        seats=[Pace(seats=n, acts=a, rounds=known * at / a) for n, a in enumerate(acts, 1)],
    )
