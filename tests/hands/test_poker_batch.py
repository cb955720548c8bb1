"""Whole decks counted, other evaluators agreed with, and the three forms held to each other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Any

import eval7
import numpy as np
import numpy.typing as npt
import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.compiled import jit
from pitboss.hands import poker, poker_batch
from tests.hands import batches

Bytes = npt.NDArray[np.uint8]


@lru_cache(maxsize=8)
def hands_of(size: int) -> Bytes:
    """All hands of so many cards, ordered by highest card, then next highest, and so on.

    In this order the hands below a card come first, which lets larger hands be made of slices.
    """
    if size == 0:
        return np.zeros((1, 0), dtype=np.uint8)
    smaller = hands_of(size - 1)
    return np.concatenate([with_top(smaller, size, top) for top in range(size - 1, 52)])


def with_top(smaller: Bytes, size: int, top: int) -> Bytes:
    below = smaller[: comb(top, size - 1)]
    return np.concatenate([below, np.full((len(below), 1), top, dtype=np.uint8)], axis=1)


def counts(values: npt.NDArray[np.int32], categories: Sequence[str]) -> npt.NDArray[np.int64]:
    return np.bincount(values >> poker.CATEGORY_SHIFT, minlength=len(categories))


def count_six(function: Callable[[Bytes], Any], categories: Sequence[str]) -> list[int]:
    """Categories of all 20,358,520 six-card hands, by highest card, so that memory suffices."""
    total = np.zeros(len(categories), dtype=np.int64)
    for top in range(5, 52):
        total += counts(function(with_top(hands_of(5), 6, top)), categories)
    return [int(count) for count in total]


def named(total: Iterable[int], categories: Sequence[str]) -> dict[str, int]:
    return dict(zip(categories, (int(count) for count in total), strict=True))


# --- counts


def test_all_three_card_hands() -> None:
    hands = batches.all_three_card_hands()
    values = batches.all_three_card_values()
    assert hands.shape == (22100, 3)
    assert hands[0].tolist() == [0, 1, 2]
    assert hands[-1].tolist() == [49, 50, 51]
    assert values.tolist() == [poker.three_card_value(*hand) for hand in hands.tolist()]


def test_all_four_card_hands() -> None:
    values = poker_batch.four_card_values(hands_of(4))
    assert named(
        counts(values, poker.FOUR_CARD_CATEGORIES).tolist(), poker.FOUR_CARD_CATEGORIES
    ) == {
        "four of a kind": 13,
        "straight flush": 44,
        "three of a kind": 2496,
        "flush": 2816,
        "straight": 2772,
        "two pair": 2808,
        "pair": 82368,
        "high card": 177408,
    }


def test_best_four_of_all_five_card_hands() -> None:
    values = poker_batch.four_card_values(hands_of(5))
    found = named(counts(values, poker.FOUR_CARD_CATEGORIES).tolist(), poker.FOUR_CARD_CATEGORIES)
    assert found["high card"] == 1150080
    assert found["pair"] == 1047552
    assert found["two pair"] == 123552
    assert found["flush"] == 114616
    assert found["three of a kind"] == 58656
    assert found["four of a kind"] == 624
    pair = poker.FOUR_CARD_CATEGORIES.index("pair")
    kind = values[values >> poker.CATEGORY_SHIFT == pair]
    assert int((kind >> 8 & 0xF == poker.ACE).sum()) == 81096


def test_best_four_of_all_six_card_hands() -> None:
    total = count_six(poker_batch.four_card_values, poker.FOUR_CARD_CATEGORIES)
    found = named(total, poker.FOUR_CARD_CATEGORIES)
    assert found["high card"] == 4872000
    assert found["pair"] == 8194320
    assert found["two pair"] == 2342736
    assert found["flush"] == 2245352
    assert found["three of a kind"] == 897616
    assert found["straight flush"] == 47752
    assert found["four of a kind"] == 14664
    assert sum(total) == 20358520


def test_all_five_card_hands() -> None:
    values = poker_batch.five_card_values(hands_of(5))
    assert named(
        counts(values, poker.FIVE_CARD_CATEGORIES).tolist(), poker.FIVE_CARD_CATEGORIES
    ) == {
        "high card": 1302540,
        "pair": 1098240,
        "two pair": 123552,
        "three of a kind": 54912,
        "straight": 10200,
        "flush": 5108,
        "full house": 3744,
        "four of a kind": 624,
        "straight flush": 36,
        "royal flush": 4,
    }
    assert len(np.unique(values)) == 7462

    def between(low: list[int], above: list[int]) -> int:
        """How many hands rank from one hand up to but not including another."""
        bottom, top = poker.five_card_value(low), poker.five_card_value(above)
        return int(((values >= bottom) & (values < top)).sum())

    lowest = {rank: [rank * 4, rank * 4 + 1, *kickers] for rank, kickers in LOW_KICKERS.items()}
    two_pair = [0, 1, 4, 5, 8]
    assert between(lowest[9], two_pair) == 337920  # jacks or better
    assert between(lowest[8], two_pair) == 422400  # tens or better
    assert between(lowest[4], lowest[9]) == 422400  # sixes through tens


LOW_KICKERS = {rank: [2, 7, 8] for rank in (4, 8, 9)}  # 2, 3 and 4, the lowest side cards


def test_all_six_card_hands() -> None:
    total = count_six(poker_batch.five_card_values, poker.FIVE_CARD_CATEGORIES)
    found = named(total, poker.FIVE_CARD_CATEGORIES)
    assert found["high card"] == 6612900
    assert found["pair"] == 9730740
    assert found["two pair"] == 2532816
    assert found["straight"] == 361620
    assert found["flush"] == 205792
    assert found["four of a kind"] == 14664
    assert sum(total) == 20358520


SEVEN_CARD_COUNTS = {
    "high card": 23294460,
    "pair": 58627800,
    "two pair": 31433400,
    "three of a kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full house": 3473184,
    "four of a kind": 224848,
    "straight flush": 37260,
    "royal flush": 4324,
}


def test_all_seven_card_hands() -> None:
    total = batches.count_all_seven_card_hands()
    assert named(total.tolist(), poker.FIVE_CARD_CATEGORIES) == SEVEN_CARD_COUNTS
    assert int(total.sum()) == 133784560


def with_joker(hands: Bytes) -> Bytes:
    joker = np.full((len(hands), 1), poker.JOKER, dtype=np.uint8)
    return np.concatenate([joker, hands], axis=1)


@pytest.mark.parametrize("wheel_second", [True, False])
def test_all_five_card_hands_with_the_joker(wheel_second: bool) -> None:
    total = np.zeros(len(poker.PAI_GOW_CATEGORIES), dtype=np.int64)
    for hands in (hands_of(5), with_joker(hands_of(4))):
        values = batches.pai_gow_high_values(hands, wheel_second=wheel_second)
        total += counts(values, poker.PAI_GOW_CATEGORIES)
    found = named(total.tolist(), poker.PAI_GOW_CATEGORIES)
    assert int(total.sum()) == 2869685
    assert found["two pair"] == 138600
    assert found["straight"] == 20532
    assert found["flush"] == 7804
    assert found["straight flush"] == 180
    assert found["royal flush"] == 24
    assert found["five aces"] == 1


def test_all_seven_card_hands_with_the_joker() -> None:
    """The 20,358,520 hands with the joker, and the hands without it from the count above."""

    def rank(hands: Bytes) -> npt.NDArray[np.int32]:
        return batches.pai_gow_high_values(with_joker(hands))

    total = count_six(rank, poker.PAI_GOW_CATEGORIES)
    found = {
        name: count + SEVEN_CARD_COUNTS.get(name, 0)
        for name, count in named(total, poker.PAI_GOW_CATEGORIES).items()
    }
    assert found == {
        "high card": 24780420,
        "pair": 64221960,
        "two pair": 35553816,
        "three of a kind": 7470676,
        "straight": 7672500 + 11034204 - 7470676,
        "flush": 6172088,
        "full house": 4188528,
        "four of a kind": 307472,
        "straight flush": 32 + 72 + 196 + 26020 + 184644 - 26132,
        "royal flush": 26132,
        "five aces": 1128,
    }
    assert sum(found.values()) == 154143080


def test_all_seven_card_hands_without_anything() -> None:
    """Pai gow hands by highest card: seven different ranks, no straight, no flush."""
    # One suit pattern for each set of ranks: neither suits nor pairs interfere.
    ranks = np.array(list(combinations(range(13), 7)), dtype=np.uint8)
    suits = np.array([0, 1, 2, 3, 0, 1, 2], dtype=np.uint8)
    values = batches.pai_gow_high_values(ranks * 4 + suits)
    nothing = ranks[values < poker.CATEGORY_UNIT]
    no_flush = 4**7 - 4 * sum(comb(7, k) * 3 ** (7 - k) for k in (5, 6, 7))
    by_top = np.bincount(nothing.max(axis=1), minlength=13) * no_flush
    assert by_top[7:12].tolist() == [31080, 248640, 963480, 2719500, 6386940]


def test_all_five_card_hands_of_six_decks() -> None:
    """Every multiset of five cards, weighted by the ways six decks can deal it."""
    decks = 6
    # A multiset of five of 52 cards is a set of five of 56 numbers, each lowered by its place.
    chosen = sets_of_five(56)
    hands = chosen - np.arange(5, dtype=np.uint8)
    same = hands[:, 1:] == hands[:, :-1]
    weights = np.full(len(hands), decks, dtype=np.int64)
    run = np.ones(len(hands), dtype=np.int64)
    for place in range(4):
        # comb(6, m) grows from m to m + 1 by the factor (6 - m) / (m + 1); a new card brings 6.
        run = np.where(same[:, place], run + 1, 1)
        weights = np.where(run > 1, weights * (decks - run + 1) // run, weights * decks)
    values = batches.multi_deck_values(hands)
    found: dict[str, int] = {}
    for index, name in enumerate(poker.MULTI_DECK_CATEGORIES):
        found[name] = int(weights[values >> poker.CATEGORY_SHIFT == index].sum())
    assert sum(found.values()) == 23856384552
    assert found["royal flush"] == 31104
    assert found["flush with four of a kind"] == 56160
    assert found["flush with full house"] == 187200
    assert found["flush with three of a kind"] == 2471040
    assert found["flush with one pair"] == 37065600
    assert found["four of a kind"] == 39727584
    assert found["full house"] == 86958144
    assert found["flush"] == 39719808
    assert found["two pair"] == 1563982992
    assert found["pair"] == 10875047040


def sets_of_five(numbers: int) -> Bytes:
    hands = np.arange(numbers, dtype=np.uint8)[:, None]
    for size in range(2, 6):
        parts = []
        for top in range(size - 1, numbers):
            below = hands[hands[:, -1] < top] if size == 2 else hands[: comb(top, size - 1)]
            parts.append(
                np.concatenate([below, np.full((len(below), 1), top, dtype=np.uint8)], axis=1)
            )
        hands = np.concatenate(parts)
    return hands


# --- other evaluators

EVAL7_DECK = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_is_that_of_other_evaluators(size: int) -> None:
    generator = random.Random(size)
    hands = [generator.sample(range(52), size) for _ in range(20000)]
    hands += [generator.sample(range(20, 44), size) for _ in range(10000)]
    ours = poker_batch.five_card_values(np.array(hands, dtype=np.uint8)).tolist()
    assert ours == [poker.five_card_value(hand) for hand in hands]
    theirs = [phevaluator.evaluate_cards(*hand) for hand in hands]
    others = [eval7.evaluate([EVAL7_DECK[card] for card in hand]) for hand in hands]
    for oracle in ([-rank for rank in theirs], others):
        pairs = sorted(set(zip(ours, oracle, strict=True)))
        for lower, higher in pairwise(pairs):
            assert lower[0] < higher[0]
            assert lower[1] < higher[1]


# --- the three forms


def cards_of(count: int, joker: bool = False) -> st.SearchStrategy[list[int]]:
    card = st.integers(0, poker.JOKER if joker else poker.JOKER - 1)
    return st.lists(card, min_size=count, max_size=count, unique=True)


@settings(max_examples=200, deadline=None)
@given(cards_of(3, joker=True))
def test_three_card_forms_agree(hand: list[int]) -> None:
    a, b, c = hand
    value = poker.three_card_joker_value(a, b, c)
    assert batches.three_card_values([hand], joker=True).tolist() == [value]
    if poker.JOKER not in hand:
        assert poker.three_card_value(a, b, c) == value
        assert batches.three_card_values([hand]).tolist() == [value]
        kernel_form: Any = jit(poker.three_card_value)
        assert kernel_form(np.int8(a), np.int8(b), np.int8(c)) == value


@settings(max_examples=200, deadline=None)
@given(st.one_of(cards_of(4), cards_of(5), cards_of(6)))
def test_four_card_forms_agree(hand: list[int]) -> None:
    value = poker.four_card_value(hand)
    assert poker_batch.four_card_values([hand]).tolist() == [value]
    kernel_form: Any = jit(poker.four_card_value)
    assert kernel_form(np.array(hand, dtype=np.int8)) == value


@settings(max_examples=200, deadline=None)
@given(st.one_of(cards_of(5), cards_of(6), cards_of(7)))
def test_five_card_forms_agree(hand: list[int]) -> None:
    value = poker.five_card_value(hand)
    assert poker_batch.five_card_values([hand]).tolist() == [value]
    helper: Any = {5: poker.five_cards, 6: poker.six_cards, 7: poker.seven_cards}[len(hand)]
    cards = np.array(hand, dtype=np.uint8)
    assert jit(helper)(poker_batch.tables(), *cards) == value


@settings(max_examples=200, deadline=None)
@given(st.one_of(cards_of(5, True), cards_of(6, True), cards_of(7, True)), st.booleans())
def test_pai_gow_forms_agree(hand: list[int], wheel_second: bool) -> None:
    value = poker.pai_gow_high_value(hand, wheel_second)
    batch = batches.pai_gow_high_values([hand], wheel_second=wheel_second)
    assert batch.tolist() == [value]
    cards = np.array(hand, dtype=np.int8)
    kernel_form: Any = jit(poker.pai_gow_high_value)
    assert kernel_form(cards, wheel_second) == value
    low = poker.pai_gow_low_value(hand[0], hand[1])
    assert batches.pai_gow_low_values([hand[:2]]).tolist() == [low]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 51), min_size=5, max_size=7))
def test_multi_deck_forms_agree(hand: list[int]) -> None:
    value = poker.multi_deck_value(hand)
    assert batches.multi_deck_values([hand]).tolist() == [value]
    kernel_form: Any = jit(poker.multi_deck_value)
    assert kernel_form(np.array(hand, dtype=np.int8)) == value


# --- input


def test_what_is_no_hand_is_refused() -> None:
    good = [0, 5, 10, 15, 20, 25, 30]
    for size in (5, 6, 7):
        for wrong in (52, 255):
            hands = np.array([good[:size], [*good[: size - 1], wrong]], dtype=np.uint8)
            with pytest.raises(ValueError, match="0 to 51"):
                poker_batch.five_card_values(hands)
    with pytest.raises(ValueError, match="0 to 51"):
        poker_batch.five_card_values(np.full((3, 7), 255, dtype=np.uint8))
    with pytest.raises(ValueError, match="shape"):
        poker_batch.five_card_values(np.zeros((3, 8), dtype=np.uint8))
    with pytest.raises(ValueError, match="0 to 52"):
        batches.three_card_values([[0, 1, -1]])
    with pytest.raises(ValueError, match="0 to 51"):
        batches.multi_deck_values([[0, 1, 2, 3, 52]])
    with pytest.raises(ValueError, match="0 to 52"):
        poker_batch.four_card_values([[0.5, 1, 2, 3]])


def test_no_hands_have_no_values() -> None:
    assert poker_batch.five_card_values(np.zeros((0, 7), dtype=np.uint8)).shape == (0,)
    assert poker_batch.four_card_values(np.zeros((0, 4), dtype=np.uint8)).shape == (0,)


def test_rows_need_not_lie_together() -> None:
    hands = hands_of(5)[::1000]
    padded = np.zeros((len(hands), 9), dtype=np.uint8)
    padded[:, 2:7] = hands
    assert np.array_equal(
        poker_batch.five_card_values(padded[:, 2:7]), poker_batch.five_card_values(hands)
    )
