"""What the writer is asked to do. Each job checks first and writes last: one that is refused
has changed nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import __version__, registry
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.log.steps import prompt_for
from pitboss.store.dealing import costs_least
from pitboss.store.draft import Draft
from pitboss.store.live import Accounts, Change, Live, Refused, begin, rules_of
from pitboss.store.roles import check_entry
from pitboss.store.rows import LEAVING, Deposited, NoticeGiven, Opened
from pitboss.store.writer import Batch
from pitboss.table.entries import (
    Called,
    Closed,
    Did,
    Entry,
    Found,
    Reduced,
    Wagered,
    entry_text,
    parse_entry,
    seat_text,
)
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_json, line_json, standing_json
from pitboss.table.view import view

ENTRIES_A_REQUEST_MAX = 64
WAGERS_A_PROCEDURE_MAX = 1000
BALANCE_MAX = 10**14
EQUIPMENT = ("draw", "roll", "spin")
MOVES_CHIPS = (Wagered, Reduced, Called)
TABLE_ACCOUNTS = ("inventory", "layout", "vigorish", "jackpot")


class Job:
    """See `writer.Job`."""

    def __init__(
        self,
        tables: Sequence[int] = (),
        accounts: Sequence[int] = (),
        *,
        key: str = "",
        request: str = "",
    ) -> None:
        self.tables = tuple(tables)
        self.accounts = tuple(accounts)
        self.key = key
        self.request = request

    def work(self, batch: Batch) -> Any:
        raise NotImplementedError


class Call(Job):
    """Anything else that writes: a function of the batch."""

    def __init__(self, function: Callable[[Batch], Any], **keywords: Any) -> None:
        super().__init__(**keywords)
        self.function = function

    def work(self, batch: Batch) -> Any:
        return self.function(batch)


# -- entries ------------------------------------------------------------------------------------


class Enter(Job):
    """Entries of one account at one table: all of them, or none."""

    def __init__(
        self,
        table: int,
        account: int,
        role: str,
        entries: Sequence[str],
        *,
        at: int | None = None,
        key: str = "",
        request: str = "",
    ) -> None:
        super().__init__((table,), (account,), key=key, request=request)
        self.table = table
        self.account = account
        self.role = role
        self.at = at
        self.entries = parsed(entries)
        check_equipment(self.entries)

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        seat = live.seat_of(self.account)
        if self.at is not None and self.at != live.n:
            raise Refused(
                409, "moved-on", f"the table has {live.n} entries, not {self.at}",
                **expected(live, seat, self.role),
            )  # fmt: skip
        if live.closed:
            raise Refused(409, "table-closed", "the table is closed")
        self._leave_room(live)
        for entry in self.entries:
            check_entry(live, self.account, self.role, entry)
        draft = batch.draft(self.table, self.account)
        advance(draft, self.entries, live, seat, self.role)
        batch.keep(draft)
        return step_json(draft, seat if self.role == "patron" else eyes(self.role))

    def _leave_room(self, live: Live) -> None:
        """The tape of a procedure has an end: chips moved to and fro must not use it up before
        the dealer can go on."""
        room = WAGERS_A_PROCEDURE_MAX - len(live.entries)
        if room >= len(self.entries):
            return
        moved = sum(type(entry) in MOVES_CHIPS for entry in self.entries)
        if moved > max(room, 0):
            raise Refused(
                429, "too-many-entries", "no more wagers are taken in this round: it must go on"
            )


# The same lines are posted again and again.
_entry_of = lru_cache(maxsize=10_000)(parse_entry)


def parsed(entries: Sequence[str]) -> list[Entry]:
    if not 1 <= len(entries) <= ENTRIES_A_REQUEST_MAX:
        raise Refused(422, "bad-entry", f"expected 1 to {ENTRIES_A_REQUEST_MAX} entries")
    found = []
    for text in entries:
        try:
            found.append(_entry_of(text))
        except BadInput as error:
            raise Refused(422, "bad-entry", str(error), entry=text[:200]) from None
    return found


def check_equipment(entries: Sequence[Entry]) -> None:
    """What the equipment shows ends a request. Entries are taken all together or not at all: one
    that followed could be such that the whole is refused unless a certain card or roll comes,
    and another roll would be had for the asking."""
    for entry in entries[:-1]:
        if type(entry) is Found or (type(entry) is Did and entry.act in EQUIPMENT):
            raise Refused(
                422,
                "equipment",
                "a card, a roll or a spin ends the request",
                entry=entry_text(entry),
            )


def advance(
    draft: Draft, entries: Sequence[Entry], live: Live, seat: int = 0, role: str = ""
) -> None:
    """Play the entries; what the procedure says against them is a refusal, which tells what
    `live`, the table before them, waits for."""
    try:
        draft.play(entries)
    except Illegal as illegal:
        more = expected(live, seat, role) | {"section": illegal.cite}
        raise Refused(
            422, "illegal-entry", _reason(illegal, live, draft.by, role), entry=illegal.got,
            position=illegal.entry, **more,
        ) from None  # fmt: skip
    except PitbossError as error:
        raise Refused(422, "refused", str(error), section=error.cite) from None


def _reason(illegal: Illegal, live: Live, account: int, role: str) -> str:
    """Why the procedure refuses the entry, in its own words where the prompt is the caller's:
    what it expects of somebody else may name cards that only they see."""
    prompt = illegal.prompt
    if prompt is None or prompt.seat < 0:
        return illegal.reason
    who = live.seats.get(prompt.seat)
    if prompt.seat == 0:
        own = eyes(role) == 0
    else:
        own = who is not None and (who.account == account or (who.guest and eyes(role) == 0))
    return illegal.reason if own else f"the table waits for {waiting_for(prompt)}"


def eyes(role: str) -> int:
    """As which seat somebody who has none sees the table: the dealer as the dealer, everybody
    else as a bystander."""
    return 0 if role in ("dealer", "floorperson", "pit-boss") else -1


def expected(live: Live, seat: int, role: str) -> dict[str, Any]:
    """What the table waits for, as far as the caller may know."""
    if live.outcome is None:
        return {"expected": [], "waiting_for": None, "n": live.n}
    prompt = live.outcome.prompt
    own = prompt_json(live, seat, role)
    return {
        "expected": [] if own is None else [_words(one) for one in own["answers"]],
        "waiting_for": waiting_for(prompt),
        "section": prompt.citation(),
        "n": live.n,
    }


def _words(answer: dict[str, Any]) -> str:
    from pitboss.table.prompts import _answer_text

    return _answer_text(answer)


def waiting_for(prompt: Prompt) -> str:
    return "players" if prompt.seat < 0 else seat_text(prompt.seat)


def prompt_json(live: Live, seat: int, role: str) -> dict[str, Any] | None:
    """The prompt, if it is the caller's to answer: never with the cards that are left."""
    if live.outcome is None:
        return None
    prompt = live.outcome.prompt
    if role == "patron":
        if not seat or seat not in live.table.seats:
            return None
        found = prompt_for(prompt, seat)
        if prompt.seat < 0 and not live.by_hand and _may_close(live, live.owner(seat)):
            if found is None:
                found = {"seat": seat_text(seat), "kind": prompt.kind, "what": prompt.what,
                         "answers": [], "cite": prompt.citation()}  # fmt: skip
            found["answers"] = [*found["answers"], {"entry": "d close"}]
        return found
    if eyes(role) == 0:
        return _dealers_prompt(live, prompt)
    return None


