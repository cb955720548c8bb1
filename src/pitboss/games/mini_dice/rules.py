"""Mini-dice's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.mini_dice import hands
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

FAMILY = {
    "place": hands.PLACE,
    "field": hands.FIELD,
    "any-7": hands.ANY_7,
    "over-7": hands.OVER_7,
    "under-7": hands.UNDER_7,
}


class MiniDiceRules(Rules, frozen=True):
    dice: int
    shakes: int


class MiniDiceState(msgspec.Struct, frozen=True):
    """`shooter`: the seat that has the shaker; 0 is the dealer, or a player who is not among
    the seats of this table or record. `relinquished`: the shaker is to be offered before the
    next shake. `declined`: the dealer shakes because nobody would; offered again after a 7."""

    shooter: int = 0
    relinquished: bool = False
    declined: bool = False


def mini_dice_rules(law: Law) -> MiniDiceRules:
    return MiniDiceRules(law=law, dice=law.number("dice"), shakes=law.number("shakes"))
