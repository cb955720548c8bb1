"""What is asked of wagers at a table beyond its limits (8.2), set by whoever manages it."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.money import CENTS_MAX, format_dollars
from pitboss.store.casino.book import note
from pitboss.store.casino.money import CasinoJob
from pitboss.store.casino.rows import Terms, TermsSet
from pitboss.store.casino.wagering import SECTION
from pitboss.store.refusal import Kind, Refused
from pitboss.store.writer import Batch

PLAYERS_MAX = 200


class SetTerms(CasinoJob, kw_only=True):
    """Increments and individual limits of a table from now on, in place of those before."""

    table: int
    terms: Terms

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)

    def work(self, batch: Batch) -> Any:
        live = batch.lives.get(self.table)
        if live is None:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {self.table}")
        law = live.rules.law
        for kind, step in self.terms.increments.items():
            if kind and kind not in law.wagers:
                known = ", ".join(law.wagers)
                raise Refused(Kind.BAD_LIMITS, f"no wager {kind[:40]!r}; the wagers are {known}")
            low, _ = live.table.limits.of(kind)
            if not 0 < step <= CENTS_MAX or low % step:
                raise Refused(
                    Kind.BAD_LIMITS,
                    f"increments of {format_dollars(step)}: the minimum, {format_dollars(low)}, is "
                    "no multiple of it",
                    section=law.cite(SECTION),
                )
        for name, (low, high) in self.terms.players.items():
            if not 0 < low <= high <= CENTS_MAX or len(self.terms.players) > PLAYERS_MAX:
                raise Refused(
                    Kind.BAD_LIMITS,
                    f"limits of {name[:40]}: minimum and maximum",
                    section=law.cite(SECTION),
                )
        note(batch, TermsSet(**self.common(batch), table=self.table, terms=self.terms))
        batch.scratch.pop("terms", None)
        return {"table": self.table} | msgspec.to_builtins(self.terms)
