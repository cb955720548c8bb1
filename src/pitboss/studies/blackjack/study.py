"""Blackjack's study: the main wager by the exact analysis, the wagers beside it by counting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.exact.progressive import Progressive, progressive_of
from pitboss.analysis.exposure.figures import Before, Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.equipment.cards import DECK
from pitboss.errors import BadInput
from pitboss.games.blackjack.hands import LOSES, optional_bonus_bits
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.side_wagers import filed_row
from pitboss.money import Odds
from pitboss.studies.families.twenty_one.counted_wagers import need_no_count
from pitboss.studies.families.twenty_one.exact.outcomes import (
    FIVE_CARD_21,
    MORE_HANDS,
    OWN_BLACKJACK,
    Chances,
    Outcome,
    outcomes,
)
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import evaluate
from pitboss.studies.families.twenty_one.exact.strategy_lines import (
    chart,
    face_up,
    legend_of,
    one_card_lines,
)
from pitboss.studies.families.twenty_one.exact.words import SHOWN
from pitboss.studies.families.twenty_one.exposed import insured_note, need_hole_card, way_of
from pitboss.studies.families.twenty_one.player import Player, seated
from pitboss.studies.families.twenty_one.side_wagers import (
    INSURANCE_NOTE,
    Insurance,
    Rows,
    counted,
    counted_apart,
    rows_of_deals,
)
from pitboss.studies.families.twenty_one.table_rules import FACE_UP, TableRules

from . import kernel
from . import side_wagers as side_odds
from .by_hand import worths
from .table import table_rules
from .ways import BEST, NAMED, read_table

INITIAL, INSURANCE, STREAK, MULTIPLE = "initial", "insurance", "streak", "multiple-action"
PROGRESSIVE, OPTIONAL, BONUS, SEVENS = "progressive", "optional-bonus", "bonus", "sevens"

# Wagers that the first cards decide: the chances of the rows of a pay table.
COUNTED: dict[str, tuple[str, Callable[[int], Rows]]] = {
    "over-13": ("over_under", side_odds.over_13),
    "under-13": ("over_under", side_odds.under_13),
    "same-suit": ("same_suit", side_odds.same_suit),
    "sevens": ("sevens", side_odds.sevens),
    "match-the-dealer": ("match_the_dealer", side_odds.match_the_dealer),
    "twenty-point-bonus": ("twenty_point_bonus", side_odds.twenty_point_bonus),
    "in-between": ("in_between", side_odds.in_between),
}

NOTE = (
    "off the top of a full shoe; decisions by one's own cards and the dealer's; split hands are "
    "played as hands that were not split"
)
MORE_NOTE = "rounds that come to three hands or more are one outcome, with its exact averages"
STREAK_NOTE = "rounds from full shoes, at the best strategy; a push does not count"
OF_THREE_NOTE = (
    "among the first three cards, as far as the best play of the hand takes them; two sevens take "
    "a third card where the dealer has a blackjack"
)
SIMULATED_NOTE = "simulated only: it depends on the play, or on figures of the licensee"
SEVENS_NOTE = "a player with two sevens takes a third card"
MULTIPLE_NOTE = (
    "each dealer's hand is as likely as the first one to be anything, so each of these wagers is "
    "worth what the initial one is; they are not independent"
)


# -- scenarios -------------------------------------------------------------------------------


def scenarios(rules: BlackjackRules) -> list[Scenario]:
    """The main wager first; then whatever the table offers."""
    return list(_scenarios(rules))


def _scenarios(rules: BlackjackRules) -> Iterator[Scenario]:
    more = rules.hands_max > 2
    initial = (INITIAL, "", UNIT)
    yield Scenario(INITIAL, (initial,), note=f"{NOTE}; {MORE_NOTE}" if more else NOTE)
    if rules.insurance_offered:
        yield Scenario(INSURANCE, (initial, (INSURANCE, "", UNIT // 2)), note=INSURANCE_NOTE)
    stake = (rules.additional_wager_stake or 1,)
    for wager, (table, _) in COUNTED.items():
        if getattr(rules, table) is not None:
            note = ""
            if wager == SEVENS:
                note = OF_THREE_NOTE if rules.sevens_any_of_three else SEVENS_NOTE
            fixed = bool(rules.additional_wager_stake)
            yield Scenario(wager, (initial, (wager, "", *stake)), note=note, fixed=fixed)
    if rules.optional_bonus is not None:
        yield Scenario(OPTIONAL, (initial, (OPTIONAL, "", UNIT)))
    if rules.multiple_action:
        for spot in ("2", "3"):
            wagers = (initial, (MULTIPLE, spot, UNIT))
            yield Scenario(f"{MULTIPLE} {spot}", wagers, note=MULTIPLE_NOTE)
    if rules.streak is not None and not more:
        for spot, _ in rules.streak.rows:
            wagers = (initial, (STREAK, spot, UNIT))
            yield Scenario(f"{STREAK} {spot}", wagers, note=STREAK_NOTE)


def scenario_for(rules: BlackjackRules, wager: str) -> Scenario | None:
    """Wagers that are not among the scenarios: they depend on how the hand is played, or on
    figures that the licensee gives, and are only simulated."""
    kind, _, spot = wager.partition(" ")
    stakes = {
        PROGRESSIVE: rules.progressive_stake,
        BONUS: 100 * int(spot) if spot.isdecimal() and len(spot) == 1 else 0,
        STREAK: UNIT,
    }
    offered = kind in rules.law.wagers and spot in (rules.law.wagers[kind].spots or ("",))
    if not offered or kind not in stakes:
        return None
    wagers = ((INITIAL, "", UNIT), (kind, spot, stakes[kind]))
    return Scenario(wager, wagers, note=SIMULATED_NOTE)


# -- the main wager --------------------------------------------------------------------------


def player_for(table: TableRules, decide: Decide | None) -> Player:
    refusal = "a strategy for blackjack is a table of totals and pairs by the up card"
    return seated(decide, BEST, table, Player, refusal)


@lru_cache(maxsize=32)
def _outcomes(table: TableRules, player: Player) -> Chances:
    return outcomes(table, player.strategy)


def round_of(rules: BlackjackRules, decide: Decide | None) -> Chances:
    """What a round comes to."""
    table = _studied(rules)
    return _outcomes(table, player_for(table, decide))


@lru_cache(maxsize=64)
def _edge(table: TableRules, player: Player) -> Fraction:
    return -evaluate(table, player.strategy)


def edge(rules: BlackjackRules, scenario: Scenario, decide: Decide | None) -> Fraction | None:
    """The main wager's, without its distribution."""
    if scenario.wager.partition(" ")[0] not in (INITIAL, MULTIPLE) or isinstance(decide, Player):
        return None
    table = _studied(rules)
    return _edge(table, player_for(table, decide))


