"""Casino war: published figures, the procedure on a small shoe, the automaton and the kernel."""

from __future__ import annotations

import os
from datetime import date
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.automaton import compile_cards
from pitboss.analysis.exact.cards import solve_cards
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput
from pitboss.games.casino_war.rules import CasinoWarRules
from pitboss.studies.casino_war.study import (
    ALWAYS_SURRENDER,
    ALWAYS_WAR,
    SURRENDER,
    WAR,
    GoToWar,
    after_tie,
    exact,
    full_counts,
    plan,
    scenarios,
    study,
    versus,
)
from pitboss.table.entries import Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "casino-war"
DAY = date(2000, 6, 1)
ROUNDS = 100_000 if os.environ.get("PITBOSS_SOAK") == "1" else 4_000
game = registry.find(KEY)


def rules_of(decks: int, **options: Any) -> CasinoWarRules:
    """Rules with any number of decks: the figures for two are not New Jersey's game."""
    rules: CasinoWarRules = game.rules(DAY, options)
    return msgspec.structs.replace(rules, decks=decks)


def figure(rules: CasinoWarRules, wager: str, decide: GoToWar | None) -> Distribution:
    scenario = next(s for s in scenarios(rules) if s.wager == wager)
    return exact(rules, scenario, decide).joint.distribution(wager)


# id, decks, options, wager, strategy, value of the house edge (own calculations of the project).
EDGES = [
    ("war.2deck.go_to_war_bonus.edge", 2, {}, "initial", ALWAYS_WAR, "3962/176851"),
    ("war.2deck.surrender.edge", 2, {}, "initial", ALWAYS_SURRENDER, "7/206"),
    ("war.2deck.tie_bet_11.edge", 2, {"odds.tie.tie hand": "11 to 1"}, "tie", None, "19/103"),
    ("war.6deck.go_to_war_bonus.edge", 6, {}, "initial", ALWAYS_WAR, "23138/993023"),
    ("war.6deck.surrender.edge", 6, {}, "initial", ALWAYS_SURRENDER, "23/622"),
    ("war.6deck.tie_bet_10.edge", 6, {}, "tie", None, "58/311"),
    ("war.6deck.tie_bet_11.edge", 6, {"odds.tie.tie hand": "11 to 1"}, "tie", None, "35/311"),
]


@pytest.mark.parametrize("row", EDGES, ids=lambda row: str(row[0]))
def test_published_edges(row: tuple[str, int, dict[str, object], str, GoToWar | None, str]) -> None:
    _, decks, options, wager, decide, value = row
    assert figure(rules_of(decks, **options), wager, decide).house_edge() == Fraction(value)


@pytest.mark.parametrize(
    ("decks", "tied", "again"), [(2, "7/103", "117/1717"), (6, "23/311", "1181/15965")]
)
def test_published_chances_of_ties(decks: int, tied: str, again: str) -> None:
    """war.2deck.tie_prob, war.2deck.war_tie_prob, and the same for six decks."""
    counts = full_counts(rules_of(decks))
    chance = sum((p for mine, other, p in versus(counts) if mine == other), Fraction(0))
    assert chance == Fraction(tied)
    assert after_tie(counts, 6)[0] == Fraction(again)


def test_published_variance_and_element_of_risk() -> None:
    two = figure(rules_of(2), "initial", ALWAYS_WAR)
    assert two.variance() == Fraction(34666198464, 31276276201)  # war.2deck...variance
    six = figure(rules_of(6), "initial", ALWAYS_WAR)
    assert six.element_of_risk() == Fraction(11569, 533231)  # war.6deck...element_of_risk


# Checks of the rules file, in percent.
CHECKS = [
    (6, "2 to 1", "always war", "initial", 2.330), (6, "1 to 1", "always war", "initial", 2.877),
    (6, "2 to 1", "always surrender", "initial", 3.698), (6, "2 to 1", "", "tie", 18.650),
    (8, "2 to 1", "always war", "initial", 2.340), (8, "1 to 1", "always war", "initial", 2.898),
    (8, "2 to 1", "always surrender", "initial", 3.735), (8, "2 to 1", "", "tie", 17.831),
]  # fmt: skip


@pytest.mark.parametrize(("decks", "odds", "strategy", "wager", "percent"), CHECKS)
def test_checks_of_the_rules_file(
    decks: int, odds: str, strategy: str, wager: str, percent: float
) -> None:
    options = {"decks": decks, "war_tie_odds": odds}
    found = exact_edges(KEY, DAY, options, wager=wager, strategy=strategy).wagers[0]
    assert float(100 * found.distribution.house_edge()) == pytest.approx(percent, abs=0.0005)


def test_war_is_the_best_play() -> None:
    odds = exact_edges(KEY, DAY, wager="initial")
    assert [(choice.situation, choice.do) for choice in odds.strategy] == [("tie hand", WAR)]
    assert odds.wagers[0].distribution.house_edge() == Fraction(23138, 993023)


def test_burned_cards_do_not_matter() -> None:
    plain = exact_edges(KEY, DAY, wager="initial").wagers[0].distribution
    burned = exact_edges(KEY, DAY, {"burn_dealer": 3}, wager="initial").wagers[0].distribution
    assert plain.cells == burned.cells


# -- exact against the procedure ------------------------------------------------------------------


