"""What the writer is asked to do at a table. Each job checks first and writes last: one that is
refused has changed nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.money import format_dollars
from pitboss.store.casino.rows import TOURNAMENT_TABLE
from pitboss.store.casino.wagering import under_terms
from pitboss.store.dealing import costs_least
from pitboss.store.draft import Draft, clock_struck
from pitboss.store.live import Live, is_new_day, would_begin
from pitboss.store.refusal import Kind, Refused
from pitboss.store.roles import check_entry, may, not_agreed, viewer_of
from pitboss.store.rows import LEAVING, CloseAsked, DealersAssigned, Occupant, PlayersAway
from pitboss.store.terminals import terminal_now
from pitboss.store.training import judged, refuse_school_money
from pitboss.store.waiting import take_off, whose_turn
from pitboss.store.writer import Batch
from pitboss.table.entries import (
    Called,
    Chose,
    Closed,
    Did,
    Entry,
    Found,
    Reduced,
    Wagered,
    entry_text,
    parse_entry,
    seat_text,
)
from pitboss.table.view import BYSTANDER, waiting_for

ENTRIES_A_REQUEST_MAX = 64
WAGERS_A_PROCEDURE_MAX = 1000
# So many of them are anybody's, however many sit at the table.
ENTRIES_A_PATRON = 100
# A table at which nobody wagers for so long is given up by those who sit there.
ABANDONED_MS = 20 * 60 * 1000
# A table at which nothing is due is looked at again after so long at the latest.
LOOK_AGAIN_MS = 5_000
# Clocks of several machines may be so far apart.
CLOCKS_APART_MS = 60_000
EQUIPMENT = ("draw", "roll", "spin")
# What is no plain letter or figure, and an amount that is written with more of them than it needs.
NOT_EXACT = re.compile(r"[^ -~]|(?:^| )0[0-9]+\.")
MOVES_CHIPS = (Wagered, Reduced, Called)


class Job(msgspec.Struct, kw_only=True):
    """See `writer.Job`."""

    key: str = ""
    request: str = ""
    terminal: str = msgspec.field(default_factory=terminal_now)

    @property
    def tables(self) -> tuple[int, ...]:
        return ()

    @property
    def accounts(self) -> tuple[int, ...]:
        return ()

    def work(self, batch: Batch) -> Any:
        raise NotImplementedError


class Call(Job):
    """A function of the batch, for whatever else writes."""

    function: Callable[[Batch], Any]

    def work(self, batch: Batch) -> Any:
        return self.function(batch)


class TableJob(Job):
    """What an account (0: the house) does at a table."""

    table: int
    account: int

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.account,)


class Stepped(msgspec.Struct, frozen=True):
    """What a job did at a table, to be told as `viewer` sees it. Where it was about a seat, that
    is named, with what became of it (`presence`)."""

    draft: Draft
    viewer: int
    seat: int = 0
    presence: str = ""


# -- entries ------------------------------------------------------------------------------------


class Enter(TableJob):
    """Entries of one account at one table: all of them, or none. `at` is the number of rows that
    the table must have, if that matters; `place` is where a card goes, at a training table."""

    role: str
    texts: Sequence[str]
    at: int | None = None
    entries: list[Entry] = []
    place: str = ""

    def __post_init__(self) -> None:
        self.entries = parsed(self.texts)
        check_equipment(self.entries)

    def work(self, batch: Batch) -> Stepped:
        live = batch.lives[self.table]
        if live.opened.training and self.role != "patron":
            return judged(
                batch,
                live,
                self.account,
                self.entries,
                self.place,
                lambda: self._entered(batch, live),
            )
        return self._entered(batch, live)

    def _entered(self, batch: Batch, live: Live) -> Stepped:
        seat = live.seat_of(self.account)
        if self.at is not None and self.at != live.n:
            raise Refused(
                Kind.MOVED_ON,
                f"the table has {live.n} entries, not {self.at}",
                table=live,
                seat=seat,
                role=self.role,
            )
        if live.closed:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed")
        self._leave_room(live)
        for entry in self.entries:
            check_entry(live, self.account, self.role, entry)
        draft = batch.draft(self.table, self.account)
        entries = self.entries
        if self.role == "patron":
            entries = under_terms(batch, live, entries)
        asks = self._asks_for_the_close(live)
        if not asks or len(entries) > 1:
            advance(draft, entries[:-1] if asks else entries, live, seat, self.role)
        if asks:
            draft.change(CloseAsked(batch.now, self.account))
        if seat in draft.live.away and seat:
            still = tuple(each for each in draft.live.away if each != seat)
            draft.change(PlayersAway(batch.now, self.account, still))
        batch.keep(draft)
        return Stepped(draft, viewer_of(self.role, seat))

    def _asks_for_the_close(self, live: Live) -> bool:
        """Whether the close that a patron asks for waits for others: they have wagers as well."""
        if self.role != "patron" or live.by_hand or not any(map(is_close, self.entries)):
            return False
        if all(who.account == self.account for who in live.seats.values()):
            return False
        others = not_agreed(live) - {self.account}
        if not others:
            return False
        if not is_close(self.entries[-1]) or self.account in live.asked:
            names = ", ".join(seat_text(live.seat_of(account)) for account in sorted(others))
            raise Refused(
                Kind.NOT_AGREED,
                f"{names} must agree to the close, or the time for wagers be over",
                entry="d close",
                table=live,
                seat=live.seat_of(self.account),
                role=self.role,
            )
        return True

    def _leave_room(self, live: Live) -> None:
        """The tape of a procedure has an end: chips moved to and fro must not use it up before
        the dealer can go on, and nobody may use up what others need."""
        there = len(live.entries)
        if there + len(self.entries) <= ENTRIES_A_PATRON:
            return
        moved = sum(type(entry) in MOVES_CHIPS for entry in self.entries)
        if not moved:
            return
        if moved > max(WAGERS_A_PROCEDURE_MAX - there, 0):
            raise Refused(
                Kind.TOO_MANY_ENTRIES, "no more wagers are taken in this round: it must go on"
            )
        share = max(ENTRIES_A_PATRON, WAGERS_A_PROCEDURE_MAX // max(len(live.seats), 1))
        if len({who.account for who in live.seats.values()}) == 1:
            return
        seats = live.seats_of(self.account)
        made = sum(
            type(entry) in MOVES_CHIPS and getattr(entry, "seat", 0) in seats
            for entry in live.entries
        )
        if made + moved > share:
            raise Refused(
                Kind.TOO_MANY_ENTRIES,
                f"{share} wagers are yours in a round at this table: others wager too",
            )


def is_close(entry: Entry) -> bool:
    return type(entry) is Closed


# The same lines are posted again and again.
_entry_of = lru_cache(maxsize=10_000)(parse_entry)


def parsed(texts: Sequence[str]) -> list[Entry]:
    if not 1 <= len(texts) <= ENTRIES_A_REQUEST_MAX:
        raise Refused(Kind.BAD_ENTRY, f"expected 1 to {ENTRIES_A_REQUEST_MAX} entries")
    entries = []
    for text in texts:
        if NOT_EXACT.search(text):
            raise Refused(
                Kind.BAD_ENTRY,
                "expected plain letters and figures, and amounts such as 5.00",
                entry=text[:200],
            )
        try:
            entries.append(_entry_of(text))
        except BadInput as error:
            raise Refused(Kind.BAD_ENTRY, str(error), entry=text[:200]) from None
    return entries


def check_equipment(entries: Sequence[Entry]) -> None:
    """What the equipment shows ends a request. Entries are taken all together or not at all: one
    that followed could be such that the whole is refused unless a certain card or roll comes,
    and another roll would be had for the asking."""
    for entry in entries[:-1]:
        if type(entry) is Found or (type(entry) is Did and entry.act in EQUIPMENT):
            raise Refused(
                Kind.EQUIPMENT, "a card, a roll or a spin ends the request", entry=entry_text(entry)
            )


def advance(
    draft: Draft, entries: Sequence[Entry], live: Live, seat: int = 0, role: str = ""
) -> None:
    """Plays the entries; what the procedure says against them is a refusal, with `live`, the
    table before them."""
    try:
        draft.play(entries)
    except Illegal as illegal:
        if illegal.prompt is not None:
            illegal.prompt.dealer.leave()  # nobody goes on with this procedure
        raise Refused(
            Kind.ILLEGAL_ENTRY,
            _reason(illegal, live, draft.by, role),
            entry=illegal.got,
            position=illegal.entry,
            section=illegal.cite,
            table=live,
            seat=seat,
            role=role,
        ) from None
    except PitbossError as error:
        raise Refused(Kind.BY_THE_RULES, str(error), section=error.cite) from None


def _reason(illegal: Illegal, live: Live, account: int, role: str) -> str:
    """Returns why the procedure refuses the entry, in its own words where the prompt is the
    caller's: what it expects of somebody else may name cards that only they see."""
    prompt = illegal.prompt
    if prompt is None or prompt.seat < 0:
        return illegal.reason
    who, deals = live.seats.get(prompt.seat), may(role, "deal")
    if prompt.seat == 0:
        own = deals
    else:
        own = who is not None and (who.account == account or (who.guest and deals))
    return illegal.reason if own else f"the table waits for {waiting_for(prompt)}"


