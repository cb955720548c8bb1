"""Three card poker's study: exact over all 22,100 x 18,424 deals, and its kernel.

Three cards go to the player and to the dealer in turn. The player knows the own three, and plays or
folds; the dealer's hand must have queen high to qualify."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled
from pitboss.games.three_card_poker.hands import LEDGER_ROWS, QUEEN_HIGH, ledger_row
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.hands.poker import THREE_CARD_CATEGORIES, three_card_value
from pitboss.studies.families.one_deck_poker import cells, kit, strategies, three_cards
from pitboss.studies.families.one_deck_poker.lines import in_steps
from pitboss.studies.families.one_deck_poker.sets import count_rows
from pitboss.studies.families.one_deck_poker.situations import (
    FOLD,
    RESULTS,
    Situations,
    compare,
    row_and_result,
)
from pitboss.studies.families.one_deck_poker.three_cards import as_dealt

PAIR_PLUS = "pair-plus"
RESULT_WORDS = ("fold", "dealer does not qualify", "win", "draw", "lose")


def value_of(cards: strategies.Cards) -> int:
    return three_card_value(*cards)


ASKED = strategies.Asked(
    ("fold", "play"), ("play", "fold"), "play-or-fold", strategies.own_hand, value_of
)
NAMES = strategies.Names(3, value_of, THREE_CARD_CATEGORIES, ("Q-6-4", "Q-6-4 suited", "pair"))


# -- what a deal comes to ---------------------------------------------------------------------


@compiled(inline=True)
def outcome(values: Any, plays: Any, deck: Any) -> int:
    """Returns the number of the outcome of six cards, dealt to the player and the dealer in
    turn."""
    mine = as_dealt(deck[0], deck[2], deck[4])
    value = values[mine]
    other = values[as_dealt(deck[1], deck[3], deck[5])]
    return row_and_result(ledger_row(value), plays[mine], compare(value, other, QUEEN_HIGH))


@cache
def values() -> npt.NDArray[np.int16]:
    return three_cards.in_any_order(three_cards.all_values().astype(np.int16))


def cell(rules: ThreeCardPokerRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in antes."""
    row, result = divmod(outcome, RESULTS)
    ante, play, bonus = rules.ante, rules.play, rules.ante_bonus_ledger[row]
    found = cells.showdown(RESULT_WORDS[result], result, ante, play, 1, bonus)
    if len(scenario.wagers) == 1:
        return found
    beside = None if forfeits(rules, outcome) else pair_plus(rules, scenario, row)
    return cells.with_side(found, beside, "pair plus")


def forfeits(rules: ThreeCardPokerRules, outcome: int) -> bool:
    return outcome % RESULTS == FOLD and rules.fold_forfeits_pair_plus


def pair_plus(rules: ThreeCardPokerRules, scenario: Scenario, row: int) -> Cell:
    return cells.side_cell(rules.pair_plus_ledger[row])


# -- all deals --------------------------------------------------------------------------------


@cache
def deals(deck: tuple[int, ...] = tuple(range(52))) -> Situations:
    """Counts every hand of the player's against every hand of the dealer's."""
    lines = in_steps(ASKED)
    return three_cards.situations_of(deck, ledger_row, QUEEN_HIGH, row_and_result, lines)


def pair_plus_counts(known: Situations | None) -> list[int]:
    """Returns how many hands belong to each row."""
    return count_rows((known or deals()).rows, len(LEDGER_ROWS))


game = kit.OneDeckGame[ThreeCardPokerRules](
    cards=6,
    outcome=outcome,
    outcomes=len(LEDGER_ROWS) * RESULTS,
    tables=lambda _: values(),
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    names=NAMES,
    strategy="a strategy for three card poker says from which hand on to play",
    sides={
        PAIR_PLUS: kit.Side(
            pair_plus_counts, pair_plus, results=RESULTS, action=1, forfeited=forfeits
        )
    },
)

study = game.study(
    lambda _: cells.ante_and_side(PAIR_PLUS, "with the play wager and the ante bonus"),
    {
        "Q-6-4 or better": game.steps(("Q-6-4", "play")),
        "queen high or better": game.steps(("Q-3-2", "play")),
        "always play": game.steps(("", "play")),
    },
)
