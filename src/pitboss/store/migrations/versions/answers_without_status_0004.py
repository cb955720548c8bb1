"""A first answer is kept without its status: what it is in HTTP follows from the request."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("idempotency", "status")


def downgrade() -> None:
    raise NotImplementedError("the ledger is not taken down: restore a backup")
