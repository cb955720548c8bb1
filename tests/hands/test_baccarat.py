"""Baccarat hands: every cell of the third card tables, every row of every wager."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.compiled import jit
from pitboss.equipment.cards import parse_card, parse_cards
from pitboss.hands import baccarat
from pitboss.hands.baccarat import (
    LOSES,
    NO_CARD,
    PUSH,
    VOID,
    banker_draws,
    banker_ez_row,
    banker_no_vigorish_row,
    banker_row,
    blazing_sevens_row,
    bonus_row,
    burn_value,
    card_count_row,
    card_value,
    dragon_seven_row,
    heavenly_nine_row,
    is_natural,
    pair_row,
    panda_eight_row,
    player_draws,
    player_row,
    point_count,
    tie_row,
    with_third_card,
)

# 3.9(c), Table 2 with the lost column restored: N (no third card), then 0 to 9.
TABLE_2 = {
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
}
CELLS = [
    (banker, third, letter)
    for banker, row in TABLE_2.items()
    for third, letter in zip((NO_CARD, *range(10)), row.replace(" ", ""), strict=True)
]


def test_the_table_has_all_its_cells() -> None:
    assert len(CELLS) == 8 * 11


@pytest.mark.parametrize(("banker", "third", "letter"), CELLS)
def test_table_2(banker: int, third: int, letter: str) -> None:
    assert banker_draws(banker, third) == (letter == "D")


@pytest.mark.parametrize("third", [NO_CARD, *range(10)])
@pytest.mark.parametrize("banker", [8, 9])
def test_a_natural_stays(banker: int, third: int) -> None:
    assert is_natural(banker)
    assert not banker_draws(banker, third)


@pytest.mark.parametrize(
    ("banker", "third", "draws"),
    [
        (5, 4, True), (5, 3, False), (3, 8, False), (3, 9, True), (4, 1, False), (4, 2, True),
        (6, 6, True), (6, 5, False), (6, NO_CARD, False), (5, NO_CARD, True), (0, 8, True),
    ],
)  # fmt: skip
def test_the_worked_examples(banker: int, third: int, draws: bool) -> None:
    assert banker_draws(banker, third) == draws


def test_table_1() -> None:
    assert [player_draws(count) for count in range(8)] == [True] * 6 + [False] * 2
    assert [is_natural(count) for count in range(10)] == [False] * 8 + [True] * 2


@pytest.mark.parametrize("suit", "cdhs")
def test_values(suit: str) -> None:
    ranks = "A23456789TJQK"
    assert [card_value(parse_card(r + suit)) for r in ranks] == [*range(1, 10), 0, 0, 0, 0]
    assert [burn_value(parse_card(r + suit)) for r in ranks] == [*range(1, 10), 10, 10, 10, 10]


def test_point_count_drops_the_left_digit() -> None:
    ace, two, four, nine = parse_cards("Ac 2d 4h 9s")
    assert with_third_card(point_count(ace, two), four) == 7
    assert with_third_card(point_count(ace, two), nine) == 2


def test_main_wagers() -> None:
    for player, banker in product(range(10), repeat=2):
        outcome = (player > banker) - (player < banker)
        assert player_row(player, banker) == {1: 0, 0: VOID, -1: LOSES}[outcome]
        assert banker_row(player, banker) == {-1: 0, 0: VOID, 1: LOSES}[outcome]
        assert tie_row(player, banker) == (0 if outcome == 0 else LOSES)
        six = banker_no_vigorish_row(player, banker)
        assert six == (1 if banker == 6 and outcome < 0 else banker_row(player, banker))
        assert banker_ez_row(player, banker, 2) == banker_row(player, banker)
        ez = banker_ez_row(player, banker, 3)
        assert ez == (PUSH if banker == 7 and outcome < 0 else banker_row(player, banker))


def test_card_count() -> None:
    for player, banker, wanted in product((2, 3), (2, 3), (4, 5, 6)):
        row = card_count_row(player, banker, wanted)
        assert row == (wanted - 4 if player + banker == wanted else LOSES)


@pytest.mark.parametrize(
    ("hand", "cards", "other", "other_cards", "row"),
    [
        (9, 2, 8, 2, 0), (8, 2, 9, 2, LOSES), (9, 2, 9, 2, VOID), (8, 2, 8, 2, VOID),
        (9, 2, 0, 2, 0), (8, 2, 7, 2, 0), (7, 2, 8, 2, LOSES), (9, 3, 0, 3, 1), (9, 3, 1, 3, 2),
        (8, 3, 0, 2, 2), (9, 3, 2, 3, 3), (9, 3, 3, 2, 4), (7, 2, 2, 3, 5), (6, 2, 2, 3, 6),
        (6, 2, 3, 3, LOSES), (6, 2, 6, 2, LOSES), (9, 3, 9, 3, LOSES), (0, 3, 9, 3, LOSES),
    ],
)  # fmt: skip
def test_bonus(hand: int, cards: int, other: int, other_cards: int, row: int) -> None:
    assert bonus_row(hand, cards, other, other_cards) == row


def test_other_wagers() -> None:
    assert dragon_seven_row(6, 7, 3) == 0
    assert dragon_seven_row(6, 7, 2) == LOSES
    assert dragon_seven_row(7, 7, 3) == LOSES
    assert dragon_seven_row(8, 7, 3) == LOSES
    assert dragon_seven_row(0, 8, 3) == LOSES
    assert panda_eight_row(8, 3, 7) == 0
    assert panda_eight_row(8, 2, 7) == LOSES
    assert panda_eight_row(8, 3, 8) == LOSES
    assert panda_eight_row(8, 3, 9) == LOSES
    assert panda_eight_row(7, 3, 0) == LOSES
    assert pair_row(*parse_cards("Kc Ks")) == 0
    assert pair_row(*parse_cards("Kc Qc")) == LOSES
    assert heavenly_nine_row(9, 3, 0, 2) == 0
    assert heavenly_nine_row(9, 2, 9, 3) == 0
    assert heavenly_nine_row(9, 3, 9, 3) == 1
    assert heavenly_nine_row(9, 2, 9, 2) == LOSES
    assert blazing_sevens_row(7, 2, 7, 2) == 0
    assert blazing_sevens_row(7, 3, 7, 3) == 1
    assert blazing_sevens_row(7, 3, 7, 2) == LOSES
    assert blazing_sevens_row(7, 2, 6, 2) == LOSES


def test_compiled_forms_agree() -> None:
    draws, value, bonus = jit(banker_draws), jit(card_value), jit(bonus_row)
    for banker, third in product(range(10), range(-1, 10)):
        assert draws(banker, third) == banker_draws(banker, third)
    for card in range(52):
        assert value(card) == card_value(card)
        assert jit(burn_value)(card) == burn_value(card)
    for hand, cards, other, other_cards in product(range(10), (2, 3), range(10), (2, 3)):
        plain = bonus_row(hand, cards, other, other_cards)
        assert bonus(hand, cards, other, other_cards) == plain


@pytest.mark.parametrize("name", [n for n in dir(baccarat) if n.endswith("_row")])
def test_every_row_function_compiles(name: str) -> None:
    plain = getattr(baccarat, name)
    arguments = (4,) * plain.__code__.co_argcount
    assert jit(plain)(*arguments) == plain(*arguments)
