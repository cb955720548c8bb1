"""What a simulation may be told about how a game of twenty-one is dealt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.analysis.study import Setting
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.simulated import SEATS_MAX


def _whole(what: str, least: int, most: int) -> Callable[[Any, str], int]:
    def read(rules: Any, text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise BadInput(f"{what} {text[:20]!r}: expected {least} to {most}")
        return int(text)

    return read


DEALING = (
    Setting("seats", "boxes that are played, all alike", _whole("seats", 1, SEATS_MAX)),
    Setting("seat", "the box that is studied", _whole("seat", 1, SEATS_MAX)),
    Setting("penetration", "percent of the shoe that is dealt", _whole("penetration", 1, 95)),
)
