"""The routes of the API, beside the two of the hot path."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

import msgspec
from starlette.responses import Response

from pitboss import registry
from pitboss.equipment.cards import cards_text
from pitboss.errors import PitbossError
from pitboss.law.notice import lead_minutes, notices_for
from pitboss.law.schema import Value
from pitboss.server import auth
from pitboss.server.bridge import Api, Ask, answer_of
from pitboss.server.hot import read_etag
from pitboss.store import jobs, people
from pitboss.store.jobs import NewTable
from pitboss.store.live import Change, Live, Refused, rules_of
from pitboss.store.loading import load_shoe, rows_after
from pitboss.store.roles import ROLES, may, need
from pitboss.store.rows import row_json
from pitboss.table.entries import parse_seat, seat_text
from pitboss.table.layout import EVERYONE
from pitboss.table.receipt import event_json
from pitboss.table.view import view

ROWS_AT_ONCE_MAX = 2000
# Counted as the name in place of what can be nobody's.
NO_NAME = "?"
NOTICE_AHEAD_MAX_MS = 10 * 366 * 86_400_000


def add_routes(api: Api) -> None:
    add = api.add
    add("GET", "/healthz", health, public=True)
    add("GET", "/metrics", metrics, public=True, media="text/plain")
    add("POST", "/api/session", sign_in, body=SignIn, public=True, status=201)
    add("GET", "/api/session", whoami)
    add("DELETE", "/api/session", sign_out)
    add("POST", "/api/password", change_password, body=NewPassword)
    add("GET", "/api/accounts", accounts)
    add("POST", "/api/accounts", new_account, body=NewAccount, keyed=True, status=201,
        needs="manage-accounts")  # fmt: skip
    add("POST", "/api/accounts/{account}", change_account, body=AccountChange, keyed=True,
        needs="manage-accounts")  # fmt: skip
    add("POST", "/api/accounts/{account}/deposits", deposit, body=NewDeposit, keyed=True,
        needs="cage")  # fmt: skip
    add("GET", "/api/games", games, query={"day": "string"})
    add("GET", "/api/floor", floor, query={"closed": "boolean"})
    add("POST", "/api/tables", open_table, body=NewTable, keyed=True, status=201,
        needs="manage-tables")  # fmt: skip
    add("GET", "/api/tables/{table}", table, etag=True)
    add("POST", "/api/tables/{table}/close", close_table, body=Closing, keyed=True,
        needs="manage-tables")  # fmt: skip
    add("POST", "/api/tables/{table}/seats", sit, body=Sitting, keyed=True, etag=True)
    add("DELETE", "/api/tables/{table}/seats", leave, query={"seat": "string"}, keyed=True,
        etag=True)  # fmt: skip
    add("GET", "/api/tables/{table}/rounds", rounds, query={"before": "integer",
                                                           "limit": "integer"})  # fmt: skip
    add("GET", "/api/tables/{table}/rounds/{round}", one_round, query={"seat": "string"})
    add("GET", "/api/tables/{table}/rounds/{round}/steps", all_steps, query={"seat": "string"})
    add("GET", "/api/tables/{table}/rounds/{round}/steps/{step}", one_step,
        query={"seat": "string"})  # fmt: skip
    add("GET", "/api/tables/{table}/journal", journal, needs="see-journals",
        query={"round": "integer", "seq": "integer", "limit": "integer"})  # fmt: skip
    add("GET", "/api/tables/{table}/shoes", shoes, query={"before": "integer"})
    add("GET", "/api/tables/{table}/notices", table_notices)
    add("POST", "/api/tables/{table}/notices/preview", preview_notice, body=NewNotice,
        needs="manage-tables")  # fmt: skip
    add("POST", "/api/tables/{table}/notices", give_notice, body=NewNotice, keyed=True,
        status=201, needs="manage-tables")  # fmt: skip
    add("DELETE", "/api/tables/{table}/notices/{notice}", withdraw_notice, keyed=True,
        needs="manage-tables")  # fmt: skip
    add("GET", "/api/notices", all_notices, needs="see-notices")
    add("GET", "/api/anchors", anchors, needs="see-journals", query={"day": "string"})
    add("GET", "/api/ledger", ledger, needs="see-ledger")


def printable(text: str) -> str:
    """Somebody's words without what no page can show and not every database can keep."""
    return "".join(mark for mark in text if mark.isprintable())


