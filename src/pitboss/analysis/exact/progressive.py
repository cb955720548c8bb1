"""A wager that is paid from a meter: its edge as a function of what the meter shows, the meter at
which it is fair, and, where the licensee has said what it is reset to, what the meter shows on
average when it is won."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import exact
from pitboss.law.paytable import Paytable

DOLLAR = 100


class Share(msgspec.Struct, frozen=True):
    """A row that pays a part of the meter, with its chance."""

    row: str
    chance: Fraction
    above: int
    below: int

    def part(self) -> Fraction:
        return Fraction(self.above, self.below)

    def pays(self, meter: int) -> int:
        """Cents of a meter of so many: of a part, as many whole cents as there are."""
        return meter // self.below * self.above


class Progressive(msgspec.Struct, frozen=True):
    """The wager and its `stake`; the licensee's `reset` and what each wager adds (`rate`), all in
    cents; what it returns on average beside the meter, in wagers. A reset of nothing is one that
    the licensee has not said."""

    wager: str
    stake: int
    reset: int
    rate: int
    returned: Fraction
    shares: tuple[Share, ...]

    def edge_at(self, meter: int) -> Fraction:
        """The house edge with so many cents on the meter before this wager adds to it."""
        shown = meter + self.rate
        won = sum((each.chance * each.pays(shown) for each in self.shares), Fraction(0))
        return 1 - self.returned - won / self.stake

    def slope(self) -> Fraction:
        """By how much the edge falls for every dollar on the meter that pays."""
        part = sum((each.chance * each.part() for each in self.shares), Fraction(0))
        return part * DOLLAR / self.stake

    def at_nothing(self) -> Fraction:
        """The edge were there nothing on the meter."""
        return 1 - self.returned

    def break_even(self) -> Fraction:
        """The dollars on the meter that pays at which the wager is fair."""
        return self.at_nothing() / self.slope()

    def chance_of_all(self) -> Fraction:
        """That all of the meter is won."""
        return sum((each.chance for each in self.shares if each.part() == 1), Fraction(0))

    def average_meter(self) -> Fraction:
        """The dollars that the meter shows on average when it pays. Each wager adds the rate; a row
        takes its part; all of it leaves the reset. In the long run as much is added as paid."""
        added = self.chance_of_all() * self.reset + self.rate
        return added / self.slope() / self.stake

    def reserve(self) -> Fraction:
        """What the reset amount costs, as a part of each wager: set aside, it pays the resets."""
        return self.chance_of_all() * self.reset / self.stake

    def long_run_edge(self) -> Fraction:
        """The house edge over many wagers: what is neither returned, nor added, nor set aside."""
        return self.at_nothing() - Fraction(self.rate, self.stake) - self.reserve()

    def formula(self) -> str:
        """The edge in words, M being the dollars on the meter that pays."""
        return f"{float(self.at_nothing()):.6%} - {float(self.slope()):.6g} x M".replace("%", " %")

    def as_json(self, meter: int | None) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "wager": self.wager,
            "stake": self.stake,
            "rate_of_progression": self.rate,
            "reset": self.reset or None,
            "edge_at_meter_of_nothing": exact(self.at_nothing()),
            "edge_lost_for_every_dollar": exact(self.slope()),
            "break_even_meter": exact(self.break_even()),
            "rows": [
                {"row": each.row, "chance": exact(each.chance), "part": str(each.part())}
                for each in self.shares
            ],
        }
        if self.reset:
            answer |= {
                "average_meter_when_paid": exact(self.average_meter()),
                "reserve_for_resets": exact(self.reserve()),
                "long_run_house_edge": exact(self.long_run_edge()),
                "wagers_between_resets": exact(1 / self.chance_of_all()),
            }
        if meter is not None:
            answer |= {"meter": meter, "house_edge": exact(self.edge_at(meter))}
        return answer


def progressive_of(
    wager: str,
    fixed: Paytable,
    meter: Paytable,
    chances: Mapping[str, Fraction],
    *,
    stake: int,
    reset: int,
    rate: int,
    stake_back: bool = False,
) -> Progressive:
    """From the tables of fixed amounts and of parts of the meter, and the chances of their rows;
    whoever wins may get the stake back, or it is gone."""
    shares = tuple(
        Share(row, chances[row], odds.numerator, odds.denominator) for row, odds in meter
    )
    paid = [(odds.fraction + stake_back) * chances[row] for row, odds in fixed if row not in meter]
    paid += [each.chance * stake_back for each in shares]
    return Progressive(wager, stake, reset, rate, sum(paid, Fraction(0)), shares)
