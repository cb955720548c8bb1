"""What it is worth to see a card before a wager beside the hand is made at Spanish 21."""

from __future__ import annotations

from pitboss.analysis.exposure.figures import Before
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import DECK
from pitboss.families.twenty_one.no_tens import TEN_RANK
from pitboss.games.spanish_21.hands import match_row
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.exposed import FirstCards, before_insurance

CARDS = [card for card in DECK if card >> 2 != TEN_RANK]


def beside(rules: Spanish21Rules, scenario: Scenario, leak: Leak) -> Before | None:
    """Returns the edges of insurance, or of match the dealer; None for another wager."""
    match scenario.wager:
        case "insurance":
            paytable = rules.law.paytable("insurance")
            return before_insurance(leak, CARDS, rules.decks, paytable)
        case "match-the-dealer":
            return FirstCards(("player 1", "player 2", "dealer 1"), CARDS, rules.decks).before(
                scenario.wager, rules.match_the_dealer, match_row, leak
            )
    return None
