"""The words of a strategy that is written as a table, and the cards that it is written against."""

from __future__ import annotations

DRAW, STAND, SPLIT = "draw", "stand", "split"
DOUBLE_OR, SURRENDER_OR = "double or ", "surrender or "
# What the dealer shows, in the order of a chart.
SHOWN = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")


def value_named(name: str) -> int:
    """1 for an ace, 10 for all tens."""
    return 1 if name == "A" else int(name)


def name_of(value: int) -> str:
    return "A" if value == 1 else str(value)
