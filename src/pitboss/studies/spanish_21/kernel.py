"""Spanish 21 for the kernel (twenty_one/kernel.py): its rules, and the match-the-dealer wager.

The super bonus, 19.5(g), is an amount of dollars and not odds on a wager: what a hand comes to is
told without it."""

from __future__ import annotations

from typing import Any

from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.families.twenty_one.no_tens import CARDS_IN_A_DECK
from pitboss.games.spanish_21.hands import match_row
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.kernel_sides import rows_of
from pitboss.studies.families.twenty_one.simulated import Conditions, Machine, SideRows, Simulated
from pitboss.studies.spanish_21.exact import table_rules

MATCH = "match-the-dealer"
SEATS_MAX = 6


def match_rows(rules: Spanish21Rules) -> SideRows:
    return rows_of(
        rules.match_the_dealer, lambda first, second, up, blackjack: match_row(first, second, up)
    )


def conditions_of(
    rules: Spanish21Rules, *, fresh: bool, seats: int, seat: int, penetration: int
) -> Conditions:
    """`penetration` is the percentage of the shoe that is dealt, three quarters by default; with
    a continuous shuffler every round is dealt from a full shoe."""
    if not 1 <= seat <= seats <= SEATS_MAX:
        raise BadInput(f"seat {seat} of {seats}: there are 1 to {SEATS_MAX} boxes")
    whole = fresh or rules.continuous_shuffler
    if whole and penetration:
        raise BadInput("a full shoe for every round has no penetration")
    size = CARDS_IN_A_DECK * rules.decks
    cut_at = size * penetration // 100 if penetration else size - size // 4
    return Conditions(seats, seat, 0 if whole else cut_at)


def plan(
    rules: Spanish21Rules, scenario: Scenario, decide: Any, *, fresh: bool = False,
    seats: int = 1, seat: int = 1, penetration: int = 0,
) -> Plan:  # fmt: skip
    """The kernel as a plan. `decide` has the moves that the kernel makes (kernel_tables.Strategy),
    those after a double, `rescue` or `keep`, among them."""
    if not hasattr(decide, "move"):
        raise BadInput(f"{rules.law.game}: the kernel plays by a table of hands and cards shown")
    sides = match_rows(rules) if scenario.wager == MATCH else None
    machine = Machine(table_rules(rules), decide, sides=sides)
    conditions = conditions_of(
        rules, fresh=fresh, seats=seats, seat=seat, penetration=penetration
    )  # fmt: skip
    return Simulated(machine, conditions).plan(scenario.wager, decide)
