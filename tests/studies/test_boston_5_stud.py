"""Boston 5 stud poker's figures: published ones, small decks walked through the procedure, and the
kernel held to the procedure."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import Edges, exact_edges, need_study, strategy_of
from pitboss.analysis.policy import odds_by, read_policy
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.analysis.study import UNIT
from pitboss.equipment.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.studies.boston_5_stud_poker.study import FOLD, deals, game
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "boston-5-stud-poker"
DAY = date(2008, 6, 1)
GAME = registry.find(KEY)
STUDY = need_study(GAME)
# A ledger for the ante bonus, made up here to have one.
LEDGER = {
    "ante_bonus_two_pair": 2, "ante_bonus_three_of_a_kind": 3, "ante_bonus_straight": 4,
    "ante_bonus_flush": 5, "ante_bonus_full_house": 7, "ante_bonus_four_of_a_kind": 20,
    "ante_bonus_straight_flush": 50, "ante_bonus_royal_flush": 100,
}  # fmt: skip


@cache
def figures(wager: str, strategy: str = "optimal", options: tuple[Any, ...] = ()) -> Edges:
    return exact_edges(KEY, DAY, dict(options), wager=wager, strategy=strategy)


# -- published --------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["optimal", "every hand"])
def test_always_raising_before_any_ante_bonus(strategy: str) -> None:
    """boston5.always_raise.ev_before_bonus."""
    found = figures("ante", strategy).wagers[0].distribution
    assert found.mean() == Fraction(-38716961, 77440678)
    assert found.combinations() == 22_100 * 1_176 * 1_533_939 == 39_866_461_034_400


def test_the_best_strategy_is_to_raise_every_hand() -> None:
    """boston5.strategy, boston5.rules."""
    (choice,) = figures("ante").strategy
    assert (choice.situation, choice.do) == ("every hand", "second")
    for name in STUDY.strategies:
        best = figures("ante").wagers[0].distribution
        assert best.mean() >= figures("ante", name).wagers[0].distribution.mean()


def test_settlement_in_antes() -> None:
    """boston5.rules: a win brings 4, a loss costs 5; ties push; a fold would cost 3."""
    nets = {cell.row: cell.net for cell in figures("ante").wagers[0].distribution.cells}
    assert nets == {"win": 4, "push": 0, "lose": -5}
    folds = figures("ante", "pair or better").wagers[0].distribution
    assert {cell.net for cell in folds.cells if cell.row == "fold"} == {-3}


@pytest.mark.parametrize(("ledger", "edge"), [("40-30-6-4-1", "128/5525"),
                                              ("40-30-6-3-1", "402/5525")])  # fmt: skip
def test_three_card_bonus(ledger: str, edge: str) -> None:
    """The ledgers of subchapter 20's pair plus wager, whose edges are published."""
    options = (("three_card_bonus_ledger", ledger),)
    found = figures("three-card-bonus", "optimal", options).wagers[0].distribution
    assert found.house_edge() == Fraction(edge)


def test_a_ledger_for_the_ante_bonus_is_worth_what_its_rows_are() -> None:
    """With all hands raised, each row adds its odds times its share of all hands."""
    without = figures("ante", "every hand").wagers[0].distribution.mean()
    with_it = figures("ante", "every hand", tuple(LEDGER.items())).wagers[0].distribution.mean()
    numbers = (123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    worth = sum(n * odds for n, odds in zip(numbers, LEDGER.values(), strict=True))
    assert with_it - without == Fraction(worth, comb(52, 5))


# -- small decks ------------------------------------------------------------------------------


def settled(rules: Any, first: Any, mine: Any, other: Any, choice: str) -> Fraction:
    """What a deal comes to: `first` are the player's and the dealer's first three cards."""
    tape: list[Entry] = [Wagered(1, "ante", UNIT), Wagered(1, "first", 2 * UNIT), Closed()]
    tape += [Drew(card) for pair in zip(*first, strict=True) for card in pair]
    tape.append(Chose(1, choice))
    if choice == "second":
        tape += [Drew(card) for pair in zip(mine, other, strict=True) for card in pair]
    receipt = play(GAME, rules, GAME.open_table(rules, 1), tape)
    assert isinstance(receipt, Receipt)
    return Fraction(receipt.net()[1], UNIT)


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        ("As Ad Ks Kd Qs 9s 2c 2d 3h 4h", {}),
        ("2c 3c 4d 5d 7h 8h 9s Ts Jc Kd", {}),
        ("As Ks Qs Js Ts 9s 2c 2d 3h 3d", LEDGER),
    ],
)
def test_exact_is_the_expectimax_of_the_procedure(deck: str, options: dict[str, Any]) -> None:
    rules = GAME.rules(DAY, options)
    cards = parse_cards(deck)
    scenario = STUDY.scenarios(rules)[0]
    found = game.exact(rules, scenario, None, deals(tuple(cards))).joint.distribution("ante")
    total, number = Fraction(0), 0
    for player in combinations(sorted(cards), 3):
        rest = [card for card in cards if card not in player]
        ends = []
        for mine in combinations(rest, 2):
            left = [card for card in rest if card not in mine]
            for other in combinations(left, 5):
                first, last = (player, other[:3]), other[3:]
                ends.append(settled(rules, first, mine, last, "second"))
        fold = settled(rules, (player, rest[:3]), (), (), "fold")
        total += max(sum(ends), fold * len(ends))
        number += len(ends)
    assert found.mean() == total / number
    assert found.total == number


