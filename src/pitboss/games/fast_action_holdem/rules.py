"""Rules and state of fast action hold'em, read from the law of the day."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.law.paytable import Row
from pitboss.law.regulation import Law
from pitboss.money import Charge
from pitboss.table.game import Rules

Seat = Annotated[int, msgspec.Meta(ge=0)]


class FastActionRules(Rules, frozen=True):
    """`surrender`: what is lost of the original wager by discontinuing; `cutting_card_from_back`
    cards at least are behind the cutting card (0: there is none)."""

    decks: int
    natural: Row
    hand: Row
    copy_loses: bool
    surrender: Charge
    manual_shuffle: bool
    continuous_shuffler: bool
    cut_at_least: int
    cutting_card_from_back: int


class FastActionState(msgspec.Struct, frozen=True):
    """`marker`: where the dealing marker is, 0 before the dealer; `begun`: cards have been dealt
    here before; `cutting_card_at`: on whose box the cutting card came (0: the dealer's hand, -1:
    it has not); `exposed`: cards found face up in the shoe in this round."""

    marker: Seat = 0
    begun: bool = False
    cutting_card_at: Annotated[int, msgspec.Meta(ge=-1)] = -1
    exposed: Annotated[int, msgspec.Meta(ge=0)] = 0


def fast_action_rules(law: Law) -> FastActionRules:
    surrender = Charge(law.number("surrendered_percent"), cite="21.8(f)")
    # Half of the original wager must be a whole number of cents.
    original = replace(law.wagers["original"], cent_step=2, step_cite="21.8(f)")
    law = replace(law, wagers=law.wagers | {"original": original})
    decks, continuous = law.number("decks"), law.flag("continuous_shuffler")
    return FastActionRules(
        law=law,
        decks=decks,
        natural=law.paytable("natural")["natural"],
        hand=law.paytable("hand")["win"],
        copy_loses=law.word("copy_hand") == "loses",
        surrender=surrender,
        manual_shuffle=law.word("shuffle") == "manual",
        continuous_shuffler=continuous,
        cut_at_least=law.number("cut_at_least"),
        cutting_card_from_back=0 if continuous else full_shoe(decks).quarter,
    )
