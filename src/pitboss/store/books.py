"""What a table leaves behind, for whoever reads it: its procedures, its shoes, its anchors."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.equipment.cards import cards_text
from pitboss.store.database import Reading
from pitboss.store.live import Live
from pitboss.store.loading import ROW, load_shoe
from pitboss.store.period import Period
from pitboss.store.rows import THE_HOUSE, Ended, decode

SHOES_AT_ONCE = 50
ANCHORS_AT_ONCE = 2000
HISTORY_AT_ONCE = 100
MOVEMENTS_AT_ONCE = 5000
# What somebody is told of their own account's history.
HISTORY = ("role", "disabled", "reset", "address", "cents", "note", "second")


class Procedure(msgspec.Struct, frozen=True):
    """A procedure of a table: how many rows it has, when the last of them was written, and what
    each seat won or lost if it is over."""

    round: int
    rows: int
    ended: bool
    at: int
    procedure: str
    net: dict[str, int] | None


def procedures_before(reading: Reading, live: Live, before: int, limit: int) -> list[Procedure]:
    """Returns the procedures of a table, the latest first."""
    sql = (
        "SELECT e.round, e.seq, e.body FROM entry e WHERE e.table_id = ? AND e.round < ? AND "
        "e.round >= 1 AND e.seq = (SELECT MAX(seq) FROM entry m WHERE m.table_id = e.table_id "
        "AND m.round = e.round) ORDER BY e.round DESC LIMIT ?"
    )
    listed = []
    for number, seq, text in reading.execute(sql, (live.id, before, limit)):
        body = decode(text)
        if isinstance(body, Ended):
            listed.append(Procedure(number, seq, True, body.at, body.procedure, body.net))
        else:
            listed.append(Procedure(number, seq, False, body.at, live.table.next, None))
    return listed


class ShoeRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe with its commitment; its salt and its order once it is no longer used."""

    number: int
    round: int
    commitment: str
    salt: str = ""
    cards: str = ""


def shoes_before(
    reading: Reading, live: Live, before: int, *, ordered: bool = True
) -> list[ShoeRecord]:
    """Returns the shoes of a table, the latest first; of those that are over the order as well,
    where that may be told (`ordered`)."""
    sql = (
        "SELECT number, round, commitment FROM shoe WHERE table_id = ? AND number < ? "
        f"ORDER BY number DESC LIMIT {SHOES_AT_ONCE}"
    )
    listed = []
    for number, round_, commitment in reading.execute(sql, (live.id, before)):
        salt = cards = ""
        if ordered and _is_over(reading, live, number):
            order = load_shoe(reading, live.id, number)
            salt, cards = order.salt, cards_text(order.cards)
        listed.append(ShoeRecord(number, round_, commitment, salt, cards))
    return listed


def _is_over(reading: Reading, live: Live, number: int) -> bool:
    """Whether another shoe took its place, and no procedure that may have dealt from it is still
    under way."""
    if live.shoe is not None and number >= live.shoe.number:
        return live.closed
    sql = "SELECT round FROM shoe WHERE table_id = ? AND number = ?"
    after = reading.execute(sql, (live.id, number + 1)).first()
    # Its last card was dealt before the next shoe was committed, in that procedure at the
    # latest: while that one has dealt nothing before the new shoe, nothing can be learnt.
    if after is None or after[0] < live.round:
        return after is not None
    first = "SELECT MIN(seq) FROM entry WHERE table_id = ? AND round = ? AND body LIKE ?"
    shoe_at, entry_at = (
        reading.execute(first, (live.id, after[0], f'{{"kind":"{kind}"%')).value()
        for kind in ("shoe", "entry")
    )
    return shoe_at is not None and (entry_at is None or shoe_at < entry_at)


class Anchor(msgspec.Struct, frozen=True):
    """Where the chain of a table stood at the end of a gaming day."""

    table: int
    day: str
    entries: int
    hash: str
    made_at: int


class Happened(msgspec.Struct, frozen=True):
    """A row of the chain of the house that is about one account."""

    at: int
    by: int
    kind: str
    what: dict[str, Any]


