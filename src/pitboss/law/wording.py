"""Names and values of the data, as people would say them."""

from __future__ import annotations

import re


def nice(name: str) -> str:
    """A name of the data, for people: `place-to-win 6` as it would be said."""
    words = re.sub(r"(?<!\d)-|-(?!\d)", " ", name).replace("_", " ")
    return re.sub(r"\bdont\b", "don't", words)


def plain(value: object) -> str:
    """The value of an option, for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return nice(str(value))
