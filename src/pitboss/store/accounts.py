"""Accounts of the ledger, and the cage: play money to a patron and back."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.chain import hex_digest
from pitboss.money import format_dollars
from pitboss.store.database import Reading
from pitboss.store.jobs import Job
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import AccountMade, Deposited
from pitboss.store.writer import Batch

BALANCE_MAX = 10**14


class Account(msgspec.Struct, frozen=True):
    """A line of the ledger."""

    account: int
    name: str
    kind: str
    cents: int


def ledger(reading: Reading) -> list[Account]:
    """Returns what every account holds. The sum of it all is zero."""
    sql = (
        "SELECT a.id, a.name, a.kind, b.cents FROM account a JOIN balance b "
        "ON b.account_id = a.id ORDER BY a.id"
    )
    return [Account(*found) for found in reading.execute(sql)]


def balance_of(reading: Reading, account: int) -> int:
    found = reading.execute("SELECT cents FROM balance WHERE account_id = ?", (account,)).first()
    return int(found[0]) if found is not None else 0


def new_account(
    batch: Batch,
    name: str,
    *,
    kind: str = "person",
    role: str = "",
    password: str = "",
    must_change: bool = False,
    guest: bool = False,
    by: int = 0,
    second: int = 0,
    listed: bool = True,
) -> int:
    """Returns the number of a new account, which stands in the chain of the house; an account of a
    table does so (not `listed` here) once the table has its number."""
    if batch.execute("SELECT 1 FROM account WHERE name = ?", (name,)).first() is not None:
        raise Refused(Kind.NAME_TAKEN, f"there is an account {name!r} already")
    account = int(
        batch.execute(
            "INSERT INTO account (name, kind, role, password, must_change, disabled, guest, "
            "created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (name, kind, role, password, must_change, False, guest, batch.now),
        ).value()
    )
    batch.execute(
        "INSERT INTO balance (account_id, cents, person) VALUES (?, 0, ?)",
        (account, kind == "person"),
    )
    batch.balances[account] = 0
    if listed:
        batch.record(
            AccountMade(
                batch.now,
                by,
                account,
                name,
                kind,
                role,
                guest,
                False,
                must_change,
                hex_digest(password.encode()),
                "",
                second,
            )
        )
    return account


def from_the_cage(
    batch: Batch, account: int, cents: int, note: str, by: int, second: int = 0
) -> None:
    """Moves play money from the cage to an account that is locked, or back."""
    known = batch.execute("SELECT id FROM account WHERE kind = 'cage'").first()
    cage = int(known[0]) if known is not None else new_account(batch, "the cage", kind="cage")
    batch.lock_accounts({cage})
    body = Deposited(batch.now, by, account, cents, note, second)
    batch.record(body, {account: cents, cage: -cents})


class Deposit(Job):
    """Play money from the cage to a patron's account, or back."""

    account: int
    cents: int
    note: str
    by: int
    second: int = 0

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.account,)

    def work(self, batch: Batch) -> Any:
        sql = "SELECT kind, role FROM account WHERE id = ?"
        known = batch.execute(sql, (self.account,)).first()
        if known is None or self.account not in batch.balances:
            raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no account {self.account}")
        if tuple(known) != ("person", "patron"):
            raise Refused(Kind.NOT_A_PATRON, "only patrons have play money")
        after = batch.balance(self.account) + self.cents
        if self.cents == 0 or not 0 <= after <= BALANCE_MAX:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the account holds {format_dollars(batch.balance(self.account))}, and may hold "
                f"0.00 to {format_dollars(BALANCE_MAX)}: {format_dollars(self.cents)} cannot be "
                "moved",
            )
        from_the_cage(batch, self.account, self.cents, self.note[:200], self.by, self.second)
        return {"account": self.account, "balance": after}
