"""Accounts of people, their passwords and their sessions."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection

from pitboss.store.database import Database
from pitboss.store.jobs import new_account
from pitboss.store.live import Refused
from pitboss.store.roles import ROLES
from pitboss.store.writer import Batch

SESSION_HOURS = 12
SIGNIN_WINDOW_MS = 15 * 60 * 1000
FAILURES_A_NAME_MAX = 8
FAILURES_AN_ADDRESS_MAX = 40
PASSWORD_LENGTH_MIN = 10
PASSWORD_LENGTH_MAX = 200
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")

# 19 MiB and two passes: OWASP's recommendation for Argon2id.
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# Checked when there is no such account, so that the answer takes as long.
_nobody = _hasher.hash(secrets.token_hex(16))


class Person(msgspec.Struct, frozen=True):
    """Who makes a request. `csrf` is empty for bearer tokens."""

    id: int
    name: str
    role: str
    session: str
    csrf: str
    must_change: bool
    guest: bool
    expires_at: int


def hash_password(password: str) -> str:
    if not PASSWORD_LENGTH_MIN <= len(password) <= PASSWORD_LENGTH_MAX:
        raise Refused(
            422, "bad-password",
            f"a password has {PASSWORD_LENGTH_MIN} to {PASSWORD_LENGTH_MAX} characters",
        )  # fmt: skip
    return _hasher.hash(password)


def password_fits(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored or _nobody, password) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False


def token_id(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise Refused(
            422, "bad-name", "a name has 2 to 40 letters, digits, dots and dashes, in lower case"
        )
    return name


def create_person(
    batch: Batch, name: str, role: str, stored: str, *, must_change: bool = False,
    guest: bool = False,
) -> int:  # fmt: skip
    """`stored` is a hash made before: hashing is slow, and the writer must not wait for it."""
    check_name(name)
    if role not in ROLES:
        raise Refused(422, "bad-role", f"role: expected one of {', '.join(ROLES)}")
    return new_account(
        batch, name, role=role, password=stored, must_change=must_change, guest=guest
    )


def find_person(db: Database, connection: Connection, name: str) -> Any:
    sql = db.sql(
        "SELECT id, name, role, password, must_change, disabled, guest FROM account "
        "WHERE name = ? AND kind = 'person'"
    )
    return connection.exec_driver_sql(sql, (name,)).fetchone()


def too_many_failures(
    db: Database, connection: Connection, name: str, address: str, now: int
) -> bool:
    """Whether signing in must wait: too many wrong passwords for this name, or from there."""
    since = now - SIGNIN_WINDOW_MS
    for column, value, most in (
        ("name", name, FAILURES_A_NAME_MAX), ("address", address, FAILURES_AN_ADDRESS_MAX),
    ):  # fmt: skip
        sql = db.sql(f"SELECT COUNT(*) FROM signin WHERE {column} = ? AND at > ? AND success = ?")
        failed = connection.exec_driver_sql(sql, (value, since, False)).scalar_one()
        if failed >= most:
            return True
    return False


def record_signin(batch: Batch, name: str, address: str, *, success: bool) -> None:
    batch.execute(
        "INSERT INTO signin (name, address, at, success) VALUES (?, ?, ?, ?)",
        (name[:80], address[:80], batch.now, success),
    )
    if success:
        # Once in, earlier slips of the finger no longer count against the name.
        batch.execute("DELETE FROM signin WHERE name = ? AND success = ?", (name[:80], False))
    batch.execute("DELETE FROM signin WHERE at < ?", (batch.now - 4 * SIGNIN_WINDOW_MS,))


def start_session(batch: Batch, account: int, token: str, kind: str, csrf: str) -> int:
    expires = batch.now + SESSION_HOURS * 3_600_000
    batch.execute(
        "INSERT INTO session (id, account_id, kind, csrf, created_at, expires_at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (token_id(token), account, kind, csrf, batch.now, expires),
    )
    batch.execute("DELETE FROM session WHERE expires_at < ?", (batch.now,))
    return expires


def end_sessions(batch: Batch, account: int, *, but: str = "") -> None:
    batch.execute("DELETE FROM session WHERE account_id = ? AND id <> ?", (account, but))


def people_of(
    db: Database, connection: Connection, sessions: Sequence[str], now: int
) -> dict[str, Person]:
    """Whose sessions these are (by the hashes of their tokens), of those that still are."""
    sql = db.sql(
        "SELECT a.id, a.name, a.role, s.id, s.csrf, s.kind, a.must_change, a.guest, "
        "s.expires_at, a.disabled FROM session s JOIN account a ON a.id = s.account_id "
        f"WHERE s.id IN ({','.join('?' * len(sessions))}) AND s.expires_at > ?"
    )
    return {
        one[3]: Person(
            one[0], one[1], one[2], one[3], one[4] if one[5] == "cookie" else "", bool(one[6]),
            bool(one[7]), one[8],
        )
        for one in connection.exec_driver_sql(sql, (*sessions, now))
        if not one[9]
    }  # fmt: skip


def person_of(db: Database, connection: Connection, session: str, now: int) -> Person | None:
    return people_of(db, connection, [session], now).get(session)


def first_administrator(batch: Batch, stored: str) -> bool:
    """On the first start only: one administrator, whose password must be changed."""
    sql = "SELECT COUNT(*) FROM account WHERE kind = 'person' AND role = 'administrator'"
    if batch.execute(sql).scalar_one():
        return False
    create_person(batch, "admin", "administrator", stored, must_change=True)
    return True


def one_time_password() -> str:
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))


def accounts_json(db: Database, connection: Connection, roles: Sequence[str] = ()) -> list[Any]:
    sql = (
        "SELECT a.id, a.name, a.role, a.disabled, a.guest, a.must_change, b.cents "
        "FROM account a JOIN balance b ON b.account_id = a.id WHERE a.kind = 'person' ORDER BY a.id"
    )
    return [
        {"id": one[0], "name": one[1], "role": one[2], "disabled": bool(one[3]),
         "guest": bool(one[4]), "must_change": bool(one[5]), "balance": one[6]}
        for one in connection.exec_driver_sql(sql)
        if not roles or one[2] in roles
    ]  # fmt: skip
