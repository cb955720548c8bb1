"""Opening a table, with the progressive meter that it plays on."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

import msgspec

from pitboss import __version__, registry
from pitboss.errors import PitbossError
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.store.accounts import from_the_cage, new_account
from pitboss.store.jobs import Job
from pitboss.store.live import Accounts, begin, rules_of
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import Opened
from pitboss.store.writer import Batch

LABEL_LENGTH_MAX = 40
LIMIT_MAX = 10**10
CHIP_MAX = 10**8
SECONDS_MAX = 86_400


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a floorperson asks for. `day` fixes the rules to a day of the past; without it they
    are today's, and move on with the gaming day. Limits are in cents, by kind of wager. `meter`
    names the progressive meter that the table shares with others; without it the table of a
    game that has one gets its own."""

    game: str
    name: str = ""
    pit: str = "1"
    day: date | None = None
    options: dict[str, Value] = {}
    limits: dict[str, tuple[int, int]] = {}
    chip: int = 100
    dealer: str = "automatic"
    wager_seconds: int = 0
    decision_seconds: int = 0
    meter: str = ""


class OpenTable(Job):
    account: int
    asked: NewTable

    def work(self, batch: Batch) -> Any:
        body = opening(self.asked, batch.now, batch.today, self.account)
        ids = {
            kind: new_account(batch, f"{kind} {batch.now} {secrets.token_hex(6)}", kind=kind)
            for kind in Accounts.__struct_fields__
        }
        own = dict(ids)
        body = self._on_a_meter(batch, body, ids)
        batch.execute(
            "INSERT INTO gaming_table (name, pit, game, status, n, round, seq, hash, at, "
            "inventory_id, layout_id, vigorish_id, jackpot_id) "
            "VALUES (?, ?, ?, 'idle', 0, 0, -1, '', ?, ?, ?, ?, ?)",
            (body.name, body.pit, body.game, batch.now, *ids.values()),
        )
        sql = "SELECT id FROM gaming_table WHERE inventory_id = ?"
        table = batch.execute(sql, (ids["inventory"],)).value()
        for kind, account in own.items():
            name = f"table {table} {kind}"
            batch.execute("UPDATE account SET name = ? WHERE id = ?", (name, account))
        batch.lives[table] = begin(table, Accounts(**ids), body)
        draft = batch.draft(table, self.account)
        draft.append(body)
        draft.checkpoint()
        draft.live.round, draft.live.seq = 1, 0
        batch.keep(draft)
        return {"table": table, "n": draft.live.n, "name": body.name}

    def _on_a_meter(self, batch: Batch, body: Opened, ids: dict[str, int]) -> Opened:
        """Puts the table on its progressive meter: the one that it names, or one of its own. A
        new one is set from the cage to the amount at which the game begins."""
        game, name = registry.find(body.game), self.asked.meter
        if not game.shared_meter:
            if name:
                raise Refused(Kind.NO_METER, f"{game.key} has no progressive meter")
            return body
        name = name or f"meter {ids['jackpot']}"
        sql = "SELECT account_id, game, payments FROM meter WHERE name = ?"
        shared = batch.execute(sql, (name,)).first()
        if shared is None:
            _begin_meter(batch, ids["jackpot"], name, body)
        elif shared[1] != game.key:
            raise Refused(Kind.NO_METER, f"the meter {name} belongs to {shared[1]}")
        else:
            ids["jackpot"] = shared[0]
            batch.lock_accounts({shared[0]})
            batch.payments[shared[0]] = shared[2]
        return msgspec.structs.replace(body, meter=name)


def _begin_meter(batch: Batch, account: int, name: str, body: Opened) -> None:
    rules = rules_of(body.game, body.day, body.options)
    _, state = registry.find(body.game).prepare(rules)
    batch.execute(
        "INSERT INTO meter (account_id, name, game, payments) VALUES (?, ?, ?, ?)",
        (account, name, body.game, state.payments),
    )
    batch.payments[account] = state.payments
    if state.meter:
        from_the_cage(batch, account, state.meter, f"the progressive meter {name}", body.by)


def opening(asked: NewTable, now: int, today: date, by: int) -> Opened:
    """Returns the opening row, or refuses a table that cannot be."""
    try:
        game = registry.find(asked.game)
        day = asked.day or today
        rules = rules_of(game.key, day, asked.options)
        check_limits(asked.limits, asked.chip, rules.law)
        game.open_table(rules, 1)
    except PitbossError as error:
        raise Refused(Kind.IMPOSSIBLE_TABLE, str(error), section=error.cite) from None
    if asked.dealer not in ("automatic", "by hand"):
        raise Refused(Kind.BAD_FIELD, "dealer: expected 'automatic' or 'by hand'")
    for name in ("name", "pit", "meter"):
        text = getattr(asked, name)
        if len(text) > LABEL_LENGTH_MAX or not text.isprintable():
            raise Refused(
                Kind.BAD_FIELD, f"{name}: at most {LABEL_LENGTH_MAX} printable characters"
            )
    for seconds in (asked.wager_seconds, asked.decision_seconds):
        if not 0 <= seconds <= SECONDS_MAX:
            raise Refused(Kind.BAD_FIELD, f"seconds: expected 0 (never) to {SECONDS_MAX}")
    title = game.regulation.data.title
    return Opened(
        now, by, asked.name or title, asked.pit or "1", game.key, day, asked.day is None, today,
        asked.options, asked.limits, asked.chip, asked.dealer == "by hand", asked.wager_seconds,
        asked.decision_seconds, rules.law.hash, __version__,
    )  # fmt: skip


def check_limits(limits: dict[str, tuple[int, int]], chip: int, law: Law) -> None:
    for kind, (low, high) in limits.items():
        if kind and kind not in law.wagers:
            known = ", ".join(law.wagers)
            raise Refused(Kind.BAD_LIMITS, f"no wager {kind[:40]!r}; the wagers are {known}")
        if not 0 < low <= high <= LIMIT_MAX:
            raise Refused(
                Kind.BAD_LIMITS, f"limits of {kind or 'all wagers'}: minimum and maximum",
                section=law.cite("8.2"),
            )  # fmt: skip
    if not 0 < chip <= CHIP_MAX:
        raise Refused(Kind.BAD_LIMITS, "chip: the smallest chip, in cents")
