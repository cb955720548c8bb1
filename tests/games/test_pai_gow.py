"""Pai gow and pai gow poker beyond their cases: banks in random play, what a player may look at,
tables that the licensee supplies, and three cards with a joker."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT, parse_cards
from pitboss.equipment.tiles import FIRST_TILE, TILE_COUNTS, TILE_FACES, is_tile, tile_spots
from pitboss.games.pai_gow.hands import face_of, numbered
from pitboss.games.pai_gow_poker.hands import majority, three_card_row
from pitboss.hands.tiles import TILE_TEXT
from pitboss.law.schema import Value
from pitboss.money import Charge
from pitboss.table.bank import Bank
from pitboss.table.conservation import unconserved
from pitboss.table.entries import Chose, Closed, Wagered
from pitboss.table.layout import Wager
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape
from pitboss.table.view import view
from pitboss.testing import check_game, deal

GAMES = ("pai-gow", "pai-gow-poker")


@pytest.mark.parametrize("key", GAMES)
def test_guarantees_hold_where_little_goes_wrong(key: str) -> None:
    """Most rounds come to their end: banks win, lose, and are short of what they collected."""
    assert check_game(registry.find(key), tapes=60, irregular=0.002, seed=11) >= 60


@pytest.mark.parametrize("key", GAMES)
def test_random_play_has_banks_of_every_kind(key: str) -> None:
    game = registry.find(key)
    seen = set()
    for number in range(400):
        for dealt in deal(game, random.Random(f"banks {key} {number}"), irregular=0.0):
            state = dealt.before.state
            for line in dealt.receipt.lines:
                if line.wager == "bank":
                    seen.add((state.co_bank, line.result))
        if len(seen) == 6:
            break
    results = ("win", "lose", "returned")
    assert seen == {(co_bank, result) for co_bank in (False, True) for result in results}


# -- what a player may look at --------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_second_hand_of_a_player_is_not_seen_before_the_first_is_set(key: str) -> None:
    game = registry.find(key)
    rules = game.rules(date(2014, 6, 1), {"several_betting_areas": "adjacent"})
    table = game.open_table(rules, 3, areas={2: 1})

    class Two(RandomPlayers):
        def answer(self, prompt: Any) -> Any:
            if prompt.kind == "wagers" and prompt.made < 2:
                return Wagered(prompt.made + 1, "pai-gow", (500, 1000)[prompt.made])
            if prompt.kind == "decision":
                return Chose(prompt.seat, "house-way")
            return super().answer(prompt)

    tape = LiveTape(Two(random.Random(3)))
    run(game, rules, table, tape)
    choices = [at for at, entry in enumerate(tape.entries) if isinstance(entry, Chose)]
    for before, seats in ((choices[0], {2}), (choices[1], {1, 2})):
        reached = play(game, rules, table, tape.entries[:before])
        assert isinstance(reached, Waiting)
        for viewer in (1, 2):
            known = {event.seat for event in view(reached.events, viewer) if event.card >= 0}
            assert known == seats, "the larger wager's hand, at p2, is set first"
        for viewer in (0, 3, -1):
            assert not any(event.card >= 0 for event in view(reached.events, viewer))


def test_nobody_sees_the_hand_of_a_co_bank_before_it_is_turned_over() -> None:
    game = registry.find("pai-gow")
    rules = game.rules(date(2014, 6, 1))
    table = game.open_table(rules, 2)
    state = table.state.__class__(bank=(2,), co_bank=True)
    table = type(table)(table.seats, state, table.shoe)

    class Banked(RandomPlayers):
        def answer(self, prompt: Any) -> Any:
            if prompt.kind == "wagers":
                kinds = (Wagered(2, "bank", 5000), Wagered(1, "pai-gow", 2000), Closed())
                return kinds[prompt.made]
            return super().answer(prompt)

    tape = LiveTape(Banked(random.Random(1), wagers_most=1))
    run(game, rules, table, tape)
    at = next(n for n, entry in enumerate(tape.entries) if isinstance(entry, Chose))
    reached = play(game, rules, table, tape.entries[:at])
    assert isinstance(reached, Waiting)
    assert {e.seat for e in view(reached.events, 1) if e.card >= 0} == {1}
    assert not [e for e in view(reached.events, 2) if e.card >= 0]


# -- the bank -------------------------------------------------------------------------------------


def test_what_a_bank_lacks() -> None:
    bank = Bank(Wager(3, "bank", 10_000), ("pai-gow",))
    bank.centre = 4_000
    assert (bank.seat, bank.covers("pai-gow"), bank.covers("bank")) == (3, True, True)
    assert not bank.covers("bonus")
    assert bank.shortage(3_000) == (0, 0)
    assert bank.shortage(5_000) == (1_000, 0)
    shared = Bank(Wager(3, "bank", 10_000), ("pai-gow",), shared=True)
    assert shared.shortage(5_000) == (2_500, 2_500)
    with pytest.raises(AssertionError, match="cannot be halved"):
        shared.shortage(5_001)
    assert Charge(5, cite="10.7", round_up_to=25).of(1_700) == 100


# -- tables that the licensee supplies ------------------------------------------------------------

SUPPLIED: dict[str, Value] = {
    "ez_pai_gow": True,
    "additional_wager": '"3-9" = "1 to 1"\n"10" = "7 to 1"\n',
    "progressive": '"straight" = "2 to 1"\n"flush" = "4 to 1"\n',
    "three_card_bonus": '"pair" = "1 to 1"\n"flush" = "4 to 1"\n',
    "seven_card_bonus": '"three of a kind" = "3 to 1"\n"straight" = "2 to 1"\n"flush" = "4 to 1"\n',
    "red_black": '"red" = "1 to 1"\n"black" = "1 to 1"\n',
    "bonus": True,
    "insurance": True,
    "imperial": True,
    "dynasty": True,
    "protection": True,
    "queens_dragon": True,
}


def test_every_side_wager_is_settled_and_money_conserved() -> None:
    game = registry.find("pai-gow-poker")
    rules = game.rules(date(2014, 6, 1), SUPPLIED)
    settled: set[tuple[str, str]] = set()
    for number in range(160):
        rng = random.Random(f"sides {number}")
        table = game.open_table(rules, 3)
        tape = LiveTape(RandomPlayers(rng, wagers_most=24))
        receipt = run(game, rules, table, tape)
        settled |= {(line.wager.partition(" ")[0], line.result) for line in receipt.lines}
        for length in (len(tape.entries) // 2, len(tape.entries) - 1):
            reached = play(game, rules, table, tape.entries[:length])
            assert not unconserved(game, rules, table, reached)
        again = play(game, rules, table, tape.entries)
        assert isinstance(again, Receipt)
        assert not unconserved(game, rules, table, again)
    for kind in rules.side_wagers:
        assert (kind, "lose") in settled, kind
    for kind in ("additional", "three-card-bonus", "seven-card-bonus", "red-black", "insurance"):
        assert (kind, "win") in settled, kind


# -- tiles and cards ------------------------------------------------------------------------------


def test_faces_and_tiles() -> None:
    faces = range(FIRST_TILE, FIRST_TILE + len(TILE_FACES))
    assert [CARD_TEXT[face] for face in faces] == list(TILE_FACES)
    assert sum(TILE_COUNTS) == 32
    assert all(is_tile(face) for face in faces)
    assert not is_tile(52)
    assert [tile_spots(face) for face in parse_cards("6-6 4-2 2-1")] == [(6, 6), (4, 2), (2, 1)]
    for tile, text in enumerate(TILE_TEXT):
        assert CARD_TEXT[face_of(tile)] == text
    pair = parse_cards("5-5 6-3 5-5 4-2")
    assert [TILE_TEXT[tile] for tile in numbered(pair)] == ["5-5", "6-3", "5-5", "4-2"]
    assert len(set(numbered(pair))) == 4


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("As Ks Qs", "straight flush"),
        ("8s 8h 8d", "three of a kind"),
        ("9s 8h 7d", "straight"),
        ("9s 5s 2s", "flush"),
        ("9s 9h 2s", "pair"),
        ("Ks 9h 2s", ""),
        ("Jk Ks Qs", "straight flush"),
        ("Jk As Ah", "three of a kind"),
        ("Jk 9s 7h", "straight"),
        ("Jk 9s 4s", "flush"),
        ("Jk As 7h", "pair"),
        ("Jk 9s 9h", "pair"),
        ("Jk 9s 4h", ""),
    ],
)
def test_three_cards_with_a_joker(cards: str, row: str) -> None:
    assert three_card_row(parse_cards(cards)) == row


def test_most_of_one_colour() -> None:
    assert majority(parse_cards("As Ks Qs Js 2h 3d 4h")) == "black"
    assert majority(parse_cards("As Ks Qs 5d 2h 3d 4h")) == "red"
    assert majority(parse_cards("Jk Ks Qs 5s 2h 3d 4h")) == ""
