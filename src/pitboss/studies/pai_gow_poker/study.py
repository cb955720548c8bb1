"""Pai gow poker's study. The wager against the dealer, and a bank against one wager, are exact over
all 8,250,459,031,214,400 deals (counted.py); so are the side wagers. Where the house way is the
licensee's own, the deals are counted when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.exact.settings import HandCost, HandOdds, RuleCost, SettingOdds, WayCosts
from pitboss.analysis.exposure.expose import Undecided
from pitboss.analysis.exposure.figures import Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.equipment.cards import card_text, cards_text, parse_cards
from pitboss.errors import BadInput, UnknownName
from pitboss.families.pai_gow import house_way
from pitboss.families.pai_gow.rules import BANK, MAIN
from pitboss.games.pai_gow_poker.rules import DICE, MANUAL_SHOE, PaiGowPokerRules
from pitboss.hands.pai_gow import CARDS, SECTION, in_order
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
from pitboss.studies.pai_gow_poker import counted, kernel, side_wagers
from pitboss.studies.pai_gow_poker.counted import Case, Tally
from pitboss.studies.pai_gow_poker.one_hand import settings_of_hand
from pitboss.studies.pai_gow_poker.tables import QUEEN_HIGH, set_tables
from pitboss.studies.pai_gow_poker.whole import AGAINST as AGAINST_ONE
from pitboss.studies.pai_gow_poker.whole import HANDS

SEATS = 6
DEALS = HANDS * AGAINST_ONE
HOUSE_WAY = "house way"


def scenarios(rules: PaiGowPokerRules) -> list[Scenario]:
    note = "the dealer banks, and has the copies"
    if rules.ez:
        note += "; no vigorish, and a dealer's queen-high pai gow pushes"
    found = [Scenario(MAIN, ((MAIN, "", UNIT),), note=note)]
    if rules.player_bank:
        found.append(bank_scenario(1))
    return found + side_wagers.scenarios(rules)


def scenario_for(rules: PaiGowPokerRules, wager: str) -> Scenario | None:
    """`bank against 3`: the dealer's wager and those of two players; `imperial 50.00`."""
    number = wager.removeprefix(AGAINST)
    if number == wager or not rules.player_bank:
        return side_wagers.scenario_for(rules, wager)
    if number not in map(str, range(2, SEATS + 1)):
        raise BadInput(f"{wager[:40]!r}: a bank stands against 1 to {SEATS} wagers")
    return bank_scenario(int(number))


# -- players ----------------------------------------------------------------------------------


def _low_by_way(name: str) -> Any:
    def look(rules: PaiGowPokerRules, cards: Sequence[int]) -> Sequence[int]:
        _, low, _ = house_way.load(name, "cards").set_cards(cards, rules.lowest_wheel)
        return in_order(low)

    return look


STRATEGIES: dict[str, Decide] = {
    HOUSE_WAY: AsTheHouse(),
    **{f"house way {name}": ByWay(name, _low_by_way(name)) for name in house_ways.shipped("cards")},
}


def way_of(rules: PaiGowPokerRules, decide: Decide | None) -> house_way.HouseWay:
    """The way by which a player sets."""
    if isinstance(decide, AsTheHouse):
        return rules.house_way
    if isinstance(decide, ByWay) and not isinstance(decide, BestSetting):
        return house_way.load(decide.name, "cards")
    raise BadInput(
        "the best setting is worked out for a hand at a time (odds --hand) or for all at once "
        f"(odds), and not simulated; the strategies are {', '.join(STRATEGIES)}"
    )


# -- exact ------------------------------------------------------------------------------------


def cells_of(rules: PaiGowPokerRules, scenario: Scenario) -> list[Cell]:
    opponents = opponents_in(scenario)
    if opponents:
        return bank_cells(rules, opponents, unit_of(scenario))
    push = Cell("queen-high pai gow of the dealer's", "", Fraction(0), Fraction(1))
    return [*main_cells(rules, unit_of(scenario)), push]


