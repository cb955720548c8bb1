"""Blackjack's exact analysis: held to the procedure on small shoes, to itself in another way, and
to every figure we know of."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import registry
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput, NotPermitted
from pitboss.games.blackjack.exact import ERROR, estimate, evaluate, solve
from pitboss.games.blackjack.odds import study
from pitboss.games.blackjack.outcomes import MORE_HANDS, outcomes
from pitboss.games.blackjack.parameters import (
    CARD_READER,
    EARLY_SURRENDER,
    FACE_UP,
    LATE_SURRENDER,
    NO_HOLE_CARD,
    Parameters,
    parameters_of,
)
from pitboss.games.blackjack.strategy import Strategy, may_double, nothing, starts_number
from pitboss.games.blackjack.totals import best_totals, strategy_of
from pitboss.games.blackjack.ways import BASIC, NAMED, answer, read_chart
from pitboss.games.twenty_one.analysis.compositions import TOTAL_MAX, Ints, compositions
from pitboss.games.twenty_one.hands import card_value
from pitboss.odds.catalogue import Odds, exact_odds
from pitboss.odds.explore import Explorer
from pitboss.table.entries import Chose, Entry
from pitboss.table.game import Table
from pitboss.table.prompts import Prompt
from pitboss.table.study import Study

GAME = registry.find("blackjack")
DAY = date(2013, 6, 1)
STAKE = 1000

# -- held to the procedure -------------------------------------------------------------------


def value_of(card: int) -> int:
    value = card_value(card)
    return 1 if value == 11 else value


def small_table(rules: Any, cards: list[int]) -> tuple[Table, Ints]:
    """A table whose shoe has these cards and no others, and the shoe by value."""
    counts = [0] * 53
    values = np.zeros(10, dtype=np.int64)
    for card in cards:
        counts[card] += 1
        values[value_of(card) - 1] += 1
    shoe = Shoe(tuple(counts), len(cards), 0, max(counts))
    return msgspec.structs.replace(GAME.open_table(rules, 1), shoe=shoe), values


def by_procedure(rules: Any, cards: list[int], decide: Any) -> Fraction:
    """What the initial wager comes to on average, over every tape of the procedure; `decide` is
    None for the best decisions that the player can take knowing what is seen."""
    table, _ = small_table(rules, cards)
    walker = Explorer(GAME, rules, Study(lambda rules: [], card_class=value_of, choices=sensible),
                      [("initial", "", STAKE)], decide)  # fmt: skip
    leaves = walker.leaves(table)
    assert sum(leaf.probability for leaf in leaves) == 1
    return sum(
        (leaf.probability * Fraction(leaf.receipt.net()[1], STAKE) for leaf in leaves), Fraction(0)
    )


def sensible(prompt: Prompt) -> list[Entry]:
    """No splitting (a test of its own), no insurance, no doubling for less."""
    return [Chose(prompt.seat, each) for each in prompt.choices if each != "split"]


def random_strategy(parameters: Parameters, seed: object) -> Strategy:
    """Decisions without any sense, different for every hand and start."""
    rng = np.random.default_rng(random.Random(str(seed)).getrandbits(32))
    table = compositions()
    found = nothing(parameters)
    starts = starts_number(parameters)
    below = table.total < TOTAL_MAX
    # Mostly drawing, or nothing would happen; not so often that the shoe runs out.
    found.draws[:] = (rng.random(found.draws.shape) < 0.6) & below & (table.cards < 5)
    found.doubles[:] = (rng.random(found.doubles.shape) < 0.3) & may_double(parameters)
    found.splits[:] = rng.random((starts, 10)) < 0.8
    if parameters.surrender:
        found.surrenders[:] = (rng.random(found.surrenders.shape) < 0.2) & (table.cards == 2)
        found.surrenders[:, table.index(1, 10)] = False
    return found


# Few values, so that a pair is likely; high ones, so that hands are short.
SHOES = ("8c 8d 8h 8s Tc Td Th 6c 6d Ac Ad", "Ac Ad Ah As Tc Td 9c 9d 5c 5d 7c", "9c 9d 9h Tc Td "
         "Th Ts Ac Ad 6c 6d 3c")  # fmt: skip
TABLES: list[dict[str, Any]] = [
    {"hole_card": "none"},
    {"hole_card": "none", "surrender": True},
    {"hole_card": "face down", "resplit": True, "boxes": 7},
    {"hole_card": "card reader", "surrender": True, "resplit": True, "boxes": 6},
    {"hole_card": "card reader", "soft_17": "draw", "blackjack_pays": "6 to 5"},
    {"hole_card": "none", "resplit": True, "boxes": 6, "aces_once": True, "five_card_21": True},
    {"hole_card": "face up"},
]


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())))
def test_any_strategy_is_worth_what_the_procedure_says(shoe: str, options: dict[str, Any]) -> None:
    rules = GAME.rules(DAY, {"decks": 1, **options})
    parameters = parameters_of(rules)
    cards = parse_cards(shoe)
    strategy = random_strategy(parameters, f"{shoe} {options}")
    _, values = small_table(rules, cards)
    worth = by_procedure(rules, cards, lambda prompt: answer(strategy, prompt))
    assert evaluate(parameters, strategy, values) == worth


def test_early_surrender_is_the_procedures_of_1980() -> None:
    rules = GAME.rules(date(1980, 1, 2), {"decks": 1, "surrender": True})
    parameters = parameters_of(rules)
    assert parameters.surrender == EARLY_SURRENDER
    cards = parse_cards(SHOES[0])
    strategy = random_strategy(parameters, "early")
    _, values = small_table(rules, cards)
    worth = by_procedure(rules, cards, lambda prompt: answer(strategy, prompt))
    assert evaluate(parameters, strategy, values) == worth
