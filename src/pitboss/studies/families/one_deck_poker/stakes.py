"""Amounts wagered, in games whose payout limit makes the result depend on them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.errors import BadInput
from pitboss.families.one_deck_poker.rules import Ledger
from pitboss.money import format_dollars, parse_dollars

STAKE_MAX = 10**10
# Amounts that the odds of any pay table divide.
STEP = 60


def free_stake(payout: Ledger, wagers: int, limit_cents: int) -> int:
    """Returns an amount at which so many equal wagers, all won at the best odds, do not reach the
    limit."""
    best = max((odds.fraction for odds in payout if odds is not None), default=Fraction(0))
    return max(STEP, int(limit_cents // (wagers * best)) // STEP * STEP)


def stake_in(wager: str, name: str) -> int | None:
    """Returns the amount in `original 250.00`, where `original` is the name; None for another
    wager."""
    named, _, amount = wager.rpartition(" ")
    if named != name:
        return None
    cents = parse_dollars(amount)
    if not 1 <= cents <= STAKE_MAX:
        raise BadInput(f"{wager[:40]}: expected 0.01 to {format_dollars(STAKE_MAX)}")
    return cents
