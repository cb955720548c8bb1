"""The rankings of the poker room (14.3): low, eight or better, Badugi, mambo, Omaha, boards.

Worked examples of the rules; counts over all hands there are; slow references written from the
words of the rules; `phevaluator` where it has the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator.evaluator_omaha import evaluate_omaha_cards

from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import Card, card_text
from pitboss.hands import boards, low, mambo, omaha, poker_batch, poker_words
from pitboss.hands.boards import forced_bet_value, high_board_value, low_board_value
from pitboss.hands.low import ace_to_five_value, badugi_value, eight_or_better_value
from pitboss.hands.mambo import mambo_high_value, mambo_low_value
from pitboss.hands.omaha import omaha_high, omaha_low_value
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    PokerTables,
    category,
    five_card_value,
    rank_hands,
)
from tests.hands.poker_reference import Key, best, key, parse, same_order

DECK = range(52)


def distinct(count: int, highest: int = 51) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, highest), min_size=count, max_size=count, unique=True)


def low_rank(card: int) -> int:
    """The ace is the lowest."""
    return (card // 4 + 1) % 13


def low_key(five: Sequence[int]) -> Key:
    """Matched cards first, then ranks from the most matched and highest; lower is better."""
    counted = Counter(low_rank(card) for card in five)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = sorted(counted.values(), reverse=True)
    return (*(-times for times in shape), *(0,) * (5 - len(shape)), *(-rank for rank in ranks))


def cards(text: str) -> list[Card]:
    return [Card(card) for card in parse(text)]


SEVEN_CARD_LOWS = {
    "5": 781_824,
    "6": 3_151_360,
    "7": 7_426_560,
    "8": 13_171_200,
    "9": 19_174_400,
    "T": 23_675_904,
    "J": 24_837_120,
    "Q": 21_457_920,
    "K": 13_939_200,
    # Seven cards of four ranks, of three and of two: all of these ranks are there.
    "pair": comb(13, 4) * (comb(16, 7) - 4 * comb(12, 7) + 6 * comb(8, 7)),
    "two pair": comb(13, 3) * (comb(12, 7) - 3 * comb(8, 7)),
    "full house": comb(13, 2) * comb(8, 7),
}


# --- ace to five low


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8c 6d 5h 4s 3c", "8c 7d 3h 2s Ac"),
        ("5c 4d 3h 2s Ac", "6c 4d 3h 2s Ac"),
        ("9c 4d 3h 2s Ac", "2c 2d Ah 3s 4c"),
        ("Kc Qd Jh Ts 9c", "Ac Ad 2h 3s 4c"),
        ("Ac Ad Kh Qs Jc", "2c 2d 3h 4s 5c"),
        ("Ac Ad 2h 2s 3c", "Ac Ad Ah 2s 3c"),
        ("Ac Ad Ah 2s 2c", "Ac Ad Ah As 2c"),
        ("2c 2d Ah 3s 4c", "2c 2d Ah 3s 5c"),
    ],
)
def test_low_examples(better: str, worse: str) -> None:
    assert low.ace_to_five_value(parse(better)) > low.ace_to_five_value(parse(worse))


def test_straights_and_flushes_do_not_count_against_a_low() -> None:
    wheel = low.ace_to_five_value(parse("Ac 2d 3h 4s 5c"))
    assert low.ace_to_five_value(parse("Ac 2c 3c 4c 5c")) == wheel
    assert low.low_ranks_of_value(wheel) == 0b11111


def test_the_best_of_seven_for_low() -> None:
    seven = low.ace_to_five_value(parse("Ac Ad Ah 4s 7c 7d Ks"))
    assert seven == low.ace_to_five_value(parse("Ac Ad 4h 7c Kd"))
    full = low.ace_to_five_value(parse("Kc Kd Kh Ks 2c 2d 2h"))
    assert full == low.ace_to_five_value(parse("2c 2d 2h Kc Kd"))


def weighed_hands(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """A hand for every multiset of ranks, and in how many ways suits can be given to it: where
    suits do not count these are all hands there are."""
    for ranks in rank_hands(count):
        times = Counter(ranks).values()
        yield (
            tuple(rank << 2 | at % 4 for at, rank in enumerate(ranks)),
            prod(comb(4, n) for n in times),
        )


def test_all_low_hands_of_five_cards() -> None:
    counts: Counter[str] = Counter()
    hands = []
    for hand, ways in weighed_hands(5):
        counts[low.LOW_CATEGORIES[category(low.ace_to_five_value(hand))]] += ways
        hands.append(hand)
    assert counts == {
        "no pair": 1_317_888,
        "pair": 1_098_240,
        "two pair": 123_552,
        "three of a kind": 54_912,
        "full house": 3_744,
        "four of a kind": 624,
    }
    values = [low.ace_to_five_value(hand) for hand in hands]
    assert same_order(values, [low_key(hand) for hand in hands])
    qualified = [hand for hand in hands if low.eight_or_better_value(hand) != low.NO_LOW]
    assert len(qualified) == comb(8, 5)
    for hand in qualified:
        assert low.eight_or_better_value(hand) == low.ace_to_five_value(hand)


def test_all_low_hands_of_seven_cards() -> None:
    """All 133,784,560, by their highest card; eight or better by a count of its own."""
    counts: Counter[str] = Counter()
    qualified = 0
    for hand, ways in weighed_hands(7):
        value = low.ace_to_five_value(hand)
        name = low.LOW_CATEGORIES[category(value)]
        if name == "no pair":
            name = "A23456789TJQK"[low.low_ranks_of_value(value).bit_length() - 1]
        counts[name] += ways
        ranks = {low_rank(card) for card in hand}
        qualifies = sum(rank < 8 for rank in ranks) >= 5
        assert low.eight_or_better_value(hand) == (value if qualifies else low.NO_LOW)
        qualified += ways * qualifies
    assert counts.total() == comb(52, 7)
    assert qualified == sum(counts[rank] for rank in "5678")
    assert counts == SEVEN_CARD_LOWS


@pytest.mark.parametrize("size", [5, 6, 7])
@given(data=st.data())
def test_low_against_every_five_of_the_cards(size: int, data: st.DataObject) -> None:
    first = data.draw(distinct(size, data.draw(st.sampled_from([51, 19, 11]))))
    second = data.draw(distinct(size, data.draw(st.sampled_from([51, 19, 11]))))
    a, b = low.ace_to_five_value(first), low.ace_to_five_value(second)
    x, y = best(first, 5, low_key), best(second, 5, low_key)
    assert ((a > b) - (a < b)) == ((x > y) - (x < y))
    chosen = poker_words.playing([Card(card) for card in first], 5, low.ace_to_five_value)
    assert low.ace_to_five_value(chosen) == a


# --- Badugi


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2h 3d 4c", "As 2h 3d 5c"),
        ("Ks Qh Jd Tc", "As 2h 3d 3c"),
        ("Ks Qh Jd Tc", "As 2h 3d 4d"),
        ("As 2h 3d 3c", "As 2h 4d 4c"),
        ("Ks Kh Qd Qs", "As 2s 3s 4s"),
        ("As 2h 2s 2c", "As 3h 3s 3c"),
    ],
)
def test_badugi_examples(better: str, worse: str) -> None:
    assert low.badugi_value(parse(better)) > low.badugi_value(parse(worse))


def badugi_key(hand: Sequence[int]) -> Key:
    keys = []
    for size in range(1, 5):
        for chosen in combinations(hand, size):
            if len({card & 3 for card in chosen}) == len({card >> 2 for card in chosen}) == size:
                ranks = sorted((low_rank(card) for card in chosen), reverse=True)
                keys.append((size, *(-rank for rank in ranks)))
    return max(keys)


@compiled
def _count_four(counts: npt.NDArray[np.int64], highs: npt.NDArray[np.int64]) -> None:
    for a in range(3, 52):
        for b in range(2, a):
            for c in range(1, b):
                for d in range(c):
                    hand = (a, b, c, d)
                    counts[badugi_value(hand) >> CATEGORY_SHIFT] += 1
                    highs[mambo_high_value(hand) >> CATEGORY_SHIFT] += 1


def test_all_hands_of_four_cards() -> None:
    counts, highs = np.zeros(4, dtype=np.int64), np.zeros(7, dtype=np.int64)
    jit(_count_four)(counts, highs)
    assert dict(zip(low.BADUGI_CATEGORIES, counts.tolist(), strict=True)) == {
        "Badugi": 13 * 12 * 11 * 10,
        "three cards": 154_440,
        "two cards": 96_252,
        "one card": 4 * comb(13, 4) + 13,  # of one suit, or of one rank
    }
    assert counts.sum() == highs.sum() == comb(52, 4)
    # Suited A-K-Q with any of the 49 other cards; three or four of a rank, which leave no room
    # for a straight flush.
    assert highs[mambo.MAMBO_HIGH_CATEGORIES.index("high mambo")] == 4 * 49
    threes = 13 * (4 * 48 + 1)
    assert highs[mambo.MAMBO_HIGH_CATEGORIES.index("three of a kind")] == threes


@given(distinct(4), distinct(4, 15))
def test_badugi_against_every_choice(first: list[int], second: list[int]) -> None:
    a, b = low.badugi_value(first), low.badugi_value(second)
    x, y = badugi_key(first), badugi_key(second)
    assert ((a > b) - (a < b)) == ((x > y) - (x < y))
    assert category(a) + 1 == x[0]
    assert low.badugi_value(poker_words.playing_badugi([Card(card) for card in first])) == a


# --- mambo


def test_mambo_examples() -> None:
    assert mambo.mambo_low_value(parse("2c 6d Kh As")) == mambo.mambo_low_value(parse("6c 2d As"))
    high = mambo.mambo_high_value(parse("Ah Kh 7c Qh"))
    assert mambo.MAMBO_HIGH_CATEGORIES[category(high)] == "high mambo"
    lowest = mambo.mambo_low_value(parse("3c 2d Kh As"))
    assert mambo.MAMBO_LOW_CATEGORIES[category(lowest)] == "low mambo"
    assert mambo.mambo_low_value(parse("7c 2d Kh As")) == low.NO_LOW


def test_all_mambo_hands_of_three_cards() -> None:
    highs: Counter[str] = Counter()
    lows: Counter[str] = Counter()
    hands = list(combinations(DECK, 3))
    values = [mambo.mambo_high_value(hand) for hand in hands]
    for hand, value in zip(hands, values, strict=True):
        highs[mambo.MAMBO_HIGH_CATEGORIES[category(value)]] += 1
        lows[mambo.MAMBO_LOW_CATEGORIES[category(mambo.mambo_low_value(hand))]] += 1
    assert highs == {
        "high mambo": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }
    assert lows == {"low mambo": 64, "low": 19 * 64, "no low": comb(52, 3) - 20 * 64}
    assert same_order(values, [key(hand, MAMBO_ORDER) for hand in hands])


MAMBO_ORDER = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


@given(distinct(4), distinct(4, 23))
def test_mambo_of_four_cards_is_the_best_three(first: list[int], second: list[int]) -> None:
    for hand in (first, second):
        highs = [mambo.mambo_high_value(three) for three in combinations(hand, 3)]
        assert mambo.mambo_high_value(hand) == max(highs)
        lows = [mambo.mambo_low_value(three) for three in combinations(hand, 3)]
        assert mambo.mambo_low_value(hand) == max(lows)


# --- Omaha


def test_omaha_examples() -> None:
    board = parse("Qh Jh Th 9h 3s")
    royal = omaha.omaha_high_value(parse("Ah Kh 2c 2d"), board)
    assert royal == five_card_value(parse("Ah Kh Qh Jh Th"))
    assert omaha.omaha_high_value(parse("Ah 2c 3d 4s"), board) == five_card_value(
        parse("Ah 3d Qh Jh 3s")
    )
    low_hand = omaha.omaha_low_value(parse("Ac 2d Kh Qs"), parse("3c 5d 8h Ks Jc"))
    assert low_hand == low.eight_or_better_value(parse("8h 5d 3c 2d Ac"))
    nothing = omaha.omaha_low_value(parse("Ac 2d Kh Qs"), parse("3c 5d 9h Ks Jc"))
    assert nothing == low.NO_LOW


@given(distinct(9), st.sampled_from([3, 4, 5]))
def test_omaha_against_every_choice(drawn: list[int], size: int) -> None:
    hole, board = [Card(card) for card in drawn[:4]], [Card(card) for card in drawn[4 : 4 + size]]
    made = [[*pair, *three] for pair in combinations(hole, 2) for three in combinations(board, 3)]
    high = max(five_card_value(hand) for hand in made)
    assert omaha.omaha_high_value(hole, board) == high
    assert five_card_value(poker_words.playing_omaha(hole, board, five_card_value)) == high
    lows = [low.eight_or_better_value(hand) for hand in made]
    assert omaha.omaha_low_value(hole, board) == max(lows)


def test_omaha_against_phevaluator() -> None:
    generator = random.Random(14)
    pools = [list(DECK), list(range(0, 52, 2)), list(range(20, 52)), [*range(20), *range(48, 52)]]
    hands = [generator.sample(pool, 9) for pool in pools for _ in range(1500)]
    values = [omaha.omaha_high_value(hand[:4], hand[4:]) for hand in hands]
    peers = [
        (-evaluate_omaha_cards(*(card_text(c) for c in hand[4:] + hand[:4])),) for hand in hands
    ]
    assert same_order(values, peers)


# --- boards


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Kc Kd", "Ac Kh"),
        ("Ac", "Kc"),
        ("Ac 2d 3h 4s", "Kc Qd Jh Ts"),
        ("2c 2d 3h", "Ac Kd Qh"),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),
        ("2c 2d 2h 3s", "Ac Ad Kh Ks"),
        ("2c 2d 2h 2s", "Ac Ad Ah Ks"),
        ("9c 9d Ah", "9h 9s Kc"),
        ("9c 9d", "9h"),
        ("9c 2d", "9h"),
    ],
)
def test_high_boards(first: str, second: str) -> None:
    assert boards.high_board_value(parse(first)) > boards.high_board_value(parse(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ac", "2c"),
        ("8c 3d", "8h 4s"),
        ("Kc Qd Jh Ts", "Ac Ad 2h 3s"),
        ("Ac Ad 2h", "2c 2d Ah"),
        ("Ac Ad 2h 2s", "Ac Ad Ah 2s"),
    ],
)
def test_low_boards(first: str, second: str) -> None:
    assert boards.low_board_value(parse(first)) > boards.low_board_value(parse(second))


def board_key(hand: Sequence[int], low_game: bool) -> Key:
    counted = Counter(low_rank(card) if low_game else card >> 2 for card in hand)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = sorted(counted.values(), reverse=True) + [0] * (4 - len(counted))
    return tuple(-at for at in (*shape, *ranks)) if low_game else (*shape, *ranks)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_all_boards_by_rank(size: int) -> None:
    """Every multiset of ranks against the words of the rule; suits are equal."""
    hands = [hand for hand, _ in weighed_hands(size)]
    highs = [boards.high_board_value(hand) for hand in hands]
    assert same_order(highs, [board_key(hand, False) for hand in hands])
    lows = [boards.low_board_value(hand) for hand in hands]
    assert same_order(lows, [board_key(hand, True) for hand in hands])


def test_the_forced_bet() -> None:
    def who(text: str, low_game: bool, by_suit: bool) -> list[str]:
        worth = [boards.forced_bet_value(card, low_game, by_suit) for card in parse(text)]
        return [card for card, at in zip(text.split(), worth, strict=True) if at == max(worth)]

    assert who("Ac 5d Kh", False, False) == ["5d"]
    assert who("Ac 5d 5c", False, False) == ["5d", "5c"]
    assert who("5h 5d 5s", False, True) == ["5d"]
    assert who("Ac 2d Qh", True, False) == ["Qh"]
    assert who("As Ah Ac", True, True) == ["As"]
    assert who("Kc Kd Ah", True, False) == ["Kc", "Kd"]
    assert who("Ac 2s 2c", False, True) == ["2c"]


# --- words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("5s 4s 3s 2s As", "5-high straight flush"),
        ("8s 8d 8h 8c Ks", "four eights, K"),
        ("Ks Kd Kh 4c 4s", "kings full of fours"),
        ("As Js 9s 4s 2s", "A-J-9-4-2 flush"),
        ("Ac Kd Qs Js Ts", "A-high straight"),
        ("6c 6d 6s As Ts", "three sixes, A-10"),
        ("Ac Ad 8s 8h Ks", "aces and eights, K"),
        ("Kc Kd As 9h 4s", "pair of kings, A-9-4"),
        ("Ac Kd Js 8h 3s", "A-K-J-8-3 high"),
    ],
)
def test_high_words(text: str, words: str) -> None:
    assert poker_words.high_words(parse(text)) == words


def test_low_words() -> None:
    assert poker_words.low_words(parse("3c 4d 5h 6s 8c")) == "8-6-5-4-3 low"
    assert poker_words.low_words(parse("Ac 2d 5h 3s 9c")) == "9-5-3-2-A low"
    assert poker_words.low_words(parse("Ac Ad 5h 3s 9c")) == "pair of aces, 9-5-3 low"
    assert poker_words.low_words(parse("Ac Ad 2h 2s Kc")) == "twos and aces, K low"
    assert poker_words.low_words(parse("Ac Ad Ah 2s 2c")) == "aces full of twos low"


def test_words_of_the_other_rankings() -> None:
    chosen = poker_words.playing_badugi(cards("As 2h 3d 3c"))
    assert poker_words.badugi_words(chosen) == "3-2-A, three cards"
    assert poker_words.badugi_words(parse("As 2h 3d 4c")) == "4-3-2-A Badugi"
    assert poker_words.mambo_high_words(parse("Ah Kh Qh")) == "high mambo"
    assert poker_words.mambo_high_words(parse("3h 2c Ah")) == "3-high straight"
    assert poker_words.mambo_high_words(parse("9h 9c Ah")) == "pair of nines, A"
    assert poker_words.mambo_low_words(parse("6h 2c Ah")) == "6-2-A low"
    assert poker_words.mambo_low_words(parse("3h 2c Ah")) == "low mambo"
    assert poker_words.high_board_words(parse("Kh Kc 4h")) == "pair of kings, 4 showing"
    assert poker_words.high_board_words(parse("Kh Kc 4h 4d")) == "kings and fours showing"
    assert poker_words.high_board_words(parse("Th")) == "10 high showing"
    assert poker_words.low_board_words(parse("8h Ac 3h")) == "8-3-A showing"
    assert poker_words.low_board_words(parse("Ah Ac 3h")) == "pair of aces, 3 showing"


@given(distinct(5), distinct(5))
def test_hands_with_the_same_words_are_equal(first: list[int], second: list[int]) -> None:
    same = poker_words.high_words(first) == poker_words.high_words(second)
    assert same == (five_card_value(first) == five_card_value(second))


# --- compiled


@compiled
def _values(t: PokerTables, hands: npt.NDArray[np.int64], values: npt.NDArray[np.int64]) -> None:
    for i in range(hands.shape[0]):
        row = hands[i]
        values[i, 0] = ace_to_five_value(row[:7])
        values[i, 1] = eight_or_better_value(row[:7])
        values[i, 2] = badugi_value(row[:4])
        values[i, 3] = mambo_high_value(row[:4])
        values[i, 4] = mambo_low_value(row[:4])
        values[i, 5] = omaha_high(t, row[:4], row[4:])
        values[i, 6] = omaha_low_value(row[:4], row[4:])
        values[i, 7] = high_board_value(row[:4])
        values[i, 8] = low_board_value(row[:4])
        values[i, 9] = forced_bet_value(row[0], True, True)


def test_compiled_twins_agree() -> None:
    generator = random.Random(3)
    pools = [list(DECK), list(range(20)), list(range(12))]
    hands = np.array([generator.sample(pool, 9) for pool in pools for _ in range(300)])
    plain = np.zeros((len(hands), 10), dtype=np.int64)
    fast = np.zeros_like(plain)
    jit(_values)(poker_batch.tables(), hands, fast)
    for row, hand in zip(plain, hands.tolist(), strict=True):
        row[:] = (
            ace_to_five_value(hand[:7]),
            eight_or_better_value(hand[:7]),
            badugi_value(hand[:4]),
            mambo_high_value(hand[:4]),
            mambo_low_value(hand[:4]),
            omaha.omaha_high_value(hand[:4], hand[4:]),
            omaha_low_value(hand[:4], hand[4:]),
            high_board_value(hand[:4]),
            low_board_value(hand[:4]),
            forced_bet_value(hand[0], True, True),
        )
    assert (plain == fast).all()
