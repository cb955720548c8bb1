"""Spanish 21's rules: where its subchapter says what, and what the licensee has chosen."""

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
    opening="19.3",
    shuffle="19.4",
    offer_cut="19.4",
    cut="19.4",
    insert="19.4",
    burn="19.7",
    cutting_card="19.4",
    deal="19.7",
    totals="19.7",
    decisions="19.7",
    dealers_card="19.7",
    hole_card="19.7",
    pick_up="19.7(h)",
    wagers="19.5",
    win="19.5",
    push="19.5",
    loses="19.5",
    surrender="19.8",
    insurance="19.11",
    insurance_pays="19.11",
    insurance_loses="19.11",
    double="19.9",
    double_returned="19.9",
    split="19.10",
    split_returned="19.10",
    dealer_draws="19.12",
    no_effect="19.12",
    consent="19.13",
    caller="19.13",
    others_double="19.13",
    **whole_section("19.15"),
)
ONE_DOLLAR = 100
# The wagers of which a surrender takes a half.
HALVED = ("initial", "behind")


class Spanish21Rules(Rules, frozen=True):
    """`super_bonus_at_least`: the smallest original wagers, in cents, for the smaller and for the
    larger super bonus."""

    decks: int
    hole_card: str
    win: Row
    blackjack: Row
    bonus_21: Paytable
    super_bonus: Paytable
    super_bonus_at_least: tuple[int, int]
    insurance: Row
    insurance_percent: int
    match_the_dealer: Paytable
    surrender: bool
    surrender_charge: Charge
    hands_max: int
    automated_shuffler: bool
    continuous_shuffler: bool
    people_on_a_box: int
    several_boxes: bool
    cut_at_least: int

    def super_bonus_amount(self, row: str) -> int:
        """19.5(g): in cents. The table has dollars, as odds on one dollar."""
        return self.super_bonus[row].win(ONE_DOLLAR)

    def super_bonus_row(self, cents: int) -> str:
        """19.5(g): the row for an original wager of this amount, or "" where it gets none."""
        smaller, larger = self.super_bonus_at_least
        if cents >= larger:
            return self.super_bonus.rows[0][0]
        return self.super_bonus.rows[1][0] if cents >= smaller else ""


def spanish_21_rules(law: Law) -> Spanish21Rules:
    match_table = f"match_the_dealer/{law.number('decks')}"
    law = _with_wagers(law, match_table)
    least = law.values["super_bonus_at_least"]
    assert isinstance(least, list)
    return Spanish21Rules(
        law=law,
        decks=law.number("decks"),
        hole_card=law.word("hole_card"),
        win=law.paytable("initial")["win"],
        blackjack=law.paytable("blackjack")["blackjack"],
        bonus_21=law.paytable("bonus_21"),
        super_bonus=law.paytable("super_bonus"),
        super_bonus_at_least=(int(least[0]), int(least[1])),
        insurance=law.paytable("insurance")["blackjack"],
        insurance_percent=law.number("insurance_percent"),
        match_the_dealer=law.paytable(match_table),
        surrender=law.flag("surrender"),
        surrender_charge=Charge(law.number("surrender_percent"), cite="19.8"),
        hands_max=law.number("hands_max"),
        automated_shuffler=law.flag("automated_shuffler"),
        continuous_shuffler=law.flag("continuous_shuffler"),
        people_on_a_box=law.number("people_on_a_box"),
        several_boxes=law.flag("several_betting_areas"),
        cut_at_least=law.number("cut_at_least"),
    )


def complete_shoe(rules: Spanish21Rules) -> Shoe:
    """19.2: decks of 48 cards; the tens are removed."""
    return shoe_without_tens(rules.decks)


def _with_wagers(law: Law, match_table: str) -> Law:
    """The match-the-dealer wager with the table of this number of decks, and wagers of which a
    half is a whole number of cents, for a surrender."""
    wagers = dict(law.wagers)
    for name in HALVED:
        if law.flag("surrender") and name in wagers:
            wagers[name] = replace(wagers[name], cent_step=2, step_cite="19.8")
    if "match-the-dealer" in wagers:
        wagers["match-the-dealer"] = replace(wagers["match-the-dealer"], pays=match_table)
    return replace(law, wagers=wagers)
