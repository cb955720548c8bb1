"""Blackjack switch's study: the two hands by the exact analysis, the wagers beside them by
counting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.exposure.figures import Before, Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.counts import COUNT_SETTINGS
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.simulate import cores
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.equipment.cards import DECK
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.families.twenty_one.counted_wagers import need_no_count
from pitboss.studies.families.twenty_one.exposed import before_insurance, need_hole_card
from pitboss.studies.families.twenty_one.kernel_run import dealing_settings
from pitboss.studies.families.twenty_one.player import seated
from pitboss.studies.families.twenty_one.side_wagers import (
    INSURANCE_NOTE,
    Insurance,
    counted,
    dealt_plan,
)
from pitboss.studies.families.twenty_one.table_rules import TableRules

from . import kernel, strategy_lines
from .by_hand import worths
from .exact import match_wager, table_rules
from .results import Result, evaluate, evaluate_with_square
from .ways import BEST, NAMED, Player

HANDS, MATCH, INSURANCE = "first and second", "match", "insurance"
NOTE = (
    "both hands together, per unit of their two wagers; off the top of a full shoe; a hand is "
    "played by its own cards, the dealer's and the two that the other hand began with; split hands "
    "are played as hands that were not split; insurance, with four cards known, is never worth "
    "it; all rounds are one outcome, with its exact averages and exact mean square"
)


def scenarios(rules: SwitchRules) -> list[Scenario]:
    hands = (("first", "", UNIT), ("second", "", UNIT))
    found = [Scenario(HANDS, hands, note=NOTE, unit=2 * UNIT)]
    if MATCH in rules.law.wagers:
        found.append(Scenario(MATCH, (*hands, (MATCH, "", UNIT))))
    wager = (INSURANCE, "first", UNIT // 2)
    found.append(Scenario(INSURANCE, (*hands, wager), note=INSURANCE_NOTE))
    return found


# -- the two hands ---------------------------------------------------------------------------

_evaluated: dict[tuple[TableRules, int], Result] = {}
_squares: dict[tuple[TableRules, int], Fraction] = {}


def player_of(rules: SwitchRules, decide: Decide | None) -> Player:
    refusal = "blackjack switch is played in the best way, or in one that has a name"
    return seated(decide, BEST, BEST.table_of(rules), Player, refusal)


def average(rules: SwitchRules, decide: Decide | None) -> Result:
    """What a hand comes to and stakes, worked out once for each way to play."""
    player = player_of(rules, decide)
    key = (player.solution.rules, id(player))
    if key not in _evaluated:
        _evaluated[key] = evaluate(player.solution, cores())
    # No more is lost than is staked.
    assert sum(_evaluated[key]) >= 0
    return _evaluated[key]


def edge(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Fraction | None:
    """Return the edge of the two hands, without their mean square."""
    return -average(rules, decide).net if scenario.wager == HANDS else None


def both_hands(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Solved:
    player = player_of(rules, decide)
    key = (player.solution.rules, id(player))
    if key not in _squares:
        _evaluated[key], _squares[key] = evaluate_with_square(player.solution, cores())
    net, staked = average(rules, decide)
    joint = Joint((scenario.wager,))
    joint.add((Cell("both hands", "", net, staked, (), _squares[key]),), Fraction(1))
    return Solved(joint, [Choice(*line) for line in strategy_lines.lines(player.solution)])


def charts(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> list[Chart]:
    if scenario.wager != HANDS:
        return []
    return strategy_lines.charts(player_of(rules, decide).solution)


# -- the wagers beside them ------------------------------------------------------------------


def insurance(rules: SwitchRules) -> Insurance:
    return Insurance(rules.law.paytable("insurance"), rules.decks)


def exact(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Solved:
    match scenario.wager:
        case "match":
            return counted(scenario, rules.match, match_wager(rules.decks))
        case "insurance":
            return counted(scenario, insurance(rules).table, insurance(rules).rows)
    return both_hands(rules, scenario, decide)


def plan(rules: SwitchRules, scenario: Scenario, decide: Decide | None, **how: Any) -> Plan:
    if scenario.wager != HANDS:
        need_no_count(scenario.wager, how)
    match scenario.wager:
        case "match":
            return dealt_plan(scenario, rules.match, DECK, rules.decks, kernel.match_kernel)
        case "insurance":
            return insurance(rules).plan(scenario)
    return kernel.plan(rules, scenario, player_of(rules, decide), **how)


def expose(
    rules: SwitchRules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: Any
) -> Exposure | Before:
    """What it is worth to know the dealer's second card, when hands are switched and played, or
    when insurance is offered."""
    from .exposed import exposed

    if scenario.wager == INSURANCE:
        return before_insurance(leak, DECK, rules.decks, insurance(rules).table)
    need_hole_card(leak, scenario.wager == HANDS)
    without = both_hands(rules, scenario, None)
    return exposed(table_rules(rules), HANDS, leak, without.joint, without.strategy)


def counted_wagers(rules: SwitchRules, scenario: Scenario) -> list[Any]:
    """The wager as a function of the cards that are left."""
    from .counted import counted as by_cards_left

    return list(by_cards_left(rules, scenario))


study = Study(
    scenarios=scenarios,
    strategies=NAMED,
    exact=exact,
    edge=edge,
    kernel=plan,
    expose=expose,
    counted=counted_wagers,
    settings=(*dealing_settings("spots", "spot", kernel.SPOTS_MAX), *COUNT_SETTINGS),
    charts=charts,
    by_hand=worths,
)
