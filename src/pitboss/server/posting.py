"""A posted entry: what a request asks for, and what is answered to it. Whichever way a request
comes (`connection`, the API's route, a page), it is decided on and answered here."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from pitboss.server.problems import RequestRefused, encode, headers, problem
from pitboss.store.jobs import Enter
from pitboss.store.people import Person
from pitboss.store.writer import Answer, key_id, request_id

KEY_LENGTH_MAX = 100
# By this name the requests are counted.
POST_ENTRIES = "POST entries"
# What every answer has.
HEADERS = {
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "vary": "authorization, cookie",
}

T = TypeVar("T")


class EntryRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One entry as a line of the tape, such as `p1 wager original 10.00`, or several that are
    taken all together or not at all. `place` is where a card goes, at a training table."""

    entry: str = ""
    entries: list[str] = []
    place: str = ""


def read_json(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body or b"{}")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RequestRefused(422, "bad-body", str(error)[:200]) from None


def check_key(key: str) -> str:
    if not key:
        raise RequestRefused(400, "no-key", "the request needs an Idempotency-Key")
    if len(key) > KEY_LENGTH_MAX or not key.isprintable() or not key.isascii():
        raise RequestRefused(
            400, "bad-key", f"Idempotency-Key: up to {KEY_LENGTH_MAX} plain characters"
        )
    return key


def read_etag(text: str) -> int | None:
    """Returns the number of rows that the caller has seen, or None where none was said."""
    if not text or text == "*":
        return None
    inner = text.removeprefix("W/").strip('"')
    if not (inner.isdigit() and inner.isascii() and len(inner) < 18):
        raise RequestRefused(400, "bad-etag", 'If-Match: expected such as "57"')
    return int(inner)


def entering(
    person: Person,
    table: int,
    asked: EntryRequest,
    *,
    at: int | None,
    key: str,
    body: bytes,
    terminal: str,
) -> Enter:
    """Returns the job that a request asks for. `at` is the number of rows that the table must
    have, if that matters; by `key` and `body` the request is known when it is repeated."""
    if bool(asked.entry) == bool(asked.entries):
        raise RequestRefused(422, "bad-body", "expected either entry or entries")
    return Enter(
        table,
        person.id,
        person.role,
        asked.entries or [asked.entry],
        at=at,
        place=asked.place,
        terminal=terminal,
        key=key_id(person.id, key),
        request=request_id("entries", table, body.decode("latin-1")),
    )


def response(answer: Answer | Exception) -> tuple[int, list[tuple[str, str]], bytes]:
    """Returns the status, the headers beside those of every answer, and the body."""
    if isinstance(answer, Answer):
        more = [("etag", f'"{answer.n}"')]
        if answer.repeated:
            more.append(("idempotency-replayed", "true"))
        return 200, more, answer.body
    status, answered = problem(answer)
    more = [(name, value) for name, value in headers(status).items() if name not in HEADERS]
    return status, more, encode(answered)
