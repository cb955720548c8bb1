"""Games for OpenSpiel: its own checks, red dog walked as a tree, chemin de fer solved by CFR."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from pitboss import registry
from pitboss.errors import BadInput
from pitboss.learn import RoundEnv
from pitboss.studies.baccarat_chemin_de_fer.study import kemeny_snell

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
spiel = pytest.importorskip("pitboss.learn.spiel")
gambit = pytest.importorskip("open_spiel.python.algorithms.gambit")

ROUNDS = (
    *(f"pitboss_round(game={key},day=on 2020-01-01)" for key in registry.OURS),
    "pitboss_round(game=three-card-poker,seats=2)",
    "pitboss_round(game=poker,seats=3)",
    'pitboss_round(game=blackjack,options={"decks": 6; "soft_17": "draw"})',
    "pitboss_chemin_de_fer",
)


@pytest.mark.parametrize("name", ROUNDS)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 2, True, False)


def worth(state: Any) -> float:
    """The most that one who sees all that is dealt may expect."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        outcomes: list[tuple[int, float]] = state.chance_outcomes()
        return sum((chance * worth(state.child(n)) for n, chance in outcomes), 0.0)
    return max(worth(state.child(action)) for action in state.legal_actions())


def test_red_dog_walked_as_a_tree_is_worth_the_optimum() -> None:
    """Nothing is hidden at red dog when it is decided on a raise."""
    game = pyspiel.load_game("pitboss_round(game=red-dog,day=on 1999-06-01)")
    value = RoundEnv("red-dog", date(1999, 6, 1)).optimal_value
    assert value is not None
    assert worth(game.new_initial_state()) == pytest.approx(float(value), abs=1e-12)


def solve(name: str, iterations: int) -> tuple[list[float], float]:
    """What CFR+ comes to: returns, and what both could gain by leaving it. The tree is extracted
    first, so that OpenSpiel's own code walks it."""
    text = gambit.export_gambit(pyspiel.load_game(name))
    tree = pyspiel.load_efg_game(text)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    returns = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)
    return returns, pyspiel.nash_conv(tree, policy)


def test_cfr_reaches_the_value_of_kemeny_and_snell() -> None:
    """Both sides mix: the Player's Hand draws with 5 nine times of eleven."""
    found = kemeny_snell().equilibrium()
    assert found.draws_on_five == Fraction(9, 11)
    returns, apart = solve("pitboss_chemin_de_fer(decks=0,free=all,vigorish=0)", 1500)
    assert returns[0] == pytest.approx(float(found.player), abs=1e-6)
    assert returns[1] == pytest.approx(float(found.bank), abs=1e-6)
    assert apart < 1e-5


@pytest.mark.parametrize("vigorish", [0, 5])
def test_cfr_reaches_our_equilibrium_at_the_table(vigorish: int) -> None:
    name = f"pitboss_chemin_de_fer(decks=6,free=table,vigorish={vigorish})"
    found = spiel.drawing_of(6, "table", vigorish).equilibrium()
    returns, apart = solve(name, 300)
    assert returns[0] == pytest.approx(float(found.player), abs=1e-6)
    assert returns[1] == pytest.approx(float(found.bank), abs=1e-6)
    assert apart < 1e-5


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="expected decks 0 to 8"):
        spiel.drawing_of(9, "table", 5)
    with pytest.raises(BadInput, match="JSON"):
        spiel.RoundGame({"options": "{decks: 6}"})
