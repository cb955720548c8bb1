"""What each way to keep two of four cards is worth, and each split. What is dealt beside a hand
comes in some 10^19 ways: the worths are means over dealt rounds, the same for every action."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from pitboss.analysis.exact.actions import HandWorth, Valued
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT, cards_text, parse_cards
from pitboss.errors import BadInput
from pitboss.games.fast_action_holdem.hands import (
    HAND_CARDS,
    PAIRS,
    SPLIT,
    is_natural,
    pair_of,
)
from pitboss.games.fast_action_holdem.rules import FastActionRules

from .study import (
    CARDS,
    DEALER_NATURAL,
    DEALER_NATURAL_SPLIT,
    DEALT,
    GAVE_UP,
    OUTCOMES,
    after_community,
    cells_of,
)

ROUNDS = 1 << 19
SEED = 1
EXPECTED = "expected 4 cards that are not of one rank, such as As Kd 9c 9h"


@compiled
def hand_kernel(shoe: Any, cards: Any, key: Any, rounds: int, counts: Any, seven: Any) -> None:
    """Deals so many rounds around the player's hand, which lies among the cards at odd places;
    counts[what is done, outcome]."""
    state = np.uint64(key)
    for _ in range(rounds):
        state = draw_cards(shoe, 0, CARDS - HAND_CARDS, state)
        for place in range(HAND_CARDS):
            cards[2 * place] = shoe[place]
        for place in range(DEALT, CARDS):
            cards[place] = shoe[place - HAND_CARDS]
        natural = is_natural(cards[0], cards[2], cards[4], cards[6])
        for does in range(counts.shape[0]):
            if natural:
                outcome = DEALER_NATURAL if does < SPLIT else DEALER_NATURAL_SPLIT
            else:
                outcome = after_community(cards, does, seven)
            counts[does, outcome] += 1


def worths(rules: FastActionRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    if shown:
        raise BadInput(f"--shown {shown[:40]!r}: the dealer shows no card before hands are set")
    if not hand:
        raise BadInput(f"{rules.law.game}: hands are valued one at a time: --hand, {EXPECTED}")
    own = parse_cards(hand)
    known = len(own) == HAND_CARDS and all(own.count(card) <= rules.decks for card in own)
    if not known or max(own) >= len(CARD_TEXT[:52]) or is_natural(*own):
        raise BadInput(f"--hand {hand[:40]!r}: {EXPECTED}")
    left = [rules.decks - own.count(card) for card in range(52)]
    shoe = np.repeat(np.arange(52, dtype=np.int64), left)
    counts = np.zeros((SPLIT + PAIRS // 2, OUTCOMES), dtype=np.int64)
    kernel: Any = jit(hand_kernel)
    cards, seven = np.zeros(CARDS, dtype=np.int64), np.zeros(7, dtype=np.int64)
    cards[1:DEALT:2] = own
    kernel(shoe, cards, np.uint64(key_of(SEED, 0)), ROUNDS, counts, seven)
    nets = [cell.net for (cell,) in cells_of(rules)]
    means = [_mean(nets, line) for line in counts.tolist()]
    stderr = max(
        _stderr(nets, line, mean) for line, mean in zip(counts.tolist(), means, strict=True)
    )
    rows: dict[str, HandWorth] = {}
    for pair in range(PAIRS):
        name = cards_text(pair_of(own, pair))
        split = SPLIT + min(pair, PAIRS - 1 - pair)
        found = {"set": means[pair], "split": means[split], "discontinue": nets[GAVE_UP]}
        rows.setdefault(name, HandWorth(name, "", found, exact=False))
    return Valued(list(rows.values()), rows="two cards", stderr=stderr, simulated=ROUNDS)


def _mean(nets: list[Fraction], counts: list[int]) -> Fraction:
    total = sum((net * times for net, times in zip(nets, counts, strict=True)), Fraction(0))
    return total / ROUNDS


def _stderr(nets: list[Fraction], counts: list[int], mean: Fraction) -> float:
    square = sum((net**2 * n for net, n in zip(nets, counts, strict=True)), Fraction(0)) / ROUNDS
    return sqrt((square - mean**2) / ROUNDS)
