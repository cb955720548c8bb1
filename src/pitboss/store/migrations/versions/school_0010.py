"""The dealer school: what trainees did at training tables, how they answered drills, and exams. It
is no part of the chains: nobody's money depends on it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "school_attempt",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        # of a training table; 0: a drill
        sa.Column("table_id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("result", sa.String(length=5), nullable=False),
        sa.Column("cite", sa.String(length=80), nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_attempt")),
    )
    op.create_index("ix_school_attempt_account", "school_attempt", ["account_id", "at"])
    # A trainee's history of drills, as JSON: when each topic is due again.
    op.create_table(
        "school_history",
        sa.Column("account_id", ID, autoincrement=False, nullable=False),
        sa.Column("history", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_school_history")),
    )
    # An exam under way, and its signed result once it is over.
    op.create_table(
        "school_exam",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_exam")),
    )
    op.create_index("ix_school_exam_account", "school_exam", ["account_id", "at"])


def downgrade() -> None:
    op.drop_table("school_exam")
    op.drop_table("school_history")
    op.drop_table("school_attempt")
