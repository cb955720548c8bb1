"""Red dog's rules and what its table remembers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.equipment.cards import JOKER
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.table.game import Rules


class RedDogRules(Rules, frozen=True):
    decks: int
    spread: Paytable
    three_of_a_kind: Row
    cut_at_least: int
    recut_by: str
    continuous_shuffler: bool


class RedDogState(msgspec.Struct, frozen=True):
    """`burned`: the last card burned, which a player may ask to see; `begun`: a shoe has been
    cut before at this table; `cutter`: who cut last."""

    burned: Annotated[int, msgspec.Meta(ge=-1, le=JOKER)] = -1
    begun: bool = False
    cutter: Annotated[int, msgspec.Meta(ge=0)] = 0


def red_dog_rules(law: Law) -> RedDogRules:
    return RedDogRules(
        law=law,
        decks=law.number("decks"),
        spread=law.paytable("spread"),
        three_of_a_kind=law.paytable("three_of_a_kind")["three of a kind"],
        cut_at_least=law.number("cut_at_least"),
        recut_by=str(law.options.get("recut_by", "")),
        continuous_shuffler=law.flag("continuous_shuffler"),
    )