# -- operations ---------------------------------------------------------------------------------


def health(ask: Ask) -> Any:
    """Whether the server and its database answer."""
    with ask.house.db.read() as connection:
        connection.exec_driver_sql("SELECT 1").scalar_one()
    if ask.house.stopping:
        raise Refused(503, "stopping", "the server is stopping")
    return {"status": "ok"}


def metrics(ask: Ask) -> Any:
    """Counters of this process."""
    return Response(ask.house.metrics.text(ask.house), media_type="text/plain; version=0.0.4")


# -- who ----------------------------------------------------------------------------------------


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """`cookie`: a session for a browser, by cookie; otherwise a bearer token is given."""

    name: str
    password: str
    cookie: bool = False


def address_of(ask: Ask) -> str:
    client = ask.request.client
    return client.host if client is not None else ""


def sign_in(ask: Ask) -> Any:
    """Sign in with name and password; gives a bearer token, or sets a cookie."""
    asked: SignIn = ask.body
    house = ask.house
    name = asked.name.lower() if people.NAME.fullmatch(asked.name.lower()) else NO_NAME
    address = address_of(ask)
    house.attempts.take(address)
    with house.db.read() as connection:
        if people.too_many_failures(house.db, connection, name, address, house.clock()):
            raise Refused(429, "too-many-attempts", "too many wrong passwords: wait a while")
        found = people.find_person(house.db, connection, name)
    stored = found.password if found is not None and not found.disabled else ""
    if not people.password_fits(stored, asked.password[:1000]):
        house.call(lambda batch: people.record_signin(batch, name, address, success=False))
        # What is no name of an account may be a password in the wrong field.
        known = name if found is not None else "no such account"
        house.log.info("sign-in refused", name=known, address=address)
        raise Refused(401, "wrong-password", "the name or the password is wrong")
    assert found is not None
    token, csrf = people.new_token(), secrets.token_urlsafe(24)
    kind = "cookie" if asked.cookie else "bearer"

    def begin(batch: Any) -> int:
        people.record_signin(batch, name, address, success=True)
        return people.start_session(batch, found.id, token, kind, csrf)

    expires = house.call(begin)
    house.log.info("signed in", name=name, role=found.role)
    said: dict[str, Any] = {
        "name": found.name, "role": found.role, "must_change": bool(found.must_change),
        "expires_at": expires,
    }  # fmt: skip
    if not asked.cookie:
        return 201, said | {"token": token}
    answer = answer_of(201, said | {"csrf": csrf})
    answer.set_cookie(
        auth.COOKIE, token, max_age=people.SESSION_HOURS * 3600, httponly=True, samesite="lax",
        secure=house.settings.secure, path="/",
    )  # fmt: skip
    return answer


def whoami(ask: Ask) -> Any:
    """Who is signed in; for a cookie session with its CSRF token."""
    person = ask.person
    return {
        "id": person.id, "name": person.name, "role": person.role,
        "must_change": person.must_change, "balance": ask.house.balance(person.id),
        "csrf": person.csrf, "expires_at": person.expires_at,
    }  # fmt: skip


def sign_out(ask: Ask) -> Any:
    """End this session."""
    session = ask.person.session
    ask.house.call(
        lambda batch: batch.execute("DELETE FROM session WHERE id = ?", (session,)) and None
    )
    ask.house.forget_sessions()
    answer = answer_of(200, {})
    answer.delete_cookie(auth.COOKIE, path="/")
    return answer


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    old: str
    new: str


