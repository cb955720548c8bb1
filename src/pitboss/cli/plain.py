"""Columns and colours without Rich, whose import takes longer than all that `games` does, and
whose tables take longer than all that `rules` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

# Without a terminal there is no width to keep to.
PLAIN_WIDTH = 120
GAP = 4
COLUMN_LEAST = 12
WIDTH_LEAST = 40
CODES = {"bold": "1", "dim": "2", "cyan": "36", "yellow": "33"}


def colours() -> bool:
    """Whether there is a terminal that shows colours, and nobody asked for none."""
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")


def paint(text: str, *styles: str) -> str:
    """The text in these styles, where there is a terminal to show them."""
    if not text or not styles or not colours():
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


def screen_width() -> int:
    """Of the terminal, if there is one."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return PLAIN_WIDTH
    import shutil

    return max(shutil.get_terminal_size().columns, WIDTH_LEAST)


def fold(text: str, width: int) -> list[str]:
    """The text in lines of at most `width`, between words where that can be."""
    lines, line = [], ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        line = word
    return [*lines, line]


def folded_columns(
    rows: Sequence[Sequence[tuple[str, ...]]], rigid: Sequence[int], width: int
) -> list[str]:
    """Rows of cells below one another, as columns() has them; where they are too wide, the
    widest column is folded first, and a `rigid` one last."""
    widths = [max(len(cell[0]) for cell in column) for column in zip(*rows, strict=True)]
    room = width - GAP * (len(widths) - 1)
    while sum(widths) > room:
        free = [k for k in range(len(widths)) if k not in rigid and widths[k] > COLUMN_LEAST]
        free = free or [k for k in range(len(widths)) if widths[k] > 1]
        if not free:
            break
        order = sorted(free, key=lambda k: -widths[k])
        after = widths[order[1]] if len(order) > 1 else COLUMN_LEAST
        most = max(widths[order[0]] - after, 1)
        widths[order[0]] -= min(sum(widths) - room, most)
    lines = []
    for row in rows:
        folded = [fold(cell[0], width) for cell, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, folded))):
            cells = [
                paint(part, *cell[1:]) + " " * (width - len(part))
                for cell, texts, width in zip(row, folded, widths, strict=True)
                for part in texts[number : number + 1] or [""]
            ]
            lines.append((" " * GAP).join(cells).rstrip())
    return lines
