"""Blackjack for the kernel (twenty_one/kernel.py): its wagers, and what a simulation may be told of
how it is dealt and wagered on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.analysis.simulation.counts import COUNT_MOST, COUNT_SETTINGS, Count
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Scenario, Setting
from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import CONTINUOUS, DOUBLE_SHOE, BlackjackRules
from pitboss.money import parse_dollars
from pitboss.studies.families.twenty_one.kernel_run import (
    SEATS_MAX,
    Dealing,
    KernelRun,
    KernelTable,
    SideRows,
    dealing_of,
    dealing_settings,
)
from pitboss.studies.families.twenty_one.player import Player

from .counting import Bets, Play, read_plays
from .kernel_sides import Awards, read_awards, side_rows
from .table import table_rules

MULTIPLE_ACTION = "multiple-action"


def _meter(rules: BlackjackRules, text: str) -> int:
    if rules.progressive is None:
        raise BadInput("meter: this table has no progressive wager")
    return parse_dollars(text)


SETTINGS = (
    *dealing_settings("boxes", "box", SEATS_MAX),
    *COUNT_SETTINGS,
    Setting("plays", "plays by the count", lambda rules, text: read_plays(text), plays_on=False),
    Setting("meter", "dollars on the progressive meter when it is won", _meter),
    Setting("awards", "awards of the bonus wager, with weights", read_awards),
)


def dealing_at(
    rules: BlackjackRules,
    *,
    fresh: bool = False,
    seats: int = 1,
    seat: int = 1,
    penetration: int = 0,
) -> Dealing:
    """By default the cutting card is where the rules have it. From a continuous shuffler (2.21)
    every round is dealt from a full shoe; under the Bart Carter shuffle (2.6(m)) the cards are
    shuffled when the discards exceed a deck."""
    size = 52 * rules.decks
    whole = fresh or rules.dealing == CONTINUOUS
    cut_at = size - rules.cutting_card
    if rules.bart_carter_shuffle:
        cut_at = rules.bart_carter_discards + 1
    dealing = dealing_of(
        size,
        places=f"the table has 1 to {rules.boxes} boxes",
        places_max=rules.boxes,
        seats=seats,
        seat=seat,
        penetration=penetration,
        whole=whole,
        cut_at=cut_at,
    )
    if rules.bart_carter_shuffle and penetration:
        raise BadInput("the Bart Carter shuffle has no cutting card, and so no penetration")
    return dealing._replace(double_shoe=rules.dealing == DOUBLE_SHOE)


def bets_of(
    rules: BlackjackRules,
    count: Count | None,
    ramp: list[tuple[int, Fraction]] | None,
    plays: list[Play],
) -> Bets | None:
    """The count with its ramp (one unit at any count, where there is none) and plays."""
    if count is None:
        if ramp is not None or plays:
            raise BadInput("a ramp or plays by the count need a count")
        return None
    return Bets(count, ramp or [(-COUNT_MOST, Fraction(1))], plays, decks=rules.decks)


def plan(
    rules: BlackjackRules,
    scenario: Scenario,
    player: Player,
    *,
    count: Count | None = None,
    ramp: list[tuple[int, Fraction]] | None = None,
    plays: list[Play] | None = None,
    meter: int | None = None,
    awards: Awards = (),
    **dealt: Any,
) -> Plan:
    """The kernel as a plan."""
    dealing = dealing_at(rules, **dealt)
    bets = bets_of(rules, count, ramp, plays or [])
    if bets is not None and not dealing.cut_at:
        raise BadInput("there is nothing to count where every round is dealt from a full shoe")
    # 2.18: beside the initial wager, which the dealer's first hand decides.
    actions = 2 if scenario.wager.startswith(MULTIPLE_ACTION) else 1
    sides = sides_of(rules, scenario, meter=meter, awards=awards)
    table = KernelTable(table_rules(rules), player.strategy, bets, sides, actions=actions)
    return KernelRun(table, dealing).plan(scenario.wager, player)


def sides_of(
    rules: BlackjackRules, scenario: Scenario, *, meter: int | None, awards: Awards
) -> SideRows | None:
    """The scenario's wager, where it is not the hand itself."""
    if scenario.wager.partition(" ")[0] in ("initial", MULTIPLE_ACTION):
        return None
    return side_rows(rules, scenario.wager, meter=meter, awards=awards)
