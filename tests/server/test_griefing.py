"""Nobody can spoil a table for others: closes by consent, times, seats, shares of the tape."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from pitboss.server.limits import Buckets
from pitboss.server.problems import RequestRefused
from pitboss.store import jobs, people
from pitboss.store.database import Rows
from pitboss.store.jobs import Tick
from pitboss.store.opening import NewTable
from pitboss.store.refusal import Kind, Refused
from pitboss.store.verify import verify_database
from pitboss.store.writer import Batch, key_id, request_id
from tests.server.room import Room


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


def two_at(room: Room, game: str = "roulette", **keywords: object) -> tuple[int, int, int]:
    table = room.open(game, **keywords)
    first, second = room.patron("first"), room.patron("second")
    room.sit(table, first, 1)
    room.sit(table, second, 2)
    return table, first, second


def test_wagering_closes_when_all_who_wager_agree(room: Room) -> None:
    """Attack 10: one patron's close ended the wagering for everybody."""
    table, first, second = two_at(room)
    room.enter(table, first, "p1 wager straight 17 5.00")
    room.enter(table, second, "p2 wager straight 18 5.00")
    said = room.enter(table, first, "d close")
    assert said["receipts"] == []
    assert room.live(table).asked == {first}
    with pytest.raises(Refused) as refused:
        room.enter(table, first, "d close")
    assert refused.value.kind is Kind.NOT_AGREED
    assert "p2 must agree" in refused.value.message
    room.enter(table, first, "p1 wager straight 19 5.00")
    assert room.live(table).asked == set(), "whoever wagers again is not done"
    room.enter(table, second, "d close")
    assert room.enter(table, first, "d close")["receipts"]
    room.verify()


def test_who_played_the_last_round_is_not_shut_out(url: str) -> None:
    """Attack 10: five hundred rounds a second, and no chance to wager."""
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, first, second = two_at(room, wager_seconds=20)
        for account, seat in ((first, 1), (second, 2)):
            room.enter(table, account, f"p{seat} wager straight 17 5.00")
        room.enter(table, first, "d close")
        room.enter(table, second, "d close")
        room.enter(table, first, "p1 wager straight 17 5.00")
        assert not room.enter(table, first, "d close")["receipts"], "the other has not wagered yet"
        clock.ms += 20_000
        assert room.live(table).table.round == 1
        room.do(Tick(table))
        assert room.live(table).table.round == 2, "the time for wagers is over"
        # Who let that round go by is not waited for in the next.
        room.enter(table, first, "p1 wager straight 17 5.00")
        assert room.enter(table, first, "d close")["receipts"]
        room.verify()
    finally:
        room.close()


def test_the_time_for_wagers_runs_from_the_first(url: str) -> None:
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, first, second = two_at(room, wager_seconds=20)
        room.enter(table, first, "p1 wager straight 17 5.00")
        for _ in range(3):
            clock.ms += 7_000
            room.enter(table, second, "p2 wager straight 17 5.00")
        assert jobs.deadline(room.live(table)) == clock.ms - 1000
        room.do(Tick(table))
        assert room.live(table).table.round == 1
    finally:
        room.close()


def test_tables_have_times_unless_it_is_said_otherwise() -> None:
    """Attack 10: whoever never decided stopped the table for ever."""
    asked = NewTable(game="roulette")
    assert asked.wager_seconds > 0
    assert asked.decision_seconds > 0
    assert asked.idle_rounds > 0


def test_nobody_uses_up_the_tape_of_a_round(room: Room) -> None:
    """Attack 10: a thousand wagers of a cent, and everybody else was refused."""
    table, first, second = two_at(room, limits={"": (1, 50_000)}, chip=1)
    many = ["p1 wager straight 17 0.01"] * 60
    while len(room.live(table).entries) < 480:
        room.enter(table, first, *many)
    with pytest.raises(Refused) as refused:
        room.enter(table, first, *many)
    assert refused.value.kind is Kind.TOO_MANY_ENTRIES
    assert len(room.live(table).entries) <= 500
    room.enter(table, second, "p2 wager straight 17 0.01")
    room.enter(table, second, "d close")
    assert room.enter(table, first, "d close")["receipts"]
    room.verify()


def test_idle_seats_are_given_up(room: Room) -> None:
    table, first, second = two_at(room, idle_rounds=3)
    for _ in range(3):
        assert room.live(table).seat_of(second)
        room.enter(table, first, "p1 wager straight 17 5.00")
        room.enter(table, first, "d close")
    assert not room.live(table).seat_of(second)
    assert room.live(table).seat_of(first)
    room.verify()


