"""What each action is worth with a hand."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss import registry
from pitboss.analysis.exact.actions import HandWorth, worths_by_hand
from pitboss.analysis.exact.edges import edges_of, exact_edges, need_study
from pitboss.law.schema import Value

DAY = date(2013, 1, 1)


def hands(key: str, options: dict[str, Value] | None = None, **asked: str) -> list[HandWorth]:
    game = registry.find(key)
    return worths_by_hand(game, need_study(game), DAY, options or {}, **asked)[2]


def test_red_dog_by_spread_is_the_strategy() -> None:
    found = hands("red-dog")
    does = {choice.situation: choice.do for choice in exact_edges("red-dog", DAY).strategy}
    assert {each.hand: each.best() for each in found} == does
    seven = next(each for each in found if each.hand == "The spread is 7")
    assert seven.worths["raise"] == 2 * seven.worths["no wager"]


@pytest.mark.parametrize(
    ("hand", "worth", "best"),
    [("Qs 6d 4c", -0.993378, "play"), ("Qs 6d 3c", -1.002551, "fold")],
)
def test_the_published_border_of_three_card_poker(hand: str, worth: float, best: str) -> None:
    (found,) = hands("three-card-poker", hand=hand)
    assert found.exact
    assert float(found.worths["play"]) == pytest.approx(worth, abs=5e-7)
    assert found.worths["fold"] == -1
    assert found.best() == best


def test_a_card_that_the_dealer_shows() -> None:
    (found,) = hands("caribbean-stud-poker", hand="As Kd Jc 8h 3s", shown="3c")
    assert found.shown == "3c"
    assert found.best() == "bet"


def test_all_hands_of_blackjack_make_its_edge() -> None:
    """Every hand played in the best way, and blackjacks, come to the exact edge."""
    tens, aces, cards = 16, 4, 52
    own = Fraction(2 * tens * aces, cards * (cards - 1))
    both = own * 2 * Fraction((tens - 1) * (aces - 1), (cards - 2) * (cards - 3))
    total = float(Fraction(3, 2) * (own - both))
    found = hands("blackjack", {"decks": 1})
    total += sum(float(each.chance or 0) * float(each.worths[each.best()]) for each in found)
    (edge,) = edges_of("blackjack", DAY, {"decks": 1}, wager="initial")
    assert -total == pytest.approx(float(edge.house_edge), abs=1e-9)
    assert not any(each.exact for each in found)


def test_famous_hands_of_blackjack() -> None:
    """Sixteen against a ten: hitting is better, and not by much."""
    (found,) = hands("blackjack", {"decks": 8}, hand="T 6", shown="10")
    assert found.best() == "hit"
    assert float(found.worths["hit"] - found.worths["stand"]) == pytest.approx(0.0045, abs=2e-4)
    (pair,) = hands("blackjack", {"decks": 8}, hand="8 8", shown="A")
    assert "split" in pair.worths
    (given_up,) = hands("blackjack", {"decks": 8, "surrender": True}, hand="6 T", shown="T")
    assert given_up.worths["surrender"] < Fraction(-1, 2)


def test_the_command(pitboss: Run) -> None:
    ran = pitboss("odds", "three-card-poker", "--hand", "Qs 6d 4c")
    assert "-0.993378" in ran.out
    answer = pitboss("odds", "red-dog", "--by-hand", "--json").json()
    assert len(answer["hands"]) == 11
    assert answer["hands"][0]["worths"]["raise"]["exact"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("craps", "--by-hand"), "valued by itself"),
        (("three-card-poker", "--hand", "Qs 6d"), "expected 3 cards"),
        (("caribbean-stud-poker", "--hand", "As Kd Jc 8h 3s"), "--shown"),
        (("caribbean-stud-poker", "--hand", "As Kd Jc 8h 3s", "--shown", "As"), "twice"),
        (("blackjack", "--hand", "T 6 2"), "expected 2"),
        (("blackjack", "--hand", "T x"), "expected 2"),
        (("red-dog", "--hand", "spread is 77"), "no such hand"),
        (("red-dog", "--shown", "As"), "goes with --hand"),
    ],
)
def test_what_is_refused(pitboss: Run, words: tuple[str, ...], told: str) -> None:
    assert told in refused(pitboss("odds", *words))
