"""A table as it stands: the last checkpoint and the entries since. Every change is a row.

A `Live` is never changed once others can see it: a `Draft` works on a copy, and what it made is
published when the database has it. Replaying the same rows gives the same table."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import __version__, registry
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.store import shoes
from pitboss.store.rows import (
    JOINING,
    LEAVING,
    NO_HASH,
    SEATED,
    Body,
    DayBegan,
    Ended,
    Entered,
    NoticeGiven,
    Occupant,
    Opened,
    Presence,
    Row,
    RulesChanged,
    SeatsChanged,
    ShoeCommitted,
    TableClosed,
    make_row,
)
from pitboss.store.shoes import ShoeOrder
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import (
    DEALER,
    Called,
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Reduced,
    Rolled,
    Spun,
    Wagered,
    entry_text,
    parse_entry,
    parse_seat,
    seat_text,
)
from pitboss.table.game import Game, Limits, Table
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, _receipt, play
from pitboss.table.tape import Awaiting

# Procedures that may follow each other without anybody being asked. More than the longest
# chain there is (opening, shuffle, choice of a curator), so that nothing can spin for ever.
PROCEDURES_A_STEP_MAX = 12


class Refused(Exception):
    """What was asked for is not done, and nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.more = more


class Change(msgspec.Struct, frozen=True):
    """Options and limits that were noticed and wait for their time."""

    notice: int
    effective_at: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int


class Accounts(msgspec.Struct, frozen=True):
    """The ledger accounts of a table."""

    inventory: int
    layout: int
    vigorish: int
    jackpot: int


class Live(msgspec.Struct):
    """`round` and `seq` are the place of the last row, `n` the number of rows. `outcome` is
    None while nobody sits here, while the table is closed, and between two steps."""

    id: int
    accounts: Accounts
    opened: Opened
    game: Game
    rules: Any
    day: date
    gaming_day: date
    options: dict[str, Value]
    table: Table
    seats: dict[int, Occupant]
    shoe: ShoeOrder | None
    pending: tuple[Change, ...]
    closed: bool
    entries: tuple[Entry, ...]
    round: int
    seq: int
    n: int
    hash: str
    at: int
    outcome: Waiting | None = None
    last: Receipt | None = None
    last_round: int = 0
    last_owners: dict[int, int] = {}  # who had which seat in the last round

    @property
    def by_hand(self) -> bool:
        return self.opened.by_hand

    @property
    def status(self) -> str:
        if self.closed:
            return "closed"
        return "open" if self.table.seats else "idle"

    def seat_of(self, account: int) -> int:
        """The seat of an account at this table, or 0."""
        for seat, who in self.seats.items():
            if who.account == account:
                return seat
        return 0

    def owner(self, seat: int) -> int:
        return self.seats[seat].account


@lru_cache(maxsize=512)
def _rules(game: str, day: date, options: str) -> Any:
    return registry.find(game).rules(day, msgspec.json.decode(options))


def rules_of(game: str, day: date, options: dict[str, Value]) -> Any:
    """The rules are the same object for the same day and options: they hold caches."""
    return _rules(game, day, msgspec.json.encode(options, order="deterministic").decode())


def seats_to_json(seats: dict[int, Occupant]) -> dict[str, Occupant]:
    return {seat_text(seat): seats[seat] for seat in sorted(seats)}


# -- what a row makes of a table: used by the draft that writes it and by whoever reads it ------


def begin(table_id: int, accounts: Accounts, opened: Opened) -> Live:
    """A table that was just opened: nobody sits at it, and its first procedure is to come."""
    game = registry.find(opened.game)
    rules = rules_of(opened.game, opened.day, opened.options)
    limits = Limits(opened.limits, opened.chip)
    table = game.open_table(rules, 1, limits=limits, closed=True)
    return Live(
        id=table_id, accounts=accounts, opened=opened, game=game, rules=rules, day=opened.day,
        gaming_day=opened.gaming_day, options=opened.options, table=msgspec.structs.replace(table, seats=()), seats={},
        shoe=None, pending=(), closed=False, entries=(), round=0, seq=-1, n=0, hash=NO_HASH,
        at=opened.at,
    )  # fmt: skip


def take_seats(live: Live, seats: dict[int, Occupant]) -> None:
    live.seats = seats
    # Whoever leaves in mid-procedure still has the seat; whoever joins has it not yet.
    taken = tuple(sorted(s for s, who in seats.items() if who.presence != JOINING))
    live.table = msgspec.structs.replace(live.table, seats=taken)


