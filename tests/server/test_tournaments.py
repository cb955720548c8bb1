"""Gaming tournaments (8.6): the notice and its days; entries, rounds, eliminations and prizes in
the store; that chips are never money."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("holidays", reason="needs the extra 'server'")

from pitboss.casino.tournament import (
    Plan,
    business_days_before,
    deadline,
    notice_of,
    notice_text,
    parse_plan,
)
from pitboss.casino.tournament_page import page_of
from pitboss.cli import main
from pitboss.cli.tournament import PLAN
from pitboss.errors import PitbossError
from pitboss.store.accounts import Deposit, ledger
from pitboss.store.casino import tournaments as games
from pitboss.store.casino.book import trays
from pitboss.store.casino.hold import EdgeBook, hold_desk
from pitboss.store.jobs import Sit
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database
from tests.server.room import Room

BASE: dict[str, Any] = {
    "name": "Wheel Open", "licensee": "Example Casino", "game": "roulette",
    "starts": datetime(2026, 12, 7, 12), "place": "Pit 3", "chips": "100.00", "fee": "50.00",
    "limits": ("5.00", "50.00"), "rounds": 2, "advance": 1, "seats": 3,
    "prizes": ["200.00", "60.00"], "participants": 6, "equipment": ["two wheels"],
    "security": ["an officer"],
    "certificates": {"security": "A", "surveillance": "B", "gaming": "C", "controller": "D",
                     "key_person": "E"},
}  # fmt: skip


def plan(**more: Any) -> Plan:
    return parse_plan(BASE | more)


@pytest.mark.parametrize(
    ("start", "by"),
    [
        (datetime(2025, 3, 10, 12), datetime(2025, 3, 3, 12)),
        # Thanksgiving is no business day.
        (datetime(2026, 11, 30, 12), datetime(2026, 11, 20, 12)),
        # Nor are Christmas and New Year's Day.
        (datetime(2027, 1, 4, 9, 30), datetime(2026, 12, 24, 9, 30)),
    ],
)
def test_five_business_days(start: datetime, by: datetime) -> None:
    assert business_days_before(start, 5) == by
    assert deadline(plan(starts=start)) == by


def test_a_special_event_needs_24_hours() -> None:
    assert deadline(plan(starts=datetime(2025, 3, 10, 12), special=True)) == datetime(
        2025, 3, 9, 12
    )


def test_the_notice_has_seven_contents() -> None:
    notice = notice_of(plan(), datetime(2026, 11, 30, 12))
    assert [content.paragraph for content in notice.contents] == [
        f"8.6(b){number}" for number in range(1, 8)
    ]
    assert notice.lawful
    assert not notice.late
    text = notice_text(notice)
    assert "N.J.A.C. 13:69F-8.6(b)" in text
    assert "read in part" in text
    assert "Monday 2026-11-30 12:00" in text
    lacking = notice_of(plan(certificates={}, equipment=[], tips_withheld=True))
    assert {lack.paragraph for lack in lacking.missing} == {
        "8.6(b)2",
        "8.6(b)5",
        "8.6(b)6",
        "8.6(b)7",
        "8.6(d)",
    }
    assert not lacking.lawful
    assert "<script" not in page_of(notice_of(plan(name="<script>alert(1)</script>")))


@pytest.mark.parametrize(
    "wrong",
    [
        {"chips": "none"}, {"limits": ("50.00", "5.00")}, {"game": "no-such-game"},
        {"seats": 99}, {"advance": 3}, {"rounds": 0}, {"participants": 1},
        {"starts": datetime(2011, 1, 1)}, {"options": {"no": 1}}, {"unknown": 1},
    ],
)  # fmt: skip
def test_plans_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(PitbossError):
        plan(**wrong)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.toml"
    assert main(["tournament", "plan"]) == 0
    file.write_text(capsys.readouterr().out)
    page = tmp_path / "notice.html"
    at = ["--at", "2026-11-30 12:00", "--html", str(page)]
    assert main(["tournament", "notice", str(file), *at]) == 0
    assert "in time" in capsys.readouterr().out
    assert "Boardwalk Blackjack Open" in page.read_text()
    assert main(["tournament", "notice", str(file), "--at", "2026-11-30 12:01"]) == 1
    assert "LATE" in capsys.readouterr().out
    assert main(["tournament", "notice", str(file), "--json"]) == 0
    assert '"pitboss.tournament-notice.v1"' in capsys.readouterr().out
    file.write_text(PLAN.replace("chips =", "chups ="))
    assert main(["tournament", "notice", str(file)]) == 2
    assert main(["tournament", "notice"]) == 2


# -- in the store ---------------------------------------------------------------------------------


class Event:
    """A tournament of six patrons."""

    def __init__(self, room: Room, **more: Any) -> None:
        self.room = room
        self.number = room.do(
            games.OpenTournament(by=1, plan=plan(**more), noticed=datetime(2026, 11, 20))
        )["tournament"]
        self.patrons = [room.patron(f"player-{number}", 10_000) for number in range(6)]

    def enter(self) -> None:
        for patron in self.patrons:
            self.room.do(games.Enter(by=1, number=self.number, patron=patron))

    def play(self, rounds: int, seed: int) -> None:
        """The dealer enters what everybody wagers, by chance, at every table."""
        rng = random.Random(seed)
        drawn = self.state().drawn
        for table in sorted({table for _, table, _ in drawn}):
            for _ in range(rounds):
                wagers = [
                    f"p{seat} wager {rng.choice(('red', 'black', 'odd'))} "
                    f"{rng.randint(1, min(10, self.room.balance(badge) // 500)) * 5}.00"
                    for badge, its, seat in drawn
                    if its == table and self.room.balance(badge) >= 500
                ]
                if wagers:
                    self.room.enter(table, 1, *wagers, role="dealer")
                    self.room.enter(table, 1, "d close", role="dealer")

    def state(self) -> games.Tournament:
        with self.room.db.read() as reading:
            return games.tournaments(reading)[self.number]

    def end(self) -> Any:
        tables = tuple(sorted({table for _, table, _ in self.state().drawn}))
        return self.room.do(games.EndRound(by=1, number=self.number, tables_of_round=tables))

    def chips(self) -> int:
        """What is held by the issuer, badges, and the tables of the tournament."""
        own = {
            f"table {table} {kind}"
            for table in self.state().tables
            for kind in ("inventory", "layout", "vigorish", "jackpot")
        }
        with self.room.db.read() as reading:
            lines = ledger(reading)
        return sum(
            line.cents for line in lines if line.kind in ("t-chips", "badge") or line.name in own
        )


@pytest.mark.parametrize("carry", [False, True])
def test_from_entry_to_prize(room: Room, carry: bool) -> None:
    event = Event(room, carry=carry)
    event.enter()
    assert [room.balance(patron) for patron in event.patrons] == [5_000] * 6
    drawn = room.do(games.DrawSeats(by=1, number=event.number))
    assert len(drawn["tables"]) == 2
    assert event.chips() == 0
    event.play(4, 3)
    with room.db.read() as reading:
        assert trays(reading) == {}, "chips are no money of the casino's"
        day = room.writer.day_of(room.writer.clock()).isoformat()
        assert hold_desk(reading, day, EdgeBook({}, quick=True)) == []
    said = event.end()
    assert (said["out"], said["remaining"]) == (4, 2)
    assert event.chips() == 0
    room.do(games.DrawSeats(by=1, number=event.number))
    event.play(4, 5)
    event.end()
    prizes = room.do(games.Award(by=1, number=event.number))["prizes"]
    assert [prize["cents"] for prize in prizes] == [20_000, 6_000]
    state = event.state()
    assert games.revenue(state) == {"fees": 30_000, "prizes": 26_000, "revenue": 4_000}
    with room.db.read() as reading:
        board = games.leaderboard(reading, state)
        lines = {line.name: line.cents for line in ledger(reading)}
    assert [line.prize for line in board] == [20_000, 6_000, 0, 0, 0, 0]
    assert board[0].chips >= board[1].chips
    assert lines[f"tournament {event.number} chips"] == 0, "all chips went back"
    assert lines[f"tournament {event.number} pool"] == 4_000
    total = sum(room.balance(patron) for patron in event.patrons)
    assert total == 6 * 10_000 - 30_000 + 26_000
    assert verify_database(room.db).status == "clean"


def test_what_is_refused(room: Room) -> None:
    late = games.OpenTournament(by=1, plan=plan(), noticed=datetime(2026, 12, 1))
    with pytest.raises(Refused, match="notice was to be given by 2026-11-30 12:00"):
        room.do(late)
    lacking = games.OpenTournament(by=1, plan=plan(certificates={}), noticed=datetime(2026, 11, 20))
    with pytest.raises(Refused, match="no certificate of the head of security") as refused:
        room.do(lacking)
    assert refused.value.section == "N.J.A.C. 13:69F-8.6(b)5"
    event = Event(room)
    with pytest.raises(Refused, match="a round needs two"):
        room.do(games.DrawSeats(by=1, number=event.number))
    with pytest.raises(Refused, match="there is no tournament 9"):
        room.do(games.DrawSeats(by=1, number=9))
    poor = room.patron("poor", 100)
    with pytest.raises(Refused, match=r"the fee is 50\.00"):
        room.do(games.Enter(by=1, number=event.number, patron=poor))
    event.enter()
    with pytest.raises(Refused, match="no more"):
        room.do(games.Enter(by=1, number=event.number, patron=event.patrons[0]))
    with pytest.raises(Refused, match="last round is not over"):
        room.do(games.Award(by=1, number=event.number))
    tables = room.do(games.DrawSeats(by=1, number=event.number))["tables"]
    with pytest.raises(Refused, match="is under way"):
        room.do(games.DrawSeats(by=1, number=event.number))
    with pytest.raises(Refused, match="seats are drawn by lot"):
        room.do(Sit(tables[0], event.patrons[0], "player-0", 0))
    badge = next(iter(event.state().entrants))
    with pytest.raises(Refused, match="only patrons have play money"):
        room.do(Deposit(badge, 100, "", 0))
    with pytest.raises(Refused, match="is not the one under way"):
        room.do(games.EndRound(by=1, number=event.number, tables_of_round=(tables[0],)))
    assert verify_database(room.db).status == "clean"
