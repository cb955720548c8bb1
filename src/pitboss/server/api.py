"""The routes of the API, beside the streams (`listening`)."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

import msgspec
from starlette.responses import Response

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.server import auth, factors, posting
from pitboss.server.bridge import Api, Ask, answer_of
from pitboss.server.house import House
from pitboss.server.metrics import CONTENT_TYPE
from pitboss.server.past import chosen_viewer, steps_of
from pitboss.server.posting import EntryRequest, read_etag
from pitboss.server.problems import RequestRefused
from pitboss.server.view import receipt_json, row_json, viewer_word
from pitboss.signing import public_half
from pitboss.store import accounts as ledgers
from pitboss.store import anchoring, approving, books, jobs, people
from pitboss.store import notices as noticing
from pitboss.store.live import Live, rules_of
from pitboss.store.loading import PlayedRound, rows_after
from pitboss.store.notices import NewNotice
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Refused
from pitboss.store.roles import may, need
from pitboss.store.rows import THE_HOUSE, Entered
from pitboss.store.terminals import terminal_now
from pitboss.store.writer import Batch
from pitboss.table.entries import parse_seat, seat_text
from pitboss.table.receipt import event_json
from pitboss.table.view import BYSTANDER

ROWS_AT_ONCE_MAX = 2000
DEPOSIT_MAX = 10**12
# What a replay costs, for each entry of the tape, in what `limits.ACCOUNT_RATE` counts.
COST_AN_ENTRY = 0.2
# Counted as the name in place of what can be nobody's.
NO_NAME = "?"


def add_routes(api: Api) -> None:
    add = api.add
    add("GET", "/healthz", health, public=True)
    add("GET", "/metrics", metrics, public=True, media="text/plain")
    add("POST", "/api/session", sign_in_as_json, body=SignIn, public=True, status=201)
    add("GET", "/api/session/history", history)
    add("POST", "/api/session/factor", new_factor)
    add("PUT", "/api/session/factor", set_factor, body=Factor)
    add("GET", "/api/session", whoami)
    add("DELETE", "/api/session", sign_out)
    add("POST", "/api/password", change_password, body=NewPassword)
    add("GET", "/api/accounts", accounts)
    add(
        "POST",
        "/api/accounts",
        new_account,
        body=NewAccount,
        keyed=True,
        status=201,
        needs="manage-accounts",
    )
    add(
        "POST",
        "/api/accounts/{account}",
        change_account,
        body=AccountChange,
        keyed=True,
        needs="manage-accounts",
    )
    add(
        "POST",
        "/api/accounts/{account}/deposits",
        deposit,
        body=NewDeposit,
        keyed=True,
        needs="cage",
    )
    add("GET", "/api/approvals", approvals)
    add("POST", "/api/approvals/{approval}", answer_approval, body=Answering, keyed=True)
    add("GET", "/api/games", games, query={"day": "string"})
    add("GET", "/api/floor", floor, query={"closed": "boolean"})
    add(
        "POST",
        "/api/tables",
        open_table,
        body=NewTable,
        keyed=True,
        status=201,
        needs="manage-tables",
    )
    add("GET", "/api/tables/{table}", table, etag=True)
    add(
        "POST",
        "/api/tables/{table}/entries",
        post_entries,
        body=EntryRequest,
        keyed=True,
        etag=True,
        limited=False,
        counted_as=posting.POST_ENTRIES,
    )
    add(
        "POST",
        "/api/tables/{table}/close",
        close_table,
        body=Closing,
        keyed=True,
        needs="manage-tables",
    )
    add(
        "POST",
        "/api/tables/{table}/dealers",
        assign_dealers,
        body=Dealers,
        keyed=True,
        needs="manage-tables",
    )
    add("POST", "/api/tables/{table}/seats", sit, body=Sitting, keyed=True, etag=True)
    add(
        "DELETE",
        "/api/tables/{table}/seats",
        leave,
        query={"seat": "string"},
        keyed=True,
        etag=True,
    )
    add(
        "GET", "/api/tables/{table}/rounds", rounds, query={"before": "integer", "limit": "integer"}
    )
    add("GET", "/api/tables/{table}/rounds/{round}", one_round, query={"seat": "string"})
    add("GET", "/api/tables/{table}/rounds/{round}/steps", all_steps, query={"seat": "string"})
    add(
        "GET", "/api/tables/{table}/rounds/{round}/steps/{step}", one_step, query={"seat": "string"}
    )
    add(
        "GET",
        "/api/tables/{table}/journal",
        journal,
        needs="see-journals",
        query={"round": "integer", "seq": "integer", "limit": "integer"},
    )
    add("GET", "/api/tables/{table}/shoes", shoes, query={"before": "integer"})
    add("GET", "/api/tables/{table}/notices", table_notices)
    add(
        "POST",
        "/api/tables/{table}/notices/preview",
        preview_notice,
        body=NewNotice,
        needs="manage-tables",
    )
    add(
        "POST",
        "/api/tables/{table}/notices",
        give_notice,
        body=NewNotice,
        keyed=True,
        status=201,
        needs="manage-tables",
    )
    add(
        "DELETE",
        "/api/tables/{table}/notices/{notice}",
        withdraw_notice,
        keyed=True,
        needs="manage-tables",
    )
    add("GET", "/api/notices", all_notices, needs="see-notices")
    add("GET", "/api/anchors", anchors, needs="see-journals", query={"day": "string"})
    add("GET", "/api/ledger", ledger, needs="see-ledger")


def printable(text: str) -> str:
    """Returns the text without characters that no page can show or not every database keeps."""
    return "".join(mark for mark in text if mark.isprintable())


# -- operations ---------------------------------------------------------------------------------


def health(ask: Ask) -> Any:
    """Whether the server and its database answer, and anything can be written."""
    ask.house.db.check()
    if ask.house.stopping:
        raise RequestRefused(503, "stopping", "the server is stopping")
    if not ask.house.ready:
        raise RequestRefused(503, "starting", "the server waits for its database")
    if not ask.house.can_write():
        raise RequestRefused(503, "unavailable", "nothing can be written to the database")
    return {"status": "ok"}


def metrics(ask: Ask) -> Any:
    """Counters of this process."""
    return Response(ask.house.metrics.text(ask.house), media_type=CONTENT_TYPE)


# -- who ----------------------------------------------------------------------------------------


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """`cookie` asks for a session for a browser, by cookie; otherwise a bearer token is given."""

    name: str
    password: str
    cookie: bool = False
    code: str = ""


def _find(ask: Ask, name: str) -> people.StoredPerson | None:
    with ask.house.db.read() as reading:
        return people.find_person(reading, name)


def sign_in_as_json(ask: Ask) -> Any:
    """Sign in with name and password (and the code of a second factor); gives a bearer token, or
    sets a cookie."""
    # Another site's page can send a form here, and would sign its reader in as somebody else.
    auth.check_origin(dict(ask.request.scope["headers"]))
    if ask.header("content-type").partition(";")[0].strip().lower() != "application/json":
        raise RequestRefused(415, "bad-content-type", "expected application/json")
    return sign_in(ask)


def sign_in(ask: Ask) -> Any:
    """Signs in, for the API and for the page."""
    asked: SignIn = ask.body
    house, client = ask.house, ask.request.client
    name = asked.name.lower() if people.NAME.fullmatch(asked.name.lower()) else NO_NAME
    address = client.host if client is not None else ""
    house.attempts.take(address)
    house.call(lambda batch: people.begin_attempt(batch, name, address))
    known = _find(ask, name)
    stored = known.password if known is not None and not known.disabled else ""
    step = 0
    fits = people.password_fits(stored, asked.password[:1000])
    if fits and known is not None and known.factor:
        if not asked.code:
            raise RequestRefused(401, "code-needed", "the code of the second factor is needed")
        step = factors.step_of(known.factor, asked.code, known.factor_step, house.clock())
        fits = step > 0
    if not fits:
        if known is not None:
            account = known.id
            house.call(lambda batch: people.refuse_attempt(batch, account, address))
        # What is no name of an account may be a password in the wrong field.
        shown = name if known is not None else "no such account"
        house.log.info("sign-in refused", name=shown, address=address)
        raise RequestRefused(401, "wrong-password", "the name or the password is wrong")
    assert known is not None
    token, csrf = people.new_token(), secrets.token_urlsafe(24)
    kind = "cookie" if asked.cookie else "bearer"

    def begin(batch: Batch) -> int:
        people.end_attempt(batch, name, address)
        if step:
            people.use_factor(batch, known.id, step)
        return people.start_session(batch, known.id, token, kind, csrf, address)

    expires = house.call(begin)
    house.log.info("signed in", name=name, role=known.role)
    said: dict[str, Any] = {
        "name": known.name,
        "role": known.role,
        "must_change": known.must_change,
        "expires_at": expires,
    }
    if not asked.cookie:
        return said | {"token": token}
    answer = answer_of(201, said | {"csrf": csrf})
    answer.set_cookie(
        auth.COOKIE,
        token,
        max_age=people.SESSION_HOURS * 3600,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        path="/",
    )
    return answer


def whoami(ask: Ask) -> Any:
    """Who is signed in; for a cookie session with its CSRF token."""
    person = ask.person
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "must_change": person.must_change,
        "balance": ask.house.balance(person.id),
        "csrf": person.csrf,
        "expires_at": person.expires_at,
    }


def sign_out(ask: Ask) -> Any:
    """End this session."""
    session = ask.person.session
    ask.house.call(lambda batch: people.end_session(batch, session))
    ask.house.sessions_ended()
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
    # Counted apart from attempts to sign in: what strangers guess keeps nobody from it.
    tried = (f"password of {person.name}", person.session)
    house.call(lambda batch: people.begin_attempt(batch, *tried))
    known = _find(ask, person.name)
    if known is None or not people.password_fits(known.password, asked.old[:1000]):
        raise RequestRefused(403, "wrong-password", "the old password is wrong")
    if asked.old == asked.new:
        raise RequestRefused(422, "bad-password", "the new password is the old one")
    stored = people.hash_password(asked.new)

    def change(batch: Batch) -> None:
        people.end_attempt(batch, *tried)
        people.change_own_password(batch, person.id, stored)
        people.end_sessions(batch, person.id, but=person.session)

    house.call(change)
    house.sessions_ended()
    return {}


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """Without a password, a one-time password is made and given once. A `guest` is a patron of the
    house's own, for whom a dealer may act."""

    name: str
    role: str
    password: str = ""
    guest: bool = False


