"""What is chemin de fer's own: its sections, the bank, and what its table remembers."""

from __future__ import annotations

from math import gcd
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.families.baccarat.rules import PERCENTAGES, BaccaratRules, Cites
from pitboss.law.regulation import Law
from pitboss.money import CENTS_MAX, Charge

CITES = Cites(
    offer_cut="4.4",
    cut="4.4",
    build="4.4",
    recut="4.4",
    cutting_card="4.9",
    vigorish="4.10",
    deferred="4.10",
    documented="4.10",
    collected="4.10",
    result="4.10",
    losers_first="4.10",
    pays_order=("4.10", "4.10", "4.10", "4.10"),
    irregular="4.12",
)

Amount = Annotated[int, msgspec.Meta(ge=0, le=2 * CENTS_MAX)]
Seat = Annotated[int, msgspec.Meta(ge=0)]
# A card, or -1 for none.
Kept = Annotated[int, msgspec.Meta(ge=-1, le=51)]


class CheminDeFerRules(BaccaratRules, frozen=True):
    """`optional_cells`: some draws are left to those who play the hands; `banker_may_withdraw`:
    the bank is set anew each round; `suivi`: banco suivi has the first call; `in_part`: a bank
    that is covered in part is dealt."""

    optional_cells: bool = True
    banker_may_withdraw: bool = True
    suivi: bool = True
    in_part: bool = True


class CheminDeFerState(msgspec.Struct, frozen=True):
    """`banker`: the seat that has the shoe, or 0 where none was selected; `lost`: the banker
    lost the last round and must pass the shoe; `bank`: what must stay in the bank where it may
    not be withdrawn; `suivi`: who called banco and lost the last round; `kept_card`: a card
    that was seen too early and is the next one; the rest as in punto banco."""

    banker: Seat = 0
    lost: bool = False
    bank: Amount = 0
    suivi: Seat = 0
    begun: bool = False
    cutter: Seat = 0
    entitled: tuple[int, ...] = ()
    cutting_card_out: bool = False
    last_hand: bool = False
    both_stayed: bool = False
    kept_card: Kept = -1


def chemin_de_fer_rules(law: Law) -> CheminDeFerRules:
    percent = PERCENTAGES[law.word("vigorish")]
    unit = law.number(f"vigorish_unit_{percent}_percent")
    rounded = law.flag("vigorish_rounding")
    vigorish = Charge(percent, cite=CITES.vigorish, round_up_to=unit if rounded else 0)
    # Without rounding the vigorish on every sum of wagers must be a whole number of cents.
    step = 1 if rounded else 100 // gcd(100, percent)
    law = replace(
        law,
        wagers={
            name: replace(kind, cent_step=step, step_cite=CITES.vigorish)
            for name, kind in law.wagers.items()
        },
    )
    return CheminDeFerRules(
        law=law,
        cites=CITES,
        discards="discard bucket",
        decks=law.number("decks"),
        wagers=tuple(law.wagers),
        tables={name: law.paytables[kind.pays] for name, kind in law.wagers.items()},
        vigorish_type=law.word("vigorish"),
        vigorish=vigorish,
        tie_vigorish=None,
        deferred=False,
        may_document=False,
        marker="",
        pays_order=1,
        shuffle="",
        cut_at_least=law.number("cut_at_least"),
        cutting_card_from_back=law.number("cutting_card_from_back"),
        recut_by="",
        inspection="",
        optional_cells=law.flag("optional_cells"),
        banker_may_withdraw=law.flag("banker_may_withdraw"),
        suivi=law.flag("banco_suivi"),
        in_part=law.word("uncovered") == "returned",
    )
