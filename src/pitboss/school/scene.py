"""Scenes: random legal rounds of a game, dealt through its procedure, and how they are told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

import msgspec

from pitboss.law.schema import Value
from pitboss.money import format_dollars
from pitboss.school.acts import WHAT_KIND
from pitboss.school.patrons import Patrons
from pitboss.table.entries import Entry, seat_text
from pitboss.table.game import Game, Limits, Rules, Table
from pitboss.table.layout import Event, Wager
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_text
from pitboss.table.round import Waiting, play, run
from pitboss.table.tape import LiveTape
from pitboss.testing import Dealt, random_choices, random_irregularity

HARDEST = 3
PROCEDURES = 3
SEATS_MOST = 3
POSTED = (500, 50_000)
# How often something goes wrong at a prompt, and a closed table is opened first.
TROUBLE, OPENED = 0.1, 0.15
EVENTS_SHOWN = 12


class Asked(msgspec.Struct, frozen=True):
    """What an item is to be made of."""

    game: Game
    day: date
    difficulty: int
    rng: random.Random


class Scene(msgspec.Struct, frozen=True):
    """A table and the rounds that were dealt there."""

    game: Game
    rules: Rules
    options: dict[str, Value]
    dealt: list[Dealt]

    def head(self, before: Table) -> list[str]:
        """What a dealer knows who comes to the table."""
        law = self.rules.law
        low, high = (format_dollars(cents) for cents in before.limits.of(""))
        lines = [f"{self.game.key}, rules of {law.day}; wagers from {low} to {high}"]
        if self.options:
            chosen = ", ".join(f"{name} {value}" for name, value in sorted(self.options.items()))
            lines.append(f"the licensee's choices: {chosen}")
        memory = _memory(before)
        if memory:
            lines.append(f"from before: {memory}")
        if before.standing:
            lines.append(f"on the layout: {layout_text(before.standing)}")
        return lines


class TroubledPatrons(Patrons):
    """Patrons at whose table something goes wrong now and then."""

    def answer(self, prompt: Prompt) -> Entry:
        found = None
        if self.rng.random() < TROUBLE:
            found = random_irregularity(prompt, self.rng)
        return found or super().answer(prompt)


def deal_scene(asked: Asked, *, by_hand: bool, troubled: bool = False) -> Scene:
    """A few procedures in a row. The hardest items are of any day and of any choices that the
    licensee may make on it."""
    game, rng, day = asked.game, asked.rng, asked.day
    options: dict[str, Value] = {}
    if asked.difficulty == HARDEST:
        day, options = random_choices(game, rng)
    rules = game.rules(day, options)
    most = game.seats_max if game.seats_of is None else game.seats_of(rules)
    table = game.open_table(
        rules,
        rng.randint(1, min(most, SEATS_MOST)),
        limits=Limits({"": POSTED}),
        closed=by_hand and rng.random() < OPENED,
    )
    dealt: list[Dealt] = []
    for _ in range(PROCEDURES):
        tape = LiveTape(TroubledPatrons(rng) if troubled else Patrons(rng))
        receipt = run(game, rules, table, tape, by_hand=by_hand)
        dealt.append(Dealt(rules, table, tape.entries, receipt, by_hand))
        table = receipt.after
    return Scene(game, rules, options, dealt)


def reached(scene: Scene, dealt: Dealt, entries: Sequence[Entry]) -> Waiting | Receipt:
    """Where the procedure stands after these entries."""
    return play(scene.game, scene.rules, dealt.before, entries, by_hand=dealt.by_hand)


def last_events(events: Sequence[Event]) -> list[str]:
    """The last of what happened, a line each."""
    lines = [event_text(event) for event in events]
    if len(lines) > EVENTS_SHOWN:
        lines = ["...", *lines[-EVENTS_SHOWN:]]
    return lines


def awaited(prompt: Prompt) -> str:
    """What comes next, in words."""
    if prompt.kind == "act":
        return prompt.what
    who = f" ({seat_text(prompt.seat)})" if prompt.seat > 0 else ""
    if prompt.kind == "wagers":
        return "wagers are open"
    return f"{WHAT_KIND[prompt.kind]}{who}"


def layout_text(wagers: Sequence[Wager]) -> str:
    return ", ".join(
        f"{seat_text(wager.seat)} {wager.name} {format_dollars(wager.cents)}"
        + (f" on {wager.point}" if wager.point else "")
        + ("" if wager.on else " (off)")
        for wager in wagers
    )


def _memory(table: Table) -> str:
    """What the table remembers from earlier rounds, where it is anything."""
    fields = msgspec.to_builtins(table.state)
    known = (
        f"{name.replace('_', ' ')} {str(value).lower() if value is True else value}"
        for name, value in fields.items()
        if (isinstance(value, str) and value) or (isinstance(value, bool | int) and value > 0)
    )
    return ", ".join(known)
