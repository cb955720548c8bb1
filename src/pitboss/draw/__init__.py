"""Tables drawn as SVG, from a game's own data and from what a seat may see."""

from __future__ import annotations

from pathlib import Path

# Where the style of the drawings is.
STYLE_FOLDER = Path(__file__).parent / "static"


def style() -> str:
    """Returns the style of the drawings, for a page that is one file."""
    return (STYLE_FOLDER / "felt.css").read_text(encoding="utf-8")
