"""What seven cards are to the side wagers of pai gow poker."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.compiled import jit
from pitboss.equipment.cards import parse_cards
from pitboss.hands import pai_gow_bonus
from pitboss.hands.pai_gow_bonus import (
    BONUS_ROWS,
    IMPERIAL_BANKER_ROWS,
    IMPERIAL_PLAYER_ROWS,
    INSURANCE_ROWS,
    NONE,
    bonus_row,
)
from pitboss.hands.poker import pai_gow_high_value


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("8s 9s Ts Js Qs Ks As", "seven-card straight flush without joker"),
        ("As 2s 3s 4s 5s 6s 7s", "seven-card straight flush without joker"),
        ("As 2s 3s Jk 5s 6s 7s", "seven-card straight flush with joker"),
        ("Ts Js Qs Ks As Kd Qd", "royal flush and royal match"),
        ("Ts Js Jk Ks As Kd Qd", "royal flush and royal match"),
        ("Ts Js Qs Ks As Kd Qc", "royal flush"),
        ("Ts Js Qs Ks As Kd Kc", "royal flush"),
        ("Ac Ad Ah As Jk 2d 3d", "five aces"),
        ("2s 3s 4s 5s 6s 9s Jk", "straight flush"),
        ("7s 7d 7h 7c 2s 3s 4s", "four of a kind"),
        ("8s 8d 8c 9d Th Jc Qs", "three of a kind"),  # and a straight
        ("8s 7d 6c 9d Th 2c 2s", "straight"),
        ("8s 8d 8c 9s Ts 2s 3s", "flush"),
        ("8s 8d 8c 9s 9d 2s 3s", "full house"),
    ],
)
def test_rows_of_the_bonus(hand: str, row: str) -> None:
    cards = parse_cards(hand)
    assert BONUS_ROWS[bonus_row(cards, pai_gow_high_value(cards))] == row


def test_rows_by_the_highest_card() -> None:
    def value(text: str) -> int:
        return pai_gow_high_value(parse_cards(text))

    nine, queen = value("9s 8d 7h 5c 4s 3d 2h"), value("Qs Jd 9h 8c 6d 4s 2h")
    joker, pair = value("Jk Jd 9h 8c 6d 4s 2h"), value("Qs Qd 9h 8c 6d 4s 2h")
    rows = [pai_gow_bonus.insurance_row(v) for v in (nine, queen, joker, pair)]
    assert [INSURANCE_ROWS[r] for r in rows[:3]] == ["nine high", "queen high", "ace high"]
    assert rows[3] == NONE
    assert IMPERIAL_BANKER_ROWS[pai_gow_bonus.imperial_banker_row(nine)] == "nine high"
    assert pai_gow_bonus.imperial_banker_row(queen) == NONE
    assert [pai_gow_bonus.is_queen_high(v) for v in (nine, queen, joker)] == [False, True, False]
    straight = value("8s 8d 8c 9d Th Jc Qs")
    assert IMPERIAL_PLAYER_ROWS[pai_gow_bonus.imperial_player_row(straight)] == "straight"
    assert pai_gow_bonus.imperial_player_row(pair) == NONE


def test_compiled_is_the_same() -> None:
    drawn = Random(3)
    fast = jit(bonus_row)
    for _ in range(3_000):
        suit = drawn.choice(([0, 1, 2, 3], [3, 3, 3, 3, 0]))
        deck = sorted({rank << 2 | drawn.choice(suit) for rank in range(13) for _ in range(3)})
        seven = tuple(drawn.sample([*deck, 52], 7))
        value = pai_gow_high_value(seven)
        assert fast(seven, value) == bonus_row(seven, value)