def case_of(rules: PaiGowPokerRules, *, bank: bool, unit: int = UNIT) -> Case:
    """What the count of all deals depends on. Against a bank there is no EZ pai gow: queen-highs
    play, and the vigorish is taken."""
    usual = msgspec.structs.replace(rules, vigorish=rules.bank_vigorish) if bank else rules
    main, banked = main_cells(usual, unit), bank_cells(rules, 1, unit)
    worth = (main[WIN].net, main[LOSE].net, banked[1].net, banked[2].net)
    pushes = rules.ez and not bank
    return Case(rules.house_way.program, rules.lowest_wheel, pushes, *map(str, worth))


def tally(rules: PaiGowPokerRules, decide: Decide | None, *, bank: bool, unit: int) -> Tally:
    """How many deals are won and lost."""
    case = case_of(rules, bank=bank, unit=unit)
    if decide is None:
        found = counted.counted(rules.house_way, case)
        return found.bank if bank else found.best
    if way_of(rules, decide).program != rules.house_way.program:
        raise BadInput(
            "exact figures are of players who set by the house's own way, or best; pitboss "
            "simulate estimates those of another way, with their error"
        )
    house = counted.by_house_way(rules.house_way, case)
    # Both set alike: a bank wins what the other side would lose.
    return Tally(house.lost, house.won) if bank else house


def exact(rules: PaiGowPokerRules, scenario: Scenario, decide: Decide | None) -> Solved:
    opponents = opponents_in(scenario)
    if opponents > 1:
        raise BadInput(
            f"{scenario.wager}: the vigorish on a bank's balance against several wagers is not "
            "known exactly; pitboss simulate estimates it, with its error"
        )
    if not opponents and scenario.wagers[0][0] != MAIN:
        return side_wagers.exact(rules, scenario)
    found = tally(rules, decide, bank=opponents > 0, unit=unit_of(scenario))
    cells = cells_of(rules, scenario)
    win, push, lose = (cells[1], cells[0], cells[2]) if opponents else cells[:3]
    joint = Joint((scenario.wager,), DEALS)
    rest = DEALS - found.won - found.lost
    for cell, number in ((win, found.won), (push, rest), (lose, found.lost)):
        joint.add((cell,), Fraction(number, DEALS))
    lines = strategy_lines(rules) if decide is None and not opponents else []
    return Solved(joint, lines)


def strategy_lines(rules: PaiGowPokerRules) -> list[Choice]:
    """Where the best setting is not the house's: the costliest hands first."""
    found = counted.counted(rules.house_way, case_of(rules, bank=False))
    return [Choice(hand.hand, hand.best, Fraction(hand.hands, HANDS)) for hand in found.hands]


# -- one hand, and the house way ----------------------------------------------------------------


def hand_odds(rules: PaiGowPokerRules, text: str, wager: str) -> HandOdds:
    """What the settings of a hand are worth to a player, or to a bank against one wager."""
    known = (MAIN, BANK) if rules.player_bank else (MAIN,)
    if wager and wager not in known:
        raise UnknownName(f"no wager {wager[:40]!r} for a hand; there are {', '.join(known)}")
    bank = wager == BANK
    cards = parse_cards(text)
    for card in cards:
        if cards.count(card) > 1:
            times = cards.count(card)
            raise BadInput(
                f"card {card_text(card)} is there {times} times: the deck has one", cite=SECTION
            )
    _, low, rule = rules.house_way.set_cards(cards, rules.lowest_wheel)
    case = case_of(rules, bank=bank)
    win, lose = (case.bank_win, case.bank_lose) if bank else (case.win, case.lose)
    found = []
    for each in settings_of_hand(
        cards, rules.house_way, rules.lowest_wheel, queen_high_pushes=case.queen_high_pushes
    ):
        won, lost = (each.bank_won, each.bank_lost) if bank else (each.won, each.lost)
        value = (won * Fraction(win) + lost * Fraction(lose)) / AGAINST_ONE
        texts = cards_text(each.high), cards_text(in_order(each.low))
        by_house = sorted(each.low) == sorted(low)
        found.append(SettingOdds(*texts, won, lost, value, each.foul, by_house))
    found.sort(key=lambda setting: (setting.foul, -setting.value))
    name = cards_text(in_order(cards))
    return HandOdds(rules, name, wager or MAIN, rule, AGAINST_ONE, found)


