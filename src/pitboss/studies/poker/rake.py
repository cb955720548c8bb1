"""What a table's revenue (14.14) costs its players, from the pots that are played there.

How large pots are is for the licensee to say: they are read from a file and never supposed. A pot
is what was wagered in a round, uncalled bets left out. A charge for time is the same whatever is
played."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import BadInput
from pitboss.money import CENTS_MAX, parse_dollars

LINES_MAX = 100_000
COUNT_MAX = 10**12
MINUTES = 60  # of an hour


class Pots(NamedTuple):
    """Amounts in cents, each with how many pots were of it."""

    amounts: tuple[tuple[int, int], ...]

    @property
    def number(self) -> int:
        return sum(count for _, count in self.amounts)

    def mean(self, of: Callable[[int], int | Fraction]) -> Fraction:
        """The mean over all pots of what a function gives for a pot's cents."""
        total = sum((Fraction(of(cents)) * count for cents, count in self.amounts), Fraction(0))
        return total / self.number


class Cost(NamedTuple):
    """Means in cents a hand: the pot, what the house keeps, and what goes to the jackpot's fund;
    and how often the rake is at its most."""

    pot: Fraction
    rake: Fraction
    contribution: Fraction
    at_most: Fraction

    @property
    def of_pot(self) -> Fraction:
        """The house's part of all that is wagered."""
        return self.rake / self.pot


def read_pots(text: str, name: str) -> Pots:
    """Pots of a text: a line each, an amount in dollars and, behind a comma, how many; `#` begins
    a comment, and a first line may be a heading."""
    amounts: list[tuple[int, int]] = []
    lines = text.splitlines()
    if len(lines) > LINES_MAX:
        raise BadInput(f"{name}: {len(lines):,} lines; expected at most {LINES_MAX:,}")
    for number, line in enumerate(lines, 1):
        said = line.partition("#")[0].strip()
        if not said or (number == 1 and re.fullmatch(r"[A-Za-z ]+(,[A-Za-z ]+)?", said)):
            continue
        amounts.append(_read_pot(said, f"{name}, line {number}"))
    if not amounts:
        raise BadInput(f"{name}: no pots; expected lines such as 37.50,120: a pot, and how many")
    return Pots(tuple(amounts))


def _read_pot(said: str, where: str) -> tuple[int, int]:
    amount, comma, count = (part.strip() for part in said.partition(","))
    try:
        cents = int(parse_dollars(amount))
    except BadInput:
        cents = 0
    if not 0 < cents <= CENTS_MAX:
        raise BadInput(f"{where}: {amount[:20]!r} is not a pot; expected dollars such as 37.50")
    if not comma:
        return cents, 1
    if not re.fullmatch(r"[0-9]{1,12}", count) or not int(count):
        raise BadInput(f"{where}: {count[:20]!r} pots; expected a whole number such as 120")
    return cents, int(count)


def study_rake(of_pot: Callable[[int], int], most: int, contribution: int, pots: Pots) -> Cost:
    """The means of a schedule, which takes so much of a pot, at most `most`. The contribution to
    the jackpot comes after the rake (14.19), and no more than there is left."""

    def taken(cents: int) -> int:
        return min(contribution, cents - of_pot(cents))

    return Cost(
        pots.mean(lambda cents: cents),
        pots.mean(of_pot),
        pots.mean(taken),
        pots.mean(lambda cents: int(bool(most) and of_pot(cents) == most)),
    )


def seat_hour(cents_a_hand: Fraction, hands: int, seats: int) -> Fraction:
    """What so much a hand is for a seat in an hour, if all seats win alike."""
    return cents_a_hand * hands / seats
