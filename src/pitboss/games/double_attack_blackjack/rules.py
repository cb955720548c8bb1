"""Double attack blackjack's rules: where its subchapter says what, and what the licensee has
chosen."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.no_tens import shoe_without_tens
from pitboss.families.twenty_one.play import Cites, whole_section
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import Charge
from pitboss.table.game import Rules

CITES = Cites(
    opening="26.3",
    shuffle="26.4",
    offer_cut="26.4",
    cut="26.4",
    insert="26.4",
    burn="26.7",
    cutting_card="26.4",
    deal="26.7",
    totals="26.7",
    decisions="26.7",
    dealers_card="26.7",
    hole_card="26.7",
    pick_up="26.7",
    wagers="26.5",
    win="26.5",
    push="26.5",
    loses="26.5",
    surrender="26.8",
    insurance="26.11",
    insurance_pays="26.11",
    insurance_loses="26.11",
    double="26.9",
    double_returned="26.9",
    split="26.10",
    split_returned="26.10",
    dealer_draws="26.12",
    no_effect="26.12",
    consent="26.13",
    caller="26.13",
    others_double="26.13",
    **whole_section("26.15"),
)
# The wagers of which a surrender takes a half.
HALVED = ("initial", "double-attack", "behind", "double-attack-behind", "double", "double-behind")


class DoubleAttackRules(Rules, frozen=True):
    """`double_on_two_cards`: only the first two cards of a hand may be doubled. `insured_wagers`:
    1 if half of the initial wager may be insured, 2 if half of it and of the double attack
    wager. Amounts are in cents."""

    decks: int
    hole_card: str
    win: Row
    blackjack: Row
    insurance: Row
    insurance_percent: int
    insured_wagers: int
    bust_it: Paytable
    bust_it_minimum: int
    bust_it_maximum: int
    surrender_charge: Charge
    double_on_two_cards: bool
    hands_max: int
    automated_shuffler: bool
    people_on_a_box: int
    several_boxes: bool
    cut_at_least: int


def double_attack_rules(law: Law) -> DoubleAttackRules:
    law = _with_whole_halves(law)
    both = law.word("insurance_of") == "initial and double attack"
    return DoubleAttackRules(
        law=law,
        decks=law.number("decks"),
        hole_card=law.word("hole_card"),
        win=law.paytable("initial")["win"],
        blackjack=law.paytable("initial")["blackjack"],
        insurance=law.paytable("insurance")["blackjack"],
        insurance_percent=law.number("insurance_percent"),
        insured_wagers=2 if both else 1,
        bust_it=law.paytable("bust_it"),
        bust_it_minimum=100 * law.number("bust_it_minimum"),
        bust_it_maximum=100 * law.number("bust_it_maximum") if law.flag("bust_it") else 0,
        surrender_charge=Charge(law.number("surrender_percent"), cite="26.8"),
        double_on_two_cards=law.word("double_on") == "two cards",
        hands_max=law.number("hands_max"),
        automated_shuffler=law.flag("automated_shuffler"),
        people_on_a_box=law.number("people_on_a_box"),
        several_boxes=law.flag("several_betting_areas"),
        cut_at_least=law.number("cut_at_least"),
    )


def complete_shoe(rules: DoubleAttackRules) -> Shoe:
    """26.2: decks of 48 cards; the tens are removed."""
    return shoe_without_tens(rules.decks)


def _with_whole_halves(law: Law) -> Law:
    """26.8: wagers of which a half is a whole number of cents."""
    wagers = dict(law.wagers)
    for name in HALVED:
        if name in wagers:
            wagers[name] = replace(wagers[name], cent_step=2, step_cite="26.8")
    return replace(law, wagers=wagers)
