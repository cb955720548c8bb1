"""A change to a table in the making: the rows it adds, what they move in the ledger, and the
table after them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from datetime import date

import msgspec

from pitboss.errors import Illegal, PitbossError
from pitboss.law.regulation import Law
from pitboss.store.dealing import HouseTape
from pitboss.store.live import (
    Change,
    Live,
    Refused,
    checkpoint_of,
    end_digest,
    end_procedure,
    rules_of,
    seats_at,
    seats_to_json,
    take_rules,
    take_seats,
    wait,
)
from pitboss.store.rows import (
    JOINING,
    LEAVING,
    SEATED,
    Body,
    DayBegan,
    Ended,
    Occupant,
    Presence,
    Row,
    RulesChanged,
    SeatsChanged,
    TableClosed,
    make_row,
)
from pitboss.store.shoes import ShoeOrder
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Entry, entry_text, seat_text
from pitboss.table.game import Limits
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, _receipt
from pitboss.table.tape import Awaiting

# Procedures that may follow each other without anybody being asked. More than the longest
# chain there is (opening, shuffle, choice of a curator), so that nothing can spin for ever.
PROCEDURES_A_STEP_MAX = 12


class Posting(msgspec.Struct, frozen=True):
    table: int
    round: int
    seq: int
    line: int
    account: int
    cents: int


class NewShoe(msgspec.Struct, frozen=True):
    table: int
    round: int
    order: ShoeOrder
    commitment: str


class NewCheckpoint(msgspec.Struct, frozen=True):
    table: int
    round: int
    n: int
    hash: str
    digest: str
    state: str


class NewAnchor(msgspec.Struct, frozen=True):
    table: int
    day: str
    n: int
    round: int
    seq: int
    hash: str
    at: int


class Fresh(msgspec.Struct, frozen=True):
    """Events that a draft added, of one procedure."""

    round: int
    law: Law
    events: tuple[Event, ...]


class Draft:
    """A change in the making: a copy of the table, and the rows that it adds. `bank` gives the
    balance of an account before the draft; `deltas` is what the draft moves."""

    def __init__(
        self, live: Live, *, bank: Callable[[int], int], now: int, today: date, by: int
    ) -> None:
        self.live = copy.copy(live)
        self.bank = bank
        self.now = now
        self.today = today
        self.by = by
        self.rows: list[Row] = []
        self.postings: list[Posting] = []
        self.deltas: dict[int, int] = {}
        self.new_shoes: list[NewShoe] = []
        self.checkpoints: list[NewCheckpoint] = []
        self.anchors: list[NewAnchor] = []
        self.fresh: list[Fresh] = []
        self.receipts: list[tuple[int, Receipt]] = []
        self.applied: list[int] = []  # notices that took effect
        self._known = len(live.outcome.events) if live.outcome is not None else 0

    def append(self, body: Body, moves: dict[int, int] | None = None) -> None:
        live = self.live
        row = make_row(live.id, live.round, live.seq + 1, live.hash, body)
        live.seq, live.n, live.hash, live.at = row.seq, live.n + 1, row.hash, body.at
        self.rows.append(row)
        if moves:
            self.post(moves)

    def post(self, moves: dict[int, int]) -> None:
        """Postings of the row just appended. They sum to zero, always."""
        live = self.live
        assert sum(moves.values()) == 0, f"table {live.id}: {moves} does not sum to zero"
        for line, (account, cents) in enumerate(moves.items()):
            if cents:
                self.postings.append(Posting(live.id, live.round, live.seq, line, account, cents))
                self.deltas[account] = self.deltas.get(account, 0) + cents

    def balance(self, account: int) -> int:
        return self.bank(account) + self.deltas.get(account, 0)

    # -- the procedure ----------------------------------------------------------------------

    def play(self, posted: Sequence[Entry] = ()) -> None:
        """Put these entries on the tape, and at an automatic table whatever follows that is the
        house's to do, procedure after procedure, until a patron is asked. Raises Illegal, or
        Refused; then the draft is worthless."""
        live = self.live
        if posted and not live.table.seats:
            raise Refused(409, "nobody-seated", "nobody sits at this table")
        for _ in range(PROCEDURES_A_STEP_MAX):
            if not live.entries and not posted:
                self.between()
            if live.closed or not live.table.seats:
                live.outcome = None
                break
            if not self._procedure(posted):
                break
            posted = ()

    def _procedure(self, posted: Sequence[Entry]) -> bool:
        """Run the procedure under way as far as it goes; whether it ended."""
        live = self.live
        tape = HouseTape(self, posted)
        dealer = Dealer(live.game, live.rules, live.table, tape, by_hand=live.by_hand)
        tape.dealer = dealer
        try:
            live.game.procedures[live.table.next](dealer, live.rules)
        except Awaiting as awaiting:
            dealer.leave()
            live.entries = tuple(tape.entries)
            live.outcome = Waiting(
                awaiting.prompt, tuple(dealer.events), tuple(dealer.lines), tuple(dealer.wagers),
                dealer.cash, dealer.house, dealer.commission,
            )  # fmt: skip
            self._news(dealer.events)
            return False
        except RoundConcluded:
            pass
        if tape.posted:
            raise Illegal(
                "the round is over: nothing more is expected",
                got=entry_text(tape.posted[0]), prompt=None, entry=len(tape.entries) + 1,
            )  # fmt: skip
        tape.record()
        self._news(dealer.events)
        self._end(_receipt(dealer), tape.moves())
        return True

    def _news(self, events: Sequence[Event]) -> None:
        if len(events) > self._known:
            fresh = tuple(events[self._known :])
            self.fresh.append(Fresh(self.live.round, self.live.rules.law, fresh))
        self._known = 0

    def _end(self, receipt: Receipt, moves: dict[int, int]) -> None:
        live = self.live
        end_procedure(live, receipt)
        state = checkpoint_of(live)
        digest = end_digest(receipt, state)
        net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
        self.append(
            Ended(self.now, 0, receipt.procedure, digest, net, receipt.house, receipt.commission),
            moves,
        )
        self.receipts.append((live.round, receipt))
        self.checkpoint(digest, state)
        live.round += 1
        live.seq = 0

    def new_shoe(self, order: ShoeOrder, commitment: str) -> None:
        """An order of cards that the row just appended commits to."""
        live = self.live
        self.new_shoes.append(NewShoe(live.id, live.round, order, commitment))
        live.shoe = order

    def checkpoint(self, digest: str = "", state: str = "") -> None:
        live = self.live
        state = state or checkpoint_of(live)
        self.checkpoints.append(
            NewCheckpoint(live.id, live.round, live.n, live.hash, digest, state)
        )

    def checkpoint_at_end(self) -> None:
        """After the closing row, which stands in a procedure of its own."""
        self.checkpoint()
        self.live.round += 1
        self.live.seq = 0

    # -- between two procedures -------------------------------------------------------------

    def between(self) -> None:
        """What may change between two procedures: the gaming day, and rules whose time has
        come."""
        live = self.live
        if self.today > live.gaming_day:
            self._new_day()
        for change in live.pending:
            if change.effective_at <= self.now:
                self._change(change)

    def _new_day(self) -> None:
        """A gaming day ends, and its part of the chain is anchored; the next begins."""
        live = self.live
        self.anchors.append(
            NewAnchor(
                live.id, live.gaming_day.isoformat(), live.n, live.round, live.seq, live.hash,
                self.now,
            )
        )  # fmt: skip
        rules_day = self.today if live.opened.follow else live.day
        rules = rules_of(live.game.key, rules_day, live.options)
        self.append(DayBegan(self.now, 0, self.today, live.hash, rules_day, rules.law.hash))
        take_rules(live, rules_day, live.options, live.table.limits)
        live.gaming_day = self.today

    def _change(self, change: Change) -> None:
        live = self.live
        try:
            rules = rules_of(live.game.key, live.day, change.options)
        except PitbossError:
            return  # the day's rules no longer permit it: it stays pending, for all to see
        self.append(
            RulesChanged(
                self.now, 0, change.notice, change.options, change.limits, change.chip,
                rules.law.hash,
            )
        )  # fmt: skip
        take_rules(live, live.day, change.options, Limits(change.limits, change.chip))
        live.pending = tuple(p for p in live.pending if p.notice != change.notice)
        self.applied.append(change.notice)

    # -- seats ------------------------------------------------------------------------------

    def sit(self, account: int, name: str, seat: int, *, guest: bool = False) -> tuple[int, str]:
        """Take a seat (0: the first that is free): at once where nothing that happened in this
        procedure would have been different, else when it ends. Gives seat and presence."""
        live = self.live
        if live.closed:
            raise Refused(409, "table-closed", "the table is closed")
        if live.seat_of(account):
            raise Refused(409, "already-seated", f"you sit at {seat_text(live.seat_of(account))}")
        most = seats_at(live)
        if seat == 0:
            free = [s for s in range(1, most + 1) if s not in live.seats]
            if not free:
                raise Refused(409, "table-full", "every seat is taken")
            seat = free[0]
        if not 1 <= seat <= most:
            raise Refused(422, "no-such-seat", f"the table has seats p1 to p{most}")
        if seat in live.seats:
            raise Refused(409, "seat-taken", f"{seat_text(seat)} is taken")
        presence = self._seats(live.seats | {seat: Occupant(account, name, SEATED, guest)}, JOINING,
                               seat)  # fmt: skip
        self.play()
        return seat, presence

    def leave(self, account: int) -> tuple[int, str]:
        """Give the seat up: at once, or when the procedure ends and nothing of the patron's
        stands on the layout."""
        live = self.live
        seat = live.seat_of(account)
        if not seat:
            raise Refused(409, "not-seated", "you do not sit at this table")
        others = {s: who for s, who in live.seats.items() if s != seat}
        standing = any(wager.seat == seat for wager in live.table.standing)
        if standing:
            presence = self._later(others, live.seats[seat], seat, LEAVING)
        else:
            presence = self._seats(others, LEAVING, seat)
        self.play()
        return seat, presence

    def _seats(self, seats: dict[int, Occupant], otherwise: Presence, seat: int) -> str:
        """Seats from the beginning of this procedure, if that changes nothing of what was
        seen; else `otherwise`, for later."""
        live = self.live
        trial = copy.copy(live)
        take_seats(trial, seats)
        if live.entries and not self._same(trial):
            who = seats[seat] if seat in seats else live.seats[seat]
            return self._later(
                {s: who for s, who in live.seats.items() if s != seat}, who, seat, otherwise
            )
        self.append(SeatsChanged(self.now, self.by, seats_to_json(seats)))
        take_seats(live, seats)
        return SEATED if seat in seats else "left"

    def _same(self, trial: Live) -> bool:
        """Whether the procedure would have gone the same way with other seats."""
        if not trial.table.seats or self.live.outcome is None:
            return False
        try:
            wait(trial)
        except (PitbossError, KeyError, ValueError, IndexError, AssertionError):
            return False
        was, now = self.live.outcome, trial.outcome
        return now is not None and now.events == was.events and (
            now.prompt.kind == was.prompt.kind == "wagers"
        )  # fmt: skip

    def _later(
        self, others: dict[int, Occupant], who: Occupant, seat: int, presence: Presence
    ) -> str:
        live = self.live
        seats = others | {seat: msgspec.structs.replace(who, presence=presence)}
        self.append(SeatsChanged(self.now, self.by, seats_to_json(seats)))
        take_seats(live, seats)
        return presence

    def close(self, reason: str) -> None:
        """Between two procedures, with nothing left on the layout: the table closes."""
        live = self.live
        if live.closed:
            raise Refused(409, "table-closed", "the table is closed already")
        if live.entries or live.table.standing:
            raise Refused(
                409, "round-under-way", "a procedure is under way, or wagers stand: end it first"
            )
        self.append(TableClosed(self.now, self.by, reason))
        live.closed = True
        live.outcome = None
        live.seats = {}
        live.table = msgspec.structs.replace(live.table, seats=())
