"""The casino's money in the store, on both databases: fills, credits, currency, counts, shifts and
complimentaries; that the win adds up to the cent, and that nothing can be altered unseen."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from pitboss.store import dealing
from pitboss.store.accounts import Deposit, ledger
from pitboss.store.casino import money
from pitboss.store.casino.book import entries
from pitboss.store.casino.reports import day_report, shift_reports, total_of
from pitboss.store.jobs import Leave
from pitboss.store.refusal import Refused
from pitboss.store.rows import THE_CASINO, Ended, decode
from pitboss.store.verify import verify_database
from pitboss.table.entries import DEALER, Chose
from tests.server.forging import forger
from tests.server.room import Room
from tests.server.test_money import deferred, until_window, win_on_banker

FLOOR, CAGE = 901, 902
DAY = "2026-11-18"


class Pit:
    """A room with a clock of its own, three tables and a patron."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = round(datetime(2026, 11, 18, 9).timestamp() * 1000)
        room.writer.clock = lambda: self.now
        self.tables = [room.open("roulette"), room.open("big-six"), room.open("mini-dice")]
        self.patron = room.patron("player", 100_000)

    def do(self, kind: type[money.CasinoJob], **keywords: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.room.do(kind(by=FLOOR, second=CAGE, **keywords))
        return answer

    def fill(self, table: int, cents: int, **more: Any) -> dict[str, Any]:
        return self.do(money.Fill, table=table, cents=cents, **more)

    def spin(self, dollars: int) -> None:
        """A round of roulette with a wager on red."""
        self.room.enter(self.tables[0], self.patron, f"p1 wager red {dollars}.00")
        self.room.enter(self.tables[0], self.patron, "d close")

    def reports(self, day: str = DAY) -> list[Any]:
        with self.room.db.read() as reading:
            return shift_reports(reading, day, self.room.writer.day_of(self.now).isoformat())

    def rounds_won(self) -> int:
        """What the rounds of all tables brought, as their chains say."""
        with self.room.db.read() as reading:
            sql = "SELECT body FROM entry WHERE table_id > 0 AND body LIKE ?"
            bodies = [decode(row[0]) for row in reading.execute(sql, ('{"kind":"end"%',))]
        return sum(body.house + body.commission for body in bodies if isinstance(body, Ended))


@pytest.fixture
def pit(room: Room) -> Pit:
    return Pit(room)


def test_fills_credits_currency_and_counts(pit: Pit) -> None:
    table, patron = pit.tables[0], pit.patron
    pit.do(money.BeginShift)
    assert pit.fill(table, 500_000, opening=True) == {
        "table": table,
        "cents": 500_000,
        "tray": 500_000,
        "slip": 1,
    }
    assert pit.fill(table, 100_000)["slip"] == 2
    assert pit.do(money.Credit, table=table, cents=50_000)["tray"] == 550_000
    pit.room.sit(table, patron)
    said = pit.do(money.BuyIn, table=table, cents=20_000, patron=patron)
    assert (said["tray"], said["balance"]) == (530_000, 120_000)
    assert pit.do(money.CountBox, table=table, cents=19_900)["over"] == -100
    assert pit.do(money.CountTray, table=table, cents=530_500)["over"] == 500
    (report,) = pit.reports()
    line = next(one for one in report.tables if one.table == table)
    assert (line.opening, line.fills, line.credits, line.drop) == (0, 600_000, 50_000, 20_000)
    assert (line.box_over, line.tray_over, line.closing) == (-100, 500, 530_500)
    assert line.win == 530_500 + 50_000 + 20_000 - 100 - 600_000 == 400
    assert line.from_rounds == 0
    assert verify_database(pit.room.db).status == "clean"


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        (money.Fill, {"table": 99, "cents": 100}, "there is no table 99"),
        (money.Fill, {"cents": 0}, "cents: expected 1 to"),
        (money.Fill, {"cents": -500}, "cents: expected 1 to"),
        (money.Credit, {"cents": 100_001}, "the tray holds 1000.00"),
        (money.BuyIn, {"cents": 100, "patron": 1}, "account 1 does not sit at the table"),
        (money.CountBox, {"cents": 0}, "nothing was dropped"),
        (money.BeginShift, {"number": 3}, "the next shift of 2026-11-18 is 1"),
    ],
)
def test_what_is_refused_changes_nothing(
    pit: Pit, kind: type[money.CasinoJob], more: dict[str, Any], said: str
) -> None:
    pit.fill(pit.tables[0], 100_000)
    if issubclass(kind, money.TrayJob):
        more = {"table": pit.tables[0]} | more
    with pytest.raises(Refused, match=said):
        pit.do(kind, **more)
    with pit.room.db.read() as reading:
        assert len(entries(reading)) == 1
    assert verify_database(pit.room.db).status == "clean"


