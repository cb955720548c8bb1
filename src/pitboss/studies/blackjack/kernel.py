"""Blackjack for the kernel (twenty_one/kernel.py): its rules, its strategies, its wagers, and what
a simulation may be told about how it is dealt and wagered on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.simulation.kernels import wheel_kernel
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario, Setting
from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import CONTINUOUS, DOUBLE_SHOE, BlackjackRules
from pitboss.money import parse_dollars
from pitboss.studies.blackjack.counting import (
    COUNT_MOST,
    Bets,
    Count,
    Play,
    read_count,
    read_plays,
    read_ramp,
)
from pitboss.studies.blackjack.kernel_sides import Awards, read_awards, side_rows
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.twenty_one.exact.compositions import compositions
from pitboss.studies.families.twenty_one.exact.strategy import Strategy as HandStrategy
from pitboss.studies.families.twenty_one.exact.strategy import start_row
from pitboss.studies.families.twenty_one.kernel_tables import Strategy
from pitboss.studies.families.twenty_one.settings import DEALING
from pitboss.studies.families.twenty_one.simulated import (
    Conditions,
    Machine,
    SideRows,
    Simulated,
)
from pitboss.studies.families.twenty_one.table_rules import TableRules

MULTIPLE_ACTION = "multiple-action"

Numbers = npt.NDArray[np.int64]


class ByHand:
    """The analysis' strategy (strategy.py), asked hand by hand."""

    def __init__(self, strategy: HandStrategy) -> None:
        self.strategy = strategy
        self.table = compositions()
        self.by_total = self._goes_by_total()

    def _goes_by_total(self) -> bool:
        """Whether hands of three and more cards are alike where total and softness are."""
        more = self.table.cards > 2
        kind = 2 * self.table.total + self.table.soft
        for start in range(len(self.strategy.draws)):
            drawn = np.bincount(kind[more], self.strategy.draws[start][more])
            if (drawn * (np.bincount(kind[more]) - drawn)).any():
                return False
        return True

    def insures(self, hand: tuple[int, ...]) -> bool:
        return bool(self.strategy.insures[self.table.index(*hand)])

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        row, start = self.table.index(*hand), start_row(dealer)
        if "surrender" in allowed and self.strategy.surrenders[start, row]:
            return "surrender"
        if "split" in allowed and self.strategy.splits[start, hand[0] - 1]:
            return "split"
        if "double" in allowed and self.strategy.doubles[start, row]:
            return "double"
        return "draw" if "draw" in allowed and self.strategy.draws[start, row] else "stand"


def _meter(rules: BlackjackRules, text: str) -> int:
    if rules.progressive is None:
        raise BadInput("meter: this table has no progressive wager")
    return parse_dollars(text)


SETTINGS = (
    *DEALING,
    Setting("count", "the count", lambda rules, text: read_count(text), plays_on=False),
    Setting("ramp", "units by the count", lambda rules, text: read_ramp(text), plays_on=False),
    Setting("plays", "plays by the count", lambda rules, text: read_plays(text), plays_on=False),
    Setting("meter", "dollars on the progressive meter when it is won", _meter),
    Setting("awards", "awards of the bonus wager, with weights", read_awards),
)


def conditions_of(
    rules: BlackjackRules,
    *,
    fresh: bool = False,
    seats: int = 1,
    seat: int = 1,
    penetration: int = 0,
) -> Conditions:
    """`penetration` is the percentage of the shoe that is dealt, of each side of a double shoe;
    by default the cutting card is where the rules have it. From a continuous shuffler (2.21)
    every round is dealt from a full shoe; under the Bart Carter shuffle (2.6(m)) the cards are
    shuffled when the discards exceed a deck."""
    size = 52 * rules.decks
    if not 1 <= seat <= seats <= rules.boxes:
        raise BadInput(f"seat {seat} of {seats}: the table has 1 to {rules.boxes} boxes")
    whole = fresh or rules.dealing == CONTINUOUS
    if whole and penetration:
        raise BadInput("a full shoe for every round has no penetration")
    if rules.bart_carter_shuffle and penetration:
        raise BadInput("the Bart Carter shuffle has no cutting card, and so no penetration")
    cut_at = size * penetration // 100 if penetration else size - rules.cutting_card
    if rules.bart_carter_shuffle:
        cut_at = rules.bart_carter_discards + 1
    return Conditions(seats, seat, 0 if whole else cut_at, rules.dealing == DOUBLE_SHOE)


