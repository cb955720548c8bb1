"""Five cards and two of pai gow poker: worked examples of 11.3, and when a setting is a foul."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss.compiled import jit
from pitboss.equipment.cards import JOKER, parse_cards
from pitboss.hands import pai_gow
from pitboss.hands.pai_gow import high_key, is_foul, low_key


def high(text: str, lowest_wheel: bool = False) -> int:
    return high_key(parse_cards(text), lowest_wheel)


def low(text: str) -> int:
    a, b = parse_cards(text)
    return low_key(a, b)


def test_worked_examples_of_the_ranking() -> None:
    wheel, king_high, six_high = "As 2s 3s 4s 5s", "Ks Qs Js Ts 9s", "6s 5s 4s 3s 2s"
    assert high("As Ks Qs Js Ts") > high(wheel) > high(king_high)
    assert high(wheel, True) < high(six_high, True)
    assert high("As Kd Qs Js Ts") > high("Ad 2s 3s 4s 5s") > high("Kd Qs Js Ts 9s")
    assert high("Ad 2s 3s 4s 5s", True) < high("6d 5s 4s 3s 2s", True)
    assert high("Jk 2d 3s 4s 5s") == high("Ad 2s 3s 4s 5s")
    assert high("Jk 2d 3s 4s 5s", True) == high("6d 5s 4s 3s 2s", True)
    assert high("Jk As 9s 8s 2s") == high("As Ks 9s 8s 2s")
    assert high("Jk Kd Kh Ks 4c") == high("Ad Kd Kh Ks 4c")
    assert low("Jk Kd") == low("As Kd") < low("2s 2d") < low("Jk As")
    assert high("Kd Kh 9s 5s 3s") > high("Kd Kh 9s 5s 2s")


@pytest.mark.parametrize(
    ("five", "two", "foul"),
    [
        ("7s 7h Kc Qd 2s", "7d 7c", False),  # equal is lawful
        ("6s 6h Kc Qd 2s", "7d 7c", True),
        ("Ac Kc Qd Jd 9s", "2d 2c", True),
        ("Kc Qd 9d 7s 2s", "Ah 3d", True),
        ("Kc Qd 9d 7s 2s", "Kh Jd", False),
        ("Kc Qd 9d 7s 2s", "Kh Qh", False),
        ("Kc Jd 9d 7s 2s", "Kh Qh", True),
        ("6c 5d 4d 3s 7h", "Jk As", False),
        ("3c 3d 2d 2s 7h", "Jk As", False),
        ("8c 4d 3d 2s 7h", "8d 7c", False),
    ],
)
def test_fouls(five: str, two: str, foul: bool) -> None:
    assert is_foul(high(five), low(two)) is foul
    assert jit(is_foul)(high(five), low(two)) == foul


def test_settings_part_the_cards() -> None:
    seven = parse_cards("Jk As Kd 9c 9d 4s 2h")
    found = list(pai_gow.settings(seven))
    assert len(found) == pai_gow.SETTINGS
    assert len({two for _, two in found}) == pai_gow.SETTINGS
    assert all(sorted((*five, *two)) == sorted(seven) for five, two in found)
    places = combinations(range(7), 2)
    for (five, _), (i, j) in zip(found, places, strict=True):
        assert pai_gow.high_key_without(seven, i, j, False) == high_key(five)


def test_every_hand_is_of_one_kind() -> None:
    """The kinds' numbers of hands add up to all hands: none is missed, none counted twice."""
    kinds = list(pai_gow.kinds_of_hands())
    assert len(set(kinds)) == len(kinds) == 292_253
    drawn = Random(11)
    names = {name(hand) for hand in kinds}
    assert len(names) == len(kinds)
    for _ in range(2_000):
        assert name(tuple(drawn.sample(range(JOKER + 1), 7))) in names
    assert comb(53, 7) == 154_143_080


def name(hand: tuple[int, ...]) -> tuple[object, ...]:
    """What hands of one kind have in common."""
    jokers = JOKER in hand
    naturals = [card for card in hand if card != JOKER]
    suits = [sorted(c >> 2 for c in naturals if c & 3 == suit) for suit in range(4)]
    flush = max(suits, key=len)
    ranks = tuple(sorted(c >> 2 for c in naturals))
    return jokers, ranks, tuple(flush) if len(flush) + jokers >= 5 else ()