def accounts(ask: Ask) -> Any:
    """Accounts: the administrator sees all of them, the pit boss the patrons."""
    role = ask.person.role
    if not may(role, "cage"):
        need(role, "manage-accounts")
    with ask.house.db.read() as reading:
        if may(role, "manage-accounts"):
            return {"accounts": people.list_people(reading)}
        return {"accounts": people.list_people(reading, ["patron"])}


def new_account(ask: Ask) -> Any:
    """A new account, with a password or a one-time password."""
    asked: NewAccount = ask.body
    people.check_name(asked.name)
    password = asked.password or people.one_time_password()
    stored = people.hash_password(password)
    once = not asked.password
    if ask.house.settings.dual and asked.role != "patron" and _another_administrator(ask):
        people.check_role(asked.role)
        return ask_second(ask, "account", {"name": asked.name, "role": asked.role})

    def create(batch: Batch) -> Any:
        account = people.create_person(
            batch,
            asked.name,
            asked.role,
            stored,
            must_change=once,
            guest=asked.guest and asked.role == "patron",
            by=ask.person.id,
        )
        return {"id": account, "account": account, "name": asked.name, "role": asked.role}

    answer = ask.house.writer.do(jobs.Call(create, **ask.once()))
    said = msgspec.json.decode(answer.body)
    # A repeated request gives the account again, but the one-time password only once: it is
    # nowhere kept.
    return said | ({"one_time_password": password} if once and not answer.repeated else {})


