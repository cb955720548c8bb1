"""Sic bo's rules: the odds that are offered, the shaker, what each place of the layout is."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.sic_bo import hands
from pitboss.law.regulation import Law, WagerKind
from pitboss.table.game import Rules

SEATS = 12
FAMILY = {
    "three-of-a-kind": hands.THREE_OF_A_KIND,
    "two-of-a-kind": hands.TWO_OF_A_KIND,
    "any-three-of-a-kind": hands.ANY_THREE_OF_A_KIND,
    "total": hands.TOTAL,
    "combination": hands.COMBINATION,
    "small": hands.SMALL,
    "big": hands.BIG,
    "one-of-a-kind": hands.ONE_OF_A_KIND,
}
# The tables of the odds that are commonly offered, in place of the estimated minimum.
COMMON = {"payout": "payout_common", "total": "total_common"}


class SicBoRules(Rules, frozen=True):
    """`numbers` are those that a place on the layout stands for, 0 where it has none."""

    dice: int
    shakes: int
    automated: bool
    numbers: dict[str, tuple[int, int]]


def sic_bo_rules(law: Law) -> SicBoRules:
    common = law.word("payouts") == "common"
    wagers = {key: _paid_by(kind) if common else kind for key, kind in law.wagers.items()}
    spots = {spot for kind in wagers.values() for spot in kind.spots}
    return SicBoRules(
        law=replace(law, wagers=wagers),
        dice=law.number("dice"),
        shakes=law.number("shakes"),
        automated=law.word("shaker") == "automated",
        numbers={"": (0, 0)} | {spot: _numbers(spot) for spot in sorted(spots)},
    )


def _paid_by(kind: WagerKind) -> WagerKind:
    """The wager, paid by the odds that are commonly offered."""
    table, colon, row = kind.pays.partition(":")
    return replace(kind, pays=COMMON.get(table, table) + colon + row)


def _numbers(spot: str) -> tuple[int, int]:
    first, _, second = spot.partition("-")
    return int(first), int(second or 0)