def test_the_win_of_shifts_and_days_adds_up_to_the_rounds(pit: Pit) -> None:
    draw = random.Random(17)
    for table in pit.tables:
        pit.fill(table, 1_000_000, opening=True)
    pit.do(money.BeginShift)
    table, patron = pit.tables[0], pit.patron
    pit.room.sit(table, patron)
    for spin in range(30):
        if pit.room.balance(patron) < 50_000:
            pit.do(money.BuyIn, table=table, cents=100_000, patron=patron)
        pit.spin(draw.randrange(5, 500))
        if draw.random() < 0.2:
            pit.fill(table, 5_000)
        if spin in (10, 20):
            pit.now += 3_600_000
            pit.do(money.BeginShift)
    pit.now += 24 * 3_600_000
    pit.room.call(money.begin_day)
    reports = pit.reports()
    assert [report.shift for report in reports] == [0, 1, 2, 3]
    assert reports[0].total().fills == 3_000_000
    assert all(report.over for report in reports)
    shifts = sum(report.total().win for report in reports)
    day = total_of(day_report(reports))
    assert shifts == day.win == pit.rounds_won() != 0
    later = (datetime.fromisoformat(DAY) + timedelta(days=1)).date().isoformat()
    (fresh,) = pit.reports(later)
    assert fresh.total().opening == reports[-1].total().closing
    assert fresh.total().win == 0
    assert verify_database(pit.room.db).status == "clean"


def test_a_table_does_not_go_below_nothing_unseen(pit: Pit) -> None:
    table, patron = pit.tables[0], pit.patron
    pit.room.sit(table, patron)
    with pit.room.db.read() as reading:
        assert not money.short_trays(reading)
    stake = 5
    while True:  # doubled after every loss, a single win puts the table behind
        pit.spin(stake)
        with pit.room.db.read() as reading:
            if money.short_trays(reading):
                break
        stake = 5 if stake > 200 else 2 * stake
        if pit.room.balance(patron) < 100_000:
            pit.room.do(Deposit(patron, 1_000_000, "for another go", 0))
    assert pit.room.call(money.watch_trays) == [table]
    assert pit.room.call(money.watch_trays) == [], "it was told, and nothing was brought since"
    pit.fill(table, 1)
    with pit.room.db.read() as reading:
        still = bool(money.short_trays(reading))
    assert pit.room.call(money.watch_trays) == ([table] if still else [])
    assert verify_database(pit.room.db).status == "clean"


FORGERIES = [
    "UPDATE casino_entry SET cents = cents + 1 WHERE kind = 'fill'",
    "UPDATE casino_entry SET second = 0 WHERE kind = 'fill'",
    "DELETE FROM casino_entry WHERE kind = 'buy-in'",
    "UPDATE balance SET cents = cents + 100 WHERE account_id IN "
    "(SELECT id FROM account WHERE kind = 'drop')",
    f"UPDATE book SET n = n - 1 WHERE id = {THE_CASINO}",
]


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forgeries_are_noticed(pit: Pit, forgery: str) -> None:
    table, patron = pit.tables[0], pit.patron
    pit.fill(table, 100_000)
    pit.room.sit(table, patron)
    pit.do(money.BuyIn, table=table, cents=20_000, patron=patron)
    assert verify_database(pit.room.db).status == "clean"
    with forger(pit.room.db) as forge:
        forge.run(forgery)
    assert verify_database(pit.room.db).status == "altered"


@pytest.mark.parametrize("game", ["minibaccarat", "baccarat-punto-banco"])
def test_documented_vigorish_is_in_the_win_and_a_complimentary(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.3(c)3, vii; 7.3(c)3, vii."""
    answer = dealing.house_answer

    def documents(prompt: Any, shoe: Any, *, by_hand: bool) -> Any:
        if "document" in prompt.choices:
            return Chose(DEALER, "document")
        return answer(prompt, shoe, by_hand=by_hand)

    monkeypatch.setattr(dealing, "house_answer", documents)
    table, patron = deferred(room, game), room.patron("first")
    room.sit(table, patron, 1)
    due = win_on_banker(room, table, patron, "p1")
    before = room.balance(patron)
    until_window(room, table, random.Random(6))
    room.do(Leave(table, patron))
    assert room.balance(patron) == before + due, "it is given back"
    with room.db.read() as reading:
        (form,) = money.forms_due(reading)
    assert (form.table, form.account, form.cents) == (table, patron, due)
    asked: dict[str, Any] = {
        "table": table,
        "round": form.round,
        "seat": form.seat,
        "prepared": "P. Clerk",
    }
    with pytest.raises(Refused, match="no vigorish of p9 was documented"):
        room.do(money.GiveVigorish(by=FLOOR, **asked | {"seat": "p9"}))
    said = room.do(money.GiveVigorish(by=FLOOR, second=CAGE, **asked))
    assert (said["form"], said["cents"]) == (1, due)
    with pytest.raises(Refused, match="form 1 was made for it already"):
        room.do(money.GiveVigorish(by=FLOOR, **asked))
    with room.db.read() as reading:
        assert money.forms_due(reading) == []
        day = room.writer.day_of(room.writer.clock()).isoformat()
        (line,) = day_report(shift_reports(reading, day, day))
        comps = next(one.cents for one in ledger(reading) if one.kind == "comps")
    assert line.complimentaries == due
    assert line.win == line.closing + due
    assert comps == -due
    assert verify_database(room.db).status == "clean"
