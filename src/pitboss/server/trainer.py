"""What the dealer's page shows at a training table: what may be chosen, the hint that was asked
for, and how the trainee has done here."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.school.repertoire import choices_at, repertoire_of
from pitboss.server.bridge import Ask
from pitboss.store.live import Live, seats_at
from pitboss.store.period import Period
from pitboss.store.roles import may
from pitboss.store.training import attempts, scored

MISTAKES_SHOWN = 5


def trainer_of(ask: Ask, live: Live, hint: Any = None) -> dict[str, Any] | None:
    """None where the table is no training table, or the caller does not deal."""
    if not live.opened.training or not may(ask.person.role, "deal"):
        return None
    prompt = live.outcome.prompt if live.outcome is not None else None
    seed = f"{live.id} {live.round} {live.seq}"
    choices = choices_at(
        repertoire_of(live.game, live.rules),
        prompt,
        sorted(live.table.seats),
        seed,
        positions=seats_at(live),
    )
    opened = date.fromtimestamp(live.opened.at / 1000)
    period = Period(opened.replace(day=1), ask.house.writer.day_of(ask.house.clock()))
    with ask.house.db.read() as reading:
        made = attempts(reading, period, account=ask.person.id, table=live.id)
    return {
        "places": choices.places,
        "said": choices.said,
        "acts": choices.acts,
        "hint": hint,
        "score": scored(made, lambda _: "").get("", None),
        "mistakes": [one for one in made if one.result == "wrong"][-MISTAKES_SHOWN:][::-1],
        "seats": [f"p{seat}" for seat in sorted(live.table.seats)],
        "yours": prompt is not None and prompt.seat <= 0,
        "by_themselves": live.opened.guests_play,
    }
