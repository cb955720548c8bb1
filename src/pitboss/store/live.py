"""A table as it stands: the last checkpoint and the entries since. Every change is a row.

A `Live` is never changed once others can see it: a `Draft` works on a copy, and what it made is
published when the database has it. Replaying the same rows gives the same table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from pitboss import registry
from pitboss.chain import NO_HASH, digest, hex_digest
from pitboss.errors import NotPermitted, PitbossError
from pitboss.law.schema import Value
from pitboss.store import shoes
from pitboss.store.rows import (
    JOINING,
    LEAVING,
    SEATED,
    Body,
    ClockStruck,
    CloseAsked,
    DayBegan,
    DealersAssigned,
    Entered,
    MeterRead,
    NoticeGiven,
    Occupant,
    Opened,
    PatronsLeave,
    PlayersAway,
    Row,
    RulesChanged,
    SeatsChanged,
    ShoeCommitted,
    SoftwareChanged,
    TableBreaks,
    TableClosed,
)
from pitboss.store.shoes import ShoeOrder
from pitboss.table.entries import (
    Called,
    Chose,
    Closed,
    Drew,
    Entry,
    Placed,
    Reduced,
    Wagered,
    parse_entry,
    parse_seat,
    seat_text,
)
from pitboss.table.game import Game, Limits, Table
from pitboss.table.layout import Line, Wager
from pitboss.table.receipt import Receipt, seal
from pitboss.table.round import Waiting, play

# What a player does for itself: entries that belong to a seat.
PLAYERS_OWN = (Wagered, Reduced, Called, Chose, Placed)
# The procedure, where a game has one, that settles with those who leave.
LEAVE = "leave"
# Events of which the words alone are left out of the seal: what is said, not what is done.
SAID = frozenset({"announce", "act", "note"})


class Change(msgspec.Struct, frozen=True):
    """What was noticed and waits for its time. Options and limits that it does not name stay as
    they are then; so does the smallest chip where `chip` is 0."""

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
    software: str = ""  # which runs the procedures
    resumes: str = ""  # what comes after the settlement with those who leave, while that runs
    stays: tuple[Wager, ...] = ()  # what others have on the layout then
    asked: frozenset[int] = frozenset()  # who asked for the close of the wagering
    window_at: int = 0  # when the first wager of the open window was made
    dealers: tuple[int, ...] | None = None  # who deals here; None: any dealer
    idle: dict[int, int] = {}  # rounds in a row without a wager, by seat
    away: tuple[int, ...] = ()  # seats whose players did not act in time
    breaking: str = ""  # why the table is given up when the round is over
    clock_at: int = 0  # when a procedure that time brings was begun last
    # What is remembered of those who left, by account, while the shoe of that number is in use.
    memories: dict[int, tuple[int, dict[str, Any]]] = {}

    @property
    def by_hand(self) -> bool:
        return self.opened.by_hand

    @property
    def metered(self) -> bool:
        """Whether the table plays on a progressive meter of the floor."""
        return bool(self.opened.meter)

    @property
    def status(self) -> str:
        if self.closed:
            return "closed"
        return "open" if self.table.seats else "idle"

    def seat_of(self, account: int) -> int:
        """Returns the seat of an account at this table, or 0."""
        for seat, who in self.seats.items():
            if who.account == account and not who.player:
                return seat
        return 0

    def seats_of(self, account: int) -> list[int]:
        """Returns the seat of an account and its further betting areas."""
        return [seat for seat, who in self.seats.items() if who.account == account]

    def owner(self, seat: int) -> int:
        return self.seats[seat].account

    @property
    def personal(self) -> bool:
        """Whether what the game remembers belongs to the person (see `rows.FLOOR`)."""
        return self.opened.floor > 1

    def hear(self, entry: Entry, at: int, by: int) -> None:
        """Keeps count of who would close the window of wagers, and of how long it is open."""
        kind = type(entry)
        if kind is Wagered:
            if not self.window_at:
                self.window_at = at
            if by in self.asked:
                self.asked -= {by}
        elif kind is Closed:
            self.window_at, self.asked = 0, frozenset()


@lru_cache(maxsize=512)
def _rules(game: str, day: date, options: str) -> Any:
    return registry.find(game).rules(day, msgspec.json.decode(options))


def rules_of(game: str, day: date, options: dict[str, Value]) -> Any:
    """Returns the rules: the same object for the same day and options, since they hold caches."""
    return _rules(game, day, msgspec.json.encode(options, order="deterministic").decode())


def seats_to_json(seats: dict[int, Occupant]) -> dict[str, Occupant]:
    return {seat_text(seat): seats[seat] for seat in sorted(seats)}


# -- what a row makes of a table: used by the draft that writes it and by whoever reads it ------


def begin(table_id: int, accounts: Accounts, opened: Opened) -> Live:
    """Returns a table that was just opened: nobody sits at it, its first procedure is to come."""
    game = registry.find(opened.game)
    rules = rules_of(opened.game, opened.day, opened.options)
    limits = Limits(opened.limits, opened.chip)
    table = game.open_table(rules, 1, limits=limits, closed=True)
    return Live(
        id=table_id, accounts=accounts, opened=opened, game=game, rules=rules, day=opened.day,
        gaming_day=opened.gaming_day, options=opened.options,
        table=msgspec.structs.replace(table, seats=()), seats={},
        shoe=None, pending=(), closed=False, entries=(), round=0, seq=-1, n=0, hash=NO_HASH,
        at=opened.at, software=opened.software, dealers=() if opened.assigned else None,
    )  # fmt: skip


def take_seats(live: Live, seats: dict[int, Occupant]) -> None:
    if live.personal:
        _move_memories(live, seats)
    if live.game.stakes is not None:
        _move_chips(live, seats)
    live.seats = seats
    if live.resumes:
        return  # who leaves is settled with: the others wait
    # Whoever leaves in mid-procedure still has the seat; whoever joins has it not yet.
    taken = tuple(sorted(s for s, who in seats.items() if who.presence != JOINING))
    areas = {seat: seats[seat].player for seat in taken if seats[seat].player}
    live.table = msgspec.structs.replace(live.table, seats=taken, areas=areas)


def _move_memories(live: Live, seats: dict[int, Occupant]) -> None:
    """What the game remembers of a person goes with them, and does not stay at the place."""
    game, state = live.game, live.table.state
    changed = [
        seat for seat in live.seats.keys() | seats.keys()
        if seat not in live.seats or seat not in seats
        or live.seats[seat].account != seats[seat].account
    ]  # fmt: skip
    live.idle = {seat: rounds for seat, rounds in live.idle.items() if seat not in changed}
    live.away = tuple(seat for seat in live.away if seat not in changed)
    if not game.personal or not changed:
        return
    shoe = live.shoe.number if live.shoe is not None else 0
    memories = {who: kept for who, kept in live.memories.items() if kept[0] == shoe}
    for seat in sorted(changed):
        if seat in live.seats:
            memory = game.remembered(state, seat)
            if memory:
                memories[live.seats[seat].account] = (shoe, memory)
            state = game.remember(state, seat, {})
    for seat in sorted(changed):
        if seat in seats and seats[seat].account in memories:
            state = game.remember(state, seat, memories.pop(seats[seat].account)[1])
    live.memories = memories
    live.table = msgspec.structs.replace(live.table, state=state)


def _move_chips(live: Live, seats: dict[int, Occupant]) -> None:
    """Whoever changes seats takes the chips along."""
    before = {who.account: seat for seat, who in live.seats.items()}
    moved = {
        before[who.account]: seat for seat, who in seats.items()
        if before.get(who.account, seat) != seat
    }  # fmt: skip
    if moved:
        standing = tuple(
            msgspec.structs.replace(wager, seat=moved.get(wager.seat, wager.seat))
            for wager in live.table.standing
        )
        live.table = msgspec.structs.replace(live.table, standing=standing)


def leaving(table: Table, seats: tuple[int, ...]) -> Table:
    """Returns the table for the settlement with those who leave these seats: what others have on
    the layout is not looked at."""
    standing = tuple(wager for wager in table.standing if wager.seat in seats)
    return msgspec.structs.replace(table, seats=seats, standing=standing, next=LEAVE, areas={})


def who_must_stay(live: Live) -> set[int]:
    """Returns the accounts that have a wager on the layout which they cannot take along."""
    stays = (wager for wager in live.table.standing if not live.game.goes_along(wager))
    return {live.owner(wager.seat) for wager in stays}


def owes(live: Live, seat: int) -> bool:
    """Whether something must be settled before whoever has the seat goes."""
    if not live.personal or LEAVE not in live.game.procedures:
        return False
    try:
        outcome = play(live.game, live.rules, leaving(live.table, (seat,)), ())
    except PitbossError:
        return True
    return isinstance(outcome, Waiting) or bool(outcome.events)


def check_areas(live: Live, seats: dict[int, Occupant]) -> None:
    """Raises NotPermitted where the rules do not let these players wager at these areas."""
    areas = {seat: who.player for seat, who in seats.items() if who.player}
    if areas:
        live.game.open_table(live.rules, tuple(sorted(seats)), areas=areas)


def take_rules(live: Live, day: date, options: dict[str, Value], limits: Limits) -> None:
    """Puts new rules into force between two procedures. Where the options changed and the game has
    cards, they are shuffled first, since the number of decks may be another one."""
    table = msgspec.structs.replace(live.table, limits=limits)
    has_cards = table.shoe is not None and "shuffle" in live.game.procedures
    if options != live.options and has_cards and table.next != live.game.first_procedure:
        table = msgspec.structs.replace(table, next="shuffle")
    live.rules = rules_of(live.game.key, day, options)
    live.day, live.options, live.table = day, options, table
    try:
        check_areas(live, live.seats)
    except NotPermitted:
        # The option was withdrawn: every player keeps the seat, and gives up what is beyond it.
        take_seats(live, {seat: who for seat, who in live.seats.items() if not who.player})


def end_procedure(live: Live, receipt: Receipt) -> None:
    """Puts the table where the procedure left it; seats that waited for its end change now."""
    if receipt.procedure == "round":
        live.last, live.last_round = receipt, live.round
        live.last_owners = {
            seat: who.account for seat, who in live.seats.items() if seat in receipt.cash
        }
    live.table = receipt.after
    if live.resumes:
        whole = (*live.table.standing, *live.stays)
        live.table = msgspec.structs.replace(live.table, next=live.resumes, standing=whole)
        live.resumes, live.stays = "", ()
    live.asked, live.window_at = frozenset(), 0
    standing = who_must_stay(live)
    idle = _sat_idle(live, receipt)
    seats = {}
    for seat, who in live.seats.items():
        gone = who.presence == LEAVING or (who.account in idle and who.presence == SEATED)
        if gone and who.account not in standing:
            if not owes(live, seat):
                continue
            who = msgspec.structs.replace(who, presence=LEAVING)
        if who.presence == JOINING:
            who = msgspec.structs.replace(who, presence=SEATED)
        seats[seat] = who
    take_seats(live, seats)
    live.entries = ()
    live.outcome = None


def _sat_idle(live: Live, receipt: Receipt) -> set[int]:
    """Counts the rounds in which a seat had no wager; returns the accounts that had none for as
    many rounds as the table allows."""
    allowed = live.opened.idle_rounds
    if not allowed or receipt.procedure != "round":
        return set()
    # Chips of one who sits out do not play.
    standing = (w for w in live.table.standing if w.on or not live.game.goes_along(w))
    busy = {line.seat for line in receipt.lines} | {wager.seat for wager in standing}
    live.idle = {
        seat: live.idle.get(seat, 0) + 1
        for seat, who in sorted(live.seats.items())
        if seat in receipt.cash and seat not in busy and not who.guest
    }
    working = {who.account for seat, who in live.seats.items() if seat not in live.idle}
    return {live.owner(seat) for seat, rounds in live.idle.items() if rounds >= allowed} - working


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


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True):
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
    software: str = ""
    dealers: tuple[int, ...] | None = None
    idle: dict[str, int] = {}
    memories: dict[str, tuple[int, dict[str, Any]]] = {}
    away: tuple[int, ...] = ()
    clock_at: int = 0
    breaking: str = ""


def checkpoint_of(live: Live) -> str:
    return msgspec.json.encode(
        Checkpoint(
            msgspec.Raw(live.game.table_to_json(live.table)), live.day, live.gaming_day,
            live.options,
            seats_to_json(live.seats),
            (live.shoe.number, live.shoe.cut, live.shoe.dealt) if live.shoe is not None else None,
            live.pending, live.closed, live.last_round,
            live.software if live.software != live.opened.software else "",
            live.dealers,
            {seat_text(seat): rounds for seat, rounds in sorted(live.idle.items())},
            {f"{account}": kept for account, kept in sorted(live.memories.items())},
            live.away,
            live.clock_at,
            live.breaking,
        )
    ).decode()  # fmt: skip


_pack = msgspec.msgpack.Encoder().encode
_sealed_line = attrgetter(*Line.__struct_fields__[: Line.__struct_fields__.index("table")])


def end_seal(receipt: Receipt) -> str:
    """Returns what a replay of the procedure must give again: its lines and its events, with their
    money, cards, seats and sections; how something was said is left out, so that an announcement
    may be worded better without a recorded round becoming another."""
    events = [
        (e.act, e.cite, e.seat, "" if e.act in SAID else e.what, e.cents, e.card, e.seen)
        for e in receipt.events
    ]
    return digest(_pack((list(map(_sealed_line, receipt.lines)), events))).hex()


def end_digest(mark: str, checkpoint: str) -> str:
    """Returns what binds the seal of a procedure, and the table after it, into the chain."""
    return hex_digest(f"{mark}\n{checkpoint}".encode())


def old_digest(receipt: Receipt, checkpoint: str) -> str:
    """Returns what stood in the place of `end_digest` before there were seals without words."""
    return hex_digest(seal(receipt, b"") + checkpoint.encode())


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
    live.software = state.software or live.opened.software
    live.dealers = state.dealers
    live.idle = {parse_seat(seat): rounds for seat, rounds in state.idle.items()}
    live.memories = {int(account): kept for account, kept in state.memories.items()}
    live.away, live.clock_at, live.breaking = state.away, state.clock_at, state.breaking


def apply(live: Live, row: Row, body: Body, shoe: Callable[[int], ShoeOrder]) -> None:
    """Does to the table what a stored row says. The end of a procedure is the caller's: it needs
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
            live.hear(entry, body.at, body.by)
        case ShoeCommitted(number=number):
            live.shoe = shoe(number)
        case _:
            take_effect(live, body)


