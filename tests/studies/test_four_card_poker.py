"""Four-card poker's figures: published ones, small decks walked through the procedure, and the
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
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import exact_edges, need_study, strategy_of
from pitboss.analysis.policy import odds_by, read_policy
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.analysis.study import UNIT
from pitboss.equipment.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.four_card_poker.hands import ROWS
from pitboss.hands.poker import CATEGORY_SHIFT, FOUR_CARD_CATEGORIES, four_card_value
from pitboss.studies.families.one_deck_poker.against import (
    BEST_FOUR,
    Against,
    Players,
    all_four_card_values,
)
from pitboss.studies.four_card_poker.study import deals, game, rows
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "four-card-poker"
DAY = date(2015, 6, 1)
GAME = registry.find(KEY)
STUDY = need_study(GAME)
PAIRS = "pair of tens three times, lower pairs once"


@cache
def figures(wager: str, strategy: str = "optimal", options: tuple[Any, ...] = ()) -> Distribution:
    (found,) = exact_edges(KEY, DAY, dict(options), wager=wager, strategy=strategy).wagers
    return found.distribution


# -- published --------------------------------------------------------------------------------


def test_house_edge_at_best_play() -> None:
    """fcp.edge: one deck, one card of the dealer's known, ties to the player."""
    found = figures("ante")
    assert found.house_edge() == Fraction(8840827253, 317119576410)
    assert found.combinations() == 2_598_960 * 47 * comb(46, 5)


ROW = ("four of a kind", "straight flush", "three of a kind", "flush", "straight", "two pair",
       "pair of aces")  # fmt: skip
ACES_UP = [
    ("fcp.acesup.50_40_8_5_4_3_1.edge", "12643/324870"),
    ("fcp.acesup.50_30_8_6_5_2_1.edge", "604/54145"),
    ("fcp.acesup.50_40_9_6_4_2_1.edge", "3214/162435"),
    ("fcp.acesup.50_30_7_6_5_2_1.edge", "1826/54145"),
    ("fcp.acesup.50_40_8_6_4_2_1.edge", "1376/32487"),
    ("fcp.acesup.50_30_8_6_4_2_1.edge", "545/10829"),
]


@pytest.mark.parametrize(("name", "expected"), ACES_UP, ids=[row[0] for row in ACES_UP])
def test_aces_up(name: str, expected: str) -> None:
    amounts = name.split(".")[2].split("_")
    options = {f"odds.aces_up.{row}": f"{n} to 1" for row, n in zip(ROW, amounts, strict=True)}
    assert figures("aces-up", "optimal", tuple(options.items())).house_edge() == Fraction(expected)


def test_the_second_ledger() -> None:
    options = (("aces_up_ledger", "50-30-7-6-5-2-1"),)
    assert figures("aces-up", "optimal", options).house_edge() == Fraction(1826, 54145)


# fcp.freq5 and fcp.freq6: the best four of five and of six cards; straights follow.
FIVE = {"high card": 1_150_080, "pair": 1_047_552, "two pair": 123_552, "flush": 114_616,
        "three of a kind": 58_656, "four of a kind": 624}  # fmt: skip
SIX = {"high card": 4_872_000, "pair": 8_194_320, "two pair": 2_342_736, "flush": 2_245_352,
       "three of a kind": 897_616, "straight flush": 47_752, "four of a kind": 14_664}  # fmt: skip


@pytest.mark.parametrize(("size", "expected"), [(5, FIVE), (6, SIX)])
def test_frequencies(size: int, expected: dict[str, int]) -> None:
    values = all_four_card_values(size)
    found = np.bincount(values >> CATEGORY_SHIFT, minlength=len(FOUR_CARD_CATEGORIES)).tolist()
    by_name = dict(zip(FOUR_CARD_CATEGORIES, found, strict=True))
    assert {name: by_name[name] for name in expected} == expected
    assert sum(found) == comb(52, size)


def test_exactly_a_pair_of_aces() -> None:
    """fcp.freq5.pair_of_aces."""
    by_row = dict(zip(ROWS, rows(), strict=True))
    assert by_row["pair of aces"] == 81_096
    assert by_row["pair"] + by_row["pair of aces"] == 1_047_552


def test_four_cards_by_themselves() -> None:
    """The rules file's example 6: all 270,725 hands of four cards."""
    found = dict.fromkeys(FOUR_CARD_CATEGORIES, 0)
    for hand in combinations(range(52), 4):
        found[FOUR_CARD_CATEGORIES[four_card_value(hand) >> CATEGORY_SHIFT]] += 1
    assert found == {
        "four of a kind": 13,
        "straight flush": 44,
        "three of a kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two pair": 2_808,
        "pair": 82_368,
        "high card": 177_408,
    }


def test_the_best_strategy_is_at_least_as_good_as_every_named_one() -> None:
    for name in STUDY.strategies:
        assert figures("ante").mean() >= figures("ante", name).mean()


