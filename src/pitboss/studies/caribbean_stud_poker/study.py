"""Caribbean stud poker's study: exact over all 19,933,230,517,200 deals, and its kernel.

Five cards go to the player and to the dealer in turn, the dealer's last one face up. The player
bets or folds; the dealer's hand must have an ace and a king to qualify."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.study import Scenario, Study
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.games.caribbean_stud_poker.hands import ACE_KING, ROWS, five_card_value, hand_row
from pitboss.games.caribbean_stud_poker.meter import divide, with_contributions
from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudRules, CaribbeanStudState
from pitboss.hands.poker import FIVE_CARD_CATEGORIES, PokerTables, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.law.paytable import Row
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.families.one_deck_poker import against, hand_and_card, kit, strategies
from pitboss.studies.families.one_deck_poker.hand_and_card import HandDecisions, action_of
from pitboss.studies.families.one_deck_poker.sets import count_rows, rows_by_value
from pitboss.studies.families.one_deck_poker.situations import (
    FOLD,
    LOSE,
    NOT_QUALIFIED,
    RESULTS,
    WIN,
    Actions,
    Situations,
    compare,
    row_and_result,
)

ANTE, PROGRESSIVE = "ante", "progressive"
RESULT_WORDS = ("fold", "dealer does not qualify", "win", "push", "lose")
# Small enough that the payout limit cuts nothing at the standard odds: 201 antes at most.
ANTE_CENTS = 2_000

ASKED = strategies.Asked(
    ("fold", "bet"), ("bet", "fold"), "bet-or-fold", hand_and_card.known,
    lambda cards: five_card_value(cards[:5]),
)  # fmt: skip
NAMES = strategies.Names(
    5, five_card_value, FIVE_CARD_CATEGORIES, ("A-K-J-8-3",), {"ace-king": ACE_KING}
)


# -- scenarios --------------------------------------------------------------------------------


def scenarios(rules: CaribbeanStudRules) -> list[Scenario]:
    shown = format_dollars(rules.meter_reset + rules.rate_of_progression)
    note = f"alone, the meter showing {shown} with this wager; no winning hand is folded"
    return [
        ante_scenario(ANTE, ANTE_CENTS),
        Scenario(PROGRESSIVE, ((PROGRESSIVE, "", rules.progressive_wager),), note=note),
    ]


def ante_scenario(name: str, cents: int) -> Scenario:
    note = f"with the bet wager; an ante of {format_dollars(cents)} under the payout limit"
    return Scenario(name, ((ANTE, "", cents),), note=note)


def scenario_for(rules: CaribbeanStudRules, wager: str) -> Scenario | None:
    """Returns the scenario for `ante 100.00`, an ante of that amount, which the payout limit may
    cut, and for `progressive 200000.00`, the meter showing that before the wager is made."""
    kind, _, amount = wager.partition(" ")
    try:
        cents = parse_dollars(amount)
    except BadInput:
        return None
    if kind == ANTE and cents:
        return ante_scenario(wager, cents)
    if kind == PROGRESSIVE:
        staked = ((PROGRESSIVE, "", rules.progressive_wager),)
        return Scenario(wager, staked, state={"meter": int(cents)}, note="at that meter")
    return None


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


def payments(
    rules: CaribbeanStudRules, row: int, result: int, ante_cents: int
) -> list[tuple[Row, int, int]]:
    """Returns the rows that pay, the cents that are paid by them, and what is won under the limit
    of 16.12."""
    if result not in (NOT_QUALIFIED, WIN):
        return []
    limit, ante = rules.payout_limit, int(rules.ante.win(ante_cents))
    if rules.limit_covers_ante:
        ante = min(ante, limit)
        limit -= ante
    found = [(rules.ante, ante_cents, ante)]
    odds, bet = rules.bet_ledger[row], rules.bet_on(ante_cents)
    if result == WIN and odds is not None:
        found.append((odds, bet, min(odds.win(bet), limit)))
    return found


def cell(rules: CaribbeanStudRules, scenario: Scenario, outcome: int) -> Cell:
    """Returns what a deal comes to, in antes."""
    row, result = divmod(outcome, RESULTS)
    ante_cents = scenario.wagers[0][2]
    staked = 1 + (Fraction(rules.bet_on(ante_cents), ante_cents) if result != FOLD else 0)
    paid = payments(rules, row, result, ante_cents)
    net = Fraction(sum(won for _, _, won in paid), ante_cents)
    net -= staked if result in (FOLD, LOSE) else 0
    # What the limit cuts short does not follow the pay table any more.
    parts = [
        Part.by(by, Fraction(cents, ante_cents)) for by, cents, won in paid if by.win(cents) == won
    ]
    name, odds = RESULT_WORDS[result], ""
    if result == WIN:
        name, odds = f"{name}, {ROWS[row]}", paid[1][0].text if len(paid) > 1 else ""
    return Cell(name, odds, net, Fraction(staked), tuple(parts))


def progressive_cell(rules: CaribbeanStudRules, scenario: Scenario, row: int) -> Cell:
    """Returns what the progressive wager comes to on its own, in units of itself: the chip is gone
    in any case."""
    stake, fixed = rules.progressive_wager, rules.progressive_ledger[row]
    if ROWS[row] in rules.meter_table:
        meter = int(scenario.state.get("meter", rules.meter_reset))
        state = with_contributions(CaribbeanStudState(meter=meter), rules, 1)
        shares, _ = divide(state, rules, [(1, ROWS[row])])
        by, base = rules.meter_table[ROWS[row]], shares[0].base
        net = Fraction(by.win(base) - stake, stake)
        return Cell(ROWS[row], by.text, net, Fraction(1), (Part.by(by, Fraction(base, stake)),))
    if fixed is not None:
        return Cell(ROWS[row], fixed.text, fixed.fraction - 1, Fraction(1), (Part.by(fixed),))
    return Cell("lose", "", Fraction(-1), Fraction(1))


# -- all deals --------------------------------------------------------------------------------


@cache
def deals(deck: tuple[int, ...] | None = None) -> Situations:
    """Counts what may follow every hand and card shown, of a whole deck if no other is given."""
    counted = against.Against(against.FIVE_CARDS, ACE_KING, deck)
    return hand_and_card.situations_of(counted, hand_row, row_and_result, strategy_lines)


@cache
def rows() -> list[int]:
    """Returns how many of the 2,598,960 hands belong to each row."""
    return count_rows(rows_by_value(hand_row)[against.all_five_card_values()], len(ROWS))


def strategy_lines(known: Situations, chosen: Actions) -> list[Choice]:
    """Returns the strategy: by row of the player's hand where that decides, otherwise by the
    highest card beside ace and king, and the card that the dealer shows."""
    found: list[Choice] = []
    from_the_best = True
    for row in range(len(ROWS) - 1, -1, -1):
        here = np.flatnonzero(known.rows == row)
        done = hand_and_card.done_with(known, chosen, ASKED, here)
        from_the_best = from_the_best and done in ("bet", "")
        if done == "bet" and from_the_best:
            name = ROWS[row] + (" or better" if row else "")
            found = [Choice(name, done, known.chance(known.rows >= row))]
        elif row == 1 and done not in ASKED.actions:
            third = np.sort(known.hands[here] >> 2, axis=1)[:, 2]
            for kicker in range(10, 1, -1):
                name, those = f"A-K-{RANKS[kicker]}", here[third == kicker]
                found += hand_and_card.by_card_shown(known, chosen, ASKED, name, those)
        elif done:
            found.append(Choice(ROWS[row], done, known.chance(here)))
    return found


game = kit.OneDeckGame[CaribbeanStudRules](
    cards=10,
    outcome=outcome,
    outcomes=len(ROWS) * RESULTS,
    tables=lambda _: tables(),
    cell=cell,
    deals=lambda _: deals(),
    asked=ASKED,
    names=NAMES,
    strategy="a strategy for Caribbean stud poker says from which hand on to bet",
    # The progressive wager goes with an ante: its rounds cannot be dealt again alone.
    sides={PROGRESSIVE: kit.Side(lambda _: rows(), progressive_cell, results=RESULTS, alone=False)},
)

study = Study(
    scenarios=scenarios,
    strategies={
        "A-K-J-8-3 or better": game.steps(("A-K-J-8-3", "bet")),
        "pair or better": game.steps(("pair", "bet")),
        "ace-king or better": game.steps(("ace-king", "bet")),
        "always bet": game.steps(("", "bet")),
    },
    scenario_for=scenario_for,
    exact=game.exact,
    policy=game.read,
    kernel=game.plan,
    fixed={"dealing": "manual shoe"},
)
