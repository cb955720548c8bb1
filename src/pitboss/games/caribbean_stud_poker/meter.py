"""16.11, 16.12: the progressive meter.

A table's state holds the reading. A round maps it to the next one: what its progressive wagers
add, less what its winners are paid. So a meter survives a restart as the table does, and the same
tape on the same table always leaves the same meter.

Several tables may share one meter: whoever keeps it (the store, for a floor) gives each round the
present reading, counts what the round changed, and plays it again from a new reading if another
table's payment has overtaken the one that it paid from. `payments` tells."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudRules, CaribbeanStudState


class Share(msgspec.Struct, frozen=True):
    """A payment from the meter: at the odds of the hand's row, on `base` cents of it."""

    seat: int
    row: str
    base: int


def with_contributions(
    state: CaribbeanStudState, rules: CaribbeanStudRules, wagers: int
) -> CaribbeanStudState:
    """16.12: a fixed part of each progressive wager goes to the meter."""
    added = wagers * rules.rate_of_progression
    return replace(state, meter=state.meter + added, contributed=added, paid=0)


def divide(
    state: CaribbeanStudState, rules: CaribbeanStudRules, winners: Sequence[tuple[int, str]]
) -> tuple[list[Share], CaribbeanStudState]:
    """16.11: what each winner of a share is paid on, in the order given (seat and row), and the
    state after it. The whole meter is shared equally by those who win it."""
    whole = [seat for seat, row in winners if rules.meter_table[row].fraction == 1]
    shown = meter = state.meter
    each = -1
    shares: list[Share] = []
    for seat, row in winners:
        odds = rules.meter_table[row]
        reading = meter if rules.shares_in_turn else shown
        if seat in whole:
            if each < 0:
                # All of them share what is there at the first one's turn; the rest of a cent
                # and the reset amount are the new meter.
                each = reading // len(whole)
                meter = reading - each * len(whole) + rules.meter_reset
            shares.append(Share(seat, row, each))
        else:
            base = reading - reading % odds.denominator
            shares.append(Share(seat, row, base))
            if rules.shares_in_turn or not whole:
                meter -= odds.win(base)
    paid = sum(rules.meter_table[share.row].win(share.base) for share in shares)
    payments = state.payments + len(shares)
    return shares, replace(state, meter=meter, paid=paid, payments=payments)
