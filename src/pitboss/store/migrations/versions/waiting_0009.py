"""Waiting lists of a poker room (14.18): who waits for a seat at which sort of table, and to whom
one is offered. All of it follows from the chain of the house."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "waiting",
        sa.Column("id", ID, autoincrement=False, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        # the table at which a seat is offered, and until when; 0: none yet
        sa.Column("table_id", ID, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting")),
        sa.UniqueConstraint("account_id", "sort", name=op.f("uq_waiting_account_id_sort")),
    )


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
