"""8.2 at a table of the floor: additional wagering requirements (increments), and limits for a
player alone. A wager that they permit beyond the posted limits is entered as one that was accepted,
and stands in full."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.money import format_dollars
from pitboss.store.casino.rows import Terms, TermsSet, decode
from pitboss.store.database import Reading
from pitboss.store.live import Live
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_CASINO
from pitboss.store.writer import Batch
from pitboss.table.entries import Entry, Wagered, entry_text, wager_name

SECTION = "8.2"


def terms_of(reading: Reading) -> dict[int, Terms]:
    """What is asked of wagers at each table, beyond its posted limits."""
    sql = (
        "SELECT e.body FROM casino_entry i JOIN entry e ON e.table_id = ? AND e.round = 0 AND "
        "e.seq = i.seq WHERE i.kind = 'terms' ORDER BY i.seq"
    )
    found: dict[int, Terms] = {}
    for (text,) in reading.execute(sql, (THE_CASINO,)):
        body = decode(text)
        assert isinstance(body, TermsSet)
        found[body.table] = body.terms
    return found


def _known(batch: Batch, table: int) -> Terms | None:
    """The terms of a table, read once for all jobs of a batch."""
    if "terms" not in batch.scratch:
        batch.scratch["terms"] = terms_of(batch)
    found: Terms | None = batch.scratch["terms"].get(table)
    return found


def under_terms(batch: Batch, live: Live, asked: Sequence[Entry]) -> list[Entry]:
    """A patron's entries as they are taken. A wager that is no multiple of its increment is
    refused; one that a player may make beyond the posted limits is accepted."""
    if not any(type(entry) is Wagered for entry in asked):
        return list(asked)
    terms = _known(batch, live.id)
    if terms is None:
        return list(asked)
    return [_taken(live, terms, entry) if isinstance(entry, Wagered) else entry for entry in asked]


def _taken(live: Live, terms: Terms, entry: Wagered) -> Entry:
    if entry.accepted:
        return entry
    who = live.seats.get(entry.seat)
    own = terms.players.get(who.name) if who is not None else None
    low, high = live.table.limits.of(entry.kind)
    if own is not None and not low <= entry.cents <= high and own[0] <= entry.cents <= own[1]:
        return msgspec.structs.replace(entry, accepted=True)
    step = terms.increments.get(entry.kind) or terms.increments.get("", 0)
    if step and entry.cents % step:
        raise Refused(
            Kind.BAD_LIMITS,
            f"{wager_name(entry.kind, entry.spot)}: wagers here are multiples of "
            f"{format_dollars(step)}",
            entry=entry_text(entry),
            section=live.rules.law.cite(SECTION),
        )
    return entry
