"""Columns and colours without Rich, whose import takes longer than all that `games` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

CODES = {"bold": "1", "dim": "2", "cyan": "36", "yellow": "33"}


def paint(text: str, *styles: str) -> str:
    """The text in these styles, where there is a terminal to show them."""
    if not styles or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{';'.join(CODES[style] for style in styles)}m{text}\x1b[0m"


def columns(rows: Sequence[Sequence[tuple[str, ...]]]) -> list[str]:
    """Rows of cells, each a text and its styles, as lines with the cells below one another."""
    widths = [max(len(cell[0]) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            paint(text, *styles) + " " * (width - len(text))
            for (text, *styles), width in zip(row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
