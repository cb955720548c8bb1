"""Four-card poker's study: exact over all 167,439,136,344,480 deals, and its kernel.

Five cards go to the player and to the dealer in turn, and a sixth to the dealer, face up; the best
four count. The player folds, or plays one to three times the ante. What the play wager wins is
linear in its amount, so nothing between can be better."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.games.four_card_poker.hands import ROWS, four_card_value, hand_row
from pitboss.games.four_card_poker.rules import FourCardPokerRules
from pitboss.hands.poker import CATEGORY_SHIFT, FOUR_CARD_CATEGORIES
from pitboss.studies.families.one_deck_poker import against, cells, hand_and_card, kit, strategies
from pitboss.studies.families.one_deck_poker.best_four import (
    FourCardTables,
    best_four,
    four_card_tables,
)
from pitboss.studies.families.one_deck_poker.hand_and_card import HandDecisions, action_of
from pitboss.studies.families.one_deck_poker.situations import (
    FOLD,
    LOSE,
    TIE,
    WIN,
    Situations,
    compare,
)

ACES_UP = "aces-up"
# A fold, and for one, two and three antes played: win, tie, lose.
RESULTS = 10
RESULT_WORDS = {WIN: "win", TIE: "push", LOSE: "lose"}
ACTIONS = ("fold", "play 1", "play 2", "play 3")


def value_of(cards: strategies.Cards) -> int:
    return four_card_value(cards[:5])


PLAY = strategies.antes("play")
ASKED = strategies.Asked(ACTIONS, ACTIONS, "play-or-fold", hand_and_card.known, value_of, PLAY)
PAIRS = {f"pair of {rank}": 1 << CATEGORY_SHIFT | number << 8 for number, rank in enumerate(RANKS)}
NAMES = strategies.Names(4, four_card_value, FOUR_CARD_CATEGORIES, ("pair of T",), PAIRS)


# -- what a deal comes to ---------------------------------------------------------------------


@compiled
def index(row: int, times: int, result: int) -> int:
    return row * RESULTS + (3 * times + result - LOSE if times else FOLD)


class Tables(NamedTuple):
    """What the kernel ranks hands by, and whether a tie wins."""

    ranks: FourCardTables
    ties_win: int


@compiled(inline=True)
def outcome(t: Tables, decisions: HandDecisions, deck: Any) -> int:
    """Returns the number of the outcome of eleven cards, in the order in which they are dealt."""
    ranks = t.ranks
    cards = (deck[0], deck[2], deck[4], deck[6], deck[8])
    mine = best_four(ranks, ranks.five_offsets, ranks.five_values, cards)
    times = action_of(decisions, mine, cards, deck[10])
    if not times:
        return index(hand_row(mine), 0, FOLD)
    theirs = (deck[1], deck[3], deck[5], deck[7], deck[9], deck[10])
    other = best_four(ranks, ranks.six_offsets, ranks.six_values, theirs)
    result = compare(mine, other, 0)
    if result == TIE and t.ties_win:
        result = WIN
    return index(hand_row(mine), times, result)


def cell(rules: FourCardPokerRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in antes."""
    row, result = divmod(outcome, RESULTS)
    times, compared = (result + 2) // 3, (result - 1) % 3 + WIN if result else FOLD
    name = f"{RESULT_WORDS[compared]}, play {times}" if times else "fold"
    bonus = rules.ante_bonus_ledger[row]
    paid = cells.showdown(name, compared, rules.ante, rules.play, times, bonus)
    if len(scenario.wagers) == 1:
        return paid
    beside = None if forfeits(rules, outcome) else aces_up(rules, scenario, row)
    return cells.with_side(paid, beside, "aces up")


def forfeits(rules: FourCardPokerRules, outcome: int) -> bool:
    return outcome % RESULTS == FOLD and rules.fold_forfeits_aces_up


def aces_up(rules: FourCardPokerRules, scenario: Scenario, row: int) -> Cell:
    return cells.side_cell(rules.aces_up_ledger[row])


# -- all deals --------------------------------------------------------------------------------


@cache
def whole_deck() -> against.Against:
    return against.Against(against.BEST_FOUR)


@cache
def deals(play_at_most: int, ties_win: bool, counted: against.Against | None = None) -> Situations:
    """Counts what may follow every hand and card shown, of a whole deck if no other is given."""
    actions, counted = (0, 1, play_at_most), counted or whole_deck()
    lines = hand_and_card.by_kinds(ASKED, FOUR_CARD_CATEGORIES)
    return hand_and_card.situations_of(
        counted, hand_row, index, lines, actions=actions, ties_win=ties_win
    )


@cache
def rows() -> list[int]:
    return against.BEST_FOUR.rows(hand_row, len(ROWS))


game = kit.OneDeckGame[FourCardPokerRules](
    cards=11,
    outcome=outcome,
    outcomes=len(ROWS) * RESULTS,
    tables=lambda rules: Tables(four_card_tables(), int(rules.ties_to_player)),
    cell=cell,
    deals=lambda rules: deals(rules.play_at_most, rules.ties_to_player),
    asked=ASKED,
    names=NAMES,
    strategy="a strategy for four-card poker says from which hand on to play how much",
    sides={ACES_UP: kit.Side(lambda _: rows(), aces_up, results=RESULTS, forfeited=forfeits)},
)

study = game.study(
    lambda _: cells.ante_and_side(ACES_UP, "with the play wager and the bonus"),
    {
        "pair of tens three times, lower pairs once": game.steps(
            ("pair of T", "play 3"), ("pair", "play 1")
        ),
        "pair or better, once": game.steps(("pair", "play 1")),
        "always three times": game.steps(("", "play 3")),
    },
)
