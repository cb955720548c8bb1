"""A casino of three pits and thirty tables from one file, over a week of simulated days: fills,
credits, currency, counts, card changes, complimentaries, a tournament from notice to prize. At its
end the ledger, the shift reports and the hold desk agree to the cent, and everything verifies.

`python -m tests.server.casino_week [DAYS] [ACTS]` (`make soak`)."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pitboss.casino.check import check_submission
from pitboss.casino.submission import read_submission
from pitboss.casino.tournament import deadline, parse_plan
from pitboss.errors import PitbossError
from pitboss.server.demo import guests_act
from pitboss.server.house import House
from pitboss.server.settings import Settings
from pitboss.server.submitted import run_submission
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit, ledger
from pitboss.store.casino import money
from pitboss.store.casino import tournaments as events
from pitboss.store.casino.book import entries, trays
from pitboss.store.casino.hold import EdgeBook, hold_desk, stored_edges
from pitboss.store.casino.reports import day_report, shift_reports
from pitboss.store.casino.upkeep import SeeToEquipment, due_acts
from pitboss.store.live import Live
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database
from pitboss.store.writer import began_at

EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"
HOUR = 3_600_000
LOW, HIGH = 1_950_000, 2_100_000
FLOOR, CAGE = 901, 902


class Week:
    """A house with a clock of its own, run from the example's submission."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now = round(datetime(2026, 11, 18, 8).timestamp() * 1000)
        settings = Settings(db=str(folder / "pit.db"), log_level="error")
        self.house = House(settings, clock=lambda: self.now)
        self.house.open()
        self.house.writer.start()
        self.filed = read_submission(str(EXAMPLE))
        self.opened = run_submission(self.house, self.filed, 2_000_000)
        self.guests: dict[int, int] = {}
        for live in self.house.floor():
            for seat in (1, 2):
                self._seat(live, seat)

    def _seat(self, live: Live, seat: int) -> None:
        name = f"guest-{live.id}-{seat}"
        account = int(
            self.house.call(
                lambda batch: people.create_person(batch, name, "patron", "", guest=True)
            )
        )
        self.house.do(Deposit(account, 100_000, "bought at the cage", 0))
        try:
            self.house.do(jobs.Sit(live.id, account, name, seat, guest=True))
            self.guests[account] = live.id
        except Refused:
            pass

    def live(self, table: int) -> Live:
        return self.house.table(table)

    def act(self, table: int) -> bool:
        """Somebody does something at the table; whether anything could be done."""
        live = self.live(table)
        job = guests_act(live, self.rng)
        if job is None:
            return False
        try:
            self.house.do(job)
        except (Refused, PitbossError):
            pass
        return True

    def play(self, acts: int) -> None:
        for table in sorted(set(self.guests.values())):
            for _ in range(acts):
                if not self.act(table):
                    break
            self.finish(table)

    def finish(self, table: int) -> None:
        """A round with money on it is played to its end."""
        for _ in range(400):
            outcome = self.live(table).outcome
            if outcome is None or not any(outcome.cash.values()):
                return
            if not self.act(table):
                return

    def look_after(self) -> None:
        """What a floorperson does in a shift: fills, credits, currency for chips, due acts."""
        with self.house.db.read() as reading:
            held = trays(reading)
            today = self.house.writer.day_of(self.now)
            acts = due_acts(reading, self.house.floor(), self.now, began_at(today))
        for table, cents in held.items():
            if cents < LOW:
                self.do(money.Fill, table=table, cents=100_000)
            elif cents > HIGH:
                self.do(money.Credit, table=table, cents=cents - HIGH)
        for account, table in self.guests.items():
            if self.house.balance(account) < 80_000 and self.live(table).seat_of(account):
                self.do(money.BuyIn, table=table, cents=50_000, patron=account)
        for due in acts:
            if due.state in ("late", "due", "open"):
                self.house.do(SeeToEquipment(by=FLOOR, table=due.table, what=due.upkeep.what))
        with self.house.db.read() as reading:
            forms = money.forms_due(reading)
        for form in forms:
            self.do(
                money.GiveVigorish,
                table=form.table,
                round=form.round,
                seat=form.seat,
                prepared="the pit clerk",
            )

    def do(self, kind: type[money.CasinoJob], **keywords: Any) -> Any:
        return self.house.do(kind(by=FLOOR, second=CAGE, **keywords))

    def day(self, acts: int) -> None:
        """A gaming day of three shifts; the boxes are counted at its end."""
        self.house.call(money.begin_day)
        for shift in range(3):
            if shift:
                self.now += 7 * HOUR
                self.do(money.BeginShift)
            self.play(acts)
            self.look_after()
        with self.house.db.read() as reading:
            dropped = {
                line.name.split()[1]: line.cents for line in ledger(reading) if line.kind == "drop"
            }
        for table, cents in dropped.items():
            if cents:
                # A dollar short, now and then.
                short = 100 if self.rng.random() < 0.1 else 0
                self.do(money.CountBox, table=int(table), cents=cents - short)
        self.now += 10 * HOUR
        self.house.call(money.begin_day)
        for live in self.house.floor():
            self.house.do(jobs.Tick(live.id))

    def tournament(self) -> dict[str, int]:
        """Six patrons, from the notice to the prizes."""
        starts = datetime.fromtimestamp(self.now / 1000) + timedelta(days=10)
        plan = parse_plan({
            "name": "Wheel Open", "licensee": self.filed.submission.licensee, "game": "roulette",
            "starts": starts, "place": "Pit 3", "chips": "1000.00", "fee": "100.00",
            "limits": ("10.00", "200.00"), "rounds": 2, "advance": 1, "seats": 3,
            "prizes": ["400.00", "100.00"], "participants": 6, "equipment": ["two wheels"],
            "security": ["an officer at the pit"],
            "certificates": {"security": "A", "surveillance": "B", "gaming": "C",
                             "controller": "D", "key_person": "E"},
        })  # fmt: skip
        number = self.house.do(events.OpenTournament(by=FLOOR, plan=plan, noticed=deadline(plan)))[
            "tournament"
        ]
        for place in range(6):
            name = f"entrant-{place}"
            patron = int(
                self.house.call(
                    lambda batch, name=name: people.create_person(  # type: ignore[misc]
                        batch, name, "patron", ""
                    )
                )
            )
            self.house.do(Deposit(patron, 20_000, "for the tournament", 0))
            self.house.do(events.Enter(by=FLOOR, number=number, patron=patron))
        for _ in range(2):
            drawn = self.house.do(events.DrawSeats(by=FLOOR, number=number))
            for badge, table, seat in drawn["seats"]:
                if self.house.balance(badge) >= 1000:
                    entry = f"p{seat} wager {self.rng.choice(('red', 'black'))} 50.00"
                    self.house.do(jobs.Enter(table, FLOOR, "dealer", [entry]))
            for table in drawn["tables"]:
                self.house.do(jobs.Enter(table, FLOOR, "dealer", ["d close"]))
            self.house.do(
                events.EndRound(by=FLOOR, number=number, tables_of_round=tuple(drawn["tables"]))
            )
        self.house.do(events.Award(by=FLOOR, number=number))
        with self.house.db.read() as reading:
            return events.revenue(events.tournaments(reading)[number])

    def close(self) -> None:
        self.house.writer.stop()
        self.house.db.close()


