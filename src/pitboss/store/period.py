"""A time from one gaming day to another, and which rows of a chain lie in it."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from pitboss.store.database import Reading
from pitboss.store.writer import began_at


class Period(msgspec.Struct, frozen=True):
    """From the beginning of the first gaming day to the end of the last."""

    first: date
    last: date

    @property
    def began(self) -> int:
        return began_at(self.first)

    @property
    def ended(self) -> int:
        return began_at(self.last + timedelta(days=1))

    def has(self, at: int) -> bool:
        return self.began <= at < self.ended

    def within(self, reading: Reading, chain: int, of: str = "") -> tuple[str, list[int]]:
        """A condition on rows of a chain that all of this time fulfil, and few others: the anchors
        say when the days of the chain ended. `of` goes before the columns."""
        edge = (
            "SELECT round, seq FROM anchor WHERE table_id = ? AND made_at {} ? ORDER BY n {} "
            "LIMIT 1"
        )
        after = reading.execute(edge.format("<=", "DESC"), (chain, self.began)).first()
        until = reading.execute(edge.format(">=", ""), (chain, self.ended)).first()
        where, values = [f"{of}table_id = ?"], [chain]
        for bound, pair in ((">", after), ("<=", until)):
            if pair is not None:
                where.append(f"({of}round, {of}seq) {bound} (?, ?)")
                values += pair
        return " AND ".join(where), values
