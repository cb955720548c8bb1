"""The pages: server-rendered, with vendored htmx and a little script of our own.

A page asks through the functions of the API, in this process: what a person may do and see is
decided there and nowhere else. Forms carry the session's CSRF token and a key of their own."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import msgspec
from fastapi import FastAPI, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from pitboss import __version__
from pitboss.chain import hex_digest
from pitboss.draw import STYLE_FOLDER
from pitboss.draw.chips import chip
from pitboss.draw.pieces import SYMBOLS
from pitboss.server import api, auth, factors, words
from pitboss.server.bridge import Ask, address_of, read_body
from pitboss.server.house import House
from pitboss.server.problems import Problem, RequestRefused, problem
from pitboss.store.casino.money import low_trays
from pitboss.store.people import Person
from pitboss.store.roles import may, need
from pitboss.store.terminals import TERMINAL

HERE = Path(__file__).parent
SIGN_IN, PASSWORD = "/signin", "/password"

templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
for _name in (
    "dollars",
    "gained",
    "when",
    "nice",
    "runs",
    "tell",
    "choice",
    "spoken",
    "plain",
    "many",
    "table_number",
):
    templates.filters[_name] = getattr(words, _name)
templates.globals.update(may=may, version=__version__, symbols=SYMBOLS, chip=chip)


class _Inner(Ask):
    """What a page asks of the API: its own query in place of the page's."""

    queries: Mapping[str, str] | None = None

    def query(self, name: str) -> str | None:
        return super().query(name) if self.queries is None else self.queries.get(name)


class PageAsk(Ask):
    """A request for a page; `form` holds the fields of a posted form."""

    def __init__(self, house: House, request: Request, person: Person | None) -> None:
        super().__init__(house, request, person, None)
        self.form: dict[str, str] = {}

    @property
    def signed_in(self) -> Person | None:
        return self._person

    @property
    def htmx(self) -> bool:
        return self.request.headers.get("hx-request") == "true"

    @property
    def narrow(self) -> bool:
        return self.request.cookies.get("pitboss_narrow") == "1"

    def call(
        self,
        handler: Callable[[Ask], Any],
        body: Any = None,
        *,
        needs: str = "",
        query: Mapping[str, str] | None = None,
    ) -> Any:
        """Asks a function of the API, with the same checks as its route makes."""
        if needs:
            need(self.person.role, needs)
        inner = _Inner(self.house, self.request, self._person, body)
        inner.raw, inner.key, inner.queries = self.raw, self.key, query
        return handler(inner)

    def field(self, name: str, default: str = "") -> str:
        return self.form.get(name, default).strip()


Handler = Callable[[PageAsk], Response]