def _dealers_prompt(live: Live, prompt: Prompt) -> dict[str, Any] | None:
    """What the dealer may answer: what is the dealer's own, and for guests of the house."""
    guests = [seat for seat, who in live.seats.items() if who.guest]
    found = prompt_for(prompt, 0)
    if prompt.kind in ("draw", "roll", "spin") and found is not None:
        found["answers"] = [{"entry": f"d {prompt.kind}"}]
    for seat in guests:
        theirs = prompt_for(prompt, seat)
        if theirs is not None:
            answers = [*(found or {"answers": []})["answers"], *theirs["answers"]]
            found = (found or theirs) | {"answers": answers}
    return found


def _may_close(live: Live, account: int) -> bool:
    assert live.outcome is not None
    return any(live.owner(wager.seat) == account for wager in live.outcome.wagers) and any(
        answer["entry"] == "d close" for answer in live.outcome.prompt.answers()
    )


def step_json(draft: Draft, seat: int) -> dict[str, Any]:
    """What a step did, as one seat sees it. `seat` -1 is a bystander, 0 the dealer."""
    live = draft.live
    answer: dict[str, Any] = {
        "table": live.id,
        "n": live.n,
        "round": live.round,
        "seq": live.seq,
        "status": live.status,
        "events": fresh_json(draft, seat),
        "waiting_for": waiting_for(live.outcome.prompt) if live.outcome is not None else None,
        "receipts": [
            receipt_json(receipt, number)
            for number, receipt in draft.receipts
            if receipt.procedure == "round"
        ],
    }
    if seat > 0 and seat in live.seats:
        answer["balance"] = draft.balance(live.seats[seat].account)
    return answer