def change_password(ask: Ask) -> Any:
    """Change one's own password; every other session of the account ends."""
    asked: NewPassword = ask.body
    house, person = ask.house, ask.person
    with house.db.read() as connection:
        found = people.find_person(house.db, connection, person.name)
        address = f"password of {person.name}"
        if people.too_many_failures(house.db, connection, person.name, address, house.clock()):
            raise Refused(429, "too-many-attempts", "too many wrong passwords: wait a while")
    if found is None or not people.password_fits(found.password, asked.old[:1000]):
        house.call(lambda batch: people.record_signin(batch, person.name, "", success=False))
        raise Refused(403, "wrong-password", "the old password is wrong")
    if asked.old == asked.new:
        raise Refused(422, "bad-password", "the new password is the old one")
    stored = people.hash_password(asked.new)

    def change(batch: Any) -> None:
        batch.execute(
            "UPDATE account SET password = ?, must_change = ? WHERE id = ?",
            (stored, False, person.id),
        )
        people.end_sessions(batch, person.id, but=person.session)

    house.call(change)
    house.forget_sessions()
    return {}


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """Without a password, a one-time password is made and given once. `guest`: a patron of the
    house's own, for whom a dealer may act."""

    name: str
    role: str
    password: str = ""
    guest: bool = False


def accounts(ask: Ask) -> Any:
    """Accounts: the administrator sees all of them, the pit boss the patrons."""
    role = ask.person.role
    if not may(role, "manage-accounts") and not may(role, "cage"):
        need(role, "manage-accounts")
    with ask.house.db.read() as connection:
        roles = () if may(role, "manage-accounts") else ("patron",)
        return {"accounts": people.accounts_json(ask.house.db, connection, roles)}


def new_account(ask: Ask) -> Any:
    """A new account, with a password or a one-time password."""
    asked: NewAccount = ask.body
    people.check_name(asked.name)
    password = asked.password or people.one_time_password()
    stored = people.hash_password(password)
    once = not asked.password

    def create(batch: Any) -> Any:
        account = people.create_person(
            batch, asked.name, asked.role, stored, must_change=once,
            guest=asked.guest and asked.role == "patron",
        )  # fmt: skip
        return {"id": account, "name": asked.name, "role": asked.role}

    answer = ask.house.writer.do(jobs.Call(create, **ask.once()))
    said = msgspec.json.decode(answer.body)
    # A repeated request gives the account again, but the one-time password only once: it is
    # nowhere kept.
    return 201, said | ({"one_time_password": password} if once and not answer.repeated else {})


class AccountChange(msgspec.Struct, forbid_unknown_fields=True):
    disabled: bool | None = None
    role: str | None = None
    reset_password: bool = False


def change_account(ask: Ask) -> Any:
    """Disable an account, give it another role, or reset its password."""
    asked: AccountChange = ask.body
    account = ask.number("account")
    if account == ask.person.id:
        raise Refused(409, "own-account", "nobody changes their own account")
    password = people.one_time_password() if asked.reset_password else ""
    stored = people.hash_password(password) if password else ""

    def change(batch: Any) -> Any:
        found = batch.execute(
            "SELECT name FROM account WHERE id = ? AND kind = 'person'", (account,)
        ).fetchone()
        if found is None:
            raise Refused(404, "no-such-account", f"there is no account {account}")
        if asked.role is not None and asked.role not in ROLES:
            raise Refused(422, "bad-role", f"role: expected one of {', '.join(ROLES)}")
        for column, value in (("disabled", asked.disabled), ("role", asked.role)):
            if value is not None:
                batch.execute(f"UPDATE account SET {column} = ? WHERE id = ?", (value, account))
        if stored:
            batch.execute(
                "UPDATE account SET password = ?, must_change = ? WHERE id = ?",
                (stored, True, account),
            )
        people.end_sessions(batch, account)
        return {"id": account, "name": found[0]}

    answer = ask.house.writer.do(jobs.Call(change, **ask.once()))
    ask.house.forget_sessions()
    told = {"one_time_password": password} if password and not answer.repeated else {}
    return msgspec.json.decode(answer.body) | told


