"""Cents, odds and rounding. Integers and exact ratios only: no float touches money."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd
from typing import NewType

from pitboss.errors import BadInput, Unpayable

Cents = NewType("Cents", int)

# No wager, payment or balance is larger; the bound keeps every sum far inside 64 bits.
CENTS_MAX = Cents(10**12)

_DOLLARS = re.compile(r"([0-9]{1,13})(?:\.([0-9]{1,2}))?")
_ODDS = re.compile(r"([0-9]{1,9})\s*(to|for)\s*([0-9]{1,9})")


def parse_dollars(text: str) -> Cents:
    """`10`, `10.5` or `10.00` as cents. Signs, separators and a third decimal are refused."""
    found = _DOLLARS.fullmatch(text)
    if found is None:
        raise BadInput(f"{text[:40]!r} is not an amount in dollars such as 10.00")
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    if cents > CENTS_MAX:
        raise BadInput(f"{text[:40]} is more than the largest amount, {format_dollars(CENTS_MAX)}")
    return Cents(cents)


def format_dollars(cents: int) -> str:
    """Cents as dollars with two decimals; a minus sign stands before a negative amount."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{dollars}.{rest:02d}"


class Odds:
    """Exact payout odds, "n to m": a win of n for every m staked, on top of the stake."""

    __slots__ = ("denominator", "numerator", "text")

    def __init__(self, numerator: int, denominator: int = 1) -> None:
        if numerator < 0 or denominator < 1:
            raise BadInput(f"odds of {numerator} to {denominator} are not odds")
        self.numerator = numerator
        self.denominator = denominator
        self.text = f"{numerator} to {denominator}"

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Parse "5 to 1". The wording "for" is refused: it counts the stake in the payment."""
        found = _ODDS.fullmatch(text.strip())
        if found is None:
            raise BadInput(f'{text[:40]!r} is not odds such as "5 to 1"')
        if found[2] == "for":
            raise BadInput(f'{text!r}: odds are stated with "to", never with "for"')
        return cls(int(found[1]), int(found[3]))

    @classmethod
    def from_for(cls, text: str) -> Odds:
        """Convert "6 for 1" (stake included) to the odds "5 to 1" that it means."""
        found = _ODDS.fullmatch(text.strip())
        if found is None or found[2] != "for":
            raise BadInput(f'{text[:40]!r} is not of the form "6 for 1"')
        return cls(int(found[1]) - int(found[3]), int(found[3]))

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)

    def win(self, stake: int) -> int:
        """What a stake wins at these odds; `Unpayable` unless it is a whole number of cents."""
        won, rest = divmod(stake * self.numerator, self.denominator)
        if rest:
            raise Unpayable(f"{format_dollars(stake)} cannot be paid exactly at {self.text}")
        return won

    def step(self, unit: int) -> int:
        """The smallest stake, in cents, whose win at these odds is a multiple of `unit`."""
        # k units win k * n / m units: whole for every k that is a multiple of m / gcd(n, m).
        return unit * (self.denominator // gcd(self.numerator, self.denominator))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.fraction == other.fraction

    def __hash__(self) -> int:
        return hash(self.fraction)

    def __lt__(self, other: Odds) -> bool:
        return self.fraction < other.fraction

    def __repr__(self) -> str:
        return f"Odds({self.text!r})"


class Charge:
    """A percentage of an amount, rounded as a cited rule allows: a vigorish or a half loss.

    `round_up_to` is the multiple of cents to which the licensee rounds up; 0 means that no
    rounding is permitted or chosen, and then an inexact charge is an error.
    """

    __slots__ = ("cite", "percent", "round_up_to")

    def __init__(self, percent: int, *, cite: str, round_up_to: int = 0) -> None:
        self.percent = percent
        self.cite = cite
        self.round_up_to = round_up_to

    def of(self, amount: int) -> Cents:
        hundredths = amount * self.percent
        if self.round_up_to:
            unit = 100 * self.round_up_to
            return Cents(-(-hundredths // unit) * self.round_up_to)
        charged, rest = divmod(hundredths, 100)
        if rest:
            raise Unpayable(
                f"{self.percent}% of {format_dollars(amount)} is not a whole number of cents"
            )
        return Cents(charged)