def bets_of(
    rules: BlackjackRules,
    count: Count | None,
    ramp: list[tuple[int, Fraction]] | None,
    plays: list[Play],
) -> Bets | None:
    """The count with its ramp (one unit at any count, where there is none) and plays."""
    if count is None:
        if ramp is not None or plays:
            raise BadInput("a ramp or plays by the count need a count")
        return None
    return Bets(count, ramp or [(-COUNT_MOST, Fraction(1))], plays, decks=rules.decks)


def plan(
    rules: BlackjackRules, scenario: Scenario, decide: Any, *, fresh: bool = False, seats: int = 1,
    seat: int = 1, penetration: int = 0, count: Count | None = None,
    ramp: list[tuple[int, Fraction]] | None = None, plays: list[Play] | None = None,
    meter: int | None = None, awards: Awards = (),
) -> Plan:  # fmt: skip
    """The kernel as a plan. `decide` has the strategy that the kernel follows, too."""
    if scenario.wager == "insurance":
        return insurance_plan(rules, scenario.wager)
    table = table_rules(rules)
    strategy = strategy_in(decide, table)
    conditions = conditions_of(rules, fresh=fresh, seats=seats, seat=seat, penetration=penetration)
    bets = bets_of(rules, count, ramp, plays or [])
    if bets is not None and not conditions.cut_at:
        raise BadInput("there is nothing to count where every round is dealt from a full shoe")
    # 2.18: beside the initial wager, which the dealer's first hand decides.
    actions = 2 if scenario.wager.startswith(MULTIPLE_ACTION) else 1
    sides = sides_of(rules, scenario, meter=meter, awards=awards)
    machine = Machine(table, strategy, bets, sides, actions=actions)
    return Simulated(machine, conditions).plan(scenario.wager, decide)


def strategy_in(decide: Any, rules: TableRules) -> Strategy:
    """The strategy of a way to play (ways.py), or of what says moves itself."""
    if hasattr(decide, "of"):
        return ByHand(decide.of(rules))
    if not hasattr(decide, "move"):
        raise BadInput("the kernel of blackjack plays by a table of hands and cards shown")
    strategy: Strategy = decide
    return strategy


def sides_of(
    rules: BlackjackRules, scenario: Scenario, *, meter: int | None, awards: Awards
) -> SideRows | None:
    """The scenario's wager, where it is not the hand itself."""
    if scenario.wager.partition(" ")[0] in ("initial", MULTIPLE_ACTION):
        return None
    return side_rows(rules, scenario.wager, meter=meter, awards=awards)


def insurance_plan(rules: BlackjackRules, wager: str) -> Plan:
    """Insurance where the dealer shows an ace and nothing else is known: of all cards but that
    ace the ten-value ones win."""
    one = Fraction(1)
    table = rules.law.paytable("insurance")
    name, odds = table.rows[0]
    part = Part(table.name, name, odds.text, one)
    cells = [Cell(name, odds.text, odds.fraction, one, (part,)), Cell("lose", "", -one, one)]
    stops = np.ones(52 * rules.decks - 1, dtype=np.int64)
    stops[: 16 * rules.decks] = 0

    def run(key: int, rounds: int) -> Numbers:
        counts = np.zeros(2, dtype=np.int64)
        jit(wheel_kernel)(stops, np.uint64(key), rounds, counts)
        return counts

    return Plan((wager,), [(cell,) for cell in cells], run)
