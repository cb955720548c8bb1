"""What a round comes to: the wager of a player against the dealer, and a bank's against others."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.study import UNIT, Scenario
from pitboss.compiled import compiled
from pitboss.families.pai_gow.rules import BANK, MAIN, BankedRules
from pitboss.money import format_dollars

ONE = Fraction(1)
WIN, PUSH, LOSE = range(3)
AGAINST = f"{BANK} against "


@compiled(inline=True)
def higher(high: int, low: int, other_high: int, other_low: int) -> int:
    """How many of two hands are higher than their opposites: a copy is not."""
    return (high > other_high) + (low > other_low)


def main_cells(rules: BankedRules, unit: int = UNIT) -> list[Cell]:
    """A player's wager of `unit` cents, by result: even money less the vigorish."""
    pays = rules.main.fraction
    vigorish = rules.vigorish.of(int(pays * unit)) if rules.vigorish is not None else 0
    net = pays - Fraction(vigorish, unit)
    return [
        Cell(rules.main.key, rules.main.text, net, ONE, (Part.by(rules.main),)),
        Cell("push", "", 0 * ONE, ONE),
        Cell("lose", "", -ONE, ONE),
    ]


def bank_cells(rules: BankedRules, opponents: int, unit: int = UNIT) -> list[Cell]:
    """A bank's result, by how many of so many equal wagers it has won and lost (in `bank_place`'s
    order): it collects those that lose and pays those that win, as far as the chips reach that it
    put up to cover them (`Settlement._make_up`), and pays the vigorish on what is left over."""
    cells = []
    for lost in range(opponents + 1):
        for won in range(opponents + 1 - lost):
            cents = max(won * unit - int(lost * rules.main.fraction * unit), -opponents * unit)
            vigorish = rules.bank_vigorish.of(cents) if cents > 0 else 0
            row = ("win", "push", "lose")[(cents <= 0) + (cents < 0)]
            if opponents > 1:
                row = f"{row}: {won} won, {lost} lost"
            cells.append(Cell(row, "", Fraction(cents - vigorish, unit), opponents * ONE))
    return cells


@compiled
def bank_place(opponents: int, won: int, lost: int) -> int:
    """The place of a bank's result among `bank_cells`."""
    return lost * (opponents + 1) - (lost * (lost - 1) >> 1) + won


def bank_places(opponents: int) -> int:
    return comb(opponents + 2, 2)


def opponents_in(scenario: Scenario) -> int:
    """How many wagers a bank stands against; 0 for a player's wager against the dealer."""
    if scenario.wagers[0][0] != BANK:
        return 0
    words = scenario.wager.removeprefix(AGAINST)
    return int(words) if words.isdigit() else 1


def unit_of(scenario: Scenario) -> int:
    """What one wager is, in cents."""
    return scenario.unit or scenario.wagers[0][2]


def by_amount(rules: BankedRules, wager: str) -> str:
    """Why the edge depends on the amount: the vigorish is rounded up."""
    charge = rules.bank_vigorish if wager.startswith(BANK) else rules.vigorish
    if charge is None or not charge.round_up_to or not wager.startswith((BANK, MAIN)):
        return ""
    return f"the vigorish is rounded up to {format_dollars(charge.round_up_to)}"


def bank_scenario(opponents: int, unit: int = UNIT) -> Scenario:
    """The first seat banks, against the dealer's wager and equal wagers of further seats."""
    state = {"bank": (1,), "dealer_wager": unit}

    def at(cents: int) -> Scenario:
        return bank_scenario(opponents, cents)

    if opponents == 1:
        note = "a player banks against the dealer's hand alone; per unit of the dealer's wager"
        return Scenario(BANK, ((BANK, "", unit),), each=True, state=state, note=note, at=at)
    wagers = [(BANK, "", opponents * unit), *([(MAIN, "", unit)] * (opponents - 1))]
    return Scenario(
        f"{AGAINST}{opponents}",
        tuple(wagers),
        state=state,
        seats=tuple(range(1, opponents + 1)),
        unit=unit,
        at=at,
        note=f"a player banks against the dealer and {opponents - 1} more, who wager the same and "
        "set by the house way; per unit of one wager",
    )
