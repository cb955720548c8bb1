"""Let it ride poker's study: exact over all sets of three, four and five cards, and its kernel.

The player decides on bet one by three cards and on bet two by a fourth. A payout limit (18.11(c))
makes the result depend on the amount: `bets of 25.00` are then studied as well."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.study import UNIT, Scenario
from pitboss.compiled import compiled
from pitboss.games.let_it_ride_poker import hands
from pitboss.games.let_it_ride_poker.hands import payout_row, three_card_row, three_card_value
from pitboss.games.let_it_ride_poker.rules import LetItRideRules
from pitboss.hands.poker import PokerTables, five_cards
from pitboss.studies.families.one_deck_poker import draws, stakes
from pitboss.studies.families.one_deck_poker.course import Course, Tables
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.studies.families.one_deck_poker.sets import four_in_any_order, three_in_any_order
from pitboss.studies.families.one_deck_poker.strategies import Asked, BySituation, Cards, own_and
from pitboss.table.prompts import Prompt

BONUSES = ("bonus", "three-card-bonus")
ROWS, RIDING = len(hands.PAYOUT_ROWS), 4  # 0 is never: at least bet three rides
WAGERS, NOTE = ("bet-one", "bet-two", "bet-three"), "three equal wagers{}, per one of them"
OF_AMOUNT, AMOUNTS = NOTE.format(" of this amount"), (2_500, 10_000, 50_000)
BETS = stakes.Staked("bets of", WAGERS, OF_AMOUNT, len(WAGERS), AMOUNTS)


def scenarios(rules: LetItRideRules) -> list[Scenario]:
    found = BETS.scenarios(rules.payout, rules.payout_limit_cents, "bets", NOTE.format(""))
    amounts = zip(BONUSES, (rules.bonus_cents, UNIT), strict=True)
    return found + [Scenario(b, ((b, "", cents),), fixed=b == "bonus")
                    for b, cents in amounts if b in rules.wagers]  # fmt: skip


def bets_before(prompt: Prompt) -> int:
    """Returns how many bets ride when bet two is asked about: bet three, and perhaps one."""
    return 1 + (prompt.dealer.find(prompt.seat, "bet-one") is not None)


RIDE, WITHDRAW = "let it ride", "withdraw"
KNOWN = own_and("first community card")
ASKED = Asked((WITHDRAW, RIDE), (RIDE, WITHDRAW), "bet-one", KNOWN, before=bets_before)


def situation(cards: Cards) -> str:
    """Returns the name of three or four known cards, such that all sets of one name are alike to a
    player of the ordinary table."""
    ranks, pairs = draws.ranks_of_set(cards), ("lower pair", "pair of tens or better")
    held = draws.alike(ranks, lambda rank: pairs[rank >= draws.TEN])
    if len(cards) == 3:
        return f"bet one: {held or draws.three_to(cards)}"
    return f"bet two: {held or draws.four_to(cards, draws.high_cards(ranks))}"


# The best play against the ordinary table: where both answers are worth the same, withdraw.
BET_ONE = (
    "three of a kind; pair of tens or better; three to a royal flush; three suited in sequence; "
    "three to a straight flush, spread 4, one high card; "
    "three to a straight flush, spread 4, two high cards; "
    "three to a straight flush, spread 5, two high cards"
)
BET_TWO = (
    "four of a kind; three of a kind; two pair; pair of tens or better; four to a flush; "
    "four to an outside straight, one high card; four to an outside straight, two high cards; "
    "four to an outside straight, three high cards; four to an outside straight, four high cards"
)
HANDS = {"one": BET_ONE, "two": BET_TWO}
RIDES = [f"bet {bet}: {hand}" for bet, hands in HANDS.items() for hand in hands.split("; ")]
PUBLISHED = BySituation(ASKED, situation, dict.fromkeys(RIDES, 1))


@compiled
def index(three: int, riding: int, row: int) -> int:
    """Returns the number of the outcome: row of three cards, bets that ride, row of the hand."""
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
    wagered, unit = {kind: cents for kind, _, cents in scenario.wagers}, scenario.wagers[0][2]
    bets = ("bet-one", riding, rules.payout[row], rules.payout_limit_cents)
    three_card = ("three-card-bonus", 1, rules.three_card[three], 0)
    net, staked, names, parts = 0, 0, [], []
    for kind, times, by, limit in (bets, ("bonus", 1, rules.bonus[row], 0), three_card):
        if stake := wagered.get(kind, 0) * times:
            staked += stake
            names.append("lose" if by is None else by.key)
            # The chip of a bonus wager is gone in any case; other wagers go back if they win.
            net -= stake if kind == "bonus" or by is None else 0
            if by is not None:
                won = by.win(wagered[kind]) * times
                net += min(won, limit) if limit else won
                parts.append(Part.by(by, Fraction(stake, unit)))
    odds = parts[0].odds if parts else ""
    return Cell(", ".join(names), odds, Fraction(net, unit), Fraction(staked, unit), tuple(parts))


@cache
def deals(deck: Sequence[int] = range(52)) -> Course:
    """Counts every three cards, with a fourth and a fifth."""
    return Course(ASKED, (3, 4), payout_row, ROWS, index, situation, label_of=three, deck=deck)


def three(cards: Cards) -> int:
    """Returns the row of the player's three cards."""
    return three_card_row(three_card_value(*cards))


game = OneDeckGame[LetItRideRules](
    cards=6,
    outcome=outcome,
    outcomes=len(hands.THREE_CARD_ROWS) * RIDING * ROWS,
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    strategy="a strategy for let it ride says with which cards a bet rides",
    undecided=BONUSES,
)

study = game.study(
    scenarios,
    {
        "published": PUBLISHED,
        "always let it ride": BySituation(ASKED, situation, {}, otherwise=1),
        "always withdraw": BySituation(ASKED, situation, {}),
    },
    BETS.scenario_for,
    by_amount=lambda rules, wager: BETS.by_amount(rules.payout_limit_cents, wager),
)
