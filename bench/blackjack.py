"""Exact analysis of blackjack against the clock, and beside one pass of dealer distributions.

Results first: the values that the best C++ analyser (E. Farmer's, 180 ms for six decks where this
bar was set) prints for the same rules, to all its digits. `python -m bench blackjack`."""

from __future__ import annotations

import numpy as np

from bench.measure import Ratio, seconds
from pitboss.games.twenty_one.analysis.dealer import program
from pitboss.games.twenty_one.analysis.exact import evaluate, solve
from pitboss.games.twenty_one.analysis.parameters import CARD_READER, Parameters
from pitboss.games.twenty_one.analysis.rows import dealer_chances, every_hand
from pitboss.games.twenty_one.analysis.shoes import one_card_starts, shoe_of
from pitboss.games.twenty_one.analysis.totals import best_totals

FARMER = {6: "-0.00402870", 8: "-0.00430581", 1: "0.00181934"}
# What the issue asks for, in seconds, and what we hope for.
BAR, AIM = 0.2, 0.06
# In passes of dealer distributions. The bar was set beside a pass of 33 ms; ours is a fifth of it.
PASSES = 6


def rules(decks: int) -> Parameters:
    return Parameters(decks=decks, hole_card=CARD_READER, hands_max=4, aces_hands_max=2)


def dealer_pass(decks: int) -> None:
    """The dealer's chances for every hand of the player's and every up card."""
    listed, _ = every_hand()
    for start in one_card_starts(shoe_of(decks)):
        out = dealer_chances(program(start.cards, False), start.shoe, listed)
        assert np.isfinite(out).all()


def results() -> list[Ratio]:
    found = []
    for decks, value in FARMER.items():
        told = solve(rules(decks))
        assert f"{told.value:.8f}" == value, f"{decks} decks: {told.value:.8f}, not {value}"
        assert abs(float(evaluate(rules(decks), told.strategy)) - told.value) < 1e-11
        taken = seconds(lambda decks=decks: solve(rules(decks)))  # type: ignore[misc]
        found.append(
            Ratio(f"exact {decks}-deck blackjack with splits, by cards (seconds)",
                  f"{taken:.3f} s", f"{BAR} s", taken / BAR, 1, AIM / BAR, more=False)
        )  # fmt: skip
        one = seconds(lambda decks=decks: dealer_pass(decks))  # type: ignore[misc]
        found.append(
            Ratio(f"the same beside our own pass of dealer distributions, {decks} decks (time)",
                  f"{taken:.3f} s", f"{one:.4f} s", taken / one, PASSES, more=False)
        )  # fmt: skip
    taken = seconds(lambda: best_totals(rules(6)))
    name = "exact 6-deck blackjack with splits, by totals (seconds)"
    shown = f"{taken:.3f} s"
    found.append(Ratio(name, shown, f"{BAR} s", taken / BAR, 1, AIM / BAR, more=False))
    return found