class NewDeposit(msgspec.Struct, forbid_unknown_fields=True):
    """Play money in cents; negative to take it back."""

    cents: int
    note: str = ""


def deposit(ask: Ask) -> Any:
    """Play money from the cage to a patron's account, or back."""
    asked: NewDeposit = ask.body
    if abs(asked.cents) > 10**12:
        raise Refused(422, "bad-amount", "that is more than the largest amount")
    note = printable(asked.note)
    job = jobs.Deposit(ask.number("account"), asked.cents, note, ask.person.id, **ask.once())
    return ask.house.do(job)


# -- the floor ----------------------------------------------------------------------------------


def read_day(text: str | None, default: date) -> date:
    try:
        return date.fromisoformat(text) if text else default
    except ValueError:
        raise Refused(422, "bad-day", "day: expected such as 1999-06-01") from None


def games(ask: Ask) -> Any:
    """The games that a table can be opened for, with their options and wagers on a day."""
    house = ask.house
    day = read_day(ask.query("day"), house.writer.day_of(house.clock()))
    found = []
    for key in list(registry.keys()):
        game = registry.find(key)
        try:
            law = rules_of(key, day, {}).law
        except PitbossError:
            continue
        options = []
        for name, dated in game.regulation.options.items():
            entry = dated.at(day)
            if entry is not None:
                options.append(msgspec.to_builtins(entry) | {
                    "name": name, "cite": law.cite(entry.cite)})  # fmt: skip
        found.append({
            "game": key, "title": law.title, "subchapter": law.subchapter,
            "seats": game.seats_max, "options": options,
            "wagers": [{"wager": w.key, "label": w.label, "spots": list(w.spots),
                        "cite": law.cite(w.cite)} for w in law.wagers.values()],
            "unverified": list(law.unverified),
            "meter": law.cite(game.shared_meter) if game.shared_meter else None,
        })  # fmt: skip
    return {"day": day.isoformat(), "games": found}


def floor(ask: Ask) -> Any:
    """Every open table."""
    return {"tables": ask.house.floor(closed=ask.query("closed") == "true")}


def open_table(ask: Ask) -> Any:
    """Open a table for a game (floorperson up)."""
    return 201, ask.house.do(jobs.OpenTable(ask.person.id, ask.body, **ask.once()))


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    reason: str = ""


def close_table(ask: Ask) -> Any:
    """Close a table between two rounds (floorperson up)."""
    reason = printable(ask.body.reason)
    job = jobs.CloseTable(ask.number("table"), ask.person.id, reason, **ask.once())
    return ask.house.do(job)


def table(ask: Ask) -> Any:
    """A table as the caller's seat sees it."""
    said = ask.house.table_for(ask.number("table"), ask.person)
    known = ask.request.headers.get("if-none-match", "")
    try:
        same = bool(known) and read_etag(known) == said["n"]
    except Refused:
        same = False
    if same:  # an answer without a body
        return Response(status_code=304, headers={"etag": f'"{said["n"]}"'})
    return said


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """`seat` such as p3; without it the first that is free. A dealer may seat a guest of the
    house by its account. `also`: a further betting area beside the seat that one has, where the
    rules let a player wager at several."""

    seat: str = ""
    guest: int = 0
    also: bool = False


def sit(ask: Ask) -> Any:
    """Take a seat, or a further betting area."""
    asked: Sitting = ask.body
    person, house = ask.person, ask.house
    seat = _seat_number(asked.seat)
    account, name = person.id, person.name
    if asked.guest:
        need(person.role, "deal")
        account, name = _guest(ask, asked.guest)
    else:
        need(person.role, "sit")
    job = jobs.Sit(
        ask.number("table"), account, name, seat, guest=person.guest or bool(asked.guest),
        also=asked.also, **ask.once(),
    )  # fmt: skip
    return house.do(job)


