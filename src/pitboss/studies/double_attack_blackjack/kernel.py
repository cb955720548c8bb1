"""Double attack blackjack for the kernel (twenty_one/kernel.py): its rules, and the wager that is
doubled by the dealer's first card.

A box's wager is the initial one with the double attack wager: they win, lose and push together.
Bust it is another wager, on the dealer's cards alone, and is not simulated here."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.double_attack_blackjack.exact import table_rules
from pitboss.studies.families.twenty_one.kernel_tables import Counting, Strategy
from pitboss.studies.families.twenty_one.simulated import Conditions, Machine, Simulated

Numbers = npt.NDArray[np.int64]


class AttackStrategy(Strategy, Protocol):
    """`attacks`: whether to double the wager when the dealer shows this card (ace 1)."""

    def attacks(self, up: int) -> bool: ...


class Attack:
    """The wager by the dealer's first card: the initial one, or twice as much."""

    units: tuple[Fraction, ...] = (Fraction(1), Fraction(2))

    def __init__(self, strategy: AttackStrategy) -> None:
        self.strategy = strategy

    def figures(self, sides: int) -> Counting:
        return Counting(sides=sides)

    def tags_by_symbol(self) -> Numbers:
        return np.zeros(0, dtype=np.int64)

    def levels(self) -> Numbers:
        return np.array([self.strategy.attacks(up) for up in range(1, 11)], dtype=np.int64)

    def books(self, strategy: Strategy) -> list[Strategy]:
        return [strategy]

    def books_by_count(self) -> Numbers:
        return np.zeros(0, dtype=np.int64)


def plan(rules: DoubleAttackRules, scenario: Scenario, decide: Any, *, fresh: bool = False) -> Plan:
    """The kernel as a plan. `decide` has the moves that the kernel makes (AttackStrategy)."""
    if not hasattr(decide, "move") or not hasattr(decide, "attacks"):
        raise BadInput(f"{rules.law.game}: the kernel plays by a table of hands and cards shown")
    hands = combinations_with_replacement(range(1, 11), 2)
    if rules.insured_wagers != 2 and any(map(decide.insures, hands)):
        raise BadInput("the kernel insures half of the whole wager")
    machine = Machine(table_rules(rules), decide, Attack(decide))
    simulated = Simulated(machine, Conditions())
    cut_at = 0 if fresh else simulated.size - simulated.size // 4
    return Simulated(machine, Conditions(cut_at=cut_at)).plan(scenario.wager, decide)