def fresh_json(draft: Draft, seat: int) -> list[dict[str, Any]]:
    found = []
    for fresh in draft.fresh:
        for event in view(fresh.events, seat):
            told = event_json(event, fresh.law)
            told["round"] = fresh.round
            found.append(told)
    return found


def receipt_json(receipt: Receipt, number: int) -> dict[str, Any]:
    """The settlement: money is public, cards are told by the events only."""
    law: Law = receipt.law
    answer: dict[str, Any] = {
        "round": number,
        "procedure": receipt.procedure,
        "game": receipt.game,
        "day": law.day.isoformat(),
        "lines": [line_json(line, law) for line in receipt.lines],
        "net": {seat_text(seat): cents for seat, cents in receipt.net().items()},
        "standing": [standing_json(wager) for wager in receipt.after.standing],
        "unverified": list(law.unverified),
        "rules": law.hash,
    }
    if receipt.owed:
        answer["owed"] = {seat_text(seat): cents for seat, cents in receipt.owed.items()}
    return answer


# -- seats --------------------------------------------------------------------------------------


class Sit(Job):
    """A seat, or with `also` a further betting area beside it."""

    def __init__(self, table: int, account: int, name: str, seat: int, *, guest: bool = False,
                 also: bool = False, key: str = "", request: str = "") -> None:  # fmt: skip
        super().__init__((table,), (account,), key=key, request=request)
        self.table, self.account, self.name, self.seat = table, account, name, seat
        self.guest, self.also = guest, also

    def work(self, batch: Batch) -> Any:
        draft = batch.draft(self.table, self.account)
        seat, presence = _playing(
            lambda: draft.sit(self.account, self.name, self.seat, guest=self.guest, also=self.also)
        )
        batch.keep(draft)
        return step_json(draft, seat) | {"seat": seat_text(seat), "presence": presence}


class Leave(Job):
    """The whole place, or one betting area (`seat`) of several."""

    def __init__(self, table: int, account: int, seat: int = 0, *, key: str = "",
                 request: str = "") -> None:  # fmt: skip
        super().__init__((table,), (account,), key=key, request=request)
        self.table, self.account, self.seat = table, account, seat

    def work(self, batch: Batch) -> Any:
        draft = batch.draft(self.table, self.account)
        seat, presence = _playing(lambda: draft.leave(self.account, self.seat))
        batch.keep(draft)
        return step_json(draft, -1) | {"seat": seat_text(seat), "presence": presence}


