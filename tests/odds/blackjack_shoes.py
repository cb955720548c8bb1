"""Random shoes of blackjack with random legal play under random rules, through the procedure and
through the kernel: what the tests and the soak compare."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss import registry
from pitboss.errors import NotInForce, NotPermitted
from pitboss.games.blackjack.kernel import table_rules
from pitboss.games.twenty_one.analysis.parameters import parameters_of
from pitboss.games.twenty_one.kernel_tables import MOVES
from pitboss.games.twenty_one.simulated import replay
from pitboss.odds.explore import line_net
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

WAGER = 2000
OPTIONS: dict[str, list[Any]] = {
    "decks": [1, 2, 4, 6, 8],
    "hole_card": ["none", "none", "face down", "card reader", "face up"],
    "blackjack_pays": ["3 to 2", "6 to 5"],
    "even_money": [False, True],
    "surrender": [False, True],
    "insurance_at_turn": [False, True],
    "resplit": [False, True],
    "aces_once": [False, True],
    "soft_17": ["stand", "draw"],
    "five_card_21": [False, True],
    "boxes": [6, 7],
}
DAYS = [date(1979, 6, 1), date(1985, 6, 1), date(1995, 6, 1), *[date(2015, 6, 1)] * 5]


def random_rules(rng: random.Random) -> Any:
    """Rules of a random day under random options that it permits, option by option."""
    game, day = registry.find("blackjack"), rng.choice(DAYS)
    options: dict[str, Any] = {}
    names = list(OPTIONS)
    rng.shuffle(names)
    rules = game.rules(day, options)
    for name in names:
        more = options | {name: rng.choice(OPTIONS[name])}
        try:
            rules, options = game.rules(day, more), more
        except (NotInForce, NotPermitted):
            continue
    return rules


class Players:
    """Random legal play of every seat: in full doubles, insured for half or not at all."""

    def __init__(self, rng: random.Random, seats: int, *, pairs: bool) -> None:
        self.rng, self.seats = rng, seats
        self.equipment = RandomEquipment(rng)
        self.cards: list[int] = []
        self.insured: list[int] = [0] * seats
        self.moves: list[tuple[int, int]] = []
        # Cards of few values, so that pairs are split again; aces and kings are often among them.
        self.few = [*rng.choice(((), (11, 12))), *rng.sample(range(11), 3)]
        if not pairs:
            self.few = list(range(13))

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "draw":
            left = [c for c, n in enumerate(prompt.dealer.counts) if n and c >> 2 in self.few]
            card = self.rng.choice(left) if left else self.equipment.card(prompt)
            self.cards.append(card)
            return Drew(card)
        if prompt.kind == "decision":
            choice = self.rng.choice(prompt.choices)
            if "split" in prompt.choices and self.rng.random() < 0.6:
                choice = "split"
            self.moves.append((prompt.seat, MOVES.index(choice.partition(" ")[0])))
            return Chose(prompt.seat, choice)
        assert prompt.kind == "wagers"
        if not prompt.dealer.phase:
            made = prompt.made
            return Wagered(made + 1, "initial", WAGER) if made < self.seats else Closed()
        return self._insurance(prompt)

    def _insurance(self, prompt: Prompt) -> Entry:
        offered = [a for a in prompt.answers() if a.get("wager") == "insurance"]
        for answer in offered:
            seat = int(answer["seat"][1:])
            if not self.insured[seat - 1] and self.rng.random() < 0.4:
                self.insured[seat - 1] = 1
                return Wagered(seat, "insurance", WAGER // 2)
        return Closed()

    def script(self, *, at_turn: bool, offered: bool) -> list[int]:
        """The decisions in the kernel's order. Insurance is told for every box."""
        if not offered:
            return [move for _, move in self.moves]
        if not at_turn:
            return [*self.insured, *(move for _, move in self.moves)]
        return [
            told
            for seat in range(1, self.seats + 1)
            for told in (self.insured[seat - 1], *(m for s, m in self.moves if s == seat))
        ]


def lines_by_hand(lines: list[Line], seat: int, moves: list[int]) -> tuple[list[Fraction], int]:
    """What the lines of a seat come to, hand by hand in the order in which hands were played,
    in wagers; and its insurance, in cents."""
    order, place = [1], 0
    for move in moves:
        if MOVES[move] == "split":
            order.insert(place + 1, len(order) + 1)
    found = dict.fromkeys(order, Fraction(0))
    insurance = 0
    for line in lines:
        if line.seat != seat:
            continue
        kind, _, spot = line.wager.partition(" ")
        if kind == "insurance":
            insurance += line_net(line)
        else:
            found[int(spot) if spot else 1] += Fraction(line_net(line), WAGER)
    return list(found.values()), insurance


def compare(rng: random.Random) -> str:
    """One round by the procedure and by the kernel; a text if they differ."""
    game = registry.find("blackjack")
    rules = random_rules(rng)
    seats = rng.randint(1, 3)
    players = Players(rng, seats, pairs=rng.random() < 0.5)
    table = game.open_table(rules, seats)
    receipt = run(game, rules, table, LiveTape(players))
    parameters = parameters_of(rules)
    up_ace = players.cards[seats] >> 2 == 12
    script = players.script(
        at_turn=rules.insurance_at_turn, offered=rules.insurance_offered and up_ace
    )
    told_rules = table_rules(parameters, insures_at_turn=rules.insurance_at_turn)
    boxes, used = replay(told_rules._replace(decks=1), players.cards, script, seats)
    told = f"{rules.law.day} {rules.law.options} cards {players.cards} {players.moves}"
    if used != len(players.cards):
        return f"{used} of {len(players.cards)} cards used: {told}"
    for seat, box in enumerate(boxes, 1):
        moves = [move for number, move in players.moves if number == seat]
        hands, insurance = lines_by_hand(list(receipt.lines), seat, moves)
        mine = (sorted(box.hands), box.insurance * WAGER)
        whole = len(box.hands) < len(hands)
        theirs = ([sum(hands, Fraction(0))] if whole else sorted(hands), Fraction(insurance))
        if mine != theirs:
            return f"p{seat}: the kernel has {mine}, the procedure {theirs}: {told}"
    return ""


def compare_shoes(first: int, count: int) -> tuple[int, list[str]]:
    """How many of these shoes came to the same, and what was wrong with the others."""
    told = [compare(random.Random(f"blackjack {number}")) for number in range(first, first + count)]
    failed = [text for text in told if text]
    return count - len(failed), failed