# -- seats --------------------------------------------------------------------------------------


class Sit(TableJob):
    """Takes a seat (0: any), or with `also` a further betting area beside it."""

    name: str
    seat: int
    guest: bool = False
    also: bool = False
    most: int = 0  # tables at which an account may sit at once; 0: any number

    def work(self, batch: Batch) -> Stepped:
        self._may_sit(batch)
        request = whose_turn(batch, batch.lives[self.table], self.account)
        draft = batch.draft(self.table, self.account)
        seat, presence = by_the_rules(
            lambda: draft.sit(self.account, self.name, self.seat, guest=self.guest, also=self.also)
        )
        batch.keep(draft)
        if request is not None:
            take_off(batch, request, "seated", self.account)
        return Stepped(draft, seat, seat, presence)

    def _may_sit(self, batch: Batch) -> None:
        """A seat is for whoever can play at it, and nobody has every seat of the floor. At the
        tables of a tournament seats are given by lot."""
        sql = "SELECT 1 FROM casino_entry WHERE kind = ? AND table_id = ?"
        if batch.execute(sql, (TOURNAMENT_TABLE, self.table)).first() is not None:
            raise Refused(Kind.NOT_YOURS, "this is a table of a tournament: seats are drawn by lot")
        training = batch.lives[self.table].opened.training
        if not training:
            refuse_school_money(self.name)
        if self.guest or self.also:
            return
        if training:
            raise Refused(
                Kind.NOT_YOURS, "this table is for training: guests of the house sit here"
            )
        limits = batch.lives[self.table].table.limits.by_kind.values()
        least = min((low for low, _ in limits), default=1)
        if batch.balance(self.account) < least:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the smallest wager here is {format_dollars(least)}, and the account holds "
                f"{format_dollars(batch.balance(self.account))}",
            )
        if self.most:
            sql = "SELECT COUNT(*) FROM seat WHERE account_id = ? AND table_id <> ?"
            if batch.execute(sql, (self.account, self.table)).value() >= self.most:
                raise Refused(
                    Kind.TOO_MANY_SEATS, f"nobody sits at more than {self.most} tables at once"
                )


