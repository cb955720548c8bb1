"""14.14 to 14.19 as functions of law, pots as arithmetic, and the order of the cards."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import registry
from pitboss.games.poker import room
from pitboss.games.poker.play import HAND
from pitboss.games.poker.rules import PokerRules, Revenue
from pitboss.records.record import record_from
from pitboss.records.settle import settle
from pitboss.table.conservation import table_stakes_unconserved, unconserved
from pitboss.table.entries import parse_entry
from pitboss.table.layout import Wager
from pitboss.table.pots import Pot, divide, shares
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

TODAY = date(2026, 1, 1)
HOLD_EM = "hold 'em 10-20"


def test_example_14_side_pots_by_contribution() -> None:
    pots = divide({1: 30, 2: 80, 3: 120, 4: 120}, [1, 2, 3, 4])
    assert pots == [
        Pot("main pot", 120, (1, 2, 3, 4)),
        Pot("side pot 1", 150, (2, 3, 4)),
        Pot("side pot 2", 80, (3, 4)),
    ]


def test_what_was_folded_and_what_is_dead_stays_in_the_pots() -> None:
    assert divide({1: 30, 2: 80, 3: 50}, [1, 2], dead=5) == [
        Pot("main pot", 95, (1, 2)),
        Pot("side pot 1", 70, (2,)),
    ]
    assert divide({1: 30, 2: 80}, [1]) == [Pot("pot", 110, (1,))]


def test_example_15_odd_chips() -> None:
    assert shares(101, 2, 1) == [51, 50]
    assert shares(50, 2, 1) == [25, 25]
    assert shares(103, 2, 1) == [52, 51]
    assert shares(51, 2, 1) == [26, 25]
    assert shares(10_150, 2, 100) == [5_150, 5_000]


AMOUNTS = st.dictionaries(st.integers(1, 9), st.integers(1, 500), min_size=1, max_size=9)


@given(AMOUNTS, st.data())
def test_pots_hold_what_was_put_in(contributed: dict[int, int], data: st.DataObject) -> None:
    contending = data.draw(st.lists(st.sampled_from(sorted(contributed)), min_size=1, unique=True))
    pots = divide(contributed, contending)
    assert sum(pot.cents for pot in pots) == sum(contributed.values())
    for wider, narrower in pairwise(pots):
        assert set(narrower.seats) < set(wider.seats)
    # Nobody wins more of another player than he put in himself, but for what nobody contends for.
    for seat in contending:
        most = sum(min(each, contributed[seat]) for each in contributed.values())
        mine = sum(pot.cents for pot in pots if seat in pot.seats)
        assert mine == most or contributed[seat] == max(contributed[s] for s in contending)


@given(st.integers(0, 10**6), st.integers(1, 9), st.sampled_from((1, 25, 100, 500)))
def test_shares_are_the_whole(cents: int, parts: int, chip: int) -> None:
    found = shares(cents, parts, chip)
    assert sum(found) == cents
    assert found == sorted(found, reverse=True)
    assert found[0] - found[-1] < 2 * chip


@pytest.mark.parametrize(
    ("pot", "step", "rake"), [(3_700, 25, 350), (9_000, 25, 400), (3_700, 100, 300), (0, 100, 0)]
)
def test_example_17_rake(pot: int, step: int, rake: int) -> None:
    assert Revenue("percentage", 10, 400, step).of_pot(pot) == rake


def test_revenue_by_hand_and_by_time() -> None:
    assert Revenue("per hand", charge=300).of_pot(10_000) == 300
    assert Revenue("per hand", charge=300).of_pot(200) == 200
    assert Revenue("time", charge=300).of_pot(10_000) == 0


def test_example_20_bad_beat_or_high_hand() -> None:
    refusal = room.why_not_offered("bad beat", "high hand")
    assert refusal is not None
    assert refusal.cite == "14.19(a)"
    assert room.why_not_offered("none", "high hand") is None
    assert room.why_not_offered("bad beat", "bad beat") is None


def test_example_24_the_minimum_is_raised_by_consent_of_all() -> None:
    assert room.why_not_raised_at_once(500, 1_000, ["Ann", "Bob"], ["Bob", "Ann"]) is None
    refusal = room.why_not_raised_at_once(500, 1_000, ["Ann", "Bob"], ["Ann"])
    assert refusal is not None
    assert refusal.reason == "Bob does not agree: notice under 8.3(b)"
    lowered = room.why_not_raised_at_once(500, 400, ["Ann"], ["Ann"])
    assert lowered is not None
    assert lowered.cite == "14.17"


def test_the_sign_states_the_limit_on_raises() -> None:
    assert room.sign(500, 1_000, 3)[-1] == ("raises in a betting round", 3)
    assert room.sign(500, 1_000, None) == [("minimum wager", 500), ("maximum wager", 1_000)]


def test_example_25_only_a_vacancy_that_is_listed_is_announced() -> None:
    waiting = [room.Request(2, "Bob", HOLD_EM), room.Request(1, "Ann", HOLD_EM)]
    assert room.why_not_announced(waiting, HOLD_EM) is None
    refusal = room.why_not_announced(waiting, "stud 5-10")
    assert refusal is not None
    assert refusal.cite == "14.18"


def test_seats_go_first_come_first_served() -> None:
    waiting = [room.Request(2, "Bob", HOLD_EM), room.Request(1, "Ann", HOLD_EM)]
    first = room.next_to_be_seated(waiting, HOLD_EM)
    assert first is not None
    assert first.player == "Ann"
    assert room.why_not_seated(waiting, HOLD_EM, "Ann") is None
    refusal = room.why_not_seated(waiting, HOLD_EM, "Bob")
    assert refusal is not None
    assert refusal.reason == "Ann asked for a seat at hold 'em 10-20 before Bob"
    assert room.why_not_seated([], HOLD_EM, "Bob") is None


def test_example_3_cards_go_from_the_buttons_left() -> None:
    record = record_from(
        {
            "game": "poker",
            "table": {"button": 3},
            "standing": [f"p{seat} stack 20.00" for seat in range(1, 7)],
            "tape": ["d close", *(f"d draw {r}{s}" for r in "23456T" for s in "cd")],
        },
        today=TODAY,
    )
    dealt = [event.seat for event in settle(record).events_so_far if event.what == HAND]
    assert dealt == [4, 5, 6, 1, 2, 3] * 2


def test_a_house_that_keeps_more_than_the_fund_is_noticed() -> None:
    game = registry.find("poker")
    rules: PokerRules = game.rules(TODAY, {"jackpot": "bad beat", "rake_percent": 0})
    table = game.open_table(rules, 2)
    standing = (Wager(1, "stack", 500), Wager(2, "stack", 500))
    table = msgspec.structs.replace(table, standing=standing)
    entries = "d close|d draw 2c|d draw 3c|d draw 4c|d draw 5c|p2 fold".split("|")
    receipt = play(game, rules, table, [parse_entry(each) for each in entries])
    assert isinstance(receipt, Receipt)
    assert receipt.house == receipt.after.state.meter == 100
    assert not unconserved(game, rules, table, receipt)
    receipt.house += 100
    receipt.commission -= 100
    assert unconserved(game, rules, table, receipt) == (
        "the house holds 2.00, and 1.00 came to the fund"
    )
    receipt.after = msgspec.structs.replace(
        receipt.after, standing=tuple(Wager(w.seat, "bet", w.cents) for w in receipt.after.standing)
    )
    assert "neither a stack nor in the pot" in table_stakes_unconserved(game, table, receipt)
