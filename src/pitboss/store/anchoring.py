"""Anchors: where every chain stood, signed, to be kept apart from the database. A database that was
written anew from end to end does not pass where they say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pitboss import __version__
from pitboss.errors import BadInput
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


def load_key(path: Path, *, create: bool) -> Ed25519PrivateKey:
    """Returns the key in the file; a file that is not there is made, for its owner alone."""
    try:
        if create and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            pem = Ed25519PrivateKey.generate().private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            )
            try:
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with os.fdopen(handle, "wb") as file:
                    file.write(pem)
            except FileExistsError:
                pass  # another worker was faster: its key is the key
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise BadInput(f"--key {path}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"--key {path}: expected an ed25519 key in PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"--key {path}: expected an ed25519 key")
    return key


def public_half(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


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
    return Signed(statement, key.sign(_encode(statement)).hex())


def read_kept(text: bytes, public: str = "") -> Sequence[tuple[int, int, str]]:
    """Returns what was kept apart, once its signature is checked. `public` is the key that it must
    be signed with, if that was kept as well."""
    try:
        signed = msgspec.json.decode(text, type=Signed)
        statement = signed.statement
        if statement.form != FORM:
            raise BadInput(f"expected {FORM!r}, not {statement.form[:40]!r}")
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(statement.public_key))
        signer.verify(bytes.fromhex(signed.signature), _encode(statement))
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(f"not a file of anchors: {error}") from None
    except InvalidSignature:
        raise BadInput("the signature does not fit: the anchors were altered") from None
    if public and public != statement.public_key:
        raise BadInput(f"signed with another key, {statement.public_key}")
    places: dict[tuple[int, int], Any] = {}
    known: list[Head | Anchor] = [*statement.heads, *statement.anchors]
    for one in known:
        if one.entries:
            places[one.table, one.entries] = one.hash
    return [(table, n, mark) for (table, n), mark in sorted(places.items())]