def take_rules(live: Live, day: date, options: dict[str, Value], limits: Limits) -> None:
    """New rules between two procedures. Where the options changed and the game has cards, they
    are shuffled first, since the number of decks may be another one."""
    table = msgspec.structs.replace(live.table, limits=limits)
    if options != live.options and table.shoe is not None and "shuffle" in live.game.procedures:
        if table.next != live.game.first_procedure:
            table = msgspec.structs.replace(table, next="shuffle")
    live.rules = rules_of(live.game.key, day, options)
    live.day, live.options, live.table = day, options, table


def end_procedure(live: Live, receipt: Receipt) -> None:
    """The table after a procedure; seats that waited for its end change now."""
    if receipt.procedure == "round":
        live.last, live.last_round = receipt, live.round
        live.last_owners = {
            seat: who.account for seat, who in live.seats.items() if seat in receipt.cash
        }
    live.table = receipt.after
    standing = {wager.seat for wager in live.table.standing}
    seats = {}
    for seat, who in live.seats.items():
        if who.presence == LEAVING and seat not in standing:
            continue
        if who.presence == JOINING:
            who = msgspec.structs.replace(who, presence=SEATED)
        seats[seat] = who
    take_seats(live, seats)
    live.entries = ()
    live.outcome = None


def turn_cards(shoe: ShoeOrder | None, entry: Entry, remaining: int) -> ShoeOrder | None:
    """A cut of cards of which none is dealt yet turns their order."""
    if shoe is None or type(entry) is not Placed or entry.what != "cut":
        return shoe
    size = len(shoe.cards)
    if remaining != size or shoe.dealt:
        return shoe
    return shoe.turned(entry.number)


def wait(live: Live) -> None:
    """Work out what the table waits for."""
    live.outcome = None
    if live.closed or not live.table.seats:
        return
    outcome = play(live.game, live.rules, live.table, live.entries, by_hand=live.by_hand)
    live.outcome = outcome if isinstance(outcome, Waiting) else None
    if live.shoe is not None and live.outcome is not None:
        live.shoe = live.shoe.dealt_to(live.outcome.prompt.dealer.remaining)



# -- checkpoints --------------------------------------------------------------------------------


class Checkpoint(msgspec.Struct, frozen=True):
    """What outlives a procedure, beside the opening row."""

    table: msgspec.Raw
    day: date
    gaming_day: date
    options: dict[str, Value]
    seats: dict[str, Occupant]
    shoe: tuple[int, int, int] | None  # number, by how many cards it is turned, and dealt
    pending: tuple[Change, ...]
    closed: bool
    last_round: int


def checkpoint_of(live: Live) -> str:
    return msgspec.json.encode(
        Checkpoint(
            msgspec.Raw(live.game.table_to_json(live.table)), live.day, live.gaming_day, live.options,
            seats_to_json(live.seats),
            (live.shoe.number, live.shoe.cut, live.shoe.dealt) if live.shoe is not None else None,
            live.pending, live.closed, live.last_round,
        )
    ).decode()  # fmt: skip


def from_checkpoint(live: Live, text: str, shoe: Callable[[int], ShoeOrder]) -> None:
    """Put the table where the checkpoint says."""
    state = msgspec.json.decode(text, type=Checkpoint)
    live.rules = rules_of(live.game.key, state.day, state.options)
    live.day, live.gaming_day, live.options = state.day, state.gaming_day, state.options
    live.table = live.game.table_from_json(bytes(state.table))
    live.seats = {parse_seat(seat): who for seat, who in state.seats.items()}
    live.shoe = None
    if state.shoe is not None:
        number, cut, dealt = state.shoe
        order = shoe(number)
        live.shoe = shoes.restored(number, order.salt, order.cards, cut=cut, dealt=dealt)
    live.pending, live.closed, live.last_round = state.pending, state.closed, state.last_round


def apply(live: Live, row: Row, body: Body, shoe: Callable[[int], ShoeOrder]) -> None:
    """What a stored row makes of the table. The end of a procedure is the caller's: it needs
    the receipt, or the checkpoint."""
    live.round, live.seq, live.n = row.round, row.seq, live.n + 1
    live.hash, live.at = row.hash, body.at
    match body:
        case Entered(entry=text):
            entry = parse_entry(text)
            if type(entry) is Drew and live.shoe is not None:
                live.shoe = live.shoe.dealt_to(len(live.shoe.cards) - live.shoe.dealt - 1)
            elif type(entry) is Placed and live.shoe is not None:
                # Only while nothing of the shoe is dealt: ask the procedure how many are left.
                before = play(live.game, live.rules, live.table, live.entries, by_hand=live.by_hand)
                assert isinstance(before, Waiting)
                live.shoe = turn_cards(live.shoe, entry, before.prompt.dealer.remaining)
            live.entries = (*live.entries, entry)
        case SeatsChanged(seats=seats):
            take_seats(live, {parse_seat(seat): who for seat, who in seats.items()})
        case ShoeCommitted(number=number):
            live.shoe = shoe(number)
        case RulesChanged(notice=notice, options=options, limits=limits, chip=chip):
            take_rules(live, live.day, options, Limits(limits, chip))
            live.pending = tuple(p for p in live.pending if p.notice != notice)
        case NoticeGiven() as given:
            live.pending = tuple(p for p in live.pending if p.notice != given.notice)
            if not given.withdrawn:
                live.pending += (
                    Change(given.notice, given.effective_at, given.options, given.limits,
                           given.chip),
                )  # fmt: skip
        case DayBegan(day=day, rules_day=rules_day):
            take_rules(live, rules_day, live.options, live.table.limits)
            live.gaming_day = day
        case TableClosed():
            live.closed = True


