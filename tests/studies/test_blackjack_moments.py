"""Variance and chances of the games of twenty-one: exact or not told, and as they are dealt; and
the best strategy, held to a search of the whole procedure on small shoes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from tests.long import only_in_long_runs
from tests.studies.test_blackjack_exact import (
    DAY,
    GAME,
    STAKE,
    by_procedure,
    random_strategy,
    small_table,
    value_of,
)

from pitboss import registry
from pitboss.analysis.exact.edges import WagerEdge, exact_edges
from pitboss.analysis.exact.explore import Explorer
from pitboss.analysis.par import par_of
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.study import Scenario, Study, study_of
from pitboss.equipment.cards import parse_cards
from pitboss.report.html import page_of
from pitboss.report.xlsx import workbook_of
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.twenty_one.exact.outcomes import MORE_HANDS, Chances, outcomes
from pitboss.studies.families.twenty_one.exact.solve import evaluate, solve
from pitboss.studies.families.twenty_one.player import Player
from pitboss.table.entries import Chose, Closed, Entry
from pitboss.table.prompts import Prompt

# -- the mean square -------------------------------------------------------------------------

# Few values, so that pairs are split again.
PAIRS = "8c 8d 8h 8s Tc Td Th Ts 9c 9d Ac Ad"


def squares_by_procedure(rules: Any, cards: Sequence[int], decide: Any) -> Fraction:
    table, _ = small_table(rules, cards)
    study = Study(lambda rules: [], card_class=value_of)
    leaves = Explorer(GAME, rules, study, [("initial", "", STAKE)], decide).leaves(table)
    return sum(
        (leaf.probability * Fraction(leaf.receipt.net()[1], STAKE) ** 2 for leaf in leaves),
        Fraction(0),
    )


def squares_of(found: Chances) -> Fraction:
    return sum(
        (
            (each.net**2 if each.square is None else each.square) * chance
            for each, chance in found.items()
        ),
        Fraction(0),
    )


@only_in_long_runs
@pytest.mark.parametrize("hole_card", ["none"])
def test_the_mean_square_with_three_hands_is_the_procedures(hole_card: str) -> None:
    options: dict[str, Any] = {"resplit": True, "aces_once": True}
    options |= {"decks": 1, "hole_card": hole_card, "boxes": 7}
    rules = GAME.rules(DAY, options)
    parameters = table_rules(rules)
    assert parameters.hands_max == 3
    cards = parse_cards(PAIRS)
    strategy = random_strategy(parameters, f"squares {hole_card}")
    _, values = small_table(rules, cards)
    found = outcomes(parameters, strategy, values)
    assert any(each.kind == MORE_HANDS and chance > 0 for each, chance in found.items())
    dealt = squares_by_procedure(rules, cards, Player(strategy))
    assert squares_of(found) == dealt


# -- held to a simulation --------------------------------------------------------------------

ROUNDS = 1_000_000
DEALT: list[tuple[str, dict[str, Any]]] = [
    ("blackjack", {"decks": 1}),
    ("blackjack", {"decks": 1, "resplit": True, "hole_card": "card reader"}),
    ("double-attack-blackjack", {}),
]


@pytest.mark.parametrize(("game", "options"), DEALT)
def test_figures_are_those_of_rounds_that_are_dealt(game: str, options: dict[str, Any]) -> None:
    """Edge, variance and, where they are told, chances: within four standard errors."""
    (told,) = exact_edges(game, DAY, options, wager="initial").wagers
    study = study_of(registry.find(game))
    assert study is not None
    assert study.edge is not None
    scenario = Scenario("initial", (("initial", "", STAKE),))
    edge = study.edge(registry.find(game).rules(DAY, options), scenario, None)
    assert edge == told.distribution.house_edge()
    dealt = simulate(game, DAY, options, rounds=ROUNDS, seed=11, wager="initial", fresh=True)
    found, exactly = dealt.wagers[0].distribution, told.distribution
    near(found.mean(), exactly.mean(), exactly.variance())
    mean = float(found.mean())
    fourth = sum(float(p) * (float(c.net) - mean) ** 4 for c, p in found.cells.items())
    of_variance = fourth - float(found.variance()) ** 2
    near(found.variance(), exactly.variance(), of_variance)
    if exactly.told_apart():
        for sign in (-1, 0, 1):
            chance = exactly.probability(sign)
            near(found.probability(sign), chance, chance * (1 - chance))


def near(found: Fraction, exactly: Fraction, variance: Fraction | float) -> None:
    assert abs(float(found - exactly)) < 4 * sqrt(float(variance) / ROUNDS)


# -- what is not known is not told -----------------------------------------------------------


def resplit() -> WagerEdge:
    options: dict[str, Any] = {"decks": 1, "resplit": True, "hole_card": "card reader"}
    (found,) = exact_edges("blackjack", DAY, options, wager="initial").wagers
    return found


def test_chances_that_are_not_known_are_not_told() -> None:
    told = resplit().as_json()
    assert [told[name] for name in ("win", "push", "lose")] == [None] * 3
    assert "pitboss simulate" in told["note"]
    for name in ("house_edge", "variance", "average_wager", "element_of_risk"):
        assert float(Fraction(told[name]["exact"])) == told[name]["decimal"]


def test_the_par_sheet_tells_no_more() -> None:
    options: dict[str, Any] = {"decks": 1, "resplit": True, "hole_card": "card reader"}
    par = par_of(GAME, DAY, options, wager="initial", sensitivity=False)
    (sheet,) = par.sheets
    summary = sheet.summary
    assert summary.hit_frequency is summary.push_frequency is summary.largest_payout is None
    assert summary.variance == resplit().distribution.variance()
    assert "pitboss simulate" in sheet.note
    page = page_of(par)
    assert "not known" in page
    assert "pitboss simulate" in page
    assert workbook_of(par)


# -- the best strategy -----------------------------------------------------------------------


def no_split(prompt: Prompt) -> list[Entry]:
    """Every choice but splitting and insurance."""
    if prompt.kind == "wagers":
        return [Closed()]
    return [Chose(prompt.seat, each) for each in prompt.choices if each != "split"]


def any_choice(prompt: Prompt) -> list[Entry]:
    if prompt.kind == "wagers":
        return [Closed()]
    return [Chose(prompt.seat, each) for each in prompt.choices]


def best_by_procedure(rules: Any, cards: Sequence[int], choices: Any) -> Fraction:
    """The most that decisions can be worth that go by what the player has seen: a search of all
    tapes of the procedure."""
    table, _ = small_table(rules, cards)
    study = Study(lambda rules: [], card_class=value_of, choices=choices)
    leaves = Explorer(GAME, rules, study, [("initial", "", STAKE)], None).leaves(table)
    assert sum(leaf.probability for leaf in leaves) == 1
    return sum(
        (leaf.probability * Fraction(leaf.receipt.net()[1], STAKE) for leaf in leaves), Fraction(0)
    )


# No two cards of a value, and enough of them for every hand.
DISTINCT = "Ac 6c 7c 8c 9c Tc"
LOW = "2c 3c 4c 5c 7c 9c Tc"
TWO_OF_SOME = "Ac 7c 8c 8d 9c Tc Td"
# Enough for two split hands and the dealer.
HIGH = "8c 8d Tc Td Th 9c 9d 9h Ac"
MODERN, EARLY = DAY, date(1980, 1, 2)
TABLES: list[tuple[str, date, dict[str, Any]]] = [
    (DISTINCT, MODERN, {"hole_card": "card reader"}),
    (DISTINCT, MODERN, {"hole_card": "none"}),
    (TWO_OF_SOME, MODERN, {"hole_card": "none"}),
    (TWO_OF_SOME, MODERN, {"hole_card": "face down", "surrender": True}),
    (DISTINCT, MODERN, {"hole_card": "face up"}),
    (DISTINCT, MODERN, {"hole_card": "card reader", "surrender": True}),
    (DISTINCT, EARLY, {"surrender": True}),
    (LOW, MODERN, {"five_card_21": True, "odds.five_card_21.five cards": "9 to 4"}),
    (DISTINCT, MODERN,
     {"hole_card": "card reader", "soft_17": "draw", "blackjack_pays": "6 to 5"}),
]  # fmt: skip


@pytest.mark.parametrize(("shoe", "day", "options"), TABLES)
def test_the_best_strategy_is_the_best_there_is(
    shoe: str, day: date, options: dict[str, Any]
) -> None:
    """Where nothing is split, the best of all ways to play is the one that is found."""
    rules = GAME.rules(day, {"decks": 1, **options})
    parameters = table_rules(rules)._replace(hands_max=1)
    cards = parse_cards(shoe)
    _, values = small_table(rules, cards)
    worth = evaluate(parameters, solve(parameters, values).strategy, values)
    assert worth == best_by_procedure(rules, cards, no_split)


@pytest.mark.parametrize("hole_card", ["card reader"])
def test_no_way_to_play_split_hands_is_worth_less(hole_card: str) -> None:
    """A split hand may be played better with regard to the other one; never worse."""
    rules = GAME.rules(DAY, {"decks": 1, "hole_card": hole_card})
    parameters = table_rules(rules)
    cards = parse_cards(HIGH)
    _, values = small_table(rules, cards)
    strategy = solve(parameters, values).strategy
    worth = evaluate(parameters, strategy, values)
    assert by_procedure(rules, cards, Player(strategy)) == worth
    assert best_by_procedure(rules, cards, any_choice) >= worth
