"""Three card poker: counts over all hands (worked example 9), and settlement against a second
implementation that shares nothing with the first."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.equipment.cards import CARD_TEXT, parse_cards
from pitboss.games.three_card_poker import game
from pitboss.games.three_card_poker.hands import (
    LEDGER_ROWS,
    arranged,
    ledger_row,
    qualifies,
    three_card_value,
)
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.game import Limits
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play
from pitboss.table.view import view

HANDS = 22_100
DAY = date(1999, 6, 1)


@pytest.fixture(scope="module")
def rows() -> Counter[str]:
    return Counter(
        LEDGER_ROWS[ledger_row(three_card_value(*cards))] for cards in combinations(range(52), 3)
    )


def test_counts_of_all_hands(rows: Counter[str]) -> None:
    assert sum(rows.values()) == HANDS
    assert rows == {
        "ace-king-queen suited": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }


def test_dealer_fails_to_qualify_with_6720_hands() -> None:
    below = sum(not qualifies(three_card_value(*cards)) for cards in combinations(range(52), 3))
    assert below == 6_720


@pytest.mark.parametrize(
    ("ledger", "expected"),
    [
        ("40-30-6-4-1", Fraction(-128, 5_525)),
        ("40-30-6-3-1", Fraction(-402, 5_525)),
        ("40-30-5-4-1", Fraction(-308, 5_525)),
        ("50-40-30-6-3-1", Fraction(-392, 5_525)),
    ],
)
def test_pair_plus_return(rows: Counter[str], ledger: str, expected: Fraction) -> None:
    """-2.3167%, -7.2760%, -5.5747% and -7.0950%."""
    rules: ThreeCardPokerRules = game.rules(date(2020, 1, 1), {"pair_plus_ledger": ledger})
    total = Fraction(0)
    for row, odds in zip(LEDGER_ROWS, rules.pair_plus_ledger, strict=True):
        total += rows[row] * (odds.fraction if odds is not None else Fraction(-1))
    assert total / HANDS == expected


def test_ledgers_name_only_rows_that_exist() -> None:
    rules: ThreeCardPokerRules = game.rules(date(2020, 1, 1))
    for name, table in rules.law.paytables.items():
        if name.startswith(("pair_plus", "ante_bonus")):
            assert {row for row, _ in table.rows} <= set(LEDGER_ROWS)


@pytest.mark.parametrize(
    ("dealt", "laid"),
    [
        ("2d Jc 9s", "Jc 9s 2d"),
        ("Kd 4h 4s", "4s 4h Kd"),
        ("3d Ac 2s", "3d 2s Ac"),
        ("Kd Ac Qs", "Ac Kd Qs"),
        ("7c 7s 7d", "7s 7d 7c"),
        ("Ad Ac 2s", "Ad Ac 2s"),
    ],
)
def test_the_dealers_cards_are_laid_as_a_hand(dealt: str, laid: str) -> None:
    assert " ".join(CARD_TEXT[card] for card in arranged(list(parse_cards(dealt)))) == laid


# -- a second implementation ---------------------------------------------------------------------


def other_rank(cards: tuple[int, ...]) -> tuple[int, ...]:
    """20.3 from the words of the section: category, then what orders it, then the cards."""
    ranks = sorted((card // 4 + 2 for card in cards), reverse=True)
    suited = len({card % 4 for card in cards}) == 1
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    counts = Counter(ranks)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    if straight:
        return (5 if suited else 3, *ranks)
    if len(counts) == 1:
        return (4, *ranks)
    if suited:
        return (2, *ranks)
    return (1 if len(counts) == 2 else 0, *by_count)


def other_net(
    cards: tuple[int, ...], dealers: tuple[int, ...], ante: int, pair_plus: int, fold: bool
) -> int:
    if fold and ante:
        return -ante - pair_plus
    mine, theirs = other_rank(cards), other_rank(dealers)
    net = pair_plus * {0: -1, 1: 1, 2: 4, 3: 6, 4: 30, 5: 40}[mine[0]]
    net += ante * {3: 1, 4: 4, 5: 5}.get(mine[0], 0)
    if theirs < (0, 12):
        return net + ante
    return net + 2 * ante * ((mine > theirs) - (mine < theirs))


def test_ranking_orders_hands_as_the_second_implementation_does() -> None:
    hands = list(combinations(range(52), 3))
    by_value: dict[int, tuple[int, ...]] = {}
    for cards in hands:
        rank = other_rank(cards)
        assert by_value.setdefault(three_card_value(*cards), rank) == rank
    ranks = [by_value[value] for value in sorted(by_value)]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


def test_settlement_equals_the_second_implementation() -> None:
    rng = random.Random(20)
    rules = game.rules(DAY)
    table = game.open_table(rules, 7)
    for _ in range(1_500):
        antes = {seat: rng.choice((0, 500, 1_000, 2_500)) for seat in table.seats}
        pluses = {seat: rng.choice((0, 500, 700)) for seat in table.seats}
        folds = {seat: rng.random() < 0.3 for seat in table.seats}
        entries: list[Entry] = [Wagered(s, "ante", c) for s, c in antes.items() if c]
        entries += [Wagered(s, "pair-plus", c) for s, c in pluses.items() if c]
        seats = [seat for seat in table.seats if antes[seat] or pluses[seat]]
        if not seats:
            continue
        size = len(seats) + 1
        deck = rng.sample(range(52), 3 * size)
        entries += [Closed(), *map(Drew, deck)]
        entries += [Chose(s, "fold" if folds[s] else "play") for s in seats if antes[s]]
        receipt = play(game, rules, table, entries)
        assert isinstance(receipt, Receipt)
        dealers = tuple(deck[len(seats) :: size])
        for place, seat in enumerate(seats):
            hand = tuple(deck[place::size])
            expected = other_net(hand, dealers, antes[seat], pluses[seat], folds[seat])
            assert receipt.net()[seat] == expected


def test_pair_plus_over_all_hands_through_the_procedure() -> None:
    rules = game.rules(DAY)
    table = game.open_table(rules, 1)
    start: list[Entry] = [Wagered(1, "pair-plus", 100), Closed()]
    total = 0
    for a, b, c in combinations(range(52), 3):
        x, y, z = [card for card in range(6) if card not in (a, b, c)][:3]
        receipt = play(game, rules, table, [*start, *map(Drew, (a, x, b, y, c, z))])
        assert isinstance(receipt, Receipt)
        total += receipt.net()[1]
    assert Fraction(total, 100 * HANDS) == Fraction(-128, 5_525)


# -- who sees which card -------------------------------------------------------------------------


def cards_seen(events: tuple[Event, ...], seat: int) -> str:
    return " ".join(CARD_TEXT[e.card] for e in view(events, seat) if e.card >= 0)


def dealt(areas: dict[int, int]) -> tuple[Event, ...]:
    options = {"several_betting_areas": "adjacent"} if areas else {}
    rules = game.rules(DAY, options)
    table = game.open_table(rules, 3, areas=areas, limits=Limits())
    entries: list[Entry] = [Wagered(seat, "ante", 1_000) for seat in (1, 2, 3)]
    entries += [Closed(), *map(Drew, parse_cards("8s Kd Jc 2c 8d 4h 9s 3d 3c 2h 2d 4s"))]
    waiting = play(game, rules, table, entries)
    assert isinstance(waiting, Waiting)
    return waiting.events


def test_a_hand_is_seen_by_its_player_and_the_dealers_by_nobody() -> None:
    events = dealt({})
    assert [cards_seen(events, seat) for seat in (1, 2, 3)] == ["8s 8d 3c", "Kd 4h 2h", "Jc 9s 2d"]
    assert cards_seen(events, 0) == ""
    assert cards_seen(events, -1) == ""


def test_a_player_at_two_positions_sees_both_hands() -> None:
    events = dealt({3: 2})
    assert cards_seen(events, 1) == "8s 8d 3c"
    assert cards_seen(events, 2) == cards_seen(events, 3) == "Kd Jc 4h 9s 2h 2d"


def test_a_folded_hand_is_never_shown() -> None:
    rules = game.rules(DAY)
    entries: list[Entry] = [Wagered(1, "ante", 1_000), Wagered(2, "ante", 1_000), Closed()]
    entries += map(Drew, parse_cards("8s Kd Jc 8d 4h 9s 3c 2h 2d"))
    entries += [Chose(1, "play"), Chose(2, "fold")]
    receipt = play(game, rules, game.open_table(rules, 2), entries)
    assert isinstance(receipt, Receipt)
    assert cards_seen(tuple(receipt.events), -1) == "Jc 9s 2d 8s 8d 3c"
