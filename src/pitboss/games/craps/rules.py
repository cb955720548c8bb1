"""Craps' rules, read from the law of the day."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice.rules import Cites, LineRules, LineState, with_fire_table, words
from pitboss.law.options import tenths_of
from pitboss.law.regulation import Law

SEATS = 16
HARDWAYS = ("4", "6", "8", "10")
CITES = Cites(
    horn="1.4(c)",
    craps_eleven="1.4(d)",
    removal="1.3(c)",
    dont_removal="1.3(d)",
    calls="1.3(e)",
    more_odds="1.6(e)",
    excess="1.6(f)",
    points="1.1",
)
CrapsState = LineState


class CrapsRules(LineRules, frozen=True):
    """`offer` and `select`: the paragraphs of 1.11 under which a new shooter is found; `buy_tenths`
    and `lay_tenths`: the charges of 1.5, in tenths of a percent."""

    buy_tenths: int
    lay_tenths: int
    lay_base: str
    no_roll_called_by: str
    dice_set: int
    cocked_die: bool
    throw_without_line_wager: bool
    offer: str
    select: str
    seats: int


def craps_rules(law: Law) -> CrapsRules:
    law = with_fire_table(law)
    offer, select = words(law, "new_shooter_paragraphs")
    mini = law.options.get("table_kind") == "mini-craps"
    paragraphs = zip(HARDWAYS, words(law, "hardway_paragraphs"), strict=True)
    return CrapsRules(
        law=law,
        cites=replace(CITES, excess=law.word("supplemental_excess_paragraph")),
        odds_times=law.number("odds_times"),
        excess=bool(law.values["supplemental_excess"]),
        buy_tenths=tenths_of(law.options["buy_vigorish_percent"]) or 0,
        lay_tenths=tenths_of(law.options["lay_vigorish_percent"]) or 0,
        lay_base=law.word("lay_vigorish_base"),
        horn_high_area=law.flag("horn_high_area"),
        no_roll_called_by=law.word("no_roll_called_by"),
        off_on_come_out=words(law, "off_on_come_out"),
        # Buy and lay wagers lose as the place wagers do that they are.
        lost_under={"buy": "1.2(a)5", "lay": "1.2(a)6"}
        | {f"hardway {number}": cite for number, cite in paragraphs},
        dice_set=law.number("dice_set"),
        cocked_die=bool(law.values.get("cocked_die", False)),
        throw_without_line_wager=bool(law.values.get("throw_without_line_wager", False)),
        replaced_at_come_out=bool(law.values["dont_wager_replaced_at_come_out"]),
        offer=offer,
        select=select,
        seats=law.number("mini_craps_seats") if mini else SEATS,
    )
