"""The tables of the database. One schema for SQLite and PostgreSQL: only what both share.

`entry` is append-only. Its key (table, round, seq) is what makes one writer out of many: of two
that race for the same step, one is refused by the database. `round` counts procedures, of which
most are rounds of play; `seq` counts the rows of one procedure."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the key is plainly INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")

account = Table(
    "account",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("kind", String(10), nullable=False),  # person, inventory, layout, vigorish, ...
    Column("role", String(20), nullable=False, default=""),
    Column("password", String(200), nullable=False, default=""),
    Column("must_change", Boolean, nullable=False, default=False),
    Column("disabled", Boolean, nullable=False, default=False),
    Column("guest", Boolean, nullable=False, default=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("name"),
)

balance = Table(
    "balance",
    metadata,
    Column("account_id", Id, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("cents", BigInteger, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token: the token is nowhere
    Column("account_id", Id, ForeignKey("account.id"), nullable=False),
    Column("kind", String(10), nullable=False),  # cookie or bearer
    Column("csrf", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_session_account", "account_id"),
)

signin = Table(
    "signin",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("address", String(80), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("success", Boolean, nullable=False),
    Index("ix_signin_at", "at"),
)

# A gaming table and its head: where its chain of entries ends.
gaming_table = Table(
    "gaming_table",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("pit", String(40), nullable=False),
    Column("game", String(60), nullable=False),
    Column("status", String(10), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("inventory_id", Id, nullable=False),
    Column("layout_id", Id, nullable=False),
    Column("vigorish_id", Id, nullable=False),
    Column("jackpot_id", Id, nullable=False),
)

entry = Table(
    "entry",
    metadata,
    Column("table_id", Id, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "round", "seq"),
)

posting = Table(
    "posting",
    metadata,
    Column("table_id", Id, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("line", Integer, nullable=False),
    Column("account_id", Id, nullable=False),
    Column("cents", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "round", "seq", "line"),
)

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("table_id", Id, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "round"),
)

shoe = Table(
    "shoe",
    metadata,
    Column("table_id", Id, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("cards", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

# A progressive meter of the floor. What its ledger account holds is its reading; `payments`
# counts the shares that were ever paid from it.
meter = Table(
    "meter",
    metadata,
    Column("account_id", Id, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("game", String(60), nullable=False),
    Column("payments", BigInteger, nullable=False),
    UniqueConstraint("name"),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 over the account and its key
    Column("request", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),
    Index("ix_idempotency_at", "at"),
)

notice = Table(
    "notice",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("table_id", Id, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Column("effective_at", BigInteger, nullable=False),
    Column("by_account", Id, nullable=False),
    Column("status", String(10), nullable=False),  # pending, effective, withdrawn
    Column("change", Text, nullable=False),
    Column("required", Text, nullable=False),
    Index("ix_notice_table", "table_id"),
)

anchor = Table(
    "anchor",
    metadata,
    Column("table_id", Id, nullable=False),
    Column("day", String(10), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "day"),
)

THE_CAGE = 0
