"""Split pairs, one deal at a time: what the analysis says of a pair against what the dealer shows
is what the procedure comes to over all tapes that begin with it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.studies.blackjack_figures import split_value
from tests.studies.test_blackjack_exact import (
    GAME,
    STAKE,
    random_strategy,
    small_table,
    value_of,
)

from pitboss.analysis.exact.explore import Explorer, Leaf, Node
from pitboss.analysis.study import Study
from pitboss.equipment.cards import parse_cards
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.twenty_one.exact.shoes import Start, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import solve, starts_of
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.table_rules import (
    FACE_UP,
    TableRules,
)
from pitboss.table.entries import Closed, Drew, Entry, Wagered

MODERN, EARLY = date(2013, 6, 1), date(1980, 1, 2)


def leaves_after(rules: Any, cards: list[int], dealt: list[int], strategy: Strategy) -> list[Leaf]:
    """All tapes that begin with these cards: the player's and the dealer's in turn."""
    table, _ = small_table(rules, cards)
    study = Study(lambda rules: [], card_class=value_of)
    walker = Explorer(GAME, rules, study, [("initial", "", STAKE)], Player(strategy))
    prefix: list[Entry] = [
        Wagered(1, "initial", STAKE, ""),
        Closed(),
        *(Drew(card) for card in dealt),
    ]
    found, _ = walker._walk(table, [Node(prefix, Fraction(1), 1)])
    assert sum(leaf.probability for leaf in found) == 1
    return found


def mean(leaves: list[Leaf]) -> Fraction:
    return sum(
        (leaf.probability * Fraction(leaf.receipt.net()[1], STAKE) for leaf in leaves), Fraction(0)
    )


def start_with(parameters: TableRules, values: Any, shown: tuple[int, ...]) -> Start:
    (start,) = (each for each in starts_of(parameters, values) if each.cards == shown)
    return start


def always_splitting(parameters: TableRules, seed: object) -> Strategy:
    """Decisions without any sense, but pairs are split."""
    strategy = random_strategy(parameters, seed)
    strategy.splits[:] = True
    strategy.surrenders[:] = False
    return strategy


# The shoe, the pair and what the dealer shows, in the order in which they are dealt.
PAIRS: list[tuple[str, str, date, dict[str, Any]]] = [
    # Three hands, with and without a look at the hole card.
    ("8c 8d 8h 8s Tc Td Th Ts 9c 9d Ac Ad", "8c Tc 8d", MODERN,
     {"hole_card": "none", "resplit": True, "aces_once": True}),
    ("8c 8d 8h 8s Tc Td Th Ts 9c 9d Ac Ad", "8c Tc 8d", MODERN,
     {"hole_card": "card reader", "resplit": True, "aces_once": True}),
    # Aces once, and as often as others.
    ("Ac Ad Ah As Tc Td 7c 7d 9c 9d 8c", "Ac 9c Ad", MODERN,
     {"hole_card": "none", "resplit": True, "aces_once": True}),
    ("Ac Ad Ah As Tc Td 7c 7d 9c 9d 8c", "Ac 9c Ad", MODERN,
     {"hole_card": "card reader", "resplit": True, "aces_once": False}),
    # Against an ace, where a dealer's blackjack takes what went over 21.
    ("9c 9d 9h Tc Td Th 7c 7d Ac 6c", "9c Ac 9d", MODERN, {"hole_card": "face down"}),
    # The dealer draws to a soft 17.
    ("7c 7d Ac Ad 6c 6d Tc Td 9c 9d", "7c 6c 7d", MODERN,
     {"hole_card": "none", "soft_17": "draw"}),
    # Both cards face up: ties lose.
    ("9c 9d 9h Tc Td 8c 8d 7c 6c Ac", "9c 7c 9d 9h", MODERN, {"hole_card": "face up"}),
    # Surrender of 1980 does not concern a pair that is split.
    ("9c 9d 9h Tc Td Th 7c 7d Ac 8c", "9c 7c 9d", EARLY, {"surrender": True}),
    # Five cards of 21.
    ("5c 5d 4c 4d 3c 3d 2c Tc Td Th 9c", "5c Tc 5d", MODERN,
     {"hole_card": "none", "five_card_21": True}),
]  # fmt: skip


@pytest.mark.parametrize(("shoe", "dealt", "day", "options"), PAIRS)
def test_a_split_pair_is_worth_what_the_procedure_says(
    shoe: str, dealt: str, day: date, options: dict[str, Any]
) -> None:
    rules = GAME.rules(day, {"decks": 1, **options})
    parameters = table_rules(rules)
    cards, first = parse_cards(shoe), parse_cards(dealt)
    strategy = always_splitting(parameters, f"{shoe} {dealt}")
    leaves = leaves_after(rules, list(cards), list(first), strategy)
    assert not any("shuffle" in event.what for leaf in leaves for event in leaf.receipt.events)
    _, values = small_table(rules, cards)
    shown = tuple(sorted(value_of(card) for card in first[1::2]))
    assert len(shown) == 1 + (parameters.hole_card == FACE_UP)
    start = start_with(parameters, values, shown)
    assert split_value(parameters, start, strategy, value_of(first[0])) == mean(leaves)


def cards_most(values: Any, hands: int) -> int:
    """More cards than this no round needs: all cards of a hand but its last come to 20 at most,
    those of the dealer to 16; so many of the lowest cards do."""
    left, number = 20 * hands + 16, 0
    for value in np.repeat(np.arange(1, 11), values).tolist():
        left -= value
        if left < 0:
            break
        number += 1
    return number + hands + 1


def test_no_shoe_runs_out_in_a_round() -> None:
    """The analysis knows nothing of discards that are shuffled in mid-round: nor need it."""
    for decks in range(1, 9):
        assert cards_most(shoe_of(decks), 4) <= 52 * decks - 1
        assert cards_most(shoe_of(decks, tens=12), 4) <= 48 * decks - 1
    assert cards_most(shoe_of(1), 4) == 30


def test_where_a_shoe_runs_out_the_difference_is_in_these_tapes() -> None:
    """Seven cards: a pair of eights may need nine. Where no card is left the analysis counts
    the dealer as over 21; the procedure shuffles the discards and goes on."""
    rules = GAME.rules(MODERN, {"decks": 1, "hole_card": "card reader"})
    parameters = table_rules(rules)
    cards = parse_cards("Ac 7c 8c 8d 9c Tc Td")
    _, values = small_table(rules, cards)
    strategy = solve(parameters, values).strategy
    start = start_with(parameters, values, (7,))
    leaves = leaves_after(rules, list(cards), list(parse_cards("8c 7c 8d")), strategy)
    short = [
        leaf for leaf in leaves if any("shuffle" in event.what for event in leaf.receipt.events)
    ]
    assert short
    told = split_value(parameters, start, strategy, 8) - mean(leaves)
    both_won = sum(
        (leaf.probability * Fraction(staked(leaf), STAKE) for leaf in short), Fraction(0)
    )
    assert told == both_won - mean(short)


def staked(leaf: Leaf) -> int:
    return sum(line.stake for line in leaf.receipt.lines)
