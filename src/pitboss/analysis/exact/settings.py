"""What the settings of a hand are worth, in games whose players part their cards or tiles into two
hands; and what a house way costs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import exact
from pitboss.table.game import Rules


class SettingOdds(msgspec.Struct, frozen=True):
    """One way to set a hand: how many hands of the other side it wins and loses against, and what
    it is worth in wagers."""

    high: str
    low: str
    won: int
    lost: int
    value: Fraction
    foul: bool = False
    by_house: bool = False

    def as_json(self, against: int) -> dict[str, Any]:
        return {
            "high": self.high,
            "low": self.low,
            "foul": self.foul,
            "house_way": self.by_house,
            "win": exact(Fraction(self.won, against)),
            "push": exact(Fraction(against - self.won - self.lost, against)),
            "lose": exact(Fraction(self.lost, against)),
            "value": exact(self.value),
        }


class HandOdds(msgspec.Struct):
    """All settings of a hand, the best first. `against` is how many hands the other side may hold;
    `rule` is the rule of the house way that sets this one."""

    rules: Rules
    hand: str
    wager: str
    rule: str
    against: int
    settings: Sequence[SettingOdds]
    seconds: float = 0.0

    def cost(self) -> Fraction:
        """What the house way costs with this hand, in wagers."""
        house = next(setting for setting in self.settings if setting.by_house)
        return self.settings[0].value - house.value

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            "hand": self.hand,
            "wager": self.wager,
            "house_way_rule": self.rule,
            "house_way_cost": exact(self.cost()),
            "hands_of_the_other_side": self.against,
            "settings": [setting.as_json(self.against) for setting in self.settings],
            "unverified": list(law.unverified),
            "seconds": round(self.seconds, 3),
        }


class RuleCost(msgspec.Struct, frozen=True):
    """A rule of a house way: how many hands it sets, how many of them otherwise than best, and what
    that costs, in wagers a round."""

    rule: str
    hands: int
    otherwise: int
    cost: Fraction


class HandCost(msgspec.Struct, frozen=True):
    """A hand that a house way sets worse than it could; how many hands are like it, and what it
    costs to set one so, in wagers."""

    hand: str
    house: str
    best: str
    rule: str
    hands: int
    cost: Fraction


class WayCosts(msgspec.Struct):
    """What a house way costs a player who sets by it against a dealer who does: by rule, and the
    costliest hands first (as many as are listed)."""

    title: str
    # The house edge against a player who sets by the way, and against one who sets best.
    edge: Fraction
    edge_at_best: Fraction
    by_rule: Sequence[RuleCost]
    by_hand: Sequence[HandCost]

    def total(self) -> Fraction:
        return self.edge - self.edge_at_best

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "edge": exact(self.edge),
            "edge_at_best": exact(self.edge_at_best),
            "cost": exact(self.total()),
            "by_rule": [_figures(each) for each in self.by_rule],
            "by_hand": [_figures(each) for each in self.by_hand],
        }


def _figures(each: RuleCost | HandCost) -> dict[str, Any]:
    return {**msgspec.structs.asdict(each), "cost": exact(each.cost)}
