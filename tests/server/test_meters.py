"""A progressive meter that several tables share: what is added adds up, and nothing is paid
twice, whoever is faster."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.store import shoes
from pitboss.store.loading import load, rows_after
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import MeterRead
from pitboss.store.shoes import ShoeOrder, restored
from tests.server.room import Room

GAME = "caribbean-stud-poker"
# Dealt in turn, one to the player and one to the dealer.
ROYAL = "As Ks Qs Js Ts"
NOTHING = "2h 4d 6c 8h Td"
MIDDLE = 26


def reading(room: Room, name: str = "palace") -> tuple[int, int]:
    """What the meter shows, and how many shares were paid from it."""

    def look(batch: Any) -> list[int]:
        sql = (
            "SELECT b.cents, m.payments FROM meter m JOIN balance b "
            "ON b.account_id = m.account_id WHERE m.name = ?"
        )
        found = batch.execute(sql, (name,)).first()
        return [found[0], found[1]]

    shown, shares = room.call(look)
    return shown, shares


def royal_for_the_player(number: int, counts: Any) -> ShoeOrder:
    """A deck that, cut in the middle, gives seat p1 a royal flush."""
    mine, dealers = parse_cards(ROYAL), parse_cards(NOTHING)
    order = [card for pair in zip(mine, dealers, strict=True) for card in pair]
    rest = [card for card, count in enumerate(counts) for _ in range(count) if card not in order]
    return restored(number, "ab" * 32, bytes(rest[:MIDDLE] + order + rest[MIDDLE:]))


@pytest.fixture
def royal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoes, "shuffled", royal_for_the_player)
    monkeypatch.setattr(shoes, "number_between", lambda low, high: MIDDLE)


def at_wagers(room: Room, table: int) -> None:
    while (outcome := room.live(table).outcome) is not None and outcome.prompt.kind != "wagers":
        prompt = outcome.prompt
        owner = room.live(table).owner(prompt.seat)
        if prompt.kind == "number":
            room.enter(table, owner, f"p{prompt.seat} {prompt.what} {prompt.at_least}")
        else:
            room.enter(table, owner, f"p{prompt.seat} {prompt.choices[-1]}")


def opened(room: Room, *names: str, reset: int = 10_000) -> list[tuple[int, int]]:
    """Tables with a patron at each, up to their wagers."""
    found = []
    for name in names:
        table = room.open(GAME, meter="palace", options={"meter_reset": reset})
        patron = room.patron(name)
        room.sit(table, patron)
        at_wagers(room, table)
        found.append((table, patron))
    return found


def test_tables_add_to_one_meter(room: Room) -> None:
    one, two = opened(room, "one", "two")
    start, shares = reading(room)
    assert start > 0
    assert shares == 0
    for table, patron in (one, two, one):
        room.enter(table, patron, "p1 wager ante 5.00", "p1 wager progressive 1.00")
        room.enter(table, patron, "d close")
        before = room.live(table).last_round
        while room.live(table).last_round == before:
            room.enter(table, patron, "p1 fold")
        at_wagers(room, table)
    now, _ = reading(room)
    assert now > start
    assert (now - start) % 3 == 0, "the same part of each of the three wagers"
    # The next round at either table is played on the present reading.
    for table, patron in (one, two):
        room.enter(table, patron, "p1 wager ante 5.00")
        assert room.live(table).table.state.meter == now
    room.verify()
    with room.db.read() as snapshot:
        for table, _ in (one, two):
            assert load(snapshot, table).table == room.live(table).table


def test_a_table_of_its_own_has_its_own_meter(sqlite_room: Room) -> None:
    room = sqlite_room
    first, second = room.open(GAME), room.open(GAME)
    assert room.live(first).opened.meter != room.live(second).opened.meter
    with pytest.raises(Refused) as found:
        room.open("red-dog", meter="palace")
    assert found.value.kind is Kind.NO_METER
    room.verify()


@pytest.mark.usefixtures("royal")
def test_the_whole_meter_is_paid_once(room: Room) -> None:
    """Two tables hold a royal flush at the same time. The second to pay pays what is there
    then: the reset amount and what came in since, not the first reading once more."""
    # The meter begins high, and is reset to less.
    room.open(GAME, meter="palace", options={"meter_reset": 50_000})
    one, two = opened(room, "one", "two", reset=1_000)
    assert reading(room) == (5_000_000, 0)
    for table, patron in (one, two):
        room.enter(table, patron, "p1 wager ante 5.00", "p1 wager progressive 1.00")
        room.enter(table, patron, "d close")
        assert room.live(table).outcome.prompt.seat == 1  # type: ignore[union-attr]
    assert reading(room) == (5_000_140, 0)
    gained = []
    for table, patron in (one, two):
        before = room.balance(patron)
        room.enter(table, patron, "p1 bet")
        gained.append(room.balance(patron) - before)
    # The ante pays one to one, since the dealer does not qualify: 10.00 come back to each.
    assert gained == [1_000 + 5_000_070, 1_000 + 100_070]
    assert reading(room) == (100_000, 2)
    paid = [read for read in rows(room, two[0]) if isinstance(read, MeterRead)]
    assert paid, "the second table was told the reading anew"
    room.verify()
    with room.db.read() as snapshot:
        for table, _ in (one, two):
            assert load(snapshot, table).table == room.live(table).table


def rows(room: Room, table: int) -> list[Any]:
    with room.db.read() as snapshot:
        return [row.read() for row in rows_after(snapshot, table, 0, -1)]


@pytest.mark.usefixtures("royal")
def test_two_processes_race_for_the_meter(room: Room) -> None:
    """The same with a writer each, as two workers have, and both at once."""
    tables = opened(room, "one", "two", "three")
    for table, patron in tables:
        room.enter(table, patron, "p1 wager ante 5.00", "p1 wager progressive 1.00")
        room.enter(table, patron, "d close")
    start, _ = reading(room)
    before = [room.balance(patron) for _, patron in tables]
    other = Room(room.db.url.render_as_string(hide_password=False))
    try:
        threads = [
            threading.Thread(target=where.enter, args=(table, patron, "p1 bet"))
            for where, (table, patron) in zip((room, other, room), tables, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    finally:
        other.close()
    left, shares = reading(room)
    assert shares == 3
    gained = sum(room.balance(patron) for _, patron in tables) - sum(before)
    # Each ante brings 10.00; each payment of the whole meter sets it to 10,000.00 again.
    assert gained == 3 * 1_000 + start + 3 * 1_000_000 - left
    room.verify()


def test_random_play_on_one_meter(room: Room) -> None:
    rng = random.Random(3)
    tables = opened(room, "one", "two")
    for _ in range(20):
        room.play(rng.choice(tables)[0], rng, 4)
    room.verify()
