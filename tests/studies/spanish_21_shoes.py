"""Random shoes of Spanish 21 with random legal play under random rules, through the procedure and
through the kernel: what the tests and the soak compare."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any

from tests.studies.scripted_rounds import MOVES, replay

from pitboss import registry
from pitboss.analysis.exact.explore import line_net
from pitboss.studies.families.twenty_one.kernel_rounds import side_row
from pitboss.studies.families.twenty_one.kernel_run import SideRows
from pitboss.studies.families.twenty_one.kernel_tables import SYMBOLS
from pitboss.studies.spanish_21.exact import table_rules
from pitboss.studies.spanish_21.kernel import match_rows
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

DAY = date(2015, 6, 1)
WAGER, MATCH = 2000, "match-the-dealer"
SUPER_BONUS = "super-bonus"
OPTIONS: dict[str, list[Any]] = {
    "decks": [6, 8],
    "hole_card": ["none", "face down", "card reader"],
    "surrender": [False, True],
    "match_the_dealer": [True],
}
# Ranks by which hands are long, or of 21 with three cards, or pairs of aces and court cards.
LOW, BONUS, SEVENS, TALL = (0, 1, 2, 12), (4, 5, 6), (5,), (11, 12)
AS_MOVES = {"keep": "stand", "rescue": "surrender"}
# What the shoes came to, so that a test can say that nothing is missing in them.
Seen = Counter[str]


class Players:
    """Random legal play of every seat: full doubles, insured for half or not at all."""

    def __init__(self, rng: random.Random, seats: int) -> None:
        self.rng, self.seats = rng, seats
        self.equipment = RandomEquipment(rng)
        self.cards: list[int] = []
        self.insured: list[int] = [0] * seats
        self.moves: list[int] = []
        self.opening = [
            Wagered(seat, kind, WAGER)
            for seat in range(1, seats + 1)
            for kind in ("initial", MATCH)
        ]
        few = rng.choice((LOW, BONUS, SEVENS, TALL, range(13), range(13)))
        self.few = [*few, rng.choice((3, 4, 5, 6, 7))]
        # Of one suit, sevens are a super bonus.
        self.suits = rng.choice(((0, 1, 2, 3), (0, 1, 2, 3), (rng.randrange(4),)))

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "draw":
            left = [
                card
                for card, copies in enumerate(prompt.dealer.counts)
                if copies and card >> 2 in self.few and card & 3 in self.suits
            ]
            card = self.rng.choice(left) if left else self.equipment.card(prompt)
            self.cards.append(card)
            return Drew(card)
        if prompt.kind == "decision":
            choice = self._choice(prompt.choices)
            word = choice.partition(" ")[0]
            self.moves.append(MOVES.index(AS_MOVES.get(word, word)))
            return Chose(prompt.seat, choice)
        assert prompt.kind == "wagers"
        if prompt.opening:
            return self.opening[prompt.made] if prompt.made < len(self.opening) else Closed()
        return self._insurance(prompt)

    def _choice(self, choices: tuple[str, ...]) -> str:
        if "split" in choices and self.rng.random() < 0.6:
            return "split"
        # Often enough a card more, for hands of many cards.
        if "draw" in choices and self.rng.random() < 0.5:
            return "draw"
        return self.rng.choice(choices)

    def _insurance(self, prompt: Prompt) -> Entry:
        for answer in prompt.answers():
            if answer.get("wager") != "insurance" or self.rng.random() < 0.6:
                continue
            seat = int(answer["seat"][1:])
            if not self.insured[seat - 1]:
                self.insured[seat - 1] = 1
                return Wagered(seat, "insurance", WAGER // 2)
        return Closed()


def compare(rng: random.Random, seen: Seen | None = None) -> str:
    """One round by the procedure and by the kernel; a text if they differ."""
    game = registry.find("spanish-21")
    rules: Any = game.rules(DAY, {name: rng.choice(values) for name, values in OPTIONS.items()})
    seats = rng.randint(1, 3)
    players = Players(rng, seats)
    receipt = run(game, rules, game.open_table(rules, seats), LiveTape(players))
    cards, lines = players.cards, list(receipt.lines)
    told = f"{rules.law.options} cards {cards} moves {players.moves}"
    ace = cards[seats] >> 2 == 12
    script = [*players.insured, *players.moves] if ace else players.moves
    boxes, used = replay(table_rules(rules)._replace(decks=1), cards, script, seats)
    if used != len(cards):
        return f"{used} of {len(cards)} cards used: {told}"
    if seen is not None:
        _note(seen, lines)
    sides = _sides(rules)
    for seat, box in enumerate(boxes, 1):
        mine = [
            sum(box.hands, Fraction(0)) * WAGER,
            box.insurance * WAGER,
            _match(sides, cards, seats, seat) * WAGER,
        ]
        theirs = _nets(lines, seat)
        if mine != theirs:
            return f"p{seat}: the kernel has {mine}, the procedure {theirs}: {told}"
        by_hand = _by_hand(lines, seat)
        if not box.dealer_blackjack and sorted(n * WAGER for n in box.hands) != by_hand:
            return f"p{seat}: the kernel has {box.hands}, the procedure {by_hand}: {told}"
    return ""


_known: dict[int, SideRows] = {}


def _sides(rules: Any) -> SideRows:
    if rules.decks not in _known:
        _known[rules.decks] = match_rows(rules)
    return _known[rules.decks]


def _match(sides: SideRows, cards: list[int], seats: int, seat: int) -> Fraction:
    """What a box's match-the-dealer wager comes to in the kernel."""
    shoe = [SYMBOLS[card] for card in cards]
    return sides.cells[int(side_row(sides.table, shoe, 0, seats, seat - 1, 0))].net


def _nets(lines: list[Line], seat: int) -> list[int]:
    """Of the hands, the insurance and the match-the-dealer wager; the super bonus is no part of
    what a hand comes to."""
    found = {"hands": 0, "insurance": 0, MATCH: 0}
    for line in lines:
        if line.seat == seat and line.wager != SUPER_BONUS:
            found[line.wager if line.wager in found else "hands"] += line_net(line)
    return list(found.values())


def _by_hand(lines: list[Line], seat: int) -> list[int]:
    found: Counter[str] = Counter()
    for line in lines:
        kind, _, number = line.wager.partition(" ")
        if line.seat == seat and kind in ("initial", "split", "double"):
            found[number or "1"] += line_net(line)
    return sorted(found.values())


def _note(seen: Seen, lines: list[Line]) -> None:
    """What kinds of results a round has."""
    for line in lines:
        kind = line.wager.partition(" ")[0]
        seen[f"{kind} {line.result} {line.odds}".strip()] += 1
        seen[line.wager] += 1


def compare_shoes(first: int, count: int) -> tuple[int, list[str]]:
    """How many of these shoes came to the same, and what was wrong with the others."""
    told = [
        compare(random.Random(f"spanish 21 {number}")) for number in range(first, first + count)
    ]
    failed = [text for text in told if text]
    return count - len(failed), failed
