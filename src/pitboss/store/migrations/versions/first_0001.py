"""The first schema, for SQLite and PostgreSQL alike: only what both share.

`entry` is append-only, as is `posting`: triggers see to it. Its key (table, round, seq) is what
makes one writer out of many: of two that race for the same step, one is refused by the database.
`round` counts procedures, of which most are rounds of play; `seq` counts the rows of one procedure.
`gaming_table` holds the head of each chain. The key of `session` is the SHA-256 of its token, which
itself is nowhere; that of `idempotency` is the SHA-256 of an account and its key. An account's kind
is person, inventory, layout, vigorish, jackpot or cage; a notice is pending, effective or
withdrawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = ("entry", "posting")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("must_change", sa.Boolean(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "anchor",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "day", name=op.f("pk_anchor")),
    )
    op.create_table(
        "checkpoint",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", name=op.f("pk_checkpoint")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entry",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("prev_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", "seq", name=op.f("pk_entry")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "gaming_table",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("pit", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("inventory_id", ID, nullable=False),
        sa.Column("layout_id", ID, nullable=False),
        sa.Column("vigorish_id", ID, nullable=False),
        sa.Column("jackpot_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gaming_table")),
    )
    op.create_table(
        "idempotency",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_idempotency")),
    )
    op.create_index("ix_idempotency_at", "idempotency", ["at"], unique=False)
    op.create_table(
        "notice",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.Column("effective_at", sa.BigInteger(), nullable=False),
        sa.Column("by_account", ID, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("change", sa.Text(), nullable=False),
        sa.Column("required", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index("ix_notice_table", "notice", ["table_id"], unique=False)
    op.create_table(
        "posting",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", "seq", "line", name=op.f("pk_posting")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shoe",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_shoe")),
    )
    op.create_table(
        "signin",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("success", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signin")),
    )
    op.create_index("ix_signin_at", "signin", ["at"], unique=False)
    op.create_table(
        "balance",
        sa.Column("account_id", ID, autoincrement=False, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_balance_account_id_account")
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_balance")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_session_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
    )
    op.create_index("ix_session_account", "session", ["account_id"], unique=False)
    _append_only()


def _append_only() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for act in ("update", "delete"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} BEGIN "
                    f"SELECT RAISE(ABORT, '{table} is append-only'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION pitboss_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION pitboss_append_only()"
        )


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
