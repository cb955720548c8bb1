"""What each action of a blackjack hand is worth, by its cards and what the dealer shows."""

from __future__ import annotations

from pitboss.analysis.exact.actions import NOTHING_DECIDED, Valued
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.studies.families.twenty_one import by_hand
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import starts_of

from .table import table_rules

OF_THE_HAND = ("initial", "multiple-action")
OWN_CARDS = 2


def worths(rules: BlackjackRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    table = table_rules(rules)
    shoe = shoe_of(table.decks)
    if scenario.wager == "insurance":
        return by_hand.insurance(table.insurance, shoe, OWN_CARDS)
    if scenario.wager.partition(" ")[0] not in OF_THE_HAND:
        raise BadInput(f"{scenario.wager}: {NOTHING_DECIDED}")
    starts = starts_of(table, shoe)
    return by_hand.valued(starts, lambda start: by_hand.played(table, start), hand, shown)