def _seat_number(text: str) -> int:
    """The seat that is meant, 0 where none is named."""
    if not text:
        return 0
    try:
        seat = parse_seat(text)
    except PitbossError as error:
        raise Refused(422, "no-such-seat", str(error)) from None
    if not seat:
        raise Refused(422, "no-such-seat", "the dealer's place is not a seat")
    return seat


def _guest(ask: Ask, account: int) -> tuple[int, str]:
    with ask.house.db.read() as connection:
        sql = ask.house.db.sql("SELECT name, guest FROM account WHERE id = ? AND kind = 'person'")
        found = connection.exec_driver_sql(sql, (account,)).fetchone()
    if found is None or not found[1]:
        raise Refused(422, "not-a-guest", "only a guest of the house is seated by the dealer")
    return account, found[0]


def leave(ask: Ask) -> Any:
    """Give the seat up, or one of several betting areas, at once or when the round is over."""
    seat = _seat_number(ask.query("seat") or "")
    return ask.house.do(jobs.Leave(ask.number("table"), ask.person.id, seat, **ask.once()))


# -- rounds of the past -------------------------------------------------------------------------


def rounds(ask: Ask) -> Any:
    """The procedures of a table, the latest first."""
    house, table_id = ask.house, ask.number("table")
    live = house.table(table_id)
    before = ask.query_number("before", live.round + 1)
    limit = ask.query_number("limit", 20, 200)
    found = []
    with house.db.read() as connection:
        sql = house.db.sql(
            "SELECT e.round, e.seq, e.body FROM entry e WHERE e.table_id = ? AND e.round < ? AND "
            "e.round >= 1 AND e.seq = (SELECT MAX(seq) FROM entry m WHERE m.table_id = e.table_id "
            "AND m.round = e.round) ORDER BY e.round DESC LIMIT ?"
        )
        for number, seq, body in connection.exec_driver_sql(sql, (table_id, before, limit)):
            said = msgspec.json.decode(body)
            ended = said["kind"] == "end"
            found.append({
                "round": number, "rows": seq, "ended": ended, "at": said["at"],
                "procedure": said["procedure"] if ended else live.table.next,
                "net": said["net"] if ended else None,
            })  # fmt: skip
    return {"table": table_id, "rounds": found}


def one_round(ask: Ask) -> Any:
    """A procedure with its receipt, as a seat saw it. `seat` is p1, d, or - for a bystander."""
    house = ask.house
    played = house.played(ask.number("table"), ask.number("round"))
    seat = ask.query("seat")
    everything = seat == "all"
    if everything:
        need(ask.person.role, "see-journals")
        if played.receipt is None:
            raise Refused(409, "not-over", "the round is not over")
    eye = -1 if everything else _eye(ask, played, seat)
    law = played.live.rules.law
    steps = house.steps(played, eye) if played.before.seats else None
    events = list(steps[-1].events) if steps is not None else []
    if everything and played.receipt is not None:
        events = played.receipt.events
    said: dict[str, Any] = {
        "table": played.live.id, "round": played.live.round, "procedure": played.before.next,
        "game": played.live.game.key, "day": law.day.isoformat(), "options": law.options,
        "seat": "all" if everything else _seat_word(eye),
        "seats": {seat_text(s): who.name for s, who in sorted(played.live.seats.items())
                  if s in played.before.seats},
        "steps": len(steps) - 1 if steps is not None else 0,
        "events": [event_json(event, law) for event in events],
        "receipt": None,
    }  # fmt: skip
    if played.receipt is not None:
        said["receipt"] = jobs.receipt_json(played.receipt, played.live.round)
        said["digest"] = played.receipt.digest()
    return said


def _seat_word(eye: int) -> str:
    return "-" if eye < 0 else seat_text(eye)


def _eye(ask: Ask, played: Any, seat: str | None) -> int:
    try:
        return ask.house.eye_for(played, ask.person, seat)
    except PitbossError as error:
        raise Refused(422, "no-such-seat", str(error)) from None


