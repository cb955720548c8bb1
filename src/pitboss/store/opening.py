"""Opening a table, with the progressive meter that it plays on."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

import msgspec

from pitboss import registry
from pitboss.chain import hex_digest
from pitboss.errors import NotPermitted, PitbossError, UnknownName
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.store.accounts import from_the_cage, new_account
from pitboss.store.casino.book import tables_apart
from pitboss.store.casino.money import note_training
from pitboss.store.jobs import Job
from pitboss.store.live import Accounts, begin, rules_of
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import FLOOR, AccountMade, MeterBegun, Opened, TableListed
from pitboss.store.software import identity
from pitboss.store.writer import Batch

LABEL_LENGTH_MAX = 40
LIMIT_MAX = 10**10
CHIP_MAX = 10**8
SECONDS_MAX = 86_400
IDLE_ROUNDS_MAX = 10_000
# What an automatic table does if nothing else is said: wagering closes so long after the first
# wager, and whoever does not decide in time is decided for (`dealing.costs_least`).
WAGER_SECONDS, DECISION_SECONDS, IDLE_ROUNDS = 45, 60, 50


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a floorperson asks for. `day` fixes the rules to a day of the past; without it they
    are today's, and move on with the gaming day. Limits are in cents, by kind of wager. `meter`
    names the progressive meter that the table shares with others; without it the table of a
    game that has one gets its own. A seat without a wager for `idle_rounds` is given up (0:
    never). Where `assigned` is true, only dealers who are assigned to the table deal at it. A table
    for `training` is dealt by hand; guests of the house sit at it, and nobody else; where
    `guests_play`, they wager and decide by themselves."""

    game: str
    name: str = ""
    pit: str = "1"
    day: date | None = None
    options: dict[str, Value] = {}
    limits: dict[str, tuple[int, int]] = {}
    chip: int = 100
    dealer: str = "automatic"
    wager_seconds: int = WAGER_SECONDS
    decision_seconds: int = DECISION_SECONDS
    meter: str = ""
    idle_rounds: int = IDLE_ROUNDS
    assigned: bool = False
    training: bool = False
    guests_play: bool = False


class OpenTable(Job):
    account: int
    asked: NewTable

    def work(self, batch: Batch) -> Any:
        body = opening(self.asked, batch.now, batch.today, self.account)
        shared = self._shared_meter(batch, body)
        ids = {
            kind: new_account(
                batch, f"{kind} {batch.now} {secrets.token_hex(6)}", kind=kind, listed=False
            )
            for kind in Accounts.__struct_fields__
        }
        own = dict(ids)
        body = self._on_a_meter(batch, body, ids, shared)
        table = batch.execute(
            "INSERT INTO gaming_table (name, pit, game, status, n, round, seq, hash, at, "
            "inventory_id, layout_id, vigorish_id, jackpot_id) "
            "VALUES (?, ?, ?, 'idle', 0, 0, -1, '', ?, ?, ?, ?, ?) RETURNING id",
            (body.name, body.pit, body.game, batch.now, *ids.values()),
        ).value()
        for kind, account in own.items():
            name = f"table {table} {kind}"
            batch.execute("UPDATE account SET name = ? WHERE id = ?", (name, account))
            batch.record(
                AccountMade(batch.now, self.account, account, name, kind, secret=hex_digest(b""))
            )
        accounts = Accounts(**ids)
        numbers = (accounts.inventory, accounts.layout, accounts.vigorish, accounts.jackpot)
        batch.record(TableListed(batch.now, self.account, table, body.game, numbers))
        batch.lives[table] = begin(table, accounts, body)
        draft = batch.draft(table, self.account)
        draft.append(body)
        draft.checkpoint()
        draft.live.round, draft.live.seq = 1, 0
        batch.keep(draft)
        if body.training:
            note_training(batch, table, self.account)
        return {"table": table, "id": table, "n": draft.live.n, "name": body.name}

    def _shared_meter(self, batch: Batch, body: Opened) -> Any:
        """Returns the meter that the table names, if there is one, before anything is written."""
        game, name = registry.find(body.game), self.asked.meter
        if not game.shared_meter and name:
            raise Refused(Kind.NO_METER, f"{game.key} has no progressive meter")
        sql = "SELECT account_id, game, payments FROM meter WHERE name = ?"
        shared = batch.execute(sql, (name,)).first() if name else None
        if shared is not None and shared[1] != game.key:
            raise Refused(Kind.NO_METER, f"the meter {name} belongs to {shared[1]}")
        if shared is not None and (body.training or _is_apart(batch, shared[0])):
            raise Refused(Kind.NO_METER, "a table for training shares no meter")
        return shared

    def _on_a_meter(self, batch: Batch, body: Opened, ids: dict[str, int], shared: Any) -> Opened:
        """Puts the table on its progressive meter: the one that it names, or one of its own. A
        new one is set from the cage to the amount at which the game begins."""
        if not registry.find(body.game).shared_meter:
            return body
        name = self.asked.meter or f"meter {ids['jackpot']}"
        if shared is None:
            _begin_meter(batch, ids["jackpot"], name, body)
        else:
            ids["jackpot"] = shared[0]
            batch.lock_accounts({shared[0]})
            batch.payments[shared[0]] = shared[2]
        return msgspec.structs.replace(body, meter=name)


