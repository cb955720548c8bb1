"""Double attack blackjack for the kernel (twenty_one/kernel.py): the wager that is doubled by the
dealer's first card.

A box's wager is the initial one with the double attack wager: they win, lose and push together.
Bust it is another wager, on the dealer's cards alone, and is not simulated here."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.analysis.simulation.counts import Count, Steps
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.counted_wagers import wagers_by
from pitboss.studies.families.twenty_one.exact.compositions import VALUES
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.kernel_rounds import Counting, counting
from pitboss.studies.families.twenty_one.kernel_run import (
    SEATS_MAX,
    KernelRun,
    KernelTable,
    Wagers,
    dealing_of,
)
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import CARDS, table_rules


class Attack:
    """The wager by the dealer's first card: the initial one, or twice as much."""

    units: tuple[Fraction, ...] = (Fraction(1), Fraction(2))

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def counting(self, sides: int) -> Counting:
        return counting(sides, levels=by_up(self.strategy))

    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]:
        return [strategy]


def run_of(
    rules: DoubleAttackRules,
    player: Player,
    wagers: Wagers | None = None,
    *,
    fresh: bool = False,
    **dealt: Any,
) -> KernelRun:
    """The kernel, dealt in some way: three quarters of the shoe by default."""
    if rules.insured_wagers != 2 and player.strategy.insures.any():
        raise BadInput("the kernel insures half of the whole wager")
    size = len(CARDS) * rules.decks
    dealing = dealing_of(
        size,
        places=f"there are 1 to {SEATS_MAX} boxes",
        places_max=SEATS_MAX,
        whole=fresh,
        cut_at=size - size // 4,
        **dealt,
    )
    table = KernelTable(table_rules(rules), player.strategy, wagers or Attack(player.strategy))
    return KernelRun(table, dealing)


def by_up(strategy: Strategy) -> list[bool]:
    """Whether a double attack wager is made, by the dealer's first card."""
    return [up in strategy.attacks for up in range(1, VALUES + 1)]


def plan(
    rules: DoubleAttackRules,
    scenario: Scenario,
    player: Player,
    *,
    count: Count | None = None,
    ramp: Steps | None = None,
    **dealt: Any,
) -> Plan:
    """The kernel as a plan."""
    wagers = wagers_by(count, ramp, decks=rules.decks, by_up=by_up(player.strategy))
    return run_of(rules, player, wagers, **dealt).plan(scenario.wager, player)