class AccountChange(msgspec.Struct, forbid_unknown_fields=True):
    disabled: bool | None = None
    role: str | None = None
    reset_password: bool = False
    reset_factor: bool = False


def _leave_everywhere(ask: Ask, account: int) -> None:
    """Whoever may no longer sign in gives up every seat, at once or when the round is over."""
    with ask.house.db.read() as reading:
        tables = people.tables_of(reading, account)
    for table in tables:
        live = ask.house.table(table)
        seat = live.seat_of(account)
        if seat:
            ask.house.do(jobs.Unseat(table, ask.person.id, seat))


def _another_administrator(ask: Ask) -> bool:
    """Whether there is a second person to agree: the first administrator makes the second alone."""
    with ask.house.db.read() as reading:
        return approving.administrators(reading) > 1


def ask_second(ask: Ask, what: str, body: dict[str, Any]) -> Any:
    return ask.house.do(approving.AskSecond(ask.person.id, what, body, **ask.once()))


def change_account(ask: Ask) -> Any:
    """Disable an account, give it another role, or reset its password."""
    asked: AccountChange = ask.body
    account = ask.number("account")
    if account == ask.person.id:
        raise RequestRefused(409, "own-account", "nobody changes their own account")
    if ask.house.settings.dual and asked.role is not None and _another_administrator(ask):
        people.check_role(asked.role)
        return ask_second(ask, "change", {"account": account, "role": asked.role})
    password = people.one_time_password() if asked.reset_password else ""
    stored = people.hash_password(password) if password else ""

    def change(batch: Batch) -> Any:
        name = people.change_person(
            batch,
            account,
            disabled=asked.disabled,
            role=asked.role,
            stored=stored,
            by=ask.person.id,
        )
        if asked.reset_factor:
            people.change_factor(batch, account, "", 0, by=ask.person.id)
        return {"id": account, "name": name}

    answer = ask.house.writer.do(jobs.Call(change, **ask.once()))
    ask.house.sessions_ended()
    if asked.disabled:
        _leave_everywhere(ask, account)
    once = {"one_time_password": password} if password and not answer.repeated else {}
    return msgspec.json.decode(answer.body) | once