def test_small_decks_on_which_folding_is_right_are_among_them() -> None:
    """Otherwise the comparison above would not test the decision."""
    rules = GAME.rules(DAY)
    cards = parse_cards("As Ad Ks Kd Qs 9s 2c 2d 3h 4h")
    found = game.exact(rules, STUDY.scenarios(rules)[0], None, deals(tuple(cards))).joint
    rows = {cell.row for cell in found.distribution("ante").cells}
    assert "fold" in rows


# -- kernel -----------------------------------------------------------------------------------


def plan(strategy: str, options: dict[str, Any], wager: int = 0) -> tuple[Plan, Any, Any]:
    rules = GAME.rules(DAY, options)
    scenario = STUDY.scenarios(rules)[wager]
    return plan_for(GAME, rules, STUDY, scenario, strategy_of(STUDY, strategy)), rules, scenario


@pytest.mark.parametrize(
    ("strategy", "options"),
    [("optimal", {}), ("optimal", LEDGER), ("pair or better", LEDGER),
     ("queen high or better", {})],
)  # fmt: skip
def test_the_kernel_settles_as_the_procedure_does(strategy: str, options: dict[str, Any]) -> None:
    made, rules, scenario = plan(strategy, options)
    prove_kernel(GAME, rules, scenario, made, key_of(24, 0))


def test_a_wrong_record_is_found() -> None:
    made, _, _ = plan("pair or better", {})
    assert made.tracer is not None
    records = made.tracer.trace(key_of(24, 1), 200)
    folds = [n for n in range(200) if records[n, -2] == FOLD]
    records[folds[3], 8] = 17
    assert made.tracer.derive(records) == folds[3]


@pytest.mark.parametrize(
    ("strategy", "options"), [("optimal", {}), ("optimal", LEDGER), ("pair or better", {})]
)
def test_simulation_agrees_with_the_exact_figures(strategy: str, options: dict[str, Any]) -> None:
    made, _, _ = plan(strategy, options)
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    mean = sum(n * made.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    expected = figures("ante", strategy, tuple(options.items())).wagers[0].distribution
    error = float(expected.variance() / rounds) ** 0.5
    assert abs(float(mean - expected.mean())) < 4 * error


def test_simulated_bonus_agrees_with_the_exact_figures() -> None:
    made, _, _ = plan("optimal", {}, wager=1)
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    mean = sum(n * made.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    expected = figures("three-card-bonus").wagers[0].distribution
    error = float(expected.variance() / rounds) ** 0.5
    assert abs(float(mean - expected.mean())) < 4 * error


def test_bonus_cells_are_what_the_procedure_pays() -> None:
    made, rules, _ = plan("optimal", {}, wager=1)
    hands = ["9s 7h 2d", "9s 9h 2d", "9s 7s 2s", "9s 8h 7d", "9s 9h 9d", "9s 8s 7s"]
    for row, text in enumerate(hands):
        tape: list[Entry] = [
            Wagered(1, "ante", 500),
            Wagered(1, "first", 1000),
            Wagered(1, "three-card-bonus", 500),
            Closed(),
        ]
        for mine, other in zip(parse_cards(text), parse_cards("Kd Qd Jh"), strict=True):
            tape += [Drew(mine), Drew(other)]
        receipt = play(GAME, rules, GAME.open_table(rules, 1), [*tape, Chose(1, "fold")])
        assert isinstance(receipt, Receipt)
        assert Fraction(receipt.net()[1] + 1500, 500) == made.outcomes[row][0].net


# -- a user's own policy ----------------------------------------------------------------------


def test_a_policy_in_steps() -> None:
    text = b'[policy]\n"pair or better" = "second"\n"anything lower" = "fold"\n'
    policy = read_policy(text, game=KEY, where="test")
    found = odds_by(policy, GAME, DAY, {}, wager="ante").wagers[0].distribution
    assert found.mean() == figures("ante", "pair or better").wagers[0].distribution.mean()
    for wrong in ('"A-K or better" = "second"', '"pair or better" = "raise"'):
        policy = read_policy(f"[policy]\n{wrong}\n".encode(), game=KEY, where="test")
        with pytest.raises(BadInput):
            odds_by(policy, GAME, DAY, {}, wager="ante")


def test_each_three_cards_have_as_many_completions() -> None:
    """The three cards that stand for others stand for all; each has as many completions."""
    weights, ways = deals().weights, deals().ways
    assert int(weights.sum()) == 22_100
    assert int((weights > 0).sum()) == 1_755
    completions = np.sum(list(ways.values()), axis=0)[weights > 0]
    assert (completions == 1_176 * 1_533_939).all()
