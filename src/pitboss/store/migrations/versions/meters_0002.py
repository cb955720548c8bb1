"""Progressive meters that several tables share. What the ledger account of a meter holds is its
reading; `payments` counts the shares that were ever paid from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "meter",
        sa.Column("account_id", ID, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("payments", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_meter_account_id_account")
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_meter")),
        sa.UniqueConstraint("name", name=op.f("uq_meter_name")),
    )


def downgrade() -> None:
    raise NotImplementedError("the ledger is not taken down: restore a backup")
