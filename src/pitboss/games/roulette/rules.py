"""Roulette's rules: the wheel, the places of the layout, what is lost at zero."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.roulette.spots import DOUBLE, EVEN_MONEY, SINGLE, Places, compartments, places
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law, WagerKind
from pitboss.money import Charge
from pitboss.table.game import Rules


class RouletteRules(Rules, frozen=True):
    """`void` is the compartment that makes a spin void, if there is one; `half_loss` what an
    even money wager loses in a zero, or None where it loses all."""

    wheel: str
    compartments: tuple[str, ...]
    void: str
    covers: dict[tuple[str, str], frozenset[str]]
    odds: dict[str, Row]
    half_loss: Charge | None
    zero_cite: str
    left_on_replica: Charge


def roulette_rules(law: Law) -> RouletteRules:
    wheel = law.word("wheel")
    found = places(wheel)
    half = _zero_loss(law, wheel) == "half"
    payout = law.paytable("payout")
    wagers = {key: _kind(kind, found, payout, half=half) for key, kind in law.wagers.items()}
    return RouletteRules(
        law=replace(law, wagers=wagers),
        wheel=wheel,
        compartments=compartments(wheel),
        void="" if wheel in (DOUBLE, SINGLE) else "00",
        covers={(key, spot): covered for key in wagers for spot, covered in found[key].items()},
        odds={key: payout[_row(kind)] for key, kind in wagers.items()},
        half_loss=Charge(50, cite="5.2(b)") if half else None,
        zero_cite=_zero_cite(law, wheel),
        left_on_replica=Charge(80, cite="5.3(d)"),
    )


def _row(kind: WagerKind) -> str:
    return kind.pays.partition(":")[2]


def _kind(kind: WagerKind, found: Places, payout: Paytable, *, half: bool) -> WagerKind:
    """The wager with its places on this layout, in amounts that can be halved or moved."""
    kind = replace(kind, spots=tuple(spot for spot in found[kind.key] if spot))
    if half and kind.key in EVEN_MONEY:
        return replace(kind, cent_step=2, step_cite="5.2(b)")
    if kind.key == "five-adjacent":
        # One fifth is what is paid, so it is the fifth that must be payable.
        return replace(kind, multiple_of=5 * payout[_row(kind)].step(1))
    return kind


def _zero_loss(law: Law, wheel: str) -> str:
    """5.2(b), (c), (d)3: half or all. The option is there where the text gives a choice, the
    fact where it is mandatory; both are silent on a single zero wheel."""
    if "zero_rule" in law.options:
        return law.word("zero_rule")
    if wheel == DOUBLE and "zero_loss" in law.values:
        return law.word("zero_loss")
    return "all"


def _zero_cite(law: Law, wheel: str) -> str:
    if wheel == DOUBLE:
        return "5.2(b)"
    if wheel == SINGLE:
        # Before (c) was added, (b) was for either wheel.
        return "5.2(c)" if "whole_loss_single_zero" in law.values else "5.2(b)"
    return "5.2(d)3"