class NewDeposit(msgspec.Struct, forbid_unknown_fields=True):
    """Play money in cents; negative to take it back."""

    cents: int
    note: str = ""
    reason: str = ""


def deposit(ask: Ask) -> Any:
    """Play money from the cage to a patron's account, or back."""
    asked: NewDeposit = ask.body
    if abs(asked.cents) > DEPOSIT_MAX:
        raise RequestRefused(422, "bad-amount", "that is more than the largest amount")
    note = printable(asked.note or asked.reason)
    if ask.house.settings.dual:
        body = {"account": ask.number("account"), "cents": asked.cents, "note": note[:200]}
        return ask_second(ask, "deposit", body)
    once = ask.once()
    job = ledgers.Deposit(
        ask.number("account"),
        asked.cents,
        note,
        ask.person.id,
        key=once["key"],
        request=once["request"],
    )
    return ask.house.do(job)


def approvals(ask: Ask) -> Any:
    """What waits for a second person, or waited, as far as the caller may ask for it or agree."""
    role = ask.person.role
    with ask.house.db.read() as reading:
        listed = approving.list_approvals(reading)
    return {"approvals": [one for one in listed if _may_answer(role, one.what)]}


def _may_answer(role: str, what: str) -> bool:
    return may(role, approving.AGREES[what]) or may(role, "see-ledger")


class Answering(msgspec.Struct, forbid_unknown_fields=True):
    agreed: bool


def answer_approval(ask: Ask) -> Any:
    """Agree to what somebody else has asked for, or refuse it."""
    house, number, agreed = ask.house, ask.number("approval"), ask.body.agreed
    with house.db.read() as reading:
        asked = approving.find_approval(reading, number)
    need(ask.person.role, approving.AGREES[asked.what])
    password = people.one_time_password() if asked.what == "account" and agreed else ""
    stored = people.hash_password(password) if password else ""
    answer = house.writer.do(
        approving.AnswerSecond(
            ask.person.id, number, agreed, stored, asked.body.get("table", 0), **ask.once()
        )
    )
    said = msgspec.json.decode(answer.body)
    if asked.what == "change":
        house.sessions_ended()
    if asked.what == "notice" and agreed:
        notice = msgspec.convert(asked.body["notice"], NewNotice)
        said |= _give_notice(house, asked.body["table"], notice, asked.by, ask.once())
    return said | ({"one_time_password": password} if password and not answer.repeated else {})


