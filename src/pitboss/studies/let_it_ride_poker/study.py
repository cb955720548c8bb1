"""Let it ride poker's study: exact over all sets of three, four and five cards, and its kernel.

The player decides on bet one by three cards and on bet two by a fourth; all cards lie on the table
before the first decision.

A payout limit (18.11(c)) makes the result depend on the amount wagered: scenarios are then studied
at amounts of their own, `bets of 25.00`, and decisions on both bets are searched together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.exact.edges import Solved
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled
from pitboss.games.let_it_ride_poker.hands import (
    PAYOUT_ROWS,
    THREE_CARD_ROWS,
    payout_row,
    three_card_row,
    three_card_value,
)
from pitboss.games.let_it_ride_poker.rules import LetItRideRules
from pitboss.hands.poker import PokerTables, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker import stakes
from pitboss.studies.families.one_deck_poker.course import Course, Tables
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.studies.families.one_deck_poker.sets import four_in_any_order, three_in_any_order
from pitboss.studies.families.one_deck_poker.strategies import BySituation, Cards
from pitboss.studies.let_it_ride_poker.strategy import ASKED, PUBLISHED, situation

BETS = ("bet-one", "bet-two", "bet-three")
ROWS = len(PAYOUT_ROWS)
RIDING = 4  # 0 is never: at least bet three rides
LIMITED_STAKES = (2_500, 10_000, 50_000)


# -- scenarios --------------------------------------------------------------------------------


def bets_of(cents: int, name: str, note: str) -> Scenario:
    return Scenario(name, tuple((bet, "", cents) for bet in BETS), note=note)


def free_stake(rules: LetItRideRules) -> int:
    """Returns an amount at which a payout limit is never reached."""
    if not rules.payout_limit_cents:
        return UNIT
    return stakes.free_stake(rules.payout, len(BETS), rules.payout_limit_cents)


def scenarios(rules: LetItRideRules) -> list[Scenario]:
    note = "three equal wagers, per one of them"
    if rules.payout_limit_cents:
        note += ", where the payout limit is not reached"
    found = [bets_of(free_stake(rules), "bets", note)]
    if rules.payout_limit_cents:
        found += [limited(cents) for cents in LIMITED_STAKES]
    if "bonus" in rules.wagers:
        found.append(Scenario("bonus", (("bonus", "", rules.bonus_cents),)))
    if "three-card-bonus" in rules.wagers:
        found.append(Scenario("three-card-bonus", (("three-card-bonus", "", UNIT),)))
    return found


def limited(cents: int) -> Scenario:
    name = f"bets of {format_dollars(cents)}"
    return bets_of(cents, name, "three equal wagers of this amount, per one of them")


def scenario_for(rules: LetItRideRules, wager: str) -> Scenario | None:
    """Returns the scenario for `bets of 250.00`, or any amount: a payout limit makes it matter."""
    cents = stakes.stake_in(wager, "bets of")
    return None if cents is None else limited(cents)


# -- what a deal comes to ---------------------------------------------------------------------


@compiled
def index(three: int, riding: int, row: int) -> int:
    """Returns the number of the outcome: the row of the player's three cards, the bets that ride,
    and the row of the hand."""
    return (three * RIDING + riding) * ROWS + row


@compiled(inline=True)
def outcome(t: PokerTables, rides: Tables, deck: Any) -> int:
    """Returns the number of the outcome of six cards, as 18.7(c) deals them to one player: the
    community area has the second, fourth and sixth card, and the second is burned."""
    a, b, c, first, second = deck[0], deck[2], deck[4], deck[3], deck[5]
    riding = 1 + rides[0][1, three_in_any_order(a, b, c)]
    riding += rides[1][riding, four_in_any_order(a, b, c, first)]
    value: Any = np.int64(five_cards(t, a, b, c, first, second))
    return index(three_card_row(three_card_value(a, b, c)), riding, payout_row(value))


def cell(rules: LetItRideRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to for the wagers that the scenario has, in units of the first."""
    rest, row = divmod(outcome, ROWS)
    three, riding = divmod(rest, RIDING)
    wagered = {kind: cents for kind, _, cents in scenario.wagers}
    unit = scenario.wagers[0][2]
    net = staked = 0
    paid: list[Part] = []
    names: list[str] = []
    for kind, times, by in (
        ("bet-one", riding, rules.payout[row]),
        ("bonus", 1, rules.bonus[row]),
        ("three-card-bonus", 1, rules.three_card[three]),
    ):
        if kind not in wagered:
            continue
        stake = wagered[kind] * times
        staked += stake
        names.append("lose" if by is None else by.key)
        # The chip of a bonus wager is gone in any case; other wagers go back if they win.
        net -= stake if kind == "bonus" or by is None else 0
        if by is not None:
            won = by.win(wagered[kind]) * times
            limit = rules.payout_limit_cents if kind == "bet-one" else 0
            net += min(won, limit) if limit else won
            paid.append(Part.by(by, Fraction(stake, unit)))
    odds = paid[0].odds if paid else ""
    return Cell(", ".join(names), odds, Fraction(net, unit), Fraction(staked, unit), tuple(paid))


# -- all deals --------------------------------------------------------------------------------


@cache
def deals(deck: Sequence[int] = range(52)) -> Course:
    """Counts every three cards, with a fourth and a fifth."""
    return Course(
        ASKED, (3, 4), payout_row, ROWS, index, situation, label_of=three_cards, deck=deck
    )


def three_cards(cards: Cards) -> int:
    """Returns the row of the player's three cards."""
    return three_card_row(three_card_value(*cards))


game = OneDeckGame[LetItRideRules](
    cards=6,
    outcome=outcome,
    outcomes=len(THREE_CARD_ROWS) * RIDING * ROWS,
    tables=lambda _: tables(),
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    strategy="a strategy for let it ride says with which cards a bet rides",
)


def exact(
    rules: LetItRideRules, scenario: Scenario, decide: Decide | None, known: Course | None = None
) -> Solved:
    """Returns the exact distribution; nothing is decided about a bonus wager."""
    solved = game.exact(rules, scenario, decide, known)
    return solved if scenario.wagers[0][0] in BETS else Solved(solved.joint)


def plan(rules: LetItRideRules, scenario: Scenario, decide: Decide | None) -> Plan:
    """Returns the kernel's plan. A bonus wager cannot be made alone: its rounds are on record with
    the bets."""
    made = game.plan(rules, scenario, decide)
    made.tracer = made.tracer if scenario.wagers[0][0] in BETS else None
    return made


study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies={
        "published": PUBLISHED,
        "always let it ride": BySituation(ASKED, situation, {}, otherwise=1),
        "always withdraw": BySituation(ASKED, situation, {}),
    },
    # How the cards are dealt has no bearing on the odds; the kernel deals from a manual shoe.
    fixed={"dealing": "manual shoe"},
    exact=exact,
    policy=lambda rules, table: deals().read(rules, table),
    kernel=plan,
)
