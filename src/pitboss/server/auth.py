"""Who asks: a cookie session with its CSRF token, or a bearer token."""

from __future__ import annotations

import hmac
from functools import lru_cache
from urllib.parse import urlsplit

from pitboss.server.house import House
from pitboss.server.problems import RequestRefused
from pitboss.store.people import Person, token_id

COOKIE = "pitboss_session"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# What somebody whose password must be changed may still do.
BEFORE_CHANGE = frozenset({"/api/password", "/api/session"})

Headers = dict[bytes, bytes]


def header(headers: Headers, name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


def session_of(headers: Headers) -> tuple[str, bool]:
    """Returns the session's id (the hash of its token) and whether it came by cookie."""
    return _session_of(headers.get(b"authorization", b""), headers.get(b"cookie", b""))


# Whoever plays sends the same token again and again.
@lru_cache(maxsize=1000)
def _session_of(authorization: bytes, cookie: bytes) -> tuple[str, bool]:
    scheme, _, token = authorization.decode("latin-1").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token_id(token.strip()), False
    for part in cookie.decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return token_id(value), True
    return "", False


def check(
    person: Person | None,
    headers: Headers,
    method: str,
    path: str,
    *,
    by_cookie: bool,
    csrf: str | None = None,
) -> Person:
    """Returns the person, or refuses the request. `csrf` is the token of a page's form; that of
    the API is in a header."""
    if person is None:
        raise RequestRefused(401, "not-signed-in", "sign in first")
    if by_cookie != bool(person.csrf):
        raise RequestRefused(401, "not-signed-in", "that token is for the other kind of session")
    if by_cookie and method not in SAFE:
        check_origin(headers)
        token = header(headers, b"x-csrf-token") if csrf is None else csrf
        if not hmac.compare_digest(token.encode(), person.csrf.encode()):
            raise RequestRefused(403, "csrf", "X-CSRF-Token is missing or wrong")
    if person.must_change and path not in BEFORE_CHANGE and path.startswith("/api/"):
        raise RequestRefused(403, "password-must-change", "change the one-time password first")
    return person


def check_origin(headers: Headers, *, null: bool = False) -> None:
    """Refuses what another site's page has sent. `null` permits a browser that names no site."""
    origin = header(headers, b"origin")
    if not origin or (null and origin == "null"):
        return
    if urlsplit(origin).netloc != header(headers, b"host"):
        raise RequestRefused(403, "csrf", "the request comes from another site")


async def person_of(house: House, headers: Headers, method: str, path: str) -> Person:
    """Returns whose request to the API it is, or refuses it."""
    session, by_cookie = session_of(headers)
    return check(await house.person(session), headers, method, path, by_cookie=by_cookie)
