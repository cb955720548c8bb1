"""A keno system under those who wish it ill: two writers with one slip, a clock that goes back,
races cancelled on the last minute, a chain that was written anew."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.server.demo import PASSWORD
from pitboss.server.keno_record import print_games, record_file
from pitboss.signing import load_key, public_half
from pitboss.store.anchoring import read_kept, sign, state_of
from pitboss.store.database import Database
from pitboss.store.jobs import Job
from pitboss.store.keno import jobs as keno
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.keno.slips import HandIn
from pitboss.store.keno.state import find_game, list_games
from pitboss.store.refusal import Kind, Refused
from pitboss.store.verify import verify_database
from tests.server.forging import forger
from tests.server.room import Room
from tests.server.services import Client, Postgres, Server
from tests.server.test_keno_http import MANUAL
from tests.server.test_keno_store import (
    INSPECTOR,
    MINUTE,
    REQUESTS,
    SUPERVISOR,
    WRITER,
    Booth,
    refusal,
    rigged,
)

DAY = 24 * 60
BRIEF = """
name = "Brief"
spots_most = 1
validity = "5 minutes"
races_most = 5
refund_races = true
seconds_between_games = 240
[schedule.regular]
minimum = "1.00"
maximum = "1000.00"
[schedule.regular.pays."1.00"]
1 = { 1 = "3.00" }
"""


def kept_anchors(room: Room, tmp_path: Any) -> Any:
    """What somebody has who kept the anchors of now apart."""
    key = load_key(tmp_path / "anchors.key", create=True)
    with room.db.read() as reading:
        signed = sign(state_of(reading, 0, public_half(key)), key)
    return read_kept(msgspec.json.encode(signed))


def test_the_chain_of_a_system_is_among_the_anchors(sqlite_room: Room, tmp_path: Any) -> None:
    """A chain that was written anew, hashes and all, does not pass where the anchors say."""
    room = sqlite_room
    booth = Booth(room)
    for request in REQUESTS:
        booth.sell(request)
    kept = kept_anchors(room, tmp_path)
    assert [place for place in kept if place[0] == -booth.id]
    assert verify_database(room.db, kept).status == "clean"
    with forger(room.db) as forging:
        sql = "UPDATE entry SET body = REPLACE(body, ?, ?) WHERE table_id = ?"
        assert forging.run(sql, '"by":901', '"by":999', -booth.id)
        for column in ("keno_ticket", "keno_drawer"):
            forging.run(f"UPDATE {column} SET writer = 999")
        forging.chain_anew(-booth.id)
    assert verify_database(room.db).status == "clean", "the forgery is perfect but for the anchors"
    assert verify_database(room.db, kept).status != "clean"


# What a forger writes into the chain, kind by kind, before making all its hashes anew.
REWRITTEN: list[tuple[str, str, str]] = [
    ("keno-open", '\\"12.00\\"', '\\"10.00\\"'),
    ("keno-sold", '"total":100', '"total":200'),
    ("keno-sold", "straight 1 at", "straight 2 at"),
    ("keno-draw", '"owed":[[', '"owed":[],"gone":[['),
    ("keno-draw", '"selection":', '"selection":1'),
    ("keno-paid", '"cents":300', '"cents":400'),
    ("keno-void", '"slip":1', '"slip":2'),
    ("keno-key", '"by":903', '"by":902'),
    ("keno-lock", '"automatic":true', '"automatic":true,"at":1'),
    ("keno-game", '"of_day":1', '"of_day":3'),
]


@pytest.mark.parametrize(("kind", "before", "after"), REWRITTEN)
def test_a_chain_that_was_written_anew_does_not_follow(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch, kind: str, before: str, after: str
) -> None:
    """Without any anchor kept: what it says does not come out again."""
    room = sqlite_room
    booth = Booth(room, BRIEF.replace("spots_most = 1", "spots_most = 2") + '2 = { 2 = "12.00" }\n')
    booth.keys()
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00")
    gone = booth.sell("straight 2 at 1.00")
    booth.do(keno.VoidTicket(WRITER, booth.id, 1, gone, "misprint"))
    booth.draw()
    booth.do(keno.PayClaim(WRITER, booth.id, 1, number))
    room.verify()
    with forger(room.db) as forging:
        sql = "UPDATE entry SET body = REPLACE(body, ?, ?) WHERE table_id = ? AND body LIKE ?"
        assert forging.run(sql, before, after, -booth.id, f'{{"kind":"{kind}"%')
        forging.chain_anew(-booth.id)
    assert verify_database(room.db).status != "clean"


def hand_in(booth: Booth, patron: int, request: str) -> int:
    return int(booth.do(HandIn(patron, booth.id, request))["slip"])


def both(booth: Booth, jobs: list[Job]) -> list[Any]:
    """The answers of jobs that come at the same moment; a refusal where there was one."""
    answers: list[Any] = []

    def ask(job: Job) -> None:
        try:
            answers.append(booth.do(job))
        except Refused as error:
            answers.append(error)

    asking = [threading.Thread(target=ask, args=(job,)) for job in jobs]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    return answers


def test_two_writers_take_a_slip_once(room: Room) -> None:
    booth = Booth(room)
    patron = room.patron("slip-patron", 10_000)
    slip = hand_in(booth, patron, "straight 1 at 1.00")
    answers = both(
        booth, [keno.SellTickets(WRITER, booth.id, at, (), slip=slip) for at in (1, 2, 1, 2)]
    )
    refusals = [each.kind for each in answers if isinstance(each, Refused)]
    assert refusals == [Kind.NOT_PENDING] * 3
    assert room.balance(patron) == 9_900
    room.verify()


def test_a_slip_is_what_the_patron_handed_in(room: Room) -> None:
    """Whatever the writer says beside it; and it is repeated under its key."""
    booth = Booth(room)
    patron = room.patron("other-patron", 10_000)
    slip = hand_in(booth, patron, "straight 1 at 1.00")
    job = keno.SellTickets(
        WRITER, booth.id, 1, ("straight 2 at 50.00",), slip=slip, key="c" * 64, request="d" * 64
    )
    first = room.writer.do(job)
    again = room.writer.do(job)
    assert again.repeated
    assert first.body == again.body
    assert b"straight 1 at 1.00" in first.body
    assert room.balance(patron) == 9_900
    room.verify()


def test_claims_at_the_same_moment_pay_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00")
    booth.draw()
    answers = both(booth, [keno.PayClaim(WRITER, booth.id, at, number) for at in (1, 2, 1, 2)])
    assert sum(isinstance(each, dict) for each in answers) == 1
    room.verify()


def test_before_its_time_an_automatic_system_is_locked_out_by_override_alone(room: Room) -> None:
    """15.5(e): who and why stand in the chain."""
    booth = Booth(room)
    early = refusal(booth, keno.LockOut(SUPERVISOR, booth.id))
    assert (early.kind, (early.section or "")[-7:]) == (Kind.NOT_PERMITTED, "15.5(e)")
    booth.do(keno.OverrideLockOut(SUPERVISOR, booth.id, 0, "the last of the day"))
    assert booth.do(keno.LockOut(SUPERVISOR, booth.id))["status"] == "locked"
    room.verify()


def test_games_are_numbered_once_in_a_day_also_when_the_clock_goes_back(room: Room) -> None:
    booth = Booth(room)
    booth.keys()
    for minutes in (0, DAY, -DAY, DAY, 2 * DAY):
        booth.wait(minutes)
        if minutes < 0:  # Its time is over only when the clock says so.
            booth.do(keno.OverrideLockOut(SUPERVISOR, booth.id, 240, "the clock went back"))
        booth.draw()
    with room.db.read() as reading:
        numbers = [(game.day, game.of_day) for game in list_games(reading, booth.id)]
    assert len(set(numbers)) == len(numbers), numbers
    room.verify()


def test_the_time_of_a_ticket_is_that_of_the_last_game_it_was_sold_for(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """15.6(c)1, 2: cancelling its last races takes no time from a ticket."""
    booth = Booth(room, BRIEF)
    booth.keys()
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00 games 3")
    booth.draw()
    booth.wait(3)
    assert booth.do(keno.CancelRaces(WRITER, booth.id, 1, number))["refunded"] == 200
    booth.wait(3)  # Six minutes after the start of the only game that it played.
    booth.do(keno.ExpireTickets(0, booth.id))
    assert booth.owed(number) == 500
    booth.draw()
    booth.draw()
    with room.db.read() as reading:
        started = find_game(reading, booth.id, 3).locked_at
    booth.now = started + 5 * MINUTE
    assert booth.do(keno.ExpireTickets(0, booth.id))["expired"] == 0
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, number))["paid"] == 500
    room.verify()


def test_the_same_ticket_expires_when_its_time_is_over(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    booth = Booth(room, BRIEF)
    booth.keys()
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00 games 2")
    booth.draw()
    booth.do(keno.CancelRaces(WRITER, booth.id, 1, number))
    booth.draw()
    booth.wait(5.1)
    late = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, number))
    assert late.kind == Kind.TOO_LATE
    assert booth.do(keno.ExpireTickets(0, booth.id)) == {"expired": 1, "cents": 400}
    room.verify()


def test_races_are_cancelled_while_a_game_is_locked_out(room: Room) -> None:
    """The race that is locked out is played; those after it are not."""
    booth = Booth(room)
    number = booth.sell("straight 1 at 1.00 games 4")
    booth.draw()  # No key is in: locked out, not drawn.
    assert booth.do(keno.CancelRaces(WRITER, booth.id, 1, number))["races"] == 3
    waits = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, number))
    assert waits.kind == Kind.TOO_SOON
    booth.do(keno.FailSelection(SUPERVISOR, booth.id, "power"))
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, number))["paid"] == 400
    room.verify()


def test_a_multi_race_ticket_over_a_game_that_failed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    booth = Booth(room)
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00 games 2")
    booth.draw()
    booth.do(keno.FailSelection(SUPERVISOR, booth.id, "power"))
    booth.keys()
    booth.draw()
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, number))["paid"] == 100 + 300
    room.verify()


def at_once(asked: list[Callable[[], Any]]) -> list[Any]:
    with ThreadPoolExecutor(len(asked)) as threads:
        return [each.result() for each in [threads.submit(one) for one in asked]]


def test_two_processes_on_one_database(cluster: Postgres) -> None:
    """Four writers with one slip and one ticket, two supervisors with one game: each of these
    happens once, whichever process is asked."""
    url = cluster.database()
    server = Server(url, "--demo", "--workers", "2").start()
    try:
        names = (
            "floorperson",
            "patron",
            "inspector",
            *["keno-supervisor"] * 2,
            *["keno-writer"] * 4,
        )
        floor, patron, inspector, *others = [Client(server.base, name, PASSWORD) for name in names]
        supervisors, writers = others[:2], others[2:]
        said = floor.post("/api/keno", {"name": "two processes", "card": MANUAL}).json()
        at = f"/api/keno/{said['system']}"
        for station, writer in enumerate(writers, 1):
            writer.post(f"{at}/drawers", {"station": station, "cents": 100_000})
        for holder in (inspector, supervisors[0]):
            assert holder.post(f"{at}/key", {"inside": True}).status_code == 200
        request = "split " + " / ".join(map(str, range(1, 27))) + " : at 1.00"
        for _ in range(3):
            slip = patron.post(f"{at}/slips", {"request": request}).json()["slip"]
            sold = at_once(
                [
                    partial(writer.post, f"{at}/tickets", {"station": station, "slip": slip})
                    for station, writer in enumerate(writers, 1)
                ]
            )
            assert sorted(each.status_code for each in sold) == [201, 409, 409, 409]
            code = next(each.json()["code"] for each in sold if each.status_code == 201)
            for what in ("lock", "select"):
                done = at_once([partial(each.post, f"{at}/{what}", {}) for each in supervisors])
                assert sorted(each.status_code for each in done) == [200, 409]
            paid = at_once(
                [
                    partial(writer.post, f"{at}/claims", {"code": code, "station": station})
                    for station, writer in enumerate(writers, 1)
                ]
            )
            assert sorted(each.status_code for each in paid) == [200, 409, 409, 409]
    finally:
        assert server.stop() == 0, "several workers end well, too"
    verdict = verify_database(Database(url, reads_only=True, create=False))
    assert verdict.status == "clean", verdict.message()


HUGE = (10**9, 2**31, 2**63, 2**64 - 1, 10**30, -1, 0)


@pytest.mark.parametrize("number", HUGE)
def test_numbers_out_of_all_measure(room: Room, number: int) -> None:
    booth = Booth(room)
    there = TicketNumber("2026-11-18", 1, 1)
    for job in (
        keno.SellTickets(WRITER, booth.id, number, (REQUESTS[0],)),
        keno.OpenDrawer(WRITER, booth.id, number, 100),
        keno.CountDrawer(WRITER, booth.id, number, 100),
        keno.VoidTicket(WRITER, booth.id, number, there),
        keno.PayClaim(WRITER, booth.id, number, there),
    ):
        assert refusal(booth, job).kind == Kind.BAD_FIELD
    booth.do(keno.RefuseCode(WRITER, booth.id, number, "K1-" + "x" * 500))
    if number:
        counted = keno.CountDrawer(WRITER, booth.id, 1, number)
        if number == 10**9:
            booth.do(counted)
        else:
            assert refusal(booth, counted).kind == Kind.BAD_FIELD
    booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", True))
    room.verify()


def test_a_line_of_the_record_that_the_power_cut_is_printed_again(
    sqlite_room: Room, tmp_path: Path
) -> None:
    """15.5(a): also when the power went twice."""
    booth, key = Booth(sqlite_room), tmp_path / "pit.db.key"
    booth.keys()
    booth.draw()
    booth.draw()
    path = record_file(key, booth.id)
    print_games(sqlite_room.db, key)
    whole = path.read_text().splitlines()
    path.write_text(f"{whole[0]}\n{whole[1][:20]} ...\n{whole[1][:9]}")
    print_games(sqlite_room.db, key)
    assert path.read_text().splitlines()[-1] == whole[1]
    print_games(sqlite_room.db, key)
    assert path.read_text().count(whole[1]) == 1