def test_exact_is_the_automaton_of_the_procedure() -> None:
    rules = game.rules(DAY)
    scenario = scenarios(rules)[0]
    solved = solve_cards(compile_cards(game, rules, study, scenario, ALWAYS_WAR))
    found, told = solved.distribution("initial"), figure(rules, "initial", ALWAYS_WAR)
    assert found.mean() == told.mean()
    assert found.variance() == told.variance()
    assert found.average_wager() == told.average_wager()


@pytest.mark.parametrize("decide", [ALWAYS_WAR, ALWAYS_SURRENDER, GoToWar(frozenset({12}))])
def test_exact_is_the_procedure_on_a_small_shoe(decide: GoToWar) -> None:
    """All 5,040 orders of seven cards, three burned at war, through the procedure."""
    rules = game.rules(DAY)
    scenario = scenarios(rules)[0]
    cards = parse_cards("As Ah Ad Ks Kh 2c 2d")
    counts, ranks = [0] * 53, [0] * 13
    for card in cards:
        counts[card] += 1
        ranks[card >> 2] += 1
    table = msgspec.structs.replace(
        game.open_table(rules, 1), shoe=Shoe(tuple(counts), len(cards), 0, 1)
    )
    measure = Measure(scenario, rules)
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    orders = list(permutations(cards))
    for order in orders:
        rest = list(order)
        entries: list[Entry] = [*scenario.entries(), Closed()]
        state = play(game, rules, table, entries)
        while not isinstance(state, Receipt):
            drawing = state.prompt.kind == "draw"
            entries.append(Drew(rest.pop(0)) if drawing else decide(state.prompt))
            state = play(game, rules, table, entries)
        (cell,) = measure.cells(state.lines)
        key = (cell.net, cell.staked)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(orders))
    told: dict[tuple[Fraction, Fraction], Fraction] = {}
    solved = exact(rules, scenario, decide, tuple(ranks)).joint.distribution("initial")
    for cell, chance in solved.cells.items():
        key = (cell.net, cell.staked)
        told[key] = told.get(key, Fraction(0)) + chance
    assert told == found


# -- the kernel -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"burn_dealer": 3, "decks": 8, "war_tie_odds": "1 to 1"}])
@pytest.mark.parametrize("decide", [None, ALWAYS_SURRENDER, GoToWar(frozenset(range(7)))])
def test_the_kernel_is_the_procedure_to_the_cent(
    options: dict[str, Any], decide: GoToWar | None
) -> None:
    rules = game.rules(DAY, options)
    scenario = scenarios(rules)[0]
    made = plan(rules, scenario, decide)
    prove_kernel(game, rules, scenario, made, key_of(7, 0))


@pytest.mark.parametrize(
    "options", [{}, {"odds.initial.win": "2 to 1"}, {"odds.initial.win": "10 to 1"}]
)
def test_the_kernel_for_tie_wagers_is_the_procedure(options: dict[str, Any]) -> None:
    """With an initial wager beside it, which the tie wager's figures leave out, whatever that
    pays. The same rounds are dealt for both wagers."""
    rules = game.rules(DAY, options)
    base, tie = (plan(rules, scenario, None) for scenario in scenarios(rules))
    assert base.tracer is not None
    records = base.tracer.trace(key_of(8, 0), ROUNDS)
    ends = last_of_rounds(records)
    paid: dict[Fraction, int] = {}
    for number in range(ROUNDS):
        symbols, _ = symbols_of(records, number, ends)
        first, second = (base.tracer.symbols[symbol] for symbol in symbols[:2])
        entries: list[Entry] = [Wagered(1, "initial", 200), Wagered(1, "tie", 100), Closed()]
        entries += [Drew(card) for card in parse_cards(f"{first} {second}")]
        state = play(game, rules, game.open_table(rules, 1), entries)
        line = next(line for line in state.lines if line.wager == "tie")
        net = Fraction(line.pays if line.result == "win" else -line.stake, 100)
        paid[net] = paid.get(net, 0) + 1
    counted: dict[Fraction, int] = {}
    for (cell,), times in zip(tie.outcomes, tie.run(key_of(8, 0), ROUNDS).tolist(), strict=True):
        counted[cell.net] = counted.get(cell.net, 0) + times
    assert counted == paid


@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_simulation_agrees_with_the_exact_edge(wager: str) -> None:
    found = simulate(KEY, DAY, rounds=10_000_000, seed=5, wager=wager, check=True).wagers[0]
    distance = found.distance()
    assert distance is not None
    assert abs(distance) < 4


def test_a_users_own_policy() -> None:
    rules = game.rules(DAY)
    assert study.policy is not None
    decide = study.policy(rules, {"tie hand, A": SURRENDER, "otherwise": WAR})
    found = exact_edges(KEY, DAY, wager="initial", decide=decide)
    assert {(c.situation, c.do) for c in found.strategy if c.do == SURRENDER} == {
        ("tie hand, A", SURRENDER)
    }
    assert found.wagers[0].distribution.house_edge() > Fraction(23138, 993023)
    with pytest.raises(BadInput, match="no situation"):
        study.policy(rules, {"a tie": WAR})
    with pytest.raises(BadInput, match="not permitted"):
        study.policy(rules, {"otherwise": "sing"})
    with pytest.raises(BadInput, match="no action for"):
        study.policy(rules, {"tie hand, 8": WAR})
