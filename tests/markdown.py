"""The fenced blocks of a Markdown page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """`before` is the last line before the block that is not empty."""

    language: str
    text: str
    before: str
    line: int


def blocks(path: Path, language: str = "") -> Iterator[Block]:
    text = path.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        ahead = text[: found.start()].rstrip().rpartition("\n")[2]
        block = Block(found[1], found[2], ahead, text.count("\n", 0, found.start()) + 1)
        if not language or block.language == language:
            yield block
