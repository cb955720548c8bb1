"""Everything that is done beside the tables stands in a chain of its own, of which `book` is the
head; nobody holds less than nothing, and the postings of a row sum to zero, in the database too.

`seat` says who sits at which tables, `approval` what waits for a second person, `pulse` is written
to find out whether anything can be. An anchor is named by how many rows it stands behind: a day may
come twice where a clock was put back. Accounts get a second factor, sessions the time when they
were last used, sign-ins the key by which they are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pitboss.store import adopting

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "book",
        sa.Column("id", ID, autoincrement=False, nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book")),
    )
    op.create_table(
        "seat",
        sa.Column("account_id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "table_id", name=op.f("pk_seat")),
    )
    op.create_table(
        "approval",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("by_account", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_approval")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", ID, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.execute("INSERT INTO pulse (id, at) VALUES (0, 0)")
    op.add_column("account", sa.Column("factor", sa.String(64), nullable=False, server_default=""))
    op.add_column(
        "account", sa.Column("factor_step", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.add_column(
        "session", sa.Column("used_at", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.execute("UPDATE session SET used_at = created_at")
    op.create_index("ix_signin_name", "signin", ["name", "address", "at"], unique=False)
    _balances()
    _anchors()
    adopting.adopt(op.get_bind())
    _triggers()


def _rebuilt(name: str, *columns: sa.schema.SchemaItem, values: str) -> None:
    """Makes a table anew with these columns, and fills it from the old one."""
    op.rename_table(name, f"{name}_before")
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f"ALTER INDEX pk_{name} RENAME TO pk_{name}_before")
    op.create_table(name, *columns)
    op.execute(f"INSERT INTO {name} SELECT {values} FROM {name}_before")
    op.drop_table(f"{name}_before")


def _balances() -> None:
    """An account of a person holds nothing or more. What is below it in an older store is found by
    `verify`, not here: the money has to be made good first."""
    least = "NOT person OR cents >= 0"
    person = "(SELECT kind = 'person' FROM account WHERE account.id = balance_before.account_id)"
    _rebuilt(
        "balance",
        sa.Column("account_id", ID, autoincrement=False, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_balance_account")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_balance")),
        sa.CheckConstraint(least, name=op.f("ck_balance_nobody_below_nothing")),
        values=f"account_id, cents, {person} AND cents >= 0",
    )


def _anchors() -> None:
    _rebuilt(
        "anchor",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_anchor")),
        values="table_id, day, n, round, seq, hash, made_at",
    )


KEYS = {"entry": ("table_id", "round", "seq"), "posting": ("table_id", "round", "seq", "line")}
UNEVEN = (
    "SELECT 1 FROM posting WHERE table_id = {table} AND {where} "
    "GROUP BY round, seq HAVING SUM(cents) <> 0"
)
HEADS = {
    "gaming_table": UNEVEN.format(
        table="NEW.id", where="(round, seq) > (OLD.round, OLD.seq)"
    ),
    "book": UNEVEN.format(table="0", where="round = 0 AND seq >= OLD.n"),
}  # fmt: skip
WORDS = "the postings of an entry do not sum to zero"


def _triggers() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table, key in KEYS.items():
            # INSERT OR REPLACE deletes what it replaces without a word to any trigger.
            same = " AND ".join(f"{column} = NEW.{column}" for column in key)
            op.execute(
                f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN EXISTS "
                f"(SELECT 1 FROM {table} WHERE {same}) OR EXISTS "
                f"(SELECT 1 FROM {table} WHERE rowid = NEW.rowid) BEGIN "
                f"SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        for table, uneven in HEADS.items():
            op.execute(
                f"CREATE TRIGGER {table}_sums AFTER UPDATE OF n ON {table} BEGIN "
                f"SELECT RAISE(ABORT, '{WORDS}') WHERE EXISTS ({uneven}); END"
            )
        return
    for table, uneven in HEADS.items():
        op.execute(
            f"CREATE FUNCTION pitboss_{table}_sums() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF EXISTS ({uneven}) THEN RAISE EXCEPTION '{WORDS}' USING ERRCODE = '23514'; END IF; "
            "RETURN NEW; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_sums AFTER UPDATE OF n ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION pitboss_{table}_sums()"
        )


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
