"""Mississippi stud as a study on the kit of one-deck poker: a game that the regulation does not
have, to show what a further game needs. Two cards of one's own, then three common cards one by
one; before each of them the player folds, or wagers one to three antes more."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS, parse_cards
from pitboss.hands.poker import CATEGORY_SHIFT, PokerTables, five_card_value, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.law.paytable import Paytable
from pitboss.money import Odds
from pitboss.studies.families.one_deck_poker import cells, kit, strategies
from pitboss.studies.families.one_deck_poker.course import Course, Tables
from pitboss.studies.families.one_deck_poker.sets import four_in_any_order, three_in_any_order
from pitboss.table.game import Rules

# The usual pay table.
PAYS = Paytable(
    "payout",
    (
        ("royal flush", Odds(500)),
        ("straight flush", Odds(100)),
        ("four of a kind", Odds(40)),
        ("full house", Odds(10)),
        ("flush", Odds(6)),
        ("straight", Odds(4)),
        ("three of a kind", Odds(3)),
        ("two pair", Odds(2)),
        ("pair of jacks or better", Odds(1)),
    ),
    cite="no section",
)
LOSE, PUSH = 0, 10
PAID = [key for key, _ in reversed(PAYS.rows)]
ROWS = 11
SIXES = five_card_value(parse_cards("6c 6d 2h 3h 4h"))
JACKS = five_card_value(parse_cards("Jc Jd 2h 3h 4h"))
# Antes that are wagered, or this more for somebody who has folded.
FOLDED = 16
ACTIONS = ("fold", "1", "2", "3")


@compiled
def payout_row(value: int) -> int:
    if value < SIXES:
        return LOSE
    return PUSH if value < JACKS else value >> CATEGORY_SHIFT


@compiled
def after(wagered: int, action: int) -> int:
    """What is wagered after a decision."""
    if wagered >= FOLDED:
        return wagered
    return wagered + action if action else wagered + FOLDED


@compiled
def index(_: int, wagered: int, row: int) -> int:
    return wagered * ROWS + row


@compiled(inline=True)
def outcome(t: PokerTables, decisions: Tables, deck: Any) -> int:
    """The player's two cards, and three common cards."""
    a, b, c, d, e = deck[0], deck[1], deck[2], deck[3], deck[4]
    low, high = min(a, b), max(a, b)
    wagered = after(1, decisions[0][1, low + high * (high - 1) // 2])
    wagered = after(wagered, decisions[1][wagered, three_in_any_order(a, b, c)])
    wagered = after(wagered, decisions[2][wagered, four_in_any_order(a, b, c, d)])
    value: Any = np.int64(five_cards(t, a, b, c, d, e))
    return index(0, wagered, payout_row(value))


def cell(rules: Rules, scenario: Scenario, outcome: int) -> Cell:
    wagered, row = divmod(outcome, ROWS)
    if wagered >= FOLDED:
        return cells.cell_of("fold", wagered - FOLDED, lost=wagered - FOLDED)
    if row == PUSH:
        return cells.cell_of("push", wagered)
    if row == LOSE:
        return cells.cell_of("lose", wagered, lost=wagered)
    paid = PAYS[PAID[row - 1]]
    return cells.cell_of(paid.key, wagered, (paid, wagered))


def situation(cards: strategies.Cards) -> str:
    return "-".join(sorted(RANKS[card >> 2] for card in cards))


ASKED = strategies.Asked(ACTIONS, ACTIONS, "no decision of the data", strategies.own_hand)


@cache
def deals() -> Course:
    return Course(ASKED, (2, 3, 4), payout_row, ROWS, index, situation, after=after)


game = kit.OneDeckGame[Rules](
    cards=5,
    outcome=outcome,
    outcomes=2 * FOLDED * ROWS,
    tables=lambda _: tables(),
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    strategy="a strategy for Mississippi stud says what to wager with which cards",
)
SCENARIO = Scenario("ante", (("ante", "", 100),))