def test_a_table_at_which_nobody_wagers_is_given_up(url: str) -> None:
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, _first, _second = two_at(room)
        room.do(Tick(table))
        assert len(room.live(table).seats) == 2
        clock.ms += jobs.ABANDONED_MS
        assert jobs.anything_due(room.live(table), clock.ms, room.live(table).gaming_day)
        room.do(Tick(table))
        assert not room.live(table).seats
        room.verify()
    finally:
        room.close()


def test_a_seat_is_for_whoever_can_play(room: Room) -> None:
    table, poor = room.open("roulette"), room.patron("poor", 499)
    with pytest.raises(Refused, match=r"the smallest wager here is 5.00"):
        room.sit(table, poor)


def test_nobody_sits_at_every_table(room: Room) -> None:
    patron = room.patron("patron")
    tables = [room.open("roulette") for _ in range(3)]
    for table in tables[:2]:
        room.do(jobs.Sit(table, patron, "patron", 0, most=2))
    with pytest.raises(Refused) as refused:
        room.do(jobs.Sit(tables[2], patron, "patron", 0, most=2))
    assert refused.value.kind is Kind.TOO_MANY_SEATS
    room.do(jobs.Leave(tables[0], patron))
    room.do(jobs.Sit(tables[2], patron, "patron", 0, most=2))
    with room.db.read() as reading:
        assert people.tables_of(reading, patron) == tables[1:]
    room.verify()


def test_a_floorperson_takes_a_seat_away(room: Room) -> None:
    table, first, second = two_at(room)
    room.do(jobs.Unseat(table, 0, 2))
    assert not room.live(table).seat_of(second)
    room.enter(table, first, "p1 wager straight 17 5.00")
    said = room.do(jobs.Unseat(table, 0, 1))
    assert said["presence"] == "leaving", "when the round is over"
    room.enter(table, 0, "d close", role="floorperson")
    assert not room.live(table).seats
    room.verify()


def test_dealers_deal_where_they_are_assigned(room: Room) -> None:
    table = room.open("roulette", dealer="by hand", assigned=True)
    patron = room.patron("patron")
    ours, other = (
        room.call(partial(people.create_person, name=name, role="dealer", stored="x"))
        for name in ("ours", "other")
    )
    room.sit(table, patron)
    room.enter(table, patron, "p1 wager straight 17 5.00")
    for dealer in (ours, other):
        with pytest.raises(Refused, match="another dealer is assigned"):
            room.enter(table, dealer, "d close", role="dealer")
    room.do(jobs.AssignDealers(table, 0, (ours,)))
    with pytest.raises(Refused, match="another dealer is assigned"):
        room.enter(table, other, "d close", role="dealer")
    assert room.live(table).outcome is not None
    first = room.live(table).outcome.prompt  # type: ignore[union-attr]
    assert first is not None
    room.enter(table, ours, "d close", role="dealer")
    with pytest.raises(Refused, match="no dealer"):
        room.do(jobs.AssignDealers(table, 0, (patron,)))
    room.verify()


@pytest.mark.parametrize(
    "text", ["p1 wager straight 17 00005.00", "p1 wager straight\u202817 5.00"]
)
def test_what_is_not_exactly_of_the_form_is_refused(sqlite_room: Room, text: str) -> None:
    table, patron = sqlite_room.open("roulette"), sqlite_room.patron("patron")
    sqlite_room.sit(table, patron)
    with pytest.raises(Refused) as refused:
        sqlite_room.enter(table, patron, text)
    assert refused.value.kind is Kind.BAD_ENTRY


def test_no_table_of_a_day_to_come(sqlite_room: Room) -> None:
    from datetime import date

    with pytest.raises(Refused, match="still to come"):
        sqlite_room.open("roulette", day=date(9999, 12, 31))


def test_unknown_games_and_unlawful_options_have_codes_of_their_own(sqlite_room: Room) -> None:
    unlawful = {"game": "blackjack", "options": {"decks": 9}}
    for words, kind in (
        ({"game": "no-such"}, Kind.NO_SUCH_GAME),
        (unlawful, Kind.NOT_PERMITTED),
    ):
        with pytest.raises(Refused) as refused:
            sqlite_room.open(**words)
        assert refused.value.kind is kind, refused.value.message


def test_what_costs_more_is_weighed() -> None:
    now = 0.0
    buckets = Buckets(10, 20, clock=lambda: now)
    buckets.take("a")
    buckets.spend("a", 50)
    with pytest.raises(RequestRefused):
        buckets.take("a")
    buckets.check("b")
    now = 3.2
    buckets.take("a")


