"""Blackjack switch's study: the two hands by the exact analysis, the wagers beside them by
counting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.simulate import cores
from pitboss.analysis.study import UNIT, Decide, Scenario, Setting, Study
from pitboss.errors import BadInput
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.blackjack_switch import kernel
from pitboss.studies.blackjack_switch import strategy_lines as told
from pitboss.studies.blackjack_switch.exact import match_wager, table_rules
from pitboss.studies.blackjack_switch.results import Result, evaluate, mean_square
from pitboss.studies.blackjack_switch.ways import BEST, NAMED, Player, Way
from pitboss.studies.families.twenty_one.table_rules import TableRules

HANDS, MATCH, INSURANCE = "first and second", "match", "insurance"
NOTE = (
    "both hands together, per unit of their two wagers; off the top of a full shoe; a hand is "
    "played by its own cards, the dealer's and the two that the other hand began with; split hands "
    "are played as hands that were not split; insurance, with four cards known, is never worth "
    "it; all rounds are one outcome, with its exact averages and exact mean square"
)
INSURANCE_NOTE = "where the dealer shows an ace and nothing else is known"


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


def way_of(decide: Decide | None) -> Way:
    way = BEST if decide is None else decide
    if not isinstance(way, Way):
        raise BadInput("blackjack switch is played in the best way, or in one that has a name")
    return way


def player_of(rules: SwitchRules, decide: Decide | None) -> Player:
    if isinstance(decide, Player):
        return decide
    return way_of(decide).of(table_rules(rules))


def average(rules: SwitchRules, decide: Decide | None) -> Result:
    """What a hand comes to and stakes, worked out once for each way to play."""
    player = player_of(rules, decide)
    key = (player.solution.rules, id(player))
    if key not in _evaluated:
        _evaluated[key] = evaluate(player.solution, cores())
    return _evaluated[key]


def edge(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Fraction | None:
    """Of the two hands, without their mean square."""
    return -average(rules, decide).net if scenario.wager == HANDS else None


def both_hands(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Solved:
    player = player_of(rules, decide)
    net, staked = average(rules, decide)
    key = (player.solution.rules, id(player))
    if key not in _squares:
        _squares[key] = mean_square(player.solution, cores())
    joint = Joint((scenario.wager,))
    joint.add((Cell("both hands", "", net, staked, (), _squares[key]),), Fraction(1))
    return Solved(joint, [Choice(*line) for line in told.lines(player.solution)])


def charts(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> list[Chart]:
    if scenario.wager != HANDS:
        return []
    solution = player_of(rules, decide).solution
    return [
        Chart(table.title, told.SHOWN, table.rows, table.legend) for table in told.charts(solution)
    ]


# -- the wagers beside them ------------------------------------------------------------------


def match_odds(rules: SwitchRules, scenario: Scenario) -> Solved:
    joint = Joint((scenario.wager,))
    for row, chance in match_wager(rules.decks).items():
        joint.add((kernel.match_cell(rules, row),), chance)
    return Solved(joint)


def insurance(rules: SwitchRules, scenario: Scenario) -> Solved:
    won, lost = kernel.insurance_cells(rules)
    chance = Fraction(16 * rules.decks, 52 * rules.decks - 1)
    joint = Joint((scenario.wager,))
    joint.add((won,), chance)
    joint.add((lost,), 1 - chance)
    return Solved(joint)


def exact(rules: SwitchRules, scenario: Scenario, decide: Decide | None) -> Solved:
    match scenario.wager:
        case "match":
            return match_odds(rules, scenario)
        case "insurance":
            return insurance(rules, scenario)
    return both_hands(rules, scenario, decide)


def plan(rules: SwitchRules, scenario: Scenario, decide: Decide | None, **how: Any) -> Plan:
    match scenario.wager:
        case "match":
            return kernel.match_plan(rules, scenario)
        case "insurance":
            return kernel.insurance_plan(rules, scenario)
    return kernel.plan(rules, scenario, player_of(rules, decide), **how)


def _whole(what: str, least: int, most: int) -> Any:
    def read(rules: Any, text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise BadInput(f"{what} {text[:20]!r}: expected {least} to {most}")
        return int(text)

    return read


SETTINGS = (
    Setting("seats", "spots that are played, all alike", _whole("seats", 1, kernel.SPOTS_MAX)),
    Setting("seat", "the spot that is studied", _whole("seat", 1, kernel.SPOTS_MAX)),
    Setting("penetration", "percent of the shoe that is dealt", _whole("penetration", 1, 95)),
)

study = Study(
    scenarios=scenarios,
    strategies=NAMED,
    exact=exact,
    edge=edge,
    kernel=plan,
    settings=SETTINGS,
    charts=charts,
)
