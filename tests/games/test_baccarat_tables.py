"""Both baccarat games where a record cannot say it: the end of the shoe, and who sees what."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss import registry
from pitboss.equipment.cards import parse_card
from pitboss.equipment.shoe import Shoe
from pitboss.families.baccarat.seats import clockwise_from, counter_clockwise_after
from pitboss.table.entries import parse_entry
from pitboss.table.game import Table
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import play
from pitboss.table.view import view

GAMES = ["baccarat-punto-banco", "minibaccarat"]
DAY = date(1999, 6, 1)


def short_table(key: str, cards: str, cutting_card: int) -> tuple[Any, Any, Table]:
    """A table whose shoe holds only these cards."""
    game = registry.find(key)
    rules = game.rules(DAY)
    table = game.open_table(rules, 2)
    counts = [0] * 53
    for text in cards.split():
        counts[parse_card(text)] += 1
    return game, rules, replace(table, shoe=Shoe(tuple(counts), sum(counts), cutting_card))


def deal(game: Any, rules: Any, table: Table, *lines: str) -> Receipt:
    receipt = play(game, rules, table, [parse_entry(line) for line in lines])
    assert isinstance(receipt, Receipt)
    return receipt


def order(events: list[Event]) -> list[str]:
    return [e.what for e in events if e.act in ("draw", "act", "announce", "discard")]


def draws(cards: str) -> list[str]:
    return [f"d draw {card}" for card in cards.split()]


WAGER = ["p1 wager player 10.00", "d close"]
ASIDE = "remove the cutting card and place it to the side"


@pytest.mark.parametrize("key", GAMES)
def test_the_cutting_card_comes_out_in_mid_hand(key: str) -> None:
    cards = "9s 6h Kc Kd 9s 6h Kc Kd 9s 6h Kc Kd 2c 2c"
    game, rules, table = short_table(key, cards, 12)
    first = deal(game, rules, table, *WAGER, *draws("9s 6h Kc Kd"))
    happened = order(first.events)
    # Two cards lie in front of it: it comes out before the third.
    place = happened.index(ASIDE)
    assert happened[place - 2 : place] == ["Player's Hand", "Banker's Hand"]
    assert happened[place + 1] == "Player's Hand"
    assert happened[-1] == "Last hand"
    assert first.after.next == "round"
    assert first.after.state.last_hand
    second = deal(game, rules, first.after, *WAGER, *draws("9s 6h Kc Kd"))
    assert ASIDE not in order(second.events)
    assert "Last hand" not in order(second.events)
    assert second.after.next == "shuffle"


@pytest.mark.parametrize("key", GAMES)
def test_the_cutting_card_behind_the_last_card_belongs_to_the_next_hand(key: str) -> None:
    cards = "9s 6h Kc Kd 9s 6h Kc Kd 9s 6h Kc Kd 2c 2c"
    game, rules, table = short_table(key, cards, 10)
    first = deal(game, rules, table, *WAGER, *draws("9s 6h Kc Kd"))
    assert ASIDE not in order(first.events)
    assert "Last hand" not in order(first.events)
    second = deal(game, rules, first.after, *WAGER, *draws("9s 6h Kc Kd"))
    assert ASIDE in order(second.events)
    assert order(second.events)[-1] == "Last hand"
    third = deal(game, rules, second.after, *WAGER, *draws("9s 6h Kc Kd"))
    assert third.after.next == "shuffle"


@pytest.mark.parametrize("key", GAMES)
def test_a_discarded_card_may_bring_the_cutting_card_out(key: str) -> None:
    game, rules, table = short_table(key, "9s 6h Kc Kd 5d 2c 2c", 6)
    receipt = deal(game, rules, table, *WAGER, "! card-found-face-up 5d", *draws("9s 6h Kc Kd"))
    happened = order(receipt.events)
    discards = "discard bucket" if key == GAMES[0] else "discard rack"
    assert happened.index(discards) < happened.index(ASIDE) < happened.index("Player's Hand")
    assert receipt.after.state.cutting_card_out


@pytest.mark.parametrize("key", GAMES)
def test_too_few_cards_void_the_round(key: str) -> None:
    game, rules, table = short_table(key, "2s 2h 3c", 0)
    receipt = deal(game, rules, table, *WAGER, *draws("2s 2h 3c"))
    assert receipt.net() == {1: 0, 2: 0}
    assert [line.result for line in receipt.lines] == ["void"]
    assert receipt.lines[0].cite == rules.cites.irregular
    assert receipt.after.next == "shuffle"


@pytest.mark.parametrize("key", GAMES)
def test_the_last_card_found_face_up_voids_the_round(key: str) -> None:
    game, rules, table = short_table(key, "2s 2h 3c 4d", 0)
    receipt = deal(game, rules, table, *WAGER, *draws("2s 2h 3c"), "! card-found-face-up 4d")
    assert [line.result for line in receipt.lines] == ["void"]
    assert receipt.after.next == "shuffle"


def cards_seen(events: list[Event], seat: int) -> list[tuple[str, str, int]]:
    return [(e.act, e.what, e.card) for e in view(events, seat) if e.card >= 0]


@pytest.mark.parametrize("dealing", [2, 3])
def test_nobody_sees_a_card_that_lies_face_down(dealing: int) -> None:
    game = registry.find("minibaccarat")
    rules = game.rules(DAY, {"dealing": dealing})
    table = game.open_table(rules, 2)
    lines = ["p1 wager player 10.00", "p2 wager banker 10.00", "d close", *draws("2s 2h 3c")]
    waiting = play(game, rules, table, [parse_entry(line) for line in lines])
    for seat in (-1, 0, 1, 2):
        assert cards_seen(list(waiting.events), seat) == []


def test_the_player_with_the_highest_wager_looks_first() -> None:
    game = registry.find("minibaccarat")
    rules = game.rules(DAY, {"dealing": 3})
    table = game.open_table(rules, 2)
    receipt = deal(
        game,
        rules,
        table,
        "p1 wager player 10.00",
        "p2 wager banker 10.00",
        "d close",
        *draws("2s 2h 3c 3d 4s Kh"),
    )
    looked = [e for e in receipt.events if e.act == "reveal" and e.seen >= 0]
    assert [(e.seat, e.what) for e in looked] == (
        [(1, "Player's Hand")] * 2
        + [(2, "Banker's Hand")] * 2
        + [(1, "Player's Hand"), (2, "Banker's Hand")]
    )
    everybody = [e.card for e in receipt.events if e.act == "reveal" and e.seen < 0]
    assert everybody == [parse_card(card) for card in "2s 3c 2h 3d 4s Kh".split()]
    # p1 saw its hand twice, p2's only when it was turned up.
    hands = [what for act, what, _ in cards_seen(receipt.events, 1) if act == "reveal"]
    assert hands.count("Player's Hand") == 6
    assert hands.count("Banker's Hand") == 3


def test_what_is_owed_stands_on_the_receipt() -> None:
    game = registry.find("minibaccarat")
    rules = game.rules(DAY, {"vigorish_collection": "deferred"})
    table = game.open_table(rules, 1)
    first = deal(game, rules, table, "p1 wager banker 7.00", "d close", *draws("Ks 9h Kc Kd"))
    assert first.owed == {1: 35}
    assert first.commission == 0
    closing = replace(first.after, next="shuffle")
    shuffled = deal(
        game,
        rules,
        closing,
        "d choose collect",
        "p1 accept the cut",
        "p1 cut 50",
        "d insert-cutting-card 14",
        *draws("Ah 2h"),
    )
    assert shuffled.owed == {1: 0}
    assert "owed" not in shuffled.as_json()
    assert shuffled.commission == 35
    assert shuffled.net() == {1: -35}


def test_ways_round_the_table() -> None:
    assert clockwise_from(3, (1, 2, 3, 4, 5)) == [3, 2, 1, 5, 4]
    assert clockwise_from(5, (1, 4)) == [4, 1]
    assert counter_clockwise_after(3, (1, 2, 3, 4, 5)) == [4, 5, 1, 2, 3]
    assert counter_clockwise_after(5, (5,)) == [5]