def test_a_leap_of_the_clock_stops_nothing(url: str) -> None:
    """Attack 12: the gaming day stayed in 2100, and no anchor was made any more."""
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table = room.open("roulette", wager_seconds=20, idle_rounds=0)
        patron = room.patron("patron")
        room.sit(table, patron)
        day = room.live(table).gaming_day
        clock.ms += 80 * 365 * 86_400_000
        room.do(Tick(table))
        assert room.live(table).gaming_day > day
        room.enter(table, patron, "p1 wager straight 17 5.00")
        clock.ms -= 80 * 365 * 86_400_000
        room.do(Tick(table))
        assert room.live(table).table.round == 1, "the time for wagers was over"
        room.do(Tick(table))
        assert room.live(table).gaming_day == day
        for _ in range(3):
            clock.ms += 86_400_000
            room.play(table, random.Random(1), 4)
            room.do(Tick(table))
        verdict = verify_database(room.db)
        assert verdict.status == "clean", verdict.message()
        assert verdict.anchors >= 4
    finally:
        room.close()


def test_a_clock_that_is_wrong_for_a_moment_is_not_believed() -> None:
    from pitboss.store.steady import BELIEVED_AFTER_SECONDS, Steady

    wall, ticks = 1_000_000_000_000, 0.0
    steady = Steady(lambda: wall, lambda: ticks)
    ticks, wall = 1.0, 4_000_000_000_000
    assert steady() == 1_000_000_001_000
    ticks, wall = 2.0, 1_000_000_002_500
    assert steady() == 1_000_000_002_500
    wall = 4_000_000_000_000
    steady()
    ticks += BELIEVED_AFTER_SECONDS + 1
    assert steady() == 4_000_000_000_000, "it has stayed there"


def test_a_key_of_before_the_upgrade_is_still_known(url: str) -> None:
    """Keys were kept by the whole of their hashes: whoever repeats a request wagers once."""
    from alembic import command

    from pitboss.chain import hex_digest
    from pitboss.store.database import _alembic

    room = Room(url)
    try:
        table, patron = room.open("roulette"), room.patron("patron")
        room.sit(table, patron)
        again = {"key": key_id(patron, "k"), "request": request_id("entries", table, "")}
        entry = "p1 wager straight 17 5.00"
        first = room.enter(table, patron, entry, **again)
        whole = (hex_digest(f"{patron}\nk".encode()), hex_digest(f"entries\n{table}\n".encode()))
        values = (*whole, again["key"])
        sql = "UPDATE idempotency SET id = ?, request = ? WHERE id = ?"
        room.call(lambda batch: batch.execute(sql, values).first())
        config = _alembic()
        with room.db.write() as connection:
            config.attributes["connection"] = connection
            command.stamp(config, "0007")
            for later in ("waiting", "school_attempt", "school_history", "school_exam"):
                connection.exec_driver_sql(f"DROP TABLE {later}")  # of a later revision
        room.db.upgrade()
        assert room.enter(table, patron, entry, **again) == first
        assert len(room.live(table).entries) == 1
    finally:
        room.close()


def test_whoever_opens_a_table_or_signs_in_looks_through_nothing(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A floor of thousands of tables took a minute to open: what a table cost grew with it."""
    sent: list[str] = []
    execute = Batch.execute

    def traced(batch: Batch, sql: str, values: Sequence[Any] = ()) -> Rows:
        sent.append(sql)
        return execute(batch, sql, values)

    monkeypatch.setattr(Batch, "execute", traced)
    sqlite_room.open("roulette")
    person = sqlite_room.patron("somebody", 0)
    token = people.new_token()
    sqlite_room.call(lambda batch: people.start_session(batch, person, token, "bearer", "x"))
    looks = [sql for sql in sent if sql.startswith(("SELECT", "UPDATE", "DELETE"))]
    assert looks
    with sqlite_room.db.read() as reading:
        for sql in looks:
            plan = reading.execute(f"EXPLAIN QUERY PLAN {sql}", (0,) * sql.count("?"))
            assert not [step for *_, step in plan if step.startswith("SCAN")], sql


def test_keys_are_kept_for_a_week(url: str) -> None:
    """Attack 12: the same key a day later was another wager."""
    from pitboss.store.writer import forget_old_keys

    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, patron = room.open("roulette"), room.patron("patron")
        room.sit(table, patron)
        entry = "p1 wager straight 17 5.00"
        first = room.enter(table, patron, entry, key="k", request="r")
        clock.ms += 6 * 86_400_000
        room.call(forget_old_keys)
        assert room.enter(table, patron, entry, key="k", request="r") == first
        assert len(room.live(table).entries) == 1
    finally:
        room.close()
