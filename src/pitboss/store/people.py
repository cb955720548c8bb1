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
from pitboss.store.rows import AccountChanged, SignedIn, SignInRefused
from pitboss.store.writer import Batch

SESSION_HOURS = 12
SIGNIN_WINDOW_MS = 15 * 60 * 1000
FAILURES_HERE_MAX = 8
FAILURES_A_NAME_MAX = 100
FAILURES_AN_ADDRESS_MAX = 40
# Where somebody has signed in within a month, others' wrong passwords do not keep them out.
KNOWN_MS = 30 * 86_400_000
# A session that is not used for so long ends.
IDLE_MS = 30 * 60 * 1000
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
        )
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
    batch: Batch,
    name: str,
    role: str,
    stored: str,
    *,
    must_change: bool = False,
    guest: bool = False,
    by: int = 0,
    second: int = 0,
) -> int:
    """Returns the number of a new account. `stored` is a hash made before: hashing is slow, and
    the writer must not wait for it."""
    check_name(name)
    check_role(role)
    return new_account(
        batch,
        name,
        role=role,
        password=stored,
        must_change=must_change,
        guest=guest,
        by=by,
        second=second,
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
    factor: str = ""
    factor_step: int = 0


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
        "SELECT id, name, role, password, must_change, disabled, guest, factor, factor_step "
        "FROM account "
        f"WHERE {column} = ? AND kind = 'person'"
    )
    found = reading.execute(sql, (value,)).first()
    if found is None:
        return None
    return StoredPerson(*found[:4], *map(bool, found[4:7]), *found[7:])


def change_person(
    batch: Batch,
    account: int,
    *,
    disabled: bool | None = None,
    role: str | None = None,
    stored: str = "",
    by: int = 0,
    second: int = 0,
) -> str:
    """Changes what is named of an account, and ends all its sessions: `stored` is the hash of a
    one-time password. Returns the person's name."""
    found = _find(batch, "id", account)
    if found is None:
        raise Refused(Kind.NO_SUCH_ACCOUNT, f"there is no account {account}")
    if role is not None:
        check_role(role)
    batch.record(
        AccountChanged(
            batch.now,
            by,
            account,
            role,
            disabled,
            True if stored else None,
            _secret(stored) if stored else None,
            reset=bool(stored),
            second=second,
        )
    )
    if role is not None:
        batch.execute("UPDATE account SET role = ? WHERE id = ?", (role, account))
    if disabled is not None:
        batch.execute("UPDATE account SET disabled = ? WHERE id = ?", (disabled, account))
    if stored:
        _set_password(batch, account, stored, must_change=True)
    end_sessions(batch, account)
    return found.name


def _secret(stored: str) -> str:
    """Returns what the chain says of a stored password: that it is this one, and no other."""
    return hex_digest(stored.encode())


def change_own_password(batch: Batch, account: int, stored: str) -> None:
    batch.record(
        AccountChanged(batch.now, account, account, must_change=False, secret=_secret(stored))
    )
    _set_password(batch, account, stored, must_change=False)


def change_factor(batch: Batch, account: int, secret: str, step: int, *, by: int) -> None:
    """Gives an account a second factor, or ("") takes it away."""
    shown = hex_digest(secret.encode()) if secret else ""
    batch.record(AccountChanged(batch.now, by, account, factor=shown))
    sql = "UPDATE account SET factor = ?, factor_step = ? WHERE id = ?"
    batch.execute(sql, (secret, step, account))


def use_factor(batch: Batch, account: int, step: int) -> None:
    """A code is taken once: from now on only later ones are."""
    sql = "UPDATE account SET factor_step = ? WHERE id = ? AND factor_step < ?"
    batch.execute(sql, (step, account, step))


def _set_password(batch: Batch, account: int, stored: str, *, must_change: bool) -> None:
    batch.execute(
        "UPDATE account SET password = ?, must_change = ? WHERE id = ?",
        (stored, must_change, account),
    )


def begin_attempt(batch: Batch, name: str, address: str) -> int:
    """Counts an attempt to sign in as a wrong one, before the password is looked at: so however
    many come at once, only so many are. Returns its number, by which it is taken back.

    What somebody guesses at one place locks nobody out at another: wrong passwords are counted for
    the name at this address. Those of the name anywhere, and of the address for any name, keep
    out only a name at an address from which it has not signed in for a month."""
    name, address, since = name[:80], address[:80], batch.now - SIGNIN_WINDOW_MS
    wrong = "SELECT COUNT(*) FROM signin WHERE success = ? AND at > ? AND "

    def count(where: str, *values: str) -> int:
        return int(batch.execute(wrong + where, (False, since, *values)).value())

    often = count("name = ? AND address = ?", name, address) >= FAILURES_HERE_MAX
    if not often and not _known_here(batch, name, address):
        often = (
            count("name = ?", name) >= FAILURES_A_NAME_MAX
            or count("address = ?", address) >= FAILURES_AN_ADDRESS_MAX
        )
    if often:
        raise Refused(Kind.TOO_MANY_ATTEMPTS, "too many wrong passwords: wait a while")
    batch.execute(
        "INSERT INTO signin (name, address, at, success) VALUES (?, ?, ?, ?)",
        (name, address, batch.now, False),
    )
    batch.execute("DELETE FROM signin WHERE at < ?", (batch.now - KNOWN_MS,))
    sql = "DELETE FROM signin WHERE at < ? AND success = ?"
    batch.execute(sql, (batch.now - 4 * SIGNIN_WINDOW_MS, False))
    return int(batch.execute("SELECT MAX(id) FROM signin").value())


