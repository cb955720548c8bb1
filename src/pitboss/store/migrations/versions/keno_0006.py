"""Keno systems, their games and tickets. The chain of a system is a book, under the system's number
with a minus sign; the tables here follow from it. Every book's postings sum to zero, by trigger."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WORDS = "the postings of an entry do not sum to zero"
UNEVEN = (
    "SELECT 1 FROM posting WHERE table_id = NEW.id AND round = 0 AND seq >= OLD.n "
    "GROUP BY round, seq HAVING SUM(cents) <> 0"
)


def upgrade() -> None:
    op.create_table(
        "keno_system",
        sa.Column("id", ID, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("stations", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        # whose keys are in the generator; 0: nobody's
        sa.Column("inspector", ID, nullable=False),
        sa.Column("supervisor", ID, nullable=False),
        sa.Column("sold_id", ID, nullable=False),
        sa.Column("owed_id", ID, nullable=False),
        sa.Column("win_id", ID, nullable=False),
        sa.Column("currency_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keno_system")),
        sa.UniqueConstraint("name", name=op.f("uq_keno_system_name")),
    )
    op.create_table(
        "keno_game",
        sa.Column("system_id", ID, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("of_day", sa.BigInteger(), nullable=False),
        # open, locked, drawn or failed
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("noticed", sa.BigInteger(), nullable=False),
        sa.Column("locked_at", sa.BigInteger(), nullable=False),
        sa.Column("drawn_at", sa.BigInteger(), nullable=False),
        sa.Column("selection", sa.BigInteger(), nullable=False),
        sa.Column("sold", sa.BigInteger(), nullable=False),
        sa.Column("owed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("system_id", "number", name=op.f("pk_keno_game")),
    )
    op.create_table(
        "keno_ticket",
        sa.Column("system_id", ID, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("station", sa.Integer(), nullable=False),
        sa.Column("serial", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("quick", sa.Boolean(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("payer", ID, nullable=False),
        sa.Column("writer", ID, nullable=False),
        sa.Column("sold_at", sa.BigInteger(), nullable=False),
        # sold, void, paid or expired
        sa.Column("status", sa.String(length=10), nullable=False),
        # what is owed for games drawn or cancelled so far
        sa.Column("owed", sa.BigInteger(), nullable=False),
        sa.Column("authorised", ID, nullable=False),
        sa.PrimaryKeyConstraint(
            "system_id", "day", "station", "serial", name=op.f("pk_keno_ticket")
        ),
    )
    op.create_index("ix_keno_ticket_last", "keno_ticket", ["system_id", "last"], unique=False)
    op.create_table(
        "keno_drawer",
        sa.Column("system_id", ID, nullable=False),
        sa.Column("station", sa.Integer(), nullable=False),
        sa.Column("shift", sa.BigInteger(), nullable=False),
        sa.Column("writer", ID, nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("opened_with", sa.BigInteger(), nullable=False),
        # currency in, less out, since it was opened
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("system_id", "station", "shift", name=op.f("pk_keno_drawer")),
    )
    op.create_table(
        "keno_slip",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("system_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keno_slip")),
    )
    _sums_of_every_book()


def _sums_of_every_book() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER book_sums")
        op.execute(
            "CREATE TRIGGER book_sums AFTER UPDATE OF n ON book BEGIN "
            f"SELECT RAISE(ABORT, '{WORDS}') WHERE EXISTS ({UNEVEN}); END"
        )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION pitboss_book_sums() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF EXISTS ({UNEVEN}) THEN RAISE EXCEPTION '{WORDS}' USING ERRCODE = '23514'; "
        "END IF; RETURN NEW; END $$"
    )


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
