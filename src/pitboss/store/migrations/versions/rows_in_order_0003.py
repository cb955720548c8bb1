"""SQLite keeps entries, postings and checkpoints in the order in which they were written.

They were clustered by their keys: every table of the floor then grew in the middle of one tree,
whose full pages were split again with almost every row, and a commit wrote half as many pages
again. The keys stay what they were, as indices. PostgreSQL has always kept them so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    _rebuild(
        "entry",
        ("table_id", "round", "seq"),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("prev_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        append_only=True,
    )
    _rebuild(
        "posting",
        ("table_id", "round", "seq", "line"),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        append_only=True,
    )
    _rebuild(
        "checkpoint",
        ("table_id", "round"),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        append_only=False,
    )


def _rebuild(
    name: str, key: tuple[str, ...], *columns: sa.Column[object], append_only: bool
) -> None:
    op.rename_table(name, f"{name}_clustered")
    op.create_table(name, *columns, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")))
    op.execute(f"INSERT INTO {name} SELECT * FROM {name}_clustered ORDER BY round, table_id")
    op.drop_table(f"{name}_clustered")  # and its triggers with it
    if append_only:
        for act in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {name}_no_{act} BEFORE {act.upper()} ON {name} BEGIN "
                f"SELECT RAISE(ABORT, '{name} is append-only'); END"
            )


def downgrade() -> None:
    raise NotImplementedError("the chain of entries is not taken down: restore a backup")
