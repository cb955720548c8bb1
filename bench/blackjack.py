"""Exact analysis of blackjack against the clock, and beside one pass of dealer distributions.

Results first: the values that the best C++ analyser (E. Farmer's, 180 ms for six decks where this
bar was set) prints for the same rules, to all its digits. Then, in turns: the best strategy by
one's own cards and what it is worth; the best one by totals and what it is worth; and one pass,
which is how often the dealer ends with each total, for all 3,072 hands of two or more cards that
do not exceed 21 and all ten up cards, worked out by the fastest means we have.
`python -m bench blackjack`."""

from __future__ import annotations

import numpy as np

from bench.measure import Ratio, seconds_in_turns
from pitboss.studies.families.twenty_one.exact.dealer import program
from pitboss.studies.families.twenty_one.exact.rows import dealer_chances, every_hand
from pitboss.studies.families.twenty_one.exact.shoes import one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import evaluate, solve
from pitboss.studies.families.twenty_one.exact.totals import solve_totals, strategy_of
from pitboss.studies.families.twenty_one.table_rules import CARD_READER, TableRules

FARMER = {6: "-0.00402870", 8: "-0.00430581", 1: "0.00181934"}
# What the issue asks for, in seconds, and what we hope for.
BAR, AIM = 0.2, 0.06
# In passes of dealer distributions. The bar was set beside a pass of 33 ms; ours is a fifth of it.
PASSES = 6


def rules(decks: int) -> TableRules:
    return TableRules(decks=decks, hole_card=CARD_READER, hands_max=4, aces_hands_max=2)


def dealer_pass(decks: int) -> None:
    """The dealer's chances for every hand of the player's and every up card."""
    listed, _ = every_hand()
    for start in one_card_starts(shoe_of(decks)):
        out = dealer_chances(program(start.cards, False), start.shoe, listed)
        assert np.isfinite(out).all()


def check(decks: int) -> None:
    told = solve(rules(decks))
    value = FARMER[decks]
    assert f"{told.value:.8f}" == value, f"{decks} decks: {told.value:.8f}, not {value}"
    assert abs(float(evaluate(rules(decks), told.strategy)) - told.value) < 1e-11
    totals = solve_totals(rules(decks))
    followed = float(evaluate(rules(decks), strategy_of(totals.totals, rules(decks))))
    assert abs(followed - totals.value) < 1e-11
    assert totals.value < told.value


def results() -> list[Ratio]:
    found = []
    for decks in FARMER:
        check(decks)
        by_cards, by_totals, one = seconds_in_turns(
            [
                lambda decks=decks: solve(rules(decks)),  # type: ignore[misc]
                lambda decks=decks: solve_totals(rules(decks)),  # type: ignore[misc]
                lambda decks=decks: dealer_pass(decks),  # type: ignore[misc]
            ]
        )
        name = f"exact {decks}-deck blackjack with splits"
        for how, taken in (("cards", by_cards), ("totals", by_totals)):
            shown = f"{taken:.4f} s"
            found += [
                Ratio(
                    f"{name}, by {how} (seconds)",
                    shown,
                    f"{BAR} s",
                    taken / BAR,
                    1,
                    AIM / BAR,
                    more=False,
                ),
                Ratio(
                    f"{name}, by {how}, in passes of dealer distributions",
                    shown,
                    f"{one:.4f} s",
                    taken / one,
                    PASSES,
                    more=False,
                ),
            ]
    return found
