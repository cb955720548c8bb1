"""Side wagers of blackjack for the kernel: which cards are which row, and what each row comes to by
the rules' own pay table. Where no text says what is paid, the licensee's figures are arguments."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import is_blackjack
from pitboss.games.blackjack.hands import LOSES, optional_bonus_bits
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.side_wagers import ROW_OF, filed_row, progressive_row_of, sevens_row_of
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.families.twenty_one.kernel_run import SideRows
from pitboss.studies.families.twenty_one.side_wagers import (
    RowOf,
    awarded,
    cells_of,
    rows_of,
    streak,
    watched,
)

PROGRESSIVE, BONUS, STREAK, SEVENS = "progressive", "bonus", "streak", "sevens"
SEVEN_RANK, ACE_RANK = 5, 12
WEIGHT_MAX = 10**9

_AWARD = re.compile(r"([0-9]{1,4}(?:\.[0-9]{2})?):([0-9]{1,9})")

# Awards in cents, each with its weight.
Awards = tuple[tuple[int, int], ...]

# Wagers that first cards decide, by name: the field of the rules that has the pay table, and the
# row.
FIELDS = {"over-13": "over_under", "under-13": "over_under"}
SIDES: dict[str, tuple[str, RowOf]] = {
    kind: (FIELDS.get(kind, kind.replace("-", "_")), row) for kind, row in ROW_OF.items()
}
# Of these, those that the dealer's first card is part of, and those that may wait for the second.
BY_THREE, WAITING = ("match-the-dealer", "in-between"), ("twenty-point-bonus",)
NAMES = (*SIDES, "optional-bonus", SEVENS, PROGRESSIVE, BONUS, STREAK)


def side_rows(
    rules: BlackjackRules, wager: str, *, meter: int | None = None, awards: Awards = ()
) -> SideRows:
    """A side wager by its pay table. `meter`: what the progressive meter shows when it is won, in
    cents (its first amount by default); `awards`: those of the bonus wager's device."""
    kind, _, spot = wager.partition(" ")
    if kind in SIDES:
        field, row_of = SIDES[kind]
        paytable = _offered(rules, field, wager)
        return rows_of(paytable, row_of, by_two=kind not in BY_THREE, waits=kind in WAITING)
    makers: dict[str, Callable[[], SideRows]] = {
        "optional-bonus": lambda: _optional_bonus(rules),
        SEVENS: lambda: _sevens(rules),
        PROGRESSIVE: lambda: _progressive(rules, meter),
        BONUS: lambda: _bonus(rules, spot, awards),
        STREAK: lambda: _streak(rules, spot),
    }
    if kind not in makers:
        raise BadInput(f"the kernel has no {wager}: it has {', '.join(NAMES)}")
    return makers[kind]()


def _offered(rules: BlackjackRules, field: str, wager: str) -> Any:
    paytable = getattr(rules, field)
    if paytable is None:
        raise BadInput(f"{wager} is not offered at this table")
    return paytable


def _optional_bonus(rules: BlackjackRules) -> SideRows:
    """2.25: by the table that the licensee gives as options."""
    paytable = _offered(rules, "optional_bonus", "optional-bonus")
    row_of = _optional_row_of(tuple(name for name, _ in paytable.rows))
    return rows_of(paytable, row_of, by_two=True)


@cache
def _optional_row_of(filed: tuple[str, ...]) -> RowOf:
    """The row among those that the licensee has filed; one function for each such choice."""
    return lambda first, second, up, blackjack: filed_row(filed, optional_bonus_bits(first, second))


def _blackjack_row(first: int, second: int, up: int, blackjack: bool) -> int:
    return 0 if is_blackjack(first, second) else LOSES


