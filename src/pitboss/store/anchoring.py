"""Anchors: where every chain stood, signed, to be kept apart from the database. A database that was
written anew from end to end does not pass where they say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss import __version__
from pitboss.errors import BadInput
from pitboss.signing import NotSigned, check_signature, signature
from pitboss.store.books import Anchor, anchors
from pitboss.store.database import Database, Reading, default_url
from pitboss.store.loading import heads
from pitboss.store.rows import THE_HOUSE, KeyShown
from pitboss.store.writer import Batch

FORM = "pitboss anchors 1"


class Head(msgspec.Struct, frozen=True):
    """Where a chain stands: after so many entries, the last of which has that hash. The chain of
    the house is table 0, that of a keno system its number with a minus sign."""

    table: int
    entries: int
    hash: str


class Statement(msgspec.Struct, frozen=True):
    """What is signed: its JSON, fields in this order, without white space."""

    form: str
    software: str
    made_at: int
    public_key: str
    heads: list[Head]
    anchors: list[Anchor]


class Signed(msgspec.Struct, frozen=True):
    statement: Statement
    signature: str


_encode = msgspec.json.Encoder().encode


def key_file(db: Database, given: str) -> Path:
    """Returns where the signing key is kept: as given, beside SQLite's file, or in the data
    folder."""
    if given:
        return Path(given)
    if db.is_sqlite:
        return Path(f"{db.url.database}.key")
    return Path(default_url().removeprefix("sqlite:///")).with_name("anchors.key")


def show_key(batch: Batch, public: str) -> None:
    """Puts the public half of the key on record, once."""
    sql = "SELECT 1 FROM entry WHERE table_id = ? AND round = 0 AND body LIKE ?"
    shown = f'{{"kind":"key"%"public":"{public}"%'
    if batch.execute(sql, (THE_HOUSE, shown)).first() is None:
        batch.record(KeyShown(batch.now, 0, public))


def state_of(reading: Reading, now: int, public: str, day: str = "") -> Statement:
    """Returns where every chain stands now, and stood at the end of each day (or of that day)."""
    books = reading.execute("SELECT id, n, hash FROM book ORDER BY id DESC")
    now_at = [Head(*found) for found in books]
    now_at += [Head(known.table, known.n, known.hash) for known in heads(reading)]
    return Statement(FORM, __version__, now, public, now_at, anchors(reading, day))


def sign(statement: Statement, key: Ed25519PrivateKey) -> Signed:
    return Signed(statement, signature(_encode(statement), key))


def read_kept(text: bytes, public: str = "") -> Sequence[tuple[int, int, str]]:
    """Returns what was kept apart, once its signature is checked. `public` is the key that it must
    be signed with, if that was kept as well."""
    try:
        signed = msgspec.json.decode(text, type=Signed)
        statement = signed.statement
        if statement.form != FORM:
            raise BadInput(f"expected {FORM!r}, not {statement.form[:40]!r}")
        check_signature(_encode(statement), statement.public_key, signed.signature)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(f"not a file of anchors: {error}") from None
    except NotSigned:
        raise BadInput("the signature does not fit: the anchors were altered") from None
    if public and public != statement.public_key:
        raise BadInput(f"signed with another key, {statement.public_key}")
    places: dict[tuple[int, int], Any] = {}
    known: list[Head | Anchor] = [*statement.heads, *statement.anchors]
    for one in known:
        if one.entries:
            places[one.table, one.entries] = one.hash
    return [(table, n, mark) for (table, n), mark in sorted(places.items())]
