"""What somebody with the database itself may do to it, guards put back afterwards: `verify` notices
every one of it, by itself or with the anchors that were kept apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss.chain import hex_digest
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit
from pitboss.store.anchoring import read_kept, sign, state_of
from pitboss.store.approving import AskSecond
from pitboss.store.live import Change
from pitboss.store.notices import GiveNotice, WithdrawNotice
from pitboss.store.verify import verify_database
from tests.server.forging import Forger, forger
from tests.server.room import Room


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        self.ms += 1
        return self.ms


def floor(url: str) -> Room:
    """A floor on which everything has happened once."""
    clock = Clock()
    room = Room(url, clock=clock)
    patron, staff = room.patron("patron", 10_000), 0
    staff = room.call(lambda batch: people.create_person(batch, "boss", "pit-boss", "x" * 20))
    table = room.open("three-card-poker")
    metered = room.open("caribbean-stud-poker", meter="shared")
    other = room.open("roulette")
    rich = room.patron("rich", 5_000_000)
    room.sit(table, rich)
    room.sit(metered, rich)
    room.do(GiveNotice(other, staff, Change(0, clock.ms + 10**9, {}, {"": (1000, 9000)}, 100), []))
    said = room.do(
        GiveNotice(other, staff, Change(0, clock.ms + 10**9, {}, {"": (900, 9000)}, 1), [])
    )
    room.do(WithdrawNotice(other, staff, said["notice"]))
    for _ in range(2):
        room.play(table, random.Random(3), 20)
        room.play(metered, random.Random(4), 20)
        clock.ms += 86_400_000
        room.do(Deposit(patron, 100, "", staff))
    room.call(lambda batch: people.start_session(batch, rich, "token", "bearer", ""))
    room.call(lambda batch: people.change_person(batch, patron, disabled=True, by=staff))
    room.do(AskSecond(staff, "deposit", {"account": patron, "cents": 5, "note": ""}))
    room.do(jobs.Leave(metered, rich))
    return room


def more_money(forging: Forger) -> None:
    """A deposit of 100.00 becomes 100,000.00, and everything that names it."""
    sql = (
        "SELECT seq, body FROM entry WHERE table_id = 0 AND body LIKE '%\"deposit\"%' ORDER BY seq"
    )
    seq, body = forging.rows(sql)[0]
    said = msgspec.json.decode(body)
    account, extra = said["account"], 9_990_000
    said["cents"] += extra
    text = msgspec.json.encode(said).decode()
    forging.run("UPDATE entry SET body = ? WHERE table_id = 0 AND seq = ?", text, seq)
    for sign_, where in ((1, "="), (-1, "<>")):
        sql = "UPDATE posting SET cents = cents + ? WHERE table_id = 0 AND seq = ? AND account_id"
        sql = f"{sql} {where} ?"
        forging.run(sql, sign_ * extra, seq, account)
    forging.run("UPDATE balance SET cents = cents + ? WHERE account_id = ?", extra, account)
    cage = forging.value("SELECT id FROM account WHERE kind = 'cage'")
    forging.run("UPDATE balance SET cents = cents - ? WHERE account_id = ?", extra, cage)
    forging.chain_anew(0)


def cut_the_house(forging: Forger) -> None:
    """The last rows of the chain of the house are taken off, head and all."""
    n = forging.value("SELECT n FROM book WHERE id = 0")
    forging.run("DELETE FROM entry WHERE table_id = 0 AND seq >= ?", n - 1)
    forging.run("DELETE FROM approval")
    mark = forging.value("SELECT hash FROM entry WHERE table_id = 0 AND seq = ?", n - 2)
    forging.run("UPDATE book SET n = ?, hash = ? WHERE id = 0", n - 1, mark)


def promote(forging: Forger) -> None:
    """A patron becomes an administrator, in the account and in the chain."""
    forging.run("UPDATE account SET role = 'administrator' WHERE name = 'patron'")
    before = '"name":"patron","holder":"person","role":"patron"'
    after = before.replace('"role":"patron"', '"role":"administrator"')
    sql = "UPDATE entry SET body = REPLACE(body, ?, ?) WHERE table_id = 0"
    forging.run(sql, before, after)
    forging.chain_anew(0)


def table_without_a_trace(forging: Forger) -> None:
    """A table without money vanishes with its rows."""
    table = forging.value("SELECT id FROM gaming_table WHERE game = 'roulette'")
    for name in ("entry", "posting", "checkpoint", "shoe", "anchor", "notice", "seat"):
        forging.run(f"DELETE FROM {name} WHERE table_id = ?", table)
    forging.run("DELETE FROM gaming_table WHERE id = ?", table)


def later_checkpoint(forging: Forger) -> None:
    """A checkpoint of a round that never was: the server would go on from it."""
    forging.run(
        "INSERT INTO checkpoint (table_id, round, n, hash, digest, state) SELECT table_id, "
        "round + 1, n, hash, digest, state FROM checkpoint WHERE table_id = 1 AND round = "
        "(SELECT MAX(round) FROM checkpoint WHERE table_id = 1)"
    )


def stranger(sql: str) -> Callable[[Forger], None]:
    return lambda forging: _changed(forging, sql)


def _changed(forging: Forger, sql: str) -> None:
    assert forging.run(sql), sql


ENTRY = "INSERT INTO entry (table_id, round, seq, body, prev_hash, hash) "
POSTING = "INSERT INTO posting (table_id, round, seq, line, account_id, cents) "
FORGERIES: dict[str, Callable[[Forger], None]] = {
    "a deposit a thousand times as large": more_money,
    "the end of the chain of the house taken off": cut_the_house,
    "a patron promoted, in the chain too": promote,
    "a role": stranger("UPDATE account SET role = 'administrator' WHERE name = 'patron'"),
    "a password": stranger("UPDATE account SET password = 'y' WHERE name = 'boss'"),
    "an account enabled": stranger(
        "UPDATE account SET disabled = NOT disabled WHERE name = 'patron'"
    ),
    "a name": stranger("UPDATE account SET name = 'nobody' WHERE name = 'patron'"),
    "an account that nobody made": stranger(
        "INSERT INTO account (name, kind, role, password, must_change, disabled, guest, "
        "created_at) SELECT 'eve', kind, 'administrator', password, must_change, disabled, guest, "
        "created_at FROM account WHERE name = 'boss'"
    ),
    "a session that nobody signed in to": stranger(
        "INSERT INTO session (id, account_id, kind, csrf, created_at, expires_at, used_at) SELECT "
        f"'{hex_digest(b'stolen')}', account_id, kind, csrf, created_at, expires_at, used_at "
        "FROM session"
    ),
    "a notice deleted": stranger("DELETE FROM notice WHERE status = 'pending'"),
    "a notice withdrawn": stranger(
        "UPDATE notice SET status = 'withdrawn' WHERE status = 'pending'"
    ),
    "a notice put back": stranger(
        "UPDATE notice SET status = 'pending' WHERE status = 'withdrawn'"
    ),
    "a notice that was never given": stranger(
        "INSERT INTO notice (table_id, given_at, effective_at, by_account, status, change, "
        "required) SELECT table_id, given_at, effective_at, by_account, status, change, required "
        "FROM notice WHERE status = 'pending'"
    ),
    "a table hidden": stranger("UPDATE gaming_table SET status = 'closed' WHERE id = 1"),
    "a table's name": stranger("UPDATE gaming_table SET name = 'Other' WHERE id = 1"),
    "a table's place": stranger("UPDATE gaming_table SET seq = seq + 1 WHERE id = 1"),
    "a table's time": stranger("UPDATE gaming_table SET at = at + 1 WHERE id = 1"),
    "a table's accounts": stranger(
        "UPDATE gaming_table SET inventory_id = layout_id, layout_id = inventory_id WHERE id = 3"
    ),
    "a table without a trace": table_without_a_trace,
    "a meter's payments": stranger("UPDATE meter SET payments = payments + 1"),
    "a meter's name": stranger("UPDATE meter SET name = 'other'"),
    "a commitment of the past": stranger(
        "UPDATE shoe SET commitment = REPLACE(commitment, 'a', 'b')"
    ),
    "a shoe too many": stranger(
        "INSERT INTO shoe (table_id, number, round, commitment, salt, cards) SELECT table_id, "
        "number + 100, round, commitment, salt, cards FROM shoe WHERE table_id = 1"
    ),
    "a later checkpoint": later_checkpoint,
    "rows of no table": stranger(
        ENTRY + "SELECT 99, round, seq, body, prev_hash, hash FROM entry WHERE table_id = 3"
    ),
    "rows before the first round": stranger(
        ENTRY + "SELECT table_id, -1, seq, body, prev_hash, hash FROM entry WHERE table_id = 3 "
        "AND round = 0"
    ),
    "postings of a round that is not there": stranger(POSTING + "VALUES (1, 999, 1, 0, 1, 0)"),
    "postings of no table": stranger(POSTING + "VALUES (77, 1, 1, 0, 1, 0)"),
    "postings before the first round": stranger(POSTING + "VALUES (1, -5, 1, 0, 1, 0)"),
    "the lines of postings": stranger("UPDATE posting SET line = line + 10 WHERE table_id = 1"),
    "an anchor deleted": stranger("DELETE FROM anchor WHERE table_id = 1"),
    "an anchor of the house": stranger(
        "UPDATE anchor SET hash = REPLACE(hash, 'a', 'b') WHERE table_id = 0"
    ),
    "a seat": stranger("DELETE FROM seat"),
    "an approval": stranger("UPDATE approval SET status = 'agreed'"),
    "whether an account may be below nothing": stranger(
        "UPDATE balance SET person = NOT person WHERE account_id = (SELECT id FROM account "
        "WHERE name = 'rich')"
    ),
}  # fmt: skip
# Written anew from end to end: only what was kept apart tells.
WITH_ANCHORS = {
    "a deposit a thousand times as large",
    "the end of the chain of the house taken off",
    "a patron promoted, in the chain too",
}


def kept_apart(room: Room) -> Any:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    with room.db.read() as reading:
        stated = state_of(reading, 0, key.public_key().public_bytes_raw().hex())
    return read_kept(msgspec.json.encode(sign(stated, key)))


@pytest.mark.parametrize("what", FORGERIES)
def test_every_forgery_is_noticed(url: str, what: str) -> None:
    room = floor(url)
    try:
        kept = kept_apart(room)
        clean = verify_database(room.db, kept)
        assert clean.status == "clean", clean.message()
        assert clean.kept == len(kept) > 3
        with forger(room.db) as forging:
            FORGERIES[what](forging)
        if what not in WITH_ANCHORS:
            alone = verify_database(room.db)
            assert alone.status == "altered", what
        found = verify_database(room.db, kept)
        assert found.status == "altered", what
        assert found.first_bad is not None
    finally:
        room.close()


@pytest.mark.parametrize("guard", ["entry_no_replace", "posting_no_update", "book_sums"])
def test_a_guard_that_is_gone_is_noticed(sqlite_room: Room, guard: str) -> None:
    with sqlite_room.db.write() as connection:
        connection.exec_driver_sql(f"DROP TRIGGER {guard}")
    verdict = verify_database(sqlite_room.db)
    assert verdict.status == "altered"
    assert guard in str(verdict.first_bad)


def test_anchors_that_were_altered_are_refused(sqlite_room: Room) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from pitboss.errors import BadInput

    room = sqlite_room
    room.open("roulette")
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw().hex()
    with room.db.read() as reading:
        text = msgspec.json.encode(sign(state_of(reading, 5, public), key))
    assert read_kept(text, public)
    with pytest.raises(BadInput, match="signature"):
        read_kept(text.replace(b'"made_at":5', b'"made_at":6'))
    with pytest.raises(BadInput, match="another key"):
        read_kept(text, "00" * 32)
    with pytest.raises(BadInput, match="not a file of anchors"):
        read_kept(b"{}")


def test_verify_goes_on_after_a_finding(room: Room) -> None:
    """Users 0: one finding, and nothing else was ever checked again."""
    for number in range(3):
        table = room.open("roulette")
        room.sit(table, room.patron(f"patron-{number}"))
        room.play(table, random.Random(number), 10)
    with forger(room.db) as forging:
        forging.run("UPDATE entry SET body = REPLACE(body, '5.00', '6.00') WHERE table_id = 1")
        forging.run("UPDATE gaming_table SET name = 'Other' WHERE id = 3")
    verdict = verify_database(room.db)
    assert verdict.status == "altered"
    assert (verdict.tables, verdict.clean_tables) == (3, 2)
    assert {fault.table for fault in verdict.findings} >= {1, 3}
    assert "of 3 tables are clean" in verdict.message()