def history(ask: Ask) -> Any:
    """What was done to the caller's own account, and who signed in to it, the latest first."""
    with ask.house.db.read() as reading:
        return {"history": books.history_of(reading, ask.person.id)}


# -- a second factor ------------------------------------------------------------------------------


class Factor(msgspec.Struct, forbid_unknown_fields=True):
    """A code that the `secret` gives now; an empty secret takes the second factor away."""

    secret: str
    code: str


def new_factor(ask: Ask) -> Any:
    """A secret for a second factor; it counts once a code of it was sent (PUT)."""
    secret = factors.new_secret()
    return {"secret": secret, "uri": factors.address(secret, ask.person.name)}


def has_factor(ask: Ask) -> bool:
    known = _find(ask, ask.person.name)
    return known is not None and bool(known.factor)


def set_factor(ask: Ask) -> Any:
    """Take up a second factor, or give it up: with a code of the one that is there."""
    asked: Factor = ask.body
    house, person = ask.house, ask.person
    known = _find(ask, person.name)
    assert known is not None
    secret = known.factor if not asked.secret else asked.secret
    if asked.secret and known.factor:
        raise RequestRefused(409, "has-factor", "there is a second factor: give it up first")
    if not secret or not factors.is_secret(secret):
        raise RequestRefused(422, "bad-secret", "that is no secret of ours")
    tried = (f"code of {person.name}", person.session)
    house.call(lambda batch: people.begin_attempt(batch, *tried))
    step = factors.step_of(
        secret, asked.code, 0 if asked.secret else known.factor_step, house.clock()
    )
    if not step:
        raise RequestRefused(403, "wrong-code", "the code is wrong")

    def change(batch: Batch) -> None:
        people.end_attempt(batch, *tried)
        people.change_factor(batch, person.id, asked.secret, step, by=person.id)

    house.call(change)
    return {"factor": bool(asked.secret)}


# -- the floor ----------------------------------------------------------------------------------


def read_day(text: str | None, default: date) -> date:
    try:
        return date.fromisoformat(text) if text else default
    except ValueError:
        raise RequestRefused(422, "bad-day", "day: expected such as 1999-06-01") from None


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
                options.append(
                    msgspec.to_builtins(entry) | {"name": name, "cite": law.cite(entry.cite)}
                )
        found.append(
            {
                "game": key,
                "title": law.title,
                "subchapter": law.subchapter,
                "seats": game.seats_max,
                "options": options,
                "wagers": [
                    {
                        "wager": w.key,
                        "label": w.label,
                        "spots": list(w.spots),
                        "cite": law.cite(w.cite),
                    }
                    for w in law.wagers.values()
                ],
                "unverified": list(law.unverified),
                "meter": law.cite(game.shared_meter) if game.shared_meter else None,
                "table_stakes": game.stakes is not None,
            }
        )
    return {"day": day.isoformat(), "games": found}


def floor(ask: Ask) -> Any:
    """Every open table."""
    return {"tables": ask.house.floor_lines(closed=ask.query("closed") == "true")}


def open_table(ask: Ask) -> Any:
    """Open a table for a game (floorperson up)."""
    asked: NewTable = ask.body
    if ask.house.settings.assigned:
        asked = msgspec.structs.replace(asked, assigned=True)
    return ask.house.do(OpenTable(ask.person.id, asked, **ask.once()))


class Dealers(msgspec.Struct, forbid_unknown_fields=True):
    """The accounts of those who deal at the table."""

    dealers: list[int]


def assign_dealers(ask: Ask) -> Any:
    """Say which dealers deal at a table (floorperson up)."""
    dealers = tuple(dict.fromkeys(ask.body.dealers))[:40]
    job = jobs.AssignDealers(ask.number("table"), ask.person.id, dealers, **ask.once())
    return ask.house.do(job)


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    reason: str = ""


def close_table(ask: Ask) -> Any:
    """Close a table between two rounds (floorperson up)."""
    reason = printable(ask.body.reason)
    job = jobs.CloseTable(ask.number("table"), ask.person.id, reason, **ask.once())
    return ask.house.do(job)