def take_effect(live: Live, body: Body) -> None:
    """Changes the table as a row says that is no entry of a procedure."""
    match body:
        case SeatsChanged(seats=seats):
            take_seats(live, {parse_seat(seat): who for seat, who in seats.items()})
        case MeterRead(reading=reading, payments=payments):
            state = msgspec.structs.replace(live.table.state, meter=reading, payments=payments)
            live.table = msgspec.structs.replace(live.table, state=state)
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
        case PatronsLeave(seats=seats):
            live.resumes = live.table.next
            live.stays = tuple(wager for wager in live.table.standing if wager.seat not in seats)
            live.table = leaving(live.table, seats)
        case ClockStruck(at=at, procedure=procedure):
            live.resumes, live.clock_at = live.table.next, at
            live.table = msgspec.structs.replace(live.table, next=procedure)
        case PlayersAway(seats=seats):
            live.away = seats
        case TableBreaks(reason=reason):
            live.breaking = reason
        case SoftwareChanged(software=software):
            live.software = software
        case CloseAsked(by=by):
            live.asked |= {by}
        case DealersAssigned(dealers=dealers):
            live.dealers = dealers
        case TableClosed():
            live.closed, live.outcome, live.seats = True, None, {}
            live.table = msgspec.structs.replace(live.table, seats=())


def is_new_day(live: Live, today: date) -> bool:
    """Whether another gaming day is to begin: a later one, or one long before where the clock was
    ahead by mistake. A day back is only a clock that was put right around the hour."""
    return today > live.gaming_day or (live.gaming_day - today).days > 1


def seats_at(live: Live) -> int:
    game = live.game
    return game.seats_max if game.seats_of is None else game.seats_of(live.rules)


def would_begin(live: Live) -> bool:
    """Whether a round would begin if the wagering were closed now."""
    assert live.outcome is not None
    stakes = live.game.stakes
    return (
        bool(live.outcome.wagers)
        if stakes is None
        else stakes.ready(live.outcome.wagers, live.rules)
    )
