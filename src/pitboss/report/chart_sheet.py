"""The sheet that charts of a course are drawn on: its size, its margins, and the file it makes."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.svg import picture

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 90, 46, 20, 46


def on_sheet(parts: Sequence[str], label: str) -> str:
    """Returns the parts as an SVG picture of its own, without scripts or fonts to fetch."""
    return (
        picture(
            WIDTH,
            HEIGHT,
            "\n".join(["", *parts, ""]),
            label=label,
            alone=True,
            font_size=12,
            font_family="sans-serif",
            fill="#222",
        )
        + "\n"
    )
