"""Blackjack beyond its cases: rows counted over all hands, the two sides of a double shoe, what
the cases cover, what nobody may see."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from pitboss.equipment.cards import DECK, parse_card
from pitboss.equipment.shoe import full_shoe
from pitboss.families.twenty_one.hands import (
    NO_CARDS,
    dealer_draws,
    is_blackjack,
    is_soft,
    point_count,
    with_card,
)
from pitboss.games.blackjack import game
from pitboss.games.blackjack.hands import (
    LOSES,
    count_with_low_aces,
    match_row,
    over_13_row,
    progressive_row,
    sevens_row,
    under_13_row,
)
from pitboss.table.entries import parse_entry
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape
from pitboss.table.view import view

DAY = date(2015, 6, 1)
LAW = Path(__file__).parent.parent / "law"


def pairs(decks: int) -> dict[tuple[int, int], int]:
    """First two cards, and in how many ways they come from so many decks."""
    return {
        (first, second): decks * (decks - (first == second))
        for first, second in product(DECK, repeat=2)
    }


@pytest.mark.parametrize(
    ("row", "unordered"),
    [(over_13_row, 40_336), (under_13_row, 38_816)],
)
def test_over_and_under_13_in_eight_decks(row: Callable[[int, int], int], unordered: int) -> None:
    ways = pairs(8)
    assert sum(ways.values()) == 2 * 86_320
    assert sum(n for cards, n in ways.items() if row(*cards) != LOSES) == 2 * unordered
    exactly = sum(n for cards, n in ways.items() if count_with_low_aces(*cards) == 13)
    assert exactly == 2 * 7_168


def test_match_the_dealer_in_six_decks() -> None:
    """By rows: two suited, one of each, two off-suit, one suited, one off-suit, none."""
    dealers = parse_card("9c")
    left = Counter(dict.fromkeys(DECK, 6))
    left[dealers] -= 1
    rows: Counter[int] = Counter()
    for first, second in product(DECK, repeat=2):
        ways = left[first] * (left[second] - (first == second))
        rows[match_row(first, second, dealers)] += ways
    assert rows == {0: 20, 1: 180, 2: 306, 3: 2880, 4: 10_368, LOSES: 82_656}
    odds = game.rules(DAY, {"match_the_dealer": True, "decks": 6}).match_the_dealer
    paid = sum(ways * odds.rows[row][1].numerator for row, ways in rows.items() if row >= 0)
    assert (paid - rows[LOSES], sum(rows.values())) == (2 * -1958, 2 * 48_205)


def test_rows_of_sevens_and_aces_are_those_of_the_tables() -> None:
    rules = game.rules(DAY, {"additional_wager": "sevens"})
    assert rules.sevens.rows[sevens_row(3, True)][0] == "three sevens of one suit"
    assert rules.sevens.rows[sevens_row(2, False)][0] == "two sevens"
    assert rules.sevens.rows[sevens_row(1, True)][0] == "one seven"
    asked = {"progressive": True, "meter_reset": 1000, "rate_of_progression": 70}
    table = game.rules(DAY, asked).progressive
    # The meter's own row comes before those of this table.
    assert table.rows[progressive_row(4, False) - 1][0] == "four aces"
    assert table.rows[progressive_row(3, True) - 1][0] == "three aces of one suit"
    assert table.rows[progressive_row(1, True) - 1][0] == "one ace"
    assert progressive_row(4, True) == 0


def count_of(text: str) -> int:
    hand = NO_CARDS
    for card in text.split():
        hand = with_card(hand, parse_card(card))
    return hand


@pytest.mark.parametrize(
    ("cards", "points", "soft", "draws", "draws_soft_17"),
    [
        ("Ac 6d", 17, True, False, True), ("Ac 6d Kd", 17, False, False, False),
        ("Ac Ad", 12, True, True, True), ("Ac Ad 9c", 21, True, False, False),
        ("Ac Ad Kc 9c", 21, False, False, False), ("Ks Qs 2c", 22, False, False, False),
        ("Ac 5d", 16, True, True, True), ("Ac 7d", 18, True, False, False),
        ("9c 7d", 16, False, True, True), ("2c 2d 2h 2s Ac", 19, True, False, False),
    ],
)  # fmt: skip
def test_counts(cards: str, points: int, soft: bool, draws: bool, draws_soft_17: bool) -> None:
    hand = count_of(cards)
    assert (point_count(hand), is_soft(hand)) == (points, soft)
    assert (dealer_draws(hand, False), dealer_draws(hand, True)) == (draws, draws_soft_17)


def test_blackjacks_in_a_deck() -> None:
    assert sum(is_blackjack(*cards) for cards in pairs(1)) == 2 * 4 * 16


@pytest.mark.parametrize("seed", range(4))
def test_no_card_of_a_double_shoe_is_lost_or_doubled(seed: int) -> None:
    """Over both sides: what is left and what came out since each side was shuffled."""
    rules = game.rules(DAY, {"dealing": "double shoe", "decks": 2})
    table = game.open_table(rules, 4)
    players = RandomPlayers(random.Random(seed))
    whole = Counter(dict(enumerate(full_shoe(4).counts)))
    out: Counter[int] = Counter()
    for _ in range(60):
        receipt = run(game, rules, table, LiveTape(players))
        dealt = Counter(e.card for e in receipt.events if e.act in ("draw", "discard"))
        shuffled = any(e.act == "load" and "discards" in e.what for e in receipt.events)
        table, out = receipt.after, out + dealt
        assert table.shoe is not None
        left = Counter(dict(enumerate(table.shoe.counts)))
        left.update(dict(enumerate(table.state.other_side.counts)))
        if shuffled or receipt.procedure == "shuffle":
            out = whole - left
        assert left + out == +whole


def cases() -> list[dict[str, object]]:
    found = []
    for path in sorted(LAW.glob("02_blackjack*.toml")):
        found += tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return found


def settled_under(name: str, value: object) -> bool:
    """Whether a case that is not a refusal has this option at this value."""
    return any(
        case.get("options", {}).get(name) == value  # type: ignore[attr-defined]
        for case in cases()
        if "refused" not in case
    )


def test_every_value_of_every_option_is_settled_in_a_case() -> None:
    for name, dated in game.regulation.options.items():
        option = dated.at(DAY)
        assert option is not None
        for value in option.values:
            if value != option.default and not isinstance(option.default, bool):
                assert settled_under(name, value), f"{name} = {value}"
        if option.default is False and True in option.values:
            assert settled_under(name, True), name
        if option.range is not None:
            assert any(name in case.get("options", {}) for case in cases()), name  # type: ignore[operator]


def test_every_irregularity_has_a_case() -> None:
    told = [str(entry) for case in cases() for entry in case.get("tape", ())]  # type: ignore[attr-defined]
    for name in game.irregularities:
        assert any(entry.startswith(f"! {name}") for entry in told), name


@pytest.mark.parametrize("hole_card", ["face down", "card reader"])
def test_nobody_sees_a_hole_card_face_down(hole_card: str) -> None:
    """Not the players, not a bystander, and not the dealer."""
    rules = game.rules(DAY, {"hole_card": hole_card})
    table = game.open_table(rules, 1)
    tape = ["p1 wager initial 10.00", "d close", "d draw 6s", "d draw Tc", "d draw 5d", "d draw 7h"]
    waiting = play(game, rules, table, [parse_entry(line) for line in tape])
    assert isinstance(waiting, Waiting)
    for seat in (-1, 0, 1):
        assert parse_card("7h") not in [event.card for event in view(waiting.events, seat)]
    assert "7h" not in str(waiting.prompt.as_json())


def test_a_round_is_settled_the_same_by_any_number_of_decks() -> None:
    """One to eight decks change the shoe and nothing else."""
    tape = ["p1 wager initial 10.00", "d close", "d draw Ts", "d draw 9c", "d draw 9d", "p1 stand",
            "d draw 9h"]  # fmt: skip
    entries = [parse_entry(line) for line in tape]
    for decks in range(1, 9):
        rules = game.rules(DAY, {"decks": decks})
        table = game.open_table(rules, 1)
        receipt = play(game, rules, table, entries)
        assert not isinstance(receipt, Waiting)
        assert receipt.net() == {1: 1000}
        assert receipt.after.shoe is not None
        assert receipt.after.shoe.remaining == 52 * decks - 4


@pytest.mark.parametrize(
    ("day", "dealing", "cite"),
    [
        (date(1999, 6, 1), "shoe", "2.6(l)2i"),
        (date(1999, 6, 1), "double shoe", "2.6(l)2ii"),
        (date(1985, 6, 1), "shoe", "2.6(k)"),
    ],
)
def test_after_the_cutting_card_the_rest_of_the_shoe_is_gathered(
    day: date, dealing: str, cite: str
) -> None:
    """2.6(l)2: so that no card is missing, before the shuffle."""
    rules = game.rules(day, {"dealing": dealing} if day.year > 1990 else {})
    table = game.open_table(rules, 1)
    assert table.shoe is not None
    rng = random.Random(7)
    while table.next == "round":
        receipt = run(game, rules, table, LiveTape(RandomPlayers(rng)))
        table = receipt.after
    gathered = [event for event in receipt.events if event.what.endswith(": none is missing")]
    assert [event.cite for event in gathered] == [cite]
