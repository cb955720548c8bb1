"""What it is worth to see a card before a wager beside the hand is made at blackjack."""

from __future__ import annotations

from pitboss.analysis.exposure.figures import Before
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import DECK
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.studies.families.twenty_one.exposed import FirstCards, before_insurance

from .kernel_sides import BY_THREE, SIDES, WAITING

BOX, FIRST = ("player 1", "player 2"), "dealer 1"


def beside(rules: BlackjackRules, scenario: Scenario, leak: Leak) -> Before | None:
    """Returns the edges of a wager that the first cards decide, or of insurance, by what is seen;
    None for another wager."""
    wager = scenario.wager
    if wager == "insurance":
        return before_insurance(leak, DECK, rules.decks, rules.law.paytable("insurance"))
    if wager not in SIDES or wager in WAITING:
        return None
    field, row_of = SIDES[wager]
    by_three = wager in BY_THREE

    def row(first: int, second: int, up: int = 0) -> int:
        return row_of(first, second, up, False)

    places = (*BOX, FIRST) if by_three else BOX
    return FirstCards(places, DECK, rules.decks).before(wager, getattr(rules, field), row, leak)
