"""What is punto banco's own: its sections, the curator, and what its table remembers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.families.baccarat.rules import BaccaratRules, Cites, Owed, baccarat_rules
from pitboss.law.regulation import Law

CITES = Cites(
    offer_cut="3.5(c)",
    cut="3.5(d)",
    build="3.5(e)",
    recut="3.5(f)",
    cutting_card="3.8(e)",
    vigorish="3.3(c)",
    deferred="3.3(c)2",
    documented="3.3(c)3",
    collected="3.3(c)4",
    result="3.10(a)",
    losers_first="3.10(b)",
    pays_order=("3.10(b)1", "3.10(b)2", "3.10(b)3", "3.10(b)4"),
    irregular="3.12",
)


class PuntoBancoState(msgspec.Struct, frozen=True):
    """`curator`: the participant who deals, 0 for the dealer; `holder`: the participant who
    accepted the shoe, who may have designated the dealer, or 0; `offered`: the shoe has been
    offered (not so at a table that is set up for a single round); `begun`: a shoe has been
    dealt here before; `cutter`, `entitled`: who cut last, and who would be next; `marked`:
    deferred vigorish by seat; `both_stayed`: neither hand drew in the last round."""

    curator: int = 0
    holder: int = 0
    offered: bool = False
    begun: bool = False
    cutter: int = 0
    entitled: tuple[int, ...] = ()
    cutting_card_out: bool = False
    last_hand: bool = False
    both_stayed: bool = False
    marked: dict[str, Owed] = {}


def punto_banco_rules(law: Law) -> BaccaratRules:
    rules = baccarat_rules(law, CITES, "discard bucket")
    return replace(rules, shoe_choices=tuple(law.decisions["shoe"].choices))
