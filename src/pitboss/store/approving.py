"""What two persons must want: one asks, another agrees. Both stand in the chain of the house, and
so does what came of it."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.store import people
from pitboss.store.accounts import Deposit
from pitboss.store.casino.money import (
    CountBox,
    CountTray,
    Credit,
    Fill,
    GiveVigorish,
    TrayJob,
)
from pitboss.store.database import Reading
from pitboss.store.jobs import Job
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import SecondAnswered, SecondAsked
from pitboss.store.writer import Batch

# What somebody must be permitted to do in order to ask for it, and to agree to it.
NEEDS = {"deposit": "cage", "account": "manage-accounts", "change": "manage-accounts"}
# Of the casino's money: the cage agrees to what it gives and takes; a count needs two who count.
MONEY: dict[str, tuple[str, type[TrayJob]]] = {
    "fill": ("cage", Fill), "credit": ("cage", Credit), "form": ("cage", GiveVigorish),
    "box": ("supervise", CountBox), "tray": ("supervise", CountTray),
}  # fmt: skip
AGREES = NEEDS | {"notice": "approve-notices"} | {what: who for what, (who, _) in MONEY.items()}
LISTED_MAX = 200


class Approval(msgspec.Struct, frozen=True):
    """Something that waits for a second person, or waited: pending, agreed or refused."""

    approval: int
    what: str
    body: dict[str, Any]
    by: int
    at: int
    status: str


APPROVAL = "SELECT id, what, body, by_account, at, status FROM approval"


def _approval(found: Any) -> Approval:
    number, what, body, by, at, status = found
    return Approval(number, what, msgspec.json.decode(body), by, at, status)


def list_approvals(reading: Reading) -> list[Approval]:
    """Returns what waits, and what waited, the latest first."""
    sql = f"{APPROVAL} ORDER BY id DESC LIMIT {LISTED_MAX}"
    return [_approval(found) for found in reading.execute(sql)]


def find_approval(reading: Reading, number: int) -> Approval:
    found = reading.execute(f"{APPROVAL} WHERE id = ?", (number,)).first()
    if found is None:
        raise Refused(Kind.NO_SUCH_APPROVAL, f"nothing was asked for under {number}")
    return _approval(found)


class AskSecond(Job):
    """Asks a second person for their agreement."""

    by: int
    what: str
    body: dict[str, Any]

    def work(self, batch: Batch) -> Any:
        text = msgspec.json.encode(self.body | {"terminal": self.terminal}).decode()
        batch.execute(
            "INSERT INTO approval (what, body, by_account, at, status) "
            "VALUES (?, ?, ?, ?, 'pending')",
            (self.what, text, self.by, batch.now),
        )
        number = int(batch.execute("SELECT MAX(id) FROM approval").value())
        batch.record(SecondAsked(batch.now, self.by, number, self.what, text))
        return {"approval": number, "status": "pending", "what": self.what}


class AnswerSecond(Job):
    """The second person agrees, and it is done, or refuses. `stored` is the hash of a one-time
    password, for what needs one; `table` is the table that it is about, if it is about one."""

    by: int
    number: int
    agreed: bool
    stored: str = ""
    table: int = 0

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,) if self.table else ()

    def work(self, batch: Batch) -> Any:
        lock = "" if batch.db.is_sqlite else " FOR UPDATE"
        batch.execute(f"SELECT id FROM approval WHERE id = ?{lock}", (self.number,))
        asked = find_approval(batch, self.number)
        if asked.status != "pending":
            raise Refused(Kind.NOT_PENDING, f"it was answered already: {asked.status}")
        if asked.by == self.by:
            raise Refused(Kind.OWN_REQUEST, "a second person must agree")
        said: dict[str, Any] = {}
        if self.agreed:
            # It is done as asked for, from where it was asked for.
            batch.terminal = asked.body.get("terminal", "")
            said = self._done(batch, asked)
            batch.terminal = self.terminal
        status = "agreed" if self.agreed else "refused"
        batch.execute("UPDATE approval SET status = ? WHERE id = ?", (status, self.number))
        batch.record(SecondAnswered(batch.now, self.by, self.number, self.agreed))
        return {"approval": self.number, "status": status, "what": asked.what} | said

    def _done(self, batch: Batch, asked: Approval) -> dict[str, Any]:
        body = asked.body
        if asked.what == "deposit":
            batch.lock_accounts({body["account"]})
            job = Deposit(body["account"], body["cents"], body["note"], asked.by, second=self.by)
            done: dict[str, Any] = job.work(batch)
            return done
        if asked.what == "account":
            account = people.create_person(
                batch,
                body["name"],
                body["role"],
                self.stored,
                must_change=True,
                by=asked.by,
                second=self.by,
            )
            return {"id": account, "name": body["name"], "role": body["role"]}
        if asked.what == "change":
            name = people.change_person(
                batch, body["account"], role=body["role"], by=asked.by, second=self.by
            )
            return {"id": body["account"], "name": name}
        if asked.what in MONEY:
            _, kind = MONEY[asked.what]
            money = msgspec.convert(body | {"by": asked.by, "second": self.by}, kind)
            given: dict[str, Any] = money.work(batch)
            return given
        return {}  # a notice: it is given by whoever asked, once this is on record


def administrators(reading: Reading) -> int:
    sql = (
        "SELECT COUNT(*) FROM account WHERE kind = 'person' AND role = 'administrator' "
        "AND disabled = ?"
    )
    return int(reading.execute(sql, (False,)).value())
