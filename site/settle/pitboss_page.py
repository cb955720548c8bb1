"""What the page asks of pitboss, in its own Python: the commands as they are, and a drill."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
from datetime import date
from typing import Any

from pitboss.cli import main
from pitboss.errors import PitbossError
from pitboss.registry import find
from pitboss.school.drill import Syllabus
from pitboss.school.items import Item
from pitboss.school.marking import mark

RECORD = "record.toml"
RECORD_MAX = 1 << 20
_asked: list[Item] = []


def command(width: int, *words: str) -> dict[str, Any]:
    """What the command prints, and its exit code."""
    os.environ |= {"COLUMNS": str(width), "NO_COLOR": "1"}
    said, refused = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(refused):
        try:
            code = main(list(words))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 2
    return {"code": code, "text": (said.getvalue() + refused.getvalue()).rstrip()}


def settle(width: int, record: str) -> dict[str, Any]:
    if len(record) > RECORD_MAX:
        return {"code": 2, "text": f"a record of {len(record)} characters: {RECORD_MAX} are read"}
    with open(RECORD, "w", encoding="utf-8") as file:
        file.write(record)
    return command(width, "settle", RECORD)


def ask(game: str, kind: str) -> dict[str, Any]:
    """An item of the drill; what it is answered with comes to `marked`."""
    seed = random.randrange(1 << 30)
    item = Syllabus([find(game)], [kind], date.today(), 1, seed).item(0)
    _asked[:] = [item]
    return {"code": 0, "situation": item.situation, "question": item.question,
            "choices": item.choices}  # fmt: skip


def marked(typed: str) -> dict[str, Any]:
    if not _asked:
        return {"code": 2, "text": "nothing is asked: ask for an item first"}
    item = _asked[0]
    right = mark(item, typed, None).right
    verdict = "Right" if right else f"Wrong: {item.answer}"
    known = f" ({item.known})" if item.known else ""
    return {"code": 0, "right": right, "text": f"{verdict}: {item.why}; {item.cite}{known}"}


def answer(text: str) -> str:
    """A question of the page's, as JSON, and the answer likewise."""
    asked = json.loads(text)
    width = int(asked["width"])
    try:
        match asked["what"]:
            case "settle":
                told = settle(width, asked["record"])
            case "rules" | "odds" as name:
                told = command(width, name, asked["game"], "--day", asked["day"])
            case "ask":
                told = ask(asked["game"], asked["kind"])
            case _:
                told = marked(asked["answer"])
    except PitbossError as error:
        told = {"code": 2, "text": f"pitboss: {error}"}
    return json.dumps(told, default=list)
