"""Amounts wagered, in games whose payout limit makes the result depend on them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.analysis.study import UNIT, Scenario
from pitboss.errors import BadInput
from pitboss.families.one_deck_poker.rules import Ledger
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.game import Rules

STAKE_MAX = 10**10
# Amounts that the odds of any pay table divide.
STEP = 60


def cents_after(kind: str, wager: str) -> int | None:
    """Returns the amount in `ante 100.00`, where `ante` is the kind; None for anything else."""
    named, _, amount = wager.partition(" ")
    try:
        return parse_dollars(amount) if named == kind else None
    except BadInput:
        return None


def limited(limit: int, name: str, wager: str) -> str:
    """Returns why the edge of the wager of this name, with or without an amount behind it, depends
    on the amount: a payout limit, which may be 0 for none."""
    if not limit or wager.partition(" ")[0] != name:
        return ""
    return f"a payout limit of {format_dollars(limit)} may cut what is won"


class Staked(msgspec.Struct, frozen=True):
    """Equal `wagers` of an amount, which is part of their name: `original 250.00`, where `original`
    is the `name`. `note` says what is wagered. At most so many wagers win in `all` together, and
    these `amounts` are studied where a payout limit may cut what they win."""

    name: str
    wagers: tuple[str, ...]
    note: str
    all: int
    amounts: tuple[int, ...]

    def scenarios(self, payout: Ledger, limit: int, name: str, note: str) -> list[Scenario]:
        """Returns the wagers where the limit is not reached, and at the amounts under it."""
        if not limit:
            return [self.of(UNIT, name, note)]
        best = max((odds.fraction for odds in payout if odds is not None), default=Fraction(0))
        free = max(STEP, int(limit // (self.all * best)) // STEP * STEP)
        note += ", where the payout limit is not reached"
        return [self.of(free, name, note), *map(self.of, self.amounts)]

    def of(self, cents: int, name: str = "", note: str = "") -> Scenario:
        """Returns the scenario at this amount, under a name and a note of its own if given."""
        wagers = tuple((wager, "", cents) for wager in self.wagers)
        name = name or f"{self.name} {format_dollars(cents)}"

        def at(cents: int) -> Scenario:
            return self.of(cents, name)

        return Scenario(name, wagers, note=note or self.note, at=at)

    def by_amount(self, limit: int, wager: str) -> str:
        """Returns why the edge depends on the amount."""
        return limited(limit, self.name.partition(" ")[0], wager)

    def scenario_for(self, rules: Rules, wager: str) -> Scenario | None:
        """Returns the scenario for `original 250.00`, or any amount; None for another wager."""
        named, _, amount = wager.rpartition(" ")
        if named != self.name:
            return None
        cents = parse_dollars(amount)
        if not 1 <= cents <= STAKE_MAX:
            raise BadInput(f"{wager[:40]}: expected 0.01 to {format_dollars(STAKE_MAX)}")
        return self.of(cents)
