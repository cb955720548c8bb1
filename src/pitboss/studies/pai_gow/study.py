"""Pai gow's study. Every figure is exact for a wager against the dealer, and for a bank that stands
against one or two wagers. Against more, a bank's winnings are exact before the vigorish (those of
one wager, so many times); what the vigorish on the balance comes to is simulated."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.exact.settings import HandCost, HandOdds, RuleCost, SettingOdds, WayCosts
from pitboss.analysis.exposure.figures import Before, Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.errors import BadInput, UnknownName
from pitboss.families.pai_gow import house_way
from pitboss.families.pai_gow.house_way_tiles import Setting, settings
from pitboss.families.pai_gow.rules import BANK, MAIN
from pitboss.games.pai_gow.hands import face_of, numbered
from pitboss.games.pai_gow.rules import PaiGowRules
from pitboss.hands.tiles import parse_tiles, tiles_text
from pitboss.law import house_ways
from pitboss.studies.families.pai_gow.players import AsTheHouse, BestSetting, ByWay
from pitboss.studies.families.pai_gow.results import (
    AGAINST,
    LOSE,
    WIN,
    bank_cells,
    bank_scenario,
    by_amount,
    main_cells,
    opponents_in,
    unit_of,
)
from pitboss.studies.pai_gow import kernel, two_wagers
from pitboss.studies.pai_gow.exact import AGAINST as AGAINST_ONE
from pitboss.studies.pai_gow.exact import (
    DEALS,
    HANDS,
    Worth,
    chosen_by,
    counts_against,
    kind_of,
    kinds,
    play,
    values_of,
)

Array = Any

SEATS = 6
# Wagers up to which a bank's balance, and the vigorish on it, is exact.
MOST_EXACT = 2
# The costliest hands of the house way are told as lines of the best strategy.
LINES = 32


def scenarios(rules: PaiGowRules) -> list[Scenario]:
    against = Scenario(MAIN, ((MAIN, "", UNIT),), note="the dealer banks, and has the copies")
    return [against, bank_scenario(1)] if rules.player_bank else [against]


def scenario_for(rules: PaiGowRules, wager: str) -> Scenario | None:
    """`bank against 3`: the dealer's wager and those of two players."""
    number = wager.removeprefix(AGAINST)
    if number == wager or not rules.player_bank:
        return None
    if number not in map(str, range(2, SEATS + 1)):
        raise BadInput(f"{wager[:40]!r}: a bank stands against 1 to {SEATS} wagers")
    return bank_scenario(int(number))


# -- players ----------------------------------------------------------------------------------


def _low_by_way(name: str) -> Any:
    def look(rules: PaiGowRules, faces: Sequence[int]) -> list[int]:
        way = house_way.load(name, "tiles")
        _, low, _ = way.set_tiles(numbered(faces), rules.zero_is_copy)
        return sorted(map(face_of, low))

    return look


def _best(chosen: Array) -> BestSetting:
    def look(rules: PaiGowRules, faces: Sequence[int]) -> list[int]:
        tiles = sorted(numbered(faces))
        number = kind_of(tiles, rules.zero_is_copy)
        keys = kinds(rules.zero_is_copy).keys[number, chosen[number]].tolist()
        ways = settings(tiles, rules.zero_is_copy)
        low = next(way.low for way in ways if [way.high_key, way.low_key] == keys)
        return sorted(map(face_of, low))

    return BestSetting("best", look)


STRATEGIES: dict[str, Decide] = {
    "house way": AsTheHouse(),
    **{f"house way {name}": ByWay(name, _low_by_way(name)) for name in house_ways.shipped("tiles")},
}


def settings_by(rules: PaiGowRules, decide: Decide) -> Array:
    """By kind of hand, the setting that a player takes."""
    if isinstance(decide, BestSetting) or not isinstance(decide, AsTheHouse | ByWay):
        known = ", ".join(["optimal", *STRATEGIES])
        raise BadInput(f"hands are set by a named strategy or by a house way; they are {known}")
    way = rules.house_way
    if isinstance(decide, ByWay):
        way = house_way.load(decide.name, "tiles")
    return chosen_by(way, rules.zero_is_copy)


# -- exact ------------------------------------------------------------------------------------


def cells_of(rules: PaiGowRules, scenario: Scenario) -> list[Cell]:
    opponents = opponents_in(scenario)
    unit = unit_of(scenario)
    return bank_cells(rules, opponents, unit) if opponents else main_cells(rules, unit)


