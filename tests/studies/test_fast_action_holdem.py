"""Fast action hold'em: what is exact (naturals, the dealer's house ways, the rankings of five cards
of six decks), the kernel held to the procedure, and simulated figures with their error."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, permutations
from math import comb, sqrt
from typing import Any

import msgspec
import pytest
from tests.studies.room import SOAK, prove_kernel
from tools.fast_action_values import measure_values

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges, need_study
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.par import par_of
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.redeal import same_money, tape_of
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of
from pitboss.errors import BadInput
from pitboss.games.fast_action_holdem.hands import (
    DISCONTINUE,
    HAND_CARDS,
    PAIR_PLACES,
    PAIRS,
    SPLIT,
    dealer_keeps,
    house_way,
    is_natural,
    multi_deck_value,
    pair_of,
    two_card_class,
)
from pitboss.studies.fast_action_holdem.study import (
    BY_VALUES,
    COPIES,
    GAVE_UP,
    ONE_HAND,
    STRATEGIES,
    WINS,
    GoesBy,
    natural_probability,
)
from pitboss.studies.fast_action_holdem.values import CLASSES, class_values
from pitboss.table.prompts import Prompt

DAY = date(2002, 5, 1)
KEY = "fast-action-holdem"
GAME = registry.find(KEY)


def plan_of(strategy: str = BY_VALUES, **options: Any) -> tuple[Plan, Any]:
    rules = GAME.rules(DAY, options)
    study = need_study(GAME)
    scenario = study.scenarios(rules)[0]
    return plan_for(GAME, rules, study, scenario, study.strategies[strategy]), rules


# -- exact ------------------------------------------------------------------------------------


class DealersHand(msgspec.Struct, frozen=True):
    """What the dealer keeps: the house way, the ranks from the highest, whether suited."""

    way: int
    high: int
    low: int
    suited: bool


def hands_of_four(decks: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Returns every four cards, as kinds of cards, and in how many ways the decks hold them."""
    for cards in combinations_with_replacement(range(52), HAND_CARDS):
        ways = 1
        for _, same in groupby(cards):
            ways *= comb(decks, len(list(same)))
        if ways:
            yield cards, ways


@cache
def dealer_distribution(decks: int) -> tuple[Fraction, dict[DealersHand, Fraction]]:
    """Returns exactly how often four cards are a natural, and else what the dealer keeps of
    them."""
    total = comb(52 * decks, HAND_CARDS)
    naturals, kept = 0, dict[DealersHand, int]()
    for cards, ways in hands_of_four(decks):
        a, b, c, d = cards
        if is_natural(a, b, c, d):
            naturals += ways
            continue
        pair = pair_of(cards, dealer_keeps(a, b, c, d))
        high, low = max(pair) >> 2, min(pair) >> 2
        hand = DealersHand(house_way(*pair), high, low, pair[0] & 3 == pair[1] & 3)
        kept[hand] = kept.get(hand, 0) + ways
    assert naturals + sum(kept.values()) == total
    exact = {hand: Fraction(ways, total) for hand, ways in kept.items()}
    return Fraction(naturals, total), exact


@pytest.mark.parametrize(
    ("decks", "expected"), [(6, Fraction(1771, 4965115)), (8, Fraction(899, 2365251))]
)
def test_naturals(decks: int, expected: Fraction) -> None:
    """fah.natural.6d.prob, fah.natural.8d.prob"""
    assert natural_probability(decks) == expected
    # All hands of eight decks take seven seconds more, and are counted by the soak.
    if decks == 6 or SOAK > 1:
        assert dealer_distribution(decks)[0] == expected


