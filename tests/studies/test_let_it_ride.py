"""Let it ride poker: published figures, the procedure on a small deck, and the kernel."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput
from pitboss.studies.families.one_deck_poker.strategies import ByTable
from pitboss.studies.let_it_ride_poker.study import (
    ASKED,
    BETS,
    PUBLISHED,
    RIDE,
    WITHDRAW,
    deals,
    situation,
    study,
)
from pitboss.studies.let_it_ride_poker.study import game as kit
from pitboss.table.entries import Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "let-it-ride-poker"
DAY = date(1999, 6, 1)
LATE = date(2020, 6, 1)
game = registry.find(KEY)
RIDING = {name for name, rides in PUBLISHED.actions.items() if rides}


def distribution(
    wager: str, day: date = DAY, strategy: str = "", **options: object
) -> Distribution:
    return exact_edges(KEY, day, options, wager=wager, strategy=strategy).wagers[0].distribution


# id, wager, day, options, strategy, figure, value (own calculations of the project).
FIGURES = [
    ("lir.edge", "bets", DAY, {}, "", "edge", "37963/1082900"),
    ("lir.avg_final_bet", "bets", DAY, {}, "", "average", "331288/270725"),
    ("lir.blind3.edge_per_bet", "bets", DAY, {}, "always let it ride", "edge", "242173/216580"),
    ("lir.strategy", "bets", DAY, {}, "published", "edge", "37963/1082900"),
    ("lir.bonus.win_prob", "bonus", DAY, {}, "", "win", "6219/216580"),
    ("rules file, example 9", "bonus", DAY, {}, "", "edge", "625600/2598960"),
    ("lir.three_card_bonus.50_40_30_6_4_1.edge", "three-card-bonus", LATE,
     {"three_card_bonus": "50-40-30-6-4-1"}, "", "edge", "118/5525"),
    ("lir.three_card_bonus.50_40_30_6_3_1.edge", "three-card-bonus", LATE,
     {"three_card_bonus": "50-40-30-6-3-1"}, "", "edge", "392/5525"),
]  # fmt: skip


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: str(figure[0]))
def test_published_figures(figure: tuple[str, str, date, dict[str, object], str, str, str]) -> None:
    _, wager, day, options, strategy, which, value = figure
    found = distribution(wager, day, strategy, **options)
    got = {
        "edge": found.house_edge(),
        "average": found.average_wager(),
        "win": found.probability(1),
    }[which]
    assert got == Fraction(value)


def test_the_strategy_is_the_published_one() -> None:
    """And no situation is treated in two ways."""
    told = exact_edges(KEY, DAY, wager="bets").strategy
    names = [choice.situation for choice in told]
    assert len(names) == len(set(names))
    assert {choice.situation for choice in told if choice.do == RIDE} == RIDING
    assert {choice.do for choice in told} == {RIDE, WITHDRAW}


def test_answers_that_are_worth_the_same() -> None:
    """Four to an outside straight without a high card, and four to an inside straight with four
    high cards: nothing lost by riding either."""

    same = (
        "bet two: four to an outside straight, no high cards",
        "bet two: four to an inside straight, four high cards",
    )
    riding = ByTable(ASKED, lambda cards, _: int(situation(cards) in {*RIDING, *same}))
    rules = game.rules(DAY)
    scenario = study.scenarios(rules)[0]
    found = kit.exact(rules, scenario, riding).joint.distribution("bets")
    assert found.house_edge() == Fraction(37963, 1082900)


# -- the payout limit -----------------------------------------------------------------------------


def test_below_the_limit_nothing_changes() -> None:
    limited = distribution("bets", payout_limit=50000)
    assert limited.house_edge() == Fraction(37963, 1082900)
    assert limited.variance() == distribution("bets").variance()
    rules = game.rules(DAY, {"payout_limit": 50000})
    assert 3 * 1000 * study.scenarios(rules)[0].wagers[0][2] <= 5_000_000
    same = distribution("bets of 16.00", payout_limit=50000)
    assert same.house_edge() == Fraction(37963, 1082900)


def test_a_limit_costs_the_royal_flush_that_reaches_it() -> None:
    """At 25.00 only the royal flush with three bets is limited: to 2,000 instead of 3,000 bets.
    It comes as 4 of 2,598,960 hands, and all three bets ride only if the three own cards rode,
    which any three to a royal flush do."""
    free, limited = distribution("bets"), distribution("bets of 25.00", payout_limit=50000)
    assert limited.house_edge() - free.house_edge() == Fraction(4 * 1000, 2_598_960)
    assert limited.average_wager() == free.average_wager()


def test_the_limit_costs_more_the_more_is_wagered() -> None:
    edges = [
        distribution(f"bets of {amount}.00", payout_limit=50000).house_edge()
        for amount in (16, 25, 100, 500, 1000)
    ]
    assert edges == sorted(edges)
    assert len(set(edges)) == 5


def test_with_a_limit_decisions_depend_on_the_amount() -> None:
    """At 500.00 a royal flush pays no more with three bets than with one."""
    told = exact_edges(KEY, DAY, {"payout_limit": 50000}, wager="bets of 500.00").strategy
    riding = {choice.situation for choice in told if choice.do == RIDE}
    assert riding != RIDING


# -- exact against the procedure ------------------------------------------------------------------


@pytest.mark.parametrize("limit", [False, 50000])
def test_exact_is_the_procedure_on_a_small_deck(limit: int) -> None:
    """All 5,040 orders of seven cards, a royal flush among them, through the procedure."""
    rules = game.rules(DAY, {"payout_limit": limit})
    scenario = BETS.of(3_000)
    cards = parse_cards("As Ks Qs Js Ts Th 2c")
    counts = [0] * 53
    for card in cards:
        counts[card] = 1
    table = msgspec.structs.replace(
        game.open_table(rules, 1), shoe=Shoe(tuple(counts), len(cards), 0, 1)
    )
    measure = Measure(scenario, rules)
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    start: list[Entry] = [Wagered(1, kind, cents) for kind, _, cents in scenario.wagers]
    orders = list(permutations(cards, 6))
    for order in orders:
        entries = [*start, Closed(), *(Drew(card) for card in order)]
        state = play(game, rules, table, entries)
        while not isinstance(state, Receipt):
            entries.append(PUBLISHED(state.prompt))
            state = play(game, rules, table, entries)
        (cell,) = measure.cells(state.lines)
        key = (cell.net, cell.staked)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(orders))
    solved = kit.exact(rules, scenario, PUBLISHED, deals(tuple(cards))).joint.distribution(
        "bets of 30.00"
    )
    told: dict[tuple[Fraction, Fraction], Fraction] = {}
    for cell, chance in solved.cells.items():
        key = (cell.net, cell.staked)
        told[key] = told.get(key, Fraction(0)) + chance
    assert told == found


# -- the kernel against the procedure -------------------------------------------------------------

SCENARIOS = [
    ({}, BETS.of(500, "bets")),
    ({"payout_limit": 50000}, BETS.of(40_000)),
    ({"three_card_bonus": "50-40-30-6-4-1"}, Scenario("all", (
        ("bet-one", "", 500), ("bet-two", "", 500), ("bet-three", "", 500), ("bonus", "", 100),
        ("three-card-bonus", "", 700),
    ))),
]  # fmt: skip


@pytest.mark.parametrize(("options", "scenario"), SCENARIOS, ids=["plain", "limit", "bonuses"])
def test_the_kernel_is_the_procedure_to_the_cent(
    options: dict[str, Any], scenario: Scenario
) -> None:
    rules = game.rules(LATE, options)
    made = kit.plan(rules, scenario, None)
    prove_kernel(game, rules, scenario, made, key_of(7, 0))
    assert made.tracer is not None
    assert made.deal is not None
    records = made.tracer.trace(key_of(7, 0), 50)
    assert made.deal(key_of(7, 0), 50, 11) == records[11, :6].tolist()


def test_a_record_that_was_altered_is_found() -> None:
    made = kit.plan(game.rules(DAY), study.scenarios(game.rules(DAY))[0], None)
    assert made.tracer is not None
    records = made.tracer.trace(3, 50)
    records[20, -2] ^= 1
    assert made.tracer.derive(records) == 20
    records[10, 0] = records[10, 1]
    assert made.tracer.derive(records) == 10
    records[5, 3] = 99
    assert made.tracer.derive(records) == 5


@pytest.mark.parametrize("wager", ["bets", "bonus"])
def test_simulation_agrees_with_the_exact_edge(wager: str) -> None:
    found = simulate(KEY, DAY, rounds=4_000_000, seed=5, wager=wager, check=True).wagers[0]
    distance = found.distance()
    assert distance is not None
    assert abs(distance) < 4


def test_a_users_own_policy() -> None:
    rules = game.rules(DAY)
    assert study.policy is not None
    table = dict.fromkeys(RIDING, RIDE) | {"otherwise": WITHDRAW}
    decide = study.policy(rules, table)
    found = exact_edges(KEY, DAY, wager="bets", decide=decide).wagers[0].distribution
    assert found.house_edge() == Fraction(37963, 1082900)
    with pytest.raises(BadInput, match="no situation"):
        study.policy(rules, {"a pair": RIDE})
    with pytest.raises(BadInput, match="not permitted"):
        study.policy(rules, {"otherwise": "sing"})
    with pytest.raises(BadInput, match="no action for"):
        study.policy(rules, {"bet one: three of a kind": RIDE})


def test_the_deck_is_counted_once() -> None:
    deck = deals()
    assert deck.deals == 22_100 * 49 * 48
    assert int(deck.counts.sum()) == 270_725 * 48
