"""Caribbean stud poker's study: exact over all 19,933,230,517,200 deals, and its kernel.

Five cards go to the player and to the dealer in turn, the dealer's last one face up. The player
bets or folds; the dealer's hand must have an ace and a king to qualify."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.exact.progressive import Progressive, progressive_of
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled
from pitboss.games.caribbean_stud_poker.hands import ACE_KING, ROWS, five_card_value, hand_row
from pitboss.games.caribbean_stud_poker.meter import divide, with_contributions
from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudRules, CaribbeanStudState
from pitboss.hands.poker import FIVE_CARD_CATEGORIES, PokerTables, five_cards
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker import against, hand_and_card, kit, strategies
from pitboss.studies.families.one_deck_poker.hand_and_card import HandDecisions, action_of
from pitboss.studies.families.one_deck_poker.situations import (
    FOLD,
    LOSE,
    NOT_QUALIFIED,
    RESULTS,
    WIN,
    Situations,
    compare,
    row_and_result,
)
from pitboss.studies.families.one_deck_poker.stakes import cents_after, limited

ANTE, PROGRESSIVE = "ante", "progressive"
RESULT_WORDS = ("fold", "dealer does not qualify", "win", "push", "lose")
# Small enough that the payout limit cuts nothing at the standard odds: 201 antes at most.
ANTE_CENTS = 2_000


def value_of(cards: strategies.Cards) -> int:
    return five_card_value(cards[:5])


ACTIONS = ("fold", "bet")
ASKED = strategies.Asked(ACTIONS, ACTIONS[::-1], "bet-or-fold", hand_and_card.known, value_of)
NAMES = strategies.Names(
    5, five_card_value, FIVE_CARD_CATEGORIES, ("A-K-J-8-3",), {"ace-king": ACE_KING}
)


# -- scenarios --------------------------------------------------------------------------------


def scenarios(rules: CaribbeanStudRules) -> list[Scenario]:
    shown = format_dollars(rules.meter_reset + rules.rate_of_progression)
    note = (
        f"alone, just reset, the meter showing {shown} with this wager; no winning hand is folded"
    )
    return [ante_scenario(ANTE, ANTE_CENTS), progressive(rules, PROGRESSIVE, note)]


def ante_scenario(name: str, cents: int) -> Scenario:
    note = f"with the bet wager; an ante of {format_dollars(cents)} under the payout limit"
    return Scenario(name, ((ANTE, "", cents),), note=note, at=partial(ante_scenario, name))


def scenario_for(rules: CaribbeanStudRules, wager: str) -> Scenario | None:
    """Returns the scenario for `ante 100.00`, an ante of that amount, which the payout limit may
    cut, and for `progressive 200000.00`, the meter showing that before the wager is made."""
    if cents := cents_after(ANTE, wager):
        return ante_scenario(wager, cents)
    meter = cents_after(PROGRESSIVE, wager)
    return None if meter is None else progressive(rules, wager, "at that meter", meter=meter)


def progressive(rules: CaribbeanStudRules, name: str, note: str, **state: int) -> Scenario:
    wagers = ((PROGRESSIVE, "", rules.progressive_wager),)
    return Scenario(name, wagers, state=state, note=note, fixed=True)


# -- what a deal comes to ---------------------------------------------------------------------


@compiled(inline=True)
def outcome(t: PokerTables, decisions: HandDecisions, deck: Any) -> int:
    """Returns the number of the outcome of ten cards, dealt to the player and the dealer in turn,
    the last one face up."""
    cards = (deck[0], deck[2], deck[4], deck[6], deck[8])
    mine: Any = np.int64(five_cards(t, *cards))
    if not action_of(decisions, mine, cards, deck[9]):
        return row_and_result(hand_row(mine), 0, FOLD)
    other: Any = np.int64(five_cards(t, deck[1], deck[3], deck[5], deck[7], deck[9]))
    return row_and_result(hand_row(mine), 1, compare(mine, other, ACE_KING))


def cell(rules: CaribbeanStudRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in antes: by 16.12 the ante is paid first, then the bet."""
    row, result = divmod(outcome, RESULTS)
    ante, bets = scenario.wagers[0][2], rules.bet_ledger[row] if result == WIN else None
    staked = ante + (rules.bet_on(ante) if result != FOLD else 0)
    pays = [(rules.ante, ante)] if result in (NOT_QUALIFIED, WIN) else []
    pays += [(bets, rules.bet_on(ante))] if bets is not None else []
    net, limit, parts = -staked if result in (FOLD, LOSE) else 0, rules.payout_limit, []
    for by, cents in pays:
        limited = by is not rules.ante or rules.limit_covers_ante
        won = min(by.win(cents), limit) if limited else by.win(cents)
        net, limit = net + won, limit - won * limited
        # What the limit cuts short does not follow the pay table any more.
        if by.win(cents) == won:
            parts.append(Part.by(by, Fraction(cents, ante)))
    name = RESULT_WORDS[result] + (f", {ROWS[row]}" if result == WIN else "")
    odds = "" if bets is None else bets.text
    return Cell(name, odds, Fraction(net, ante), Fraction(staked, ante), tuple(parts))


