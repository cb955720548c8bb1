"""Every kind for every game: the stated answer passes, others fail, and the procedure says so."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.errors import BadInput, Illegal
from pitboss.money import parse_dollars
from pitboss.school.acts import near_misses
from pitboss.school.drill import NoItem, Syllabus, is_of
from pitboss.school.items import KINDS, Item, plain_answer
from pitboss.school.outcomes import chips_of
from pitboss.table.entries import parse_entry
from pitboss.table.round import play

DAY = date(2020, 6, 1)
# Two games whose dealer sets a hand by a house way.
LACKING = {"poker": {"payoff"}}  # pots are the patrons': nothing is paid at odds
HOUSE_WAYS = ("pai-gow", "pai-gow-poker")


def syllabus(key: str, difficulty: int = 1, seed: int = 1, section: str = "") -> Syllabus:
    return Syllabus([registry.find(key)], list(KINDS), DAY, difficulty, seed, section)


def wrong_answers(item: Item) -> list[str]:
    """Answers that somebody might give, and that are not right."""
    numbers = [str(number) for number in range(1, len(item.choices) + 1)]
    tried = ["", "x", "0", *numbers, "yes", "no", "win", "lose", "push", f"{item.answer} 1"]
    return [text for text in tried if not item.is_right(text)]


@pytest.mark.parametrize("difficulty", [1, 2, 3])
@pytest.mark.parametrize("key", registry.keys())
def test_the_stated_answer_passes_and_another_fails(key: str, difficulty: int) -> None:
    made = syllabus(key, difficulty)
    items = [made.item(number) for number in range(len(KINDS))]
    assert {item.kind for item in items} == KINDS.keys() - LACKING.get(key, set())
    for item in items:
        assert item.is_right(item.answer), item
        assert item.is_right(f"  {item.answer.upper()} "), item
        assert wrong_answers(item), item
        assert not item.is_right(""), item
        if item.choices and (difficulty == 1 or item.kind == "act"):
            numbers = [str(number) for number in range(1, len(item.choices) + 1)]
            assert sum(map(item.is_right, numbers)) == 1, item
        assert "N.J.A.C." in item.cite
        assert item.cite.startswith(item.section), item


@pytest.mark.parametrize("key", registry.keys())
def test_the_same_seed_gives_the_same_items(key: str) -> None:
    one, two, other = syllabus(key), syllabus(key), syllabus(key, seed=2)
    numbers = range(len(KINDS))
    assert [one.item(n) for n in numbers] == [two.item(n) for n in reversed(numbers)][::-1]
    assert [one.item(n) for n in numbers] != [other.item(n) for n in numbers]


@pytest.mark.parametrize("key", HOUSE_WAYS)
def test_the_house_way_is_asked_for(key: str) -> None:
    made = syllabus(key)
    asked = [made.item_of(made.games[0], "hand", number) for number in range(12)]
    ways = [item for item in asked if "house way" in item.question]
    assert ways
    for item in ways:
        low = item.answer.split()
        assert len(low) == 2
        assert item.is_right(" ".join(reversed(low)))
        held = item.situation[-1].partition(": ")[2].split()
        other = next(card for card in held if card not in low)
        assert not item.is_right(f"{low[0]} {other}")


def test_the_error_is_where_the_procedure_refuses() -> None:
    game = registry.find("roulette")
    made = syllabus("roulette")
    for number in range(5):
        item = made.item_of(game, "error", number)
        lines = [line[4:] for line in item.situation if line[:3].strip().isdigit()]
        rules = game.rules(DAY)
        table = game.open_table(rules, 3, closed=lines[0].startswith("d "))
        entries = [parse_entry(line) for line in lines]
        with pytest.raises(Illegal) as refused:
            play(game, rules, table, entries, by_hand=True)
        assert str(refused.value.entry) == item.answer


def test_chips_make_up_the_amount_with_the_fewest() -> None:
    assert chips_of(4000) == ["1x25.00", "3x5.00"]
    assert chips_of(5250) == ["2x25.00", "2x1.00", "1x0.50"]
    for cents in range(1, 200_000, 777):
        parts = [chip.split("x") for chip in chips_of(cents)]
        assert sum(int(count) * parse_dollars(value) for count, value in parts) == cents


def test_answers_in_their_plain_form() -> None:
    assert plain_answer("$52.5 = 2x1 2x25", any_order=True) == "2x1.00 2x25.00 52.50"
    assert plain_answer("2 N.J.A.C. 19:47-1.1") == plain_answer("2 13:69F-1.1")
    assert plain_answer("no 1.1") != plain_answer("no 1.10")
    assert plain_answer('announce "No more bets"') == "announce no more bets"
    assert plain_answer(f"{'9' * 5000}x5", any_order=True)


def test_items_of_one_section() -> None:
    made = syllabus("roulette", section="19:47-5.2")
    for number in range(4):
        assert is_of(made.item(number), "5.2")
    with pytest.raises(NoItem, match=r"roulette has no item of section 77\.1"):
        syllabus("roulette", section="77.1").item(0)
    with pytest.raises(NoItem, match=r"roulette has no item of section five"):
        syllabus("roulette", section="five").item(0)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(BadInput, match="the kinds are payoff"):
        Syllabus([registry.find("roulette")], ["chips"], DAY, 1, 1)
    with pytest.raises(BadInput, match="expected 1 to 3"):
        syllabus("roulette", 4)


def test_a_payment_nearly_right_is_about_money() -> None:
    assert near_misses("collect the cards and place them in the discard rack") == []
    assert near_misses("pay p1 red 5.00") == ["pay p1 red 10.00", "collect p1 red 5.00"]