class Unseat(TableJob):
    """Somebody else (0: the house) gives up the seat of whoever has it."""

    seat: int

    def work(self, batch: Batch) -> Stepped:
        live = batch.lives[self.table]
        if self.seat not in live.seats:
            raise Refused(Kind.NOT_SEATED, f"nobody sits at {seat_text(self.seat)}")
        draft = batch.draft(self.table, self.account)
        owner = live.owner(self.seat)
        seat, presence = by_the_rules(lambda: draft.leave(owner))
        batch.keep(draft)
        return Stepped(draft, BYSTANDER, seat, presence)


class AssignDealers(TableJob):
    """Says which dealers deal at the table, from now on."""

    dealers: tuple[int, ...]

    def work(self, batch: Batch) -> Any:
        for dealer in self.dealers:
            sql = "SELECT role FROM account WHERE id = ?"
            known = batch.execute(sql, (dealer,)).first()
            if known is None or not may(known[0], "deal"):
                raise Refused(Kind.NO_SUCH_ACCOUNT, f"account {dealer} is no dealer's")
        if batch.lives[self.table].closed:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed")
        draft = batch.draft(self.table, self.account)
        draft.change(DealersAssigned(batch.now, self.account, self.dealers))
        batch.keep(draft)
        return {"table": self.table, "dealers": list(self.dealers), "n": draft.live.n}


