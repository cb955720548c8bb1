"""Idempotency keys and requests are known by the first half of their hashes: every new key is put
somewhere in the midst of their index, and a commit writes every page that it touches."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE idempotency SET id = substr(id, 1, 32), request = substr(request, 1, 32)")


def downgrade() -> None:
    raise NotImplementedError("the ledger is not taken down: restore a backup")
