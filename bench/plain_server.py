"""What the table server is measured against: FastAPI, and one SQLite commit a request."""

from __future__ import annotations

import os
import sqlite3
import threading
from typing import Any

from fastapi import FastAPI, Header
from pydantic import BaseModel

app = FastAPI()
local = threading.local()
lock = threading.Lock()
numbers = {"next": 0}


class Posted(BaseModel):
    entry: str


def connection() -> sqlite3.Connection:
    if not hasattr(local, "connection"):
        found = sqlite3.connect(os.environ["PLAIN_DB"], isolation_level=None, timeout=30)
        found.execute("PRAGMA journal_mode=WAL")
        found.execute("PRAGMA synchronous=FULL")
        found.execute(
            "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, key TEXT, body TEXT)"
        )
        local.connection = found
    return local.connection  # type: ignore[no-any-return]


@app.post("/entries")
def post(posted: Posted, idempotency_key: str = Header("")) -> dict[str, Any]:
    with lock:
        found = connection()
        found.execute("BEGIN IMMEDIATE")
        found.execute(
            "INSERT INTO entry (key, body) VALUES (?, ?)", (idempotency_key, posted.entry)
        )
        found.execute("COMMIT")
        numbers["next"] += 1
        return {"n": numbers["next"]}