def week(folder: Path, days: int = 7, acts: int = 40, seed: int = 17) -> dict[str, int]:
    """Runs the week, asserts that everything adds up, and returns what it came to."""
    began = time.perf_counter()
    found = Week(folder, seed)
    checked = check_submission(found.filed)
    check_ms = round(1000 * (time.perf_counter() - began))
    try:
        assert len(found.house.floor()) == 30
        assert len({live.opened.pit for live in found.house.floor()}) == 3
        assert not [one for one in checked.findings if one.verdict == "unlawful"]
        played = []
        for _ in range(days):
            played.append(found.house.writer.day_of(found.now).isoformat())
            found.day(acts)
        revenue = found.tournament()
        figures = _add_up(found, played)
        verdict = verify_database(found.house.db)
        assert verdict.status == "clean", verdict.message()
        return figures | {
            "days": days,
            "rounds": verdict.rounds,
            "entries": verdict.entries,
            "tournament_revenue": revenue["revenue"],
            "first_seconds_ms": check_ms,
            "seconds": round(time.perf_counter() - began),
        }
    finally:
        found.close()


def _add_up(found: Week, played: list[str]) -> dict[str, int]:
    """The ledger, the reports and the hold desk against each other, to the cent."""
    metered = {live.id for live in found.house.floor() if live.metered}
    totals = {"win": 0, "fills": 0, "credits": 0, "drop": 0, "over": 0, "complimentaries": 0}
    outside = tables = compared = spanned = 0
    apart: dict[int, int] = {}  # by table: what the reports have more than the hold desk
    with found.house.db.read() as reading:
        today = found.house.writer.day_of(found.now).isoformat()
        book = EdgeBook(stored_edges(reading), quick=True)
        for day in played:
            report = {line.table: line for line in day_report(shift_reports(reading, day, today))}
            hold = {one.table: one for one in hold_desk(reading, day, book)}
            for table, line in report.items():
                won = hold[table].whole.actual if table in hold else 0
                if table not in metered:
                    # A round under way when the day ends is of the day in which it began at the
                    # hold desk, and its money of the shift in which it is settled.
                    apart[table] = apart.get(table, 0) + line.from_rounds - (won or 0)
                    spanned += line.from_rounds != won
                    compared += 1
                totals["win"] += line.win
                totals["fills"] += line.fills
                totals["credits"] += line.credits
                totals["drop"] += line.drop
                totals["over"] += line.box_over + line.tray_over
                totals["complimentaries"] += line.complimentaries
            outside += sum(one.outside for one in hold.values())
            tables += sum(one.band is not None for one in hold.values())
        lines = ledger(reading)
        held = sum(trays(reading).values())
        upkeep = len(entries(reading, kind="upkeep"))
    assert not any(apart.values()), apart
    assert sum(line.cents for line in lines) == 0
    taken = totals["credits"] + totals["drop"] + totals["over"] + totals["complimentaries"]
    assert totals["win"] == held + taken - totals["fills"]
    return totals | {
        "outside": outside,
        "bands": tables,
        "compared": compared,
        "spanned": spanned,
        "upkeep": upkeep,
    }


def main() -> int:
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    acts = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    with tempfile.TemporaryDirectory() as folder:
        for name, value in week(Path(folder), days, acts).items():
            print(f"{name:20} {value:>14,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