def worth_of(rules: PaiGowRules, *, bank: bool, unit: int = UNIT) -> Worth:
    """What one wager won and lost is worth, to a player or to a bank against one wager."""
    cells = bank_cells(rules, 1, unit) if bank else main_cells(rules, unit)
    return Worth(cells[1].net, cells[2].net) if bank else Worth(cells[WIN].net, cells[LOSE].net)


def played(rules: PaiGowRules, scenario: Scenario, decide: Decide | None) -> Any:
    """All deals of one hand against another."""
    bank = opponents_in(scenario) > 0
    counts = counts_against(rules.house_way, rules.zero_is_copy)
    chosen = None if decide is None else settings_by(rules, decide)
    return play(
        counts,
        worth_of(rules, bank=bank, unit=unit_of(scenario)),
        bank=bank,
        chosen=chosen,
        zero_is_copy=rules.zero_is_copy,
    )


def exact(rules: PaiGowRules, scenario: Scenario, decide: Decide | None) -> Solved:
    opponents = opponents_in(scenario)
    if opponents > MOST_EXACT:
        raise BadInput(
            f"{scenario.wager}: the vigorish on a bank's balance against more than {MOST_EXACT} "
            "wagers is not known exactly; pitboss simulate estimates it, with its error"
        )
    found = played(rules, scenario, decide)
    if opponents == MOST_EXACT:
        return _against_two(rules, scenario, found.chosen)
    cells = cells_of(rules, scenario)
    win, push, lose = cells if not opponents else (cells[1], cells[0], cells[2])
    joint = Joint((scenario.wager,), DEALS)
    rest = DEALS - found.won - found.lost
    for cell, number in ((win, found.won), (push, rest), (lose, found.lost)):
        joint.add((cell,), Fraction(number, DEALS))
    lines = strategy_lines(rules, bank=opponents > 0) if decide is None else []
    return Solved(joint, lines)


def _against_two(rules: PaiGowRules, scenario: Scenario, chosen: Array) -> Solved:
    house = chosen_by(rules.house_way, rules.zero_is_copy)
    deals = two_wagers.deals_by_result(chosen, house, rules.zero_is_copy)
    joint = Joint((scenario.wager,), two_wagers.DEALS_OF_TWO)
    for cell, number in zip(cells_of(rules, scenario), deals, strict=True):
        joint.add((cell,), Fraction(number, two_wagers.DEALS_OF_TWO))
    return Solved(joint)


def strategy_lines(rules: PaiGowRules, *, bank: bool) -> list[Choice]:
    """Where the best setting is not the house's: the costliest hands first."""
    every = kinds(rules.zero_is_copy)
    best, costs, _ = _compared(rules, bank=bank)
    found = []
    for number in np.argsort(-costs * every.sizes, kind="stable")[:LINES].tolist():
        if costs[number] <= 0:
            break
        found.append(
            Choice(
                tiles_text(every.tiles[number]),
                _as_set(every.settings[number][best[number]]),
                Fraction(int(every.sizes[number]), HANDS),
            )
        )
    return found


def _compared(rules: PaiGowRules, *, bank: bool) -> tuple[Array, Array, int]:
    """By kind of hand, the best setting, and what the house's costs in whole numbers, so many of
    which are one wager."""
    counts = counts_against(rules.house_way, rules.zero_is_copy)
    house = chosen_by(rules.house_way, rules.zero_is_copy)
    won, lost = (counts.bank_won, counts.bank_lost) if bank else (counts.won, counts.lost)
    values, one = values_of(won, lost, worth_of(rules, bank=bank))
    best = values.argmax(axis=1)
    at = np.arange(len(house))
    return best, values[at, best] - values[at, house], one


def _as_set(way: Setting) -> str:
    return f"{tiles_text(way.high)} / {tiles_text(way.low)}"


# -- one hand, and the house way ----------------------------------------------------------------


