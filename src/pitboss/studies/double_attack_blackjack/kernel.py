"""Double attack blackjack for the kernel (twenty_one/kernel.py): the wager that is doubled by the
dealer's first card.

A box's wager is the initial one with the double attack wager: they win, lose and push together.
Bust it is another wager, on the dealer's cards alone, and is not simulated here."""

from __future__ import annotations

from fractions import Fraction

from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.kernel_rounds import Counting, counting
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import CARDS, table_rules


class Attack:
    """The wager by the dealer's first card: the initial one, or twice as much."""

    units: tuple[Fraction, ...] = (Fraction(1), Fraction(2))

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def counting(self, sides: int) -> Counting:
        return counting(sides, levels=[up in self.strategy.attacks for up in range(1, 11)])

    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]:
        return [strategy]


def plan(
    rules: DoubleAttackRules, scenario: Scenario, player: Player, *, fresh: bool = False
) -> Plan:
    """The kernel as a plan."""
    if rules.insured_wagers != 2 and player.strategy.insures.any():
        raise BadInput("the kernel insures half of the whole wager")
    size = len(CARDS) * rules.decks
    table = KernelTable(table_rules(rules), player.strategy, Attack(player.strategy))
    dealing = Dealing(cut_at=0 if fresh else size - size // 4)
    return KernelRun(table, dealing).plan(scenario.wager, player)