def _studied(rules: BlackjackRules) -> TableRules:
    """The rules, without what has no bearing on the main wager."""
    return table_rules(rules)._replace(
        insurance=Fraction(0), even_money=False, insures_at_turn=False
    )


def cell_of(rules: BlackjackRules, outcome: Outcome) -> Cell:
    """An outcome of the round as a cell; what is paid, where all that is staked is paid at the
    same odds."""
    parts: tuple[Part, ...] = ()
    odds = ""
    for kind, table, row, each in _payments(rules):
        if outcome.kind == kind and outcome.net == each.fraction * outcome.staked:
            odds = each.text
            parts = (Part(table, row, odds, outcome.staked),)
    return Cell(outcome.kind, odds, outcome.net, outcome.staked, parts, outcome.square)


def _payments(rules: BlackjackRules) -> Iterator[tuple[str, str, str, Odds]]:
    for kind in ("win", "doubled, win", "split"):
        yield kind, "win", "win", rules.win
    yield OWN_BLACKJACK, "blackjack", "blackjack", rules.blackjack
    if rules.five_card_21 is not None:
        yield FIVE_CARD_21, "five_card_21", "five cards", rules.five_card_21


def main_wager(rules: BlackjackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    joint = Joint((scenario.wager,))
    for outcome, chance in round_of(rules, decide).items():
        joint.add((cell_of(rules, outcome),), chance)
    if scenario.wager != INITIAL:
        return Solved(joint, [])
    table, strategy = table_rules(rules), player_for(table_rules(rules), decide).strategy
    if table.face_up:
        lines = face_up(strategy, shoe_of(table.decks))[0]
    else:
        lines = one_card_lines(table, strategy)
    return Solved(joint, [Choice(*each) for each in lines])


def charts(rules: BlackjackRules, scenario: Scenario, decide: Decide | None) -> list[Chart]:
    """The strategy as a chart: by the card that the dealer shows, or by the total of both."""
    if scenario.wager != INITIAL:
        return []
    table, strategy = table_rules(rules), player_for(table_rules(rules), decide).strategy
    if table.face_up:
        _, columns, rows = face_up(strategy, shoe_of(table.decks))
        title = "What the dealer shows: hard totals, and an ace with another card"
    else:
        columns, rows = SHOWN, chart(table, strategy, every=True)
        title = "What the dealer shows"
    letters = tuple((name, tuple(cells)) for name, cells in rows)
    return [Chart(title, columns, letters, legend_of(rows))]


# -- the wagers beside it --------------------------------------------------------------------


def optional_bonus(rules: BlackjackRules, scenario: Scenario) -> Solved:
    table = rules.optional_bonus
    assert table is not None
    filed = [name for name, _ in table.rows]

    def row_of(first: int, second: int) -> int:
        return filed_row(filed, optional_bonus_bits(first, second))

    return counted(scenario, table, rows_of_deals(rules.decks, DECK, 2, row_of))


def streak(rules: BlackjackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    """So many rounds won before one is lost."""
    assert rules.streak is not None
    length = int(scenario.wager.rpartition(" ")[2])
    found = round_of(rules, decide)
    assert not any(outcome.kind == MORE_HANDS for outcome in found)
    won = sum((chance for outcome, chance in found.items() if outcome.net > 0), Fraction(0))
    lost = sum((chance for outcome, chance in found.items() if outcome.net < 0), Fraction(0))
    chance = (won / (won + lost)) ** length
    row = rules.streak.row_number(str(length))
    return counted(scenario, rules.streak, {row: chance, LOSES: 1 - chance})


def exact(rules: BlackjackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    """The exact distribution of a wager."""
    wager = scenario.wager.partition(" ")[0]
    if scenario.note == SIMULATED_NOTE:
        raise BadInput(f"{scenario.wager} has no exact figures: simulate it")
    if wager == "in-between":
        assert rules.in_between is not None
        return counted_apart(scenario, rules.in_between, side_odds.in_between_gaps(rules.decks))
    if wager == SEVENS and rules.sevens_any_of_three:
        assert rules.sevens is not None
        player = player_for(table_rules(rules), decide)
        rows_of_three = side_odds.sevens_of_three(table_rules(rules), player.strategy)
        return counted(scenario, rules.sevens, rows_of_three)
    if wager in COUNTED:
        table, rows = COUNTED[wager]
        return counted(scenario, getattr(rules, table), rows(rules.decks))
    match wager:
        case "insurance":
            paytable = rules.law.paytable("insurance")
            return counted(scenario, paytable, Insurance(paytable, rules.decks).rows)
        case "optional-bonus":
            return optional_bonus(rules, scenario)
        case "streak":
            return streak(rules, scenario, decide)
    return main_wager(rules, scenario, decide)


# -- the kernel ------------------------------------------------------------------------------


def plan(rules: BlackjackRules, scenario: Scenario, decide: Decide | None, **settings: Any) -> Plan:
    if scenario.wager == INSURANCE:
        need_no_count(INSURANCE, settings)
        return Insurance(rules.law.paytable("insurance"), rules.decks).plan(scenario)
    return kernel.plan(rules, scenario, player_for(table_rules(rules), decide), **settings)


# -- what is seen ----------------------------------------------------------------------------


def expose(
    rules: BlackjackRules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: Any
) -> Exposure | Before:
    """What it is worth to know the dealer's second card: the game as it would be with both cards
    face up, under the rules and odds of this one. Of other wagers: the cards that decide them."""
    from .exposed import before_own_card, beside

    if (before := beside(rules, scenario, leak)) is not None:
        return before
    if leak.first and scenario.wager == INITIAL:
        return before_own_card(_studied(rules), INITIAL, leak)
    need_hole_card(leak, scenario.wager == INITIAL)
    table = _studied(rules)
    seeing = table._replace(hole_card=FACE_UP)
    player = BEST.of(seeing)
    joint, without = Joint((INITIAL,)), main_wager(rules, scenario, None)
    for outcome, chance in _outcomes(seeing, player).items():
        joint.add((cell_of(rules, outcome),), chance)
    shoe = shoe_of(table.decks)
    lines, _columns, _rows = face_up(player.strategy, shoe)
    way, before_it = way_of(joint, INITIAL), way_of(without.joint, INITIAL)
    notes = (insured_note(way, shoe, table_rules(rules).insurance),)
    strategy = [Choice(*each) for each in lines]
    return Exposure(INITIAL, leak.in_words(), "exact", way, before_it, strategy, notes=notes)


def counted_wagers(rules: BlackjackRules, scenario: Scenario) -> list[Any]:
    """The wager as a function of the cards that are left."""
    from .counted import counted as by_cards_left

    return list(by_cards_left(rules, scenario))


def meter(rules: BlackjackRules) -> Progressive | None:
    """2.19, by the chances of aces in sequence; a pair of aces is always split."""
    fixed, whole = rules.progressive, rules.progressive_meter
    if fixed is None or whole is None:
        return None
    names = [name for name, _ in (*whole, *fixed)]
    chances = {name: Fraction(0) for name in names} | {
        names[row]: chance
        for row, chance in side_odds.progressive(rules.decks).items()
        if row != LOSES
    }
    return progressive_of(
        PROGRESSIVE,
        fixed,
        whole,
        chances,
        stake=rules.progressive_stake,
        reset=rules.meter_reset,
        rate=rules.rate_of_progression,
        stake_back=True,
    )


study = Study(
    scenarios=scenarios,
    strategies=NAMED,
    exact=exact,
    expose=expose,
    edge=edge,
    policy=read_table,
    kernel=plan,
    counted=counted_wagers,
    settings=kernel.SETTINGS,
    charts=charts,
    scenario_for=scenario_for,
    progressive=meter,
    by_hand=worths,
)
