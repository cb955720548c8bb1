"""Structured logs: JSON lines on standard error. Passwords, tokens, cookies, bodies and the
database's password never get here."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
SECRET = ("password", "token", "cookie", "csrf", "authorization", "salt", "cards", "secret")


class _Lines:
    """Standard error, a line at a time. Where even that cannot be written (the same full disk),
    the server goes on."""

    def msg(self, message: str) -> None:
        try:
            sys.stderr.write(message + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            pass

    debug = info = warning = error = critical = exception = log = msg


def _no_secrets(_logger: Any, _name: str, event: Any) -> Any:
    for key in list(event):
        if any(word in key.lower() for word in SECRET):
            event[key] = "(not logged)"
    return event


def configure(level: str) -> None:
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _no_secrets,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS.get(level, 20)),
        logger_factory=lambda *_: _Lines(),
        cache_logger_on_first_use=False,
    )
    logging.getLogger("alembic").setLevel(logging.WARNING)


def logger() -> Any:
    return structlog.get_logger()
