"""Insurance at the games of twenty-one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd, lcm

from pitboss.families.twenty_one.play import Box, Play, Stake
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

INSURANCE = "insurance"


def insurance_of_wager(cents: int, percent: int, *, chip: int, rounds_up: bool) -> Bounds:
    """Not more than a part of the wager. Where that part cannot be made of chips, more may be
    wagered (`rounds_up`): up to the next amount that can be, and then only what can be."""
    exact = cents * percent // 100
    step = gcd(cents, chip)
    if not rounds_up or exact % step == 0:
        return Bounds(1, exact)
    return Bounds(step, exact - exact % step + step, step, step_reason="cannot be bet in chips")


class InsuranceWagers(Window, kw_only=True):
    """`most` is what may be wagered in insurance, by person, kind and spot."""

    most: dict[tuple[int, str, str], Bounds]

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        most = self.most.get((seat, kind.key, spot))
        if most is None:
            return Refusal(f"p{seat} has no wager to insure now", self.cite)
        step = lcm(bounds.step, most.step)
        return Bounds(step, most.at_most, step, self.cite, step_reason=most.step_reason)


def take_insurance(
    dealer: Dealer,
    play: Play,
    boxes: Sequence[Box],
    *,
    percent: int,
    rounds_up: bool = False,
    insured: Callable[[Stake], int] | None = None,
) -> None:
    """Each person with a wager on one of these boxes may insure it, whatever others do;
    `insured` says how much of a stake, where not all of it."""
    most = {}
    for box in boxes:
        for stake in box.stakes:
            if any(laid.stake is stake for hand in box.hands for laid in hand.laid):
                cents = stake.cents if insured is None else insured(stake)
                most[stake.owner, stake.name(INSURANCE), stake.spot] = insurance_of_wager(
                    cents, percent, chip=dealer.table.limits.chip, rounds_up=rounds_up
                )
    if most:
        kinds = tuple(dict.fromkeys(name for _, name, _ in most))
        cite = play.cites.insurance
        InsuranceWagers(dealer, kinds, cite=cite, what=INSURANCE, most=most).take_wagers()


def insurance_of(dealer: Dealer, stake: Stake) -> Wager | None:
    return dealer.find(stake.owner, stake.name(INSURANCE), stake.spot)


def settle_insurance(
    dealer: Dealer, play: Play, *, ten_value: bool, odds: Row, action: int = 1
) -> None:
    """When the dealer's second card is known: losers are collected before any other card."""
    cites = play.cites
    for box in play.boxes[::-1]:
        for stake in box.stakes:
            wager = insurance_of(dealer, stake) if stake.action == action else None
            if wager is None:
                continue
            if ten_value:
                dealer.pay(wager, odds, cite=cites.insurance_pays)
            else:
                dealer.collect(wager, cite=cites.insurance_loses)