def table(ask: Ask) -> Any:
    """A table as the caller's seat sees it."""
    said = ask.house.seen_by(ask.house.table(ask.number("table")), ask.person)
    try:
        same = read_etag(ask.header("if-none-match")) == said["n"]
    except RequestRefused:
        same = False
    if same:  # an answer without a body
        return Response(status_code=304, headers={"etag": f'"{said["n"]}"'})
    return said


def post_entries(ask: Ask) -> Any:
    """Put an entry (or several, all or none) on the tape of the table."""
    return enter(ask, read_etag(ask.header("if-match")))


def enter(ask: Ask, at: int | None) -> Response:
    house, person = ask.house, ask.person
    job = posting.entering(
        person,
        ask.number("table"),
        ask.body,
        at=at,
        key=ask.key,
        body=ask.raw,
        terminal=terminal_now(),
    )
    house.refusals.check(person.name)
    house.entries.take(person.name)
    try:
        answer = house.writer.do(job)
    except Refused:
        house.refusals.spend(person.name)
        raise
    status, more, body = posting.response(answer)
    return Response(body, status, posting.HEADERS | dict(more))


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """`seat` is such as p3; without it the first that is free is taken. A dealer may seat a guest
    of the house by its account. `also` asks for a further betting area beside the seat that one
    has, where the rules let a player wager at several."""

    seat: str = ""
    guest: int = 0
    also: bool = False


def sit(ask: Ask) -> Any:
    """Take a seat, or a further betting area."""
    asked: Sitting = ask.body
    person, house = ask.person, ask.house
    seat = seat_number(asked.seat)
    account, name = person.id, person.name
    if asked.guest:
        need(person.role, "deal")
        with house.db.read() as reading:
            guest = people.find_guest(reading, asked.guest)
        account, name = guest.id, guest.name
    else:
        need(person.role, "sit")
    job = jobs.Sit(
        ask.number("table"),
        account,
        name,
        seat,
        guest=person.guest or bool(asked.guest),
        also=asked.also,
        most=house.settings.seats,
        **ask.once(),
    )
    return house.do(job)


def seat_number(text: str) -> int:
    """Returns the seat that is meant, 0 where none is named."""
    if not text:
        return 0
    try:
        seat = parse_seat(text)
    except PitbossError as error:
        raise RequestRefused(422, "no-such-seat", str(error)) from None
    if not seat:
        raise RequestRefused(422, "no-such-seat", "the dealer's place is not a seat")
    return seat


def leave(ask: Ask) -> Any:
    """Give the seat up, or one of several betting areas, at once or when the round is over. A
    floorperson takes away the seat of somebody else."""
    seat = seat_number(ask.query("seat") or "")
    if seat and may(ask.person.role, "supervise"):
        return ask.house.do(jobs.Unseat(ask.number("table"), ask.person.id, seat, **ask.once()))
    return ask.house.do(jobs.Leave(ask.number("table"), ask.person.id, seat, **ask.once()))


# -- rounds of the past -------------------------------------------------------------------------


def rounds(ask: Ask) -> Any:
    """The procedures of a table, the latest first."""
    house = ask.house
    live = house.table(ask.number("table"))
    before = ask.query_number("before", live.round + 1)
    limit = ask.query_number("limit", 20, 200)
    with house.db.read() as reading:
        listed = books.procedures_before(reading, live, before, limit)
    return {"table": live.id, "rounds": listed}


