"""Double attack blackjack's kernel is its procedure: the same cards and decisions come to the same
cents, and the fast path comes to what the rounds come to card by card."""

from __future__ import annotations

import os
import random
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
from tests.studies.scripted_rounds import MOVES, replay, strategy_by, total_of

from pitboss import registry
from pitboss.analysis.exact.explore import line_net
from pitboss.studies.double_attack_blackjack.exact import table_rules
from pitboss.studies.double_attack_blackjack.kernel import Attack
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

SHOES = int(os.environ.get("PITBOSS_BLACKJACK_SHOES", "1000"))
DAY = date(2015, 6, 1)
WAGER = 2000
KEEP = "keep"


class Players:
    """Random legal play: every seat attacks in full or not at all, and insures half of all."""

    def __init__(self, rng: random.Random, seats: int) -> None:
        self.rng, self.seats = rng, seats
        self.equipment = RandomEquipment(rng)
        self.cards: list[int] = []
        self.base = [WAGER] * seats
        self.insured = [0] * seats
        self.moves: list[int] = []
        self.few = rng.sample([r for r in range(13) if r != 8], rng.choice((4, 12)))

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "draw":
            left = [c for c, n in enumerate(prompt.dealer.counts) if n and c >> 2 in self.few]
            card = self.rng.choice(left) if left else self.equipment.card(prompt)
            self.cards.append(card)
            return Drew(card)
        if prompt.kind == "decision":
            choice = self.rng.choice(prompt.choices)
            if "split" in prompt.choices and self.rng.random() < 0.5:
                choice = "split"
            word = choice.partition(" ")[0]
            self.moves.append(MOVES.index("stand" if word == KEEP else word))
            return Chose(prompt.seat, choice)
        if prompt.opening:
            made = prompt.made
            return Wagered(made + 1, "initial", WAGER) if made < self.seats else Closed()
        return self._added(prompt)

    def _added(self, prompt: Prompt) -> Entry:
        for answer in prompt.answers():
            if "wager" not in answer or self.rng.random() < 0.6:
                continue
            seat = int(answer["seat"][1:])
            if answer["wager"] == "double-attack" and self.base[seat - 1] == WAGER:
                self.base[seat - 1] = 2 * WAGER
                return Wagered(seat, "double-attack", WAGER)
            if answer["wager"] == "insurance" and not self.insured[seat - 1]:
                self.insured[seat - 1] = 1
                return Wagered(seat, "insurance", self.base[seat - 1] // 2)
        return Closed()


def compare(rng: random.Random) -> str:
    """One round by the procedure and by the kernel; a text if they differ."""
    game = registry.find("double-attack-blackjack")
    options = {
        "decks": rng.choice((6, 8)),
        "double_on": rng.choice(("two cards", "any number of cards")),
        "hands_max": rng.choice((3, 4)),
    }
    rules = game.rules(DAY, options)
    seats = rng.randint(1, 3)
    players = Players(rng, seats)
    receipt = run(game, rules, game.open_table(rules, seats), LiveTape(players))
    ace = players.cards[0] >> 2 == 12
    script = [*players.insured, *players.moves] if ace else players.moves
    boxes, used = replay(table_rules(rules), players.cards, script, seats)
    told = f"{rules.law.options} cards {players.cards} moves {players.moves}"
    if used != len(players.cards):
        return f"{used} of {len(players.cards)} cards used: {told}"
    for seat, box in enumerate(boxes, 1):
        lines = [line for line in receipt.lines if line.seat == seat]
        insurance = sum(line_net(line) for line in lines if line.wager == "insurance")
        hands = sum(line_net(line) for line in lines if line.wager != "insurance")
        base = players.base[seat - 1]
        mine = (sum(box.hands, Fraction(0)) * base, box.insurance * base)
        if mine != (Fraction(hands), Fraction(insurance)):
            return f"p{seat}: the kernel has {mine}, the procedure {hands, insurance}: {told}"
    return ""


def test_the_kernel_settles_what_the_procedure_settles() -> None:
    rng = random.Random("double attack")
    for _ in range(SHOES):
        assert compare(rng) == ""


class Simple:
    """A strategy that does everything somewhere."""

    def insures(self, hand: tuple[int, ...]) -> bool:
        return sum(hand) == 12

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        total, soft = total_of(hand)
        if "draw" not in allowed and "split" not in allowed:
            return "surrender" if "surrender" in allowed and total < 14 else "stand"
        if "surrender" in allowed and not soft and total in (15, 16) and dealer[0] in (1, 10):
            return "surrender"
        if "split" in allowed and hand[0] in (1, 8, 9):
            return "split"
        if "double" in allowed and total in (10, 11):
            return "double"
        return "draw" if "draw" in allowed and total < (18 if soft else 15) else "stand"


def test_records_follow_from_their_cards() -> None:
    rules: Any = registry.find("double-attack-blackjack").rules(DAY)
    table = table_rules(rules)
    attacks = frozenset(range(2, 9))
    strategy = msgspec.structs.replace(strategy_by(Simple(), table), attacks=attacks)
    machine = KernelTable(table, strategy, Attack(strategy))
    simulated = KernelRun(machine, Dealing(cut_at=288))
    counts, records = simulated.walk(4, 50_000, 50_000)
    assert simulated.derive(records) == -1
    stated = records[:, -2].astype(int) | records[:, -1].astype(int) << 8
    assert (np.bincount(stated, minlength=len(counts)) == counts).all()
    # No ten is in the shoe; the wager is doubled where the dealer's first card says so.
    cards = records[:, : simulated.room]
    assert not (cards[cards < 52] >> 2 == 8).any()
    doubled = stated // (machine.shape.stakes * machine.shape.nets) == 1
    low = np.isin(records[:, 0] >> 2, range(7))
    assert (doubled == low).all()
