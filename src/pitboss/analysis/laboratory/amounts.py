"""What depends on an amount: the edge by the amount of the wager where a limit of payouts cuts what
is won or a charge is rounded, and by the reading of a progressive meter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import msgspec

from pitboss.analysis.exact.edges import edges_by_amount, solve_scenario
from pitboss.analysis.study import Scenario, Study
from pitboss.law.hypothetical import as_chosen
from pitboss.law.schema import Value
from pitboss.table.game import Game, Rules

# Amounts of the wager, and readings of a meter, in cents.
AMOUNTS = (5_00, 6_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
HIGH_METER = 10_000_000_00
METER = "meter"


class ByAmount(msgspec.Struct, frozen=True, kw_only=True):
    """Why the edge depends on the amount, and the edge of each; None with the reason where it may
    not be wagered."""

    wager: str
    why: str
    edges: list[tuple[int, Fraction | None, str]]


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive wager whose edge falls by `a_dollar` for every dollar on the meter, from
    `at_nothing` where it shows none; at `break_even` cents it is a fair wager. `chance` is that of
    the rows that are paid from the meter. `reset` and `rate` are what the licensee has set, and
    `expected` is then what the meter shows on average when its highest prize is won."""

    wager: str
    stake: int
    at_nothing: Fraction
    a_dollar: Fraction
    break_even: Fraction
    chance: Fraction
    reset: int
    at_reset: Fraction
    rate: Fraction | None = None
    expected: Fraction | None = None


def by_amounts(
    game: Game,
    study: Study,
    rules: Rules,
    day: date,
    options: Mapping[str, Value],
    wagers: Sequence[str],
) -> list[ByAmount]:
    """Returns the wagers whose edge depends on the amount."""
    found = []
    for wager in wagers:
        why = study.by_amount(rules, wager) if study.by_amount is not None else ""
        if why:
            edges = edges_by_amount(game.key, day, dict(as_chosen(options)), wager, AMOUNTS)
            lines = [(each.cents, each.house_edge, each.refused) for each in edges]
            found.append(ByAmount(wager=wager, why=why, edges=lines))
    return found


def meters_of(game: Game, study: Study, rules: Rules, scenarios: Sequence[Scenario]) -> list[Meter]:
    """Returns the wagers that a meter pays, where the study can be told its reading."""
    found = []
    for scenario in scenarios:
        if "progressive" not in scenario.wager or study.exact is None or study.simulated:
            continue
        nothing, chances = _at(game, study, rules, scenario, 0)
        high, others = _at(game, study, rules, scenario, HIGH_METER)
        if nothing == high:
            continue
        a_cent = (nothing - high) / HIGH_METER
        chance = sum((p for row, p in others.items() if row not in chances), Fraction(0))
        reset, stake = int(getattr(rules, "meter_reset", 0)), scenario.wagers[0][2]
        rate = Fraction(int(getattr(rules, "rate_of_progression", 0)), 100)
        highest = others[max(others, key=lambda each: each[1])]
        found.append(
            Meter(
                wager=scenario.wager,
                stake=stake,
                at_nothing=nothing,
                a_dollar=100 * a_cent,
                break_even=nothing / a_cent,
                chance=chance,
                reset=reset,
                at_reset=nothing - reset * a_cent,
                rate=rate or None,
                expected=reset + rate * stake / highest if rate else None,
            )
        )
    return found


def _at(
    game: Game, study: Study, rules: Rules, scenario: Scenario, cents: int
) -> tuple[Fraction, dict[tuple[str, Fraction], Fraction]]:
    """Returns the edge with so much on the meter, and the chances by row and net."""
    told = msgspec.structs.replace(scenario, state={**scenario.state, METER: cents})
    joint, _, _ = solve_scenario(game, rules, study, told, None)
    made = joint.distribution(scenario.wager)
    return made.house_edge(), {(cell.row, cell.net): p for cell, p in made.cells.items()}
