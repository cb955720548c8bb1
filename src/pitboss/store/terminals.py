"""From which terminal something is asked for. Whoever serves a request sets it, and every job that
is made for that request carries it to the rows that it writes."""

from __future__ import annotations

from contextvars import ContextVar

# The address of the client; "" where nobody asks: what time brings, and the house's own acts.
TERMINAL: ContextVar[str] = ContextVar("terminal", default="")
LENGTH_MAX = 60


def terminal_now() -> str:
    return TERMINAL.get()[:LENGTH_MAX]
