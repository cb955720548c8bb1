"""16.11, 16.12: the progressive meter.

A table's state holds the reading. A round maps it to the next one: what its progressive wagers
add, less what its winners are paid. So a meter survives a restart as the table does, and the same
tape on the same table always leaves the same meter.

Several tables may share one meter. It is then kept beside them as a `SharedMeter`: before a round
the table's state is given its reading (`read_meter`), after the round what the round did to it is
entered (`enter_round`): what was added, what was paid. Two things are refused, so that nothing is
paid twice: a round that was entered already, and a payment made on a reading that another table's
payment has overtaken. In that case the round is played again, on the same tape, from the present
reading."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pitboss.errors import BadInput
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


class SharedMeter(msgspec.Struct, frozen=True):
    """One meter for several tables. `payments` counts the shares paid from it; `entered` is, by
    table, the last round whose doings are in it; `contributed` and `paid` are totals."""

    reading: int
    payments: int = 0
    contributed: int = 0
    paid: int = 0
    entered: dict[str, int] = {}


def read_meter(shared: SharedMeter, state: CaribbeanStudState) -> CaribbeanStudState:
    """The state of a table whose next round is played on the shared meter."""
    return replace(state, meter=shared.reading, payments=shared.payments)


def enter_round(
    shared: SharedMeter, table: str, number: int, before: CaribbeanStudState,
    after: CaribbeanStudState, rules: CaribbeanStudRules,
) -> SharedMeter:  # fmt: skip
    """What round `number` of a table did to the meter, entered. `before` is the state on which
    the round was played, `after` the state that it left."""
    if number <= shared.entered.get(table, 0):
        raise BadInput(f"round {number} of {table} was entered on the meter already")
    if after.payments > before.payments and before.payments != shared.payments:
        raise BadInput(
            f"round {number} of {table} pays on a reading that another payment has overtaken: "
            "play it again from the present reading", cite=rules.law.cite("16.11"),
        )  # fmt: skip
    return SharedMeter(
        # Others may have added to it since: the change counts, not the reading.
        shared.reading + after.meter - before.meter,
        shared.payments + after.payments - before.payments,
        shared.contributed + after.contributed,
        shared.paid + after.paid,
        {**shared.entered, table: number},
    )