def _playing(function: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    try:
        return function()
    except PitbossError as error:
        raise Refused(422, "refused", str(error), section=error.cite) from None


# -- tables -------------------------------------------------------------------------------------


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
    def __init__(self, account: int, asked: NewTable, *, key: str = "", request: str = "") -> None:
        super().__init__((), (account,), key=key, request=request)
        self.account = account
        self.asked = asked

    def work(self, batch: Batch) -> Any:
        asked = self.asked
        body = opening(asked, batch.now, batch.today, self.account)
        ids = [
            new_account(batch, f"{kind} {batch.now} {secrets_hex()}", kind=kind)
            for kind in TABLE_ACCOUNTS
        ]
        names = list(zip(TABLE_ACCOUNTS, ids, strict=True))
        body = self._on_a_meter(batch, body, ids)
        batch.execute(
            "INSERT INTO gaming_table (name, pit, game, status, n, round, seq, hash, at, "
            "inventory_id, layout_id, vigorish_id, jackpot_id) "
            "VALUES (?, ?, ?, 'idle', 0, 0, -1, '', ?, ?, ?, ?, ?)",
            (body.name, asked.pit, body.game, batch.now, *ids),
        )
        table_id = batch.execute(
            "SELECT id FROM gaming_table WHERE inventory_id = ?", (ids[0],)
        ).scalar_one()
        for kind, account in names:
            batch.execute(
                "UPDATE account SET name = ? WHERE id = ?", (f"table {table_id} {kind}", account)
            )
        batch.lives[table_id] = begin(table_id, Accounts(*ids), body)
        draft = batch.draft(table_id, self.account)
        draft.append(body)
        draft.checkpoint()
        draft.live.round, draft.live.seq = 1, 0
        batch.keep(draft)
        return 201, {"table": table_id, "n": draft.live.n, "name": body.name}

    def _on_a_meter(self, batch: Batch, body: Opened, ids: list[int]) -> Opened:
        """The table's progressive meter: the one that it names, or one of its own. A new one is
        set from the cage to the amount at which the game begins."""
        game, name = registry.find(body.game), self.asked.meter
        if not game.shared_meter:
            if name:
                raise Refused(422, "no-meter", f"{game.key} has no progressive meter")
            return body
        jackpot = ids[TABLE_ACCOUNTS.index("jackpot")]
        name = name or f"meter {jackpot}"
        sql = "SELECT account_id, game FROM meter WHERE name = ?"
        found = batch.execute(sql, (name,)).fetchone()
        if found is not None and found[1] != game.key:
            raise Refused(422, "no-meter", f"the meter {name} belongs to {found[1]}")
        if found is None:
            begin_meter(batch, jackpot, name, body)
        else:
            ids[TABLE_ACCOUNTS.index("jackpot")] = found[0]
            batch.lock_accounts({found[0]})
            shared = "SELECT payments FROM meter WHERE account_id = ?"
            batch.payments[found[0]] = batch.execute(shared, (found[0],)).scalar_one()
        return msgspec.structs.replace(body, meter=name)


def begin_meter(batch: Batch, account: int, name: str, body: Opened) -> None:
    rules = rules_of(body.game, body.day, body.options)
    _, state = registry.find(body.game).prepare(rules)
    batch.execute(
        "INSERT INTO meter (account_id, name, game, payments) VALUES (?, ?, ?, ?)",
        (account, name, body.game, state.payments),
    )
    batch.payments[account] = state.payments
    if state.meter:
        cage = cage_account(batch)
        batch.lock_accounts({cage})
        note = f"the progressive meter {name}"
        deposit = Deposited(batch.now, body.by, account, state.meter, note)
        batch.cage(deposit, {account: state.meter, cage: -state.meter})


def secrets_hex() -> str:
    import secrets

    return secrets.token_hex(6)


def opening(asked: NewTable, now: int, today: date, by: int) -> Opened:
    """The opening row, or why there can be no such table."""
    try:
        game = registry.find(asked.game)
        day = asked.day or today
        rules = rules_of(game.key, day, asked.options)
        _check_limits(asked.limits, asked.chip, rules.law)
        game.open_table(rules, 1)
    except PitbossError as error:
        raise Refused(422, "no-such-table", str(error), section=error.cite) from None
    if asked.dealer not in ("automatic", "by hand"):
        raise Refused(422, "bad-field", "dealer: expected 'automatic' or 'by hand'")
    for name in ("name", "pit", "meter"):
        text = getattr(asked, name)
        if len(text) > 40 or not text.isprintable():
            raise Refused(422, "bad-field", f"{name}: at most 40 printable characters")
    for seconds in (asked.wager_seconds, asked.decision_seconds):
        if not 0 <= seconds <= 86_400:
            raise Refused(422, "bad-field", "seconds: expected 0 (never) to 86400")
    title = game.regulation.data.title
    return Opened(
        now, by, asked.name or title, asked.pit or "1", game.key, day, asked.day is None, today,
        asked.options, asked.limits, asked.chip, asked.dealer == "by hand", asked.wager_seconds,
        asked.decision_seconds, rules.law.hash, __version__,
    )  # fmt: skip


def _check_limits(limits: dict[str, tuple[int, int]], chip: int, law: Law) -> None:
    for kind, (low, high) in limits.items():
        if kind and kind not in law.wagers:
            known = ", ".join(law.wagers)
            raise Refused(422, "bad-limits", f"no wager {kind[:40]!r}; the wagers are {known}")
        if not 0 < low <= high <= 10**10:
            raise Refused(
                422, "bad-limits", f"limits of {kind or 'all wagers'}: minimum and maximum",
                section=law.cite("8.2"),
            )  # fmt: skip
    if not 0 < chip <= 10**8:
        raise Refused(422, "bad-limits", "chip: the smallest chip, in cents")


class CloseTable(Job):
    def __init__(self, table: int, account: int, reason: str, *, key: str = "",
                 request: str = "") -> None:  # fmt: skip
        super().__init__((table,), (account,), key=key, request=request)
        self.table, self.account, self.reason = table, account, reason

    def work(self, batch: Batch) -> Any:
        draft = batch.draft(self.table, self.account)
        draft.close(self.reason[:200])
        draft.checkpoint_at_end()
        batch.keep(draft)
        return step_json(draft, -1)


# -- time ---------------------------------------------------------------------------------------


class Tick(Job):
    """What time alone brings about: wagering closes, a patron who does not answer is answered
    for, a notice takes effect, a gaming day begins."""

    def __init__(self, table: int) -> None:
        super().__init__((table,))
        self.table = table

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        entries = due(live, batch.now)
        changes = not live.entries and boundary_due(live, batch.now, batch.today)
        if not entries and not changes and not resting(live):
            return {"n": live.n}
        draft = batch.draft(self.table, 0)
        if changes:
            draft.between()
        if entries and not changes:
            advance(draft, entries, live)
        else:
            advance(draft, (), batch.lives[self.table])
        if draft.rows:
            batch.keep(draft)
        return {"n": draft.live.n}


def boundary_due(live: Live, now: int, today: date) -> bool:
    if live.closed:
        return False
    return today > live.gaming_day or any(c.effective_at <= now for c in live.pending)


def resting(live: Live) -> bool:
    """A table that stopped after many procedures in a row, and may go on."""
    if live.closed or not live.table.seats or live.by_hand:
        return False
    return live.outcome is None or (live.outcome.prompt.seat == 0)


def deadline(live: Live) -> int:
    """When the house acts for whoever should have: milliseconds, or 0 for never."""
    if live.outcome is None or live.closed:
        return 0
    prompt = live.outcome.prompt
    if prompt.kind == "wagers":
        if live.by_hand or not live.opened.wager_seconds or not live.outcome.wagers:
            return 0
        return live.at + 1000 * live.opened.wager_seconds
    if prompt.seat <= 0:
        return 0
    who = live.seats.get(prompt.seat)
    if who is not None and who.presence == LEAVING:
        return live.at
    if live.by_hand or not live.opened.decision_seconds:
        return 0
    return live.at + 1000 * live.opened.decision_seconds


def due(live: Live, now: int) -> list[Entry]:
    """The entry that the house makes now for somebody else, if its time has come."""
    limit = deadline(live)
    if not limit or now < limit:
        return []
    assert live.outcome is not None
    prompt = live.outcome.prompt
    if prompt.kind == "wagers":
        closes = any(answer["entry"] == "d close" for answer in prompt.answers())
        return [Closed()] if closes else []
    return [costs_least(live, prompt.seat)]


# -- the cage -----------------------------------------------------------------------------------


def new_account(
    batch: Batch,
    name: str,
    *,
    kind: str = "person",
    role: str = "",
    password: str = "",
    must_change: bool = False,
    guest: bool = False,
) -> int:
    taken = batch.execute("SELECT id FROM account WHERE name = ?", (name,)).fetchone()
    if taken is not None:
        raise Refused(409, "name-taken", f"there is an account {name!r} already")
    batch.execute(
        "INSERT INTO account (name, kind, role, password, must_change, disabled, guest, "
        "created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (name, kind, role, password, must_change, False, guest, batch.now),
    )
    account = int(batch.execute("SELECT id FROM account WHERE name = ?", (name,)).scalar_one())
    batch.execute("INSERT INTO balance (account_id, cents) VALUES (?, 0)", (account,))
    batch.balances[account] = 0
    return account


def cage_account(batch: Batch) -> int:
    found = batch.execute("SELECT id FROM account WHERE kind = 'cage'").fetchone()
    return int(found[0]) if found is not None else new_account(batch, "the cage", kind="cage")


class Deposit(Job):
    """Play money from the cage to a patron's account, or back."""

    def __init__(self, account: int, cents: int, note: str, by: int, *, key: str = "",
                 request: str = "") -> None:  # fmt: skip
        super().__init__((), (account,), key=key, request=request)
        self.account, self.cents, self.note, self.by = account, cents, note, by

    def work(self, batch: Batch) -> Any:
        if self.account not in batch.balances:
            raise Refused(404, "no-such-account", f"there is no account {self.account}")
        found = batch.execute(
            "SELECT kind, role FROM account WHERE id = ?", (self.account,)
        ).fetchone()
        if found is None or found[0] != "person" or found[1] != "patron":
            raise Refused(422, "not-a-patron", "only patrons have play money")
        after = batch.balance(self.account) + self.cents
        if self.cents == 0 or not 0 <= after <= BALANCE_MAX:
            raise Refused(422, "over-balance", "the account would hold less than nothing, or all")
        cage = cage_account(batch)
        batch.lock_accounts({cage})
        body = Deposited(batch.now, self.by, self.account, self.cents, self.note[:200])
        batch.cage(body, {self.account: self.cents, cage: -self.cents})
        return {"account": self.account, "balance": after}


# -- notices ------------------------------------------------------------------------------------


class GiveNotice(Job):
    """A change of options or limits, to take effect at its time."""

    def __init__(self, table: int, account: int, change: Change, required: str, *, key: str = "",
                 request: str = "") -> None:  # fmt: skip
        super().__init__((table,), (account,), key=key, request=request)
        self.table, self.account, self.change, self.required = table, account, change, required

    def work(self, batch: Batch) -> Any:
        number = record_notice(batch, self.table, self.account, self.change, self.required)
        draft = batch.draft(self.table, self.account)
        change = msgspec.structs.replace(self.change, notice=number)
        draft.append(
            NoticeGiven(batch.now, self.account, number, change.effective_at, change.options,
                        change.limits, change.chip)
        )  # fmt: skip
        draft.live.pending += (change,)
        if not draft.live.entries:
            advance(draft, (), batch.lives[self.table])
        batch.keep(draft)
        return 201, {
            "notice": number, "table": self.table, "effective_at": change.effective_at,
            "in_effect": number in draft.applied, "n": draft.live.n,
        }  # fmt: skip


def record_notice(batch: Batch, table: int, by: int, change: Change, required: str) -> int:
    text = msgspec.json.encode(change).decode()
    batch.execute(
        "INSERT INTO notice (table_id, given_at, effective_at, by_account, status, change, "
        "required) VALUES (?, ?, ?, ?, 'pending', ?, ?)",
        (table, batch.now, change.effective_at, by, text, required),
    )
    # The table is locked: nobody else numbers a notice of its.
    found = batch.execute("SELECT MAX(id) FROM notice WHERE table_id = ?", (table,))
    return int(found.scalar_one())


class WithdrawNotice(Job):
    def __init__(self, table: int, account: int, notice: int, *, key: str = "",
                 request: str = "") -> None:  # fmt: skip
        super().__init__((table,), (account,), key=key, request=request)
        self.table, self.account, self.notice = table, account, notice

    def work(self, batch: Batch) -> Any:
        live = batch.lives[self.table]
        found = [change for change in live.pending if change.notice == self.notice]
        if not found:
            raise Refused(409, "not-pending", "there is no such notice pending at this table")
        change = found[0]
        batch.execute("UPDATE notice SET status = 'withdrawn' WHERE id = ?", (self.notice,))
        draft = batch.draft(self.table, self.account)
        draft.append(
            NoticeGiven(batch.now, self.account, change.notice, change.effective_at,
                        change.options, change.limits, change.chip, withdrawn=True)
        )  # fmt: skip
        draft.live.pending = tuple(c for c in live.pending if c.notice != self.notice)
        batch.keep(draft)
        return {"notice": self.notice, "status": "withdrawn"}
