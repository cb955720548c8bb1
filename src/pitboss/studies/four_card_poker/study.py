"""Four-card poker's study: exact over all 167,439,136,344,480 deals, and its kernel.

Five cards go to the player and to the dealer in turn, and a sixth to the dealer, face up; the best
four count. The player folds, or plays one to three times the ante. What the play wager wins is
linear in its amount, so nothing between can be better."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.study import Scenario, Study
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.games.four_card_poker.hands import ROWS, four_card_value, hand_row
from pitboss.games.four_card_poker.rules import FourCardPokerRules
from pitboss.hands.poker import CATEGORY_SHIFT, FOUR_CARD_CATEGORIES
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker import against, cells, hand_and_card, kit, strategies
from pitboss.studies.families.one_deck_poker.hand_and_card import HandDecisions, action_of
from pitboss.studies.families.one_deck_poker.lines import runs_of
from pitboss.studies.families.one_deck_poker.sets import count_rows, rows_by_value
from pitboss.studies.families.one_deck_poker.situations import (
    FOLD,
    LOSE,
    TIE,
    WIN,
    Actions,
    Situations,
    compare,
)
from pitboss.studies.four_card_poker.tables import FourCardTables, best_four, four_card_tables
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

ACES_UP = "aces-up"
# A fold, and for one, two and three antes played: win, tie, lose.
RESULTS = 10
ACTIONS = ("fold", "play 1", "play 2", "play 3")


def entry(prompt: Prompt, times: int) -> Entry:
    """Enters a play wager of so many antes, or a fold."""
    ante = prompt.dealer.find(prompt.seat, "ante")
    assert ante is not None
    what = f"play {format_dollars(ante.cents * times)}" if times else "fold"
    return Chose(prompt.seat, what)


ASKED = strategies.Asked(
    ACTIONS, ACTIONS, "play-or-fold", hand_and_card.known, lambda c: four_card_value(c[:5]), entry
)
PAIRS = {f"pair of {rank}": 1 << CATEGORY_SHIFT | number << 8 for number, rank in enumerate(RANKS)}
NAMES = strategies.Names(4, four_card_value, FOUR_CARD_CATEGORIES, ("pair of T",), PAIRS)


# -- what a deal comes to ---------------------------------------------------------------------


@compiled
def index(row: int, times: int, result: int) -> int:
    """Returns the number of the outcome."""
    return row * RESULTS + (3 * times + result - LOSE if times else FOLD)


class Tables(NamedTuple):
    """What the kernel ranks hands by, and whether a tie wins."""

    ranks: FourCardTables
    ties_win: int


@compiled(inline=True)
def outcome(t: Tables, decisions: HandDecisions, deck: Any) -> int:
    """Returns the number of the outcome of eleven cards, dealt to the player and the dealer in
    turn, and the last one to the dealer, face up."""
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
    times, compared = (result + 2) // 3, (result - 1) % 3 + WIN
    bonus = rules.ante_bonus_ledger[row]
    if result == FOLD:
        found = cells.cell_of("fold", 1, lost=1)
    elif compared == WIN:
        paid = (rules.ante, 1), (rules.play, times)
        found = cells.cell_of(f"win, play {times}", 1 + times, *paid, bonus=bonus)
    elif compared == TIE:
        found = cells.cell_of(f"push, play {times}", 1 + times, bonus=bonus)
    else:
        found = cells.cell_of(f"lose, play {times}", 1 + times, lost=1 + times, bonus=bonus)
    if len(scenario.wagers) == 1:
        return found
    forfeited = result == FOLD and rules.fold_forfeits_aces_up
    return cells.with_side(found, None if forfeited else aces_up(rules, scenario, row), "aces up")


def aces_up(rules: FourCardPokerRules, scenario: Scenario, row: int) -> Cell:
    return cells.side_cell(rules.aces_up_ledger[row])


# -- all deals --------------------------------------------------------------------------------


@cache
def whole_deck() -> against.Against:
    return against.Against(against.BEST_FOUR)


@cache
def deals(play_at_most: int, ties_win: bool, counted: against.Against | None = None) -> Situations:
    """Counts what may follow every hand and card shown, of a whole deck if no other is given."""
    # Once or as often as permitted: the amounts between are between in value as well.
    return hand_and_card.situations_of(
        counted or whole_deck(), hand_row, index, strategy_lines, actions=(0, 1, play_at_most),
        ties_win=ties_win,
    )  # fmt: skip


@cache
def rows() -> list[int]:
    """Returns how many of the 2,598,960 hands belong to each row."""
    return count_rows(rows_by_value(hand_row)[against.all_four_card_values(5)], len(ROWS))


def kinds_of(known: Situations) -> Iterator[tuple[str, Any]]:
    """Returns the player's hands as a strategy names them, best first: their names and places."""
    categories = known.values >> CATEGORY_SHIFT
    for category in range(len(FOUR_CARD_CATEGORIES) - 1, -1, -1):
        here = categories == category
        if category > 1:
            yield FOUR_CARD_CATEGORIES[category], np.flatnonzero(here)
            continue
        # A pair by its rank; otherwise by the highest card.
        top = known.values >> 8 & 15 if category else known.hands.max(axis=1) >> 2
        for rank in range(12, -1, -1):
            name = f"pair of {RANKS[rank]}" if category else f"{RANKS[rank]} high"
            yield name, np.flatnonzero(here & (top == rank))


def strategy_lines(known: Situations, chosen: Actions) -> list[Choice]:
    """Returns the strategy, by the player's hand; where that does not decide, by the card shown."""
    found: list[Choice] = []
    alike: list[tuple[str, str, Fraction]] = []

    def end_runs() -> None:
        for run in runs_of(alike):
            name = run.first if run.first == run.last else f"{run.first} to {run.last}"
            if not found and run.first != run.last:
                name = f"{run.last} or better"
            found.append(Choice(name, run.action, run.chance))
        alike.clear()

    for name, here in kinds_of(known):
        done = hand_and_card.done_with(known, chosen, ASKED, here)
        if done in ACTIONS:
            alike.append((name, done, known.chance(here)))
        elif done:
            end_runs()
            found += hand_and_card.by_card_shown(known, chosen, ASKED, name, here)
    end_runs()
    return found


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
    sides={ACES_UP: kit.Side(lambda _: rows(), aces_up, results=RESULTS)},
)

study = Study(
    scenarios=lambda _: cells.ante_and_side(ACES_UP, "with the play wager and the bonus"),
    strategies={
        "pair of tens three times, lower pairs once": game.steps(
            ("pair of T", "play 3"), ("pair", "play 1")
        ),
        "pair or better, once": game.steps(("pair", "play 1")),
        "always three times": game.steps(("", "play 3")),
    },
    exact=game.exact,
    policy=game.read,
    kernel=game.plan,
    fixed={"dealing": "manual shoe"},
)
