"""A hint at a training table, which is given only to whoever asks for it."""

from __future__ import annotations

from typing import Any

from pitboss.school.acts import expected
from pitboss.store.jobs import TableJob
from pitboss.store.refusal import Kind, Refused
from pitboss.store.training import DRAW, attempt_at, put_on_record
from pitboss.store.writer import Batch


class GiveHint(TableJob):
    """A trainee asks what the procedure wants: that is told, and put on record."""

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        if not live.opened.training:
            raise Refused(Kind.FORBIDDEN, "hints are given at training tables alone")
        if live.outcome is None or live.outcome.prompt.seat > 0:
            raise Refused(Kind.NO_CHANGE, "the table does not wait for you")
        prompt = live.outcome.prompt
        put_on_record(batch, attempt_at(live, batch.now, self.account, "hint", ""))
        place = prompt.what if prompt.kind == DRAW else ""
        act = expected(prompt)
        if prompt.kind == "number":
            act = f"{prompt.what} {act}"  # any number from it on is right, as long as it is one
        return {"table": self.table, "section": prompt.citation(), "act": act, "place": place}
