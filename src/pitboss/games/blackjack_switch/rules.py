"""Blackjack switch's rules: where its subchapter says what, and what the licensee has chosen."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.twenty_one.play import Cites
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import Charge
from pitboss.table.game import Rules

CITES = Cites(
    opening="2A.3",
    shuffle="2A.4",
    offer_cut="2A.4",
    cut="2A.4",
    insert="2A.4",
    burn="2A.7",
    cutting_card="2A.4",
    deal="2A.7",
    totals="2A.7",
    decisions="2A.12(a)",
    dealers_card="2A.7",
    hole_card="2A.7",
    pick_up="2A.7",
    wagers="2A.5",
    win="2A.5",
    push="2A.5",
    loses="2A.5",
    surrender="2A.9(a)",
    insurance="2A.8",
    insurance_pays="2A.8",
    insurance_loses="2A.8",
    double="2A.10",
    double_returned="2A.10",
    split="2A.11",
    split_returned="2A.11",
    dealer_draws="2A.12(b)",
    no_effect="2A.12(c)",
    consent="2A.13(a)",
    caller="2A.13(b)",
    others_double="2A.13(d)",
    face_up="2A.15(a)",
    unseen="2A.15(b)",
    exposed="2A.15(c)",
    overdrawn="2A.15(d)",
    dealer_missed="2A.15(e)",
    too_few="2A.15(f)",
    missed="2A.15(g)",
    not_dealt="2A.15(h)",
    shuffler_fails="2A.15(i)",
    wrongly_read="2A.15(k)",
    reader_fails="2A.15(l)",
)
# The wagers of which a surrender takes a half.
HALVED = ("first", "second", "behind")


class SwitchRules(Rules, frozen=True):
    """`hands_max` and `aces_hands_max`: hands to which one of the two initial hands may come by
    splitting, and by splitting aces. `push_total`: the dealer's total that pushes."""

    decks: int
    hole_card: str
    win: Row
    blackjack: Row
    insurance: Row
    insurance_percent: int
    match: Paytable
    surrender: bool
    surrender_charge: Charge
    hands_max: int
    aces_hands_max: int
    switched_blackjack: bool
    push_total: int
    automated_shuffler: bool
    people_on_a_box: int
    several_boxes: bool
    cut_at_least: int


def switch_rules(law: Law) -> SwitchRules:
    match_table = f"match/{law.number('decks')}"
    law = _with_wagers(law, match_table)
    hands_max = 1 + (law.number("splits_max") if law.flag("resplit") else 1)
    return SwitchRules(
        law=law,
        decks=law.number("decks"),
        hole_card=law.word("hole_card"),
        win=law.paytable("initial")["win"],
        blackjack=law.paytable("blackjack")["blackjack"],
        insurance=law.paytable("insurance")["blackjack"],
        insurance_percent=law.number("insurance_percent"),
        match=law.paytable(match_table),
        surrender=law.flag("surrender"),
        surrender_charge=Charge(law.number("surrender_percent"), cite="2A.9"),
        hands_max=hands_max,
        aces_hands_max=2 if law.flag("aces_once") else hands_max,
        switched_blackjack=law.flag("switched_blackjack"),
        push_total=law.number("push_total"),
        automated_shuffler=law.flag("automated_shuffler"),
        people_on_a_box=law.number("people_on_a_box"),
        several_boxes=law.flag("several_betting_areas"),
        cut_at_least=law.number("cut_at_least"),
    )


def _with_wagers(law: Law, match_table: str) -> Law:
    """The match wager with the table of this number of decks, and wagers of which a half is a
    whole number of cents, for a surrender."""
    wagers = dict(law.wagers)
    for name in HALVED:
        if law.flag("surrender") and name in wagers:
            wagers[name] = replace(wagers[name], cent_step=2, step_cite="2A.9")
    if "match" in wagers:
        wagers["match"] = replace(wagers["match"], pays=match_table)
    return replace(law, wagers=wagers)