def one_round(ask: Ask) -> Any:
    """A procedure with its receipt, as a seat saw it. `seat` is p1, d, or - for a bystander."""
    house = ask.house
    played = house.played(ask.number("table"), ask.number("round"))
    seat = ask.query("seat")
    everything = seat == "all"
    if everything:
        need(ask.person.role, "see-journals")
        if played.receipt is None:
            raise RequestRefused(409, "not-over", "the round is not over")
    viewer = BYSTANDER if everything else chosen_viewer(played, ask.person, seat)
    law = played.live.rules.law
    steps = steps_of(played, viewer, only=-1) if played.before.seats else None
    events = list(steps[-1].events) if steps is not None else []
    ask.spend(COST_AN_ENTRY * len(played.entries))
    if everything and played.receipt is not None:
        events = played.receipt.events
    said: dict[str, Any] = {
        "table": played.live.id, "round": played.live.round, "procedure": played.before.next,
        "game": played.live.game.key, "day": law.day.isoformat(), "options": law.options,
        "seat": "all" if everything else viewer_word(viewer),
        "seats": {seat_text(s): who.name for s, who in sorted(played.live.seats.items())
                  if s in played.before.seats},
        "steps": len(steps) - 1 if steps is not None else 0,
        "events": [event_json(event, law) for event in events],
        "receipt": None,
    }  # fmt: skip
    if played.receipt is not None:
        said["receipt"] = receipt_json(played.receipt, played.live.round)
        # From the digest of a round with few unknown cards these could be found by trying.
        said["digest"] = played.receipt.digest() if learns_all(ask, played.live) else None
    return said


def all_steps(ask: Ask) -> Any:
    """Every step of a procedure, as a seat saw it."""
    played = ask.house.played(ask.number("table"), ask.number("round"))
    viewer = chosen_viewer(played, ask.person, ask.query("seat"))
    steps = steps_of(played, viewer) if played.before.seats else None
    # What is asked at each step is listed: many times what the procedure itself costs.
    ask.spend(10 * COST_AN_ENTRY * len(played.entries))
    listed = [steps.step_json(number) for number in range(len(steps))] if steps is not None else []
    if may(ask.person.role, "see-journals"):
        for step in listed:
            step |= _who_and_when(played, step["step"])
    return {"seat": viewer_word(viewer), "steps": listed}


def _who_and_when(played: PlayedRound, step: int) -> dict[str, Any]:
    """Returns who made the entry that led to a step, and when, for those who read the chain."""
    made = [body for body in (row.read() for row in played.rows) if isinstance(body, Entered)]
    if not 1 <= step <= len(made):
        return {}
    return {"at": made[step - 1].at, "by": made[step - 1].by}


def one_step(ask: Ask) -> Any:
    """One step of a procedure, as a seat saw it."""
    played, number = ask.house.played(ask.number("table"), ask.number("round")), ask.number("step")
    viewer = chosen_viewer(played, ask.person, ask.query("seat"))
    ask.spend(COST_AN_ENTRY * len(played.entries))
    steps = steps_of(played, viewer, only=number) if played.before.seats else None
    if steps is None or number >= len(steps):
        there = len(steps) if steps is not None else 0
        raise RequestRefused(404, "no-such-step", f"the round has {there} steps")
    said = steps.step_json(number) | {"seat": viewer_word(viewer)}
    if may(ask.person.role, "see-journals"):
        said |= _who_and_when(played, number)
    return said


def journal(ask: Ask) -> Any:
    """The rows of a table's chain behind a place, of procedures that are over."""
    house, table_id = ask.house, ask.number("table")
    if table_id == THE_HOUSE:
        return house_journal(ask)
    live = house.table(table_id)
    round_, seq = ask.query_number("round", 0), ask.query_number("seq", 0)
    if ask.query("round") is None:
        seq = -1 if ask.query("seq") is None else seq
    limit = ask.query_number("limit", 500, ROWS_AT_ONCE_MAX)
    with house.db.read() as reading:
        rows = [
            row_json(row)
            for row in rows_after(reading, table_id, round_, seq, limit)
            # Face down cards of a round under way are nobody's to read.
            if row.round < live.round
        ]
    return {"table": table_id, "rows": rows, "n": live.n, "hash": live.hash}


def house_journal(ask: Ask) -> Any:
    """The rows of the chain of the house: the cage, accounts, sign-ins, tables, meters."""
    seq = ask.query_number("seq", 0) if ask.query("seq") is not None else -1
    limit = ask.query_number("limit", 500, ROWS_AT_ONCE_MAX)
    with ask.house.db.read() as reading:
        rows = [row_json(row) for row in rows_after(reading, THE_HOUSE, 0, seq, limit)]
        n, mark = books.house_head(reading)
    return {"table": THE_HOUSE, "rows": rows, "n": n, "hash": mark}


