"""Alembic's environment: it migrates over the connection that `Database.upgrade` gives it."""

from __future__ import annotations

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, render_as_batch=True)
# The transaction is the caller's.
context.run_migrations()
