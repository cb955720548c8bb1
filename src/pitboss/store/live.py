"""A table as it stands: the last checkpoint and the entries since. Every change is a row.

A `Live` is never changed once others can see it: a `Draft` works on a copy, and what it made is
published when the database has it. Replaying the same rows gives the same table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import registry
from pitboss.chain import NO_HASH, hex_digest
from pitboss.errors import NotPermitted
from pitboss.law.schema import Value
from pitboss.store import shoes
from pitboss.store.rows import (
    JOINING,
    LEAVING,
    SEATED,
    Body,
    DayBegan,
    Entered,
    MeterRead,
    NoticeGiven,
    Occupant,
    Opened,
    Row,
    RulesChanged,
    SeatsChanged,
    ShoeCommitted,
    TableClosed,
)
from pitboss.store.shoes import ShoeOrder
from pitboss.table.entries import (
    Called,
    Chose,
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
from pitboss.table.receipt import Receipt, seal
from pitboss.table.round import Waiting, play

# What a player does for itself: entries that belong to a seat.
PLAYERS_OWN = (Wagered, Reduced, Called, Chose, Placed)


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
        at=opened.at,
    )  # fmt: skip


def take_seats(live: Live, seats: dict[int, Occupant]) -> None:
    live.seats = seats
    # Whoever leaves in mid-procedure still has the seat; whoever joins has it not yet.
    taken = tuple(sorted(s for s, who in seats.items() if who.presence != JOINING))
    areas = {seat: seats[seat].player for seat in taken if seats[seat].player}
    live.table = msgspec.structs.replace(live.table, seats=taken, areas=areas)


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
    standing = {live.owner(wager.seat) for wager in live.table.standing}
    seats = {}
    for seat, who in live.seats.items():
        if who.presence == LEAVING and who.account not in standing:
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
            msgspec.Raw(live.game.table_to_json(live.table)), live.day, live.gaming_day,
            live.options,
            seats_to_json(live.seats),
            (live.shoe.number, live.shoe.cut, live.shoe.dealt) if live.shoe is not None else None,
            live.pending, live.closed, live.last_round,
        )
    ).decode()  # fmt: skip


def end_digest(receipt: Receipt, checkpoint: str) -> str:
    """Returns what a replay of the procedure must give again: its lines, its events, and the
    table."""
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
        case TableClosed():
            live.closed, live.outcome, live.seats = True, None, {}
            live.table = msgspec.structs.replace(live.table, seats=())


def seats_at(live: Live) -> int:
    game = live.game
    return game.seats_max if game.seats_of is None else game.seats_of(live.rules)