def _is_apart(batch: Batch, meter: int) -> bool:
    """Whether a table stands on that meter at which no money is played for."""
    tables = batch.execute("SELECT id FROM gaming_table WHERE jackpot_id = ?", (meter,))
    return not tables_apart(batch).isdisjoint(row[0] for row in tables)


def _begin_meter(batch: Batch, account: int, name: str, body: Opened) -> None:
    rules = rules_of(body.game, body.day, body.options)
    _, state = registry.find(body.game).prepare(rules)
    batch.execute(
        "INSERT INTO meter (account_id, name, game, payments) VALUES (?, ?, ?, ?)",
        (account, name, body.game, state.payments),
    )
    batch.payments[account] = state.payments
    batch.record(MeterBegun(batch.now, body.by, account, name, body.game, state.payments))
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
    except UnknownName as error:
        raise Refused(Kind.NO_SUCH_GAME, str(error)) from None
    except NotPermitted as error:
        raise Refused(Kind.NOT_PERMITTED, str(error), section=error.cite) from None
    except PitbossError as error:
        raise Refused(Kind.IMPOSSIBLE_TABLE, str(error), section=error.cite) from None
    if asked.dealer not in ("automatic", "by hand"):
        raise Refused(Kind.BAD_FIELD, "dealer: expected 'automatic' or 'by hand'")
    if asked.training and asked.dealer != "by hand":
        raise Refused(Kind.BAD_FIELD, "training: a table for training is dealt by hand")
    for name in ("name", "pit", "meter"):
        text = getattr(asked, name)
        if len(text) > LABEL_LENGTH_MAX or not text.isprintable():
            raise Refused(
                Kind.BAD_FIELD, f"{name}: at most {LABEL_LENGTH_MAX} printable characters"
            )
    for seconds in (asked.wager_seconds, asked.decision_seconds):
        if not 0 <= seconds <= SECONDS_MAX:
            raise Refused(Kind.BAD_FIELD, f"seconds: expected 0 (never) to {SECONDS_MAX}")
    if not 0 <= asked.idle_rounds <= IDLE_ROUNDS_MAX:
        raise Refused(Kind.BAD_FIELD, f"idle_rounds: expected 0 (never) to {IDLE_ROUNDS_MAX}")
    if day > today:
        raise Refused(Kind.BAD_FIELD, f"day: {day} is still to come; today is {today}")
    title = game.regulation.data.title
    return Opened(
        now,
        by,
        asked.name or title,
        asked.pit or "1",
        game.key,
        day,
        asked.day is None,
        today,
        asked.options,
        asked.limits,
        asked.chip,
        asked.dealer == "by hand",
        asked.wager_seconds,
        asked.decision_seconds,
        rules.law.hash,
        identity(game.key),
        floor=FLOOR,
        idle_rounds=asked.idle_rounds,
        assigned=asked.assigned,
        training=asked.training,
        guests_play=asked.training and asked.guests_play,
    )


def check_limits(limits: dict[str, tuple[int, int]], chip: int, law: Law) -> None:
    for kind, (low, high) in limits.items():
        if kind and kind not in law.wagers:
            known = ", ".join(law.wagers)
            raise Refused(Kind.BAD_LIMITS, f"no wager {kind[:40]!r}; the wagers are {known}")
        if not 0 < low <= high <= LIMIT_MAX:
            raise Refused(
                Kind.BAD_LIMITS,
                f"limits of {kind or 'all wagers'}: minimum and maximum",
                section=law.cite("8.2"),
            )
    if not 0 < chip <= CHIP_MAX:
        raise Refused(Kind.BAD_LIMITS, "chip: the smallest chip, in cents")