# -- writing ------------------------------------------------------------------------------------

Money = tuple[dict[int, int], int, int, int]


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
        tape = _HouseTape(self, posted)
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
        digest = receipt.digest()
        net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
        self.append(
            Ended(self.now, 0, receipt.procedure, digest, net, receipt.house, receipt.commission),
            moves,
        )
        end_procedure(live, receipt)
        self.receipts.append((live.round, receipt))
        self.checkpoint(digest)
        live.round += 1
        live.seq = 0

    def checkpoint(self, digest: str = "") -> None:
        live = self.live
        self.checkpoints.append(
            NewCheckpoint(live.id, live.round, live.n, live.hash, digest, checkpoint_of(live))
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


def seats_at(live: Live) -> int:
    game = live.game
    return game.seats_max if game.seats_of is None else game.seats_of(live.rules)


class _HouseTape:
    """The entries recorded so far, then those that were posted, then the house's own. Each new
    entry becomes a row, with its postings, once the procedure has accepted it."""

    def __init__(self, draft: Draft, posted: Sequence[Entry]) -> None:
        self.draft = draft
        self.entries: list[Entry] = list(draft.live.entries)
        self.recorded = len(self.entries)  # entries that are rows already
        self.posted = list(posted)
        self.position = 0
        self.by = 0  # who made the entry that is not yet a row
        self.dealer: Dealer
        self._money: Money | None = None

    def next(self, prompt: Prompt) -> Entry:
        position = self.position
        if position < self.recorded and position < len(self.entries):
            self.position += 1
            return self.entries[position]
        self.record()
        live = self.draft.live
        dealer = self.dealer
        if dealer.remaining:
            self._commit(dealer)
        by_house = not self.posted
        if by_house:
            entry = house_answer(prompt, live.shoe, by_hand=live.by_hand)
        else:
            entry = resolved(self.posted.pop(0), prompt, live.shoe)
        self.by = 0 if by_house else self.draft.by
        self.entries.append(entry)
        self.position += 1
        if live.shoe is not None:
            if type(entry) is Drew:
                live.shoe = live.shoe.dealt_to(dealer.remaining - 1)
            elif type(entry) is Placed:
                live.shoe = turn_cards(live.shoe, entry, dealer.remaining)
        return entry

    def record(self) -> None:
        """The procedure went on, so it accepted the last entry: that is now a row."""
        if self._money is None:
            self._money = self._before()
        if len(self.entries) == self.recorded:
            return
        assert len(self.entries) == self.recorded + 1
        entry = self.entries[-1]
        self.recorded += 1
        draft, moves = self.draft, self.moves()
        draft.append(Entered(draft.now, self.by, entry_text(entry)), moves)
        seat = getattr(entry, "seat", 0)
        if seat and type(entry) is not Found:
            owner = draft.live.owner(seat)
            if moves.get(owner, 0) < 0 and draft.balance(owner) < 0:
                raise Refused(
                    422, "over-balance",
                    f"the account of {seat_text(seat)} does not hold that much",
                    entry=entry_text(entry),
                )  # fmt: skip

    def _before(self) -> Money:
        """The money as the ledger has it. What moves before the first entry of a procedure
        (vigorish that is still owed) is posted with that entry."""
        dealer = self.dealer
        if self.recorded:
            return self._now()
        standing = sum(wager.cents for wager in self.draft.live.table.standing)
        return dict.fromkeys(dealer.cash, 0), 0, 0, standing

    def _now(self) -> Money:
        dealer = self.dealer
        layout = sum(wager.cents for wager in dealer.wagers)
        return dict(dealer.cash), dealer.house, dealer.commission, layout

    def moves(self) -> dict[int, int]:
        """What moved in the ledger since the last time."""
        live, now, before = self.draft.live, self._now(), self._money
        assert before is not None
        self._money = now
        accounts = live.accounts
        moves: dict[int, int] = {}
        for seat, cents in now[0].items():
            if cents != before[0][seat]:
                moves[live.owner(seat)] = cents - before[0][seat]
        for account, moved in (
            (accounts.inventory, now[1] - before[1]),
            (accounts.vigorish, now[2] - before[2]),
            (accounts.layout, now[3] - before[3]),
        ):
            if moved:
                moves[account] = moved
        return moves

    def _commit(self, dealer: Dealer) -> None:
        """A new order of cards wherever those in the shoe are not what the last order has
        left: the cards were put together again."""
        draft, live = self.draft, self.draft.live
        if live.shoe is not None and live.shoe.fits(dealer.counts, dealer.remaining):
            live.shoe = live.shoe.dealt_to(dealer.remaining)
            return
        number = live.shoe.number + 1 if live.shoe is not None else 1
        order = shoes.shuffled(number, dealer.counts)
        mark = shoes.commitment(order.salt, order.cards)
        draft.append(ShoeCommitted(draft.now, 0, number, len(order.cards), mark))
        draft.new_shoes.append(NewShoe(live.id, live.round, order, mark))
        live.shoe = order


def house_answer(prompt: Prompt, shoe: ShoeOrder | None, *, by_hand: bool) -> Entry:
    """What the house does by itself at an automatic table; otherwise it waits."""
    if by_hand or prompt.seat > 0 or prompt.kind == "wagers":
        raise Awaiting(prompt)
    if prompt.kind in ("draw", "roll", "spin"):
        return equipment(prompt, shoe)
    if prompt.kind == "number":
        number = shoes.number_between(prompt.at_least, prompt.at_most)
        return Placed(DEALER, prompt.what, number)
    if prompt.kind == "decision":
        # The dealer and the supervisors do what the text names first.
        return Chose(DEALER, prompt.choices[0])
    raise Awaiting(prompt)


def equipment(prompt: Prompt, shoe: ShoeOrder | None) -> Entry:
    if prompt.kind == "draw":
        if shoe is None or not prompt.dealer.remaining:
            raise BadInput("the shoe is empty: no card can be drawn")
        return Drew(shoe.card(prompt.dealer.remaining))
    if prompt.kind == "roll":
        return Rolled(shoes.faces(prompt.at_most))
    return Spun(shoes.stop(prompt))


def resolved(entry: Entry, prompt: Prompt, shoe: ShoeOrder | None) -> Entry:
    """The entry as posted, with what the equipment shows: nobody names a card, a roll or a
    spin, not even the dealer, who writes `d draw`, `d roll` or `d spin`."""
    if type(entry) is Did and entry.act == prompt.kind and prompt.kind in ("draw", "roll", "spin"):
        return equipment(prompt, shoe)
    if type(entry) is Drew or type(entry) is Rolled or type(entry) is Spun:
        verb = entry_text(entry).split()[1]
        raise Refused(
            422, "equipment", f"the equipment shows what comes: write 'd {verb}'",
            entry=entry_text(entry),
        )  # fmt: skip
    if type(entry) is Found:
        known = prompt.dealer.game.irregularities.get(entry.name)
        if known is not None and "card" in known.takes:
            if entry.card >= 0:
                raise Refused(
                    422, "equipment", "the card is the next one in the shoe: leave it out",
                    entry=entry_text(entry),
                )  # fmt: skip
            if shoe is not None and prompt.dealer.remaining:
                card = shoe.card(prompt.dealer.remaining)
                return msgspec.structs.replace(entry, card=card)
    return entry


def costs_least(live: Live, seat: int) -> Entry:
    """What the house does for a seat whose patron does not answer: whatever puts the least
    money at risk; of such choices the last one named. A number is set in the middle."""
    assert live.outcome is not None
    prompt = live.outcome.prompt
    if prompt.kind == "number":
        return Placed(seat, prompt.what, (prompt.at_least + prompt.at_most) // 2)
    best: Entry | None = None
    least = 0
    for choice in prompt.choices:
        entry = Chose(seat, choice)
        try:
            outcome = play(live.game, live.rules, live.table, (*live.entries, entry),
                           by_hand=live.by_hand)  # fmt: skip
        except PitbossError:
            continue
        spent = -outcome.cash.get(seat, 0)
        if isinstance(outcome, Receipt):
            spent = -live.outcome.cash.get(seat, 0)
        if best is None or spent <= least:
            best, least = entry, spent
    assert best is not None
    return best


PLAYERS_OWN = (Wagered, Reduced, Called, Chose, Placed)
__all__ = [
    "PLAYERS_OWN", "Accounts", "Change", "Closed", "Draft", "Live", "Refused", "apply", "begin",
    "checkpoint_of", "costs_least", "end_procedure", "from_checkpoint", "rules_of", "seats_at",
    "wait", "__version__",
]  # fmt: skip
