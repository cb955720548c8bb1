"""What an amount does to a wager: charges that are rounded, and limits of what is paid, make the
house edge depend on how much is wagered."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.law.regulation import Law
from pitboss.money import Cents, format_dollars, parse_dollars
from pitboss.table.game import Limits, Rules

AMOUNT_MAX = 10**10
# What a small table of amounts has, where nobody says otherwise.
USUAL = (500, 600, 1_000, 1_500, 2_500, 5_000, 10_000, 50_000, 100_000)
_WITH_AMOUNT = re.compile(r"(\S.*\S|\S)\s+([0-9]{1,13}\.[0-9]{2})")


def read_amount(text: str) -> Cents:
    """The amount of a wager as it is typed."""
    cents = parse_dollars(text)
    if not 1 <= cents <= AMOUNT_MAX:
        raise BadInput(f"amount {text[:20]}: expected 0.01 to {format_dollars(AMOUNT_MAX)}")
    return cents


def split_amount(wager: str) -> tuple[str, int]:
    """`banker 6.00` as the wager and its amount, 600; an amount always has its two decimals, so
    that a spot, as in `place 6`, is none."""
    found = _WITH_AMOUNT.fullmatch(wager)
    return (found[1], read_amount(found[2])) if found is not None else (wager, 0)


def at_amount(scenario: Scenario, cents: int, rules: Rules, wager: str = "") -> Scenario:
    """The scenario with that amount on the wager that it studies, or on each of them where none is
    named; wagers beside it keep their proportion to it."""
    if scenario.fixed:
        own = _own_stake(scenario)
        if cents != own:
            raise BadInput(
                f"{scenario.wager} {format_dollars(cents)}: this wager is always "
                f"{format_dollars(own)}"
            )
        return scenario
    if scenario.at is not None:
        staked = scenario.at(cents)
    elif scenario.each:
        made = scenario.wagers
        if wager and not scenario.seats:
            # The amount need not be one in which the others could be made.
            made = tuple(each for each in made if f"{each[0]} {each[1]}".strip() == wager)
        wagers = tuple((kind, spot, cents) for kind, spot, _ in made)
        staked = msgspec.structs.replace(scenario, wagers=wagers)
    else:
        share = Fraction(cents, _own_stake(scenario))
        wagers = tuple((kind, spot, _whole(c * share, cents)) for kind, spot, c in scenario.wagers)
        unit = _whole(scenario.unit * share, cents)
        staked = msgspec.structs.replace(scenario, wagers=wagers, unit=unit)
    _check_payable(staked, rules.law)
    return staked


def _own_stake(scenario: Scenario) -> int:
    """What lies on the wager that the scenario is named after; else on the first."""
    named = scenario.wager.partition(" ")[0]
    return next((c for kind, _, c in scenario.wagers if kind == named), scenario.wagers[0][2])


def _whole(cents: Fraction, amount: int) -> int:
    if cents.denominator != 1:
        raise BadInput(f"{format_dollars(amount)}: a wager beside it would not be whole cents")
    return int(cents)


def _check_payable(scenario: Scenario, law: Law) -> None:
    """No wager is taken that could not be paid, or charged, in whole cents."""
    for name, spot, cents in scenario.wagers:
        kind = law.wagers.get(name)
        if kind is None:
            continue
        step = law.payable_step(kind, spot, Limits().chip)
        if cents % step:
            where = kind.pays_exactly or kind.step_cite or kind.cite
            raise BadInput(
                f"{name} {format_dollars(cents)}: this wager is made in multiples of "
                f"{format_dollars(step)}",
                cite=law.cite(where),
            )


class AtAmount(msgspec.Struct, frozen=True):
    """The house edge of a wager of so many cents; None where it may not be made, and why."""

    cents: int
    house_edge: Fraction | None
    refused: str = ""