def all_steps(ask: Ask) -> Any:
    """Every step of a procedure, as a seat saw it."""
    played = ask.house.played(ask.number("table"), ask.number("round"))
    eye = _eye(ask, played, ask.query("seat"))
    if not played.before.seats:
        return {"seat": _seat_word(eye), "steps": []}
    steps = ask.house.steps(played, eye)
    return {
        "seat": _seat_word(eye), "steps": [steps.step_json(number) for number in range(len(steps))]
    }  # fmt: skip


def one_step(ask: Ask) -> Any:
    """One step of a procedure, as a seat saw it."""
    said = all_steps(ask)
    number = ask.number("step")
    if number >= len(said["steps"]):
        raise Refused(404, "no-such-step", f"the round has {len(said['steps'])} steps")
    return said["steps"][number] | {"seat": said["seat"]}


def journal(ask: Ask) -> Any:
    """The rows of a table's chain behind a place, of procedures that are over."""
    house, table_id = ask.house, ask.number("table")
    live = house.table(table_id)
    round_, seq = ask.query_number("round", 0), ask.query_number("seq", 0)
    if ask.query("round") is None:
        seq = -1 if ask.query("seq") is None else seq
    limit = ask.query_number("limit", 500, ROWS_AT_ONCE_MAX)
    with house.db.read() as connection:
        rows = [
            row_json(row)
            for row in rows_after(house.db, connection, table_id, round_, seq, limit)
            # Face down cards of a round under way are nobody's to read.
            if row.round < live.round
        ]
    return {"table": table_id, "rows": rows, "n": live.n, "hash": live.hash}


def shoes(ask: Ask) -> Any:
    """The shoes of a table: each with its commitment; its order once it is no longer used."""
    house, table_id = ask.house, ask.number("table")
    live = house.table(table_id)
    before = ask.query_number("before", 10**12)
    found = []
    with house.db.read() as connection:
        sql = house.db.sql(
            "SELECT number, round, commitment FROM shoe WHERE table_id = ? AND number < ? "
            "ORDER BY number DESC LIMIT 50"
        )
        rows = connection.exec_driver_sql(sql, (table_id, before)).fetchall()
        for number, round_, mark in rows:
            one: dict[str, Any] = {"number": number, "round": round_, "commitment": mark}
            if _over(connection, house.db, live, number):
                order = load_shoe(house.db, connection, table_id, number)
                one |= {"salt": order.salt, "cards": cards_text(order.cards)}
            found.append(one)
    return {"table": table_id, "shoes": found,
            "how": "commitment = SHA-256 of: salt, a space, the cards as written"}  # fmt: skip


def _over(connection: Any, db: Any, live: Live, number: int) -> bool:
    """A shoe is over when another one took its place, and no procedure that may have dealt
    from it is still under way."""
    if live.shoe is not None and number >= live.shoe.number:
        return live.closed
    sql = db.sql("SELECT round FROM shoe WHERE table_id = ? AND number = ?")
    after = connection.exec_driver_sql(sql, (live.id, number + 1)).scalar_one_or_none()
    # Its last card was dealt before the next shoe was committed, in that procedure at the
    # latest: while that one has dealt nothing before the new shoe, nothing can be learnt.
    if after is None or after < live.round:
        return after is not None
    first = "SELECT MIN(seq) FROM entry WHERE table_id = ? AND round = ? AND body LIKE ?"
    shoe_at = connection.exec_driver_sql(
        db.sql(first), (live.id, after, '{"kind":"shoe"%')
    ).scalar_one_or_none()
    entry_at = connection.exec_driver_sql(
        db.sql(first), (live.id, after, '{"kind":"entry"%')
    ).scalar_one_or_none()
    return shoe_at is not None and (entry_at is None or shoe_at < entry_at)


# -- notices ------------------------------------------------------------------------------------


