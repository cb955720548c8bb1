"""What is minibaccarat's own: its sections, the ways of dealing, what its table remembers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.families.baccarat.rules import BaccaratRules, Cites, Owed, baccarat_rules
from pitboss.law.regulation import Law

CITES = Cites(
    offer_cut="7.5(d)",
    cut="7.5(e)",
    build="7.5(f)",
    recut="7.5(g)",
    cutting_card="7.8(e)",
    vigorish="7.3(c)",
    tie_vigorish="7.3(d)",
    deferred="7.3(c)2",
    documented="7.3(c)3",
    collected="7.3(c)4",
    result="7.10",
    losers_first="7.10",
    pays_order=("7.10", "7.10", "7.10", "7.10"),
    irregular="7.11",
)


class MinibaccaratState(msgspec.Struct, frozen=True):
    """`cutter`, `entitled`: who cut last, and who would be next; `marked`: deferred vigorish
    by seat; `both_stayed`: neither hand drew in the last round."""

    cutter: int = 0
    entitled: tuple[int, ...] = ()
    cutting_card_out: bool = False
    last_hand: bool = False
    both_stayed: bool = False
    marked: dict[str, Owed] = {}


def minibaccarat_rules(law: Law) -> BaccaratRules:
    rules = baccarat_rules(law, CITES, "discard rack")
    return replace(
        rules,
        # Doubt: before 1992-02-03 there was one way of dealing, not known to us: face up.
        dealing=int(law.options.get("dealing", 1)),
        continuous_shuffler=law.flag("continuous_shuffler"),
    )