def test_ties_that_push_cost_the_player() -> None:
    assert figures("ante", PAIRS).mean() > figures("ante", PAIRS, (("ties", "push"),)).mean()


# -- small decks ------------------------------------------------------------------------------


def settled(rules: Any, wagers: Any, player: Any, dealer: Any, choice: str) -> Fraction:
    tape: list[Entry] = [Wagered(1, kind, cents, spot) for kind, spot, cents in wagers]
    tape.append(Closed())
    for mine, others in zip(player, dealer[:5], strict=True):
        tape += [Drew(mine), Drew(others)]
    tape += [Drew(dealer[5]), Chose(1, choice)]
    receipt = play(GAME, rules, GAME.open_table(rules, 1), tape)
    assert isinstance(receipt, Receipt)
    return Fraction(receipt.net()[1], UNIT)


@pytest.mark.parametrize(
    ("deck", "wager", "options"),
    [
        ("As Ad Ks Kd Qs Js Ts 9s 2c 2d 3h 4h", "ante", {}),
        ("As Ad Ks Kd Qs Js Ts 9s 2c 2d 3h 4h", "ante and aces-up", {}),
        ("2c 2d 2h 3c 3d 4h 4c 5d 5h 6c 6d 7h", "ante", {"ties": "push"}),
        ("2c 2d 2h 3c 3d Ah Ac 5d 5h 6c 6d 7h", "ante and aces-up",
         {"fold_forfeits_aces_up": False}),
    ],
)  # fmt: skip
def test_exact_is_the_expectimax_of_the_procedure(
    deck: str, wager: str, options: dict[str, Any]
) -> None:
    """Every multiple of the ante is tried, not only once and three times. An eighteenth
    of the player's hands is walked."""
    rules = GAME.rules(DAY, options)
    cards = parse_cards(deck)
    scenario = next(s for s in STUDY.scenarios(rules) if s.wager == wager)
    mine = Players(cards)
    mine.hands, mine.weights = mine.hands[::18], mine.weights[::18]
    counted = Against(BEST_FOUR, deck=cards, mine=mine)
    known = deals(rules.play_at_most, rules.ties_to_player, counted)
    choices = [*rules.play_choices(UNIT), "fold"]
    total, number = Fraction(0), 0
    for player in mine.hands.tolist():
        rest = [card for card in cards if card not in player]
        for shown in rest:
            others = list(combinations([card for card in rest if card != shown], 5))
            total += max(
                sum(settled(rules, scenario.wagers, player, (*o, shown), choice) for o in others)
                for choice in choices
            )
            number += len(others)
    assert known.deals == number
    joint = game.exact(rules, scenario, None, known).joint
    assert joint.distribution(wager).mean() == total / number


# -- kernel -----------------------------------------------------------------------------------


def plan(wager: int, strategy: str, options: dict[str, Any]) -> tuple[Plan, Any, Any]:
    rules = GAME.rules(DAY, options)
    scenario = STUDY.scenarios(rules)[wager]
    return plan_for(GAME, rules, STUDY, scenario, strategy_of(STUDY, strategy)), rules, scenario


@pytest.mark.parametrize(
    ("wager", "strategy", "options"),
    [
        (0, "optimal", {}), (0, PAIRS, {"ties": "push"}), (1, "optimal", {}), (2, "optimal", {}),
        (2, PAIRS, {"fold_forfeits_aces_up": False, "aces_up_ledger": "50-30-7-6-5-2-1"}),
    ],
)  # fmt: skip
def test_the_kernel_settles_as_the_procedure_does(
    wager: int, strategy: str, options: dict[str, Any]
) -> None:
    made, rules, scenario = plan(wager, strategy, options)
    prove_kernel(GAME, rules, scenario, made, key_of(27, 0))


@pytest.mark.parametrize(
    ("wager", "strategy"), [("ante", "optimal"), ("aces-up", "optimal"), ("ante", PAIRS)]
)
def test_simulation_agrees_with_the_exact_figures(wager: str, strategy: str) -> None:
    made, _, _ = plan(("ante", "aces-up").index(wager), strategy, {})
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    mean = sum(n * made.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    expected = figures(wager, strategy)
    error = float(expected.variance() / rounds) ** 0.5
    assert abs(float(mean - expected.mean())) < 4 * error


# -- a user's own policy ----------------------------------------------------------------------


def test_a_policy_in_steps() -> None:
    text = b'[policy]\n"pair of T or better" = "play 3"\n"pair or better" = "play 1"\n'
    text += b'"anything lower" = "fold"\n'
    policy = read_policy(text, game=KEY, where="test")
    found = odds_by(policy, GAME, DAY, {}, wager="ante").wagers[0].distribution
    assert found.mean() == figures("ante", PAIRS).mean()
    for wrong in ('"A-K or better" = "play 1"', '"pair or better" = "play 4"', '"pair" = "fold"'):
        policy = read_policy(f"[policy]\n{wrong}\n".encode(), game=KEY, where="test")
        with pytest.raises(BadInput):
            odds_by(policy, GAME, DAY, {}, wager="ante")
