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
from pitboss.analysis.study import Scenario, Study
from pitboss.compiled import compiled
from pitboss.games.double_down_stud.hands import LOSE, PAYOUT_ROWS, payout_row
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.hands.poker import PokerTables, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker import stakes
from pitboss.studies.families.one_deck_poker.course import Course, Tables
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.studies.families.one_deck_poker.sets import four_in_any_order
from pitboss.studies.families.one_deck_poker.strategies import (
    Asked,
    BySituation,
    Cards,
    cards_at,
)
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.prompts import Prompt

ROWS = len(PAYOUT_ROWS)
LIMITED_STAKES = (10_000, 50_000)
DOUBLE, STAND = "double down", "do not double"
SIX, TEN, JACK, ACE = 4, 8, 9, 12


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
    ranks = sorted(card >> 2 for card in cards)
    counts = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = counts[-1]
    if most > 2:
        return "four of a kind" if most == 4 else "three of a kind"
    if most == 2:
        if len(counts) == 2:
            return "two pair"
        if rank >= JACK:
            return "pair of jacks or better"
        return "pair of sixes to tens" if rank >= SIX else "pair of fives or less"
    if len({card & 3 for card in cards}) == 1:
        return "four to a flush"
    return _to_a_straight(ranks)


def _to_a_straight(ranks: list[int]) -> str:
    span = ranks[-1] - ranks[0] + 1
    low_ace = ranks[-1] == ACE and ranks[-2] + 2 <= 5
    if span > 5 and not low_ace:
        return "nothing of these"
    if span == 4 and ranks[-1] != ACE:
        shown = "a six or higher" if ranks[-1] >= SIX else "nothing above a five"
        return f"four to an outside straight, {shown}"
    # Four high cards to an inside straight: both answers are worth the same.
    if ranks[0] >= JACK:
        return "J-Q-K-A"
    return "four to an inside straight"


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


def free_stake(rules: DoubleDownStudRules) -> int:
    """Returns an amount at which the payout limit is never reached."""
    return stakes.free_stake(rules.payout, 2, rules.payout_limit_cents)


def scenarios(rules: DoubleDownStudRules) -> list[Scenario]:
    note = "with the double down wager, where the payout limit is not reached"
    found = [Scenario("original", (("original", "", free_stake(rules)),), note=note)]
    return found + [limited(cents) for cents in LIMITED_STAKES]


def limited(cents: int) -> Scenario:
    name = f"original {format_dollars(cents)}"
    note = "a wager of this amount with the double down wager, under the payout limit"
    return Scenario(name, (("original", "", cents),), note=note)


def scenario_for(rules: DoubleDownStudRules, wager: str) -> Scenario | None:
    """Returns the scenario for `original 250.00`, or any amount: the payout limit makes it
    matter."""
    cents = stakes.stake_in(wager, "original")
    return None if cents is None else limited(cents)


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
    tables=lambda _: tables(),
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    strategy="a strategy for double down stud says with which cards to double down",
)

study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies={
        "basic": BASIC,
        "never double": BySituation(ASKED, situation, {}),
        "always double": BySituation(ASKED, situation, {}, otherwise=1),
    },
    exact=game.exact,
    policy=lambda rules, table: deals().read(rules, table),
    kernel=game.plan,
)
