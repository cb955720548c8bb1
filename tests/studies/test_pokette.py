"""Pokette's figures: published ones, the poker hands counted here again, and the simulation held
to the procedure."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import WagerEdge, exact_edges, need_study
from pitboss.analysis.simulation.plan import key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.compiled import jit
from pitboss.games.pokette import hands
from pitboss.games.pokette.rules import POKER_HANDS

DAY = date(2020, 5, 1)
GAME = registry.find("pokette")
STUDY = need_study(GAME)
RULES = GAME.rules(DAY)
# id, wager, jokers, house edge
PUBLISHED = [
    ("pokette.n52.single_card.edge", "single-card Qh", 0, "1/52"),
    ("pokette.n52.split.edge", "split Ac-Ad", 0, "1/26"),
    ("pokette.n52.corner.edge", "corner Ac-Ad-Kc-Kd", 0, "0"),
    ("pokette.n52.single_rank.edge", "single-rank 7", 0, "0"),
    ("pokette.n52.three_ranks.edge", "jack-10-nine", 0, "1/13"),
    ("pokette.n53.single_card.edge", "single-card 2s", 1, "2/53"),
    ("pokette.n53.corner.edge", "corner 3h-3s-2h-2s", 1, "1/53"),
    ("pokette.n53.single_rank.edge", "single-rank A", 1, "1/53"),
    ("pokette.n53.red_black.edge", "red", 1, "1/53"),
    ("pokette.n53.suit.edge", "suit spades", 1, "1/53"),
    ("pokette.n54.single_rank.edge", "single-rank A", 2, "1/27"),
    # The rules file, example 8: 5.56, 7.41, 3.70 and 11.11 percent.
    ("straight up", "single-card Qh", 2, "1/18"),
    ("split", "split 7s-6s", 2, "2/27"),
    ("corner", "corner Ac-Ad-Kc-Kd", 2, "1/27"),
    ("red", "red", 2, "1/27"),
    ("black", "black", 2, "1/27"),
    ("suit", "suit clubs", 2, "1/27"),
    ("flush", "flush", 2, "1/27"),
    ("double rank", "double-rank 8-7", 2, "1/9"),
    ("ace-king-queen", "ace-king-queen", 2, "1/9"),
    ("jack-10-nine", "jack-10-nine", 2, "1/9"),
    ("eight-seven-six", "eight-seven-six", 2, "1/9"),
    ("five-four-three", "five-four-three", 2, "1/9"),
    ("pair in two", "pair-in-two", 2, "1/9"),
    ("pair in three", "pair-in-three", 2, "1/9"),
    ("three of a kind", "three-of-a-kind", 2, "1/9"),
    ("straight, open", "straight open", 2, "1/9"),
    ("straight, inside", "straight inside", 2, "1/9"),
    ("straight flush, open", "straight-flush open", 2, "2/27"),
    ("straight flush, inside", "straight-flush inside", 2, "2/27"),
]


def odds_of(wager: str, jokers: int = 2) -> WagerEdge:
    (found,) = exact_edges("pokette", DAY, {"jokers": jokers}, wager=wager).wagers
    return found


@pytest.mark.parametrize(
    ("wager", "jokers", "expected"), [pytest.param(*row[1:], id=row[0]) for row in PUBLISHED]
)
def test_published_figures(wager: str, jokers: int, expected: str) -> None:
    found = odds_of(wager, jokers)
    assert found.distribution.house_edge() == Fraction(expected)
    assert found.distribution.total == 52 + jokers


def plainly_completes(kind: str, first: int, second: int, card: int) -> bool:
    """The hand of three once more, from its definition and not from the game's own functions."""
    three = [first, second, card]
    ranks = [one >> 2 for one in three]
    suited = len({one & 3 for one in three}) == 1
    # An ace is above the king or below the deuce.
    low = sorted(-1 if rank == 12 else rank for rank in ranks)
    run = any(r == list(range(r[0], r[0] + 3)) for r in (sorted(ranks), low))
    match kind:
        case "pair-in-three":
            return ranks[0] != ranks[1] and ranks[2] in ranks[:2]
        case "three-of-a-kind":
            return len(set(ranks)) == 1
        case "flush":
            return suited
        case "straight":
            return run
    return run and suited


def test_poker_hands_over_all_cards() -> None:
    for first, second in product(range(52), repeat=2):
        for kind in POKER_HANDS:
            if kind == "pair-in-two":
                continue
            won = hands.completing(POKER_HANDS[kind], first, second)
            plain = sum(
                1 << card for card in range(52) if plainly_completes(kind, first, second, card)
            )
            assert won == plain, (kind, first, second)


def test_stops_of_poker_hand_wagers_are_as_the_odds_suppose() -> None:
    """Wherever a wager can be made, it has the number of winning stops that its odds go with."""
    stops = {
        "pair-in-three": {8},
        "three-of-a-kind": {4},
        "flush": {13},
        "straight": {4, 8},
        "straight-flush": {1, 2},
    }
    for kind, expected in stops.items():
        found = {
            hands.completing(POKER_HANDS[kind], first, second).bit_count()
            for first, second in product(range(52), repeat=2)
        }
        assert found - {0} == expected, kind


def test_hands_compile_to_the_same() -> None:
    compiled = jit(hands.completing)
    for first, second in product(range(0, 52, 3), range(-1, 52)):
        for family in POKER_HANDS.values():
            assert compiled(family, first, second) == hands.completing(family, first, second)


@pytest.mark.parametrize("scenario", STUDY.scenarios(RULES), ids=lambda scenario: scenario.wager)
def test_the_kernel_settles_as_the_procedure_does(scenario: Any) -> None:
    plan = plan_for(GAME, RULES, STUDY, scenario, None)
    prove_kernel(GAME, RULES, scenario, plan, key_of(23, 0))


@pytest.mark.parametrize("scenario", STUDY.scenarios(RULES), ids=lambda scenario: scenario.wager)
def test_simulation_agrees_with_the_exact_figures(scenario: Any) -> None:
    plan = plan_for(GAME, RULES, STUDY, scenario, None)
    rounds = 4_000_000
    counts = run_chunk(plan, 10, 0, rounds).tolist()
    for place, wager in enumerate(plan.wagers):
        exact = odds_of(wager).distribution
        mean = sum(n * plan.outcomes[k][place].net for k, n in enumerate(counts)) / rounds
        error = float(exact.variance() / rounds) ** 0.5
        assert abs(float(mean - exact.mean())) < 4 * error, wager


def test_a_kernel_that_pays_otherwise_is_found_out() -> None:
    (scenario,) = [one for one in STUDY.scenarios(RULES) if one.wager == "flush"]
    plan = plan_for(GAME, RULES, STUDY, scenario, None)
    plan.outcomes = plan.outcomes[1:] + plan.outcomes[:1]
    with pytest.raises(AssertionError):
        prove_kernel(GAME, RULES, scenario, plan, key_of(23, 0))
