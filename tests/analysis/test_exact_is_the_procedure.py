"""Exact analyses that do not walk the procedure themselves, held to it on small decks."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from pitboss import registry
from pitboss.analysis.exact.automaton import Automaton, compile_cards
from pitboss.analysis.exact.cards import solve_cards
from pitboss.analysis.exact.edges import strategy_of
from pitboss.analysis.exact.explore import Explorer, Measure, by_policy, joint_of
from pitboss.analysis.study import Scenario, study_of
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.studies.three_card_poker.study import deals
from pitboss.studies.three_card_poker.study import game as three_card_study
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

THREE = registry.find("three-card-poker")
THREE_RULES = THREE.rules(date(1999, 1, 4))


def settled(
    scenario: Scenario, player: tuple[int, ...], dealer: tuple[int, ...], choice: str
) -> Fraction:
    """What a deal comes to through the procedure, in units of the first wager."""
    tape: list[Entry] = [Wagered(1, kind, cents, spot) for kind, spot, cents in scenario.wagers]
    tape.append(Closed())
    for mine, others in zip(player, dealer, strict=True):
        tape += [Drew(mine), Drew(others)]
    if scenario.wagers[0][0] == "ante":
        tape.append(Chose(1, choice))
    receipt = play(THREE, THREE_RULES, THREE.open_table(THREE_RULES, 1), tape)
    assert isinstance(receipt, Receipt)
    return Fraction(receipt.net()[1], scenario.wagers[0][2])


SMALL_DECKS = ("2c 3c 4c 4d Qh Qs Ks As", "2c 2d 2h 3c 4c 7d Jh Qs", "9c 9d Tc Jc Qc Kh Ah 2s")


@pytest.mark.parametrize("deck", SMALL_DECKS)
@pytest.mark.parametrize("wager", ["ante", "pair-plus", "ante and pair-plus"])
def test_three_card_poker_is_the_expectimax_of_its_procedure(deck: str, wager: str) -> None:
    cards = parse_cards(deck)
    study = study_of(THREE)
    assert study is not None
    scenario = next(s for s in study.scenarios(THREE_RULES) if s.wager == wager)
    joint = three_card_study.exact(THREE_RULES, scenario, None, deals(tuple(cards))).joint
    total = Fraction(0)
    hands = list(combinations(cards, 3))
    for player in hands:
        rest = [card for card in cards if card not in player]
        dealers = list(combinations(rest, 3))
        best = max(
            sum(settled(scenario, player, dealer, choice) for dealer in dealers)
            for choice in ("play", "fold")
        )
        total += Fraction(best, len(dealers) * len(hands))
    assert joint.distribution(wager).mean() == total


def small_shoe(automaton: Automaton, weights: tuple[int, ...]) -> Automaton:
    return msgspec.structs.replace(automaton, weights=weights, decks=1)


@pytest.mark.parametrize("key", ["baccarat-punto-banco", "minibaccarat"])
@pytest.mark.parametrize("seed", range(3))
def test_baccarat_is_its_procedure_on_a_small_shoe(key: str, seed: int) -> None:
    """Every tape of a shoe with a dozen cards, walked through the procedure."""
    rng = random.Random(f"{key} {seed}")
    game = registry.find(key)
    study = study_of(game)
    assert study is not None
    rules = game.rules(date(2013, 5, 1))
    weights = [0] * 10
    for value in rng.sample(range(10), 4):
        weights[value] = rng.randint(1, 3)
    weights[rng.randrange(10)] += 4
    counts = [0] * 53
    for value, weight in enumerate(weights):
        counts[((value - 2) % 13 if value > 1 else (8 if value == 0 else 12)) * 4] = weight
    table = game.open_table(rules, 1)
    table = msgspec.structs.replace(table, shoe=Shoe(tuple(counts), sum(counts)))
    scenario = study.scenarios(rules)[0]
    explorer = Explorer(game, rules, study, scenario.wagers, None)
    walked = joint_of(scenario, explorer.leaves(table), rules)
    automaton = compile_cards(game, rules, study, scenario, None)
    counted = solve_cards(small_shoe(automaton, tuple(weights)))
    for wager in walked.wagers:
        expected, found = walked.distribution(wager), counted.distribution(wager)
        assert found.mean() == expected.mean()
        assert found.variance() == expected.variance()


@pytest.mark.parametrize("strategy", ["optimal", "never raise"])
@pytest.mark.parametrize("decks", [1, 6])
def test_red_dog_automaton_gives_what_its_procedure_gives(strategy: str, decks: int) -> None:
    game = registry.find("red-dog")
    study = study_of(game)
    assert study is not None
    rules = game.rules(date(1999, 6, 1), {"decks": decks})
    scenario = study.scenarios(rules)[0]
    explorer = Explorer(game, rules, study, scenario.wagers, strategy_of(study, strategy))
    walked = joint_of(scenario, explorer.leaves(game.open_table(rules, 1)), rules)
    decide = strategy_of(study, strategy) or by_policy(explorer.policy, study)
    counted = solve_cards(compile_cards(game, rules, study, scenario, decide))
    assert counted.distribution("original").mean() == walked.distribution("original").mean()
    assert counted.distribution("original").variance() == walked.distribution("original").variance()


@pytest.mark.parametrize("key", ["baccarat-punto-banco", "minibaccarat"])
def test_merged_futures_are_equal_futures(key: str) -> None:
    """Random rounds through the automaton and through the procedure: the same outcome. This
    is what makes the `future` keys of the study more than a claim."""
    game = registry.find(key)
    study = study_of(game)
    assert study is not None
    rules = game.rules(date(2013, 5, 1))
    rng = random.Random(key)
    for scenario in study.scenarios(rules):
        told = study.of(scenario)
        automaton = compile_cards(game, rules, told, scenario, None)
        measure = Measure(scenario, rules)
        plan: list[Entry] = [Wagered(1, k, cents, spot) for k, spot, cents in scenario.wagers]
        for _ in range(400):
            tape, node = [*plan, Closed()], 0
            deck = [card for card in range(52) for _ in range(rules.decks)]
            rng.shuffle(deck)
            while node >= 0:
                card = deck.pop()
                tape.append(Drew(card))
                node = automaton.next[node][automaton.classes[card]]
            receipt = play(game, rules, game.open_table(rules, 1), tape)
            assert isinstance(receipt, Receipt)
            assert measure.cells(receipt.lines) == automaton.outcomes[-1 - node]


def test_an_automaton_without_decisions_is_made_once() -> None:
    game = registry.find("minibaccarat")
    study = study_of(game)
    assert study is not None
    made = []
    for options in ({}, {}, {"odds.tie.tie": "9 to 1"}):
        rules = game.rules(date(2020, 1, 1), options)
        scenario = study.scenarios(rules)[0]
        made.append(compile_cards(game, rules, study.of(scenario), scenario, None))
    assert made[0] is made[1]
    assert made[2] != made[0]


def test_an_automaton_with_decisions_is_that_of_its_strategy() -> None:
    game = registry.find("red-dog")
    study = study_of(game)
    assert study is not None
    rules = game.rules(date(1999, 6, 1), {})
    scenario = study.scenarios(rules)[0]
    one, other = (
        compile_cards(game, rules, study, scenario, study.strategies[name])
        for name in ("never raise", "raise on 7 or more")
    )
    assert one != other
