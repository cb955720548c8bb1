"""The casino's own chain, which is a book, and for each of its rows what it is about: so they are
listed by day, person and table without reading them all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pitboss.chain import NO_HASH

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BOOK = -1_000_000


def upgrade() -> None:
    op.create_table(
        "casino_entry",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("shift", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("by_account", ID, nullable=False),
        sa.Column("second", ID, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_casino_entry")),
    )
    op.create_index("ix_casino_entry_day", "casino_entry", ["day", "table_id"], unique=False)
    op.create_index("ix_casino_entry_kind", "casino_entry", ["kind", "table_id"], unique=False)
    # What was worked out of a wager's edge and variance, as fractions, by the mark of the rules.
    op.create_table(
        "casino_edge",
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("wager", sa.String(length=80), nullable=False),
        sa.Column("edge", sa.Text(), nullable=False),
        sa.Column("variance", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("rules", "wager", name=op.f("pk_casino_edge")),
    )
    op.execute(f"INSERT INTO book (id, n, hash, at, day) VALUES ({BOOK}, 0, '{NO_HASH}', 0, '')")


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
