"""What a shake does to a wager at mini-dice: integers in, integers out."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.families.dice.hands import LOSES, STANDS, WINS, field, to_win

PLACE = 0
FIELD = 1
ANY_7 = 2
OVER_7 = 3
UNDER_7 = 4


@compiled
def decide(family: int, number: int, total: int) -> int:
    """13.2(a): what a total does to a wager of this family (on this number)."""
    if family == PLACE:
        return to_win(total, number)
    if family == FIELD:
        return field(total)
    if family == ANY_7:
        return WINS if total == 7 else LOSES
    if family == OVER_7:
        return WINS if total > 7 else LOSES
    return WINS if total < 7 else LOSES


__all__ = ["ANY_7", "FIELD", "LOSES", "OVER_7", "PLACE", "STANDS", "UNDER_7", "WINS", "decide"]
