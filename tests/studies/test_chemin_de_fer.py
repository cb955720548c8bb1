"""Chemin de fer's figures: Kemeny and Snell's game, the equilibrium of the table's rules held to
every other pure strategy, and the simulation held to the procedure."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from tests.studies.room import SOAK, prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges, need_study
from pitboss.analysis.simulation.plan import key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.errors import BadInput
from pitboss.games.baccarat_chemin_de_fer.hands import banker_chooses
from pitboss.hands.baccarat import NO_CARD
from pitboss.studies.baccarat_chemin_de_fer.equilibrium import CELLS, Drawing, Equilibrium
from pitboss.studies.baccarat_chemin_de_fer.study import (
    FREE,
    Draws,
    equilibrium_of,
    kemeny_snell,
    optimal,
    read_table,
)
from pitboss.table.round import run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape

DAY = date(2000, 5, 1)
KEY = "baccarat-chemin-de-fer"
GAME = registry.find(KEY)
ALWAYS, NEVER = Fraction(1), Fraction(0)


def edges(options: dict[str, Any] | None = None, **asked: Any) -> dict[str, Fraction]:
    odds = exact_edges(KEY, DAY, options, **asked)
    return {wager.wager: wager.distribution.house_edge() for wager in odds.wagers}


@pytest.fixture(scope="module")
def classic() -> Equilibrium:
    return kemeny_snell().equilibrium()


# -- published --------------------------------------------------------------------------------


def test_kemeny_snell_value(classic: Equilibrium) -> None:
    """cdf.kemeny_snell.value"""
    assert classic.player == Fraction(-679568, 53094899)
    assert classic.bank == -classic.player


def test_kemeny_snell_player_draws_on_five(classic: Equilibrium) -> None:
    """cdf.kemeny_snell.player_draw5_prob, cdf.kemeny_snell.draw5_prob_number"""
    assert classic.draws_on_five == Fraction(9, 11)


def test_kemeny_snell_banker_mixes_in_one_cell(classic: Equilibrium) -> None:
    """cdf.kemeny_snell.banker_mixed_set"""
    mixed = {cell: share for cell, share in classic.banker.items() if share not in (0, 1)}
    assert mixed == {(6, NO_CARD): Fraction(859, 2288)}


def test_best_response_to_never_drawing_on_five() -> None:
    """cdf.best_response.always_stand5"""
    drawing = kemeny_snell()
    found = drawing.player_expects(NEVER, drawing.best_answer(NEVER))
    assert found == Fraction(-74176, 4826809)


def test_punto_banco_rules() -> None:
    """cdf.punto_banco_rules.value"""
    drawing = Drawing(0, lambda cell: False)
    assert drawing.player_expects(ALWAYS, {}) == Fraction(-4560, 371293)


def test_kemeny_snell_is_an_equilibrium(classic: Equilibrium) -> None:
    """Neither side gains by any other pure strategy. The banker's cells are separate, so it
    is enough to change one at a time."""
    drawing = kemeny_snell()
    for often in (NEVER, ALWAYS):
        assert drawing.player_expects(often, classic.banker) == classic.player
    for cell in CELLS:
        for share in (NEVER, ALWAYS):
            other = classic.banker | {cell: share}
            assert drawing.bank_expects(classic.draws_on_five, other) <= classic.bank


# -- the table's rules ------------------------------------------------------------------------

OPTIONS = [
    {"decks": decks, "vigorish": vigorish}
    for decks in (6, 8)
    for vigorish in ("5 percent", "4 percent")
]
# Each number of decks and each vigorish once; all four together with PITBOSS_SOAK=1.
SEARCHED = OPTIONS if SOAK > 1 else OPTIONS[0::3]


@pytest.mark.parametrize("options", SEARCHED, ids=str)
def test_the_best_strategy_is_an_equilibrium_of_the_procedure(options: dict[str, Any]) -> None:
    """The exact odds of the procedure, for every pure strategy of either side: to draw is
    best, whatever the other does not change."""
    best = edges(options)
    found = equilibrium_of(GAME.rules(DAY, options))
    assert best["against"] == -found.player
    assert best["bank"] == -found.bank
    scenario = need_study(GAME).scenarios(GAME.rules(DAY, options))[0]
    chosen = optimal(GAME.rules(DAY, options), scenario)
    for on_five in (False, True):
        other = Draws(on_five, chosen.cells)
        assert edges(options, decide=other)["against"] >= best["against"]
    for stays in product((False, True), repeat=len(FREE)):
        other = Draws(chosen.on_five, dict(zip(FREE, stays, strict=True)))
        assert edges(options, decide=other)["bank"] >= best["bank"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_to_draw_throughout_is_best_as_in_punto_banco(options: dict[str, Any]) -> None:
    """Without optional cells the hands are those of subchapter 3, edges as well."""
    best, fixed = edges(options), edges(options | {"optional_cells": False})
    assert best == fixed
    punto = exact_edges(
        "baccarat-punto-banco", DAY, {"decks": options["decks"], "vigorish": options["vigorish"]}
    )
    other = {wager.wager: wager.distribution.house_edge() for wager in punto.wagers}
    assert best == {"bank": other["banker"], "against": other["player"]}


@pytest.mark.parametrize(("on_five", "draws"), list(product((False, True), repeat=2)))
def test_the_game_of_two_persons_counts_what_the_procedure_counts(
    on_five: bool, draws: bool
) -> None:
    rules = GAME.rules(DAY)
    drawing = Drawing(6, lambda cell: banker_chooses(*cell), vigorish=Fraction(1, 20))
    shares = dict.fromkeys(FREE, Fraction(draws))
    found = edges(decide=Draws(on_five, dict.fromkeys(FREE, draws)))
    assert found["against"] == -drawing.player_expects(Fraction(on_five), shares)
    assert found["bank"] == -drawing.bank_expects(Fraction(on_five), shares)
    assert rules.decks == 6


def test_named_strategies_and_a_policy_of_ones_own() -> None:
    best = edges()
    for name in need_study(GAME).strategies:
        found = edges(strategy=name)
        assert found["against"] >= best["against"] or found["bank"] >= best["bank"]
    rules = GAME.rules(DAY)
    own = read_table(rules, {"Player's Hand 5": "stay", "otherwise": "draw"})
    assert edges(decide=own) == edges(strategy="stay on five")
    for bad in ({"Player's Hand 4": "draw"}, {"Player's Hand 5": "fold"}, {}):
        with pytest.raises(BadInput, match="policy"):
            read_table(rules, bad)


def test_the_strategy_is_told_with_how_often_it_is_needed() -> None:
    told = {choice.situation: choice for choice in exact_edges(KEY, DAY).strategy}
    assert {choice.do for choice in told.values()} == {"draw"}
    five = told["Player's Hand 5"].probability
    assert Fraction(7, 100) < five < Fraction(8, 100)
    assert len(told) == 3


# -- money ------------------------------------------------------------------------------------


def test_the_house_is_left_with_the_vigorish_alone() -> None:
    """The bank is a player's: over any round players and commission sum to zero."""
    rounds = 0
    for number in range(400):
        rng = random.Random(f"bank {number}")
        options = {"banker_may_withdraw": number % 2 == 0, "vigorish_rounding": number % 3 > 0}
        rules = GAME.rules(DAY, options)
        table = GAME.open_table(rules, rng.randint(2, 5))
        for _ in range(5):
            receipt = run(GAME, rules, table, LiveTape(RandomPlayers(rng)))
            assert receipt.house == 0
            assert sum(receipt.net().values()) == -receipt.commission
            table = receipt.after
            rounds += receipt.procedure == "round"
    assert rounds > 500


# -- simulation -------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["", "stay on five", "banker stays"])
def test_the_kernel_is_the_procedure(strategy: str) -> None:
    study, rules = need_study(GAME), GAME.rules(DAY)
    scenario = study.scenarios(rules)[0]
    plan = plan_for(GAME, rules, study, scenario, study.strategies.get(strategy))
    prove_kernel(GAME, rules, scenario, plan, key_of(4, 0))


def test_the_simulation_is_near_the_exact_figures() -> None:
    study, rules = need_study(GAME), GAME.rules(DAY)
    plan = plan_for(GAME, rules, study, study.scenarios(rules)[0], None)
    rounds = 1 << 22
    counts = run_chunk(plan, 1, 0, rounds)
    exact = exact_edges(KEY, DAY).joints[0]
    for index, name in enumerate(plan.wagers):
        mean = sum(
            cells[index].net * int(times)
            for cells, times in zip(plan.outcomes, counts, strict=True)
        ) / Fraction(rounds)
        found = exact.distribution(name)
        error = sqrt(found.variance() / rounds)
        assert abs(float(mean - found.mean())) < 4 * error
