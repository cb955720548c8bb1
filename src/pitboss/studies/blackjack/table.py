"""A blackjack table's rules in the form that its mathematics takes."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.studies.families.twenty_one.table_rules import (
    EARLY_SURRENDER,
    HOLE_CARDS,
    LATE_SURRENDER,
    NO_SURRENDER,
    TableRules,
)


def table_rules(rules: BlackjackRules) -> TableRules:
    surrender = NO_SURRENDER
    if rules.surrender:
        surrender = EARLY_SURRENDER if rules.early_surrender else LATE_SURRENDER
    return TableRules(
        decks=rules.decks,
        hole_card=HOLE_CARDS.index(rules.hole_card),
        soft_17_draws=rules.soft_17_draws,
        win=rules.win.fraction,
        blackjack=rules.blackjack.fraction,
        insurance=rules.insurance.fraction if rules.insurance_offered else Fraction(0),
        even_money=rules.even_money,
        insures_at_turn=rules.insurance_at_turn,
        five_card_21=rules.five_card_21.fraction if rules.five_card_21 else Fraction(0),
        ties_lose=rules.ties_lose,
        blackjack_beats_blackjack=rules.blackjack_beats_blackjack,
        surrender=surrender,
        surrender_keeps=1 - Fraction(rules.surrender_charge.percent, 100),
        hands_max=rules.hands_max,
        aces_hands_max=rules.aces_hands_max,
        double_totals=rules.double_totals,
    )