def render(ask: PageAsk, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    person = ask.signed_in
    text = templates.get_template(template).render(
        person=person,
        csrf=person.csrf if person is not None else "",
        key=secrets.token_hex(12),
        path=ask.request.url.path,
        **values,
    )
    return HTMLResponse(text, status, headers={"cache-control": "no-store", "vary": "cookie"})


def go(ask: PageAsk, where: str) -> Response:
    """Sends the browser to another page, after a form."""
    if ask.htmx:
        return Response(status_code=204, headers={"hx-redirect": where})
    return RedirectResponse(where, 303)


def add(app: FastAPI, method: str, path: str, handler: Handler, *, public: bool = False) -> None:
    async def endpoint(request: Request) -> Response:
        ask = PageAsk(request.app.state.house, request, None)
        began = time.perf_counter()
        TERMINAL.set(address_of(request))
        try:
            await read(ask, public=public)
            answer = await run_in_threadpool(handler, ask)
        except Exception as error:
            answer = await run_in_threadpool(refusal, ask, error)
        took = time.perf_counter() - began
        ask.house.metrics.count(f"page {method} {path}", answer.status_code, took)
        ask.house.log_access(
            method, request.url.path, answer.status_code, took, address_of(request)
        )
        return answer

    app.add_api_route(
        path,
        endpoint,
        methods=[method],
        include_in_schema=False,
        response_model=None,
        name=f"page {method} {path}",
    )


async def read(ask: PageAsk, *, public: bool) -> None:
    """Reads who asks, and the fields of the form, in which the CSRF token stands."""
    request, house = ask.request, ask.house
    if request.method == "POST":
        ask.raw = await read_body(request.receive)
        fields = parse_qs(
            ask.raw.decode("latin-1"),
            keep_blank_values=True,
            max_num_fields=400,
            encoding="utf-8",
            errors="replace",
        )
        ask.form = {name: values[-1] for name, values in fields.items()}
        if public:
            return  # signing in: a session that is still there has no say in it
    headers = dict(request.scope["headers"])
    headers.pop(b"authorization", None)  # a page is for a browser, which has a cookie
    session, by_cookie = auth.session_of(headers)
    person = await house.person(session)
    if public and person is None:
        return
    ask._person = auth.check(
        person,
        headers,
        request.method,
        request.url.path,
        by_cookie=by_cookie,
        csrf=ask.form.get("_csrf", ""),
    )
    house.requests.take(ask._person.name)
    if ask._person.must_change and request.url.path not in (PASSWORD, "/signout"):
        raise _MustChange
    # The key of the form, made longer by what is asked: two buttons of one page are two requests.
    said = hex_digest(ask.raw)[:24]
    own = ask.form.get("_key", "")[:60] or secrets.token_hex(12)
    ask.key = f"{own}.{said}" if ask.form else ""


class _MustChange(Exception):
    """The one-time password must be changed before anything else."""


def refusal(ask: PageAsk, error: Exception) -> Response:
    if isinstance(error, _MustChange):
        return go(ask, PASSWORD)
    status, shown = problem(error)
    ask.house.metrics.refused(shown.code)
    if status == 401:
        wanted = ask.request.url.path
        after = f"?next={quote(wanted)}" if ask.request.method == "GET" and wanted != "/" else ""
        return go(ask, SIGN_IN + after)
    ask.house.report("page", error, status, path=ask.request.url.path)
    return render(ask, "refused.html", status, problem=shown, title="Refused")


def refused_in(ask: PageAsk, work: Callable[[], Any]) -> tuple[Any, Problem | None]:
    """Returns what the work says, or the problem that a page shows where it happened."""
    try:
        return work(), None
    except Exception as error:
        status, found = problem(error)
        if status == 500 or found.code == "not-signed-in":
            raise
        return None, found


# -- signing in -----------------------------------------------------------------------------------


def sign_in_page(ask: PageAsk) -> Response:
    if ask.signed_in is not None:
        return go(ask, "/")
    wanted = _inside(ask.query("next"))
    return render(
        ask, "signin.html", title="Sign in", next=wanted, problem=None, accounts=_demonstration(ask)
    )


def _demonstration(ask: PageAsk) -> dict[str, Any] | None:
    """Returns the accounts of the demonstration floor, which everybody may know; None on every
    other floor."""
    if not ask.house.settings.demo:
        return None
    from pitboss.server.demo import NAMES, PASSWORD

    return {"names": NAMES, "password": PASSWORD}


def sign_in(ask: PageAsk) -> Response:
    body = api.SignIn(
        ask.field("name"), ask.form.get("password", ""), cookie=True, code=ask.field("code")
    )
    # There is no session yet, so no token: the origin says whether the form is ours.
    auth.check_origin(dict(ask.request.scope["headers"]), null=True)
    said, found = refused_in(ask, lambda: ask.call(api.sign_in, body))
    wanted = _inside(ask.field("next"))
    if found is not None:
        return render(
            ask,
            "signin.html",
            401,
            title="Sign in",
            next=wanted,
            problem=found,
            accounts=_demonstration(ask),
        )
    answer = RedirectResponse(wanted or "/", 303)
    for name, value in said.raw_headers:
        if name == b"set-cookie":
            answer.raw_headers.append((name, value))
    return answer


def _inside(text: str | None) -> str:
    """Returns a page of ours to go on to, never another site."""
    return text if text and text.startswith("/") and not text.startswith(("//", "/\\")) else ""


def sign_out(ask: PageAsk) -> Response:
    ask.call(api.sign_out)
    answer = RedirectResponse(SIGN_IN, 303)
    answer.delete_cookie(auth.COOKIE, path="/")
    return answer


def password_page(ask: PageAsk) -> Response:
    return _own_account(ask, None)


def _own_account(ask: PageAsk, found: Problem | None, status: int = 200) -> Response:
    """Shows the password, the second factor, and what was done with the account."""
    factor, happened = False, []
    if not ask.person.must_change:
        happened = ask.call(api.history)["history"][:20]
        factor = api.has_factor(ask)
    return render(
        ask,
        "password.html",
        status,
        title="Password",
        problem=found,
        done=False,
        history=happened,
        has_factor=factor,
        secret=factors.new_secret(),
    )


def set_factor(ask: PageAsk) -> Response:
    body = api.Factor(ask.field("secret"), ask.field("code"))
    _, found = refused_in(ask, lambda: ask.call(api.set_factor, body))
    return _own_account(ask, found, 422) if found is not None else go(ask, PASSWORD)


def change_password(ask: PageAsk) -> Response:
    body = api.NewPassword(ask.form.get("old", ""), ask.form.get("new", ""))
    if body.new != ask.form.get("again", ""):
        found: Problem | None = Problem("bad-password", "the new passwords are not alike")
    else:
        _, found = refused_in(ask, lambda: ask.call(api.change_password, body))
    if found is not None:
        return _own_account(ask, found, 422)
    return go(ask, "/")


# -- the floor ------------------------------------------------------------------------------------


def floor(ask: PageAsk) -> Response:
    # Whoever deals nowhere has nothing to look for at a training table.
    staff = may(ask.person.role, "deal") or may(ask.person.role, "instruct")
    tables = [line for line in ask.call(api.floor)["tables"] if staff or not line["training"]]
    pits: dict[str, list[Any]] = {}
    for line in tables:
        pits.setdefault(line["pit"], []).append(line)
    name = "_floor.html" if ask.htmx else "floor.html"
    return render(
        ask,
        name,
        title="The floor",
        pits=pits,
        alarms=_alarms(ask),
        balance=ask.house.balance(ask.person.id),
    )


def _alarms(ask: PageAsk) -> list[tuple[int, str]]:
    """For whoever sees to it: the tables whose trays are short, each with why."""
    if not may(ask.person.role, "see-casino"):
        return []
    names = {live.id: live.opened.name for live in ask.house.floor()}
    with ask.house.db.read() as reading:
        short = low_trays(reading)
    return [
        (
            tray.table,
            f"{names.get(tray.table, tray.table)}: {words.dollars(tray.cents)} in the "
            "tray, "
            + (
                "less than nothing"
                if tray.cents < 0
                else f"of {words.dollars(tray.brought)} that were brought"
            ),
        )
        for tray in short
    ]


def install(app: FastAPI) -> None:
    """Adds all pages. The application calls this."""
    from pitboss.server import (
        pages_acts,
        pages_admin,
        pages_books,
        pages_casino,
        pages_drill,
        pages_guide,
        pages_keno,
        pages_law,
        pages_notices,
        pages_room,
        pages_school,
        pages_submissions,
        pages_table,
        pages_unknown,
        pages_watch,
    )

    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.mount("/draw", StaticFiles(directory=STYLE_FOLDER), name="draw")
    add(app, "GET", SIGN_IN, sign_in_page, public=True)
    add(app, "POST", SIGN_IN, sign_in, public=True)
    add(app, "POST", "/signout", sign_out)
    add(app, "GET", PASSWORD, password_page)
    add(app, "POST", PASSWORD, change_password)
    add(app, "POST", f"{PASSWORD}/factor", set_factor)
    add(app, "GET", "/", floor)
    for part in (
        pages_table,
        pages_guide,
        pages_watch,
        pages_notices,
        pages_admin,
        pages_books,
        pages_casino,
        pages_acts,
        pages_keno,
        pages_room,
        pages_law,
        pages_submissions,
        pages_school,
        pages_drill,
        pages_unknown,
    ):
        part.install(app)


def read_whole(text: str) -> int | None:
    """Returns a whole number as people type it; None for whatever else a field may hold."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def read_value(text: str, known: Any) -> Any:
    """Returns a field of a form as the value that the option has: true, 6 or a word."""
    for value in known:
        if str(value).lower() == text.lower():
            return value
    if text.lower() in ("off", "no"):
        return False
    short = text.isascii() and len(text) < 19
    return int(text) if short and text.removeprefix("-").isdigit() else text


def converted(data: dict[str, Any], shape: type) -> Any:
    """Returns the fields of a form as the body of an API request."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise RequestRefused(422, "bad-body", str(error)[:200]) from None
