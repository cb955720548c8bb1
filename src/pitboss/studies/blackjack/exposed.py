"""What it is worth to see a card before a wager beside the hand is made at blackjack."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.analysis.exposure.figures import Before, BeforeRow
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import DECK
from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.studies.families.twenty_one.exact.compositions import VALUES
from pitboss.studies.families.twenty_one.exact.dealer import Floats
from pitboss.studies.families.twenty_one.exact.shoes import Start, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    against_blackjack,
    blackjack_value,
    bust_penalty,
    first_chances,
    payments,
    play_best,
    starts_of,
    surrendered,
    two_cards,
)
from pitboss.studies.families.twenty_one.exact.strategy import nothing, start_row
from pitboss.studies.families.twenty_one.exposed import OWN_CARD, FirstCards, before_insurance
from pitboss.studies.families.twenty_one.table_rules import TableRules

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


# -- the first own card, before the wager -----------------------------------------------------


def before_own_card(table: TableRules, wager: str, leak: Leak) -> Before:
    """Returns the edge of the main wager by the value of the first own card, in floating point."""
    if leak.seen or leak.ranks or leak.shares:
        raise BadInput("--own-first: at blackjack the worth of one own card by its rank is known")
    shoe, two = shoe_of(table.decks), two_cards()
    won = np.zeros(VALUES)
    for start in starts_of(table, shoe):
        # Either of the two cards is as likely as the other to be the first.
        for column in (two.low, two.high):
            won += np.bincount(column, float(start.chance) * _won(table, start) / 2, VALUES)
    rows = []
    for value in range(VALUES):
        chance = Fraction(int(shoe[value]), int(shoe.sum()))
        name = {0: "A", VALUES - 1: "10"}.get(value, str(value + 1))
        edge = -Fraction(float(won[value])) / chance
        rows.append(BeforeRow(name, chance, ((wager, edge),)))
    edge = -Fraction(float(won.sum()))
    note = "decisions and worths in floating point, good to nine digits"
    return Before(f"{OWN_CARD} before the wager", rows, {wager: edge}, (note,), "floating point")


def _won(table: TableRules, start: Start) -> Floats:
    """What each of the first two cards wins in the best play, times its chance."""
    two, (chance, blackjack) = two_cards(), first_chances(start)
    if start.is_blackjack:
        found = -chance
        own = float(table.blackjack) if table.blackjack_beats_blackjack else 0.0
        found[two.blackjack] = chance[two.blackjack] * own
        assert abs(float(found.sum()) - float(against_blackjack(table, start))) < 1e-9
        return found
    strategy, index = nothing(table), start_row(start.cards)
    gains, splits = play_best(table, start, strategy, index, payments(table))
    found = chance * (gains.best[two.hands] - 1)
    if table.surrenders_first:
        found = np.maximum(found, chance * surrendered(table, blackjack))
    split = splits - (chance * blackjack)[two.pairs]
    for kind in np.flatnonzero(split > found[two.pairs]).tolist():
        split[kind] -= float(bust_penalty(table, start, strategy, index, kind))
    found[two.pairs] = np.maximum(found[two.pairs], split)
    found[two.blackjack] = chance[two.blackjack] * float(blackjack_value(table, start))
    return np.where(chance > 0, found, 0.0)
