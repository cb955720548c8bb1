"""House ways: the worked examples, that every hand is set, and what is wrong with a bad file."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.compiled import jit
from pitboss.equipment.cards import cards_text, parse_cards
from pitboss.errors import BadInput, UnknownName
from pitboss.families.pai_gow import house_way, house_way_cards
from pitboss.families.pai_gow.house_way import load
from pitboss.hands import pai_gow, tiles
from pitboss.hands.tiles import pair_key, parse_tiles, tiles_text
from pitboss.law import house_ways
from tests.markdown import ROOT, blocks

A, B, CARDS = load("a", "tiles"), load("b", "tiles"), load("common", "cards")


def set_tiles(way: house_way.HouseWay, text: str) -> str:
    high, low, _ = way.set_tiles(parse_tiles(text))
    return f"{tiles_text(high)} / {tiles_text(low)}"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("6-6 6-6 4-5 2-6", "6-6 5-4 / 6-6 6-2"),
        ("6-6 3-6 2-6 5-6", "6-6 6-3 / 6-5 6-2"),
        ("2-4 1-2 6-6 1-3", "4-2 2-1 / 6-6 3-1"),
        ("1-1 1-6 5-6 4-6", "1-1 6-1 / 6-5 6-4"),
        ("3-3 2-2 5-6 4-6", "3-3 6-5 / 2-2 6-4"),
        ("4-6 5-6 2-2 1-3", "3-1 2-2 / 6-5 6-4"),
    ],
)
def test_worked_examples_of_way_a(hand: str, expected: str) -> None:
    assert set_tiles(A, hand) == expected


def test_way_a_over_all_hands() -> None:
    found: Counter[str] = Counter()
    for four in combinations(range(tiles.TILES), 4):
        high, low, _ = A.set_tiles(four)
        assert sorted((*high, *low)) == list(four)
        key = pair_key(high[0], high[1])
        assert key >= pair_key(low[0], low[1])
        found["ranked" if key >= tiles.PAIR_BASE else str(key // tiles.RANK_STEPS)] += 1
    assert found == {
        "ranked": 13_784,
        "9": 11_152,
        "8": 6_000,
        "7": 2_768,
        "6": 112,
        "5": 368,
        "4": 848,
        "3": 720,
        "2": 208,
    }


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1-1 1-1 4-6 4-4", "1-1 1-1 / 4-4 6-4"),  # gong and 2: kept
        ("1-1 1-1 2-2 6-2", "1-1 6-2 / 1-1 2-2"),  # gong and six: split
        ("6-6 6-6 6-1 5-5", "6-6 6-6 / 5-5 6-1"),  # nine and two: kept
        ("6-3 5-4 6-6 1-1", "6-6 6-3 / 1-1 5-4"),
        ("6-3 5-4 6-4 6-4", "6-4 6-4 / 6-3 5-4"),
        ("4-4 4-4 1-1 6-6", "6-6 4-4 / 1-1 4-4"),
        ("4-4 4-4 6-6 6-5", "6-6 4-4 / 4-4 6-5"),
        ("6-1 6-1 1-1 5-5", "1-1 6-1 / 5-5 6-1"),
    ],
)
def test_way_b_splits_pairs_as_it_says(hand: str, expected: str) -> None:
    assert set_tiles(B, hand) == expected


def test_way_b_sets_every_hand_and_uses_every_rule() -> None:
    used = {B.set_tiles(four)[2] for four in combinations(range(tiles.TILES), 4)}
    assert used == {rule.name for rule in B.rules}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("4s 4h 3d 3c Kd 9s 7h", "7h 4s 4h 3d 3c / Kd 9s"),
        ("4s 4h 3d 3c Qd 9s 7h", "Qd 9s 7h 4s 4h / 3d 3c"),
        ("Ts Th 9d 9c Ad 4s 2h", "Ts Th 9d 9c 2h / Ad 4s"),
        ("Ts Th 9d 9c Kd 4s 2h", "Kd Ts Th 4s 2h / 9d 9c"),
        ("As Ah Ad Kc 9s 5d 3h", "Ah Ad 9s 5d 3h / As Kc"),
        ("9s 9h 9d 2c 2s Kd Ah", "9s 9h 9d 2s 2c / Ah Kd"),
        ("9s 9h 9d 5c 5s Kd Ah", "Ah Kd 9s 9h 9d / 5s 5c"),
        ("7s 7h 7d 7c Kh Qd 2s", "Kh Qd 7d 7c 2s / 7s 7h"),
        ("7s 7h 7d 7c Ah Qd 2s", "7s 7h 7d 7c 2s / Ah Qd"),
        ("Jk As Ad Ah Ac Kd Kh", "Jk As Ah Ad Ac / Kh Kd"),
        ("Jk As Ad Ah Ac Qd 7h", "Ah Ad Ac Qd 7h / Jk As"),
        ("9s 8h 7d 6c 5s 4h Kd", "8h 7d 6c 5s 4h / Kd 9s"),
        ("Ks Qd 2h 3h 4h 5h 6h", "6h 5h 4h 3h 2h / Ks Qd"),
        ("Jk As Kd Kh 8c 5d 2s", "Jk As 8c 5d 2s / Kh Kd"),
        # The lower pair low leaves a straight, by the joker.
        ("Jk Ad Kc Qs Th 5d 5c", "Jk Ad Kc Qs Th / 5d 5c"),
        ("As Ah Ad Jk Kd Qh Jc", "Jk Ad Kd Qh Jc / As Ah"),
        ("As Ah Ad Ac 6s 6h 6d", "Ad Ac 6s 6h 6d / As Ah"),
    ],
)
def test_worked_examples_for_cards(hand: str, expected: str) -> None:
    high, low, _ = CARDS.set_cards(parse_cards(hand))
    assert f"{cards_text(high)} / {cards_text(low)}" == expected


@pytest.mark.parametrize("lowest_wheel", [False, True])
def test_the_way_for_cards_sets_every_kind_lawfully(lowest_wheel: bool) -> None:
    program = np.array(CARDS.program)
    fast: Any = jit(house_way_cards.set_hand)
    kinds = np.array(list(pai_gow.kinds_of_hands()))
    found = [fast(program, kind, lowest_wheel) for kind in kinds]
    assert min(found) >= 0
    assert {code // pai_gow.SETTINGS for code in found} == set(range(len(CARDS.rules)))
    for place in Random(14).sample(range(len(kinds)), 400):
        kind = tuple(int(card) for card in kinds[place])
        assert house_way_cards.set_hand(CARDS.program, kind, lowest_wheel) == found[place]


def test_the_order_of_the_cards_and_their_suits_do_not_matter() -> None:
    drawn = Random(5)
    for _ in range(200):
        seven = drawn.sample(range(53), 7)
        high, low, rule = CARDS.set_cards(seven)
        assert sorted((*high, *low)) == sorted(seven)
        assert not pai_gow.is_foul(pai_gow.high_key(high), pai_gow.low_key(*low))
        assert CARDS.set_cards(seven[::-1]) == (high, low, rule)


FIRST = '[[rule]]\nname = "first"\nchoose = "best low"\n'
TILES_FILE = 'title = "t"\nkind = "tiles"\n' + FIRST
CARDS_FILE = 'title = "t"\nkind = "cards"\n' + FIRST


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        (TILES_FILE + 'high = "nyne"\n', "tiles", r"rule 1 \(first\): 'nyne' is no hand of two"),
        (TILES_FILE + "hand.pair_of = [13]\n", "tiles", "pair_of has 13; expected spots"),
        (TILES_FILE + 'color = "red"\n', "tiles", "unknown field `color`"),
        (TILES_FILE + 'low = "six"\nlow_and_high = [["six", "six"]]\n', "tiles", "not both"),
        (TILES_FILE, "cards", "sets tiles; cards were expected"),
        ('title = "t"\nkind = "tiles"\nrule = []\n', "tiles", r"it has no \[\[rule\]\]"),
        (TILES_FILE + "=\n", "tiles", "not TOML"),
        (TILES_FILE.replace("best low", "best"), "tiles", "Invalid enum value 'best'"),
        (CARDS_FILE + 'hand.holds = "two pair"\n', "cards", "expected one of nothing, one pair"),
        (CARDS_FILE + 'hand.four = "6-2"\n', "cards", "expected the lower rank first"),
        (CARDS_FILE + 'hand.single = "1"\n', "cards", "expected ranks such as A, 2-6"),
        (CARDS_FILE + 'low = "pairs"\n', "cards", "low has 'pairs'; expected pair, no pair"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, kind: house_way.Kind, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        load(text, kind)
    assert "\n" not in str(caught.value)


def test_a_way_that_leaves_a_hand_unset() -> None:
    way = load(TILES_FILE + 'low = "one or better"\n', "tiles")
    with pytest.raises(BadInput, match=r"no rule sets .*; expected a last rule .* \(10.7\)"):
        way.check()
    A.check()


def test_a_way_that_sets_a_foul() -> None:
    way = load(CARDS_FILE, "cards")
    with pytest.raises(BadInput, match=r"rule 1 \(first\) sets a foul: .* \(11.9\)"):
        way.check()


def test_hands_that_are_none() -> None:
    with pytest.raises(BadInput, match="a hand is 4 different tiles"):
        A.set_tiles((1, 1, 2, 3))
    with pytest.raises(BadInput, match="a hand is 7 different cards"):
        CARDS.set_cards(range(6))
    with pytest.raises(BadInput, match="sets tiles, not cards"):
        A.set_cards(range(7))
    with pytest.raises(UnknownName, match="no house way 'z' for tiles; shipped are a, b"):
        load("z", "tiles")


def test_the_examples_of_the_guide_are_read() -> None:
    found = list(blocks(ROOT / "docs" / "house-ways.md", "toml"))
    assert len(found) == 2
    load(found[0].text, "tiles").check()
    assert len(load(found[1].text, "cards").rules) == 4


def test_a_shipped_way_is_read_from_its_text_as_well() -> None:
    assert load(house_ways.text_of("tiles", "b"), "tiles").rules == B.rules
