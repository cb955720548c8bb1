"""Answers marked: accuracy, seconds, and where the mistakes were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.school.items import Item


class Marked(msgspec.Struct, frozen=True):
    """An item as it was answered. `seconds` is None where nobody was timed."""

    item: Item
    typed: str
    right: bool
    seconds: float | None


def mark(item: Item, typed: str, seconds: float | None) -> Marked:
    return Marked(item, typed, item.is_right(typed), seconds)


def percent(right: int, items: int) -> int:
    """Whole percent, rounded down: nobody passes by rounding."""
    return right * 100 // items if items else 0


def score(marked: Sequence[Marked]) -> dict[str, Any]:
    right = sum(one.right for one in marked)
    sections: dict[str, list[Marked]] = {}
    for one in marked:
        sections.setdefault(one.item.section, []).append(one)
    return {
        "items": len(marked),
        "right": right,
        "percent": percent(right, len(marked)),
        "sections": [
            {"section": section, "items": len(ones), "right": sum(one.right for one in ones)}
            for section, ones in sorted(sections.items())
        ],
    }


def marked_json(one: Marked) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(one.item)
    return plain | {"typed": one.typed, "right": one.right, "answer_seconds": one.seconds}
