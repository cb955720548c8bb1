"""The rankings in plain Python: worked examples of the rules, and slow references."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from pitboss.hands import poker
from tests.hands.poker_reference import (
    best,
    key,
    multi_deck_key,
    pai_gow_key,
    parse,
    same_order,
    three_card_joker_key,
)


def three(text: str) -> int:
    a, b, c = parse(text)
    return poker.three_card_value(a, b, c)


def names(values: Sequence[int], categories: Sequence[str]) -> dict[str, int]:
    counted = Counter(value >> poker.CATEGORY_SHIFT for value in values)
    return {categories[index]: count for index, count in counted.items()}


def test_plain_rankings_need_no_numpy() -> None:
    code = (
        "import sys, pitboss.hands.poker as poker;"
        "poker.five_card_value((0, 5, 10, 15, 20, 25, 30));"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- three cards


def test_three_card_counts() -> None:
    values = [poker.three_card_value(*hand) for hand in combinations(range(52), 3)]
    assert names(values, poker.THREE_CARD_CATEGORIES) == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    }
    queen_high = three("Qc 3d 2h")
    assert sum(value < queen_high for value in values) == 6720
    assert sum(value == three("As Ks Qs") for value in values) == 4


def test_three_card_order_is_that_of_the_reference() -> None:
    hands = list(combinations(range(52), 3))
    values = [poker.three_card_value(*hand) for hand in hands]
    assert same_order(values, [key(hand, poker.THREE_CARD_CATEGORIES) for hand in hands])


def test_three_card_value_does_not_depend_on_the_order_of_the_cards() -> None:
    generator = random.Random(1)
    for _ in range(2000):
        hand = generator.sample(range(52), 3)
        turned = generator.sample(hand, 3)
        assert poker.three_card_value(*hand) == poker.three_card_value(*turned)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("4c 3d 2h", "Ac Kc 9c"),
        ("4c 3d 2h", "3c 2d Ah"),
        ("3c 2d Ah", "Ac Kc 9c"),
        ("3c 3d Kh", "2c 2d Ah"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("3c 2c Ac", "Ac Ad Ah"),
        ("Ac Kc Qc", "Kd Qd Jd"),
    ],
)
def test_three_card_examples(higher: str, lower: str) -> None:
    assert three(higher) > three(lower)


def test_three_card_joker_counts() -> None:
    hands = list(combinations(range(53), 3))
    values = [poker.three_card_joker_value(*hand) for hand in hands]
    assert len(values) == 23426
    assert names(values, poker.THREE_CARD_CATEGORIES) == {
        "straight flush": 48 + 100,
        "three of a kind": 58,
        "straight": 1020,
        "flush": 1308,
        "pair": 23426 - 148 - 58 - 1020 - 1308 - 16980,
        "high card": 16980,
    }
    keys = [three_card_joker_key(hand, poker.THREE_CARD_CATEGORIES) for hand in hands]
    assert same_order(values, keys)
    for first, second in combinations(range(0, 52, 5), 2):
        expected = poker.three_card_joker_value(first, second, poker.JOKER)
        assert poker.three_card_joker_value(poker.JOKER, first, second) == expected
        assert poker.three_card_joker_value(second, poker.JOKER, first) == expected


# --- four cards


@pytest.mark.parametrize("size", [4, 5, 6])
def test_four_card_order_is_that_of_the_reference(size: int) -> None:
    generator = random.Random(size)
    hands = [generator.sample(range(52), size) for _ in range(3000)]
    hands += [generator.sample(range(0, 52, 4 - size % 2), size) for _ in range(1000)]
    hands += [generator.sample(range(16, 40), size) for _ in range(1500)]
    values = [poker.four_card_value(hand) for hand in hands]

    def rank(hand: list[int]) -> tuple[int, ...]:
        return key(hand, poker.FOUR_CARD_CATEGORIES)

    assert same_order(values, [best(hand, 4, rank) for hand in hands])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d 2h 2s", "Ac Kc Qc Jc"),
        ("4c 3c 2c Ac", "Ac Ad Ah Kc"),
        ("2c 2d 2h 3s", "Ac Kc Qc 9c"),
        ("7c 5c 3c 2c", "Ac Kd Qh Js"),
        ("4c 3d 2h As", "Ac Ad Kh Ks"),
        ("5c 4d 3h 2s", "4c 3d 2h As"),
        ("3c 3d Kh Qs", "2c 2d Ah Ks"),
    ],
)
def test_four_card_examples(higher: str, lower: str) -> None:
    assert poker.four_card_value(parse(higher)) > poker.four_card_value(parse(lower))


# --- five cards


@pytest.mark.parametrize("size", [5, 6, 7])
def test_five_card_order_is_that_of_the_reference(size: int) -> None:
    generator = random.Random(size)
    hands = [generator.sample(range(52), size) for _ in range(1000)]
    hands += [generator.sample(range(3, 52, 4 - size % 3), size) for _ in range(600)]
    hands += [generator.sample(range(16, 40), size) for _ in range(600)]
    hands += [generator.sample([*range(16), *range(48, 52)], size) for _ in range(600)]
    values = [poker.five_card_value(hand) for hand in hands]

    def rank(hand: list[int]) -> tuple[int, ...]:
        return key(hand, poker.FIVE_CARD_CATEGORIES)

    assert same_order(values, [best(hand, 5, rank) for hand in hands])


def test_table_free_ranking_equals_the_tables() -> None:
    generator = random.Random(9)
    for size in (5, 6, 7):
        for _ in range(3000):
            hand = generator.sample(range(52), size)
            low_wheel = poker.pai_gow_high_value(hand, False)
            assert low_wheel == poker.five_card_value(hand)


def test_five_card_value_refuses_other_numbers_of_cards() -> None:
    for count in (0, 4, 8):
        with pytest.raises(ValueError, match="five to seven"):
            poker.five_card_value(range(count))


def test_no_wrap_around() -> None:
    value = poker.five_card_value(parse("Qc Kd Ah 2s 3c"))
    assert poker.FIVE_CARD_CATEGORIES[poker.category(value)] == "high card"


# --- pai gow poker


@pytest.mark.parametrize("wheel_second", [True, False])
def test_joker_by_substitution(wheel_second: bool) -> None:
    generator = random.Random(3)
    pools = [range(52), range(0, 52, 4), range(1, 52, 2), range(20), [*range(12), *range(44, 52)]]
    hands = [[poker.JOKER, *generator.sample(pool, 4)] for pool in pools for _ in range(500)]
    hands += [generator.sample(range(53), 5) for _ in range(500)]
    for hand in hands:
        generator.shuffle(hand)
    values = [poker.pai_gow_high_value(hand, wheel_second) for hand in hands]
    keys = [pai_gow_key(hand, poker.PAI_GOW_CATEGORIES, wheel_second) for hand in hands]
    assert same_order(values, keys)


@pytest.mark.parametrize("wheel_second", [True, False])
def test_best_five_of_seven_with_the_joker(wheel_second: bool) -> None:
    generator = random.Random(4)
    pools = [range(53), range(0, 53, 4), [*range(20), *range(44, 53)], range(30, 53)]
    for pool in pools:
        for size in (6, 7):
            for _ in range(250):
                hand = generator.sample(pool, size)
                by_five = max(
                    poker.pai_gow_high_value(five, wheel_second) for five in combinations(hand, 5)
                )
                assert poker.pai_gow_high_value(hand, wheel_second) == by_five


def pai_gow(text: str, wheel_second: bool = True) -> int:
    return poker.pai_gow_high_value(parse(text), wheel_second)


def test_pai_gow_examples() -> None:
    # 1, 2: the place of A-2-3-4-5
    assert pai_gow("Kc Qc Jc Tc 9c") < pai_gow("Ad 2d 3d 4d 5d") < pai_gow("Ah Kh Qh Jh Th")
    assert pai_gow("Ad 2d 3d 4d 5d", False) < pai_gow("6c 5c 4c 3c 2c", False)
    assert pai_gow("Kc Qd Jc Tc 9c") < pai_gow("Ad 2c 3d 4d 5d") < pai_gow("Ah Kd Qh Jh Th")
    assert pai_gow("Ad 2c 3d 4d 5d", False) < pai_gow("6c 5d 4c 3c 2c", False)
    # 3: the joker makes the better of the two straights
    assert pai_gow("Jk 2c 3d 4h 5s") == pai_gow("Ac 2c 3d 4h 5s")
    assert pai_gow("Jk 2c 3d 4h 5s", False) == pai_gow("6c 2c 3d 4h 5s", False)
    # 4: in a flush the highest card that is missing
    assert pai_gow("Jk 9s 8s 6s 2s") == pai_gow("As 9s 8s 6s 2s")
    assert pai_gow("Jk As 9s 8s 2s") == pai_gow("As Ks 9s 8s 2s")
    # 6: otherwise an ace, never a fourth king
    assert pai_gow("Jk Kd Kh Ks 4c") == pai_gow("Ac Kd Kh Ks 4c")
    assert pai_gow("Jk Ac Ad Ah As") == max(pai_gow("Jk Ac Ad Ah As"), pai_gow("Ac Kc Qc Jc Tc"))
    assert poker.PAI_GOW_CATEGORIES[poker.category(pai_gow("Jk Ac Ad Ah As"))] == "five aces"
    # 7: the highest card that the other hand has not
    assert pai_gow("Kc Kd 9h 5s 3c") > pai_gow("Kh Ks 9d 5c 2d")
    # seven cards hold two straights; A-2-3-4-5 is the better one by default
    assert pai_gow("Ac 2d 3h 4s 5c 6d 7h") == pai_gow("Ac 2d 3h 4s 5c")
    assert pai_gow("Ac 2d 3h 4s 5c 6d 7h", False) == pai_gow("3h 4s 5c 6d 7h", False)


def test_pai_gow_low_hand() -> None:
    def low(text: str) -> int:
        a, b = parse(text)
        return poker.pai_gow_low_value(a, b)

    assert low("Jk Kc") == low("Ad Kh") == low("Kh Ad") < low("2c 2d") < low("Jk Ac")
    assert low("Jk Ac") == low("Ad Ah")
    assert low("Ac 9d") == low("9h As") > low("Ac 8d") > low("Kc Qd")
    counted = Counter(
        poker.category(poker.pai_gow_low_value(a, b)) for a, b in combinations(range(53), 2)
    )
    assert counted == {0: 1326 - 78 + 48, 1: 78 + 4}


# --- several decks


@pytest.mark.parametrize("size", [5, 7])
def test_multi_deck_order_is_that_of_the_reference(size: int) -> None:
    generator = random.Random(size)
    pools = [range(52), range(0, 52, 4), range(0, 24, 4), range(0, 12, 2), range(32, 52, 4)]
    hands = [generator.choices(pool, k=size) for pool in pools for _ in range(800)]
    values = [poker.multi_deck_value(hand) for hand in hands]

    def rank(hand: list[int]) -> tuple[int, ...]:
        return multi_deck_key(hand, poker.MULTI_DECK_CATEGORIES)

    assert same_order(values, [best(hand, 5, rank) for hand in hands])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("7h 7h Kh 9h 2h", "8c 8d 8h 8s As"),
        ("Qs Qs Qs Qs 4s", "9h 8h 7h 6h 5h"),
        ("2c 2c 2d 2h 2s", "Ah Ah Ah Kh Qh"),
        ("2c 2c 2c 2c 2c", "Ah Kh Qh Jh Th"),
        ("Ah Kh Qh Jh Th", "As As As As Ks"),
        ("5h 4h 3h 2h Ah", "Ks Ks Ks As As"),
    ],
)
def test_multi_deck_examples(higher: str, lower: str) -> None:
    assert poker.multi_deck_value(parse(higher)) > poker.multi_deck_value(parse(lower))
