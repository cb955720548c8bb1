"""Boston 5 stud poker's study: exact over all 39,866,461,034,400 deals, and its kernel.

Three cards go to the player and to the dealer in turn; the player, who knows the own three, makes
the second wager or folds; then two more go to both. The dealer's hand need not qualify."""

from __future__ import annotations

from functools import cache
from typing import Any

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.study import UNIT, Scenario
from pitboss.compiled import compiled
from pitboss.games.boston_5_stud_poker.hands import FIVE_ROWS, THREE_ROWS, hand_row
from pitboss.games.boston_5_stud_poker.rules import BONUS, BostonStudRules
from pitboss.hands.poker import CATEGORY_SHIFT, PokerTables, five_cards, three_card_value
from pitboss.studies.families.one_deck_poker import cells, kit, strategies, three_cards
from pitboss.studies.families.one_deck_poker.sets import count_rows
from pitboss.studies.families.one_deck_poker.situations import TIE, WIN, Situations, compare
from pitboss.studies.families.one_deck_poker.three_cards import all_values, as_dealt

# A result is the row of the player's five cards and how they compare; a fold has no such row.
COMPARED = 3
FOLD = COMPARED * len(FIVE_ROWS)
CARDS, CARDS_OF_A_FOLD = 10, 6


def value_of(cards: strategies.Cards) -> int:
    return three_card_value(*cards[:3])


ASKED = strategies.Asked(
    ("fold", "second"), ("second", "fold"), "second-or-fold", strategies.own_hand, value_of
)
NAMES = strategies.Names(3, value_of, THREE_ROWS, ("Q-6-4",))


def scenarios(rules: BostonStudRules) -> list[Scenario]:
    note = "with first and second wager"
    if missing(rules):
        note += "; no ante bonus, because no ledger is given"
    wagers = (("ante", "", UNIT), ("first", "", rules.first_on(UNIT)))
    found = [Scenario("ante", wagers, note=f"{note}; per unit of the ante")]
    if rules.three_card_bonus is not None:
        found.append(Scenario(BONUS, ((BONUS, "", UNIT),), note="alone"))
    return found


def missing(rules: BostonStudRules) -> dict[str, str]:
    """Without its ledger the ante bonus is worth nothing, and the edge half of the ante."""
    why = "the licensee's ledger of the ante bonus is not given (options ante_bonus_...)"
    return {} if len(rules.ante_bonus) else {"ante": why}


# -- what a deal comes to ---------------------------------------------------------------------


@compiled
def index(_: int, action: int, result: int) -> int:
    """Returns the number of the outcome."""
    return result if action else FOLD


@compiled(inline=True)
def outcome(t: PokerTables, seconds: Any, deck: Any) -> int:
    """Returns the number of the outcome of ten cards, dealt to the player and the dealer in
    turn."""
    if not seconds[as_dealt(deck[0], deck[2], deck[4])]:
        return FOLD
    mine = five_cards(t, deck[0], deck[2], deck[4], deck[6], deck[8])
    other = five_cards(t, deck[1], deck[3], deck[5], deck[7], deck[9])
    return COMPARED * hand_row(mine) + compare(mine, other, 0) - WIN


@compiled
def bonus_outcome(t: PokerTables, seconds: Any, deck: Any) -> int:
    """Returns the row of the player's first three cards."""
    return hand_row(three_card_value(deck[0], deck[2], deck[4]))


def cell(rules: BostonStudRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in antes."""
    first = rules.first_multiple
    if outcome == FOLD:
        return cells.cell_of("fold", 1 + first, lost=1 + first)
    row, compared = divmod(outcome, COMPARED)
    staked, bonus = 1 + 2 * first, rules.ante_bonus_ledger[row]
    if compared == WIN - WIN:
        paid = (rules.first, first), (rules.second, first)
        return cells.cell_of("win", staked, *paid, bonus=bonus)
    if compared == TIE - WIN:
        return cells.cell_of("push", staked, bonus=bonus)
    return cells.cell_of("lose", staked, lost=staked, bonus=bonus)


def bonus_cell(rules: BostonStudRules, scenario: Scenario, row: int) -> Cell:
    return cells.side_cell(rules.three_card_ledger[row])


# -- all deals --------------------------------------------------------------------------------


@cache
def deals(deck: tuple[int, ...] | None = None) -> Situations:
    """Counts what may follow every three cards of the player's."""
    return three_cards.first_three_of_five(deck, index, three_cards.by_category(ASKED, THREE_ROWS))


def bonus_counts(known: Situations | None) -> list[int]:
    """Returns how many hands of three cards belong to each row."""
    return count_rows(all_values() >> CATEGORY_SHIFT, len(THREE_ROWS))


game = kit.OneDeckGame[BostonStudRules](
    cards=CARDS,
    outcome=outcome,
    outcomes=FOLD + 1,
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    names=NAMES,
    strategy="a strategy for Boston 5 stud poker says from which three cards to go on",
    # The bonus wager goes with ante and first wager: its rounds cannot be dealt again alone.
    sides={BONUS: kit.Side(bonus_counts, bonus_cell, outcome=bonus_outcome, alone=False)},
    lengths=(CARDS,) * FOLD + (CARDS_OF_A_FOLD,),
)

study = game.study(
    scenarios,
    {
        "every hand": game.steps(("", "second")),
        "queen high or better": game.steps(("Q-3-2", "second")),
        "pair or better": game.steps(("pair", "second")),
    },
    missing=missing,
)
