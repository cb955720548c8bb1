"""The accounts of the casino, and what each row of its chain moves between them."""

from __future__ import annotations

import msgspec

from pitboss.store.accounts import new_account
from pitboss.store.casino.rows import (
    BoughtIn,
    BoxCounted,
    CasinoBody,
    EntrantEntered,
    PrizeAwarded,
    TournamentRoundEnded,
    TrayCounted,
    TrayCredited,
    TrayFilled,
    VigorishGiven,
)
from pitboss.store.database import Reading
from pitboss.store.refusal import Kind, Refused
from pitboss.store.writer import Batch

CAGE, CURRENCY, COMPLIMENTARIES, DIFFERENCES, UNCOLLECTED, DROP = (
    "cage",
    "currency",
    "comps",
    "variance",
    "uncollect",
    "drop",
)
NAMES = {
    CAGE: "the cage",
    CURRENCY: "currency from patrons",
    COMPLIMENTARIES: "cash complimentaries",
    DIFFERENCES: "over and short",
    UNCOLLECTED: "uncollected vigorish in the win",
}


class CasinoAccounts(msgspec.Struct, frozen=True):
    """The numbers of the accounts that a row of the chain may move: currency comes from outside,
    complimentaries are given away, differences are what a count does not find, and uncollected
    vigorish is won but lies in no tray."""

    cage: int
    currency: int
    complimentaries: int
    differences: int
    uncollected: int
    drop: int = 0
    inventory: int = 0
    vigorish: int = 0


# For rows that name all the accounts that they move.
NO_TABLE = CasinoAccounts(0, 0, 0, 0, 0)


def accounts_at(reading: Reading, table: int) -> CasinoAccounts:
    """The accounts of the casino and of that table; 0 for one that nobody has made yet."""
    kinds = tuple(NAMES)
    sql = "SELECT kind, id FROM account WHERE kind IN (?, ?, ?, ?, ?)"
    known = dict(tuple(row) for row in reading.execute(sql, kinds))
    drop = inventory = vigorish = 0
    if table:
        sql = "SELECT id FROM account WHERE kind = ? AND name = ?"
        box = reading.execute(sql, (DROP, box_name(table))).first()
        drop = 0 if box is None else box[0]
        sql = "SELECT inventory_id, vigorish_id FROM gaming_table WHERE id = ?"
        own = reading.execute(sql, (table,)).first()
        if own is None:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {table}")
        inventory, vigorish = own
    return CasinoAccounts(
        known.get(CAGE, 0),
        known.get(CURRENCY, 0),
        known.get(COMPLIMENTARIES, 0),
        known.get(DIFFERENCES, 0),
        known.get(UNCOLLECTED, 0),
        drop,
        inventory,
        vigorish,
    )


def box_name(table: int) -> str:
    return f"table {table} drop box"


def make_accounts(batch: Batch, table: int, by: int) -> CasinoAccounts:
    """The same, with those made that were missing, all of them locked."""
    found = accounts_at(batch, table)
    numbers = dict(zip(NAMES, msgspec.structs.astuple(found)[: len(NAMES)], strict=True))
    for kind, name in NAMES.items():
        if not numbers[kind]:
            new_account(batch, name, kind=kind, by=by)
    if table and not found.drop:
        new_account(batch, box_name(table), kind=DROP, by=by)
    made = accounts_at(batch, table)
    batch.lock_accounts(set(msgspec.structs.astuple(made)) - {0})
    return made


def moves_of(body: CasinoBody, accounts: CasinoAccounts) -> dict[int, int]:
    """What a row moves in the ledger, by account."""
    moves: dict[int, int] = {}

    def move(account: int, cents: int) -> None:
        if cents:
            moves[account] = moves.get(account, 0) + cents

    match body:
        case TrayFilled(cents=cents):
            move(accounts.cage, -cents)
            move(accounts.inventory, cents)
        case TrayCredited(cents=cents):
            move(accounts.inventory, -cents)
            move(accounts.cage, cents)
        case BoughtIn(cents=cents, account=patron):
            move(accounts.currency, -cents)
            move(accounts.drop, cents)
            move(accounts.inventory, -cents)
            move(patron, cents)
        case BoxCounted(cents=counted, expected=expected):
            move(accounts.drop, -expected)
            move(accounts.cage, counted)
            move(accounts.differences, expected - counted)
        case TrayCounted(cents=counted, expected=expected):
            move(accounts.inventory, counted - expected)
            move(accounts.differences, expected - counted)
        case VigorishGiven(cents=cents):
            move(accounts.uncollected, cents)
            move(accounts.complimentaries, -cents)
        case EntrantEntered(cents=fee, account=patron, chips=chips):
            move(patron, -fee)
            move(body.pool, fee)
            move(body.issuer, -chips)
            move(body.badge, chips)
        case TournamentRoundEnded(moves=given, issuer=issuer):
            for account, cents in given:
                move(account, cents)
                move(issuer, -cents)
        case PrizeAwarded(cents=cents, account=patron, pool=pool):
            move(pool, -cents)
            move(patron, cents)
        case _:
            pass
    return {account: cents for account, cents in moves.items() if cents}
