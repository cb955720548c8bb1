"""Settling records: what comes back, in the shapes that docs/records.md promises."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pitboss.errors import BadInput, Illegal, NotInForce, NotPermitted, UnknownName
from pitboss.records.record import record_from
from pitboss.records.settle import Settlement, settle
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX

DAY = date(1999, 6, 1)
START = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 7h"]


def settling(**fields: Any) -> Settlement:
    fields.setdefault("game", "red-dog")
    fields.setdefault("day", DAY)
    record = record_from(fields, today=DAY)
    assert not record.warnings
    return settle(record)


# -- what comes back ----------------------------------------------------------------------------


def test_a_settled_round_as_json() -> None:
    told = settling(tape=[*START, "p1 wager raise 10.00", "d close", "d draw 5c"]).as_json()
    assert told["status"] == "settled"
    assert told["game"] == "red-dog"
    assert told["day"] == "1999-06-01"
    assert told["net"] == {"p1": 8000}
    assert told["lines"] == [
        {
            "seat": "p1",
            "wager": wager,
            "stake": 1000,
            "result": "win",
            "odds": "4 to 1",
            "pays": 4000,
            "commission": 0,
            "cite": "N.J.A.C. 19:47-6.5(i)2",
            "table": "spread",
            "row": "2",
            "basis": "inferred",
        }
        for wager in ("original", "raise")
    ]
    assert told["events"][0] == {
        "act": "wager",
        "cite": "N.J.A.C. 19:47-6.5(a)",
        "seat": "p1",
        "what": "original",
        "cents": 1000,
        "basis": "inferred",
    }
    assert {"standing", "unverified", "rules", "options"} <= told.keys()
    assert "prompt" not in told


def test_an_unfinished_round_as_json() -> None:
    told = settling(tape=START).as_json()
    assert told["status"] == "waiting"
    prompt = told["prompt"]
    assert prompt["kind"] == "wagers"
    assert prompt["seat"] is None
    assert prompt["legal"] == ["p1 wager raise 0.01..10.00 step 0.01", "d close"]
    assert prompt["cite"] == "N.J.A.C. 19:47-6.5(h)"
    assert "! third-card-exposed CARD" in prompt["irregularities"]
    assert told["lines"] == []
    assert told["events"][-1]["what"] == "place the marker on spread 2"


def test_an_illegal_entry_as_json() -> None:
    with pytest.raises(Illegal) as caught:
        settling(tape=[*START, "p1 wager raise 10.01"])
    assert caught.value.as_json() == {
        "status": "illegal",
        "entry": 5,
        "got": "p1 wager raise 10.01",
        "reason": "10.01 is not between 0.01 and 10.00",
        "expected": ["p1 wager raise 0.01..10.00 step 0.01", "d close"],
        "cite": "N.J.A.C. 19:47-6.5(h)",
    }


def test_an_entry_after_the_end() -> None:
    tape = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 5h", "d draw 6c"]
    assert settling(tape=tape[:4]).settled
    with pytest.raises(Illegal, match="the round is over") as caught:
        settling(tape=tape)
    assert caught.value.entry == 5


def test_an_empty_tape_waits_for_wagers() -> None:
    settlement = settling(tape=[])
    assert settlement.waiting is not None
    assert settlement.waiting.kind == "wagers"
    assert settlement.net() == {1: 0}


# -- several rounds -----------------------------------------------------------------------------

CRAPS: dict[str, Any] = {"game": "craps"}


def test_several_rolls_of_one_tape_count_their_entries_together() -> None:
    rolls = ["p1 wager pass 10.00", "d close", "d roll 4 2", "d close", "d roll 3 3"]
    settlement = settling(**CRAPS, tape=rolls)
    assert settlement.net() == {1: 1000}
    told = settlement.as_json()
    assert [line["round"] for line in told["lines"]] == [2]
    assert {event["round"] for event in told["events"]} == {1, 2}
    with pytest.raises(Illegal) as caught:
        settling(**CRAPS, tape=[*rolls[:3], "p1 remove pass"])
    assert caught.value.entry == 4


def test_a_round_of_too_many_entries_is_refused() -> None:
    options = {"wheel": "double zero as single zero"}
    tape = ["p1 wager red 10.00", "d close", *["d spin 00"] * (ENTRIES_PER_ROUND_MAX - 2)]
    assert not settling(game="roulette", options=options, tape=tape).settled
    with pytest.raises(Illegal, match="at most 4096 entries") as caught:
        settling(game="roulette", options=options, tape=[*tape, "d spin 00"])
    assert caught.value.entry == ENTRIES_PER_ROUND_MAX + 1


def test_a_script_of_several_rounds() -> None:
    settlement = settling(
        **CRAPS,
        wagers=[{"p1": {"pass": "10.00"}}, {"p1": {"pass-odds": "20.00"}}],
        dice=["4 2", "3 3"],
    )
    assert settlement.net() == {1: 1000 + 2400}
    assert settlement.after.standing == ()
    unfinished = settling(**CRAPS, wagers={"p1": {"pass": "10.00"}}, dice=["4 2"])
    assert [wager.name for wager in unfinished.after.standing] == ["pass"]
    assert unfinished.after.state.point == 6


def test_wagers_and_a_point_from_before() -> None:
    settlement = settling(
        **CRAPS,
        table={"point": 6},
        standing=["p1 pass 10.00", "p1 place-to-win 8 6.00 off"],
        tape=["d close", "d roll 4 2"],
    )
    assert settlement.net() == {1: 1000}
    assert [(w.name, w.on) for w in settlement.before.standing] == [
        ("pass", True),
        ("place-to-win 8", False),
    ]


# -- scripts ------------------------------------------------------------------------------------


def test_a_script_is_dealt_in_order() -> None:
    wagers = {"p1": {"original": "10.00"}, "p2": {"original": "5.00"}}
    decisions = {"p1": ["raise 10.00"], "p2": ["none"]}
    settlement = settling(wagers=wagers, shoe="4s 7h 5c", decisions=decisions)
    assert settlement.net() == {1: 8000, 2: 2000}
    assert len(settlement.tape) == 8
    replayed = settling(
        tape=[
            *START[:1],
            "p2 wager original 5.00",
            *START[1:],
            "p1 wager raise 10.00",
            "d close",
            "d draw 5c",
        ]
    )
    assert replayed.tape == settlement.tape


def test_a_script_that_says_too_little_waits() -> None:
    wagers = {"p1": {"original": "10.00"}}
    short = settling(wagers=wagers, shoe="4s 7h")
    assert short.waiting is not None
    assert short.waiting.kind == "draw"
    poker = settling(
        game="three-card-poker", wagers={"p1": {"ante": "10.00"}}, shoe="8s Kd Jc 8d 4h 9s"
    )
    assert poker.waiting is not None
    assert poker.waiting.legal() == ["p1 play", "p1 fold"]


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"wagers": {"p1": {"original": "10.00"}}, "shoe": "4s 5h 6c"}, BadInput, "1 cards more"),
        ({"game": "roulette", "wagers": {"p1": {"red": "10.00"}}, "spins": ["1", "2", "3"]},
         BadInput, "spins: 2 spins more than the round needed"),
        ({"wagers": {"p1": {"original": "10.00"}}, "shoe": "4s 5h", "dice": ["4 3"]},
         BadInput, "dice: 1 dice more"),
        (
            {"wagers": {"p1": {"original": "10.00"}}, "shoe": "4s 7h 5c",
             "decisions": {"p1": ["raise"]}},
            BadInput, "has no amount such as 10.00",
        ),
        ({"wagers": {"d": {"original": "10.00"}}}, BadInput, "the dealer makes no wagers"),
        ({"wagers": {"p1": {"original": "ten"}}}, BadInput, "wager original of p1"),
        ({"wagers": {"p1": {"origin": "10.00"}}}, UnknownName, "the wagers are original, raise"),
        ({"wagers": {"p1": "10.00"}}, BadInput, "expected a table such as"),
        ({"tape": ["p1 wager origin 10.00"]}, UnknownName, "no wager 'origin' at red-dog"),
        ({"tape": [], "procedure": "lunch"}, UnknownName, "the game has opening, shuffle, round"),
        ({"tape": [], "table": {"mood": 3}}, UnknownName, "no field 'mood'"),
        ({"tape": [], "table": {"burned": "As"}}, BadInput, "table: Expected `int`"),
        ({"tape": [], "seats": 8}, BadInput, "p8: the table has 7 seats"),
        ({"tape": [], "seats": "many"}, BadInput, "seats: expected a number, or a list"),
        ({"tape": [], "areas": {"p2": "p1"}, "seats": 2}, NotPermitted, "one betting area only"),
        ({"tape": [], "limits": {"": ["10.00", "5.00"]}}, BadInput, "above the maximum"),
        ({"tape": [], "chip": "0"}, BadInput, "must be worth something"),
        ({"tape": [], "day": date(1991, 11, 3)}, NotInForce, "was not authorised on 1991-11-03"),
        ({"tape": [], "options": {"decks": 0}}, NotPermitted, "expected 1 or more"),
        ({"tape": [], "game": "yellow-dog"}, UnknownName, "no game 'yellow-dog'"),
    ],
)  # fmt: skip
def test_records_that_are_refused(
    fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        settling(**fields)


def test_a_wager_that_the_options_do_not_offer_is_named_as_such() -> None:
    with pytest.raises(UnknownName, match="seven-numbers is not offered under these options"):
        settling(game="roulette", tape=["p1 wager seven-numbers 5.00"])


# -- the table of a record ----------------------------------------------------------------------


def test_seats_are_those_that_appear() -> None:
    assert settling(tape=["p3 wager original 5.00"]).before.seats == (1, 2, 3)
    assert settling(tape=[], seats=["p2", "p5"]).before.seats == (2, 5)
    assert settling(tape=[], seats=4).before.seats == (1, 2, 3, 4)


def test_posted_limits_and_the_licensees_odds() -> None:
    limits = {"original": ["5.00", "50.00"]}
    with pytest.raises(Illegal, match=r"4.00 is not between 5.00 and 50.00 .*8\.2"):
        settling(limits=limits, tape=["p1 wager original 4.00"])
    nested = settling(
        options={"odds": {"spread": {"2": "5 to 1"}}}, tape=[*START, "d close", "d draw 5c"]
    )
    flat = settling(options={"odds.spread.2": "5 to 1"}, tape=[*START, "d close", "d draw 5c"])
    assert nested.net() == flat.net() == {1: 5000}


def test_another_procedure_can_be_settled() -> None:
    settlement = settling(procedure="opening", tape=[])
    assert settlement.settled
    assert settlement.after.next == "shuffle"
    by_hand = settling(procedure="opening", by_hand=True, tape=[])
    assert by_hand.waiting is not None
    assert by_hand.waiting.legal() == ["d sort and inspect the cards"]
