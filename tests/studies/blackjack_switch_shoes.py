"""Random shoes of blackjack switch with random legal play under random rules, through the procedure
and through the kernel: what the tests and the soak compare."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from tests.studies.scripted_rounds import MOVES

from pitboss import registry
from pitboss.analysis.exact.explore import line_net
from pitboss.compiled import jit
from pitboss.games.blackjack_switch.hands import FIRST_UP, SECOND_UP, SWITCHES, match_row
from pitboss.studies.blackjack_switch.exact import table_rules
from pitboss.studies.blackjack_switch.kernel import (
    SPOTS_MAX,
    SwitchKernelTable,
    play_switch_round,
)
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing
from pitboss.studies.families.twenty_one.kernel import settle_box, settle_insurance
from pitboss.studies.families.twenty_one.kernel_run import no_boxes
from pitboss.studies.families.twenty_one.kernel_tables import PADDING, SYMBOLS
from pitboss.studies.families.twenty_one.side_wagers import row_cell
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

DAY = date(2015, 6, 1)
WAGER = 2000
AREAS = ("first", "second")
OPTIONS: dict[str, list[Any]] = {
    "decks": [6, 8],
    "hole_card": ["card reader", "face down"],
    "surrender": [False, True],
    "resplit": [False, True],
    "aces_once": [False, True],
    "switched_blackjack": [False, True],
}
BITS = {
    "switch": SWITCHES, "keep": 0, "no surrender": 0, "surrender first": FIRST_UP,
    "surrender second": SECOND_UP, "surrender both": FIRST_UP | SECOND_UP,
}  # fmt: skip
# Ranks by which there are blackjacks, pairs of aces, and long hands.
TALL, ACES, LOW = (9, 11, 12), (12,), (0, 1, 2, 12)
# What the shoes came to, so that a test can say that nothing is missing in them.
Seen = Counter[str]


class Replayed(NamedTuple):
    """What the kernel makes of the two hands of a spot, and of the insurance of each, in wagers
    of one hand."""

    hands: tuple[Fraction, ...]
    insurance: tuple[Fraction, ...]


def replay(
    table: SwitchKernelTable, cards: list[int], script: list[int], spots: int
) -> tuple[list[Replayed], int]:
    """One round from these cards (0 to 51), decided by the script: where the dealer shows an ace,
    0 or 1 for the insurance of every hand; for every spot the bits of a surrender, where that is
    offered, then of the switch, then every move. Gives the spots, and how many cards were
    used."""
    shoe = np.zeros(len(cards) + PADDING, dtype=np.uint8)
    shoe[: len(cards)] = np.array(SYMBOLS, dtype=np.uint8)[cards]
    boxes = no_boxes(2 * SPOTS_MAX)
    # The kernel takes an empty script for none at all, so one more entry stands at its end.
    told = np.array([*script, -1], dtype=np.int64)
    kernel: Any = jit(play_switch_round)
    _, at, _, end = kernel(
        table.tables,
        table.figures,
        shoe,
        len(cards),
        len(cards),
        0,
        np.uint64(0),
        spots,
        told,
        boxes,
    )
    found = []
    for spot in range(spots):
        mine = boxes[2 * spot : 2 * spot + 2]
        nets = [int(jit(settle_box)(table.tables.hands, table.figures, box, end)) for box in mine]
        insured = [int(settle_insurance(table.figures, box, end)) for box in mine]
        found.append(
            Replayed(
                tuple(Fraction(net, table.shape.scale) for net in nets),
                tuple(Fraction(net, table.shape.scale) for net in insured),
            )
        )
    return found, int(at)


class Stands:
    """A way to play that a script overrules."""

    def __init__(self, rules: Any) -> None:
        self.choices = np.zeros((10,) * 5, dtype=np.uint8)
        self.books: list[Strategy] = [nothing(table_rules(rules))]
        self.book_of = np.zeros(100, dtype=np.int64)


class Players:
    """Random legal play of every seat: full doubles, each hand insured for half or not at all."""

    def __init__(self, rng: random.Random, seats: int) -> None:
        self.rng, self.seats = rng, seats
        self.equipment = RandomEquipment(rng)
        self.cards: list[int] = []
        self.insured = [0] * 2 * seats
        self.moves: list[int] = []
        self.words: list[str] = []
        self.opening = [
            Wagered(seat, kind, WAGER) for seat in range(1, seats + 1) for kind in (*AREAS, "match")
        ]
        few = rng.choice((TALL, ACES, LOW, range(13), range(13)))
        self.few = [*few, *rng.sample(range(13), 2)]

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "draw":
            left = [c for c, n in enumerate(prompt.dealer.counts) if n and c >> 2 in self.few]
            card = self.rng.choice(left) if left else self.equipment.card(prompt)
            self.cards.append(card)
            return Drew(card)
        if prompt.kind == "decision":
            choice = self._choice(prompt.choices)
            word = choice.partition(" ")[0]
            self.words.append(choice if choice in BITS else word)
            self.moves.append(BITS[choice] if choice in BITS else MOVES.index(word))
            return Chose(prompt.seat, choice)
        assert prompt.kind == "wagers"
        if prompt.opening:
            return self.opening[prompt.made] if prompt.made < len(self.opening) else Closed()
        return self._insurance(prompt)

    def _choice(self, choices: tuple[str, ...]) -> str:
        if "split" in choices and self.rng.random() < 0.6:
            return "split"
        if "no surrender" in choices and self.rng.random() < 0.6:
            return "no surrender"
        return self.rng.choice(choices)

    def _insurance(self, prompt: Prompt) -> Entry:
        for answer in prompt.answers():
            if answer.get("wager") != "insurance" or self.rng.random() < 0.6:
                continue
            seat, area = int(answer["seat"][1:]), answer["spot"]
            place = 2 * (seat - 1) + AREAS.index(area)
            if not self.insured[place]:
                self.insured[place] = 1
                return Wagered(seat, "insurance", WAGER // 2, area)
        return Closed()


@cache
def _machine(chosen: tuple[tuple[str, Any], ...]) -> tuple[Any, SwitchKernelTable]:
    rules = registry.find("blackjack-switch").rules(DAY, dict(chosen))
    return rules, SwitchKernelTable(table_rules(rules), Stands(rules))


def random_rules(rng: random.Random) -> tuple[Any, SwitchKernelTable]:
    chosen = {name: rng.choice(values) for name, values in OPTIONS.items()}
    if not chosen["resplit"]:
        del chosen["aces_once"]
    return _machine(tuple(chosen.items()))


def compare(rng: random.Random, seen: Seen | None = None) -> str:
    """One round by the procedure and by the kernel; a text if they differ."""
    game = registry.find("blackjack-switch")
    rules, machine = random_rules(rng)
    seats = rng.randint(1, 3)
    players = Players(rng, seats)
    receipt = run(game, rules, game.open_table(rules, seats), LiveTape(players))
    cards, lines = players.cards, list(receipt.lines)
    told = f"{rules.law.options} cards {cards} {players.words}"
    ace = cards[2 * seats] >> 2 == 12
    script = [*players.insured, *players.moves] if ace else players.moves
    spots, used = replay(machine, cards, script, seats)
    if used != len(cards):
        return f"{used} of {len(cards)} cards used: {told}"
    if seen is not None:
        _note(seen, lines, players.words)
    for seat, spot in enumerate(spots, 1):
        mine = [*spot.hands, *spot.insurance, _match(rules, cards, seats, seat)]
        theirs = _nets(lines, seat)
        if [net * WAGER for net in mine] != theirs:
            return f"p{seat}: the kernel has {mine}, the procedure {theirs}: {told}"
    return ""


def _match(rules: Any, cards: list[int], seats: int, seat: int) -> Fraction:
    """What a spot's match wager comes to in the kernel."""
    first = 2 * (seat - 1)
    second = first + 2 * seats + 1
    row = match_row(cards[first], cards[second], cards[first + 1], cards[second + 1])
    return row_cell(rules.match, int(row)).net


def _nets(lines: list[Line], seat: int) -> list[int]:
    """Of either hand, with what it was doubled and split by, of the insurance of each, and of the
    match wager."""
    found = dict.fromkeys((*AREAS, *(f"insurance {area}" for area in AREAS), "match"), 0)
    for line in lines:
        if line.seat == seat:
            name = line.wager
            if name not in found:
                name = name.split()[1]
            found[name] += line_net(line)
    return list(found.values())


def _note(seen: Seen, lines: list[Line], words: list[str]) -> None:
    """What was done, and what kinds of results a round has."""
    seen.update(words)
    for line in lines:
        seen[f"{line.wager.partition(' ')[0]} {line.result}"] += 1
        seen[line.wager] += 1


def compare_shoes(first: int, count: int) -> tuple[int, list[str]]:
    """How many of these shoes came to the same, and what was wrong with the others."""
    told = [
        compare(random.Random(f"blackjack switch {number}"))
        for number in range(first, first + count)
    ]
    failed = [text for text in told if text]
    return count - len(failed), failed