def test_the_dealers_hand_is_a_distribution_over_all_hands_of_four_cards() -> None:
    natural, kept = dealer_distribution(6)
    assert natural + sum(kept.values()) == 1
    ways = Counter[int]()
    for hand, probability in kept.items():
        ways[hand.way] += probability  # type: ignore[assignment]
        assert house_way(hand.high << 2, hand.low << 2 | (not hand.suited)) == hand.way
    assert sorted(ways) == list(range(1, 15))
    # A suited pair, counted by hand: at least one card twice or more, less naturals.
    different = comb(52, 4) * 6**4
    identical = Fraction(comb(312, 4) - different, comb(312, 4))
    of_one_rank = sum(
        comb(6, a) * comb(6, b) * comb(6, c) * comb(6, 4 - a - b - c)
        for a in range(5)
        for b in range(5 - a)
        for c in range(5 - a - b)
        if max(a, b, c, 4 - a - b - c) > 1
    )
    assert ways[1] == identical - Fraction(13 * of_one_rank, comb(312, 4))


def test_the_dealers_distribution_by_simulation_of_the_procedures_function() -> None:
    _, kept = dealer_distribution(6)
    rng, shoe, rounds = random.Random(21), [c for c in range(52) for _ in range(6)], 40_000
    seen = Counter[int]()
    for _ in range(rounds):
        cards = rng.sample(shoe, 4)
        if len({card >> 2 for card in cards}) > 1:
            seen[house_way(*pair_of(cards, dealer_keeps(*cards)))] += 1
    for way in range(1, 15):
        expected = float(sum(p for hand, p in kept.items() if hand.way == way))
        error = sqrt(expected * (1 - expected) / rounds)
        assert abs(seen[way] / rounds - expected) < 4.5 * error, way


def test_the_order_of_the_cards_does_not_change_what_the_dealer_keeps() -> None:
    rng = random.Random(3)
    for _ in range(300):
        cards = rng.sample([c for c in range(52) for _ in range(6)], 4)
        classes = {
            two_card_class(*pair_of(other, dealer_keeps(*other))) for other in permutations(cards)
        }
        assert len(classes) == 1


def test_pairs_and_their_partners_make_up_four_cards() -> None:
    assert tuple(combinations(range(4), 2)) == PAIR_PLACES
    for pair in range(PAIRS):
        assert sorted(PAIR_PLACES[pair] + PAIR_PLACES[PAIRS - 1 - pair]) == [0, 1, 2, 3]


# -- what two cards are worth -----------------------------------------------------------------


def test_the_table_of_values_is_what_is_measured() -> None:
    """Some thousand rounds for each of the 182 classes, within their error."""
    rounds = 5_000
    assert len(CLASSES) == 182
    far = 0
    for number, value in measure_values(rounds, seed=77).items():
        known = class_values()[number] / 1000
        error = sqrt((1 - known**2) / rounds)
        assert abs(float(value) - known) < 5 * error, CLASSES[number]
        far += abs(float(value) - known) > 2 * error
    assert far < 20


def test_no_hand_is_worth_discontinuing() -> None:
    assert min(class_values()) > -500


# -- the kernel -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        (BY_VALUES, {}),
        ("never split", {"decks": 8}),
        ("discontinue low hands", {}),
        (BY_VALUES, {"shuffle": "automated", "continuous_shuffler": True}),
    ],
    ids=str,
)
def test_the_kernel_is_the_procedure(strategy: str, options: dict[str, Any]) -> None:
    plan, rules = plan_of(strategy, **options)
    scenario = need_study(GAME).scenarios(rules)[0]
    prove_kernel(GAME, rules, scenario, plan, key_of(5, 0))


def test_rare_rounds_are_the_procedures_as_well() -> None:
    """Naturals and the dealer's naturals, looked for among many rounds."""
    plan, rules = plan_of()
    scenario = need_study(GAME).scenarios(rules)[0]
    assert plan.tracer is not None
    records = plan.tracer.trace(key_of(6, 0), 60_000)
    measure, ends = Measure(scenario, rules), last_of_rounds(records)
    found = set()
    for number in range(60_000):
        symbols, outcome = symbols_of(records, number, ends)
        if len(symbols) == 8:
            found.add(outcome)
            shown = [plan.tracer.symbols[symbol] for symbol in symbols]
            _, lines = tape_of(GAME, rules, scenario, plan.decide, shown)
            assert same_money(measure.cells(lines), plan.outcomes[outcome])
    assert {0, 2} <= found


