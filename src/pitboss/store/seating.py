"""A room with table stakes beside its rounds: waiting lists, seats that are offered and changed,
and tables that break."""

from __future__ import annotations

from typing import Any

from pitboss.store.jobs import Job, Stepped, TableJob, by_the_rules
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_HOUSE, SeatOffered, WaitListed
from pitboss.store.waiting import (
    REQUEST,
    all_requests,
    overdue,
    requests_for,
    take_off,
    to_offer,
)
from pitboss.store.writer import Batch
from pitboss.table.view import BYSTANDER

# How long a seat is kept for whom it is offered to: a house rule, the text has none.
OFFER_SECONDS = 60
LISTS_A_PERSON_MAX = 8


class PutOnList(Job):
    """Somebody asks for a seat at a sort of table. `offered`: the sorts there are on the floor."""

    account: int
    sort: str
    offered: tuple[str, ...]

    def work(self, batch: Batch) -> Any:
        if self.sort not in self.offered:
            known = "; ".join(self.offered) or "none"
            raise Refused(Kind.BAD_FIELD, f"no table of that sort is open; there are: {known}")
        batch.lock_book(THE_HOUSE)
        own = list(batch.execute(f"{REQUEST} WHERE account_id = ?", (self.account,)))
        if any(row[2] == self.sort for row in own):
            raise Refused(Kind.ALREADY_LISTED, f"you are on the list for {self.sort}")
        if len(own) >= LISTS_A_PERSON_MAX:
            raise Refused(
                Kind.TOO_MANY_SEATS, f"nobody is on more than {LISTS_A_PERSON_MAX} lists at once"
            )
        number = int(batch.execute("SELECT COALESCE(MAX(id), 0) FROM waiting").value()) + 1
        batch.record(WaitListed(batch.now, self.account, number, self.account, self.sort))
        batch.execute(
            "INSERT INTO waiting (id, account_id, sort, at, table_id, until) "
            "VALUES (?, ?, ?, ?, 0, 0)",
            (number, self.account, self.sort, batch.now),
        )
        place = [each.number for each in requests_for(batch, self.sort)].index(number) + 1
        return {"sort": self.sort, "place": place}


class TakeOffList(Job):
    """Somebody does not wait any longer, or does not want the seat that is offered."""

    account: int
    sort: str

    def work(self, batch: Batch) -> Any:
        batch.lock_book(THE_HOUSE)
        requests = requests_for(batch, self.sort)
        own = next((each for each in requests if each.account == self.account), None)
        if own is None:
            raise Refused(Kind.NOT_LISTED, f"you are not on the list for {self.sort[:80]}")
        take_off(batch, own, "withdrawn", self.account)
        return {"sort": self.sort, "place": None}


class OfferSeats(Job):
    """What time brings about on the lists: vacant seats are offered, first come first served, and
    whoever does not take one in time is off the list."""

    among: tuple[int, ...]

    @property
    def tables(self) -> tuple[int, ...]:
        return self.among

    def work(self, batch: Batch) -> Any:
        batch.lock_book(THE_HOUSE)
        for request in overdue(all_requests(batch), batch.now):
            take_off(batch, request, "too late", 0)
        lives = [batch.lives[table] for table in self.among if table in batch.lives]
        offered = 0
        for request, live in to_offer(all_requests(batch), lives):
            until = batch.now + 1000 * OFFER_SECONDS
            batch.record(SeatOffered(batch.now, 0, request.number, live.id, until))
            sql = "UPDATE waiting SET table_id = ?, until = ? WHERE id = ?"
            batch.execute(sql, (live.id, until, request.number))
            offered += 1
        return {"offered": offered}


class ChangeSeat(TableJob):
    """A player takes another seat of the table, with the chips, between two rounds."""

    seat: int

    def work(self, batch: Batch) -> Stepped:
        draft = batch.draft(self.table, self.account)
        seat, presence = by_the_rules(lambda: draft.change_seat(self.account, self.seat))
        batch.keep(draft)
        return Stepped(draft, seat, seat, presence)


class BreakTable(TableJob):
    """The table is given up: nobody sits down any more; the round under way is played to its end,
    everybody gets their chips back, and the table is closed."""

    reason: str

    def work(self, batch: Batch) -> Stepped:
        draft = batch.draft(self.table, self.account)
        draft.break_up(self.reason[:200])
        batch.keep(draft)
        return Stepped(draft, BYSTANDER)
