"""What the cards of a hand that lie face up count, by the layout's way of counting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.equipment.cards import CARD_TEXT


def _value(face: int) -> int:
    """Returns what a card counts at a table: an ace one, a card above the nine ten."""
    rank = CARD_TEXT[face][0]
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def _twenty_one(cards: Sequence[int]) -> str:
    hard = sum(_value(face) for face in cards)
    soft = any(_value(face) == 1 for face in cards) and hard + 10 <= 21
    if soft and len(cards) == 2 and hard + 10 == 21:
        return "21"
    return f"{hard}/{hard + 10}" if soft and hard + 10 < 21 else str(hard + 10 if soft else hard)


def _baccarat(cards: Sequence[int]) -> str:
    return str(sum(_value(face) for face in cards) % 10)


_WAYS: dict[str, Callable[[Sequence[int]], str]] = {
    "twenty-one": _twenty_one,
    "baccarat": _baccarat,
}


def total_of(cards: Sequence[int], way: str) -> str:
    """Returns the total of the cards that can be seen, "" where the layout counts none."""
    seen = [face for face in cards if face >= 0]
    count = _WAYS.get(way)
    return count(seen) if count is not None and seen else ""