def test_a_changed_record_is_noticed() -> None:
    plan, _ = plan_of()
    assert plan.tracer is not None
    records = plan.tracer.trace(key_of(5, 0), 200)
    records[150, -2] ^= 1
    assert plan.tracer.derive(records) == 150


def test_one_round_dealt_again() -> None:
    plan, _ = plan_of()
    assert plan.deal is not None
    assert plan.tracer is not None
    records = plan.tracer.trace(key_of(5, 0), 30)
    taken = int(records[29, -3]) & 63
    assert plan.deal(key_of(5, 0), 30, 29) == records[29, :taken].tolist()


# -- simulated figures ------------------------------------------------------------------------


def test_published_figures_without_splits() -> None:
    """fah.nosplit.win_prob, fah.nosplit.copy_prob: tolerance 0.0004, and naturals left out."""
    plan, _ = plan_of("never split")
    rounds = 1 << 22
    counts = run_chunk(plan, 2, 0, rounds)
    played = int(counts[ONE_HAND : ONE_HAND + 3].sum())
    assert counts[GAVE_UP] == 0
    # Their tolerance, and four standard errors of ours.
    ours = 4 * sqrt(0.25 / played)
    assert abs(counts[ONE_HAND + WINS] / played - 0.4892715051748683) < 0.0004 + ours
    ours = 4 * sqrt(0.034 / played)
    assert abs(counts[ONE_HAND + COPIES] / played - 0.034266387482538394) < 0.0004 + ours


def test_naturals_come_up_as_often_as_they_should() -> None:
    plan, _ = plan_of()
    rounds = 1 << 22
    counts = run_chunk(plan, 3, 0, rounds)
    expected = float(natural_probability(6))
    error = sqrt(expected * (1 - expected) / rounds)
    assert abs(counts[0] / rounds - expected) < 4 * error
    dealers = expected * (1 - expected)
    assert abs((counts[2] + counts[3]) / rounds - dealers) < 4 * error


def test_odds_say_that_they_are_simulated() -> None:
    odds = exact_edges(KEY, DAY)
    (wager,) = odds.as_json()["wagers"]
    assert wager["method"] == "simulated"
    assert wager["rounds_simulated"] == 1 << 23
    assert wager["house_edge"]["exact"] is None
    assert 0.0003 < wager["stderr"] < 0.0004
    assert abs(wager["house_edge"]["decimal"] - 0.0185) < 0.002
    assert registry.ways_to_figures(KEY) == ("simulate",)


def test_what_has_no_exact_figures_is_refused_in_a_line() -> None:
    with pytest.raises(BadInput, match="no exact figures"):
        par_of(GAME, DAY)
    with pytest.raises(BadInput, match="not known exactly"):
        exact_edges(KEY, DAY, strategy="optimal")
    with pytest.raises(BadInput, match="cannot be followed"):
        exact_edges(KEY, DAY, decide=_own)


def _own(prompt: Prompt) -> Any:
    raise AssertionError("never asked")


def test_strategies_do_what_they_are_called() -> None:
    split = [12 << 2, 12 << 2, 11 << 2, 11 << 2]
    assert STRATEGIES[BY_VALUES].does(split) >= SPLIT
    assert STRATEGIES["never split"].does(split) < SPLIT
    low = [0 << 2, 1 << 2 | 1, 5 << 2 | 2, 6 << 2 | 3]
    assert STRATEGIES["discontinue low hands"].does(low) == DISCONTINUE
    assert isinstance(STRATEGIES[BY_VALUES], GoesBy)


# -- 21.3: five cards of six decks ------------------------------------------------------------


def test_the_best_five_of_seven_is_the_best_of_all_fives() -> None:
    rng, shoe = random.Random(4), [c for c in range(52) for _ in range(6)]
    for _ in range(2_000):
        # Few ranks and suits, so that rare hands come up.
        cards = rng.sample([c for c in shoe if c >> 2 in (0, 1, 2, 3, 12)], 7)
        best = max(multi_deck_value(five) for five in combinations(cards, 5))
        assert multi_deck_value(cards) == best
