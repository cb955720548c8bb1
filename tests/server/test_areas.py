"""A patron who wagers at several betting areas, where the rules let a player do so."""

from __future__ import annotations

import random

import pytest

from pitboss.store import jobs
from pitboss.store.jobs import Leave, Sit
from pitboss.store.live import Change
from pitboss.store.loading import load
from pitboss.store.notices import GiveNotice
from pitboss.store.refusal import Kind, Refused
from tests.server.room import Room

ADJACENT = {"several_betting_areas": "adjacent"}
ANY = {"several_betting_areas": True}


def also(room: Room, table: int, account: int, seat: int = 0) -> str:
    said = room.do(Sit(table, account, f"account-{account}", seat, also=True))
    return f"{said['seat']} {said['presence']}"


def refuse_the_cut(room: Room, table: int) -> None:
    """Every betting area is offered the cut."""
    while (outcome := room.live(table).outcome) is not None and outcome.prompt.kind != "wagers":
        seat = outcome.prompt.seat
        room.enter(table, room.live(table).owner(seat), f"p{seat} refuse the cut")


def refused(function: object, *words: object) -> Refused:
    with pytest.raises(Refused) as found:
        function(*words)  # type: ignore[operator]
    return found.value


def test_a_second_area_is_wagered_at_and_paid_to_the_same_account(room: Room) -> None:
    table, patron = room.open("red-dog", options=ANY), room.patron("patron", 100_000)
    room.sit(table, patron)
    assert also(room, table, patron) == "p2 seated"
    assert also(room, table, patron, 5) == "p5 seated"
    live = room.live(table)
    assert (live.seat_of(patron), live.seats_of(patron)) == (1, [1, 2, 5])
    assert live.table.areas == {2: 1, 5: 1}
    refuse_the_cut(room, table)
    room.enter(table, patron, "p1 wager original 5.00", "p2 wager original 7.00")
    assert room.balance(patron) == 100_000 - 1_200
    # The close is the patron's to ask for with a wager at any of the areas.
    room.enter(table, patron, "d close")
    while room.live(table).last_round == 0:
        room.enter(table, patron, "d close", role="dealer")
    last = room.live(table).last
    assert last is not None
    assert room.balance(patron) == 100_000 + sum(last.net().values())
    room.verify()
    with room.db.read() as reading:
        again = load(reading, table)
    assert (again.seats, again.table.areas) == (room.live(table).seats, {2: 1, 5: 1})


def test_the_balance_is_one_for_all_areas(room: Room) -> None:
    table, patron = room.open("red-dog", options=ANY), room.patron("patron", 1_000)
    room.sit(table, patron)
    also(room, table, patron)
    refuse_the_cut(room, table)
    found = refused(room.enter, table, patron, "p1 wager original 6.00", "p2 wager original 5.00")
    assert found.kind is Kind.OVER_BALANCE
    room.enter(table, patron, "p1 wager original 5.00", "p2 wager original 5.00")
    assert room.balance(patron) == 0
    room.verify()


def test_what_the_rules_do_not_permit_is_refused(sqlite_room: Room) -> None:
    room = sqlite_room
    patron, other = room.patron("patron"), room.patron("other")
    table = room.open("red-dog")
    room.sit(table, patron)
    assert "one betting area only" in refused(also, room, table, patron).message
    assert refused(also, room, table, other).kind is Kind.NOT_SEATED
    near = room.open("three-card-poker", options=ADJACENT)
    room.sit(near, patron, 3)
    assert "adjacent" in refused(also, room, near, patron, 5).message
    assert also(room, near, patron, 2) == "p2 seated"
    assert "no more" in refused(also, room, near, patron, 4).message
    room.sit(near, other, 4)
    found = refused(room.enter, near, other, "p2 wager ante 5.00")
    assert found.kind is Kind.NOT_YOURS
    room.verify()


def test_areas_are_given_up_alone_or_with_the_seat(room: Room) -> None:
    table, patron = room.open("three-card-poker", options=ADJACENT), room.patron("patron")
    other = room.patron("other")
    room.sit(table, patron)
    room.sit(table, other, 4)
    also(room, table, patron)
    said = room.do(Leave(table, patron, 2))
    assert (said["presence"], room.live(table).seats_of(patron)) == ("left", [1])
    also(room, table, patron)
    room.enter(table, patron, "p1 wager ante 5.00", "p2 wager ante 5.00")
    assert room.do(Leave(table, patron))["presence"] == "leaving"
    assert {who.presence for s, who in room.live(table).seats.items() if s < 3} == {"leaving"}
    room.enter(table, patron, "d close")
    for _ in range(4):  # the house decides for whoever leaves
        room.do(jobs.Tick(table))
    assert room.live(table).seats_of(patron) == []
    assert room.live(table).table.areas == {}
    room.verify()


def test_areas_end_with_the_option(room: Room) -> None:
    table, patron = room.open("red-dog", options=ANY), room.patron("patron")
    room.sit(table, patron)
    also(room, table, patron)
    change = Change(0, 0, {"several_betting_areas": False}, {"": (500, 50_000)}, 100)
    room.do(GiveNotice(table, 0, change, []))
    refuse_the_cut(room, table)
    if room.live(table).seats_of(patron) != [1]:
        room.enter(table, patron, "p1 wager original 5.00")
        while room.live(table).last_round == 0:
            room.enter(table, patron, "d close", role="dealer")
    assert room.live(table).seats_of(patron) == [1]
    assert room.live(table).table.areas == {}
    room.verify()


def test_random_play_at_several_areas(room: Room) -> None:
    rng = random.Random(5)
    for game, options in (("red-dog", ANY), ("three-card-poker", ADJACENT), ("casino-war", ANY)):
        table, patron = room.open(game, options=options), room.patron(f"patron-{game}")
        other = room.patron(f"other-{game}")
        room.sit(table, patron)
        room.sit(table, other, 4)
        also(room, table, patron)
        assert room.play(table, rng, 60) > 3
    room.verify()