class Leave(TableJob):
    """Gives up the whole place, or one betting area (`seat`) of several."""

    seat: int = 0

    def work(self, batch: Batch) -> Stepped:
        draft = batch.draft(self.table, self.account)
        seat, presence = by_the_rules(lambda: draft.leave(self.account, self.seat))
        batch.keep(draft)
        return Stepped(draft, BYSTANDER, seat, presence)


def by_the_rules(change: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    try:
        return change()
    except PitbossError as error:
        raise Refused(Kind.BY_THE_RULES, str(error), section=error.cite) from None


class CloseTable(TableJob):
    reason: str

    def work(self, batch: Batch) -> Stepped:
        draft = batch.draft(self.table, self.account)
        draft.close(self.reason[:200])
        draft.checkpoint_at_end()
        batch.keep(draft)
        return Stepped(draft, BYSTANDER)


# -- time ---------------------------------------------------------------------------------------


class Tick(TableJob):
    """What time alone brings about: wagering closes, a patron who does not answer is answered
    for, a notice takes effect, a gaming day begins."""

    account: int = 0

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        entries = due(live, batch.now)
        changes = not live.entries and boundary_due(live, batch.now, batch.today)
        if abandoned(live, batch.now):
            draft = batch.draft(self.table, 0)
            for account in {who.account for who in live.seats.values() if not who.guest}:
                if draft.live.seat_of(account):
                    by_the_rules(lambda account=account: draft.leave(account))  # type: ignore[misc]
            batch.keep(draft)
            return {"n": draft.live.n}
        if not entries and not changes and not resting(live):
            return {"n": live.n}
        draft = batch.draft(self.table, 0)
        if changes:
            draft.between()
        if entries and not changes:
            advance(draft, entries, live)
            self._note_away(draft, live, entries)
        else:
            advance(draft, (), batch.lives[self.table])
        if draft.rows:
            batch.keep(draft)
        return {"n": draft.live.n}

    def _note_away(self, draft: Draft, live: Live, entries: Sequence[Entry]) -> None:
        """At a game with table stakes whoever did not act in time sits out from the next round on:
        others need not wait for them again."""
        if live.game.stakes is None or draft.live.closed:
            return
        away = set(draft.live.away)
        for entry in entries:
            if type(entry) is Called:
                away.discard(entry.seat)
            elif type(entry) is Chose and _is_there(live.seats[entry.seat]):
                away.add(entry.seat)
        away &= draft.live.seats.keys()
        if tuple(sorted(away)) != draft.live.away:
            draft.change(PlayersAway(draft.now, 0, tuple(sorted(away))))


def _is_there(who: Occupant) -> bool:
    return who.presence != LEAVING and not who.guest


def boundary_due(live: Live, now: int, today: date) -> bool:
    """Whether a gaming day or a notice waits for the end of the procedure."""
    if live.closed:
        return False
    changes = any(change.effective_at <= now for change in live.pending)
    return changes or is_new_day(live, today) or clock_struck(live, now)


def abandoned(live: Live, now: int) -> bool:
    """Whether those who sit at an automatic table have let it wait for too long."""
    if live.closed or live.by_hand or live.entries or now - live.at < ABANDONED_MS:
        return False
    if live.outcome is None or not live.opened.idle_rounds or would_begin(live):
        return False
    return any(not who.guest for who in live.seats.values())


def to_sit_out(live: Live) -> list[Entry]:
    """Returns the calls by which those sit out who did not act in time in the round before."""
    if not live.away or live.outcome is None or live.outcome.prompt.kind != "wagers":
        return []
    return [
        Called(w.seat, w.kind, False)
        for w in live.outcome.wagers
        if w.seat in live.away and w.on and live.game.goes_along(w)
    ]


def to_end_the_window(live: Live) -> list[Entry]:
    """Returns how the house ends the time between two rounds where no round will be dealt and
    somebody waits for its end: who leaves, or all where the table breaks."""
    if live.outcome is None or live.outcome.prompt.kind != "wagers" or not live.entries:
        return []
    if live.game.stakes is None:
        return []
    off = [Called(w.seat, w.kind, False) for w in live.outcome.wagers if w.on]
    if live.breaking:
        return [*off, Closed()]
    leaves = any(who.presence == LEAVING for who in live.seats.values())
    return [Closed()] if leaves and not would_begin(live) else []


def resting(live: Live) -> bool:
    """Whether the table stopped after many procedures in a row, and may go on."""
    if live.closed or not live.table.seats or live.by_hand:
        return False
    return live.outcome is None or (live.outcome.prompt.seat == 0)


def deadline(live: Live) -> int:
    """Returns when the house acts for whoever should have: milliseconds, or 0 for never."""
    if live.outcome is None or live.closed:
        return 0
    prompt = live.outcome.prompt
    if prompt.kind == "wagers":
        if to_sit_out(live) or to_end_the_window(live):
            return live.at
        if live.by_hand or not live.opened.wager_seconds or not would_begin(live):
            return 0
        return (live.window_at or live.at) + 1000 * live.opened.wager_seconds
    if prompt.seat <= 0:
        return 0
    who = live.seats.get(prompt.seat)
    if who is not None and who.presence == LEAVING:
        return live.at
    if live.by_hand or not live.opened.decision_seconds:
        return 0
    return live.at + 1000 * live.opened.decision_seconds


def due(live: Live, now: int) -> list[Entry]:
    """Returns the entry that the house makes now for somebody else, if its time has come."""
    limit = deadline(live)
    if not limit or not _is_over(live, limit, now):
        return []
    assert live.outcome is not None
    prompt = live.outcome.prompt
    if prompt.kind == "wagers":
        if entries := to_end_the_window(live) or to_sit_out(live):
            return entries
        closes = any(answer["entry"] == "d close" for answer in prompt.answers())
        return [Closed()] if closes else []
    return [costs_least(live, prompt.seat)]


def _is_over(live: Live, limit: int, now: int) -> bool:
    """Whether the time is over: the limit has come, or the clock was put back behind the time when
    it began to run."""
    return now >= limit or live.at > now + CLOCKS_APART_MS


def nothing_due_until(live: Live, now: int) -> int:
    """Returns until when nothing needs to be looked for at a table of which nothing is due now:
    not for long, since a gaming day may begin."""
    times = [now + LOOK_AGAIN_MS, *(change.effective_at for change in live.pending)]
    limit = deadline(live)
    return min([*times, limit]) if limit else min(times)


def anything_due(live: Live, now: int, today: date) -> bool:
    """Whether time alone moves the table on now (see `Tick`)."""
    limit = deadline(live)
    if (limit and _is_over(live, limit, now)) or abandoned(live, now):
        return True
    return (not live.entries and boundary_due(live, now, today)) or resting(live)
