"""`verify` never lies: it calls nothing forged that is honest, and nothing clean that is not."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import cli
from pitboss.store import jobs, live, software, verify
from pitboss.store.database import Database
from pitboss.store.loading import load
from pitboss.store.refusal import Kind, Refused
from pitboss.store.verify import verify_database
from pitboss.table.dealer import Dealer
from tests.server.forging import forger
from tests.server.room import Room
from tests.server.services import Postgres


def played(room: Room, game: str = "three-card-poker", acts: int = 25) -> int:
    table = room.open(game)
    room.sit(table, room.patron(f"patron-{table}"))
    room.play(table, random.Random(4), acts)
    return table


def database(room: Room) -> str:
    return str(room.db.url.render_as_string(hide_password=False))


# -- beside play ----------------------------------------------------------------------------------


def test_verify_beside_live_play_finds_nothing(room: Room) -> None:
    """Attack 3: rows were read first, postings later, and honest play was called forged."""
    table = room.open("roulette")
    patron = room.patron("patron")
    room.sit(table, patron)
    done = threading.Event()

    def play() -> None:
        while not done.is_set():
            room.enter(table, patron, "p1 wager straight 17 5.00")
            room.enter(table, patron, "d close")

    player = threading.Thread(target=play)
    player.start()
    try:
        for _ in range(6):
            verdict = verify_database(room.db)
            assert verdict.status == "clean", verdict.message()
    finally:
        done.set()
        player.join()


def test_a_close_after_a_cut_that_was_never_made(room: Room) -> None:
    """Users 0: the floorperson closes a table whose shuffle waits for the cut."""
    for leaves in (False, True):
        table = room.open("blackjack")
        patron = room.patron(f"patron-{leaves}".lower())
        room.sit(table, patron)
        assert room.live(table).table.next == "shuffle"
        if leaves:
            room.do(jobs.Leave(table, patron))
        room.do(jobs.CloseTable(table, 0, ""))
    room.verify()


# -- other software -------------------------------------------------------------------------------


def test_an_announcement_may_be_worded_differently(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 4: "No More Bets" made everything played before a forgery."""
    played(room, "roulette")
    played(room, "three-card-poker")
    room.verify()
    announce, act, note = Dealer.announce, Dealer.act, Dealer.note
    monkeypatch.setattr(Dealer, "announce", lambda self, text, **k: announce(self, f"{text}!", **k))
    monkeypatch.setattr(Dealer, "act", lambda self, text, **k: act(self, f"{text} now", **k))
    monkeypatch.setattr(Dealer, "note", lambda self, text, **k: note(self, f"{text}.", **k))
    verdict = verify_database(room.db)
    assert verdict.status == "clean", verdict.message()
    assert verdict.rounds > 3


