"""The store on both databases: chain, ledger, shoes, seats, time, idempotency, races."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from pitboss import registry
from pitboss.server.limits import Buckets
from pitboss.server.problems import RequestRefused
from pitboss.store import jobs, shoes, wal
from pitboss.store.database import Database
from pitboss.store.jobs import Enter, Leave, Tick
from pitboss.store.live import Change
from pitboss.store.loading import load
from pitboss.store.notices import GiveNotice
from pitboss.store.refusal import Kind, Refused
from pitboss.store.shoes import commitment
from pitboss.store.verify import verify_database
from pitboss.store.writer import Writer
from pitboss.table.entries import parse_entry
from pitboss.table.receipt import Receipt, seal
from pitboss.table.round import play
from tests.server.forging import forger
from tests.server.room import Room


def refused(function: Any) -> Refused:
    with pytest.raises(Refused) as found:
        function()
    return found.value


@pytest.mark.parametrize("key", ["red-dog", "blackjack", "craps", "minibaccarat"])
def test_a_step_leaves_nothing_to_the_garbage_collector(sqlite_room: Room, key: str) -> None:
    """Whoever waits while the collector looks through a floor waits for a quarter of a second: a
    procedure that waits, ends or is refused is freed at once."""
    room, rng = sqlite_room, random.Random(key)
    table, patron = room.open(key), room.patron("patron")
    room.sit(table, patron)
    room.play(table, rng, 20)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert room.play(table, rng, 30)
        refused(lambda: room.enter(table, patron, "p1 wager no-such-wager 5.00"))
        gc.collect()
        left = {type(one).__name__ for one in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left & {"Dealer", "HouseTape", "Draft", "Batch", "Live", "Window"}, left


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_is_served_and_verified(sqlite_room: Room, key: str) -> None:
    """Random patrons, who come and go; the table read from the database is the one in memory."""
    room, rng = sqlite_room, random.Random(key)
    patrons = [room.patron(f"patron-{number}") for number in range(4)]
    table = room.open(key)
    for patron in patrons[:2]:
        room.sit(table, patron)
    for turn in range(6):
        room.play(table, rng, 15)
        patron = rng.choice(patrons)
        seated = room.live(table).seat_of(patron)
        others = len([s for s, who in room.live(table).seats.items() if s != seated])
        if seated and others and turn % 2:
            room.do(Leave(table, patron))
        elif not seated:
            room.sit(table, patron)
        for _ in range(3):
            room.do(Tick(table))
        live = room.live(table)
        with room.db.read() as reading:
            again = load(reading, table)
        assert again.hash == live.hash
        assert again.table == live.table
        assert again.entries == live.entries
        assert again.shoe == live.shoe
        assert again.seats == live.seats
        if live.outcome is not None:
            assert again.outcome is not None
            assert again.outcome.events == live.outcome.events
    room.verify()


@pytest.mark.parametrize("key", ["three-card-poker", "craps", "baccarat-punto-banco"])
def test_both_databases(room: Room, key: str) -> None:
    rng = random.Random(1)
    table = room.open(key)
    patrons = [room.patron(f"patron-{number}") for number in range(3)]
    for patron in patrons:
        room.sit(table, patron)
    rounds = room.play(table, rng, 60)
    assert rounds
    room.verify()
    total = room.call(lambda batch: int(batch.execute("SELECT SUM(cents) FROM balance").value()))
    assert total == 0


def test_shoes_are_committed_before_their_first_card(sqlite_room: Room) -> None:
    room = sqlite_room
    table = room.open("three-card-poker")
    patron = room.patron("patron")
    room.sit(table, patron)
    room.play(table, random.Random(2), 60)
    sql = "SELECT number, commitment, salt, cards FROM shoe WHERE table_id = ? ORDER BY number"
    with room.db.read() as reading:
        found = list(reading.execute(sql, (table,)))
    assert len(found) > 3, "a new order for every round"
    assert len({one[3] for one in found}) == len(found), "no order twice"
    for number, mark, salt, cards in found:
        from pitboss.equipment.cards import parse_cards

        assert commitment(salt, parse_cards(cards)) == mark, number
        assert sorted(parse_cards(cards)) == list(range(52))


def test_the_patrons_cut_turns_the_order(sqlite_room: Room) -> None:
    room = sqlite_room
    table = room.open("red-dog")
    patron = room.patron("patron")
    room.sit(table, patron)
    shoe = room.live(table).shoe
    assert shoe is not None
    room.enter(table, patron, "p1 accept the cut")
    room.enter(table, patron, "p1 cut 100")
    burned = room.live(table).table.state.burned
    assert burned == shoe.cards[100], "the burn card is the first one behind the cut"
    room.verify()


# -- who wins ------------------------------------------------------------------------------------


def test_a_repeated_request_gives_the_first_answer(room: Room) -> None:
    table, patron = room.open("roulette"), room.patron("patron")
    room.sit(table, patron)
    entry = "p1 wager straight 17 5.00"
    first = room.enter(table, patron, entry, key="k1", request="r")
    again = room.enter(table, patron, entry, key="k1", request="r")
    assert first == again
    assert room.balance(patron) == 10_000_000 - 500
    other = refused(lambda: room.enter(table, patron, entry, key="k1", request="another"))
    assert other.kind is Kind.KEY_REUSED
    room.verify()


def test_the_loser_of_a_race_is_told_what_is_expected(room: Room) -> None:
    table, patron = room.open("three-card-poker"), room.patron("patron")
    room.sit(table, patron)
    rng = random.Random(3)
    while room.live(table).table.next != "round":
        room.play(table, rng, 1)
    room.enter(table, patron, "p1 wager ante 5.00")
    room.enter(table, patron, "d close")
    n = room.live(table).n
    room.enter(table, patron, "p1 fold", at=n)
    lost = refused(lambda: room.enter(table, patron, "p1 play", at=n))
    assert lost.kind is Kind.MOVED_ON
    assert lost.table is room.live(table)
    room.verify()


def test_two_writers_race_for_the_same_steps(url: str) -> None:
    """Two processes' worth of writers: every step is won once, nothing is lost or doubled."""
    room = Room(url)
    other = Room(url)
    try:
        table = room.open("roulette")
        patrons = [room.patron(f"patron-{number}") for number in range(4)]
        for patron in patrons:
            room.sit(table, patron)
        won: list[int] = []
        lost: list[Refused] = []

        def wager(writer: Writer, patron: int, seat: int) -> None:
            for number in range(1, 16):
                entry = f"p{seat} wager straight {number} 5.00"
                try:
                    writer.do(Enter(table, patron, "patron", [entry]))
                    won.append(patron)
                except Refused as error:
                    lost.append(error)

        threads = [
            threading.Thread(target=wager, args=(writer, patron, seat))
            for seat, patron in enumerate(patrons, 1)
            for writer in (room.writer, other.writer)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not lost
        assert len(won) == 4 * 2 * 15
        room.do(Tick(table))
        staked = {patron: 10_000_000 - room.balance(patron) for patron in patrons}
        assert set(staked.values()) == {500 * 30}
        room.verify()
    finally:
        room.close()
        other.close()


def test_the_key_of_entries_refuses_a_second_row(room: Room) -> None:
    table = room.open("roulette")

    def forge(batch: Any) -> None:
        batch.execute(
            "INSERT INTO entry (table_id, round, seq, body, prev_hash, hash) "
            "SELECT table_id, round, seq, body, prev_hash, hash FROM entry WHERE table_id = ?",
            (table,),
        )

    assert refused(lambda: room.call(forge)).kind is Kind.LOST_THE_RACE
    room.verify()


# -- money ---------------------------------------------------------------------------------------


def test_nobody_wagers_more_than_the_account_holds(room: Room) -> None:
    tables = [room.open("roulette"), room.open("big-six")]
    patron = room.patron("patron", 1000)
    for table in tables:
        room.sit(table, patron)
    room.enter(tables[0], patron, "p1 wager straight 17 6.00")
    over = refused(lambda: room.enter(tables[1], patron, "p1 wager symbol 1 5.00"))
    assert over.kind is Kind.OVER_BALANCE
    assert room.balance(patron) == 400
    # Several entries are taken together or not at all.
    over = refused(
        lambda: room.enter(tables[0], patron, "p1 remove straight 17", "p1 wager straight 1 11.00")
    )
    assert over.kind is Kind.OVER_BALANCE
    assert room.balance(patron) == 400
    room.verify()


def test_two_wagers_do_not_race_past_the_balance(url: str) -> None:
    room, other = Room(url), Room(url)
    try:
        tables = [room.open("roulette") for _ in range(4)]
        patron = room.patron("patron", 1500)
        for table in tables:
            room.sit(table, patron)
        won: list[int] = []
        lost: list[Kind] = []

        def wager(writer: Writer, table: int) -> None:
            try:
                writer.do(Enter(table, patron, "patron", ["p1 wager straight 17 5.00"]))
                won.append(table)
            except Refused as error:
                lost.append(error.kind)

        threads = [
            threading.Thread(target=wager, args=(writer, table))
            for table in tables
            for writer in (room.writer, other.writer)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 3
        assert set(lost) == {Kind.OVER_BALANCE}
        assert room.balance(patron) == 0
        room.verify()
    finally:
        room.close()
        other.close()


# -- time ----------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


def test_wagering_closes_and_absent_patrons_are_answered_for(url: str) -> None:
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table = room.open("three-card-poker", wager_seconds=20, decision_seconds=30)
        patron = room.patron("patron")
        room.sit(table, patron)
        while room.live(table).table.next != "round":
            clock.ms += 31_000
            room.do(Tick(table))
        clock.ms += 100_000
        room.do(Tick(table))
        assert not room.live(table).entries, "no wager: nothing closes"
        room.enter(table, patron, "p1 wager ante 5.00")
        clock.ms += 19_000
        room.do(Tick(table))
        assert len(room.live(table).entries) == 1
        clock.ms += 1_000
        room.do(Tick(table))
        waiting = room.live(table).outcome
        assert waiting is not None
        assert waiting.prompt.seat == 1
        clock.ms += 30_000
        room.do(Tick(table))
        last = room.live(table).last
        assert last is not None
        assert last.net() == {1: -500}, "folded: the least money at risk"
        room.verify()
    finally:
        room.close()


def test_a_notice_takes_effect_when_its_time_has_come(url: str) -> None:
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, patron = room.open("roulette"), room.patron("patron")
        room.sit(table, patron)
        change = Change(0, clock.ms + 1_800_000, {}, {"": (1000, 50_000)}, 100)
        said = room.do(GiveNotice(table, 0, change, []))
        assert not said["in_effect"]
        room.enter(table, patron, "p1 wager straight 17 5.00")
        clock.ms += 1_800_000
        room.do(Tick(table))
        assert room.live(table).table.limits.by_kind[""][0] == 500, "not in mid-round"
        room.enter(table, patron, "d close")
        assert room.live(table).table.limits.by_kind[""][0] == 1000
        low = refused(lambda: room.enter(table, patron, "p1 wager straight 17 5.00"))
        assert low.kind is Kind.ILLEGAL_ENTRY
        assert low.section is not None
        assert "8.2" in low.section
        room.verify()
    finally:
        room.close()


def test_an_option_changes_the_cards(sqlite_room: Room) -> None:
    room = sqlite_room
    table, patron = room.open("red-dog", options={"decks": 4}), room.patron("patron")
    room.sit(table, patron)
    room.play(table, random.Random(5), 30)
    now, rng = room.writer.clock(), random.Random(6)
    while room.live(table).entries:
        room.play(table, rng, 1)
    said = room.do(GiveNotice(table, 0, Change(0, now, {"decks": 8}, {}, 100), []))
    assert said["in_effect"]
    room.play(table, random.Random(7), 40)
    shoe = room.live(table).shoe
    assert shoe is not None
    assert len(shoe.cards) == 8 * 52
    room.verify()


def test_the_chain_is_anchored_every_gaming_day(url: str) -> None:
    clock = Clock()
    room = Room(url, clock=clock)
    try:
        table, patron = room.open("red-dog"), room.patron("patron")
        room.sit(table, patron)
        for _ in range(3):
            room.play(table, random.Random(8), 20)
            clock.ms += 86_400_000
        room.play(table, random.Random(9), 20)
        verdict = verify_database(room.db)
        assert verdict.status == "clean", verdict.message()
        assert verdict.anchors == 3
        assert room.live(table).day > room.live(table).opened.day
    finally:
        room.close()


# -- altered databases ----------------------------------------------------------------------------

ALTERATIONS = {
    "an entry's amount": (
        "UPDATE entry SET body = REPLACE(body, '5.00', '6.00') WHERE body LIKE '%wager%5.00%'"
    ),
    "an entry taken out": (
        "DELETE FROM entry WHERE round = (SELECT MAX(round) FROM entry) - 1 AND seq = 2"
    ),
    "the last entry taken out": (
        "DELETE FROM entry WHERE table_id > 0 AND round = (SELECT MAX(round) FROM entry)"
    ),
    "a posting": "UPDATE posting SET cents = cents + 1 WHERE seq = 1 AND table_id > 0",
    "two postings that still sum to zero": "UPDATE posting SET cents = 2 * cents",
    "a balance": "UPDATE balance SET cents = cents + 1 WHERE account_id = 2",
    "the state after a round": (
        "UPDATE checkpoint SET state = REPLACE(state, '\"round\":2', '\"round\":3')"
    ),
    "a digest": "UPDATE checkpoint SET digest = REPLACE(digest, 'a', 'b')",
    "a shoe": "UPDATE shoe SET salt = '00'",
    "a head": "UPDATE gaming_table SET n = n + 1",
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_what_was_altered_is_found(room: Room, what: str) -> None:
    table, patron = room.open("three-card-poker"), room.patron("patron")
    room.sit(table, patron)
    room.play(table, random.Random(4), 25)
    room.verify()
    with forger(room.db) as forging:
        assert forging.run(ALTERATIONS[what]), what
    verdict = verify_database(room.db)
    assert verdict.status == "altered", what
    assert verdict.first_bad is not None


def test_the_file_is_its_owners_alone(sqlite_room: Room) -> None:
    path = Path(str(sqlite_room.db.url.database))
    for one in path.parent.glob(f"{path.name}*"):
        assert one.stat().st_mode & 0o077 == 0, f"{one.name}: shoes in play are in it"


def test_a_second_look_at_the_file_takes_away_no_lock(sqlite_room: Room) -> None:
    """To open and close the file beside SQLite ends its locks in this process: another one then
    thinks itself alone, and takes the write-ahead log away that is in use here."""
    path = str(sqlite_room.db.url.database)
    sqlite_room.patron("patron")
    Database(f"sqlite:///{path}")
    look = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM entry')"
    subprocess.run([sys.executable, "-c", look, path], check=True)
    assert Path(f"{path}-wal").exists()
    sqlite_room.patron("another")
    sqlite_room.verify()


def test_requests_have_an_end() -> None:
    now = 0.0
    buckets = Buckets(2, 3, clock=lambda: now)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(RequestRefused, match="too many requests"):
        buckets.take("a")
    buckets.take("b")
    now = 0.5
    buckets.take("a")
    with pytest.raises(RequestRefused):
        buckets.take("a")


def test_entries_cannot_be_altered_by_mistake(room: Room) -> None:
    """Append-only by the database itself, not by our good manners."""
    from sqlalchemy.exc import DBAPIError

    from pitboss.store.database import Unavailable

    room.open("roulette")

    def attempt(sql: str) -> None:
        with room.db.write() as connection:
            connection.exec_driver_sql("INSERT INTO posting VALUES (9, 9, 9, 9, 1, 0)")
            connection.exec_driver_sql(sql)

    for sql in ("UPDATE entry SET body = ''", "DELETE FROM entry", "DELETE FROM posting"):
        with pytest.raises((DBAPIError, Unavailable)):
            attempt(sql)
    room.verify()


def test_jobs_refuse_before_they_write(room: Room) -> None:
    table, patron = room.open("roulette"), room.patron("patron")
    n = room.live(table).n
    early = refused(lambda: room.enter(table, patron, "p1 wager straight 17 5.00"))
    assert early.kind is Kind.NOT_YOURS
    room.sit(table, patron)
    for entry, kind in (
        ("p2 wager straight 17 5.00", Kind.NOT_YOURS),
        ("p1 wager straight 17 5.00 accepted", Kind.NOT_YOURS),
        ("d spin 17", Kind.NOT_YOURS),
        ("d close", Kind.NOT_YOURS),
        ("! ball-out-of-wheel", Kind.NOT_YOURS),
        ("p1 wager straight 99 5.00", Kind.ILLEGAL_ENTRY),
        ("p1 wager straight 17 0.01", Kind.ILLEGAL_ENTRY),
        ("p1 sing", Kind.ILLEGAL_ENTRY),
        ("nonsense", Kind.BAD_ENTRY),
    ):
        found = refused(lambda e=entry: room.enter(table, patron, e))
        assert found.kind is kind, entry
    for role in ("surveillance", "regulator", "administrator"):
        found = refused(lambda r=role: room.enter(table, 0, "d close", role=r))
        assert found.kind is Kind.NOT_YOURS
    with pytest.raises(Refused):
        room.do(jobs.CloseTable(table + 1, 0, ""))
    assert room.live(table).n == n + 1
    room.verify()


def test_a_table_closes_before_the_first_card_of_its_shoe(room: Room) -> None:
    """The cards are shuffled and their order is committed to; then nobody plays."""
    for options in ({}, {"several_betting_areas": True}):
        table, patron = room.open("red-dog", options=options), room.patron(f"patron-{len(options)}")
        room.sit(table, patron)
        if options:
            room.do(jobs.Sit(table, patron, "patron", 0, also=True))
        assert room.live(table).shoe is not None
        room.do(jobs.CloseTable(table, 0, ""))
        assert room.live(table).closed
    room.verify()


def test_chips_moved_to_and_fro_do_not_use_up_the_tape(sqlite_room: Room) -> None:
    room = sqlite_room
    table, patron = room.open("roulette"), room.patron("patron")
    room.sit(table, patron)
    wager = ["p1 wager straight 17 5.00"]
    for _ in range(jobs.WAGERS_A_PROCEDURE_MAX // 50):
        room.enter(table, patron, *(["p1 wager straight 17 5.00", "p1 remove straight 17"] * 25))
    found = refused(lambda: room.enter(table, patron, *wager))
    assert found.kind is Kind.TOO_MANY_ENTRIES
    room.enter(table, patron, "d close", role="dealer")
    assert room.live(table).last is not None
    room.enter(table, patron, *wager)
    room.verify()


def test_every_order_of_the_cards_is_as_likely() -> None:
    """All 24 orders of four cards, 24,000 times: no count further off than chance allows (one
    test in a million; chi-squared with 23 degrees of freedom)."""
    counts: dict[bytes, int] = {}
    for _ in range(24_000):
        order = shoes.shuffled(1, [1, 1, 1, 1]).cards
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 76


def test_a_round_is_sealed_as_it_always_was() -> None:
    """Stores hold the seals of their rounds: a replay must come to the same ones for ever."""
    game = registry.find("red-dog")
    rules = game.rules(date(1999, 6, 1), {})
    tape = (
        "p1 wager original 10.00", "p2 wager original 5.00", "d close", "d draw 4s", "d draw 7h",
        "p1 wager raise 10.00", "d close", "d draw 5c",
    )  # fmt: skip
    receipt = play(game, rules, game.open_table(rules, 2), [parse_entry(text) for text in tape])
    assert isinstance(receipt, Receipt)
    sealed = "7a62d66096095ae59218a764f5de5b2d1b0d744c2b79e365404e22b590bf42e8"
    assert seal(receipt, b"").hex() == sealed


def test_the_write_ahead_log_does_not_grow_for_ever(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "ROWS_BETWEEN", 40)
    monkeypatch.setattr(wal, "PAGES_MAX", 64)
    room = sqlite_room
    table, patron = room.open("roulette"), room.patron("patron")
    room.sit(table, patron)
    written = 0
    for _ in range(150):
        room.enter(table, patron, "p1 wager straight 17 5.00", "p1 remove straight 17")
        written += 2
    log = Path(f"{room.db.url.database}-wal")
    assert room.live(table).n > written
    assert log.stat().st_size < 150 * 4 * 4096, "less than the pages of so many commits"
    room.verify()


def test_a_database_whose_rows_were_clustered_is_rebuilt(tmp_path: Path) -> None:
    db = Database(f"sqlite:///{tmp_path / 'old.db'}")
    config = Config()
    config.set_main_option("script_location", "pitboss.store:migrations")
    rows: dict[str, list[tuple[Any, ...]]] = {
        "entry": [(2, 1, 1, "b", "h1", "h2"), (1, 1, 2, "c", "h2", "h3"), (1, 1, 1, "a", "", "h1")],
        "posting": [(1, 1, 1, 1, 7, 5), (1, 1, 1, 0, 8, -5)],
        "checkpoint": [(1, 1, 3, "h3", "d", "{}")],
    }
    try:
        with db.write() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "0002")
            for table, values in rows.items():
                for one in values:
                    places = ", ".join("?" * len(one))
                    connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({places})", one)
        db.upgrade()
        with db.read() as reading:
            for table, values in rows.items():
                found = reading.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4")
                assert [tuple(one) for one in found] == sorted(values)
                sql = "SELECT sql FROM sqlite_master WHERE name = ?"
                made = reading.execute(sql, (table,)).value()
                assert "WITHOUT ROWID" not in made
        for table in ("entry", "posting"):
            with pytest.raises(IntegrityError, match="append-only"), db.write() as connection:
                connection.exec_driver_sql(f"DELETE FROM {table}")
    finally:
        db.close()
