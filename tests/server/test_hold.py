"""The hold desk: theoretical and actual win to the cent, the band, and what has no edge."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from pitboss.cli import main
from pitboss.store.casino import hold
from pitboss.store.casino.hold import EdgeBook, Held, held_json, hold_desk, stored_edges
from pitboss.store.casino.reports import day_report, shift_reports
from tests.server.room import Room


def desk(room: Room, *, quick: bool = True, table: int = 0) -> list[Held]:
    with room.db.read() as reading:
        day = room.writer.day_of(room.writer.clock()).isoformat()
        return hold_desk(reading, day, EdgeBook(stored_edges(reading), quick=quick), table)


def test_theoretical_and_actual_to_the_cent(room: Room) -> None:
    table, patron = room.open("roulette"), room.patron("player")
    room.sit(table, patron)
    before = room.balance(patron)
    for stake in (5, 10, 25):
        room.enter(table, patron, f"p1 wager red {stake}.00", f"p1 wager straight 17 {stake}.00")
        room.enter(table, patron, "d close")
    (held,) = desk(room)
    assert held.rounds == 3
    assert held.whole.wagered == 8000
    assert held.whole.theoretical == 4000 * Fraction(1, 38) + 4000 * Fraction(2, 38)
    assert held.whole.actual == before - room.balance(patron)
    assert [(line.name, line.wagered) for line in held.wagers] == [
        ("red", 4000),
        ("straight 17", 4000),
    ]
    (seat,) = held.seats
    assert (seat.name, seat.wagered, seat.actual) == ("p1", 8000, held.whole.actual)
    # Each round's wagers are taken as moving together: their deviations add.
    band = held.band
    assert band is not None
    assert band[0] < round(held.whole.theoretical) < band[1]
    assert held.outside == (not band[0] <= held.whole.actual <= band[1])
    with room.db.read() as reading:
        day = held.day
        (line,) = day_report(shift_reports(reading, day, day))
    assert line.win == held.whole.actual, "the ledger and the hold desk agree"


def test_what_is_taken_down_was_not_wagered(room: Room) -> None:
    table, patron = room.open("craps"), room.patron("player")
    room.sit(table, patron)
    room.enter(table, patron, "p1 accept the dice")
    room.enter(table, patron, "p1 wager place-to-win 6 12.00", "p1 wager pass 10.00")
    room.enter(table, patron, "p1 remove place-to-win 6")
    (held,) = desk(room)
    assert {line.name: line.wagered for line in held.wagers} == {"pass": 1000, "place-to-win 6": 0}
    assert held.whole.theoretical == 1000 * Fraction(7, 495)


def test_what_takes_a_while_is_said_and_stored(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold, "SLOW", frozenset({"roulette"}))
    table, patron = room.open("roulette"), room.patron("player")
    room.sit(table, patron)
    room.enter(table, patron, "p1 wager red 10.00")
    (held,) = desk(room)
    assert held.whole.unpriced == 1000
    assert held.band is None
    assert not held.outside
    assert "takes a while" in held_json(held)["wagers"][0]["why"]
    book = EdgeBook({}, quick=False)
    live = room.live(table)
    assert book("roulette", live.day, {}, "red").edge == Fraction(1, 38)
    room.call(lambda batch: hold.keep_edges(batch, book.fresh))
    (held,) = desk(room)
    assert held.whole.theoretical == Fraction(1000, 38)


def test_the_command(sqlite_room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    room = sqlite_room
    table, patron = room.open("roulette"), room.patron("player")
    room.sit(table, patron)
    room.enter(table, patron, "p1 wager red 5.00")
    room.enter(table, patron, "d close")
    url = str(room.db.url.render_as_string(hide_password=False))
    assert main(["hold", "--db", url]) == 0
    said = capsys.readouterr().out
    assert "theoretical            0.13" in said
    assert "95 % band" in said
    with room.db.read() as reading:
        assert len(stored_edges(reading)) == 1
    assert main(["hold", "--db", url, "--day", "2020-01-01"]) == 0
    assert "no table was played" in capsys.readouterr().out
    assert main(["hold", "--db", "/nowhere/pit.db"]) == 2
    assert main(["hold", "--db", url, "--table", "x"]) == 2


def test_each_set_of_rules_has_its_edge() -> None:
    book = EdgeBook({}, quick=True)
    day = date(2026, 11, 18)
    assert book("roulette", day, {}, "red").edge == Fraction(1, 38)
    whole = book("roulette", day, {"zero_rule": "all"}, "red")
    assert whole.edge == Fraction(1, 19)
    unknown = book("roulette", day, {}, "no such wager")
    assert unknown.edge is None
    assert "no wager" in unknown.why