def hand_odds(rules: PaiGowRules, text: str, wager: str) -> HandOdds:
    """What the three settings of a hand are worth to a player, or to a bank against one wager."""
    bank = _is_bank(rules, wager)
    tiles = sorted(parse_tiles(text))
    way = rules.house_way
    high, _, rule = way.set_tiles(tiles, rules.zero_is_copy)
    number = kind_of(tiles, rules.zero_is_copy)
    counts = counts_against(way, rules.zero_is_copy)
    won, lost = (counts.bank_won, counts.bank_lost) if bank else (counts.won, counts.lost)
    values, one = values_of(won, lost, worth_of(rules, bank=bank))
    keys = kinds(rules.zero_is_copy).keys[number].tolist()
    found: dict[tuple[str, str], SettingOdds] = {}
    for setting in settings(tiles, rules.zero_is_copy):
        at = keys.index([setting.high_key, setting.low_key])
        texts = tiles_text(setting.high), tiles_text(setting.low)
        found.setdefault(
            texts,
            SettingOdds(
                *texts,
                int(won[number, at]),
                int(lost[number, at]),
                Fraction(int(values[number, at]), one),
                by_house=texts[0] == tiles_text(high),
            ),
        )
    best_first = sorted(found.values(), key=lambda setting: -setting.value)
    return HandOdds(rules, tiles_text(tiles), wager or MAIN, rule, AGAINST_ONE, best_first)


def _is_bank(rules: PaiGowRules, wager: str) -> bool:
    known = [scenario.wager for scenario in scenarios(rules)]
    if wager and wager not in known:
        raise UnknownName(f"no wager {wager[:40]!r} for a hand; there are {', '.join(known)}")
    return wager == BANK


def way_costs(rules: PaiGowRules) -> WayCosts:
    """What the house way costs a player who sets by it, by rule and by kind of hand."""
    every = kinds(rules.zero_is_copy)
    best, costs, one = _compared(rules, bank=False)
    house = chosen_by(rules.house_way, rules.zero_is_copy)
    names = [rules.house_way.set_tiles(hand, rules.zero_is_copy)[2] for hand in every.tiles]
    by_rule = []
    for rule in rules.house_way.rules:
        mine = np.array([name == rule.name for name in names])
        lost = int(costs[mine] @ every.sizes[mine])
        otherwise = int(every.sizes[mine & (costs > 0)].sum())
        cost = Fraction(lost, one * HANDS)
        by_rule.append(RuleCost(rule.name, int(every.sizes[mine].sum()), otherwise, cost))
    by_hand = []
    for number in np.argsort(-costs, kind="stable").tolist():
        if costs[number] <= 0:
            break
        ways = every.settings[number]
        by_hand.append(
            HandCost(
                tiles_text(every.tiles[number]),
                _as_set(ways[house[number]]),
                _as_set(ways[best[number]]),
                names[number],
                int(every.sizes[number]),
                Fraction(int(costs[number]), one),
            )
        )
    scenario = scenarios(rules)[0]
    edges = [
        exact(rules, scenario, decide).joint.distribution(MAIN).house_edge()
        for decide in (STRATEGIES["house way"], None)
    ]
    return WayCosts(rules.house_way.title, edges[0], edges[1], by_rule, by_hand)


# -- what is seen -----------------------------------------------------------------------------


def expose(
    rules: PaiGowRules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: int
) -> Exposure | Before:
    """What it is worth to see tiles of the dealer's, or of others, when a hand is set."""
    from .exposed import exposed

    opponents = opponents_in(scenario)
    if opponents > 1:
        raise BadInput(f"{scenario.wager}: what is seen is worked out for a bank against one wager")
    bank = opponents > 0
    worth = worth_of(rules, bank=bank, unit=unit_of(scenario))
    win, push, lose = (cells_of(rules, scenario)[i] for i in ((1, 0, 2) if bank else (0, 1, 2)))
    return exposed(rules, scenario.wager, leak, worth, (win, push, lose), bank=bank, **how)


# -- kernel -----------------------------------------------------------------------------------


def plan(rules: PaiGowRules, scenario: Scenario, decide: Decide | None) -> Plan:
    opponents = opponents_in(scenario)
    if decide is None:
        chosen = played(rules, scenario, None).chosen
        decide = _best(chosen)
    else:
        chosen = settings_by(rules, decide)
    house = chosen_by(rules.house_way, rules.zero_is_copy)
    setters = kernel.setters_of(chosen, house, rules.zero_is_copy)
    return kernel.plan(
        scenario.wager, cells_of(rules, scenario), opponents, setters, decide, traced=opponents <= 1
    )


study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies=STRATEGIES,
    fixed={"dead_hand_index": 7, "stack_order": "left to right"},
    exact=exact,
    kernel=plan,
    by_amount=by_amount,
    hand_odds=hand_odds,
    expose=expose,
    way_costs=way_costs,
    notes=(
        "The best setting looks at the player's own four tiles only.",
        f"The strategy lists the {LINES} kinds of hands with which the house way loses most.",
    ),
)