def progressive_cell(rules: CaribbeanStudRules, scenario: Scenario, row: int) -> Cell:
    """Returns what the progressive wager comes to on its own, in units of itself: the chip is gone
    in any case."""
    by, times = rules.progressive_ledger[row], Fraction(1)
    if ROWS[row] in rules.meter_table:
        meter = int(scenario.state.get("meter", rules.meter_reset))
        state = with_contributions(CaribbeanStudState(meter=meter), rules, 1)
        shares, _ = divide(state, rules, [(1, ROWS[row])])
        by, times = rules.meter_table[ROWS[row]], Fraction(shares[0].base, rules.progressive_wager)
    if by is None:
        return Cell("lose", "", Fraction(-1), Fraction(1))
    net = by.fraction * times - 1
    return Cell(ROWS[row], by.text, net, Fraction(1), (Part.by(by, times),))


# -- all deals --------------------------------------------------------------------------------


@cache
def deals(deck: tuple[int, ...] | None = None) -> Situations:
    """Counts what may follow every hand and card shown, of a whole deck if no other is given."""
    counted = against.Against(against.FIVE_CARDS, ACE_KING, deck)
    lines = hand_and_card.by_rows(ASKED, ROWS, {1: hand_and_card.by_third_card("A-K")})
    return hand_and_card.situations_of(counted, hand_row, row_and_result, lines)


@cache
def rows() -> list[int]:
    return against.FIVE_CARDS.rows(hand_row, len(ROWS))


def meter(rules: CaribbeanStudRules) -> Progressive:
    chances = {row: Fraction(ways, sum(rows())) for row, ways in zip(ROWS, rows(), strict=True)}
    return progressive_of(
        PROGRESSIVE, rules.progressive, rules.meter_table, chances, stake=rules.progressive_wager,
        reset=rules.meter_reset, rate=rules.rate_of_progression,
    )  # fmt: skip


def missing(rules: CaribbeanStudRules) -> dict[str, str]:
    return {} if rules.meter_reset else {PROGRESSIVE: "the licensee's meter_reset is not given"}


game = kit.OneDeckGame[CaribbeanStudRules](
    cards=10,
    outcome=outcome,
    outcomes=len(ROWS) * RESULTS,
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    names=NAMES,
    strategy="a strategy for Caribbean stud poker says from which hand on to bet",
    # The progressive wager goes with an ante: its rounds cannot be dealt again alone.
    sides={PROGRESSIVE: kit.Side(lambda _: rows(), progressive_cell, results=RESULTS, alone=False)},
)

study = game.study(
    scenarios,
    {
        "A-K-J-8-3 or better": game.steps(("A-K-J-8-3", "bet")),
        "pair or better": game.steps(("pair", "bet")),
        "ace-king or better": game.steps(("ace-king", "bet")),
        "always bet": game.steps(("", "bet")),
    },
    scenario_for,
    by_amount=lambda rules, wager: limited(rules.payout_limit, ANTE, wager),
    missing=missing,
    progressive=meter,
)
