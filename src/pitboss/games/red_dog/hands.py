"""What two cards are at red dog: integers in, integers out."""

from __future__ import annotations

from pitboss.compiled import compiled


@compiled
def value(card: int) -> int:
    """6.1(b): 2 to 10 at face, jack 11, queen 12, king 13, ace 14 only."""
    return (card >> 2) + 2


@compiled
def falls_between(first: int, third: int, second: int) -> bool:
    """Whether the third card's value lies strictly between those of the first two."""
    low, middle, high = first >> 2, third >> 2, second >> 2
    return low < middle < high or high < middle < low


@compiled
def spread_between(first: int, second: int) -> int:
    """How many values fall between two cards: -1 for a pair, 0 for consecutive values."""
    return abs((first >> 2) - (second >> 2)) - 1
