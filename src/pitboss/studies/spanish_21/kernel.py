"""Spanish 21 for the kernel (twenty_one/kernel.py), and the match-the-dealer wager.

The super bonus, 19.5(g), is an amount of dollars and not odds on a wager: what a hand comes to is
told without it."""

from __future__ import annotations

from typing import Any

from pitboss.analysis.simulation.counts import Count, Steps
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.families.twenty_one.no_tens import CARDS_IN_A_DECK
from pitboss.games.spanish_21.hands import match_row
from pitboss.games.spanish_21.procedure import MATCH
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.counted_wagers import wagers_by
from pitboss.studies.families.twenty_one.kernel_run import (
    KernelRun,
    KernelTable,
    SideRows,
    Wagers,
    dealing_of,
)
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.side_wagers import rows_of

from .exact import table_rules

SEATS_MAX = 6


def match_rows(rules: Spanish21Rules) -> SideRows:
    return rows_of(
        rules.match_the_dealer, lambda first, second, up, blackjack: match_row(first, second, up)
    )


def run_of(
    rules: Spanish21Rules,
    scenario: Scenario,
    player: Player,
    wagers: Wagers | None = None,
    *,
    fresh: bool = False,
    **dealt: Any,
) -> KernelRun:
    """The kernel, dealt in some way. Three quarters of the shoe are dealt by default; with a
    continuous shuffler every round is dealt from a full shoe."""
    size = CARDS_IN_A_DECK * rules.decks
    dealing = dealing_of(
        size,
        places=f"there are 1 to {SEATS_MAX} boxes",
        places_max=SEATS_MAX,
        whole=fresh or rules.continuous_shuffler,
        cut_at=size - size // 4,
        **dealt,
    )
    sides = match_rows(rules) if scenario.wager == MATCH else None
    table = KernelTable(table_rules(rules), player.strategy, wagers, sides)
    return KernelRun(table, dealing)


def plan(
    rules: Spanish21Rules,
    scenario: Scenario,
    player: Player,
    *,
    count: Count | None = None,
    ramp: Steps | None = None,
    **dealt: Any,
) -> Plan:
    """The kernel as a plan."""
    wagers = wagers_by(count, ramp, decks=rules.decks)
    return run_of(rules, scenario, player, wagers, **dealt).plan(scenario.wager, player)
