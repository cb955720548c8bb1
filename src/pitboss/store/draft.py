"""A change to a table in the making: the rows it adds, what they move in the ledger, and the
table after them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.law.regulation import Law
from pitboss.store.dealing import HouseTape, text_of
from pitboss.store.live import (
    Change,
    Live,
    check_areas,
    checkpoint_of,
    end_digest,
    end_procedure,
    end_seal,
    is_new_day,
    owes,
    rules_of,
    seats_at,
    seats_to_json,
    take_effect,
    take_seats,
    wait,
    who_must_stay,
)
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import (
    JOINING,
    LEAVING,
    SEATED,
    Body,
    ClockStruck,
    DayBegan,
    Ended,
    MeterRead,
    Occupant,
    PatronsLeave,
    Presence,
    Row,
    RulesChanged,
    SeatsChanged,
    SoftwareChanged,
    TableBreaks,
    TableClosed,
    make_row,
)
from pitboss.store.shoes import ShoeOrder
from pitboss.store.software import identity
from pitboss.table.entries import Called, Entry, seat_text
from pitboss.table.game import Limits
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, proceed

# Procedures that may follow each other without anybody being asked. More than the longest
# chain there is (opening, shuffle, choice of a curator), so that nothing can spin for ever.
PROCEDURES_A_STEP_MAX = 12


# Table, round, seq, line, account, cents.
Posting = tuple[int, int, int, int, int, int]


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


# A draft as it was: the table, what moved, the events that are known, and how much was made.
_Mark = tuple[Live, dict[int, int], int, tuple[int, ...]]


def shares_paid(live: Live) -> int:
    """Returns how many shares of the meter were paid, as far as this table knows."""
    state = live.table.state if live.outcome is None else live.outcome.prompt.dealer.state
    return int(state.payments)


def clock_struck(live: Live, now: int) -> bool:
    """Whether time brings a procedure: the first one when play begins, and then as often as the
    rules say."""
    stakes = live.game.stakes
    if stakes is None or live.closed or live.resumes:
        return False
    minutes = stakes.by_the_clock(live.rules)[1]
    since = now - live.clock_at
    return (
        bool(minutes)
        and since >= 60_000 * minutes
        and stakes.ready(live.table.standing, live.rules)
    )


class Draft:
    """A change in the making: a copy of the table, and the rows that it adds. `bank` returns the
    balance of an account before the draft; `deltas` is what the draft moves; `payments` is how
    many shares of the table's progressive meter were paid, this draft's included."""

    __slots__ = (
        "_known", "anchors", "applied", "bank", "by", "checkpoints", "deltas", "fresh", "live",
        "new_shoes", "now", "payments", "postings", "receipts", "rows", "terminal", "today",
    )  # fmt: skip

    def __init__(
        self,
        live: Live,
        *,
        bank: Callable[[int], int],
        now: int,
        today: date,
        by: int,
        payments: int = 0,
        terminal: str = "",
    ) -> None:
        self.live = copy.copy(live)
        self.terminal = terminal
        self.bank = bank
        self.payments = payments
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
        row = make_row(live.id, live.round, live.seq + 1, live.hash, body, self.terminal)
        live.seq, live.n, live.hash, live.at = row.seq, live.n + 1, row.hash, body.at
        self.rows.append(row)
        if moves:
            self.post(moves)

    def change(self, body: Body) -> None:
        """Appends a row that is no entry of a procedure, and lets it take effect."""
        self.append(body)
        take_effect(self.live, body)

    def post(self, moves: dict[int, int]) -> None:
        """Adds the postings of the row just appended. They sum to zero, always."""
        live = self.live
        assert sum(moves.values()) == 0, f"table {live.id}: {moves} does not sum to zero"
        deltas = self.deltas
        for line, (account, cents) in enumerate(moves.items()):
            self.postings.append((live.id, live.round, live.seq, line, account, cents))
            deltas[account] = deltas.get(account, 0) + cents

    def check_balances(
        self, moves: dict[int, int], seat: int = 0, entry: Entry | None = None
    ) -> None:
        """Refuses what would leave anybody with less than nothing, whoever made the entry."""
        for s, who in self.live.seats.items():
            if moves.get(who.account, 0) < 0 and self.balance(who.account) < 0:
                own = seat_text(seat if seat and self.live.owner(seat) == who.account else s)
                raise Refused(
                    Kind.OVER_BALANCE,
                    f"the account of {own} does not hold that much",
                    entry=text_of(entry) if entry is not None else None,
                )

    def balance(self, account: int) -> int:
        return self.bank(account) + self.deltas.get(account, 0)

    # -- the procedure ----------------------------------------------------------------------

    def play(self, posted: Sequence[Entry] = ()) -> None:
        """Put these entries on the tape, and at an automatic table whatever follows that is the
        house's to do, procedure after procedure, until a patron is asked. Raises Illegal, or
        Refused; then the draft is worthless."""
        if posted and not self.live.table.seats:
            raise Refused(Kind.NOBODY_SEATED, "nobody sits at this table")
        software = identity(self.live.game.key)
        if self.live.software != software and self.live.table.seats:
            self.change(SoftwareChanged(self.now, 0, software))
        for _ in range(PROCEDURES_A_STEP_MAX):
            if not self.live.entries and not posted:
                self.between()
                if self.live.breaking:
                    self._give_seats_back()
                self._settle_with_who_leaves()
            if self.live.closed or not self.live.table.seats:
                self.live.outcome = None
                break
            run = self._on_the_meter if self.live.metered else self._procedure
            if not run(posted):
                break
            posted = ()

    def _settle_with_who_leaves(self) -> None:
        """Whoever leaves owing something is settled with before anything else is begun."""
        live = self.live
        if live.resumes or live.closed or not live.personal:
            return
        standing = who_must_stay(live)
        seats = tuple(
            seat
            for seat, who in sorted(live.seats.items())
            if who.presence == LEAVING and who.account not in standing and owes(live, seat)
        )
        if seats:
            self.change(PatronsLeave(self.now, 0, seats))
            self._known, live.outcome = 0, None

    def _on_the_meter(self, posted: Sequence[Entry]) -> bool:
        """Run a procedure that is played on a progressive meter. If it pays a share, and another
        table's payment has overtaken the reading on which it began, it is run again, on the
        same tape, from the present reading: so nothing is paid twice."""
        if not self.live.entries:
            self._read_meter()
        mark = self._mark()
        before = shares_paid(self.live)
        ended = self._procedure(posted)
        paid = shares_paid(self.live) - before
        if paid and self.payments != before:
            self._go_back(mark)
            self._read_meter()
            before = shares_paid(self.live)
            ended = self._procedure(posted)
            paid = shares_paid(self.live) - before
        self.payments += paid
        return ended

    def _read_meter(self) -> None:
        """The procedure is played on the reading that the meter has now, less what this
        procedure has added to it."""
        live = self.live
        reading, state = self.balance(live.accounts.jackpot), live.table.state
        if live.outcome is not None:
            reading -= live.outcome.prompt.dealer.state.meter - state.meter
        if (state.meter, state.payments) != (reading, self.payments):
            self.change(MeterRead(self.now, 0, reading, self.payments))
            live.outcome = None

    def _made(self) -> tuple[list[Any], ...]:
        return (
            self.rows,
            self.postings,
            self.new_shoes,
            self.checkpoints,
            self.anchors,
            self.fresh,
            self.receipts,
            self.applied,
        )

    def _mark(self) -> _Mark:
        lengths = tuple(len(made) for made in self._made())
        return copy.copy(self.live), dict(self.deltas), self._known, lengths

    def _go_back(self, mark: _Mark) -> None:
        self.live, self.deltas, self._known, lengths = mark
        for made, length in zip(self._made(), lengths, strict=True):
            del made[length:]

    def _procedure(self, posted: Sequence[Entry]) -> bool:
        """Runs the procedure under way as far as it goes; returns whether it ended."""
        live = self.live
        tape = HouseTape(self, posted)
        try:
            reached = proceed(live.game, live.rules, live.table, tape, by_hand=live.by_hand)
        except BaseException:
            tape.let_go()
            raise
        self._news(reached.events)
        if isinstance(reached, Waiting):
            tape.wait()
            live.entries = tuple(tape.entries)
            live.outcome = reached
            return False
        self._end(reached, tape.end(reached))
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
        mark = end_seal(receipt)
        digest = end_digest(mark, state)
        net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
        self.append(
            Ended(
                self.now, 0, receipt.procedure, digest, net, receipt.house, receipt.commission, mark
            ),
            moves,
        )
        if moves:
            self.check_balances(moves)
        self.receipts.append((live.round, receipt))
        self.checkpoint(digest, state)
        live.round += 1
        live.seq = 0

    def new_shoe(self, order: ShoeOrder, commitment: str) -> None:
        """Takes the order of cards that the row just appended commits to."""
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
        """Puts a checkpoint after the closing row, which stands in a procedure of its own."""
        self.checkpoint()
        self.live.round += 1
        self.live.seq = 0

    # -- between two procedures -------------------------------------------------------------

    def between(self) -> None:
        """Lets happen what may change between two procedures: the gaming day, and rules whose time
        has come."""
        live = self.live
        if is_new_day(live, self.today):
            self._new_day()
        for change in sorted(live.pending, key=lambda change: change.effective_at):
            if change.effective_at <= self.now:
                self._change(change)
        if clock_struck(live, self.now):
            procedure, _ = live.game.stakes.by_the_clock(live.rules)  # type: ignore[union-attr]
            self.change(ClockStruck(self.now, 0, procedure))
            self._known, live.outcome = 0, None

    def _new_day(self) -> None:
        """A gaming day ends, and its part of the chain is anchored; the next begins."""
        live = self.live
        self.anchors.append(
            NewAnchor(
                live.id,
                live.gaming_day.isoformat(),
                live.n,
                live.round,
                live.seq,
                live.hash,
                self.now,
            )
        )
        rules_day = self.today if live.opened.follow else live.day
        rules = rules_of(live.game.key, rules_day, live.options)
        self.change(DayBegan(self.now, 0, self.today, live.hash, rules_day, rules.law.hash))

    def _change(self, change: Change) -> None:
        live = self.live
        options = live.options | change.options
        limits = Limits(
            live.table.limits.by_kind | change.limits, change.chip or live.table.limits.chip
        )
        try:
            rules = rules_of(live.game.key, live.day, options)
        except PitbossError:
            return  # the day's rules no longer permit it: it stays pending, for all to see
        self.change(
            RulesChanged(
                self.now, 0, change.notice, options, limits.by_kind, limits.chip, rules.law.hash
            )
        )
        self.applied.append(change.notice)

    # -- seats ------------------------------------------------------------------------------

    def sit(
        self, account: int, name: str, seat: int, *, guest: bool = False, also: bool = False
    ) -> tuple[int, str]:
        """Take a seat (0: the first that is free), or with `also` a further betting area beside
        one's seat: at once where nothing that happened in this procedure would have been
        different, else when it ends. Returns seat and presence."""
        live = self.live
        if live.closed:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed")
        if live.breaking:
            raise Refused(Kind.TABLE_CLOSED, f"the table breaks: {live.breaking}")
        player = live.seat_of(account)
        if player and not also:
            raise Refused(Kind.ALREADY_SEATED, f"you sit at {seat_text(player)}")
        if also and not player:
            raise Refused(Kind.NOT_SEATED, "you do not sit at this table")
        seat = self._free_seat(seat, player if also else 0)
        who = Occupant(account, name, SEATED, guest, player)
        seats = live.seats | {seat: who}
        if also:
            check_areas(live, seats)
        presence = self._seats(seats, [seat], JOINING)
        self.play()
        return seat, presence

    def _free_seat(self, seat: int, player: int) -> int:
        live, most = self.live, seats_at(self.live)
        if seat == 0:
            # A further betting area is looked for on both sides of the player's seat first.
            near = [player + 1, player - 1] if player else []
            free = [s for s in near + list(range(1, most + 1)) if 1 <= s <= most]
            free = [s for s in free if s not in live.seats]
            if not free:
                raise Refused(Kind.TABLE_FULL, "every seat is taken")
            return free[0]
        if not 1 <= seat <= most:
            raise Refused(Kind.NO_SUCH_SEAT, f"the table has seats p1 to p{most}")
        if seat in live.seats:
            raise Refused(Kind.SEAT_TAKEN, f"{seat_text(seat)} is taken")
        return seat

    def leave(self, account: int, seat: int = 0) -> tuple[int, str]:
        """Give up the seat with all betting areas, or (`seat`) one further area alone: at once,
        or when the procedure ends and nothing of the patron's stands on the layout."""
        live = self.live
        own = live.seat_of(account)
        if not own:
            raise Refused(Kind.NOT_SEATED, "you do not sit at this table")
        if seat and (seat not in live.seats_of(account)):
            raise Refused(Kind.NOT_SEATED, f"{seat_text(seat)} is not yours")
        gone = live.seats_of(account) if seat in (0, own) else [seat]
        others = {s: who for s, who in live.seats.items() if s not in gone}
        stays = any(
            wager.seat in gone and not live.game.goes_along(wager) for wager in live.table.standing
        )
        self._sit_out(gone)
        live = self.live
        if stays or any(owes(live, s) for s in gone):
            presence = self._later(live.seats, gone, LEAVING)
        else:
            presence = self._seats(others, gone, LEAVING)
        self.play()
        return seat or own, presence if gone[0] in self.live.seats else "left"

    def _sit_out(self, seats: Sequence[int]) -> None:
        """Where others have chips to add already, whoever leaves waits for the end of the round
        with the chips on the table, and is not dealt in."""
        live = self.live
        if live.game.stakes is None or not live.entries or live.outcome is None:
            return
        if live.outcome.prompt.kind == "wagers":
            off = [
                Called(w.seat, w.kind, False)
                for w in live.outcome.wagers
                if w.seat in seats and live.game.goes_along(w) and w.on
            ]
            if off:
                self.play(off)

    def _seats(self, seats: dict[int, Occupant], changed: list[int], otherwise: Presence) -> str:
        """Seats from the beginning of this procedure, if that changes nothing of what was
        seen; else those that changed are marked with `otherwise`, for later."""
        live = self.live
        trial = copy.copy(live)
        take_seats(trial, seats)
        if live.entries and not self._same(trial):
            return self._later(live.seats | seats, changed, otherwise)
        self.change(SeatsChanged(self.now, self.by, seats_to_json(seats)))
        return SEATED if changed[0] in seats else "left"

    def _same(self, trial: Live) -> bool:
        """Whether the procedure would have gone the same way with other seats."""
        if not trial.table.seats or self.live.outcome is None:
            return False
        try:
            wait(trial)
        except (PitbossError, KeyError, ValueError, IndexError, AssertionError):
            return False
        was, now = self.live.outcome, trial.outcome
        return (
            now is not None
            and now.events == was.events
            and (now.prompt.kind == was.prompt.kind == "wagers")
        )

    def _later(self, seats: dict[int, Occupant], changed: list[int], presence: Presence) -> str:
        marked = {s: msgspec.structs.replace(seats[s], presence=presence) for s in changed}
        self.change(SeatsChanged(self.now, self.by, seats_to_json(seats | marked)))
        return presence

    def change_seat(self, account: int, seat: int) -> tuple[int, str]:
        """A player takes another seat, with the chips. Between two rounds alone: cards and blinds
        belong to the place."""
        live = self.live
        own = live.seat_of(account)
        if not own or live.game.stakes is None or live.seats[own].presence != SEATED:
            raise Refused(Kind.NOT_SEATED, "you do not play at this table")
        seat = self._free_seat(seat, 0)
        seats = {s: who for s, who in live.seats.items() if s != own} | {seat: live.seats[own]}
        trial = copy.copy(live)
        take_seats(trial, seats)
        if live.entries and not self._same(trial):
            raise Refused(Kind.ROUND_UNDER_WAY, "seats are changed between two rounds")
        self.change(SeatsChanged(self.now, self.by, seats_to_json(seats)))
        self.play()
        return seat, SEATED

    def break_up(self, reason: str) -> None:
        """The table is given up: see `rows.TableBreaks`."""
        live = self.live
        if live.closed or live.breaking:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed, or breaks already")
        if live.game.stakes is None:
            raise Refused(Kind.BY_THE_RULES, "wagers stand on no table of this game: close it")
        self.change(TableBreaks(self.now, self.by, reason or "table break"))
        if not live.seats:
            self._give_seats_back()
        else:
            self.play()

    def _give_seats_back(self) -> None:
        """Whoever has chips on the table gets them back before they leave; then it is closed."""
        live = self.live
        seats = {
            seat: msgspec.structs.replace(who, presence=LEAVING)
            for seat, who in live.seats.items()
            if owes(live, seat)
        }
        if seats != live.seats:
            self.change(SeatsChanged(self.now, 0, seats_to_json(seats)))
        if not seats:
            self.change(TableClosed(self.now, self.by, live.breaking))
            self.checkpoint_at_end()

    def close(self, reason: str) -> None:
        """Closes the table, between two procedures and with nothing left on the layout."""
        live = self.live
        if live.closed:
            raise Refused(Kind.TABLE_CLOSED, "the table is closed already")
        if live.entries or live.table.standing:
            raise Refused(
                Kind.ROUND_UNDER_WAY, "a procedure is under way, or wagers stand: end it first"
            )
        owing = [seat_text(seat) for seat in sorted(live.seats) if owes(live, seat)]
        if owing:
            raise Refused(
                Kind.ROUND_UNDER_WAY, f"{', '.join(owing)} must be settled with: who leaves is"
            )
        self.change(TableClosed(self.now, self.by, reason))