class NewNotice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A change of options and limits: what is not named stays. `effective_at` in milliseconds;
    without it as soon as the notice allows. `approved`: the regulator has approved what needs
    approval; `all_patrons_agree`: poker only."""

    options: dict[str, Value] = {}
    limits: dict[str, tuple[int, int]] = {}
    chip: int | None = None
    effective_at: int | None = None
    approved: bool = False
    all_patrons_agree: bool = False


def _planned(ask: Ask) -> tuple[Live, Change, list[Any]]:
    asked: NewNotice = ask.body
    live = ask.house.table(ask.number("table"))
    if live.closed:
        raise Refused(409, "table-closed", "the table is closed")
    options = live.options | asked.options
    limits = live.table.limits.by_kind | asked.limits
    chip = live.table.limits.chip if asked.chip is None else asked.chip
    now = ask.house.clock()
    try:
        law = rules_of(live.game.key, live.day, options).law
        jobs._check_limits(limits, chip, law)
        _check_together(live, asked.options)
    except PitbossError as error:
        raise Refused(422, "not-permitted", str(error), section=error.cite) from None
    required = notices_for(
        live.game.regulation, live.day, options=(live.options, options),
        limits=(live.table.limits.by_kind, limits), all_patrons_agree=asked.all_patrons_agree,
    )  # fmt: skip
    if not required and chip == live.table.limits.chip:
        raise Refused(422, "no-change", "nothing would change")
    soonest = now + 60_000 * lead_minutes(required)
    at = soonest if asked.effective_at is None else asked.effective_at
    if at > now + NOTICE_AHEAD_MAX_MS:
        raise Refused(422, "too-late", "effective_at: within ten years, in milliseconds")
    return live, Change(0, at, asked.options, asked.limits, asked.chip or 0), required


def _check_together(live: Live, options: dict[str, Value]) -> None:
    """What is pending changes other options: all of it together must be permitted as well."""
    together = live.options
    for change in sorted(live.pending, key=lambda change: change.effective_at):
        together = together | change.options
    rules_of(live.game.key, live.day, together | options)


def _notice_json(live: Live, change: Change, required: list[Any], now: int) -> dict[str, Any]:
    """`options` and `limits` are those that would be in force, unless another notice comes
    first."""
    lead = lead_minutes(required)
    limits = live.table.limits.by_kind | change.limits
    return {
        "table": live.id,
        "required": [msgspec.to_builtins(one) for one in required],
        "lead_minutes": lead,
        "soonest": now + 60_000 * lead,
        "effective_at": change.effective_at,
        "options": live.options | change.options,
        "limits": {kind: list(pair) for kind, pair in limits.items()},
        "chip": change.chip or live.table.limits.chip,
    }


def preview_notice(ask: Ask) -> Any:
    """What notice a change would need, to whom, and how long before. Nothing is changed."""
    live, change, required = _planned(ask)
    return _notice_json(live, change, required, ask.house.clock())


def give_notice(ask: Ask) -> Any:
    """Give notice of a change: it takes effect when its time has come, between two rounds."""
    live, change, required = _planned(ask)
    now = ask.house.clock()
    said = _notice_json(live, change, required, now)
    # A clock's tick between preview and notice is not held against anybody.
    if change.effective_at < said["soonest"] - 1000:
        raise Refused(
            422, "too-soon", f"notice is needed {said['lead_minutes']} minutes before",
            section=next((one.cite for one in required if one.lead_minutes), None),
        )  # fmt: skip
    if any(one.kind == "approval" for one in required) and not ask.body.approved:
        cite = next(one.cite for one in required if one.kind == "approval")
        raise Refused(
            422, "needs-approval", "the regulator must have approved this change", section=cite
        )
    text = msgspec.json.encode(required).decode()
    house, once = ask.house, ask.once()
    given = [house.do(jobs.GiveNotice(live.id, ask.person.id, change, text, **once))]
    if any(one.pit_wide for one in required):
        given += _pit_wide(ask, live, required, change, text)
    return 201, said | given[0] | {"also": [one["table"] for one in given[1:]]}


def _pit_wide(
    ask: Ask, live: Live, required: list[Any], change: Change, text: str
) -> list[dict[str, Any]]:
    """Options that all tables of the game in the pit share change at all of them."""
    names = [one.change.split(":")[0] for one in required if one.pit_wide]
    shared = {name: change.options[name] for name in names if name in change.options}
    given = []
    for line in ask.house.floor():
        other = ask.house.table(line["id"])
        same_pit = other.opened.pit == live.opened.pit and other.game.key == live.game.key
        if other.id == live.id or not same_pit or other.closed:
            continue
        theirs = Change(0, change.effective_at, shared, {}, 0)
        once = ask.once()
        once["key"] = f"{once['key'][:40]}:{other.id}"
        given.append(ask.house.do(jobs.GiveNotice(other.id, ask.person.id, theirs, text, **once)))
    return given


def withdraw_notice(ask: Ask) -> Any:
    """Withdraw a notice whose time has not come."""
    job = jobs.WithdrawNotice(
        ask.number("table"), ask.person.id, ask.number("notice"), **ask.once()
    )
    return ask.house.do(job)


def _notices(ask: Ask, table: int | None) -> list[dict[str, Any]]:
    sql = (
        "SELECT id, table_id, given_at, effective_at, by_account, status, change, required "
        "FROM notice"
    )
    values: tuple[Any, ...] = ()
    if table is not None:
        sql, values = f"{sql} WHERE table_id = ?", (table,)
    with ask.house.db.read() as connection:
        sql = ask.house.db.sql(f"{sql} ORDER BY id DESC LIMIT 200")
        return [
            {"notice": one[0], "table": one[1], "given_at": one[2], "effective_at": one[3],
             "by": one[4], "status": one[5], "change": msgspec.json.decode(one[6]),
             "required": msgspec.json.decode(one[7])}
            for one in connection.exec_driver_sql(sql, values)
        ]  # fmt: skip


def table_notices(ask: Ask) -> Any:
    """The notices of a table: the sign that hangs there."""
    table_id = ask.number("table")
    ask.house.table(table_id)
    return {"table": table_id, "notices": _notices(ask, table_id)}


def all_notices(ask: Ask) -> Any:
    """Every notice, for whoever is to be told of it."""
    return {"notices": _notices(ask, None)}


# -- the chain and the ledger -------------------------------------------------------------------


def anchors(ask: Ask) -> Any:
    """Where the chain of each table stood at the end of each gaming day, and stands now."""
    house = ask.house
    day = ask.query("day")
    with house.db.read() as connection:
        sql = "SELECT table_id, day, n, hash, made_at FROM anchor"
        values: tuple[Any, ...] = ()
        if day:
            sql, values = f"{sql} WHERE day = ?", (read_day(day, date.min).isoformat(),)
        past = [
            {"table": one[0], "day": one[1], "entries": one[2], "hash": one[3], "made_at": one[4]}
            for one in connection.exec_driver_sql(
                house.db.sql(f"{sql} ORDER BY day DESC, table_id LIMIT 2000"), values
            )
        ]
        sql = "SELECT id, n, hash FROM gaming_table ORDER BY id"
        heads = [
            {"table": one[0], "entries": one[1], "hash": one[2]}
            for one in connection.exec_driver_sql(sql)
        ]
    return {"anchors": past, "heads": heads}


def ledger(ask: Ask) -> Any:
    """The ledger: what each account holds, and their sum, which is zero."""
    with ask.house.db.read() as connection:
        sql = (
            "SELECT a.id, a.name, a.kind, b.cents FROM account a JOIN balance b "
            "ON b.account_id = a.id ORDER BY a.id"
        )
        found = [
            {"account": one[0], "name": one[1], "kind": one[2], "cents": one[3]}
            for one in connection.exec_driver_sql(sql)
        ]
    return {"accounts": found, "sum": sum(one["cents"] for one in found)}


__all__ = ["EVERYONE", "add_routes", "view"]
