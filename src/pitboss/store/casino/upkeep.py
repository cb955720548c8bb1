"""When cards, dice, tiles and shakers of a table are due to be changed or inspected, by the game's
own subchapter or by the rules of equipment; and putting on record that it was done."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from pitboss.law.regulation import data_folder
from pitboss.store.casino.book import entries, note
from pitboss.store.casino.money import CasinoJob
from pitboss.store.casino.rows import EquipmentSeen, TableSubmitted
from pitboss.store.database import Reading
from pitboss.store.live import Live
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import Ended, decode
from pitboss.store.writer import Batch

HOUR_MS = 3_600_000
# So long before it is late, it is shown as due.
AHEAD_MS = 30 * 60_000
CARD_HOURS = "card_change_hours"
CHANGED_FOLLOWS = "no round is begun before they are changed: the dealer enters ! {name}"


class Upkeep(msgspec.Struct, frozen=True):
    """Something that is to be done with a table's equipment, every so many hours (0: once in every
    gaming day), and what follows where it is not done."""

    what: str
    act: str
    every: int
    by: str
    cite: str
    basis: str
    label: str
    follows: str


class _Stated(Upkeep, frozen=True, kw_only=True):
    games: list[str]


class Due(msgspec.Struct, frozen=True):
    """An act of upkeep at a table: when it was last done (0: never), when it is late, and how it
    stands: in order, due or late."""

    table: int
    name: str
    pit: str
    upkeep: Upkeep
    last: int
    late_at: int
    state: str


@cache
def _stated() -> list[_Stated]:
    text = (data_folder() / "upkeep.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["upkeep"], list[_Stated])


def upkeep_of(live: Live, hours: int = 0) -> list[Upkeep]:
    """What is to be done at a table of this game, under the rules in force there. `hours` is how
    often the licensee changes cards by its submission, where that is more often."""
    law = live.rules.law
    dealt = "hand" if law.options.get("dealing") == "hand" else "shoe"
    found = []
    for name, what, irregularity in (
        (f"{CARD_HOURS}_{dealt}", "cards", "cards-due-for-change"),
        (CARD_HOURS, "cards", "cards-due-for-change"),
        ("dice_hours", "dice", "dice-due-for-change"),
    ):
        entry = law.values.get(name)
        stated = live.game.regulation.values[name].at(live.day) if entry is not None else None
        if stated is None:
            continue
        assert isinstance(stated.value, int)
        every = stated.value
        if hours and what == "cards":
            every = min(every, hours)
        found.append(
            Upkeep(
                what,
                "changed",
                every,
                "floorperson",
                law.cite(stated.cite),
                law.known(stated.cite, stated.basis).basis,
                stated.label,
                CHANGED_FOLLOWS.format(name=irregularity),
            )
        )
    found += [each for each in _stated() if live.game.key in each.games]
    return found


def due_acts(reading: Reading, lives: list[Live], now: int, day_began: int) -> list[Due]:
    """Every act of upkeep of these tables, the latest first. `day_began` is when the gaming day
    did; what is done once a day is late at its end."""
    seen: dict[tuple[int, str], int] = {}
    for entry in entries(reading, kind="upkeep"):
        body = entry.body
        assert isinstance(body, EquipmentSeen)
        seen[body.table, body.what] = body.at
    hours = {
        entry.body.table: entry.body.card_change_hours
        for entry in entries(reading, kind="submitted")
        if isinstance(entry.body, TableSubmitted)
    }
    found = []
    for live in lives:
        if live.closed or live.opened.training:
            continue
        for upkeep in upkeep_of(live, hours.get(live.id, 0)):
            last = max(seen.get((live.id, upkeep.what), 0), _fresh(reading, live, upkeep))
            if not last and upkeep.every:
                continue  # nothing lies on the table yet
            found.append(_due(live, upkeep, last, now, day_began))
    return sorted(found, key=lambda due: due.late_at)


def _fresh(reading: Reading, live: Live, upkeep: Upkeep) -> int:
    """When the equipment came to the table, so far as the table's own chain says so."""
    if not upkeep.every:
        return 0
    if upkeep.what == "dice":
        sql = (
            "SELECT body FROM entry WHERE table_id = ? AND body LIKE ? "
            "ORDER BY round DESC, seq DESC LIMIT 1"
        )
        like = '{"kind":"entry"%"entry":"! dice-due-for-change%'
        changed = reading.execute(sql, (live.id, like)).first()
        return live.opened.at if changed is None else decode(changed[0]).at
    # Cards are opened in a procedure of their own, also where they were changed.
    sql = "SELECT body FROM entry WHERE table_id = ? AND body LIKE ? ORDER BY round DESC LIMIT 1"
    like = '{"kind":"end"%"procedure":"opening"%'
    opened = reading.execute(sql, (live.id, like)).first()
    if opened is None:
        return 0
    body = decode(opened[0])
    assert isinstance(body, Ended)
    return body.at


def _due(live: Live, upkeep: Upkeep, last: int, now: int, day_began: int) -> Due:
    if upkeep.every:
        late_at = last + upkeep.every * HOUR_MS
    else:
        done = last >= day_began
        late_at = day_began + 24 * HOUR_MS * (1 + done)
    state = "late" if now >= late_at else "due" if now >= late_at - AHEAD_MS else "in order"
    if not upkeep.every and last < day_began and state == "in order":
        state = "open"  # to be done in this gaming day
    return Due(live.id, live.opened.name, live.opened.pit, upkeep, last, late_at, state)


class SeeToEquipment(CasinoJob, kw_only=True):
    """Cards, dice, tiles or a shaker of a table were changed or inspected. `tampered`: what the
    inspection found, to be reported at once."""

    table: int
    what: str
    tampered: bool = False

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)

    def work(self, batch: Batch) -> Any:
        live = batch.lives.get(self.table)
        if live is None:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no table {self.table}")
        known = {upkeep.what: upkeep for upkeep in upkeep_of(live)}
        if self.what not in known:
            expected = ", ".join(known) or "nothing that we know of"
            raise Refused(
                Kind.BAD_FIELD,
                f"what: at {live.game.key} expected {expected}, not {self.what[:40]!r}",
            )
        upkeep = known[self.what]
        body = EquipmentSeen(
            **self.common(batch),
            table=self.table,
            what=self.what,
            act=upkeep.act,
            tampered=self.tampered,
        )
        note(batch, body)
        report = upkeep.follows if self.tampered else ""
        return {"table": self.table, "what": self.what, "act": upkeep.act, "report": report}
