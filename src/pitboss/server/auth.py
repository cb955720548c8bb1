"""Who asks: a cookie session with its CSRF token, or a bearer token."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any
from urllib.parse import urlsplit

from pitboss.server.house import House
from pitboss.store.live import Refused
from pitboss.store.people import Person, token_id

COOKIE = "pitboss_session"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# What one whose password must be changed may still do.
BEFORE_CHANGE = frozenset({"/api/password", "/api/session"})


def session_of(authorization: str, cookie: str) -> tuple[str, bool]:
    """The session's id (the hash of its token) and whether it came by cookie."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token_id(token.strip()), False
    for part in cookie.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return token_id(value), True
    return "", False


def check(
    person: Person | None, *, by_cookie: bool, method: str, path: str, csrf: str, origin: str,
    host: str,
) -> Person:  # fmt: skip
    """The person, or why the request is refused."""
    if person is None:
        raise Refused(401, "not-signed-in", "sign in first")
    if by_cookie != bool(person.csrf):
        raise Refused(401, "not-signed-in", "that token is for the other kind of session")
    if by_cookie and method not in SAFE:
        if origin and urlsplit(origin).netloc != host:
            raise Refused(403, "csrf", "the request comes from another site")
        if not hmac.compare_digest(csrf.encode(), person.csrf.encode()):
            raise Refused(403, "csrf", "X-CSRF-Token is missing or wrong")
    if person.must_change and path not in BEFORE_CHANGE and path.startswith("/api/"):
        raise Refused(403, "password-must-change", "change the one-time password first")
    return person


Headers = dict[bytes, bytes]


def session_of_headers(headers: Headers) -> tuple[str, bool]:
    authorization = headers.get(b"authorization", b"").decode("latin-1")
    return session_of(authorization, headers.get(b"cookie", b"").decode("latin-1"))


def check_headers(
    person: Person | None, headers: Headers, by_cookie: bool, method: str, path: str
) -> Person:
    def text(name: bytes) -> str:
        return headers.get(name, b"").decode("latin-1")

    return check(
        person, by_cookie=by_cookie, method=method, path=path, csrf=text(b"x-csrf-token"),
        origin=text(b"origin"), host=text(b"host"),
    )  # fmt: skip


async def person_from_scope(house: House, scope: dict[str, Any]) -> Person:
    """For plain ASGI routes. Only a session not seen lately costs a look at the database."""
    headers: Headers = dict(scope["headers"])
    session, by_cookie = session_of_headers(headers)
    person = house.cached_person(session) if session else None
    if person is None and session:
        person = await asyncio.to_thread(house.person, session)
    return check_headers(person, headers, by_cookie, str(scope["method"]), str(scope["path"]))
