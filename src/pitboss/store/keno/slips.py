"""15.4(a): requests that patrons have handed in, and that wait for a writer. They move no money and
stand in no chain: the ticket rules, not the request (15.3(c))."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.store.database import Reading
from pitboss.store.jobs import Job
from pitboss.store.people import find_person
from pitboss.store.refusal import Kind, Refused
from pitboss.store.writer import Batch

SLIPS_A_PATRON = 5
LISTED_MAX = 100
SLIP = (
    "SELECT s.id, a.name, s.request, s.at FROM keno_slip s JOIN account a ON a.id = s.account_id "
    "WHERE s.system_id = ?"
)


class WaitingSlip(msgspec.Struct, frozen=True):
    slip: int
    patron: str
    request: str
    at: int


class HandIn(Job):
    """A patron hands a request in."""

    account: int
    system: int
    asked: str

    def work(self, batch: Batch) -> Any:
        sql = "SELECT COUNT(*) FROM keno_slip WHERE system_id = ? AND account_id = ?"
        if batch.execute(sql, (self.system, self.account)).value() >= SLIPS_A_PATRON:
            raise Refused(Kind.TOO_MANY_ENTRIES, "your other requests are waiting for a writer")
        slip = batch.execute(
            "INSERT INTO keno_slip (system_id, account_id, request, at) VALUES (?, ?, ?, ?) "
            "RETURNING id",
            (self.system, self.account, " ".join(self.asked.split()), batch.now),
        ).value()
        return {"slip": int(slip)}


def waiting_slips(reading: Reading, system: int) -> list[WaitingSlip]:
    sql = f"{SLIP} ORDER BY s.id LIMIT {LISTED_MAX}"
    return [WaitingSlip(*found) for found in reading.execute(sql, (system,))]


def find_slip(reading: Reading, system: int, slip: int) -> WaitingSlip:
    found = reading.execute(f"{SLIP} AND s.id = ?", (system, slip)).first()
    if found is None:
        raise Refused(Kind.NOT_PENDING, "that request was taken already")
    return WaitingSlip(*found)


def payer_of(batch: Batch, slip: WaitingSlip) -> int:
    """The account of whoever handed the request in, locked."""
    account = find_patron(batch, slip.patron)
    batch.lock_accounts({account})
    return account


def find_patron(reading: Reading, name: str) -> int:
    """The account of a patron who may play."""
    known = find_person(reading, name) if name.isprintable() else None
    if known is None or known.role != "patron" or known.disabled:
        raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no patron {name[:40]!r}")
    return known.id