def _sevens(rules: BlackjackRules) -> SideRows:
    """2.17(a)3: the first three cards, as far as the player takes them; two sevens are offered a
    third card where the dealer's blackjack has ended the round, 2.6(j)3 and (k)6."""
    paytable = _offered(rules, "sevens", SEVENS)
    return watched(
        cells_of(paytable), SEVEN_RANK, lambda cards: sevens_row_of(rules, cards), sevens=True
    )


def _progressive(rules: BlackjackRules, meter: int | None) -> SideRows:
    """2.19: aces from the first card on. The row of the meter comes before the others."""
    paytable = _offered(rules, "progressive", PROGRESSIVE)
    assert rules.progressive_meter is not None
    name, odds = rules.progressive_meter.rows[0]
    one = Fraction(1)
    shown = rules.meter_reset if meter is None else meter
    units = Fraction(shown, rules.progressive_stake)
    part = Part(rules.progressive_meter.name, name, odds.text, units)
    won = Cell(name, odds.text, odds.fraction * units, one, (part,))
    lost, *rest = cells_of(paytable)
    return watched([lost, won, *rest], ACE_RANK, progressive_row_of)


def _streak(rules: BlackjackRules, spot: str) -> SideRows:
    paytable = _offered(rules, STREAK, STREAK)
    rows = [name for name, _ in paytable.rows]
    if spot not in rows:
        raise BadInput(f"streak {spot[:20]!r}: expected {', '.join(rows)} rounds in a row")
    return streak(paytable, spot)


# -- 2.20, the bonus wager --------------------------------------------------------------------


def read_awards(rules: BlackjackRules, text: str) -> Awards:
    """ "5:60 50:39 1000.00:1": awards of the bonus wager's device in dollars, and how often each
    comes beside the others."""
    found = []
    for word in text.split():
        award = _AWARD.fullmatch(word)
        if award is None or not int(award[2]):
            raise BadInput(
                f"awards {text[:40]!r}: expected dollars and weights such as 5:60 50:39 1000:1"
            )
        found.append((parse_dollars(award[1]), int(award[2])))
    if not found or sum(weight for _, weight in found) > WEIGHT_MAX:
        raise BadInput(f"awards {text[:40]!r}: expected weights of {WEIGHT_MAX:,} in all at most")
    return tuple(found)


def _bonus(rules: BlackjackRules, spot: str, awards: Awards) -> SideRows:
    """2.20: wins on a blackjack what the device shows; the stake goes back besides."""
    stakes = [str(stake // 100) for stake in rules.bonus_awards]
    if spot not in stakes:
        offered = " or ".join(f"bonus {stake}" for stake in stakes) or "no bonus wager"
        raise BadInput(f"bonus {spot[:20]!r}: this table has {offered}")
    stake = 100 * int(spot)
    _check_awards(rules, stake, awards)
    shares = [(Fraction(award, stake), weight) for award, weight in awards]
    return awarded(_blackjack_row, shares, "award of")


def _check_awards(rules: BlackjackRules, stake: int, awards: Awards) -> None:
    """2.20(j), (k): within the limits of the stake, and with the mean that the licensee has
    filed."""
    if not awards:
        raise BadInput(
            "the awards of a bonus wager are the licensee's: give them with their weights, such as "
            "5:60 50:39 1000:1 (2.20(j))"
        )
    least, most = rules.bonus_awards[stake]
    for award, _ in awards:
        if not least <= award <= most:
            raise BadInput(
                f"an award of {format_dollars(award)} on {format_dollars(stake)}: expected "
                f"{format_dollars(least)} to {format_dollars(most)} (2.20(j))"
            )
    weights = sum(weight for _, weight in awards)
    mean = Fraction(sum(award * weight for award, weight in awards), weights)
    filed = int(rules.law.options[f"bonus_mean_award_{stake // 100}"])
    if round(mean) != filed:
        raise BadInput(
            f"the awards have a mean of {format_dollars(round(mean))}, and the licensee has filed "
            f"{format_dollars(filed)} as bonus_mean_award_{stake // 100} (2.20(k))"
        )
