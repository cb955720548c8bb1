"""Accounts of people, their passwords and their sessions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.chain import hex_digest
from pitboss.store.accounts import new_account
from pitboss.store.database import Reading
from pitboss.store.refusal import Kind, Refused
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
            Kind.BAD_PASSWORD,
            f"a password has {PASSWORD_LENGTH_MIN} to {PASSWORD_LENGTH_MAX} characters",
        )  # fmt: skip
    return _hasher.hash(password)


def password_fits(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored or _nobody, password) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False


def token_id(token: str) -> str:
    return hex_digest(token.encode())


def new_token() -> str:
    return secrets.token_urlsafe(32)


def check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise Refused(
            Kind.BAD_NAME, "a name has 2 to 40 letters, digits, dots and dashes, in lower case"
        )
    return name


def check_role(role: str) -> None:
    if role not in ROLES:
        raise Refused(Kind.BAD_ROLE, f"role: expected one of {', '.join(ROLES)}")


def create_person(
    batch: Batch, name: str, role: str, stored: str, *, must_change: bool = False,
    guest: bool = False,
) -> int:  # fmt: skip
    """Returns the number of a new account. `stored` is a hash made before: hashing is slow, and
    the writer must not wait for it."""
    check_name(name)
    check_role(role)
    return new_account(
        batch, name, role=role, password=stored, must_change=must_change, guest=guest
    )


class StoredPerson(msgspec.Struct, frozen=True):
    """An account of a person as it is stored."""

    id: int
    name: str
    role: str
    password: str
    must_change: bool
    disabled: bool
    guest: bool


def find_person(reading: Reading, name: str) -> StoredPerson | None:
    return _find(reading, "name", name)


def find_guest(reading: Reading, account: int) -> StoredPerson:
    """Returns a guest of the house, whom the dealer may seat."""
    found = _find(reading, "id", account)
    if found is None or not found.guest:
        raise Refused(Kind.NOT_A_GUEST, "only a guest of the house is seated by the dealer")
    return found


def _find(reading: Reading, column: str, value: Any) -> StoredPerson | None:
    sql = (
        "SELECT id, name, role, password, must_change, disabled, guest FROM account "
        f"WHERE {column} = ? AND kind = 'person'"
    )
    found = reading.execute(sql, (value,)).first()
    return StoredPerson(*found[:4], *map(bool, found[4:])) if found is not None else None


def change_person(
    batch: Batch, account: int, *, disabled: bool | None = None, role: str | None = None,
    stored: str = "",
) -> str:  # fmt: skip
    """Changes what is named of an account, and ends all its sessions: `stored` is the hash of a
    one-time password. Returns the person's name."""
    found = _find(batch, "id", account)
    if found is None:
        raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no account {account}")
    if role is not None:
        check_role(role)
        batch.execute("UPDATE account SET role = ? WHERE id = ?", (role, account))
    if disabled is not None:
        batch.execute("UPDATE account SET disabled = ? WHERE id = ?", (disabled, account))
    if stored:
        set_password(batch, account, stored, must_change=True)
    end_sessions(batch, account)
    return found.name


def set_password(batch: Batch, account: int, stored: str, *, must_change: bool) -> None:
    batch.execute(
        "UPDATE account SET password = ?, must_change = ? WHERE id = ?",
        (stored, must_change, account),
    )


def too_many_failures(reading: Reading, name: str, address: str, now: int) -> bool:
    """Whether signing in must wait: too many wrong passwords for this name, or from there."""
    since = now - SIGNIN_WINDOW_MS
    for column, value, most in (
        ("name", name, FAILURES_A_NAME_MAX), ("address", address, FAILURES_AN_ADDRESS_MAX),
    ):  # fmt: skip
        sql = f"SELECT COUNT(*) FROM signin WHERE {column} = ? AND at > ? AND success = ?"
        if reading.execute(sql, (value, since, False)).value() >= most:
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


def end_session(batch: Batch, session: str) -> None:
    batch.execute("DELETE FROM session WHERE id = ?", (session,))


def open_sessions(reading: Reading, now: int) -> set[str]:
    """Returns every session that has not ended, by the hash of its token."""
    sql = (
        "SELECT s.id FROM session s JOIN account a ON a.id = s.account_id "
        "WHERE s.expires_at > ? AND a.disabled = ?"
    )
    return {found[0] for found in reading.execute(sql, (now, False))}


def people_of(reading: Reading, sessions: Sequence[str], now: int) -> dict[str, Person]:
    """Returns whose sessions these are (by the hashes of their tokens), of those that still are."""
    sql = (
        "SELECT a.id, a.name, a.role, s.id, s.csrf, s.kind, a.must_change, a.guest, "
        "s.expires_at FROM session s JOIN account a ON a.id = s.account_id "
        f"WHERE s.id IN ({','.join('?' * len(sessions))}) AND s.expires_at > ? AND a.disabled = ?"
    )
    return {
        session: Person(
            account, name, role, session, csrf if kind == "cookie" else "", bool(must_change),
            bool(guest), expires,
        )
        for account, name, role, session, csrf, kind, must_change, guest, expires in (
            reading.execute(sql, (*sessions, now, False))
        )
    }  # fmt: skip


def first_administrator(batch: Batch, stored: str) -> bool:
    """Creates, on the first start only, one administrator, whose password must be changed."""
    sql = "SELECT COUNT(*) FROM account WHERE kind = 'person' AND role = 'administrator'"
    if batch.execute(sql).value():
        return False
    create_person(batch, "admin", "administrator", stored, must_change=True)
    return True


def one_time_password() -> str:
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))


class ListedPerson(msgspec.Struct, frozen=True):
    """An account of a person as those who manage accounts see it."""

    id: int
    name: str
    role: str
    disabled: bool
    guest: bool
    must_change: bool
    balance: int


def list_people(reading: Reading, roles: Sequence[str] = ROLES) -> list[ListedPerson]:
    sql = (
        "SELECT a.id, a.name, a.role, a.disabled, a.guest, a.must_change, b.cents "
        "FROM account a JOIN balance b ON b.account_id = a.id WHERE a.kind = 'person' ORDER BY a.id"
    )
    return [
        ListedPerson(account, name, role, bool(disabled), bool(guest), bool(must_change), cents)
        for account, name, role, disabled, guest, must_change, cents in reading.execute(sql)
        if role in roles
    ]