def learns_all(ask: Ask, live: Live) -> bool:
    """Whether the caller may learn every card of a round that is over. Where players wager against
    each other, a hand that its player did not show stays unseen; only who reads the chains reads
    such cards."""
    return live.game.stakes is None or may(ask.person.role, "see-journals")


def shoes(ask: Ask) -> Any:
    """The shoes of a table: each with its commitment; its order once it is no longer used (at
    poker for surveillance and regulator alone: hands that were not shown are in it)."""
    house = ask.house
    live = house.table(ask.number("table"))
    with house.db.read() as reading:
        listed = books.shoes_before(
            reading, live, ask.query_number("before", 10**12), ordered=learns_all(ask, live)
        )
    return {
        "table": live.id,
        "shoes": listed,
        "how": "commitment = SHA-256 of: salt, a space, the cards as written",
    }


# -- notices ------------------------------------------------------------------------------------


def preview_notice(ask: Ask) -> Any:
    """What notice a change would need, to whom, and how long before. Nothing is changed."""
    house = ask.house
    planned, _ = noticing.plan(house.table(ask.number("table")), ask.body, house.clock())
    return msgspec.to_builtins(planned)


def give_notice(ask: Ask) -> Any:
    """Give notice of a change: it takes effect when its time has come, between two rounds."""
    house, table = ask.house, ask.number("table")
    planned, _ = noticing.plan(house.table(table), ask.body, house.clock())
    noticing.check_notice(planned, approved=ask.body.approved)
    if house.settings.dual and any(one.kind == "approval" for one in planned.required):
        # That the regulator has approved is the regulator's to say.
        return ask_second(ask, "notice", {"table": table, "notice": ask.body})
    return _give_notice(house, table, ask.body, ask.person.id, ask.once())


def _give_notice(
    house: House, table: int, asked: NewNotice, by: int, once: dict[str, str]
) -> dict[str, Any]:
    live = house.table(table)
    planned, change = noticing.plan(live, asked, house.clock())
    noticing.check_notice(planned, approved=True)
    once = once | {"key": f"{once['key'][:50]}:notice"}
    required = planned.required
    given = house.do(noticing.GiveNotice(live.id, by, change, required, **once))
    others = []
    for other, theirs in noticing.in_the_whole_pit(live, house.floor(), planned, change):
        key = f"{once['key'][:40]}:{other}"
        house.do(noticing.GiveNotice(other, by, theirs, required, **once | {"key": key}))
        others.append(other)
    said: dict[str, Any] = msgspec.to_builtins(planned)
    said |= given
    return said | {"also": others}


def withdraw_notice(ask: Ask) -> Any:
    """Withdraw a notice whose time has not come."""
    job = noticing.WithdrawNotice(
        ask.number("table"), ask.person.id, ask.number("notice"), **ask.once()
    )
    return ask.house.do(job)


def table_notices(ask: Ask) -> Any:
    """The notices of a table: the sign that hangs there."""
    table_id = ask.number("table")
    ask.house.table(table_id)
    with ask.house.db.read() as reading:
        return {"table": table_id, "notices": noticing.list_notices(reading, table_id)}


def all_notices(ask: Ask) -> Any:
    """Every notice, for whoever is to be told of it."""
    with ask.house.db.read() as reading:
        return {"notices": noticing.list_notices(reading)}


# -- the chain and the ledger -------------------------------------------------------------------


def anchors(ask: Ask) -> Any:
    """Where the chain of the house (table 0), of each table and of each keno system (its number
    with a minus sign) stood at the end of each gaming day, and stands now; `signed` is to be kept,
    for `pitboss verify --anchors`."""
    day, house = ask.query("day"), ask.house
    wanted = read_day(day, date.min).isoformat() if day else ""
    assert house.key is not None
    with house.db.read() as reading:
        stated = anchoring.state_of(reading, house.clock(), public_half(house.key), wanted)
    signed = anchoring.sign(stated, house.key)
    return {"anchors": stated.anchors, "heads": stated.heads, "signed": signed}


def ledger(ask: Ask) -> Any:
    """The ledger: what each account holds, and their sum, which is zero."""
    with ask.house.db.read() as reading:
        lines = ledgers.ledger(reading)
    return {"accounts": lines, "sum": sum(line.cents for line in lines)}