def _known_here(reading: Reading, name: str, address: str) -> bool:
    """Whether this name has signed in from this address before."""
    sql = "SELECT 1 FROM signin WHERE name = ? AND address = ? AND success = ?"
    return reading.execute(sql, (name, address, True)).first() is not None


def refuse_attempt(batch: Batch, account: int, address: str) -> None:
    """Puts a wrong password for an account that there is on record."""
    batch.record(SignInRefused(batch.now, 0, account, address[:80]))


def end_attempt(batch: Batch, name: str, address: str) -> None:
    """The password was right: earlier slips of the finger there no longer count."""
    sql = "DELETE FROM signin WHERE name = ? AND address = ?"
    batch.execute(sql, (name[:80], address[:80]))
    batch.execute(
        "INSERT INTO signin (name, address, at, success) VALUES (?, ?, ?, ?)",
        (name[:80], address[:80], batch.now, True),
    )


def start_session(
    batch: Batch, account: int, token: str, kind: str, csrf: str, address: str = ""
) -> int:
    expires, key = batch.now + SESSION_HOURS * 3_600_000, token_id(token)
    batch.record(SignedIn(batch.now, account, account, address[:80], hex_digest(key.encode())))
    batch.execute(
        "INSERT INTO session (id, account_id, kind, csrf, created_at, expires_at, used_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, account, kind, csrf, batch.now, expires, batch.now),
    )
    return expires


def forget_sessions(batch: Batch) -> None:
    """Sessions that are over are no sessions, whether or not they are still here: they are cleared
    away now and then, and not by whoever signs in."""
    sql = "DELETE FROM session WHERE expires_at < ? OR used_at < ?"
    batch.execute(sql, (batch.now, batch.now - IDLE_MS))


def use_sessions(batch: Batch, used: dict[str, int]) -> None:
    """Sessions that were used since: they do not end for being idle."""
    sql = "UPDATE session SET used_at = ? WHERE id = ? AND used_at < ?"
    batch.flush()
    batch.transaction.many(sql, [(at, session, at) for session, at in sorted(used.items())])


def name_of(reading: Reading, account: int) -> str:
    """Returns the name of an account; "" where there is none."""
    found = reading.execute("SELECT name FROM account WHERE id = ?", (account,)).first()
    return str(found[0]) if found is not None else ""


def tables_of(reading: Reading, account: int) -> list[int]:
    """Returns the tables at which an account has a seat."""
    sql = "SELECT table_id FROM seat WHERE account_id = ? ORDER BY table_id"
    return [found[0] for found in reading.execute(sql, (account,))]


def end_sessions(batch: Batch, account: int, *, but: str = "") -> None:
    batch.execute("DELETE FROM session WHERE account_id = ? AND id <> ?", (account, but))


def end_session(batch: Batch, session: str) -> None:
    batch.execute("DELETE FROM session WHERE id = ?", (session,))


def open_sessions(reading: Reading, now: int) -> set[str]:
    """Returns every session that has not ended, by the hash of its token."""
    sql = (
        "SELECT s.id FROM session s JOIN account a ON a.id = s.account_id "
        "WHERE s.expires_at > ? AND s.used_at > ? AND a.disabled = ?"
    )
    return {found[0] for found in reading.execute(sql, (now, now - IDLE_MS, False))}


def people_of(reading: Reading, sessions: Sequence[str], now: int) -> dict[str, Person]:
    """Returns whose sessions these are (by the hashes of their tokens), of those that still are."""
    sql = (
        "SELECT a.id, a.name, a.role, s.id, s.csrf, s.kind, a.must_change, a.guest, "
        "s.expires_at FROM session s JOIN account a ON a.id = s.account_id "
        f"WHERE s.id IN ({','.join('?' * len(sessions))}) AND s.expires_at > ? AND s.used_at > ? "
        "AND a.disabled = ?"
    )
    return {
        session: Person(
            account,
            name,
            role,
            session,
            csrf if kind == "cookie" else "",
            bool(must_change),
            bool(guest),
            expires,
        )
        for account, name, role, session, csrf, kind, must_change, guest, expires in (
            reading.execute(sql, (*sessions, now, now - IDLE_MS, False))
        )
    }


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
