"""Double down stud's study: exact over all sets of four and five cards, and its kernel.

The player decides by four cards, the own one and the three that are shown; the hole card makes
the fifth.

The payout limit (17.10(c)) makes the result depend on the amount wagered: `original` is studied at
an amount that it never cuts, `original 100.00` at that amount."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled
from pitboss.games.double_down_stud.hands import LOSE, PAYOUT_ROWS, payout_row
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.hands.poker import PokerTables, five_cards
from pitboss.studies.families.one_deck_poker import draws, stakes
from pitboss.studies.families.one_deck_poker.course import Course, Tables
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.studies.families.one_deck_poker.sets import four_in_any_order
from pitboss.studies.families.one_deck_poker.strategies import Asked, BySituation, Cards, cards_at
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.prompts import Prompt

ROWS = len(PAYOUT_ROWS)
DOUBLE, STAND = "double down", "do not double"


# -- strategies -------------------------------------------------------------------------------


def known(prompt: Prompt) -> Cards:
    """Returns the own card of the first seat, and the common cards that are shown."""
    return cards_at(prompt, "hand of p1", "common cards")


def entry(prompt: Prompt, doubles: int) -> Entry:
    if prompt.made or not doubles:
        return Closed()
    return Wagered(1, "double-down", prompt.dealer.staked(1, "original"))


ASKED = Asked((STAND, DOUBLE), (DOUBLE, STAND), "double-down", known, entry=entry)


def situation(cards: Sequence[int]) -> str:
    """Returns the name of four cards; all sets of one name are alike to the best player."""
    ranks = draws.ranks_of_set(cards)
    held = draws.alike(ranks, _pair)
    # Four high cards to an inside straight: both answers are worth the same.
    if not held and ranks[0] >= draws.JACK and not draws.suited(cards):
        return "J-Q-K-A"
    shown = "a six or higher" if ranks[-1] >= draws.SIX else "nothing above a five"
    return held or draws.four_to(cards, shown, "")


def _pair(rank: int) -> str:
    if rank >= draws.JACK:
        return "pair of jacks or better"
    return "pair of sixes to tens" if rank >= draws.SIX else "pair of fives or less"


BASIC = BySituation(ASKED, situation, dict.fromkeys((
    "four of a kind",
    "three of a kind",
    "two pair",
    "pair of jacks or better",
    "pair of sixes to tens",
    "four to a flush",
    "four to an outside straight, a six or higher",
), 1))  # fmt: skip


# -- scenarios --------------------------------------------------------------------------------

EITHER = "a wager of this amount with the double down wager, under the payout limit"
ORIGINAL = stakes.Staked("original", ("original",), EITHER, 2, (10_000, 50_000))


def scenarios(rules: DoubleDownStudRules) -> list[Scenario]:
    limit = rules.payout_limit_cents
    return ORIGINAL.scenarios(rules.payout, limit, "original", "with the double down wager")


# -- what a deal comes to ---------------------------------------------------------------------


@compiled
def index(_: int, wagers: int, row: int) -> int:
    """Returns the number of the outcome, of one wager or of two."""
    return (wagers - 1) * ROWS + row


@compiled(inline=True)
def outcome(t: PokerTables, doubles: Tables, deck: Any) -> int:
    """Returns the number of the outcome of five cards, as 17.8(b) deals them: the player's own, the
    hole card, and three shown."""
    own, hole, a, b, c = deck[0], deck[1], deck[2], deck[3], deck[4]
    wagers = 1 + doubles[0][1, four_in_any_order(own, a, b, c)]
    value: Any = np.int64(five_cards(t, own, hole, a, b, c))
    return index(0, wagers, payout_row(value))


def cell(rules: DoubleDownStudRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in original wagers, under the payout limit."""
    doubled, row = divmod(outcome, ROWS)
    stake, wagers = scenario.wagers[0][2], 1 + doubled
    by, units = rules.payout[row], Fraction(wagers)
    won = -wagers * stake if row == LOSE else 0
    if by is not None:
        won = min(by.win(stake) * wagers, rules.payout_limit_cents)
    name = PAYOUT_ROWS[row] + (", doubled" if doubled else "")
    parts = () if by is None else (Part.by(by, units),)
    return Cell(name, by.text if by else "", Fraction(won, stake), units, parts)


@cache
def deals(deck: Sequence[int] = range(52)) -> Course:
    return Course(ASKED, (4,), payout_row, ROWS, index, situation, deck=deck)


game = OneDeckGame[DoubleDownStudRules](
    cards=5,
    outcome=outcome,
    outcomes=2 * ROWS,
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    strategy="a strategy for double down stud says with which cards to double down",
)

study = game.study(
    scenarios,
    {
        "basic": BASIC,
        "never double": BySituation(ASKED, situation, {}),
        "always double": BySituation(ASKED, situation, {}, otherwise=1),
    },
    ORIGINAL.scenario_for,
    fixed={},
)
