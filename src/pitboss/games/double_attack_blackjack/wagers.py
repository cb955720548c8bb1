"""26.5, 26.6, 26.11, 26.13: which wagers may be made, and how much."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.families.twenty_one.boxes import BEHIND, Main, MainWagers
from pitboss.families.twenty_one.play import Stake
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

INITIAL, DOUBLE_ATTACK, BUST_IT = "initial", "double-attack", "bust-it"
ATTACK_BEHIND = "double-attack-behind"


def main_wagers(rules: DoubleAttackRules) -> Main:
    return Main(
        kinds={"": INITIAL},
        added=DOUBLE_ATTACK,
        side={BUST_IT: "26.6"},
        one_box="26.14",
        people=rules.people_on_a_box,
        several_boxes=rules.several_boxes,
    )


class InitialWagers(MainWagers):
    """26.5, 26.6, 26.13: initial wagers, and bonus wagers of at most as much, before any card."""

    def beside(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        rules: DoubleAttackRules = self.dealer.rules
        most = min(self.dealer.staked(seat, INITIAL), rules.bust_it_maximum, bounds.at_most)
        return Bounds(rules.bust_it_minimum, most, bounds.step, "26.6")

    def why_not_close(self) -> Refusal | None:
        refusal = super().why_not_close()
        for wager in self.dealer.wagers if refusal is None else ():
            if wager.kind == BUST_IT and wager.cents > self.dealer.staked(wager.seat, INITIAL):
                text = f"p{wager.seat} has a bust-it wager above the initial wager"
                return Refusal(text, "26.6")
        return refusal


class DoubleAttackWagers(Window):
    """26.5: each player may add up to the initial wager, on each box where there is one."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        on = BEHIND if kind.key == ATTACK_BEHIND else INITIAL
        initial = self.dealer.find(seat, on, spot)
        if initial is None:
            return Refusal(f"p{seat} has no initial wager", kind.cite)
        # Below the posted minimum, down to one chip.
        least = min(bounds.at_least, max(bounds.step, self.dealer.table.limits.chip))
        return Bounds(least, initial.cents, bounds.step, kind.cite)

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        if wager.kind in (DOUBLE_ATTACK, ATTACK_BEHIND):
            return ""
        return f"{wager.name} may not be altered once a card is out"


def insurable(dealer: Dealer, rules: DoubleAttackRules) -> Callable[[Stake], int]:
    """26.11: how much of a stake half may be insured: the initial wager, or with it the double
    attack wager."""

    def cents(stake: Stake) -> int:
        kinds = [stake.kind or INITIAL, stake.name(DOUBLE_ATTACK)][: rules.insured_wagers]
        found = (dealer.find(stake.owner, kind, stake.spot) for kind in kinds)
        return sum(wager.cents for wager in found if wager is not None)

    return cents


def bonus_wagers(dealer: Dealer) -> list[Wager]:
    """From the dealer's right."""
    return [wager for wager in dealer.in_order()[::-1] if wager.kind == BUST_IT]