def history_of(reading: Reading, account: int) -> list[Happened]:
    """Returns what the chain of the house says of an account, the latest first: sign-ins, wrong
    passwords, changes, deposits."""
    sql = (
        f"{ROW} WHERE table_id = {THE_HOUSE} AND body LIKE ? ORDER BY seq DESC "
        f"LIMIT {HISTORY_AT_ONCE}"
    )
    found = []
    for row in reading.execute(sql, (f'%"account":{account},%',)):
        said = msgspec.json.decode(row[3])
        if said.get("account") == account:
            what = {name: value for name, value in said.items() if name in HISTORY}
            found.append(Happened(said["at"], said["by"], said["kind"], what))
    return found


def house_head(reading: Reading) -> tuple[int, str]:
    """Returns how many rows the chain of the house has, and the hash of the last."""
    n, mark = reading.execute("SELECT n, hash FROM book WHERE id = 0").first()
    return n, mark


def anchors(reading: Reading, day: str = "") -> list[Anchor]:
    """Returns the anchors of that day, or of all days, the latest first."""
    where, values = (" WHERE day = ?", (day,)) if day else ("", ())
    sql = f"SELECT table_id, day, n, hash, made_at FROM anchor{where} ORDER BY day DESC, table_id"
    return [Anchor(*found) for found in reading.execute(f"{sql} LIMIT {ANCHORS_AT_ONCE}", values)]


class Movement(msgspec.Struct, frozen=True):
    """What a row moved at an account: where it stands, when it was written, by whom, and why."""

    at: int
    table: int
    round: int
    seq: int
    by: int
    kind: str
    what: str
    cents: int
    terminal: str


def statement(
    reading: Reading, account: int, period: Period, *, table: int = 0, kind: str = ""
) -> list[Movement]:
    """Returns what moved at an account in that time, the latest first: at one table, by rows of one
    kind, if that is asked for."""
    sql = "SELECT DISTINCT table_id FROM posting WHERE account_id = ?"
    chains = [table] if table else [row[0] for row in reading.execute(sql, (account,))]
    like = f'{{"kind":"{kind}"%' if kind else "%"
    found: list[Movement] = []
    for chain in chains:
        where, values = period.within(reading, chain, "p.")
        sql = (
            "SELECT p.table_id, p.round, p.seq, p.cents, e.body FROM posting p JOIN entry e ON "
            "e.table_id = p.table_id AND e.round = p.round AND e.seq = p.seq WHERE "
            f"p.account_id = ? AND e.body LIKE ? AND {where} ORDER BY p.round DESC, p.seq DESC "
            f"LIMIT {MOVEMENTS_AT_ONCE + 1}"
        )
        for _, round_, seq, cents, text in reading.execute(sql, (account, like, *values)):
            body = msgspec.json.decode(text)
            if period.has(body["at"]):
                what = body.get("entry") or body.get("note") or body.get("procedure") or ""
                said = (body["by"], body["kind"], what, cents, body.get("terminal", ""))
                found.append(Movement(body["at"], chain, round_, seq, *said))
    return sorted(found, key=lambda one: (one.at, one.table, one.round, one.seq), reverse=True)


def house_rows(reading: Reading, before: int, limit: int) -> list[Happened]:
    """Returns rows of the chain of the house, the latest first; `what` has everything else that
    they say, the number of the row (`seq`) included."""
    sql = f"{ROW} WHERE table_id = {THE_HOUSE} AND seq < ? ORDER BY seq DESC LIMIT ?"
    found = []
    for row in reading.execute(sql, (before, limit)):
        said = msgspec.json.decode(row[3])
        at, by, kind = said.pop("at"), said.pop("by"), said.pop("kind")
        found.append(Happened(at, by, kind, {"seq": row[2]} | said))
    return found


def names_of(reading: Reading) -> dict[int, str]:
    """Returns what every account is called; 0 is the house itself."""
    return {0: "the house"} | dict(reading.execute("SELECT id, name FROM account"))
