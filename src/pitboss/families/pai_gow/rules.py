"""What the rules of the two pai gow games have in common, and what their tables remember."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.law.paytable import Row
from pitboss.law.regulation import Law
from pitboss.money import CENTS_MAX, Charge
from pitboss.table.game import Rules

# The wager against the dealer or the bank, and the chips with which a bank covers all of them.
MAIN, BANK = "pai-gow", "bank"

Amount = Annotated[int, msgspec.Meta(ge=0, le=CENTS_MAX)]
Seat = Annotated[int, msgspec.Meta(ge=0)]

# How far a round has come.
Phase = Enum(
    "Phase",
    "OPENING SHUFFLE CUT START DEALING COUNT DELIVERY SETTING REVEAL COMPARING SETTLEMENT VOID",
)


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """Where each thing that the two games have in common stands in the subchapter. Paragraphs of
    these sections were not available to us."""

    wagers: str
    no_more_bets: str
    start: str
    dealt: str
    taken_in: str
    completion: str
    bank: str
    irregular: str
    areas: str
    copy: str


class BankedRules(Rules, frozen=True, kw_only=True):
    """`vigorish`: of what a player, or a bank on balance, wins (None: none is taken from players);
    `bank_vigorish`: of what a bank wins; `step`: amounts of wagers whose vigorish is whole cents;
    `in_turn`: the bank is offered on from whoever banked last; `pieces`: what is dealt."""

    cites: Cites
    main: Row
    vigorish: Charge | None
    bank_vigorish: Charge
    step: int
    player_bank: bool
    co_banking: bool
    in_turn: bool
    foul_loses: bool
    shakes_at_least: int
    pieces: str


class BankState(msgspec.Struct, frozen=True):
    """`bank`: the seat that banks the round, none where the dealer does; `co_bank`: together with
    the house; `dealer_wager`: the wager of the dealer's against the bank. `against`: what each
    player wagered in the last round that the dealer banked; `banked`: who banked the last round;
    `turn`: the place of whoever was the last to bank. `chips_due`: the bank was accepted, and its
    chips are still to be put up."""

    bank: tuple[Seat, ...] = ()
    co_bank: bool = False
    dealer_wager: Amount = 0
    against: dict[str, Amount] = {}
    banked: tuple[Seat, ...] = ()
    turn: Seat = 0
    chips_due: bool = False


# What of that is about a person and not about a place: it goes along to another seat.
PERSONAL = {"bank": True, "against": True, "banked": True}


def vigorish_of(law: Law, *, cite: str) -> tuple[Charge, int]:
    """5 percent, and the step of amounts of which it is a whole number of cents."""
    percent = law.number("vigorish_percent")
    rounded = law.flag("vigorish_rounding")
    unit = law.number("vigorish_unit") if rounded else 0
    charge = Charge(percent, cite=cite, round_up_to=unit)
    return charge, 1 if rounded else 100 // percent


def in_steps(law: Law, step: int, *, cite: str) -> Law:
    """The law with wagers in amounts that the vigorish can be taken of."""
    main = replace(law.wagers[MAIN], cent_step=step, step_cite=cite)
    return replace(law, wagers=law.wagers | {MAIN: main})