def way_costs(rules: PaiGowPokerRules) -> WayCosts:
    """What the house way costs a player who sets by it, by rule and by kind of hand."""
    found = counted.counted(rules.house_way, case_of(rules, bank=False))
    scenario = scenarios(rules)[0]
    edges = [
        exact(rules, scenario, decide).joint.distribution(MAIN).house_edge()
        for decide in (STRATEGIES[HOUSE_WAY], None)
    ]
    by_rule = [
        RuleCost(rule.rule, rule.hands, rule.otherwise, Fraction(rule.cost)) for rule in found.rules
    ]
    by_hand = [
        HandCost(hand.hand, hand.house, hand.best, hand.rule, hand.hands, Fraction(hand.cost))
        for hand in found.hands
    ]
    return WayCosts(rules.house_way.title, edges[0], edges[1], by_rule, by_hand)


# -- what is seen -----------------------------------------------------------------------------


def expose(
    rules: PaiGowPokerRules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: int
) -> Exposure:
    """What it is worth to see cards of the dealer's, or of others, when a hand is set."""
    from .exposed import Without, exposed

    opponents = opponents_in(scenario)
    bank = opponents > 0
    if not bank and scenario.wagers[0][0] != MAIN:
        raise Undecided(f"{scenario.wager}: the cards decide it, and not how a hand is set")
    if opponents > 1:
        raise BadInput(f"{scenario.wager}: what is seen is worked out for a bank against one wager")
    cells = cells_of(rules, scenario)
    win, push, lose = (cells[1], cells[0], cells[2]) if bank else cells[:3]
    house, best = (
        exact(rules, scenario, decide).joint.distribution(scenario.wager)
        for decide in (STRATEGIES[HOUSE_WAY], None)
    )
    return exposed(
        rules.house_way,
        scenario.wager,
        leak,
        (win, push, lose),
        Without(house.house_edge(), best),
        bank=bank,
        lowest_wheel=rules.lowest_wheel,
        pushes=rules.ez and not bank,
        **how,
    )


# -- kernel -----------------------------------------------------------------------------------


def plan(rules: PaiGowPokerRules, scenario: Scenario, decide: Decide | None) -> Plan:
    opponents = opponents_in(scenario)
    if not opponents and scenario.wagers[0][0] != MAIN:
        return side_wagers.plan(rules, scenario)
    mine = set_tables(way_of(rules, decide), rules.lowest_wheel)
    house = set_tables(rules.house_way, rules.lowest_wheel)
    pushes = QUEEN_HIGH if rules.ez and not opponents else 0
    sides = kernel.Sides(mine, house, pushes)
    return kernel.plan(
        scenario.wager, cells_of(rules, scenario), opponents, sides, decide, traced=opponents <= 1
    )


assert CARDS * (SEATS + 1) == kernel.DEALT

study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies=STRATEGIES,
    default_strategy=HOUSE_WAY,
    fixed={"dealing": MANUAL_SHOE, "starting_position": DICE},
    exact=exact,
    kernel=plan,
    by_amount=by_amount,
    envy=side_wagers.envies,
    hand_odds=hand_odds,
    expose=expose,
    way_costs=way_costs,
    notes=(
        "Hands are set by the house way where no strategy is named; optimal is the best setting of "
        "every hand, by the player's own seven cards.",
    ),
)
