"""A progressive meter as N.J.A.C. 13:69E-1.39A asks for it: its parameters, and what each of its
meters counts in the long run. What is the licensee's to state is not made up."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.analysis.exact.progressive import Progressive
from pitboss.analysis.laboratory.limited_meter import limited
from pitboss.errors import BadInput
from pitboss.money import format_dollars

# N.J.A.C. 13:69D-1.52(e)4: a progressive jackpot may not be rarer.
RAREST = 100_000_000


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What the licensee states of a meter beside the rules: the most that it may show, in cents;
    the part of each wager that goes to a reserve which pays the next reset amount (the hidden
    rate); the cents of one round's contribution beyond which the device takes it to be invalid."""

    limit: int | None = None
    hidden_rate: Fraction | None = None
    unreasonable: int | None = None


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """A row that is paid from the meter: which part of it, how often, whether that is often enough,
    and the cents of each wager that it pays on average, where the meter's average is known."""

    row: str
    part: Fraction
    chance: Fraction
    often_enough: bool
    paid: Fraction | None


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """Where each wager goes in the long run, in shares of it that make up one: to players by fixed
    rows, to the displayed meter, over its limit, to the reserve for resets, to the house."""

    fixed: Fraction
    display: Fraction
    overflow: Fraction
    reserve: Fraction
    house: Fraction


class MeterDesk(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that is paid from a meter. Amounts are in cents. `reset` is None where the licensee
    has not said it: then nothing is known of the long run. `needed` is the hidden rate that pays
    the resets and no more. `average` is what the meter shows when it pays, `at_limit` the share of
    wagers made while it may not grow. Under a limit these come from an iterated chain and not from
    a fraction (`numeric`). `seats` is how many wagers a round can add to it at one table."""

    wager: str
    stake: int
    rate: int
    reset: int | None
    terms: MeterTerms
    at_nothing: Fraction
    a_dollar: Fraction
    break_even: Fraction
    levels: list[Level]
    seats: int
    at_reset: Fraction | None = None
    needed: Fraction | None = None
    average: Fraction | None = None
    at_limit: Fraction | None = None
    numeric: bool = False
    split: Split | None = None

    def most_in_a_round(self) -> int:
        """The most that a round of one table adds: more cannot come from play."""
        return self.seats * self.rate

    def invalid_beyond(self) -> int:
        """The contribution of a round beyond which it is unreasonable: as the licensee states it,
        or the most that play can add."""
        stated = self.terms.unreasonable
        return self.most_in_a_round() if stated is None else stated

    def unreasonable_share(self, wagers: int) -> Fraction:
        """What share of a round's contribution with so many wagers the device takes to be invalid:
        nothing, or all of it."""
        return Fraction(wagers * self.rate > self.invalid_beyond())


def meter_desk(found: Progressive, terms: MeterTerms, seats: int) -> MeterDesk:
    """Returns everything on the desk for the wager that is paid from a meter."""
    needed = average = at_limit = split = None
    numeric = False
    if found.reset:
        _check(found, terms)
        needed = found.reserve()
        average, at_limit = 100 * found.average_meter(), Fraction(0)
        overflow = Fraction(0)
        if terms.limit is not None and found.rate:
            under = limited(found, terms.limit)
            average, at_limit = Fraction(under.average), Fraction(under.at_limit)
            overflow, numeric = Fraction(under.overflow), True
        split = _split(found, terms, needed, overflow)
    levels = [
        Level(
            row=each.row,
            part=each.part(),
            chance=each.chance,
            often_enough=each.chance * RAREST >= 1,
            paid=each.chance * each.part() * average if average is not None else None,
        )
        for each in found.shares
        if each.chance
    ]
    return MeterDesk(
        wager=found.wager,
        stake=found.stake,
        rate=found.rate,
        reset=found.reset or None,
        terms=terms,
        at_nothing=found.at_nothing(),
        a_dollar=found.slope(),
        break_even=100 * found.break_even(),
        levels=levels,
        seats=seats,
        at_reset=found.edge_at(found.reset) if found.reset else None,
        needed=needed,
        average=average,
        at_limit=at_limit,
        numeric=numeric,
        split=split,
    )


def _check(found: Progressive, terms: MeterTerms) -> None:
    if terms.limit is not None and terms.limit < found.reset:
        shown = format_dollars(terms.limit)
        raise BadInput(
            f"--progressive limit: {shown} is below the reset amount, {format_dollars(found.reset)}"
        )


def _split(found: Progressive, terms: MeterTerms, needed: Fraction, overflow: Fraction) -> Split:
    stake = found.stake
    reserve = needed if terms.hidden_rate is None else terms.hidden_rate
    display, over = (found.rate - overflow) / stake, overflow / stake
    return Split(
        fixed=found.returned,
        display=display,
        overflow=over,
        reserve=reserve,
        house=1 - found.returned - display - over - reserve,
    )
