"""Who did what, when and from which terminal: the rows of every chain (tables, house, casino, keno)
between two gaming days, the latest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.store.database import Reading
from pitboss.store.period import Period
from pitboss.store.rows import THE_CASINO, THE_HOUSE

# What of a row is told in words, as far as it has it. What else it says is hashes and states.
TELLING = (
    "entry", "what", "act", "number", "slip", "form", "notice", "withdrawn", "effective_at",
    "approval", "agreed", "name", "role", "disabled", "reset", "must_change", "procedure", "reason",
    "why", "request", "seats", "options", "limits", "terms", "file", "dealers", "day", "ticket",
    "place", "note",
)  # fmt: skip
# A chain is read in portions, from its end, until there is enough.
ROWS_AT_ONCE = 500
FOR_EVER = (1 << 31, 0)


class Act(msgspec.Struct, frozen=True):
    """A row of a chain. `table` is 0 for the house and below 0 for the casino and for keno; what
    was done with an `account`, with whom (`second`), and for how much."""

    at: int
    table: int
    round: int
    seq: int
    kind: str
    by: int
    terminal: str
    account: int = 0
    second: int = 0
    cents: int = 0
    what: dict[str, Any] = {}


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Which acts are asked for: in that time; of one person, by them or
    about them; at one table, on all chains or on these alone; `house`: what nobody did as well."""

    period: Period
    person: int = 0
    table: int = 0
    chains: tuple[int, ...] = ()
    house: bool = False


def acts(reading: Reading, asked: Asked, most: int) -> list[Act]:
    """The latest acts, at most so many."""
    found: list[Act] = []
    for chain in asked.chains or _chains(reading, asked.table):
        found += _acts_of(reading, chain, asked, most)
        found.sort(key=lambda act: (act.at, act.table, act.round, act.seq), reverse=True)
        del found[most:]
    return found


def _chains(reading: Reading, table: int) -> list[int]:
    """All chains; of one table, its own and those in which it may be named."""
    if table:
        return [table, THE_HOUSE, THE_CASINO]
    tables = [row[0] for row in reading.execute("SELECT id FROM gaming_table ORDER BY id")]
    return [*(row[0] for row in reading.execute("SELECT id FROM book")), *tables]


def _acts_of(reading: Reading, chain: int, asked: Asked, most: int) -> Iterator[Act]:
    """The latest acts of a chain. Its anchors say when its days ended."""
    where, values = asked.period.within(reading, chain)
    like: list[str] = []
    if asked.person:
        where += " AND body LIKE ?"
        like = [f"%:{asked.person}%"]
    elif not asked.house:
        where += " AND body NOT LIKE ?"
        like = ['%"by":0,%']
    sql = (
        f"SELECT round, seq, body FROM entry WHERE {where} AND (round, seq) < (?, ?) "
        f"ORDER BY round DESC, seq DESC LIMIT {ROWS_AT_ONCE}"
    )
    left, before = most, FOR_EVER
    while left:
        rows = list(reading.execute(sql, [*values, *like, *before]))
        for round_, seq, text in rows:
            said = msgspec.json.decode(text)
            if left and _is_asked_for(said, chain, asked):
                left -= 1
                yield _act(said, chain, round_, seq)
        if len(rows) < ROWS_AT_ONCE:
            return
        before = (rows[-1][0], rows[-1][1])


def _is_asked_for(said: dict[str, Any], chain: int, asked: Asked) -> bool:
    if not asked.period.has(said["at"]):
        return False
    if asked.person:
        if asked.person not in (said["by"], said.get("account", 0), said.get("second", 0)):
            return False
    elif not said["by"] and not asked.house:
        return False
    return not asked.table or asked.table in (chain, said.get("table"))


def _act(said: dict[str, Any], chain: int, round_: int, seq: int) -> Act:
    own = said.get("terminal") or said.get("address") or ""
    what = {name: said[name] for name in TELLING if said.get(name)}
    if isinstance(what.get("seats"), list):
        del what["seats"]  # the lots of a tournament's round, by number
    return Act(
        said["at"],
        chain,
        round_,
        seq,
        said["kind"],
        said["by"],
        own,
        said.get("account", 0),
        said.get("second", 0),
        said.get("cents", 0),
        what,
    )