def other_procedures(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every round comes out otherwise, and the software says so."""
    was = live.end_seal
    monkeypatch.setattr(verify, "end_seal", lambda receipt: was(receipt)[::-1])
    for module in (software, verify):
        monkeypatch.setattr(module, "identity", lambda game: "9.9.9+0123456789abcdef")


def test_what_other_software_wrote_is_not_called_forged(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(room, "roulette")
    played(room, "red-dog")
    other_procedures(monkeypatch)
    verdict = verify_database(room.db)
    assert verdict.status == "not-replayable"
    assert not verdict.findings
    said = verdict.message()
    assert f"written by pitboss {room.live(1).opened.software}" in said
    assert {some.table for some in verdict.foreign} == {1, 2}
    # What does not need a replay is still checked.
    with forger(room.db) as forging:
        forging.run("UPDATE checkpoint SET state = REPLACE(state, '\"round\":2', '\"round\":3')")
    assert verify_database(room.db).status == "altered"


def test_our_own_software_is_still_held_to_what_it_wrote(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(room, "roulette")
    was = live.end_seal
    monkeypatch.setattr(verify, "end_seal", lambda receipt: was(receipt)[::-1])
    verdict = verify_database(room.db)
    assert verdict.status == "altered"
    assert verdict.first_bad is not None
    assert verdict.first_bad.kind == "forged"


def test_the_software_of_each_round_is_in_the_chain(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = sqlite_room
    table = played(room, "roulette")
    from pitboss.store import draft

    before = room.live(table).opened.software
    assert "+" in before
    assert before == software.identity("roulette")
    assert software.identity("roulette") != software.identity("red-dog")
    newer = "9.9.9+0123456789abcdef"
    monkeypatch.setattr(draft, "identity", lambda game: newer)
    room.play(table, random.Random(5), 6)
    assert room.live(table).software == newer
    with room.db.read() as reading:
        assert load(reading, table).software == newer
    room.verify()


def test_one_bad_table_is_set_aside(tmp_path: Path) -> None:
    """Attack 4: one checkpoint that cannot be read, and the server did not start."""
    from pitboss.server.house import House
    from pitboss.server.settings import Settings

    url = f"sqlite:///{tmp_path / 'pit.db'}"
    room = Room(url)
    good, bad = played(room, "roulette"), played(room, "red-dog")
    room.close()
    room = Room(url)
    with forger(room.db) as forging:
        forging.run("UPDATE checkpoint SET state = 'x' WHERE table_id = ?", bad)
    verdict = verify_database(room.db)
    assert (verdict.status, verdict.clean_tables) == ("altered", 1)
    room.close()
    house = House(Settings(db=url))
    house.writer.start()
    try:
        assert [one.id for one in house.floor()] == [good]
        assert list(house.aside) == [bad]
        with pytest.raises(Refused) as refused:
            house.table(bad)
        assert refused.value.kind is Kind.SET_ASIDE
        with pytest.raises(Refused) as refused:
            house.do(jobs.Sit(bad, house.table(good).seats[1].account, "patron", 0))
        assert refused.value.kind is Kind.SET_ASIDE
    finally:
        house.writer.stop()
        house.db.close()


def test_a_round_under_way_of_other_software_is_set_aside(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = sqlite_room
    table, patron = room.open("roulette"), room.patron("patron")
    room.sit(table, patron)
    room.enter(table, patron, "p1 wager straight 17 5.00")
    with forger(room.db) as forging:
        forging.run("UPDATE entry SET body = REPLACE(body, 'straight 17', 'nonsense')")
    with room.db.read() as reading, pytest.raises(Refused, match="set aside"):
        load(reading, table)


# -- files ----------------------------------------------------------------------------------------


def verified(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["verify", *words])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert "internal error" not in said.err
    return code, said.out + said.err


def test_damaged_files(sqlite_room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    """Attack 13: exit 70, or clean although SQLite itself says otherwise."""
    played(sqlite_room, "roulette", 60)
    path = Path(str(sqlite_room.db.url.database))
    sqlite_room.close()
    whole = path.read_bytes()
    rng, bad = random.Random(1), path.with_name("bad.db")
    for _ in range(60):
        text = bytearray(whole)
        # Half of them where the tables themselves are described.
        at = rng.randrange(rng.choice((len(text), 6000)))
        for place in range(at, min(at + rng.choice((1, 40, 4096)), len(text))):
            text[place] ^= rng.randrange(1, 256)
        bad.write_bytes(bytes(text))
        code, said = verified(capsys, "--db", str(bad))
        assert code in (0, 1, 2), said
        if code == 0:
            check = subprocess.run(
                [
                    "python3",
                    "-c",
                    "import sqlite3, sys; print(sqlite3.connect(sys.argv[1])"
                    ".execute('PRAGMA integrity_check').fetchone()[0])",
                    str(bad),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            assert check.stdout.strip() == "ok"
        code = cli.main(["verify", "--db", str(bad), "--json"])
        said = capsys.readouterr().out
        assert code == 2 or json.loads(said)["status"]


def test_what_is_no_database_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cluster: Postgres
) -> None:
    """Users 4: `internal error: ProgrammingError`, exit 70."""
    words, empty = tmp_path / "words.db", tmp_path / "empty.db"
    words.write_text("this is not a database, but a text that is long enough to be one" * 40)
    empty.write_bytes(b"")
    assert verified(capsys, "--db", str(words))[0] == 1
    code, said = verified(capsys, "--db", str(empty))
    assert (code, "there is no floor of pitboss in it" in said) == (2, True)
    code, said = verified(capsys, "--db", cluster.database())
    assert (code, "there is no floor of pitboss in it" in said) == (2, True)
    code, said = verified(capsys, "--db", str(tmp_path / "nowhere.db"))
    assert (code, "no such file" in said) == (2, True)


def test_an_older_schema_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from alembic import command

    from pitboss.store.database import _alembic

    path = tmp_path / "old.db"
    db = Database(str(path))
    config = _alembic()
    with db.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
    db.close()
    code, said = verified(capsys, "--db", str(path))
    assert code == 2
    assert "its schema is 0004" in said


def test_evidence_is_checked_where_it_lies(
    sqlite_room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Attack 13: on media that cannot be written the file could not be opened."""
    played(sqlite_room, "roulette")
    sqlite_room.close()
    media = tmp_path / "media"
    media.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", str(media)], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        shutil.copy(str(sqlite_room.db.url.database), media / "pit.db")
        subprocess.run(["mount", "-o", "remount,ro", str(media)], check=True)
        code, said = verified(capsys, "--db", str(media / "pit.db"))
        assert code == 0, said
        assert said.startswith("clean")
    finally:
        subprocess.run(["umount", str(media)], check=False)


def test_nothing_is_written_by_verify(sqlite_room: Room) -> None:
    played(sqlite_room, "roulette")
    path = Path(str(sqlite_room.db.url.database))
    sqlite_room.close()
    before = path.read_bytes()
    assert cli.main(["verify", "--db", str(path)]) == 0
    assert path.read_bytes() == before
    assert sorted(one.name for one in path.parent.iterdir()) == [path.name]


def test_a_store_of_before_is_adopted(tmp_path: Path) -> None:
    """What an older pitboss left is put on record as it is found, and held to it from then on."""
    from alembic import command

    from pitboss.store.database import _alembic

    db = Database(str(tmp_path / "pit.db"))
    config = _alembic()
    with db.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.exec_driver_sql(
            "INSERT INTO account VALUES (1, 'old', 'person', 'patron', 'hash', 0, 0, 0, 5)"
        )
        connection.exec_driver_sql("INSERT INTO balance VALUES (1, 0)")
    db.upgrade()
    verdict = verify_database(db)
    assert verdict.status == "clean", verdict.message()
    with db.write() as connection:
        connection.exec_driver_sql("UPDATE account SET role = 'administrator'")
    assert verify_database(db).status == "altered"
    db.close()


def test_the_command_takes_anchors_that_were_kept(
    sqlite_room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.signing import load_key
    from pitboss.store.anchoring import key_file

    played(sqlite_room, "roulette")
    url, kept = database(sqlite_room), tmp_path / "anchors.json"
    load_key(key_file(sqlite_room.db, ""), create=True)
    assert key_file(sqlite_room.db, "").stat().st_mode & 0o077 == 0
    assert cli.main(["anchors", "--db", url, "-o", str(kept)]) == 0
    code, said = verified(capsys, "--db", url, "--anchors", str(kept))
    assert code == 0
    assert "anchors that were kept fit" in said
    with forger(sqlite_room.db) as forging:
        from tests.server.test_forgeries import more_money

        more_money(forging)
    assert verified(capsys, "--db", url)[0] == 0, "written anew from end to end"
    code, said = verified(capsys, "--db", url, "--anchors", str(kept))
    assert code == 1
    assert "the anchor that was kept is another" in said
    signed: Any = json.loads(kept.read_text())
    signed["statement"]["heads"] = []
    kept.write_text(json.dumps(signed))
    code, said = verified(capsys, "--db", url, "--anchors", str(kept))
    assert (code, "signature" in said) == (2, True)
    assert msgspec.json.decode(kept.read_bytes())
